#!/usr/bin/env python3
"""What shells complete, and the manual page: both are written from the program's own commands and options."""
import re
import shutil
import subprocess
import unittest

import program


def names_below(shown, heading):
    """The first words of the lines below a heading of the help."""
    _, _, below = shown.partition(heading + ":\n")
    return re.findall(r"^  (\S+)", below.split("\n\n")[0], re.MULTILINE)


class Described(program.VestaTest):
    def help_of(self, *words):
        return "\n".join(self.output(*words, "--help", config=None)) + "\n"

    def commands(self, *above):
        """Each command's words and its help, as the help itself names them."""
        shown = self.help_of(*above)
        yield above, shown
        for each in names_below(shown, "Subcommands"):
            yield from self.commands(*above, each)

    def told(self, *command):
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=program.TIMEOUT)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return ran.stdout.split()


class Completion(Described):
    def script(self, shell):
        self.write(shell, "\n".join(self.output("completion", shell, config=None)) + "\n")
        return self.path(shell)

    def bash(self, *words):
        """What is offered for the last word."""
        script = f'source {self.script("bash")}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vesta; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return self.told("bash", "-c", script, "bash", "vesta", *words)

    def test_bash_offers_each_command_and_option_of_the_help(self):
        for words, shown in self.commands():
            with self.subTest(words=words):
                options = re.findall(r"^  (?:-\w,)?(--[\w-]+)", shown, re.MULTILINE)
                offered = self.bash(*words, "")
                for each in names_below(shown, "Subcommands") + options:
                    self.assertIn(each, offered)

    def test_bash_offers_what_was_begun_only(self):
        self.assertEqual(self.bash("ma"), ["make", "machines", "manual"])
        self.assertEqual(self.bash("machines", "re"), ["release"])

    def test_bash_offers_the_choices_of_an_option(self):
        self.assertEqual(self.bash("gen", "--as", "base"), ["base32", "base58", "base62", "base32-check"])
        self.assertEqual(self.bash("completion", ""), ["-h", "--help", "bash", "zsh", "fish"])

    def test_bash_leaves_files_to_itself(self):
        self.assertEqual(self.bash("-c", ""), [])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_offers_the_same(self):
        shown = self.told("zsh", "-f", "-c", 'compdef() {}; _describe() { print -l ${${(P)2}%%:*} }\n'
                          f'source {self.script("zsh")}; words=(vesta machines ""); CURRENT=3; _vesta; '
                          'words=(vesta gen --as ""); CURRENT=4; _vesta')
        self.assertEqual(shown, ["list", "release", "-h", "--help", "--json", "decimal", "hex", "base32", "base58", "base62", "uuid",
                                 "base32-check", "typeid", "formatted"])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_offers_the_same(self):
        def fish(line):
            ran = self.told("fish", "--no-config", "-c", f"source {self.script('fish')}; complete -C '{line}' | string split -f 1 \\t")
            return sorted(ran)
        self.assertEqual(fish("vesta ma"), ["machines", "make", "manual"])
        self.assertEqual(fish("vesta machines "), ["list", "release"])
        self.assertEqual(fish("vesta gen --as "), ["base32", "base32-check", "base58", "base62", "decimal", "formatted", "hex", "typeid", "uuid"])

    def test_refuses_a_shell_it_does_not_know(self):
        self.assert_refused(2, "SHELL", self.run_vesta("completion", "tcsh"))


class Manual(Described):
    def test_the_manual_has_each_command_and_option_of_the_help(self):
        page = "\n".join(self.output("manual", config=None)).replace("\\-", "-")
        for words, shown in self.commands():
            if names_below(shown, "Subcommands"):
                continue
            section = page.partition(f".SS \\fBvesta {' '.join(words)}\\fR")[2].partition(".SS ")[0]
            for each in set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", shown, re.MULTILINE)) - {"--help"}:
                self.assertIn(f"\\fB{each}\\fR", section, words)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_the_manual_is_set_without_a_warning(self):
        self.write("vesta.1", "\n".join(self.output("manual", config=None)) + "\n")
        self.told("groff", "-man", "-Tutf8", "-ww", "-z", self.path("vesta.1"))


if __name__ == "__main__":
    program.main()
