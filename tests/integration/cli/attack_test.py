#!/usr/bin/env python3
"""A server among clients that ask for more than it has. What honest clients wait meanwhile is printed, not judged.

Short here; scripts/soak has VESTA_ATTACK_TAGS=300000 and VESTA_ATTACK_CLIENTS=1000.
"""
import contextlib
import multiprocessing
import os
import re
import resource
import selectors
import socket
import sqlite3
import subprocess
import time

import program

TAGS = int(os.environ.get("VESTA_ATTACK_TAGS", "3000"))
CLIENTS = int(os.environ.get("VESTA_ATTACK_CLIENTS", "100"))
SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  segment: { kind: segment, store: main LATER }
clock: { reserve-ahead: 1s }
rest: { listen: 127.0.0.1:0 }
rpc: { listen: 127.0.0.1:0 }
"""


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=program.TIMEOUT)


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()


def times_of_an_honest_client(port, question, answer_ends, stop, out):
    """Asks one thing after the other over one connection until told to stop; the seconds that each took."""
    took = []
    with connect(port) as link:
        while not stop.is_set() or len(took) < 10:
            begin = time.monotonic()
            link.sendall(question)
            answer = b""
            while not re.search(answer_ends, answer):
                answer += link.recv(65536)
            took.append(time.monotonic() - begin)
            time.sleep(0.001)
    out.put(took)


@contextlib.contextmanager
def an_honest_client(what, port, question=get("/genid"), answer_ends=rb"\r\n\r\n\d+$"):
    """Measures another process's view of the server while the block runs, and prints it."""
    stop, out = multiprocessing.Event(), multiprocessing.Queue()
    client = multiprocessing.Process(target=times_of_an_honest_client, args=(port, question, answer_ends, stop, out))
    client.start()
    try:
        yield
    finally:
        stop.set()
        took = sorted(out.get())
        client.join()
    at = lambda part: 1000 * took[min(len(took) - 1, int(part * len(took)))]
    print(f"{what}: {len(took)} answers, median {at(0.5):.2f} ms, p99 {at(0.99):.1f} ms, p99.9 {at(0.999):.1f} ms, "
          f"slowest {at(1):.1f} ms", flush=True)


def read_all(links, done):
    """Reads from each until `done(bytes it got)`, whose end may be the beginning of the next. What each got."""
    got = {link: 0 for link in links}
    ends = {link: b"" for link in links}
    with selectors.DefaultSelector() as ready:
        for link in links:
            ready.register(link, selectors.EVENT_READ)
        while ready.get_map():
            for key, _ in ready.select():
                piece = key.fileobj.recv(1 << 20)
                got[key.fileobj] += piece.count(b"HTTP/1.1 ") or piece.count(b"# Server") or len(piece)
                known = ends[key.fileobj] + piece
                ends[key.fileobj] = known[-32:]
                if not piece or done(known):
                    ready.unregister(key.fileobj)
    return got


class Attack(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.settings()
        made = SETTINGS.replace(" LATER", ", auto-create: {}")
        self.write("first.yaml", made)
        self.ids("-g", "segment", "--tag", "first", config="first.yaml")

    def settings(self, *more):
        self.write("vesta.yaml", SETTINGS.replace(" LATER", "") + "\n".join(more))

    def add_tags(self, count, name="tag"):
        with contextlib.closing(sqlite3.connect(self.path("var/vesta.db"))) as table, table:
            table.executemany("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, 1000)",
                              [(f"{name}{i}",) for i in range(count)])

    def resident(self, process):
        """In MiB."""
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) // 1024

    def metric(self, port, name):
        found = re.search(rb"^" + name.encode() + rb" ([0-9.e+]+)$", self.get(port, "/metrics")[2], re.MULTILINE)
        return float(found[1]) if found else None

    def wait_until(self, holds):
        while not holds():
            time.sleep(0.01)

    def serve_tags(self):
        self.add_tags(TAGS)
        process, rest, rpc = self.serve()
        self.wait_until(lambda: b'"' in self.get(rest, f"/cache?after=tag{TAGS - 2}&limit=1", "application/json")[2])
        self.wait_until(lambda: (self.metric(rest, 'vesta_numbers_streams{generator="segment"}') or 0) > TAGS)
        return process, rest, rpc

    def test_bursts_for_operators_pages_delay_nobody(self):
        """32 KiB of requests on each of 100 connections."""
        _, rest, rpc = self.serve_tags()
        for what, port, question, last in (
                ("/readyz", rest, get("/readyz"), None), ("/metrics", rest, get("/metrics"), None),
                ("/v1/generators", rest, get("/v1/generators"), None), ("INFO", rpc, b"INFO\r\n", None)):
            times = 32 * 1024 // len(question)
            end = b"+PONG\r\n" if port == rpc else b"HTTP/1.1 404"
            burst = question * times + (b"PING\r\n" if port == rpc else get("/nothing"))
            with contextlib.ExitStack() as held, an_honest_client(f"100 x 32 KiB of {what}, {TAGS} tags", rest):
                links = [held.enter_context(connect(port)) for _ in range(100)]
                for link in links:
                    link.sendall(burst)
                read_all(links, lambda piece, end=end: end in piece)

    def test_batches_let_single_ids_go_first(self):
        _, rest, rpc = self.serve()
        for what, port, question, end in (
                ("REST", rest, get("/v1/generators/default/ids?count=10000"), rb'"\]\}'),
                ("RPC", rpc, b"GENID COUNT 10000\r\nPING\r\n", rb"\+PONG")):
            with contextlib.ExitStack() as held, an_honest_client(f"{CLIENTS} batches of 10,000 over {what}", rest):
                links = [held.enter_context(connect(port)) for _ in range(CLIENTS)]
                for link in links:
                    link.sendall(question)
                read_all(links, lambda piece, end=end: re.search(end, piece) or b"HTTP/1.1 5" in piece)

    def test_unread_pages_and_answers_stay_within_the_memory(self):
        self.settings("limits: { memory: 4MiB }")
        process, rest, rpc = self.serve_tags()
        with contextlib.ExitStack() as held:
            for i in range(CLIENTS * 8 // 10):
                link = held.enter_context(connect(rest if i % 2 else rpc))
                link.settimeout(1)
                with contextlib.suppress(OSError):  # it may have been closed already
                    link.sendall(get("/cache?limit=10000") * 20 if i % 2 else b"GENID COUNT 10000 GENERATOR segment TAG first\r\n" * 40)
            self.wait_until(lambda: self.metric(rest, "vesta_connections_closed_for_memory_total"))
            most = 0
            for _ in range(50):
                self.assertEqual(self.get(rest, "/genid")[0], 200)
                most = max(most, self.resident(process))
        print(f"{CLIENTS * 8 // 10} clients that read nothing, limit 4 MiB: {most} MiB resident", flush=True)
        self.assertLess(most, 2 * 4 + 64 + TAGS // 500)

    def test_unknown_names_take_no_memory_and_hide_no_tag(self):
        process, rest, rpc = self.serve()
        before = self.resident(process)
        for name in ("a", "b"):
            commands = b"".join(b"INCR %s%d\r\n" % (name.encode(), i) for i in range(50_000))
            self.assertEqual(len(self.exchange(rpc, commands)), 50_000)
        print(f"100,000 unknown names: {before} -> {self.resident(process)} MiB resident", flush=True)
        self.assertLess(self.resident(process), before + 64)
        self.add_tags(1, "late")
        self.wait_until(lambda: self.exchange(rpc, b"INCR late0\r\n")[0].startswith(":"))

    def test_crowds_leave_files_for_the_state(self):
        self.settings()
        self.write("run", f"ulimit -n 256; exec {' '.join(self.command('serve'))} 2>log")
        process = subprocess.Popen(["bash", "run"], cwd=self.folder, env=self.environment)
        self.addCleanup(self.end, process)
        self.wait_until(lambda: "REST on" in self.read("log") if os.path.exists(self.path("log")) else False)
        rest = int(re.search(r"REST on http://127.0.0.1:(\d+)", self.read("log"))[1])
        self.assertRegex(self.read("log"), r"at most \d+ connections at one time")
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        with contextlib.ExitStack() as held:
            for _ in range(400):
                held.enter_context(connect(rest))
            stem = "machine-1"
            begin = {name for name in os.listdir(self.path("var")) if name.startswith(stem)}
            self.wait_until(lambda: not begin >= {n for n in os.listdir(self.path("var")) if n.startswith(stem)})
            self.wait_until(lambda: self.get(rest, "/readyz")[0] == 200)  # in place of one that has idled long enough
        self.assertNotIn("Too many open files", self.read("log"))


if __name__ == "__main__":
    program.main()
