"""A fleet of another program that is to be moved, and the shell of an operator who does as `vesta migrate plan` says."""
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "segment"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

import program


def now_ms():
    return time.time_ns() // 1_000_000


def told(what):
    return os.environ["VESTA_TEST_MARIADB_" + what]


class Moving(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.environment["PATH"] = os.path.dirname(program.PROGRAM) + ":" + self.environment["PATH"]
        self.environment.update(LEAF_JDBC_PASSWORD=told("PASSWORD"), VESTA_DB_PASSWORD=told("PASSWORD"),
                                TINYID_PRIMARY_PASSWORD=told("PASSWORD"), TINYID_SECONDARY_PASSWORD=told("PASSWORD"))
        self.addCleanup(self.end_servers)

    def end_servers(self):
        for folder, _, files in os.walk(self.folder):
            if "vesta.pid" in files:
                with open(os.path.join(folder, "vesta.pid"), encoding="utf-8") as file:
                    try:
                        os.kill(int(file.read()), 9)
                    except ProcessLookupError:
                        pass

    def plan(self, *words):
        ran = self.run_vesta("migrate", "plan", "--json", *words, config=None)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        return json.loads(ran.stdout)

    def refused(self, words, *command, code=1):
        ran = self.run_vesta("migrate", "plan", *command, config=None)
        self.assert_refused(code, words, ran)
        return ran.stdout

    def shell(self, folder, command):
        """What it prints, typed in the node's folder."""
        with open(self.path("typed"), "w+", encoding="utf-8") as typed:
            ran = subprocess.run(["bash", "-c", command], cwd=self.path(folder), env=self.environment, stdin=subprocess.DEVNULL,
                                 stdout=typed, stderr=subprocess.STDOUT, timeout=program.TIMEOUT, check=False)
            typed.seek(0)
            output = typed.read()
        log = self.path(folder, "vesta.log")
        shown = self.read(log) if os.path.exists(log) else ""
        self.assertEqual(ran.returncode, 0, f"{command}\n{output}\n{shown}")
        return output

    def follow(self, steps, by_hand):
        """Does each step; `by_hand(node, words)` does those without a command. What the last command of each node printed."""
        printed = {}
        for step in steps:
            if "command" in step:
                printed.setdefault(step["node"], []).append(self.shell(step["folder"], step["command"]).strip())
            else:
                by_hand(step["node"], step["does"])
        return printed
