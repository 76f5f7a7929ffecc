#!/usr/bin/env python3
"""The driver has to notice tests that notice nothing: a small project is mutated, once with tests that look and once with some
that do not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / 'repository')]

import operators
import plan
import rooms
import workshop

LIBRARY = '''#include "least.hpp"

int least(int a, int b) {
    if (a < b) return a;
    return b; // a < b is not so
}
'''
PROJECT = {
    'least.hpp': '#pragma once\nint least(int a, int b);\n',
    'least.cpp': LIBRARY,
    'good.cpp': '#include "least.hpp"\nint main() { return least(1, 2) == 1 && least(2, 1) == 1 ? 0 : 1; }\n',
    'blind.cpp': '#include "least.hpp"\nint main() { least(1, 2); }\n',
    'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.25)\nproject(Small C CXX)\n'
                      'set(CMAKE_CXX_STANDARD 20)\nset(CMAKE_CXX_EXTENSIONS OFF)\nset(CMAKE_POSITION_INDEPENDENT_CODE ON)\n'
                      'set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)\nadd_library(least STATIC least.cpp)\n'
                      'foreach(each good blind)\nadd_executable(${each} ${each}.cpp)\n'
                      'target_link_libraries(${each} PRIVATE least)\nendforeach()\n',
}


def changes(code, path='vesta-core/src/id/layout.cpp'):
    return {each.after for each in operators.of_source(path, code)}


class ASmallProject(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(cls.folder.name) / 'root'
        root.mkdir()
        subprocess.run(['git', 'init', '-q', root], check=True)
        for path, text in PROJECT.items():
            (root / path).write_text(text)
        cls.shop = workshop.Workshop(root, pathlib.Path(cls.folder.name) / 'worker', filters={}, common='#include <cstdint>\n')
        cls.shop.sync()
        cls.shop.configure()
        cls.shop.limits = cls.shop.prepare(['blind', 'good', 'of another time'])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def verdict(self, text, instead, programs):
        at = LIBRARY.index(text)
        mutation = operators.make('least.cpp', LIBRARY, 'named', at, at + len(text), instead)
        verdict = self.shop.judge(mutation, programs)
        self.assertEqual((self.shop.source / 'least.cpp').read_text(), LIBRARY, 'the source is not put back')
        return verdict[0]

    def test_tests_that_look_find_a_mutation(self):
        self.assertEqual(self.verdict('a < b', 'a > b', ['blind', 'good']), 'found')

    def test_tests_that_do_not_look_find_none(self):
        self.assertEqual(self.verdict('a < b', 'a > b', ['blind']), 'survived')

    def test_what_does_not_compile_is_no_mutation(self):
        self.assertEqual(self.verdict('return a;', 'return c;', ['good']), 'not compiled')

    def test_what_does_not_end_is_found(self):
        self.shop.limits['blind'] = 0.1
        shortest, workshop.SHORTEST_LIMIT = workshop.SHORTEST_LIMIT, 2
        try:
            forever = 'for (volatile bool on = true; on;) {} if (a < b)'
            self.assertEqual(self.verdict('if (a < b)', forever, ['blind']), 'found')
        finally:
            workshop.SHORTEST_LIMIT = shortest

    def test_programs_that_are_not_there_yet_are_left_out(self):
        self.assertEqual(sorted(self.shop.limits), ['blind', 'good'])


class Operators(unittest.TestCase):
    def test_a_condition_is_turned_and_left_out_and_its_bounds_move(self):
        found = changes('int f(int a) {\n    if (a < 1) return 2;\n    return 3;\n}\n')
        self.assertEqual(found, {'if (!(a < 1)) return 2;', 'if (false) return 2;', 'if (a <= 1) return 2;'})

    def test_an_initialiser_stays(self):
        found = changes('int f() {\n    if (auto a = g(); !a) return 2;\n    return 3;\n}\n')
        self.assertEqual(found, {'if (auto a = g(); !(!a)) return 2;', 'if (auto a = g(); false) return 2;'})

    def test_statements_are_dropped_and_swapped(self):
        found = changes('void f() {\n    first_ = 1;\n    second_.store(2);\n}\n')
        self.assertEqual(found, {'static_cast<void>(0);', 'second_.store(2); | first_ = 1;'})

    def test_one_of_two_limits_goes(self):
        found = changes('int f(int a, int b) {\n    return std::max(a, b);\n}\n')
        self.assertEqual(found, {'return (a);', 'return (b);'})

    def test_orders_are_weakened(self):
        found = changes('int f() {\n    return word_.load(std::memory_order_acquire);\n}\n')
        self.assertEqual(found, {'return word_.load(std::memory_order_relaxed);'})

    def test_what_is_only_said_is_left_alone(self):
        self.assertEqual(changes('error f() {\n    return error{errc::a, "a < b && c" + std::to_string(d - 1)}; // a < b\n}\n'), set())
        self.assertEqual(changes('error g::explain_refusal(errc why) const {\n    if (why == errc::a) return b;\n    return c;\n}\n'), set())

    def test_conditions_of_sql_hold_always_and_keep_their_parameters(self):
        found = changes('int f() {\n    return execute("UPDATE t SET a = ? WHERE b = ? AND c = ?");\n}\n', 'vesta-core/providers/sql/src/x.cpp')
        self.assertEqual(found, {'return execute("UPDATE t SET a = ? WHERE ? IS NOT NULL AND c = ?");',
                                 'return execute("UPDATE t SET a = ? WHERE b = ? AND ? IS NOT NULL");'})

    def test_a_mutation_is_called_the_same_when_lines_move(self):
        code = 'int f(int a) {\n    if (a < 1) return 2;\n    return 3;\n}\n'
        before = {each.key for each in operators.of_source('a.cpp', code)}
        self.assertEqual(before, {each.key for each in operators.of_source('a.cpp', '// more\n\n' + code)})


class Plan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found, _, _ = plan.all_of(pathlib.Path(__file__).resolve().parent.parent.parent)

    def test_a_seed_takes_the_same_ones_and_another_seed_others(self):
        keys = [[each.key for each in plan.select(self.found, seed, 100)] for seed in (1, 1, 2)]
        self.assertEqual(keys[0], keys[1])
        self.assertNotEqual(keys[0], keys[2])

    def test_every_file_has_its_share(self):
        files = {each.path for each in self.found}
        self.assertEqual({each.path for each in plan.select(self.found, 1, 100)}, files)
        self.assertGreater(len(files), 40)

    def test_every_mutated_file_has_tests(self):
        for each in self.found:
            self.assertTrue(rooms.programs_for(each.path))


if __name__ == '__main__':
    unittest.main()
