#!/usr/bin/env python3
"""The program under a service manager: given sockets, its notices, and what a built program must have against overruns."""
import os
import shutil
import signal
import socket
import subprocess
import unittest
import urllib.request

import program

SERVER = """\
machine-id: {{ takeover-margin: 0, property: {{ id: 1 }} }}
generators: {{ default: {{ kind: vesta }} }}
rest: {{ listen: ['{rest}', 'unix:rest.sock'], threads: 3 }}
rpc: {{ listen: '{rpc}', threads: 2 }}
"""
# A service manager puts the sockets at 3 and following, and names the process that it starts.
GIVER = 'exec 2>>log; LISTEN_PID=$$ exec "$@"'


def listening(where=("127.0.0.1", 0), family=socket.AF_INET, kind=socket.SOCK_STREAM):
    made = socket.socket(family, kind)
    made.bind(where)
    if kind == socket.SOCK_STREAM:
        made.listen()
    return made


class Service(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.write("log", "")

    def listening(self, *words, **how):
        made = listening(*words, **how)
        self.addCleanup(made.close)
        return made

    def give(self, *sockets, count=None, giver=GIVER, **settings):
        """The program, started with these sockets. What it logs is in log."""
        self.write("server.yaml", SERVER.format(**settings))
        self.environment["LISTEN_FDS"] = str(len(sockets) if count is None else count)

        def at_three():  # copies first: a source may lie where a target is
            copies = [os.dup(each.fileno()) for each in sockets]
            high = [os.dup2(each, 100 + at) for at, each in enumerate(copies)]
            for at, each in enumerate(high):
                os.dup2(each, 3 + at)
            os.closerange(3 + len(sockets), 200)

        process = subprocess.Popen(["sh", "-c", giver, "sh", *self.command("serve", config="server.yaml")], cwd=self.folder,
                                   env=self.environment, preexec_fn=at_three, close_fds=False, stderr=subprocess.PIPE)
        self.addCleanup(self.end, process)
        return process

    def notices(self):
        """A socket that receives what a service manager would."""
        made = self.listening(self.path("notify"), family=socket.AF_UNIX, kind=socket.SOCK_DGRAM)
        made.settimeout(program.TIMEOUT)
        self.environment["NOTIFY_SOCKET"] = self.path("notify")
        return made

    @staticmethod
    def notice(at):
        return dict(line.split("=", 1) for line in at.recv(4096).decode().splitlines())

    def assert_gives_ids(self, port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/genid", timeout=program.TIMEOUT) as answer:
            self.assertGreater(int(answer.read()), 0)

    def test_given_sockets_are_served_and_live_on_when_it_ends(self):
        manager = self.notices()
        rest, rpc = self.listening(), self.listening()
        process = self.give(rpc, rest, rest="127.0.0.1:%d" % rest.getsockname()[1], rpc="127.0.0.1:%d" % rpc.getsockname()[1])
        early = [socket.create_connection(rest.getsockname()) for _ in range(8)]
        self.assertEqual(self.notice(manager)["READY"], "1")
        for each in early:  # made while nobody served
            each.sendall(b"GET /genid HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertIn(b"200 OK", each.makefile("rb").read())
            each.close()
        self.assert_gives_ids(rest.getsockname()[1])
        process.terminate()
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        late = socket.create_connection(rest.getsockname())  # for the next process, which systemd starts
        late.close()

    def test_a_given_unix_socket_keeps_its_file(self):
        manager = self.notices()
        given = self.listening(self.path("rest.sock"), family=socket.AF_UNIX)
        process = self.give(given, rest="127.0.0.1:0", rpc="127.0.0.1:0")
        self.assertEqual(self.notice(manager)["READY"], "1")
        process.terminate()
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertTrue(os.path.exists(self.path("rest.sock")))

    def test_a_given_unix_socket_for_everybody_needs_an_access_file(self):
        given = self.listening(self.path("rest.sock"), family=socket.AF_UNIX)
        os.chmod(self.path("rest.sock"), 0o666)
        self.assert_given_up(self.give(given, rest="127.0.0.1:0", rpc="127.0.0.1:0"), "every user of this host may connect to")

    def assert_given_up(self, process, words):
        self.assertEqual(process.wait(program.TIMEOUT), 2, self.read("log"))
        self.assertIn(words, self.read("log"))

    def test_a_socket_that_no_setting_names_is_refused(self):
        stray = self.listening()
        self.assert_given_up(self.give(stray, rest="127.0.0.1:0", rpc="127.0.0.1:0"),
                             "LISTEN_FDS has a socket at 127.0.0.1:%d, which neither" % stray.getsockname()[1])

    def test_descriptors_that_do_not_listen_are_refused(self):
        for kind, where in (socket.SOCK_DGRAM, self.path("datagrams")), (socket.SOCK_SEQPACKET, self.path("packets")):
            bound = self.listening(where, family=socket.AF_UNIX, kind=kind)
            self.assert_given_up(self.give(bound, rest="127.0.0.1:0", rpc="127.0.0.1:0"), "descriptor 3 is not a listening")
        self.assert_given_up(self.give(count=1, rest="127.0.0.1:0", rpc="127.0.0.1:0"), "descriptor 3 is not a listening")
        self.assert_given_up(self.give(count=1000, rest="127.0.0.1:0", rpc="127.0.0.1:0"), "LISTEN_FDS is 1000; at most")
        self.assert_given_up(self.give(count="x", rest="127.0.0.1:0", rpc="127.0.0.1:0"), "LISTEN_FDS is 'x'; it is")

    def test_sockets_of_another_process_are_left_alone(self):
        manager = self.notices()
        other = self.listening()
        self.give(other, giver='exec 2>>log; LISTEN_PID=1 exec "$@"', rest="127.0.0.1:0", rpc="127.0.0.1:0")
        self.assertEqual(self.notice(manager)["READY"], "1")

    def test_a_reload_and_the_end_are_told(self):
        manager = self.notices()
        process, _ = self.start_server(SERVER.format(rest="127.0.0.1:0", rpc="127.0.0.1:0"))
        self.assertEqual(self.notice(manager)["READY"], "1")
        process.send_signal(signal.SIGHUP)
        reloading = self.notice(manager)
        self.assertEqual(reloading["RELOADING"], "1")
        self.assertGreater(int(reloading["MONOTONIC_USEC"]), 0)
        self.assertEqual(self.notice(manager)["READY"], "1")
        process.terminate()
        self.assertEqual(self.notice(manager)["STOPPING"], "1")
        self.assertEqual(process.wait(program.TIMEOUT), 0)

    def test_a_manager_that_is_gone_costs_a_warning(self):
        self.environment["NOTIFY_SOCKET"] = self.path("nobody")
        process, _ = self.start_server(SERVER.format(rest="127.0.0.1:0", rpc="127.0.0.1:0"))
        process.terminate()
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertIn("NOTIFY_SOCKET", self.read("server.yaml.log"))


class Hardening(unittest.TestCase):
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")

    @staticmethod
    def read_elf(*words):
        return subprocess.run(["readelf", "--wide", *words, program.PROGRAM], capture_output=True, text=True, check=True).stdout

    def test_the_program_has_what_stops_an_overrun(self):
        self.assertIn("DYN (Position-Independent Executable", self.read_elf("--file-header"))
        self.assertRegex(self.read_elf("--dynamic"), r"FLAGS.*NOW")
        segments = self.read_elf("--program-headers")
        self.assertIn("GNU_RELRO", segments)
        self.assertRegex(segments, r"GNU_STACK\s+(0x0+\s+){5}RW ")
        symbols = self.read_elf("--dyn-syms")
        self.assertIn("__stack_chk_fail", symbols)
        self.assertRegex(symbols, r"__(memcpy|memset|read|snprintf|vsnprintf|memmove)_chk")

    def test_the_unit_exposes_the_host_as_little_as_a_server_can(self):
        rated = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20",
                                os.path.join(self.ROOT, "packaging", "vesta.service")], capture_output=True, text=True, check=False)
        self.assertEqual(rated.returncode, 0, rated.stdout[-200:] + rated.stderr)  # at most 2.0

    def test_the_units_are_read_by_systemd(self):
        with program.tempfile.TemporaryDirectory(prefix="vesta-units-") as folder:
            for each in "vesta.service", "vesta.socket":
                with open(os.path.join(self.ROOT, "packaging", each), encoding="utf-8") as unit, \
                        open(os.path.join(folder, each), "w", encoding="utf-8") as there:
                    there.write(unit.read().replace("/usr/bin/vesta", shutil.which("true")))
            read = subprocess.run(["systemd-analyze", "verify", "--man=no", os.path.join(folder, "vesta.socket")],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((read.returncode, read.stderr), (0, ""))


if __name__ == "__main__":
    program.main()
