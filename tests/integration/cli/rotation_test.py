#!/usr/bin/env python3
"""Certificates and rights that change all the time, under clients that notice nothing else: no call fails, and what a SIGHUP
has brought holds for the very next call. How long that takes is printed, not judged.

Short here; scripts/soak has VESTA_ROTATIONS=10000, of which every tenth is a reload of the access file as well.
"""
import multiprocessing
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import time

import pki
import program

ROTATIONS = int(os.environ.get("VESTA_ROTATIONS", "40"))
ROTATIONS_OF_A_RELOAD = 10
CERTIFICATES = 5
SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
generators: { default: { kind: vesta } }
security: { access-file: access.yaml }
rest: { listen: 127.0.0.1:0, threads: 1, tls: { certificate: own.pem, key: own.key } }
rpc: { listen: 127.0.0.1:0, threads: 1, tls: { certificate: own.pem, key: own.key } }
"""
IN_FORCE = "were read again and are in force"


class Link:
    """A connection by TLS, of a client that knows the authority."""

    def __init__(self, folder, port):
        by = ssl.create_default_context(cafile=os.path.join(folder, "pki/ca.pem"))
        self.socket = by.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=program.TIMEOUT), server_hostname="127.0.0.1")
        self.answers = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answers.close()
        self.socket.close()

    def certificate(self):
        """The number of the certificate that was shown."""
        subject = dict(pair for (pair,) in self.socket.getpeercert()["subject"])
        return int(subject["commonName"].removeprefix("server-"))

    def command(self, words):
        self.socket.sendall(words.encode() + b"\r\n")
        return self.answers.readline().decode().rstrip()

    def status(self, token):
        """Of a request for an ID."""
        self.socket.sendall(f"GET /genid HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        code = int(self.answers.readline().split()[1])
        size = 0
        while (line := self.answers.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        self.answers.read(size)
        return code


def log_in(link, token):
    if (said := link.command(f"AUTH {token}")) != "+OK":
        raise AssertionError(said)


def take(link):
    if not re.fullmatch(r":\d+", said := link.command("GENID")):
        raise AssertionError(said)


# Each does its calls once.
def one_that_stays_with_rpc(folder, port, token, in_force):
    with Link(folder, port) as link:
        log_in(link, token)
        while True:
            yield take(link)


def one_that_stays_with_rest(folder, port, token, in_force):
    with Link(folder, port) as link:
        while True:
            if (said := link.status(token)) != 200:
                raise AssertionError(said)
            yield


def one_that_comes_anew(folder, port, token, in_force):
    while True:
        before = in_force.value
        with Link(folder, port) as link:
            allowed = {number % CERTIFICATES for number in range(before, in_force.value + 2)}
            if link.certificate() not in allowed:
                raise AssertionError(f"certificate {link.certificate()}; in force is one of {sorted(allowed)}")
            log_in(link, token)
            yield take(link)


def be_a_client(kind, arguments, stop, out):
    calls = 0
    try:
        for _ in kind(*arguments):
            calls += 1
            if stop.is_set():
                break
            time.sleep(0.001)
        out.put((kind.__name__, calls, None))
    except Exception as failed:  # whatever it is, it is a call that failed
        out.put((kind.__name__, calls, repr(failed)))


class Rotations(program.VestaTest):
    def setUp(self):
        super().setUp()
        authority = pki.Pki(self.folder)
        for number in range(CERTIFICATES):
            authority.issue(f"server-{number}", "IP:127.0.0.1")
        self.in_force = multiprocessing.Value("q", 0)
        self.stop, self.out = multiprocessing.Event(), multiprocessing.Queue()
        self.tokens, self.lines = {}, {}
        for name in ("steady", "changing"):
            self.tokens[name], self.lines[name] = self.run_vesta("token", "new", name, config=None).stdout.splitlines()
        self.longest = 0

    def put(self, name, source):
        shutil.copyfile(self.path(source), self.path(name + ".new"))
        os.chmod(self.path(name + ".new"), 0o600)
        os.replace(self.path(name + ".new"), self.path(name))

    def show(self, number):
        for kind in ("pem", "key"):
            self.put(f"own.{kind}", f"pki/server-{number % CERTIFICATES}.{kind}")

    def permit(self, changing):
        changed = self.lines["changing"] if changing else self.lines["changing"].replace("take default", "observe")
        self.write("access.new", f"principals:\n  {self.lines['steady']}\n  {changed}\n")
        os.chmod(self.path("access.new"), 0o600)
        os.replace(self.path("access.new"), self.path("access.yaml"))

    def start(self):
        self.show(0)
        self.permit(True)
        server, rpc = self.start_server(SETTINGS)
        while (rest := re.search(r"REST on https://127\.0\.0\.1:(\d+)", self.read("server.yaml.log"))) is None:
            self.assertIsNone(server.poll())
        return server, int(rest[1]), int(rpc.split(" ")[0].rpartition(":")[2])

    def start_clients(self, rest, rpc):
        clients = []
        for kind, port in ((one_that_stays_with_rpc, rpc), (one_that_stays_with_rest, rest), (one_that_comes_anew, rpc)):
            arguments = (self.folder, port, self.tokens["steady"], self.in_force)
            clients.append(multiprocessing.Process(target=be_a_client, args=(kind, arguments, self.stop, self.out)))
            clients[-1].start()
            self.addCleanup(clients[-1].kill)
        return clients

    def reload(self, server, log):
        """Returns once the server says that it has taken the files."""
        begin = time.monotonic()
        server.send_signal(signal.SIGHUP)
        said = ""
        while IN_FORCE not in said:
            said += log.readline()
            self.assertNotIn("keeping what was in force", said)
            self.assertIsNone(server.poll(), said)
            self.assertLess(time.monotonic() - begin, program.TIMEOUT, said)
            if not said.endswith("\n"):
                time.sleep(0.0005)
        self.longest = max(self.longest, time.monotonic() - begin)

    def state_of(self, server):
        """Open files, and KiB of memory."""
        pages = int(self.read(f"/proc/{server.pid}/statm").split()[1])
        return len(os.listdir(f"/proc/{server.pid}/fd")), pages * resource.getpagesize() // 1024

    def test_no_call_fails_and_each_change_holds_at_once(self):
        server, rest, rpc = self.start()
        clients = self.start_clients(rest, rpc)
        begin, before, may = time.monotonic(), None, True
        with Link(self.folder, rpc) as by_rpc, Link(self.folder, rest) as by_rest, \
                open(self.path("server.yaml.log"), encoding="utf-8") as log:
            log_in(by_rpc, self.tokens["changing"])
            for number in range(1, ROTATIONS + 1):
                self.show(number)
                if number % ROTATIONS_OF_A_RELOAD == 0:
                    may = not may
                    self.permit(may)
                self.reload(server, log)
                self.in_force.value = number
                if number % ROTATIONS_OF_A_RELOAD == 0:
                    self.assertRegex(by_rpc.command("GENID"), r"^:\d+$" if may else "^-NOPERM")
                    self.assertEqual(by_rest.status(self.tokens["changing"]), 200 if may else 403)
                    before = before or self.state_of(server)
        took, after = time.monotonic() - begin, self.state_of(server)
        self.stop.set()
        told = [self.out.get(timeout=program.TIMEOUT) for _ in clients]
        self.assertEqual([failed for *_, failed in told], [None] * len(clients))
        self.assertLessEqual(after[0], before[0] + len(clients) + 2, "open files")
        print(f"\n{ROTATIONS} rotations, {ROTATIONS // ROTATIONS_OF_A_RELOAD} reloads of rights in {took:.0f} s; the longest took "
              f"{self.longest * 1000:.0f} ms from the signal; " + ", ".join(f"{name}: {calls} calls" for name, calls, _ in told) +
              f"; memory {before[1]} to {after[1]} KiB", flush=True)


if __name__ == "__main__":
    program.main()
