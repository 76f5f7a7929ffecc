#!/usr/bin/env python3
"""CosId's own classes beside ours on one database: run_beside.py VESTA WORD... (the words that run a node of CosId).

scripts/cosid runs it below tests/support/with_servers.py mariadb. Nothing may come twice: numbers of one tag from the table `cosid`, given by
nodes of both while ours are killed; IDs of one layout, by machine IDs from the table `cosid_machine`; numbers over RPC by CosId's Redis segments.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

VESTA, NODE = sys.argv[1], sys.argv[2:]
SEED = int(os.environ.get("VESTA_SEED", random.randrange(1 << 32)))
ROUNDS = int(os.environ.get("VESTA_COSID_ROUNDS", 12))


def told(what):
    return os.environ["VESTA_TEST_MARIADB_" + what]


def url():
    return f"jdbc:mariadb://{told('HOST')}:{told('PORT')}/{told('DATABASE')}?user={told('USER')}&password={told('PASSWORD')}"


def node(*words):
    return subprocess.Popen([*NODE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def whole_lines(text):
    """The numbers in it; a kill may have cut the last line."""
    return [int(each) for each in text[: text.rfind("\n") + 1].split()]


class Reader(threading.Thread):
    """All numbers of a process, read while it runs."""

    def __init__(self, process):
        super().__init__()
        self.process = process
        self.start()

    def run(self):
        self.out, self.errors = self.process.communicate()

    def numbers(self):
        self.join()
        return whole_lines(self.out)


class CosIdTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print("seed", SEED, flush=True)
        cls.random = random.Random(SEED)
        cls.folder = tempfile.TemporaryDirectory()
        made = node("init", url())
        _, errors = made.communicate()
        if made.returncode != 0:
            raise RuntimeError(errors)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def settings(self, name, more):
        path = os.path.join(self.folder.name, name + ".yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                f"instance: {name}\nstate: {{ dir: {name} }}\nrest: {{ enabled: false }}\n"
                f"stores: {{ main: {{ kind: mysql, host: {told('HOST')}, port: {told('PORT')}, database: {told('DATABASE')}, "
                f"user: {told('USER')}, password-env: VESTA_TEST_MARIADB_PASSWORD }} }}\n{more}"
            )
        return path

    def of_java(self, readers):
        all_numbers = []
        for each in readers:
            all_numbers.append(each.numbers())
            self.assertEqual(each.process.returncode, 0, each.errors)
        return all_numbers

    def expect_once(self, lists):
        everything = [number for each in lists for number in each]
        self.assertEqual(len(everything), len(set(everything)), f"something came twice; seed {SEED}")
        return len(everything)

    def test_numbers_of_one_table_come_once_while_ours_are_killed(self):
        config = self.settings(
            "numbers", "rpc: { enabled: false }\nmachine-id: { property: { id: 1 } }\n"
            "generators: { s: { kind: segment, store: main, format: cosid, refill: step, auto-create: { step: 100 } } }\n")  # fmt: skip
        theirs = [Reader(node("jdbc", url(), step, "60000")) for step in ("10", "100")]
        ours, killed = [], 0
        for i in range(ROUNDS):
            made = subprocess.Popen([VESTA, "gen", "-c", config, "-g", "s", "--tag", "shop.order", "-n", "200000"],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
            reader = Reader(made)
            if i % 3 != 0:
                time.sleep(self.random.uniform(0.05, 0.6))
                made.send_signal(signal.SIGKILL)
            ours.append(reader.numbers())
            killed += made.returncode == -signal.SIGKILL
        java = self.of_java(theirs)
        print("numbers", self.expect_once(java + ours), "theirs", sum(map(len, java)), "killed", killed, flush=True)
        self.assertEqual([len(each) for each in java], [60000, 60000])
        self.assertGreater(killed, 0)

    def test_ids_of_one_layout_come_once(self):
        more = ("rpc: { enabled: false }\nmachine-id: { provider: database, database: { store: main, mode: cosid, namespace: shop } }\n"
                "generators: { default: { kind: cosid } }\n")  # fmt: skip
        theirs = [Reader(node("machine", url(), f"10.0.0.{i}:8080", "12", how)) for i, how in enumerate(("stop", "crash", "stop"))]
        ours = []
        for i in range(4):
            command = [VESTA, "gen", "-c", self.settings(f"node-{i}", more), "-n", "60000"]
            ours.append(Reader(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)))
        ours[0].process.wait(60)
        again = [VESTA, "gen", "-c", self.settings("node-0", more), "-n", "20000"]
        ours.append(Reader(subprocess.Popen(again, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)))
        mine = [each.numbers() for each in ours]
        for each in ours:
            self.assertEqual(each.process.returncode, 0, each.errors)
        java = self.of_java(theirs)
        machines = [{number >> 12 & 1023 for number in each} for each in java + mine[:4]]
        print("IDs", self.expect_once(java + mine), "machine IDs", machines, flush=True)
        self.assertEqual(len(set.union(*machines)), 7, "each has one of its own")

    def test_redis_segments_are_taken_from_our_rpc_server(self):
        config = self.settings(
            "rpc", "rpc: { listen: unix:rpc.sock }\nmachine-id: { property: { id: 1 } }\n"
            "generators: { s: { kind: segment, store: main, format: cosid, table: cosid, auto-create: { step: 100 } } }\n")  # fmt: skip
        with open(config, encoding="utf-8") as file:
            text = file.read()
        import socket

        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with open(config, "w", encoding="utf-8") as file:
            file.write(text.replace("unix:rpc.sock", f"127.0.0.1:{port}"))
        server = subprocess.Popen([VESTA, "serve", "-c", config], stderr=subprocess.PIPE)
        try:
            for _ in range(600):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            theirs = [Reader(node("redis", str(port), step, "20000")) for step in ("10", "100")]
            java = self.of_java(theirs)
            print("numbers over RPC", self.expect_once(java), flush=True)
        finally:
            server.terminate()
            server.communicate(timeout=60)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
