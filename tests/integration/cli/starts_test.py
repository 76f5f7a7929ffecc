#!/usr/bin/env python3
"""Starts that wait for a machine ID or for their first tick: they say so, serve what need not wait, and end at once."""
import glob
import json
import os
import re
import signal
import socket
import sqlite3
import threading
import time

import program

LEAF = ("CREATE TABLE leaf_workerid_alloc (id INTEGER PRIMARY KEY, ip VARCHAR(127), port VARCHAR(127), "
        "ip_port VARCHAR(127) NOT NULL UNIQUE, max_timestamp BIGINT, create_time TIMESTAMP, update_time TIMESTAMP)")
SERVERS = "rest: { listen: '127.0.0.1:0' }\nrpc: { listen: '127.0.0.1:0' }\n"
GENERATORS = "generators: { default: { kind: vesta }, segment: { kind: segment, store: main, auto-create: {} } }\n"


class Starts(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.sql(LEAF)
        self.write_settings("10ms")  # a machine ID never used waits out the longest reservation, which is to be short here
        process, rest, _ = self.serve()
        self.wait_until_ready(rest)
        self.rest_of_log(process)
        self.write_settings("10min")

    def write_settings(self, ahead):
        self.write("vesta.yaml", "instance: 10.0.0.1:8080\n"
                                 "machine-id: { provider: database, database: { store: main, mode: leaf-mysql } }\n"
                                 "stores: { main: { kind: sqlite, file: vesta.db } }\n" + GENERATORS + SERVERS +
                                 f"clock: {{ reserve-ahead: {ahead} }}\n")

    def sql(self, statement):
        with sqlite3.connect(self.path("vesta.db"), timeout=program.TIMEOUT) as database:
            database.execute(statement)
        database.close()

    def ready(self, rest):
        """Status and problem of /readyz."""
        status, _, content = self.get(rest, "/readyz", accept="application/json")
        return status, json.loads(content)

    def wait_until_ready(self, rest):
        until = time.monotonic() + program.TIMEOUT
        while self.ready(rest)[0] != 200:
            self.assertLess(time.monotonic(), until, self.ready(rest))
            time.sleep(0.01)

    def rest_of_log(self, process):
        """Ends it with one SIGTERM; what it logged since."""
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=program.TIMEOUT)
        self.assertEqual(process.returncode, 0, said)
        return said.decode()

    def killed(self):
        """A server that held its machine ID is killed."""
        process, rest, rpc = self.serve()
        self.wait_until_ready(rest)
        self.assertRegex(self.exchange(rpc, b"GENID\r\n")[0], r"^:\d+$")
        process.kill()
        process.wait(program.TIMEOUT)

    def test_after_a_crash_all_that_needs_no_machine_id_is_served_at_once(self):
        self.killed()
        process, rest, rpc = self.serve()  # returns when it serves
        self.assertEqual(self.get(rest, "/healthz")[0], 200)
        self.assertEqual(self.exchange(rpc, b"INCR order\r\n"), [":1"])
        self.assertRegex(self.exchange(rpc, b"GENID\r\n")[0], "^-NOTREADY there is no machine ID yet: machine ID 1 ")
        status, problem = self.ready(rest)
        self.assertEqual(status, 503)
        self.assertIn("generator default: there is no machine ID yet: machine ID 1 ", problem["detail"])
        self.assertGreater(problem["retryAfterMs"], 9 * 60_000)
        self.assertEqual(self.get(rest, "/genid")[0], 503)
        said = self.rest_of_log(process)
        self.assertLessEqual(said.count("warning no machine ID yet"), 1, said)

    def let_time_pass_in_the_store(self):
        # This one first: the server takes the machine ID as soon as the lease has ended, and goes by both.
        self.sql("UPDATE leaf_workerid_alloc SET max_timestamp = 0")
        self.sql("UPDATE vesta_machine_lease SET ends_ms = 0, mark_ms = 1700000000000, history = '', version = version + 1, "
                 "noted = version + 1")

    def test_it_does_not_start_below_a_mark_that_the_store_forgot(self):
        self.killed()
        self.let_time_pass_in_the_store()
        _, rest, _ = self.serve()
        until = time.monotonic() + program.TIMEOUT
        while "may have been used up to" not in self.ready(rest)[1].get("detail", ""):
            self.assertLess(time.monotonic(), until, self.ready(rest))
            time.sleep(0.01)

    def test_it_serves_when_the_lease_has_ended_and_says_so(self):
        self.killed()
        process, rest, rpc = self.serve()
        self.assertEqual(self.ready(rest)[0], 503)
        for known in glob.glob(self.path("var/leases-*.known")):
            os.remove(known)
        self.let_time_pass_in_the_store()
        self.wait_until_ready(rest)
        self.assertRegex(self.exchange(rpc, b"GENID\r\n")[0], r"^:\d+$")
        said = self.rest_of_log(process)
        self.assertIn("machine ID 1 is held", said)
        self.assertRegex(said, r"machine ID 1 is given back; another program may use it from \S+Z on")

    def test_the_log_names_version_and_settings(self):
        process = self.start_vesta("serve")
        self.assertRegex(process.stderr.readline().decode(), r"info vesta \d+\.\d+\.\d+, settings from vesta.yaml\n")

    def test_where_leaf_ran_last_the_ten_seconds_are_waited_for_visibly(self):
        self.sql("INSERT OR REPLACE INTO leaf_workerid_alloc (id, ip_port, max_timestamp) VALUES "
                 f"(7, '10.0.0.1:8080', {int(time.time() * 1000)})")
        self.write_settings("1s")  # machine ID 7 was never used here; a shorter one ends between two renewals of a busy host
        _, rest, rpc = self.serve()
        while "may have been used up to" not in (answer := self.exchange(rpc, b"GENID\r\n")[0]):
            self.assertRegex(answer, "^-NOTREADY ")
        self.assertRegex(answer, r"^-NOTREADY machine ID 7 may have been used up to \S+Z; IDs in [0-9.]+m?s")
        status, problem = self.ready(rest)
        self.assertEqual((status, "machine ID 7 may have been used up to" in problem["detail"]), (503, True), problem)
        self.assertEqual(self.exchange(rpc, b"INCR order\r\n"), [":1"])
        self.wait_until_ready(rest)
        self.assertRegex(self.exchange(rpc, b"GENID\r\n")[0], r"^:\d+$")

    def silent_store(self):
        """A port that takes connections and never answers."""
        listener = socket.socket()
        self.addCleanup(listener.close)
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        return listener.getsockname()[1]

    def test_the_first_signal_ends_a_start_whose_store_does_not_answer(self):
        port = self.silent_store()
        for machine_id in (f"{{ provider: zookeeper, zookeeper: {{ hosts: '127.0.0.1:{port}' }} }}\n",
                           "{ provider: database, database: { store: away } }\n"):
            self.write("vesta.yaml", "machine-id: " + machine_id + "instance: a\n" + GENERATORS + SERVERS +
                       "stores:\n  main: { kind: sqlite, file: vesta.db }\n"
                       f"  away: {{ kind: mysql, port: {port}, database: vesta, user: vesta }}\n")
            process, rest, rpc = self.serve()
            self.assertEqual(self.exchange(rpc, b"PING\r\n"), ["+PONG"])
            self.assertEqual(self.ready(rest)[0], 503)
            self.rest_of_log(process)

    def test_a_machine_id_that_fits_no_layout_ends_the_start(self):
        self.sql("INSERT OR REPLACE INTO leaf_workerid_alloc (id, ip_port, max_timestamp) VALUES (5000, '10.0.0.1:8080', 0)")
        ran = self.run_vesta("serve")
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertEqual(ran.stderr.splitlines()[-1], "vesta: machine ID 5000, assigned to '10.0.0.1:8080', does not fit "
                                                      "the layouts: they take 0 to 1023")

    def test_a_local_lock_that_is_held_ends_the_start(self):
        self.write("vesta.yaml", "machine-id: { property: { id: 1 } }\ngenerators: { default: { kind: vesta } }\n" + SERVERS)
        self.serve()
        ran = self.run_vesta("serve")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertRegex(ran.stderr.splitlines()[-1], "^vesta: .*which uses this machine ID")

    def test_a_signal_ends_gen_while_it_waits(self):
        self.killed()
        process = self.start_vesta("gen")
        ticker = threading.Timer(0.2, process.send_signal, (signal.SIGINT,))
        ticker.start()
        self.assertEqual(process.wait(program.TIMEOUT), -signal.SIGINT)
        ticker.join()


class FirstStarts(program.VestaTest):
    """Without a mark of ours, another program may have used this very second."""

    def first_tick(self, kind, machine_id="{ property: { id: 1 } }", more=""):
        self.write("vesta.yaml", f"machine-id: {machine_id}\ngenerators: {{ default: {{ kind: {kind} }} }}\n{more}")
        before = time.time()
        explained = self.output("explain", "--json", str(self.ids()[0]))[0]
        made = json.loads(explained)
        return int(before), made

    def test_begin_in_a_second_that_no_predecessor_can_have_been_in(self):
        before, made = self.first_tick("vesta, type: max-peak")
        self.assertGreater(int(made["time"]), before + 1 - 1420041600)

    def test_of_vestas_table_do_so_each_time(self):
        database = sqlite3.connect(self.path("vesta.db"))
        database.execute("CREATE TABLE DB_MACHINE_ID_PROVIDER (ID BIGINT NOT NULL PRIMARY KEY, IP VARCHAR(64))")
        database.execute("INSERT INTO DB_MACHINE_ID_PROVIDER VALUES (3, '10.0.0.7')")
        database.commit()
        database.close()
        for _ in range(2):
            before, made = self.first_tick("vesta, type: max-peak",
                                           "{ provider: database, database: { store: main, mode: vesta-table } }",
                                           "stores: { main: { kind: sqlite, file: vesta.db } }\ninstance: 10.0.0.7\n")
            self.assertEqual(re.sub(r"\D", "", str(made["machine"])), "3")
            self.assertGreater(int(made["time"]), before + 1 - 1420041600)


if __name__ == "__main__":
    program.main()
