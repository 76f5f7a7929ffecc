#!/usr/bin/env python3
"""The repository check has to fail where a rule is broken: each test plants one violation in a small repository that is
otherwise right."""
import pathlib
import subprocess
import tempfile
import unittest

import check
import classes
import functions

HEADER = '#pragma once\n\n#include <vector>\n'
RIGHT = {
    'CMakeLists.txt': 'add_subdirectory(vesta-core)\nadd_subdirectory(vesta-rest)\nadd_subdirectory(vesta-rpc)\n'
                      'add_subdirectory(tests)\n',
    'vesta-core/README.md': 'What an ID is. May never enter: Boost.\n',
    'vesta-core/CMakeLists.txt': 'vesta_library(core SOURCES src/id.cpp)\nadd_subdirectory(providers/file)\n',
    'vesta-core/include/vesta/id/id.hpp': HEADER,
    'vesta-core/src/id.cpp': '#include "plan.hpp"\n#include <pthread.h>\n#include <vesta/id/id.hpp>\n\nint f() {\n}\n',
    'vesta-core/src/plan.hpp': HEADER,
    'vesta-core/providers/file/README.md': 'Files. May never enter: SQL.\n',
    'vesta-core/providers/file/CMakeLists.txt': 'vesta_library(provider_file SOURCES src/f.cpp)\n',
    'vesta-core/providers/file/include/vesta/file/marks.hpp': HEADER,
    'vesta-core/providers/file/src/f.cpp': '#include <vesta/id/id.hpp>\n#include <zlib.h>\n',
    'vesta-rest/README.md': 'HTTP. May never enter: RESP.\n',
    'vesta-rest/CMakeLists.txt': '',
    'vesta-rest/include/vesta/rest/server.hpp': '#include <vesta/id/id.hpp>\n',
    'vesta-rpc/README.md': 'RESP. May never enter: HTTP.\n',
    'vesta-rpc/CMakeLists.txt': '',
    'vesta-rpc/server/include/vesta/rpc/server.hpp': '#include <vector>\n#include <vesta/id/id.hpp>\n',
    'tests/README.md': 'Tests.\n',
    'tests/CMakeLists.txt': 'add_subdirectory(unit)\n',
    'tests/unit/CMakeLists.txt': 'vesta_test(unit SOURCES core/id_test.cpp)\n',
    'tests/unit/core/id_test.cpp': '#include <vesta/id/id.hpp>\n#include <vesta/rest/server.hpp>\n',
}


def violations(planted=None, removed=()):
    """What the check says of the right repository with these changes."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        subprocess.run(['git', 'init', '-q', root], check=True)
        for path, text in {**RIGHT, **(planted or {})}.items():
            if path in removed:
                continue
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return check.violations(root)


class Repository(unittest.TestCase):
    def assert_found(self, expected, planted=None, removed=()):
        found = violations(planted, removed)
        self.assertEqual(found, [expected])

    def test_one_that_is_right_has_nothing_to_complain_of(self):
        self.assertEqual(violations(), [])

    def test_a_long_file_is_found(self):
        for path in ('vesta-core/src/long.cpp', 'tests/unit/long.py', 'cmake/long.cmake'):
            self.assert_found(f'{path}: 301 lines; 300 are allowed', {path: '// x\n' * 301})
        script = {'scripts/README.md': 'Scripts.\n', 'scripts/long': '#!/bin/sh\n' + ':\n' * 300}
        self.assert_found('scripts/long: 301 lines; 300 are allowed', script)

    def test_a_long_text_is_fine(self):
        self.assertEqual(violations({'docs/long.md': 'x\n' * 1000, 'vesta-core/src/just.cpp': '// x\n' * 300}), [])

    def test_a_link_that_leads_nowhere_is_found(self):
        self.assert_found('docs/a.md: links to b.md, which is not there', {'docs/a.md': '# A\n[b](b.md)\n'})
        self.assert_found('docs/a.md: links to b.md#c, which has no such heading',
                          {'docs/a.md': '[b](b.md#c)\n', 'docs/b.md': '# B\n```\n# C\n```\n'})
        self.assertEqual(violations({'docs/a.md': '[b](b.md#ab-c), [here](#d), `[no](link)`, [c](../vesta-core)\n## D\n',
                                     'docs/b.md': '## `AB`: c?\n'}), [])

    def test_a_long_function_is_found(self):
        text = 'namespace a {\n\nint f() {\n' + '    g();\n' * 49 + '}\n}\n'
        self.assert_found('vesta-core/src/f.cpp:3: a function of 51 lines; 50 are allowed',
                          {'vesta-core/src/f.cpp': text})
        self.assertEqual(violations({'vesta-core/src/f.cpp': text.replace('    g();\n', '', 1)}), [])

    def test_a_class_that_does_too_much_is_found(self):
        functions_of = ''.join(f'    int f{i}(int a = 1) const;\n' for i in range(33))
        self.assert_found('vesta-core/src/f.hpp:1: a declares 33 functions; 32 are allowed',
                          {'vesta-core/src/f.hpp': f'class a {{\n{functions_of}}};\n'})
        members = ''.join(f'    int m{i}_ = 0;\n' for i in range(19))
        self.assert_found('vesta-core/src/f.hpp:1: a has 19 data members; 18 are allowed',
                          {'vesta-core/src/f.hpp': f'struct a {{\n{members}}};\n'})

    def test_a_public_header_that_leaves_out_what_it_uses_is_found(self):
        path = 'vesta-core/include/vesta/id/new.hpp'
        self.assert_found(f'{path}: uses std::string without including <string>',
                          {path: '#include <vesta/id/id.hpp>\nstd::string f(std::vector<int>);\n'})  # id.hpp includes <vector>
        self.assert_found(f'{path}: uses std::valarray, and tests/repository/includes.py does not say which header declares it',
                          {path: '#include <valarray>\nstd::valarray<int> f();\n'})
        self.assertEqual(violations({path: '#include <string_view>\n/// std::string, "std::list"\nstd::size_t f(std::string_view);\n',
                                     'vesta-core/src/plan.hpp': 'std::string f();\n'}), [])

    def test_a_test_that_is_not_registered_is_found(self):
        self.assert_found('tests/unit/core/new_test.cpp: no CMakeLists.txt names it, so it never runs',
                          {'tests/unit/core/new_test.cpp': ''})
        self.assert_found('tests/unit/core/d_test.cpp: no CMakeLists.txt names it, so it never runs',
                          {'tests/unit/core/d_test.cpp': ''})  # though id_test.cpp is named
        self.assert_found('tests/fuzz/id_fuzz.cpp: no CMakeLists.txt names it, so it never runs',
                          {'tests/fuzz/id_fuzz.cpp': ''})

    def test_a_folder_that_nobody_adds_is_found(self):
        self.assert_found('tests/stress/CMakeLists.txt: no CMakeLists.txt above adds it',
                          {'tests/stress/CMakeLists.txt': ''})

    def test_a_room_without_a_page_is_found(self):
        self.assert_found('vesta-rest: has no README.md', removed=['vesta-rest/README.md'])
        self.assert_found('vesta-core/providers/file: has no README.md',
                          removed=['vesta-core/providers/file/README.md'])
        self.assert_found('vesta-rest/README.md: 61 lines; a page has 60',
                          {'vesta-rest/README.md': 'May never enter: x\n' * 61})
        self.assert_found('vesta-rest/README.md: does not say what may never enter', {'vesta-rest/README.md': 'HTTP.\n'})

    def test_white_space_is_found(self):
        path = 'vesta-core/src/plan.hpp'
        self.assert_found(f'{path}:1: a tab', {path: 'int\ta;\n'})
        self.assert_found(f'{path}:2: space at the end of the line', {path: '\nint a; \n'})
        self.assert_found(f'{path}: no end of line at the end', {path: 'int a;'})

    def test_a_generated_file_is_found(self):
        for path in ('build/dev/a.txt', 'tests/unit/x.pyc', 'compile_commands.json', 'vesta-core/src/a.o', 'x.orig'):
            self.assert_found(f'{path}: is generated, and does not belong into the repository', {path: 'x\n'})


class Classes(unittest.TestCase):
    def assert_counts(self, text, *expected):
        self.assertEqual([each[:1] + each[2:] for each in classes.classes(text)], list(expected))

    def test_are_found_with_what_they_declare(self):
        self.assert_counts('class a final : public b<int> {\n  public:\n    a(int x) : x_{x} { f(); }\n    int f();\n'
                           '  private:\n    int x_{3};\n    std::vector<int> y_;\n};\n', ('a', 2, 2))
        self.assert_counts('template <class T>\nstruct a {\n    template <class U> void f(U&&) { g(); }\n'
                           '    T operator()(int) const;\n    std::function<void(int)> then = {};\n};\n', ('a', 2, 1))

    def test_do_not_count_names_nor_what_is_only_allowed(self):
        self.assert_counts('class a {\n    using b = c(int);\n    friend void d(a&);\n    enum class e { f, g };\n'
                           '    a(const a&) = delete;\n    ~a() = default;\n    bool h = false, i = false;\n};\n', ('a', 0, 1))

    def test_count_operators_as_functions_and_constants_as_nothing(self):
        self.assert_counts('class a {\n    a& operator=(const a&) = delete;\n    bool operator==(const a&) const;\n'
                           '    static constexpr int b = 3;\n    static int c;\n};\n', ('a', 1, 1))

    def test_within_others_are_counted_apart(self):
        self.assert_counts('class a {\n    struct b {\n        int c;\n        int d;\n    };\n    b e;\n};\n', ('a', 0, 1), ('b', 0, 2))

    def test_enumerations_and_functions_are_none(self):
        self.assert_counts('enum class a { b };\nstruct c f(struct d e) {\n}\nclass g;\n')


class Functions(unittest.TestCase):
    def assert_lines(self, text, expected):
        self.assertEqual(functions.functions(text), expected)

    def test_are_found_by_their_bodies(self):
        self.assert_lines('int a() {\n}\nint b(int x) const noexcept override {\n}\n', [(1, 2), (3, 4)])
        self.assert_lines('auto c()\n    -> std::vector<int> {\n}\n', [(1, 3)])
        self.assert_lines('template <class T>\nT d() {\n}\n', [(1, 3)])
        self.assert_lines('class a {\n  public:\n    void f() {\n    }\n};\n', [(3, 4)])
        self.assert_lines('extern "C" {\nvoid f() {\n}\n}\n', [(2, 3)])

    def test_begin_at_their_head_and_include_what_they_initialise(self):
        self.assert_lines('a::a(int x)\n    : x_{x}, y_(2),\n      z_{{1}} {\n    f();\n}\n', [(1, 5)])

    def test_contain_their_blocks_and_lambdas(self):
        self.assert_lines('int f() {\n    if (x) {\n    }\n    g([] {\n    });\n}\nint h() {\n}\n', [(1, 6), (7, 8)])

    def test_are_not_seen_in_values_comments_and_strings(self):
        self.assert_lines('constexpr int a[]{\n    f(1),\n};\nstruct b {\n    int x{0};\n};\nenum class c { d };\n', [])
        self.assert_lines('// int f() {\n/* {\n*/\nconst char* s = "{";\nchar c = \'{\';\nint n = 1\'000;\n', [])
        self.assert_lines('auto s = R"x(int f() {\n)x";\n#define A() {\nint g() {\n}\n', [(4, 5)])


if __name__ == '__main__':
    unittest.main()
