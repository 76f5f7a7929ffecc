#!/usr/bin/env python3
"""Runs clang-tidy over the product's sources: tidy.py BUILD [PATH...], where BUILD has the compile commands of clang.

Most of its time goes into headers that every source includes. So the sources of one target and folder are checked together, as
one source that includes them. Ends with 1 where it found something."""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOGETHER = 12  # more are not checked any faster, and with two processors a last large one would be waited for
FINDING = re.compile(r'^([^\s:]+:\d+:\d+): (?:warning|error): (.*)$', re.MULTILINE)


def commands(build):
    """Source -> (folder, compiler's arguments without source and output) of the product's sources."""
    found = {}
    for each in json.loads((build / 'compile_commands.json').read_text()):
        path = pathlib.Path(each['file'])
        if path.suffix == '.cpp' and path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0].startswith('vesta-'):
            words = shlex.split(each['command'])
            at = words.index('-o')
            kept = words[:at] + words[at + 2:]
            kept = [word for word in kept if word not in ('-c', str(path))]
            found.setdefault(path, (each['directory'], tuple(kept)))
    return found


def batches(found):
    """The sources of one folder with the same flags, a few at a time."""
    alike = collections.defaultdict(list)
    for path, how in sorted(found.items()):
        alike[(path.parent, how)].append(path)
    for (_, how), paths in alike.items():
        for first in range(0, len(paths), TOGETHER):
            yield how, paths[first:first + TOGETHER]


def tidy(folder, number, how, paths):
    """What clang-tidy says of these sources as one."""
    own = folder / str(number)
    own.mkdir(parents=True, exist_ok=True)
    source = own / 'together.cpp'
    source.write_text(''.join(f'#include "{path}"\n' for path in paths))
    directory, words = how
    (own / 'compile_commands.json').write_text(json.dumps(
        [{'directory': directory, 'file': str(source), 'arguments': [*words, '-Wno-shadow', '-c', str(source)]}]))
    done = subprocess.run(['clang-tidy-19', '--quiet', f'--config-file={ROOT / ".clang-tidy"}', '--checks=-bugprone-suspicious-include',
                           '-p', own, source], capture_output=True, text=True, check=False)
    return done.stdout


def check(folder, number, how, paths):
    """The findings in these sources. Where they cannot be compiled together, for a name that two of them have, by halves."""
    said = tidy(folder, number, how, paths)
    if 'clang-diagnostic-error' in said and len(paths) > 1:
        half = len(paths) // 2
        return check(folder, f'{number}a', how, paths[:half]) + check(folder, f'{number}b', how, paths[half:])
    return [': '.join(each) for each in FINDING.findall(said)]


def main(arguments):
    build = pathlib.Path(arguments[0]).resolve()
    wanted = [pathlib.Path(each).resolve() for each in arguments[1:]]
    found = {path: how for path, how in commands(build).items() if not wanted or any(path.is_relative_to(each) for each in wanted)}
    if not found:
        sys.exit('tidy.py: no sources of the product in the compile commands')
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check, build / 'tidy', number, how, paths) for number, (how, paths) in enumerate(batches(found))]
        findings = sorted({line.removeprefix(f'{ROOT}/') for job in jobs for line in job.result()})
    print('\n'.join(findings))
    print(f'{len(findings)} findings in {len(found)} sources')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
