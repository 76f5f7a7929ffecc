#!/usr/bin/env python3
"""Does what pages tell their readers to do, each page in a folder and a shell of its own, and compares what is printed.

    run_pages.py [--install BUILD] [--checkout [--built]] VESTA PAGE...

```console blocks are run, and ```LANGUAGE title="FILE" blocks become files. Ports that a page names at 127.0.0.1 become free ones.
With --install, BUILD is installed before, and found by CMake. With --checkout, pages begin in a clone of this repository; with --built,
they do without what begins with scripts/run, and take VESTA.
"""
import argparse
import contextlib
import os
import pathlib
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import page

PATIENCE = 120  # seconds; far more than any command takes, apart from one that builds
BUILDING = 3600
ROOT = pathlib.Path(__file__).parents[2]


def free_ports(count):
    """Below those that the system gives to clients, so that none takes one before its server starts."""
    found, port = [], 20000 + os.getpid() * 37 % 10000
    while len(found) < count:
        port += 1
        with contextlib.suppress(OSError), socket.create_server(('127.0.0.1', port)):
            found.append(port)
    return found


class Shell:
    """One bash, as a reader's terminal is one."""
    MARK = '---end-of-command---'

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(['bash', '--noprofile', '--norc'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, cwd=folder, env=environment, start_new_session=True)
        self.run('set -m')

    def run(self, command):
        """What it prints, and its exit code."""
        self.process.stdin.write(f'{{ {command}\n}} </dev/null\necho "{self.MARK}$?"\n'.encode())
        self.process.stdin.flush()
        output, end = b'', time.monotonic() + (BUILDING if command.startswith('scripts/run') else PATIENCE)
        while self.MARK.encode() not in output or not output.endswith(b'\n'):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            more = os.read(self.process.stdout.fileno(), 65536) if ready else b''
            if not more:
                return output.decode(errors='replace'), 'no end'
            output += more
        text, _, code = output.decode(errors='replace').rpartition(self.MARK)
        return text, int(code)

    def children(self):
        """Everything that was started in this terminal and still runs."""
        for stat in pathlib.Path('/proc').glob('[0-9]*/stat'):
            try:
                fields = stat.read_text(encoding='utf-8', errors='replace').rpartition(')')[2].split()
            except OSError:
                continue
            if int(fields[3]) == self.process.pid and fields[0] != 'Z' and int(stat.parent.name) != self.process.pid:
                yield int(stat.parent.name)

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            until = time.monotonic() + 20
            for child in list(self.children()):
                os.kill(child, number)
            while list(self.children()) and time.monotonic() < until:
                time.sleep(0.05)
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def environment(program, folder, prefix):
    values = {name: value for name, value in os.environ.items() if not name.startswith('VESTA_')}
    values['TMPDIR'] = f'{folder}/tmp'  # a MariaDB that starts clears it, also of files that another one uses
    pathlib.Path(values['TMPDIR']).mkdir(exist_ok=True)
    found = f'{prefix}/bin' if prefix else os.path.dirname(program)
    values.update(PATH=f'{found}:{values["PATH"]}', TZ='UTC', LC_ALL='C.UTF-8', HOME=folder, USER=values.get('USER', 'root'),
                  VESTA_HOST_DIR=f'{folder}/host', VESTA_CHECKOUT=str(ROOT))
    if os.geteuid() == 0 and not shutil.which('sudo'):
        pathlib.Path(folder, 'bin').mkdir()
        pathlib.Path(folder, 'bin/sudo').write_text('#!/bin/sh\nexec "$@"\n', encoding='utf-8')
        pathlib.Path(folder, 'bin/sudo').chmod(0o755)
        values['PATH'] = f'{folder}/bin:{values["PATH"]}'
    return {**values, 'CMAKE_PREFIX_PATH': prefix} if prefix else values


def cloned(folder):
    subprocess.run(['git', 'clone', '--quiet', ROOT, f'{folder}/vesta'], check=True)
    return f'{folder}/vesta'


def follow(path, program, prefix, told):
    """How many commands of the page were run, or None where one did not do what the page says."""
    markdown = page.with_ports(pathlib.Path(path).read_text(encoding='utf-8'), free_ports)
    ran = 0
    with tempfile.TemporaryDirectory(prefix='vesta-page-', ignore_cleanup_errors=True) as folder:
        shell = Shell(cloned(folder) if told.checkout else folder, environment(program, folder, prefix))
        try:
            for step in page.steps(markdown):
                if isinstance(step, page.File):
                    shell.run(f"cat >{shlex.quote(step.path)} <<'---end-of-file---'\n{step.text}---end-of-file---")
                    continue
                if told.built and step.text.startswith('scripts/run'):
                    continue
                ran += 1
                output, code = shell.run(step.text)
                if code != 0 or not step.fits(output):
                    for log in sorted(pathlib.Path(folder).rglob('*.log')):
                        print(f'{log.name}: {log.read_text(errors="replace")[-1500:]}')
                    print(f'{path}:\n$ {step.text}\nprints (and ends with {code})\n{output}\nThe page says\n' + '\n'.join(step.expected))
                    return None
        finally:
            shell.end()
    return ran


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--install')
    parser.add_argument('--checkout', action='store_true')
    parser.add_argument('--built', action='store_true')
    parser.add_argument('program')
    parser.add_argument('pages', nargs='+')
    told = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix='vesta-prefix-') as prefix:
        if told.install:
            subprocess.run(['cmake', '--install', told.install, '--prefix', prefix], stdout=subprocess.DEVNULL, check=True)
        for path in told.pages:
            begun = time.monotonic()
            ran = follow(path, os.path.abspath(told.program), prefix if told.install else None, told)
            failed += not ran
            print(f'{path}: {ran or "FAILED, none or not all"} commands, {time.monotonic() - begun:.1f} s', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
