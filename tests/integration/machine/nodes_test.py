#!/usr/bin/env python3
"""nodes_test.py VESTA mariadb|postgresql|zookeeper|etcd|kubernetes SECONDS: 16 `vesta serve` on one store that lends machine IDs, while the
nodes are killed, stopped beyond their lease and replaced on other hosts, the store is killed and stopped, and all clocks are set back
and forth by an hour (but etcd's, which no library can change). No ID may be handed out twice, those of one machine ID that a caller got from one
host must grow, and every node must come back. Runs within with_servers.py.

VESTA_FLEET_SECONDS: how long the trouble lasts, in place of SECONDS. VESTA_FLEET_SEED: to repeat a run; printed in any case."""
import array
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from nodes import Node, order  # noqa: E402 (its folder is known only now)

VESTA = STORE = None
SECONDS = 0.0
SEED = int(os.environ.get("VESTA_FLEET_SEED", time.time_ns() % 1_000_000))
NODES = 16
HOUR = 3600
LEASE = 11  # reserve-ahead and the 10 s that a lease lasts beyond it
PATIENCE = 120  # far more than any recovery takes


def machine_settings():
    env = os.environ
    if STORE == "zookeeper":
        return f"provider: zookeeper, zookeeper: {{ hosts: '{env['VESTA_TEST_ZOOKEEPER']}', name: nodes }}", ""
    if STORE == "etcd":
        return "provider: etcd", f"stores: {{ main: {{ kind: etcd, host: '{env['VESTA_TEST_ETCD_HOSTS']}' }} }}\n"
    if STORE == "kubernetes":
        host, port, space, token, authority = (env["VESTA_TEST_KUBERNETES_" + name] for name in ("HOST", "PORT", "NAMESPACE", "TOKEN_FILE", "CA"))
        return "provider: kubernetes", (f"stores: {{ main: {{ kind: kubernetes, host: {host}, port: {port}, namespace: {space}, "
                                        f"password-file: {token}, ca-file: {authority} }} }}\n")
    kind = {"mariadb": "mysql"}.get(STORE, STORE)
    server = "VESTA_TEST_" + STORE.upper()
    database = (f"kind: {kind}, host: 127.0.0.1, port: {env[server + '_PORT']}, database: vesta, "
                f"user: {env[server + '_USER']}, password-env: {server}_PASSWORD")
    return "provider: database, database: { store: main }", f"stores: {{ main: {{ {database} }} }}\n"


class Fleet:
    """Nodes by name; one that is replaced has a successor of the same name on another host."""

    def __init__(self, folder, rng):
        self.folder, self.rng, self.hosts = folder, rng, 0
        self.made = array.array("q")
        self.back = 0  # steps back in an order that must hold
        self.nodes = [self.new_host(f"node-{i}") for i in range(NODES)]

    def new_host(self, name):
        self.hosts += 1
        machine, stores = machine_settings()
        settings = (f"instance: {name}\nmachine-id: {{ {machine} }}\n{stores}"
                    "generators: { default: { kind: snowflake } }\nclock: { reserve-ahead: 1s }\n")
        return Node(VESTA, os.path.join(self.folder, f"host-{self.hosts}"), settings, pause=NODES / 1000)

    def retire(self, node):
        """Ends a node, however it is; what it made is kept."""
        self.keep(node.kill())

    def keep(self, made):
        """One host's IDs, in the order in which its only caller got them."""
        last = {}
        for each in made:
            machine = each >> 12 & 1023
            self.back += each <= last.get(machine, -1)
            last[machine] = each
        self.made.extend(made)

    def replace(self, i):
        self.retire(self.nodes[i])
        self.nodes[i] = self.new_host(f"node-{i}")

    def stop_beyond_the_lease(self, i):
        """The successor takes the machine ID over while its owner sleeps; then both run."""
        old = self.nodes[i]
        old.signal(signal.SIGSTOP)
        time.sleep(LEASE + 1)
        self.nodes[i] = self.new_host(f"node-{i}")
        self.nodes[i].goes_on(PATIENCE)
        old.signal(signal.SIGCONT)
        old.goes_on(PATIENCE)
        self.retire(old)

    def set_clock(self, i):
        """Forward, and back again, is a node that cannot go on for an hour: it is replaced."""
        offset = self.rng.choice([-1, 1]) * self.rng.randint(1, HOUR)
        self.nodes[i].clock.set(offset)
        time.sleep(self.rng.uniform(0.2, 1.5))
        self.nodes[i].clock.set(0)
        if offset > 0:
            self.replace(i)


def trouble_nodes(fleet, until, failed):
    try:
        fleet.stop_beyond_the_lease(0)
        while time.monotonic() < until:
            i = fleet.rng.randrange(NODES)
            fleet.rng.choice([fleet.replace, fleet.replace, fleet.set_clock, fleet.set_clock,
                              fleet.stop_beyond_the_lease])(i)
            time.sleep(0.2)
    except Exception as why:  # noqa: BLE001 (told by the test's own thread)
        failed.append(why)


def trouble_store(rng, until):
    while time.monotonic() < until:
        kind = rng.choice(["kill", "pause"] + (["clock"] if STORE != "etcd" else []))
        if kind == "kill":
            order(f"kill {STORE}")
            time.sleep(rng.uniform(0, 2))
            order(f"start {STORE}")
        elif kind == "pause":  # past every time-out
            order(f"pause {STORE}")
            time.sleep(5)
            order(f"resume {STORE}")
        else:
            order(f"clock {STORE} {rng.randint(-HOUR, HOUR)}")
        time.sleep(rng.uniform(1, 4))
    if STORE != "etcd":
        order(f"clock {STORE} 0")


class Nodes(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-nodes-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def test_make_no_id_twice_and_come_back(self):
        rng = random.Random(SEED)
        fleet = Fleet(self.folder, rng)
        self.addCleanup(lambda: [each.kill() for each in fleet.nodes])
        for each in fleet.nodes:
            each.goes_on(PATIENCE)
        until, failed = time.monotonic() + SECONDS, []
        threads = [threading.Thread(target=trouble_nodes, args=(fleet, until, failed)),
                   threading.Thread(target=trouble_store, args=(random.Random(SEED + 1), until))]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(failed, [])
        over = time.monotonic()
        for each in fleet.nodes:
            each.goes_on(PATIENCE)
        back_after = time.monotonic() - over
        for each in fleet.nodes:
            self.assertEqual(each.stop(), 0)
            fleet.keep(each.made)
        made = sorted(fleet.made)
        twice = sum(a == b for a, b in zip(made, made[1:]))
        print(f"{STORE}: {len(made)} IDs of {fleet.hosts} hosts, {twice} twice, {fleet.back} back; all served {back_after:.1f} s after the "
              f"trouble; seed {SEED}", flush=True)
        self.assertEqual((twice, fleet.back), (0, 0))

    def test_would_be_caught_if_they_shared_a_machine_id(self):
        settings = "machine-id: { property: { id: 5 } }\ngenerators: { default: { kind: snowflake } }\n"
        pair = [Node(VESTA, os.path.join(self.folder, str(i)), settings) for i in range(2)]
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not set(pair[0].made) & set(pair[1].made):
            time.sleep(0.1)
        made = [set(each.kill()) for each in pair]
        self.assertTrue(made[0] & made[1])


if __name__ == "__main__":
    VESTA, STORE = sys.argv[1:3]
    SECONDS = float(os.environ.get("VESTA_FLEET_SECONDS", sys.argv[3]))
    del sys.argv[1:4]
    print(f"seed {SEED}", flush=True)
    unittest.main(verbosity=2)
