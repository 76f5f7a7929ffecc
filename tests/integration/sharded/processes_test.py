#!/usr/bin/env python3
"""Eight processes of `vesta serve` on one MariaDB and one Redis, asked for IDs of all 64 shards over their RPC port, while
both servers are killed, emptied and put back. The program's path is the one argument; with_servers.py starts the servers.

Time goes by in IDs made: each disturbance comes after so many more. VESTA_SHARDED_ROUNDS (1) says how often all of them come.
"""
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

NODES = 8
SHARDS = 64
TIMEOUT = 120  # far more than any answer takes; a test that hangs fails
ROUNDS = int(os.environ.get("VESTA_SHARDED_ROUNDS", "1"))
BETWEEN = 10_000  # IDs from one disturbance to the next

SETTINGS = """\
stores:
  main: {{ kind: mysql, host: 127.0.0.1, port: {mariadb}, database: {database}, user: {user}, password-env: DB_PASSWORD }}
  queue: {{ kind: redis, port: {redis} }}
generators: {{ sharded: {{ kind: sharded, store: main, queue: redis }} }}
rest: {{ enabled: false }}
rpc: {{ listen: 127.0.0.1:0, threads: 1 }}
state: {{ dir: {folder} }}
"""


def java_shard(text):
    """The shard of a pass of plain ASCII: Math.abs(hashCode()) % 64."""
    value = 0
    for each in text.encode("ascii"):
        value = (value * 31 + each) & 0xFFFFFFFF
    return abs(value - (1 << 32) if value >= 1 << 31 else value) % SHARDS


def a_pass_for_each_shard():
    passes = {}
    number = 0
    while len(passes) < SHARDS:
        number += 1
        passes.setdefault(java_shard(f"user-{number}"), f"user-{number}")
    return passes


PASSES = a_pass_for_each_shard()


def order(*words):
    """To the servers: kill redis, start mariadb ..."""
    subprocess.run([os.environ["VESTA_TEST_WITH_SERVERS"], "ctl", *words], check=True, stdout=subprocess.DEVNULL)


class Resp:
    """Just enough of the Redis protocol, for Redis and for Vesta."""

    def __init__(self, port):
        self.link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.lines = self.link.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.link.close()

    def say(self, *words):
        """The answer; an error is a text that begins with "-"."""
        command = b"".join(b"$%d\r\n%s\r\n" % (len(each), each) for each in (str(word).encode() for word in words))
        self.link.sendall(b"*%d\r\n" % len(words) + command)
        return self.read()

    def read(self):
        line = self.lines.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("the connection ended")
        kind, rest = line[:1], line[1:-2]
        if kind == b":":
            return int(rest)
        if kind == b"*":
            return [self.read() for _ in range(int(rest))]
        if kind == b"$":
            return self.lines.read(int(rest) + 2)[:-2] if int(rest) >= 0 else None
        return line[:-2].decode()


def redis():
    return Resp(int(os.environ["VESTA_TEST_REDIS_PORT"]))


def copy_keys(of, to):
    with redis() as server:
        for key in server.say("KEYS", of + "*"):
            server.say("COPY", key.decode(), to + key.decode().removeprefix(of), "REPLACE")


class Node:
    """A process, and a thread that asks it for IDs of one shard after another."""

    def __init__(self, program, settings, log, number, made):
        with open(log, "wb") as errors:
            self.process = subprocess.Popen([program, "serve", "-c", settings], stdout=subprocess.DEVNULL, stderr=errors,
                                            env=dict(os.environ, DB_PASSWORD=os.environ["VESTA_TEST_MARIADB_PASSWORD"]))
        self.port = self.wait_for_port(log)
        self.made, self.refused, self.failure = [], [], None
        self.total, self.stopping = made, threading.Event()
        self.first = number * SHARDS // NODES
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def wait_for_port(self, log):
        while True:
            with open(log, "rb") as said:
                if found := re.search(rb"RPC on 127.0.0.1:(\d+)", said.read()):
                    return int(found[1])
            if self.process.poll() is not None:
                raise RuntimeError(f"vesta serve ended with {self.process.returncode}")

    def run(self):
        try:
            with Resp(self.port) as link:
                shard = self.first
                while not self.stopping.is_set():
                    self.take(link, shard)
                    shard = (shard + 1) % SHARDS
        except (OSError, ValueError) as reason:
            self.failure = reason

    def take(self, link, shard):
        answer = link.say("GENID", "COUNT", 20, "GENERATOR", "sharded", "APP", 1, "GATEPASS", PASSES[shard])
        if isinstance(answer, str):
            self.refused.append(answer)
            return False
        if any(each >> 8 & 63 != shard or each & 255 != 1 for each in answer):
            raise ValueError(f"an ID of another shard or application: {answer}")
        self.made += answer
        self.total.add(len(answer))
        return True

    def recover(self):
        """An answer from each shard; waits for as long as that takes."""
        with Resp(self.port) as link:
            for shard in range(SHARDS):
                while not self.take(link, shard):
                    pass

    def stop(self):
        self.stopping.set()
        self.thread.join()

    def end(self):
        self.stop()
        self.process.terminate()
        return self.process.wait(TIMEOUT)


class Total:
    def __init__(self):
        self.value, self.changed = 0, threading.Condition()

    def add(self, count):
        with self.changed:
            self.value += count
            self.changed.notify_all()

    def wait_for_more(self, count):
        with self.changed:
            goal = self.value + count
            if not self.changed.wait_for(lambda: self.value >= goal, timeout=TIMEOUT):
                raise TimeoutError(f"{count} IDs more were not made within {TIMEOUT} s")


class Processes(unittest.TestCase):
    def setUp(self):
        self.folder = os.environ["VESTA_TEST_FOLDER"]
        self.settings = os.path.join(self.folder, "vesta.yaml")
        with open(self.settings, "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(mariadb=os.environ["VESTA_TEST_MARIADB_PORT"],
                                       database=os.environ["VESTA_TEST_MARIADB_DATABASE"],
                                       user=os.environ["VESTA_TEST_MARIADB_USER"],
                                       redis=os.environ["VESTA_TEST_REDIS_PORT"], folder=self.folder))
        subprocess.run([PROGRAM, "sharded", "init", "--app", "1", "--name", "test", "-c", self.settings], check=True,
                       env=dict(os.environ, DB_PASSWORD=os.environ["VESTA_TEST_MARIADB_PASSWORD"]))
        self.total = Total()
        self.nodes = []
        for number in range(NODES):
            self.nodes.append(Node(PROGRAM, self.settings, os.path.join(self.folder, f"node-{number}.log"), number,
                                   self.total))
            self.addCleanup(self.end, self.nodes[-1])

    @staticmethod
    def end(node):
        node.stopping.set()
        if node.process.poll() is None:
            node.process.kill()
        node.process.wait(TIMEOUT)
        node.thread.join()

    def flush(self):
        with redis() as server:
            server.say("FLUSHALL")

    @staticmethod
    def put_back():
        copy_keys("old.vesta.", "vesta.")

    def kill_redis_and_lose_all(self):
        order("kill", "redis")
        dump = os.path.join(self.folder, "redis", "dump.rdb")
        if os.path.exists(dump):
            os.remove(dump)
        self.total.wait_for_more(BETWEEN // 2)
        order("start", "redis")

    def restart_redis_from_an_old_dump(self):
        with redis() as server:
            server.say("SAVE")
        self.total.wait_for_more(2 * BETWEEN)
        order("kill", "redis")
        order("start", "redis")

    @staticmethod
    def kill_mariadb():
        order("kill", "mariadb")
        order("start", "mariadb")

    def pause_redis(self):
        order("pause", "redis")
        self.total.wait_for_more(BETWEEN // 4)
        order("resume", "redis")

    def test_no_id_is_made_twice_while_redis_forgets_and_repeats_and_mariadb_dies(self):
        disturbances = (self.flush, self.put_back, self.kill_redis_and_lose_all, self.restart_redis_from_an_old_dump,
                        self.kill_mariadb, self.pause_redis)
        for _ in range(ROUNDS):
            for disturb in disturbances:
                self.total.wait_for_more(BETWEEN)
                copy_keys("vesta.", "old.vesta.")
                self.total.wait_for_more(BETWEEN)
                disturb()
        self.total.wait_for_more(BETWEEN)
        for node in self.nodes:
            node.stop()
            self.assertIsNone(node.failure)
        for node in self.nodes:
            node.recover()
        made = [each for node in self.nodes for each in node.made]
        self.assertEqual(len(made), len(set(made)), "an ID was made twice")
        refused = [each for node in self.nodes for each in node.refused]
        self.assertEqual([each for each in refused if not each.startswith("-NOTREADY ")], [])
        self.assertEqual([node.end() for node in self.nodes], [0] * NODES)
        print(f"{len(made)} IDs, {len(refused)} refusals that said to try again", file=sys.stderr)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
