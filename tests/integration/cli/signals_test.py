#!/usr/bin/env python3
"""What `vesta serve` does with each signal: none ends it that means nothing to it. docs/operating.md has the table."""
import resource
import signal

import program

SETTINGS = program.SETTINGS + "rest: { listen: 127.0.0.1:0 }\nrpc: { listen: 127.0.0.1:0 }\n"
MEANINGLESS = ["SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGPOLL", "SIGPWR", "SIGSTKFLT"]
SAID_NOTHING_OF = ["SIGPIPE", "SIGXFSZ", "SIGCHLD", "SIGURG", "SIGWINCH"]


class Signals(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)
        self.process, self.rest, _ = self.serve()

    def send(self, name):
        self.process.send_signal(getattr(signal, name))

    def next_line(self):
        return self.process.stderr.readline().decode()

    def assert_serves_and_ends_in_order(self):
        self.assertEqual(self.get(self.rest, "/genid")[0], 200)
        self.send("SIGTERM")
        _, said = self.process.communicate(timeout=program.TIMEOUT)
        self.assertEqual(self.process.returncode, 0, said)
        return said.decode()

    def test_those_that_mean_nothing_are_ignored_and_told_of_once(self):
        for name in [*MEANINGLESS, "SIGRTMIN", "SIGRTMAX"]:
            self.send(name)
            line = self.next_line()
            number = int(getattr(signal, name))
            self.assertRegex(line, rf" info ignoring (signal {number}|{name}), now and later: it means nothing here$", name)
        for name in [*MEANINGLESS, "SIGRTMIN", "SIGRTMAX"]:
            self.send(name)
        self.assertNotIn("means nothing", self.assert_serves_and_ends_in_order())

    def test_those_that_its_own_writes_and_children_cause_are_not_even_told_of(self):
        for name in SAID_NOTHING_OF:
            self.send(name)
        self.send("SIGUSR2")
        self.assertIn("SIGUSR2", self.next_line())
        self.assert_serves_and_ends_in_order()

    def test_usr1_opens_the_logs_again_as_often_as_it_comes(self):
        for _ in range(2):
            self.send("SIGUSR1")
            self.assertIn("SIGUSR1: the log files were opened again", self.next_line())
        self.assert_serves_and_ends_in_order()

    def test_hangup_reads_the_files_again_as_often_as_it_comes(self):
        for _ in range(2):
            self.send("SIGHUP")
            self.assertIn("SIGHUP: ", self.next_line())
        self.assert_serves_and_ends_in_order()

    def test_a_stopped_one_goes_on(self):
        self.send("SIGTSTP")
        self.send("SIGCONT")
        self.assert_serves_and_ends_in_order()

    def test_quit_ends_it_at_once_as_the_system_does(self):
        resource.prlimit(self.process.pid, resource.RLIMIT_CORE, (0, 0))
        self.send("SIGQUIT")
        self.assertEqual(self.process.wait(program.TIMEOUT), -signal.SIGQUIT)


if __name__ == "__main__":
    program.main()
