#!/usr/bin/env python3
"""masters_test.py VESTA: three `vesta serve` on two masters, MariaDB and PostgreSQL, of which one after the other is killed or stopped
and nodes are killed. One live database is enough: every node must go on meanwhile, and no number may be given twice. Runs within
with_servers.py mariadb postgresql.

VESTA_MASTERS_ROUNDS: how often a master goes away (4). VESTA_MASTERS_SEED: to repeat a run; printed in any case."""
import os
import random
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
sys.dont_write_bytecode = True
from leaf_node import sql  # noqa: E402 (its folder is known only now)
from nodes import Node, order  # noqa: E402

VESTA = None
ROUNDS = int(os.environ.get("VESTA_MASTERS_ROUNDS", "4"))
SEED = int(os.environ.get("VESTA_MASTERS_SEED", time.time_ns() % 1_000_000))
MASTERS = ("mariadb", "postgresql")
STEP = 200  # of which 100 numbers are a master's: far fewer than a node gives out while one is away
NODES = 3
PATIENCE = 120

TABLE = ("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) NOT NULL PRIMARY KEY, max_id BIGINT NOT NULL, step INTEGER NOT NULL, "
         "delta INTEGER NOT NULL, remainder INTEGER NOT NULL);")


def told(server, what):
    return os.environ[f"VESTA_TEST_{server.upper()}_{what}"]


def psql(text):
    ran = subprocess.run(["psql", "-X", "-q", "-t", "-A", "-h", "127.0.0.1", "-p", told("postgresql", "PORT"), "-U",
                          told("postgresql", "USER"), "-v", "ON_ERROR_STOP=1", "vesta"], input=text, text=True, capture_output=True,
                         check=True, env={**os.environ, "PGPASSWORD": told("postgresql", "PASSWORD")})
    return [line.split("|") for line in ran.stdout.splitlines()]


ASK = {"mariadb": sql, "postgresql": psql}


def settings():
    stores = "".join(
        f"  {each}: {{ kind: {'mysql' if each == 'mariadb' else each}, host: 127.0.0.1, port: {told(each, 'PORT')}, database: vesta, "
        f"user: {told(each, 'USER')}, password-env: VESTA_TEST_{each.upper()}_PASSWORD }}\n" for each in MASTERS)
    return ("machine-id: { property: { id: 1 }, takeover-margin: 0 }\nstores:\n" + stores +
            f"generators: {{ segment: {{ kind: segment, masters: [{', '.join(MASTERS)}], refill: step, refresh: 200ms }} }}\n")


class Masters(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-masters-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        for remainder, each in enumerate(MASTERS):
            ASK[each](TABLE + f"INSERT INTO leaf_alloc VALUES ('order', 1, {STEP}, 2, {remainder});")

    def new_node(self, host):
        made = Node(VESTA, os.path.join(self.folder, f"host-{host}"), settings(), pause=0.002, ask=b"GENID GENERATOR segment TAG order COUNT 20\r\n")
        self.addCleanup(lambda: None if made.ending else made.kill())
        return made

    def goes_on(self, node, numbers):
        """Until it has given out so many more."""
        until = len(node.made) + numbers
        while len(node.made) < until:
            node.goes_on(PATIENCE)

    def test_one_live_database_is_enough(self):
        rng = random.Random(SEED)
        nodes = [self.new_node(host) for host in range(NODES)]
        numbers = []
        for i in range(ROUNDS):
            master = MASTERS[i % 2]
            away, back = rng.choice([("kill", "start"), ("pause", "resume")])
            order(f"{away} {master}")
            for node in nodes:
                self.goes_on(node, 10 * STEP)
            if i % 2 == 1:  # and one that starts meanwhile
                numbers += nodes[0].kill()
                nodes[0] = self.new_node(NODES + i)
                self.goes_on(nodes[0], 10 * STEP)
            order(f"{back} {master}")
        for node in nodes:
            code = node.stop()
            self.assertEqual(code, 0)
            numbers += node.made
        self.assertEqual(len(numbers), len(set(numbers)), "a number came twice")
        for remainder, each in enumerate(MASTERS):
            own = [number for number in numbers if number % 2 == remainder]
            self.assertGreater(len(own), 10 * STEP, f"numbers of {each}")
            (row,), = ASK[each]("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'")
            self.assertLess(max(own), int(row), f"{each} has reserved all that was given out")
        print(f"{len(numbers)} numbers, each once")


if __name__ == "__main__":
    VESTA = sys.argv.pop(1)
    print(f"seed {SEED}", file=sys.stderr)
    unittest.main(verbosity=2)
