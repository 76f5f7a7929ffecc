#!/usr/bin/env python3
"""The kernel of uniqueness as one header: it stands alone, by both compilers and in two source files, and makes no ID twice.

The arguments are the compilers. What is compiled with it (ids.cpp) is also an example: a mark in a file.
"""
import fcntl
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE.parents[2] / "scripts/single-header"
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-pthread"]
TIMEOUT = 240  # for a compiler on a busy machine
THREADS, IDS = 4, 2000
COMPILERS = []


class Kernel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-kernel-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.header = cls.folder / "vesta_kernel.hpp"
        subprocess.run([sys.executable, "-B", SCRIPT, cls.header], check=True, timeout=TIMEOUT)

    def program(self, compiler):
        """Of two source files, with nothing of Vesta's but the header."""
        to = self.folder / pathlib.Path(compiler).name
        if to.exists():
            return to
        made = subprocess.run([compiler, *FLAGS, "-I", self.folder, HERE / "ids.cpp", HERE / "other.cpp", "-o", to],
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        return to

    def ids(self, program, state, *crash):
        state.mkdir(exist_ok=True)
        ran = subprocess.run([program, state, str(THREADS), str(IDS), *crash], capture_output=True, text=True, timeout=TIMEOUT,
                             check=True)
        made = [int(line) for line in ran.stdout.split()]
        self.assertEqual(len(made), THREADS * (IDS + 1))
        return made

    def test_it_needs_nothing_of_vesta(self):
        text = self.header.read_text(encoding="utf-8")
        self.assertNotIn("#include <vesta", text)
        self.assertNotIn('#include "', text)

    def test_no_id_comes_twice_on_several_threads_after_a_stop_and_after_a_crash(self):
        self.assertTrue(COMPILERS)
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                program = self.program(compiler)
                state = self.folder / (program.name + ".state")
                made = self.ids(program, state)
                made += self.ids(program, state, "crash")
                crashed = len(made)
                made += self.ids(program, state)
                self.assertEqual(len(set(made)), len(made))
                self.assertGreater(min(made[crashed:]), max(made[:crashed]), "the next owner starts at the mark")

    def test_marks_cover_what_was_made_and_one_owner_has_them(self):
        program = self.program(COMPILERS[0])
        state = self.folder / "crashed"
        made = self.ids(program, state, "crash")
        times = [each // 2**20 % 2**40 + 1_420_041_600_000 for each in made]
        self.assertGreater(int((state / "mark").read_text()), max(times))
        with open(state / "lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            refused = subprocess.run([program, state, "1", "1"], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("is in use", refused.stderr)


def main():
    while len(sys.argv) > 1 and not sys.argv[-1].startswith("-"):
        COMPILERS.append(sys.argv.pop())
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
