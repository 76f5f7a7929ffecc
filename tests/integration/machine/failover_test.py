#!/usr/bin/env python3
"""failover_test.py VESTA mariadb|postgresql: nodes that borrow machine IDs from one server while it is killed and replaced by a replica
that lacks its last writes, by the server's own asynchronous replication, held back by LAG (MariaDB) or by a connection that carries
nothing any more (PostgreSQL). Nodes are killed and replaced within that lag, so that the server that takes over knows nothing of who
has a machine ID since. No ID may come twice, every node must come back, and no
machine ID may be used again before what its forgotten owner can have reserved is over.

VESTA_FAILOVER_ROUNDS: how often (2). VESTA_FAILOVER_SEED: to repeat a run; printed in any case."""
import array
import os
import random
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from nodes import Node  # noqa: E402 (its folder is known only now)
from servers.mariadb import MariaDB  # noqa: E402
from servers.postgresql import PostgreSQL, Standby  # noqa: E402
from servers.proxy import Proxy  # noqa: E402

VESTA = STORE = None
ROUNDS = int(os.environ.get("VESTA_FAILOVER_ROUNDS", "2"))
SEED = int(os.environ.get("VESTA_FAILOVER_SEED", time.time_ns() % 1_000_000))
NODES = 4
LAG = 3  # seconds
AHEAD_MS = 1000  # reserve-ahead
APART_MS = 1000  # what clocks may differ, in the statement that raises a mark, and once more in the quarantine
PATIENCE = 120  # far more than any recovery takes
EPOCH_MS = 1288834974657


class Replicated(MariaDB):
    """Writes a log of all it does from its beginning, also of what it copied."""
    kind = "mysql"

    def __init__(self, folder, number, follows=None):
        super().__init__(folder, f"mariadb-{number}")
        self.number, self.follows = number, follows

    def provision(self):
        if self.follows:
            self.follow(self.follows)
        else:
            super().provision()

    def fall_behind(self):
        """It always is."""

    def command(self):
        return [*super().command(), f"--server-id={self.number}", "--log-bin=log", "--log-slave-updates", "--binlog-format=ROW",
                "--sync-binlog=1"]

    def follow(self, primary):
        self.sql(f"change master to master_host='127.0.0.1', master_port={primary.port}, master_user='{primary.user}', "
                 f"master_password='{primary.password}', master_use_gtid=slave_pos, master_delay={LAG}; start slave")
        self.user, self.password, self.database = primary.user, primary.password, primary.database
        until = time.monotonic() + PATIENCE
        while not self.has_leases():
            if time.monotonic() > until:
                raise AssertionError(self.sql("show slave status\\G"))
            time.sleep(0.1)

    def has_leases(self):
        return "1" in self.sql("select count(*) from information_schema.tables where table_name = 'vesta_machine_lease'")

    def take_over(self):
        """What it has received and not yet done is gone."""
        self.sql("stop slave; reset slave all")

    def writes(self):
        """How often each row was written, by machine ID."""
        rows = self.sql(f"select id, version from {self.database}.vesta_machine_lease").splitlines()[1:]
        return dict(map(int, each.split()) for each in rows)


class Primary(PostgreSQL):
    kind = "postgresql"

    def __init__(self, folder, number):
        super().__init__(folder, f"postgresql-{number}")

    def writes(self):
        rows = self.sql("select id, version from vesta_machine_lease").split()
        return dict(map(int, each.split("|")) for each in rows)


class Follower(Standby):
    """Hears its primary through a proxy."""
    kind = "postgresql"
    writes = Primary.writes

    def __init__(self, folder, number, follows):
        self.line = Proxy(("127.0.0.1", follows.port))
        super().__init__(folder, f"postgresql-{number}", follows, self.line.port)

    def provision(self):
        self.wait_for("select count(*) from pg_class where relname = 'vesta_machine_lease'", "1", self.database)

    def fall_behind(self):
        self.line.order("freeze")

    def take_over(self):
        """What is on its way never arrives."""
        self.line.close()
        super().take_over()


class Fleet:
    def __init__(self, folder, port, primary, rng):
        self.folder, self.rng, self.hosts = folder, rng, 0
        os.environ["VESTA_TEST_STORE_PASSWORD"] = primary.password
        self.store = (f"kind: {primary.kind}, host: 127.0.0.1, port: {port}, database: vesta, user: vesta, "
                      "password-env: VESTA_TEST_STORE_PASSWORD")
        self.made = array.array("q")
        self.nodes = [self.new_host() for _ in range(NODES)]

    def new_host(self):
        self.hosts += 1
        settings = (f"instance: host-{self.hosts}\nstores: {{ main: {{ {self.store} }} }}\n"
                    "machine-id: { provider: database, database: { store: main } }\n"
                    f"generators: {{ default: {{ kind: snowflake }} }}\nclock: {{ reserve-ahead: {AHEAD_MS}ms }}\n")
        return Node(VESTA, os.path.join(self.folder, f"host-{self.hosts}"), settings)

    def replace_one(self):
        i = self.rng.randrange(NODES)
        self.made.extend(self.nodes[i].kill())
        self.nodes[i] = self.new_host()

    def go_on(self):
        for each in self.nodes:
            each.goes_on(PATIENCE)

    def end(self):
        for each in self.nodes:
            self.made.extend(each.kill())
        self.nodes = []


def now_ms():
    return time.time_ns() // 1_000_000


class Failover(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-failover-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.numbers = iter(range(1, 1000))

    def new_server(self, follows=None):
        number = next(self.numbers)
        if STORE == "mariadb":
            made = Replicated(self.folder, number, follows)
        else:
            made = Follower(self.folder, number, follows) if follows else Primary(self.folder, number)
        made.prepare()
        self.addCleanup(made.kill)
        made.start()
        made.provision()
        return made

    def replaced(self, primary, replica, way):
        """When the first was killed, and when the second took over."""
        before = primary.writes()
        primary.kill()
        killed = now_ms()
        replica.take_over()
        after = replica.writes()
        forgotten = [each for each in before if before[each] != after.get(each)]
        self.assertTrue(forgotten, "the replica lacks nothing: this proves nothing")
        took_over = now_ms()
        way.target = ("127.0.0.1", replica.port)
        way.order("drop")
        return killed, took_over, len(forgotten)

    def test_makes_no_id_twice_and_leaves_out_what_may_be_forgotten(self):
        rng = random.Random(SEED)
        primary = self.new_server()
        way = Proxy(("127.0.0.1", primary.port))
        self.addCleanup(way.close)
        fleet = Fleet(self.folder, way.port, primary, rng)
        self.addCleanup(fleet.end)
        gaps = []
        for _ in range(ROUNDS):
            fleet.go_on()
            replica = self.new_server(follows=primary)
            replica.fall_behind()
            for _ in range(rng.randrange(1, 3)):  # within the lag
                fleet.replace_one()
            fleet.go_on()
            killed, took_over, forgotten = self.replaced(primary, replica, way)
            print(f"{forgotten} rows forgotten, taken over after {took_over - killed} ms", flush=True)
            shutil.rmtree(primary.folder)
            gaps.append((killed + AHEAD_MS + APART_MS, took_over + AHEAD_MS + 2 * APART_MS))
            fleet.go_on()
            time.sleep((AHEAD_MS + 2 * APART_MS) / 1000)
            fleet.go_on()
            primary = replica
        fleet.end()
        self.check(fleet, gaps)

    def check(self, fleet, gaps):
        made = sorted(fleet.made)
        print(f"{len(made)} IDs of {fleet.hosts} hosts, seed {SEED}", flush=True)
        self.assertGreater(len(made), 1000)
        self.assertEqual(sum(a == b for a, b in zip(made, made[1:])), 0)
        times = [(each >> 22) + EPOCH_MS for each in made]
        for begin, end in gaps:
            self.assertEqual(sum(begin < each < end for each in times), 0, "IDs of a time in quarantine")
            self.assertTrue(any(each > end for each in times))


if __name__ == "__main__":
    VESTA, STORE = sys.argv.pop(1), sys.argv.pop(1)
    print(f"seed {SEED}", flush=True)
    unittest.main(verbosity=2)
