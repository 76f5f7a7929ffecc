#!/usr/bin/env python3
"""Runs clang-tidy over the product's sources: tidy.py BUILD [PATH...], where BUILD has the compile commands of clang.

Most of its time goes into headers that every source includes. So they are checked as the build compiles them, several together
(CMAKE_UNITY_BUILD). Ends with 1 where it found something."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FINDING = re.compile(r'^(?:([^\s:]+:\d+:\d+): )?(?:warning|error): (.*)$', re.MULTILINE)
INCLUDED = re.compile(r'^#include "(.*)"$', re.MULTILINE)


def sources_of(compiled):
    """The product's sources that the compiler reads as this file."""
    together = compiled.parent.name == 'Unity'
    paths = [pathlib.Path(each) for each in INCLUDED.findall(compiled.read_text())] if together else [compiled]
    return [each for each in paths if each.suffix == '.cpp' and each.is_relative_to(ROOT) and
            each.relative_to(ROOT).parts[0].startswith('vesta-')]


def tidy(build, compiled):
    """The findings in what is compiled as this file."""
    done = subprocess.run(['clang-tidy-19', '--quiet', f'--config-file={ROOT / ".clang-tidy"}', '--checks=-bugprone-suspicious-include',
                           '-p', build, compiled], capture_output=True, text=True, check=False)
    return [f'{place or compiled}: {words}' for place, words in FINDING.findall(done.stdout)]


def main(arguments):
    build = pathlib.Path(arguments[0]).resolve()
    wanted = [pathlib.Path(each).resolve() for each in arguments[1:]] or [ROOT]
    compiled = {pathlib.Path(each['file']) for each in json.loads((build / 'compile_commands.json').read_text())}
    found = {path: sources_of(path) for path in compiled}
    found = {path: sources for path, sources in found.items()
             if any(each.is_relative_to(folder) for each in sources for folder in wanted)}
    if not found:
        sys.exit('tidy.py: no sources of the product in the compile commands')
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # The longest first, so that none is waited for at the end.
        longest_first = sorted(found, key=lambda path: (-len(found[path]), path))
        findings = sorted({line.removeprefix(f'{ROOT}/') for lines in pool.map(lambda path: tidy(build, path), longest_first) for line in lines})
    print('\n'.join(findings))
    print(f'{len(findings)} findings in {len(set().union(*found.values()))} sources')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
