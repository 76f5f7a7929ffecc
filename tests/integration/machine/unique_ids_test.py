#!/usr/bin/env python3
"""unique_ids_test.py VESTA mariadb|postgresql|sqlite: the workload that Maelstrom calls unique-ids. Three `vesta serve` lend themselves
machine IDs from one store and are asked for IDs over RPC without end, while each is cut off from the store, hears it late or
not at all, is killed, stopped and started again, and has its clock set. All IDs are collected, and none may come twice; in the
end every node must be able again. Runs within with_servers.py.

VESTA_UNIQUE_SECONDS: how long the trouble lasts (12). VESTA_UNIQUE_SEED: to repeat a run; printed in any case."""
import array
import os
import random
import signal
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from nodes import Node, order  # noqa: E402 (its folder is known only now)

VESTA = STORE = None
SECONDS = float(os.environ.get("VESTA_UNIQUE_SECONDS", "12"))
SEED = int(os.environ.get("VESTA_UNIQUE_SEED", time.time_ns() % 1_000_000))
NODES = 3
HOUR = 3600
LEASE = 11  # reserve-ahead and the 10 s that a lease lasts beyond it
PATIENCE = 120  # far more than any recovery takes


class Host:
    """A name, a way to the store, and the process that lives there now."""

    def __init__(self, folder, name):
        self.folder, self.name, self.lives = folder, name, 0
        self.made = array.array("q")
        self.proxy = order(f"proxy open {STORE}") if STORE != "sqlite" else None
        self.node = None
        self.begin()

    def store(self):
        if STORE == "sqlite":
            return f"kind: sqlite, file: {self.folder}/shared.db"
        env = os.environ
        about = f"VESTA_TEST_{STORE.upper()}"
        return (f"kind: {'mysql' if STORE == 'mariadb' else STORE}, host: 127.0.0.1, port: {self.proxy}, database: vesta, "
                f"user: {env[about + '_USER']}, password-env: {about}_PASSWORD")

    def begin(self):
        self.lives += 1
        settings = (f"instance: {self.name}\nstores: {{ main: {{ {self.store()} }} }}\n"
                    "machine-id: { provider: database, database: { store: main } }\n"
                    "generators: { default: { kind: snowflake } }\nclock: { reserve-ahead: 1s }\n")
        self.node = Node(VESTA, os.path.join(self.folder, f"{self.name}-{self.lives}"), settings)

    def end(self):
        self.made.extend(self.node.kill())

    def way(self, verb):
        if self.proxy:
            order(f"proxy {verb.replace('PORT', self.proxy)}")


class Nemesis:
    """What goes wrong: one thing after another, and at times two at once."""

    def __init__(self, hosts, rng):
        self.hosts, self.rng = hosts, rng
        self.did = {}

    def until(self, deadline):
        kinds = [self.kill, self.stop, self.stop_beyond_the_lease, self.clock_back, self.clock_forward]
        if STORE != "sqlite":
            kinds += [self.partition, self.partition, self.freeze, self.slow]
        while time.monotonic() < deadline:
            each = self.rng.choice(kinds)
            self.did[each.__name__] = self.did.get(each.__name__, 0) + 1
            each(self.rng.choice(self.hosts))
            time.sleep(self.rng.uniform(0, 0.5))
        for host in self.hosts:
            host.way("heal PORT")
            host.node.clock.set(0)

    def kill(self, host):
        host.node.launched().kill()  # it starts again by itself

    def stop(self, host, seconds=None):
        host.node.signal(signal.SIGSTOP)
        time.sleep(seconds or self.rng.uniform(0.1, 2))
        host.node.signal(signal.SIGCONT)

    def stop_beyond_the_lease(self, host):
        """Its machine ID is free meanwhile; where somebody takes it, both run."""
        if self.rng.random() < 0.7:
            return self.stop(host)
        other = self.rng.choice([each for each in self.hosts if each is not host])
        host.node.signal(signal.SIGSTOP)
        time.sleep(LEASE + 1)
        other.node.launched().kill()
        other.node.goes_on(PATIENCE)
        host.node.signal(signal.SIGCONT)
        return None

    def clock_back(self, host):
        host.node.clock.set(-self.rng.randint(1, HOUR))
        time.sleep(self.rng.uniform(0.2, 1.5))
        host.node.clock.set(0)

    def clock_forward(self, host):
        """A node that used up its future cannot go on: it is replaced."""
        host.node.clock.set(self.rng.randint(1, HOUR))
        time.sleep(self.rng.uniform(0.2, 1.5))
        host.node.clock.set(0)
        host.end()
        host.begin()

    def partition(self, host):
        """It alone, or all but it."""
        cut = [host] if self.rng.random() < 0.6 else [each for each in self.hosts if each is not host]
        for each in cut:
            each.way("cut PORT")
        time.sleep(self.rng.uniform(0.5, 4))
        for each in cut:
            each.way("heal PORT")

    def freeze(self, host):
        """What it says arrives late, once it has given up waiting."""
        host.way("freeze PORT")
        time.sleep(self.rng.uniform(0.5, 7))
        host.way("heal PORT")

    def slow(self, host):
        host.way("delay PORT 300")
        time.sleep(self.rng.uniform(0.5, 3))
        host.way("heal PORT")


class UniqueIds(unittest.TestCase):
    def test_none_comes_twice_and_every_node_comes_back(self):
        with tempfile.TemporaryDirectory(prefix="vesta-unique-") as folder:
            hosts = [Host(folder, f"n{i}") for i in range(NODES)]
            try:
                nemesis = Nemesis(hosts, random.Random(SEED))
                for each in hosts:
                    each.node.goes_on(PATIENCE)
                nemesis.until(time.monotonic() + SECONDS)
                for each in hosts:
                    each.node.goes_on(PATIENCE)
            finally:
                for each in hosts:
                    each.end()
            made = sorted(number for each in hosts for number in each.made)
            twice = sum(a == b for a, b in zip(made, made[1:]))
            print(f"{STORE}: {len(made)} IDs, seed {SEED}, {nemesis.did}", flush=True)
            self.assertEqual(twice, 0)
            self.assertGreater(len(made), 1000)


if __name__ == "__main__":
    VESTA, STORE = sys.argv[1:3]
    del sys.argv[1:3]
    print(f"seed {SEED}", flush=True)
    unittest.main(verbosity=2)
