#!/usr/bin/env python3
"""run_pages.py has to fail where a page is wrong: each test plants a page."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import page
import run_pages


def outcome(markdown):
    """The exit code, and what was told."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'page.md')
        path.write_text(markdown, encoding='utf-8')
        sys.argv = ['run_pages.py', '/bin/true', str(path)]
        with contextlib.redirect_stdout(io.StringIO()) as told:
            return run_pages.main(), told.getvalue()


class Pages(unittest.TestCase):
    def test_what_a_page_shows_is_compared(self):
        self.assertEqual(outcome('```console\n$ echo a; echo b\na\nb\n```\n')[0], 0)
        self.assertEqual(outcome('```console\n$ echo a; echo b\na\n...\n```\n')[0], 0)
        for shown in ('a\n', 'a\nc\n', 'b\n...\n', 'a\nb\nc\n'):
            self.assertEqual(outcome(f'```console\n$ echo a; echo b\n{shown}```\n')[0], 1, shown)

    def test_ids_and_instants_may_differ_and_short_numbers_may_not(self):
        self.assertEqual(outcome('```console\n$ echo 7310928209094115329 2026-11-20T22:02:58.552Z\n'
                                 '1234567890123456789 2020-01-01T00:00:00Z\n```\n')[0], 0)
        self.assertEqual(outcome('```console\n$ echo 1001\n1000\n```\n')[0], 1)

    def test_a_command_that_fails_is_found(self):
        self.assertEqual(outcome('```console\n$ false\n```\n')[0], 1)
        self.assertEqual(outcome('```console\n$ exit 0\n```\n')[0], 1)

    def test_files_folders_and_variables_stay(self):
        self.assertEqual(outcome('```yaml title="a.yaml"\na: 1\n```\n```console\n$ mkdir b && cd b && x=2\n$ cat ../a.yaml; \\\n'
                                 '    echo $x\na: 1\n2\n```\n')[0], 0)

    def test_what_a_page_leaves_running_is_ended(self):
        code, told = outcome('```console\n$ sleep 1000 &\n$ kill -0 $!\n```\n')
        self.assertEqual(code, 0, told)
        self.assertIn('2 commands', told)

    def test_a_page_without_commands_is_wrong(self):
        self.assertEqual(outcome('# A\n')[0], 1)

    def test_commands_that_would_not_be_run_are_refused(self):
        with self.assertRaises(ValueError):
            outcome('```sh\nrm a\n```\n')

    def test_ports_become_free_ones_everywhere(self):
        moved = page.with_ports('127.0.0.1:8080 port: 3307 sed s/8080/x/ 18080', lambda count: [40000 + n for n in range(count)])
        self.assertEqual(moved, '127.0.0.1:40001 port: 40000 sed s/40001/x/ 18080')


if __name__ == '__main__':
    unittest.main()
