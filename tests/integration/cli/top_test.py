#!/usr/bin/env python3
"""`vesta top`: a running server at a glance, on a terminal that is as before afterwards, and once for scripts."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import program

SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  segment: { kind: segment, store: main, auto-create: { step: 1000 } }
clock: { reserve-ahead: 1s }
rest: { listen: [127.0.0.1:0, unix:rest.sock] }
rpc: { listen: 127.0.0.1:0 }
"""
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"


class Terminal:
    """A pseudo-terminal with `vesta top` on it, and what it has written so far."""

    def __init__(self, test, *words, columns=200, lines=40, **environment):
        self.master, self.slave = pty.openpty()
        test.addCleanup(os.close, self.master)
        test.addCleanup(os.close, self.slave)
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self.slave)
        self.written = b""
        test.environment = {**test.environment, "TERM": "xterm", **environment}
        self.process = test.start_vesta("top", *words, config=None, stdin=self.slave, stdout=self.slave, stderr=self.slave,
                                        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, columns, lines):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, until, since=0):
        """Reads on until the pattern was written behind `since`; the text from there."""
        end = time.monotonic() + program.TIMEOUT
        while not re.search(until, self.written[since:], re.DOTALL):
            if time.monotonic() > end:
                raise AssertionError(f"{until} is not in {self.written[since:]}")
            if select.select([self.master], [], [], 1)[0]:
                self.written += os.read(self.master, 65536)
        return self.written[since:]

    def type(self, keys):
        os.write(self.master, keys)

    def mode(self):
        return termios.tcgetattr(self.slave)


class Top(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)

    def start(self):
        """A server with a tag in use; the words that name it."""
        process, rest, _ = self.serve()
        self.assertEqual(self.get(rest, "/api/segment/get/order")[2], b"1")
        return process, ("--remote", f"127.0.0.1:{rest}")

    def test_once_has_the_whole_view_without_a_terminal(self):
        _, remote = self.start()
        view = json.loads(self.output("top", *remote, "--json", config=None)[0])
        generators = {each["name"]: each for each in view["generators"]}
        self.assertEqual(set(generators), {"default", "segment"})
        self.assertTrue(generators["default"]["ready"])
        self.assertGreater(generators["default"]["daysLeft"], 1000)
        self.assertGreater(generators["default"]["reservationLeftMs"], 0)
        self.assertEqual([each["name"] for each in view["protocols"]], ["REST", "RPC"])
        self.assertEqual([(each["tag"], each["next"]) for each in view["tags"]], [("order", "2")])
        self.assertEqual(view["perSecond"], 0)
        shown = "\n".join(self.output("top", *remote, "--once", config=None))
        self.assertRegex(shown, r"(?s)^vesta top: 127.0.0.1:\d+, 0 IDs a second, .*GENERATOR.*default +vesta, min-granularity +ready"
                         r".*SERVER.*REST.*RPC.*TAG.*order")
        self.assertNotIn("\x1b", shown)

    def test_the_server_may_be_at_a_unix_socket_or_that_of_the_settings(self):
        self.start()
        self.assertIn("default", self.output("top", "--remote", "unix:" + self.path("rest.sock"), "--once", config=None)[3])
        self.write("here.yaml", SETTINGS.replace("127.0.0.1:0, unix", "unix"))
        self.assertIn("default", self.output("top", "--once", config="here.yaml")[3])

    def test_what_cannot_be_shown_is_told(self):
        self.assert_refused(2, "needs a terminal; --once", self.run_vesta("top", stdin=subprocess.DEVNULL))
        self.assert_refused(1, "does not answer", self.run_vesta("top", "--remote", "unix:nobody", "--once"))
        self.assert_refused(2, "neither a host and a port", self.run_vesta("top", "--remote", "here", "--once"))
        self.write("off.yaml", SETTINGS.replace("rest: { listen: [127.0.0.1:0, unix:rest.sock] }", "rest: { enabled: false }"))
        self.assert_refused(2, "rest.enabled is false", self.run_vesta("top", "--once", config="off.yaml"))

    def test_a_token_is_shown_where_one_is_asked_for(self):
        told = json.loads(self.output("token", "new", "watcher", "--json", config=None)[0])
        self.write("access.yaml", 'principals: { watcher: { tokens: ["%s"], may: [observe] } }\n' % told["entry"])
        self.write("vesta.yaml", SETTINGS + "security: { access-file: access.yaml }\n")
        _, rest, _ = self.serve()
        words = ("top", "--remote", f"127.0.0.1:{rest}", "--once")
        self.assert_refused(1, "$VESTA_TOKEN is the token that is shown", self.run_vesta(*words, config=None))
        self.environment["VESTA_TOKEN"] = told["token"]
        self.assertIn("default", self.output(*words, config=None)[3])

    def test_it_draws_anew_and_leaves_the_terminal_as_it_was(self):
        server, remote = self.start()
        screen = Terminal(self, *remote)
        first = screen.read(rb"TAG.*order")
        self.assertIn(ENTER, first)
        self.assertIn(b"\x1b[1m", first, "colours")
        self.assertFalse(screen.mode()[3] & (termios.ECHO | termios.ICANON))
        seen = len(screen.written)
        screen.read(rb"IDs a second.*IDs a second", seen)
        server.kill()
        screen.read(rb"does not answer.*default", len(screen.written))
        screen.type(b"xq")
        self.assertEqual(screen.process.wait(program.TIMEOUT), 0)
        screen.read(re.escape(LEAVE))
        self.assertEqual(screen.mode(), screen.before)

    def test_signals_end_it_and_leave_the_terminal_as_it_was(self):
        _, remote = self.start()
        for end, ended in ((lambda screen: screen.type(b"\x03"), signal.SIGINT),
                           (lambda screen: screen.process.send_signal(signal.SIGTERM), signal.SIGTERM)):
            screen = Terminal(self, *remote)
            screen.read(rb"GENERATOR")
            end(screen)
            self.assertEqual(screen.process.wait(program.TIMEOUT), -ended)
            screen.read(re.escape(LEAVE))
            self.assertEqual(screen.mode(), screen.before)

    def test_it_fits_the_window_and_follows_its_size(self):
        _, remote = self.start()
        screen = Terminal(self, *remote, columns=20, lines=4, NO_COLOR="1")
        shown = screen.read(rb"\x1b\[J")
        self.assertNotIn(b"\x1b[1m", shown)
        screen.read(rb"GENERATOR.*\x1b\[J")
        frame = screen.written[:screen.written.rindex(b"\x1b[J")].rpartition(b"\x1b[H")[2]
        lines = frame.replace(b"\x1b[K", b"").split(b"\r\n")
        self.assertLessEqual(len(lines), 4)
        self.assertLessEqual(max(map(len, lines)), 20, lines)
        seen = len(screen.written)
        screen.resize(200, 40)
        screen.read(rb"LAYOUT LASTS.*TAG", seen)
        screen.type(b"q")
        self.assertEqual(screen.process.wait(program.TIMEOUT), 0)

    def test_it_waits_for_no_server_to_end(self):
        screen = Terminal(self, "--remote", "127.0.0.1:1")
        screen.read(rb"does not answer")
        screen.type(b"q")
        self.assertEqual(screen.process.wait(program.TIMEOUT), 0)


if __name__ == "__main__":
    program.main()
