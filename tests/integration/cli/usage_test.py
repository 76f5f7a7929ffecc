#!/usr/bin/env python3
"""The command line: help, version, and one line for each mistake."""
import os

import program

COMMANDS = ("gen", "explain", "make", "time", "check", "serve")


class Usage(program.VestaTest):
    def test_help_names_every_command(self):
        shown = "\n".join(self.output("--help", config=None))
        for each in COMMANDS:
            self.assertIn(each, shown)

    def test_every_command_has_help_of_its_own(self):
        for each in COMMANDS:
            self.assertIn(f"vesta {each}", "\n".join(self.output(each, "--help", config=None)))

    def test_the_version_is_one_line(self):
        shown = self.output("--version", config=None)
        self.assertEqual(len(shown), 1)
        self.assertRegex(shown[0], r"^vesta \d+\.\d+\.\d+$")

    def test_mistakes_are_told_in_one_line(self):
        for words, message in (((), "which command? There are gen, explain"), (("bogus",), "bogus"),
                               (("gen", "--bogus"), "--bogus"), (("gen", "extra"), "extra"), (("explain",), "ID is required"),
                               (("gen", "-n"), "--count"), (("gen", "-n", "1", "-n", "2"), "--count"), (("serve", "now"), "now")):
            with self.subTest(words=words):
                self.assert_refused(2, message, self.run_vesta(*words))
        self.assertFalse(os.path.exists(self.path("var")))


if __name__ == "__main__":
    program.main()
