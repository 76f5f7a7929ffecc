"""A worker's own copy of the sources and its own build folder, in which one mutation at a time is built and tested."""
import filecmp
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import time

import rooms

HERE = pathlib.Path(__file__).resolve().parent
COMPILER = 'clang++-19'  # with a header compiled before, it needs a second for what g++ needs two for
MODE = ['-std=c++20', '-O0', '-w', '-fPIC', '-fvisibility=hidden', '-fvisibility-inlines-hidden']
MEMORY = 4 << 30  # a mutation may well ask for all there is
SHORTEST_LIMIT = 20  # seconds
# The long tests in their shortest forms: what they find, they find early.
SHORTENED = {'VESTA_SIM_SEEDS': '150', 'VESTA_STRESS_IDS': '100000', 'VESTA_SHORT_LIVED': '40'}


class Trouble(Exception):
    """The sources as they are do not build, or their tests fail: nothing can be said about mutations of them."""


def run(command, seconds, **how):
    """(exit code, output); None for a code where it took too long. Ends whatever it started."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                               errors='replace', start_new_session=True, **how)
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        return None, 'no end'
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)  # its own session: nobody else's processes are in it
        except ProcessLookupError:
            pass
        process.communicate()


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Workshop:
    """One tree and one build of it."""

    def __init__(self, root, folder, filters=None, common=None):
        self.root, self.folder = root, folder
        self.source, self.build, self.scratch = folder / 'source', folder / 'build', folder / 'scratch'
        self.filters = rooms.FILTERS if filters is None else filters
        self.common = (HERE / 'common.hpp').read_text() if common is None else common
        self.limits = {}  # seconds that a program may take
        self.known = set()

    def sync(self):
        """Makes the tree what the checkout is now. What did not change is not touched, so that it is not built again."""
        listed = subprocess.run(['git', '-C', self.root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                                check=True, capture_output=True, text=True).stdout
        wanted = {path for path in listed.split('\0') if path and (self.root / path).is_file()}
        for path in wanted:
            here, there = self.source / path, self.root / path
            if not here.is_file() or not filecmp.cmp(here, there, shallow=False):
                here.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(there, here)
                shutil.copymode(there, here)
        for here in [each for each in self.source.rglob('*') if each.is_file()]:
            if str(here.relative_to(self.source)) not in wanted:
                here.unlink()

    def configure(self):
        """Sets the build up, with the headers that nearly everything includes compiled once."""
        header = self.folder / 'common.hpp'
        compiled = header.with_suffix('.hpp.pch')
        if not compiled.exists() or header.read_text() != self.common:
            self.folder.mkdir(parents=True, exist_ok=True)
            header.write_text(self.common)
            self.must([COMPILER, *MODE, '-x', 'c++-header', header, '-o', compiled])
            shutil.rmtree(self.build, ignore_errors=True)
        flags = ' '.join([*(each for each in MODE if each != '-std=c++20'), f'-include {header}'])
        self.must(['cmake', '-S', self.source, '-B', self.build, '-G', 'Ninja', f'-DCMAKE_CXX_COMPILER={COMPILER}',
                   '-DCMAKE_C_COMPILER=clang-19', f'-DVESTA_MUTATION_FLAGS={flags}', '-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold',
                   f'-DCMAKE_PROJECT_INCLUDE={HERE / "build.cmake"}', '-DVESTA_CCACHE=OFF', '-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON', '-DVESTA_BUILD_TESTS=ON'])
        listed = self.must(['ninja', '-C', self.build, '-t', 'targets', 'all'])
        self.known = {line.split(':')[0].removeprefix('bin/') for line in listed.splitlines() if line.startswith('bin/')}

    def must(self, command):
        code, output = run([str(each) for each in command], 3600)
        if code != 0:
            raise Trouble(f'{" ".join(map(str, command[:4]))} ... failed:\n{output[-4000:]}')
        return output

    def prepare(self, programs):
        """Builds the programs from the sources as they are, and sees how long each takes. All of them must succeed."""
        present = [each for each in programs if each in self.known]
        self.must(['ninja', '-C', self.build, '-j1', *(f'bin/{each}' for each in present)])
        took = {}
        for each in present:
            began = time.monotonic()
            code, output = self.test(each, 600)
            if code != 0:
                raise Trouble(f'{each} fails as it is:\n{output[-4000:]}')
            took[each] = time.monotonic() - began
        return took

    def build_one(self, program):
        return run(['ninja', '-C', str(self.build), '-j1', f'bin/{program}'], 900)

    def test(self, program, seconds):
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        command = [str(self.build / 'bin' / program), '--gtest_fail_fast', '--gtest_brief=1']
        if program in self.filters:
            command.append(f'--gtest_filter={self.filters[program]}')
        own = {**os.environ, 'TMPDIR': str(self.scratch), 'VESTA_TEST_FOLDER': str(self.scratch), 'VESTA_HOST_DIR': str(self.scratch / 'host'),
               **SHORTENED}
        return run(command, seconds, cwd=self.scratch, env=own, preexec_fn=limited)

    def judge(self, mutation, programs):
        """(verdict, by): found, by which test; survived; or not compiled."""
        path = self.source / mutation.path
        original = path.read_text()
        path.write_text(mutation.applied_to(original))
        try:
            for each in programs:
                code, output = self.build_one(each)
                if code != 0:
                    return ('hangs', 'the compiler') if code is None else ('not compiled', first_error(output))
                code, output = self.test(each, max(SHORTEST_LIMIT, 6 * self.limits[each]))
                if code != 0:
                    return 'found', failing(each, code, output)
            return 'survived', ''
        finally:
            path.write_text(original)


def first_error(output):
    return next((line for line in output.splitlines() if 'error:' in line), output[-200:])[:200]


def failing(program, code, output):
    """Which test it was, as well as can be said."""
    if code is None:
        return f'{program}: no end'
    named = [line.split(']')[1].strip() for line in output.splitlines() if line.startswith('[  FAILED  ]')]
    if named:
        return f'{program}: {named[0].split(" (")[0].split(", where")[0]}'
    return f'{program}: ended with {code}'
