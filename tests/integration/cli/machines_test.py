#!/usr/bin/env python3
"""`vesta machines`: who holds which machine ID in a store, and how one is had again that nobody can use."""
import json
import os
import shutil
import signal
import sqlite3
import time

import program

SETTINGS = """\
instance: node-a
machine-id: { provider: database, database: { store: main } }
stores: { main: { kind: sqlite, file: %s/vesta.db } }
generators: { default: { kind: snowflake } }
clock: { reserve-ahead: 10ms }
rest: { enabled: false }
rpc: { listen: 127.0.0.1:0 }
"""
YEAR_MS = 365 * 86400 * 1000
BY_HAND = """\
instance: %s
machine-id: { property: { id: 7 }, register: %s }
stores: { main: { kind: sqlite, file: %s/vesta.db } }
generators: { default: { kind: %s } }
clock: { reserve-ahead: 1s }
state: { dir: %s }
rest: { enabled: false }
rpc: { listen: 127.0.0.1:0 }
"""


class Machines(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS % self.folder)

    def sql(self, statement, *values):
        with sqlite3.connect(self.path("vesta.db")) as table:
            found = table.execute(statement, values).fetchall()
        table.close()
        return found

    def listed(self):
        return {each["machine"]: each for each in map(json.loads, self.output("machines", "list", "--json"))}

    def used(self):
        """The machine ID of a node that came and went."""
        self.ids("-n", "3")
        return self.sql("SELECT id FROM vesta_machine_lease")[0][0]

    def test_of_an_empty_table_are_none(self):
        self.assertEqual(self.output("machines"), [])

    def test_say_who_had_them_and_what_was_made(self):
        machine = self.used()
        entry = self.listed()[machine]
        self.assertEqual((entry["state"], entry["instance"], entry["bySettings"]), ("free", "node-a", False))
        self.assertEqual(len(entry["patterns"]), 1)
        self.assertIn("41 bits of time, 10 bits of machine, 12 bits of seq; ticks of ms since 2010-11-04T01:42:54.657Z",
                      entry["patterns"][0])
        lines = self.output("machines")
        self.assertRegex(lines[0], rf"^{machine}\tfree\tnode-a\tmark 20")

    def test_that_are_held_are_not_released_without_force(self):
        process, _ = self.start_server(SETTINGS % self.folder)
        until = time.monotonic() + program.TIMEOUT
        while not (held := self.listed()) and time.monotonic() < until:
            time.sleep(0.01)
        machine, entry = next(iter(held.items()))
        self.assertEqual(entry["state"], "held")
        self.assertGreater(entry["leaseLeftMs"], 0)
        self.assert_refused(1, "is held by 'node-a', whose lease has", self.run_vesta("machines", "release", str(machine)))
        self.assertEqual(self.listed()[machine]["state"], "held")
        told = self.output("machines", "release", str(machine), "--force")[0]
        self.assertRegex(told, rf"^machine ID {machine} of table vesta_machine_lease \(stores.main\) is free to be had from")
        process.send_signal(signal.SIGTERM)
        process.wait(program.TIMEOUT)

    def test_with_an_absurd_mark_are_shown_passed_over_and_repaired(self):
        machine = self.used()
        self.sql("UPDATE vesta_machine_lease SET mark_ms = mark_ms + ?, version = version + 1, noted = version + 1",
                 5 * YEAR_MS)
        entry = self.listed()[machine]
        self.assertEqual(entry["state"], "unusable")
        self.assertIn("ahead of the store's clock: a clock was wrong", entry["why"])
        self.assertEqual(len(self.ids()), 1)
        self.assertEqual(len(self.listed()), 2, "another one was taken")
        told = self.output("machines", "release", str(machine))[0]
        self.assertIn("IDs with times up to then may have been made", told)
        self.assertEqual(self.listed()[machine]["state"], "free")

    def test_of_a_bad_row_are_shown_and_repaired(self):
        machine = self.used()
        for column, value in (("mark_ms", -1), ("mark_ms", "garbage"), ("version", "x"), ("format", 3), ("history", "?")):
            self.sql(f"UPDATE vesta_machine_lease SET {column} = ? WHERE id = ?", value, machine)
            entry = self.listed()[machine]
            self.assertEqual(entry["state"], "unusable", (column, value))
            force = ["--force"] if column == "format" else []
            self.output("machines", "release", str(machine), *force)
            self.assertEqual(self.listed()[machine]["state"], "free", (column, value))

    def test_never_used_are_had_at_once_only_by_force(self):
        self.assert_refused(1, "it has no row, and needs no release", self.run_vesta("machines", "release", "7"))
        self.output("machines", "release", "7", "--force")
        self.assertEqual(self.listed()[7]["state"], "free")
        self.assertEqual(len(self.ids()), 1)
        self.assertEqual(self.listed()[7]["instance"], "node-a")

    def test_need_a_store(self):
        self.write("vesta.yaml", program.SETTINGS)
        self.assert_refused(2, "the settings name no store that holds machine IDs",
                            self.run_vesta("machines", "release", "1"))
        self.assert_refused(2, "is not a whole number", self.run_vesta("machines", "release", "x"))


class GivenByHand(program.VestaTest):
    """U14: hosts that do not know of each other, but of one store."""

    def on_host(self, name, kind="snowflake", register="main"):
        self.environment["VESTA_HOST_DIR"] = self.path("host-" + name)
        os.makedirs(self.path("host-" + name), exist_ok=True)
        return BY_HAND % (name, register, self.folder, kind, self.path("state-" + name))

    def test_are_refused_to_a_second_host_that_is_told_of_the_first(self):
        process, _ = self.start_server(self.on_host("node-a"), "a.yaml")
        self.write("b.yaml", self.on_host("node-b"))
        self.assert_refused(1, "machine ID 7 is in use by 'node-a'", self.run_vesta("gen", config="b.yaml"))
        held = [each for each in map(json.loads, self.output("machines", "--json", config="b.yaml"))
                if each["where"].startswith("table")]
        self.assertEqual([(each["machine"], each["state"], each["instance"], each["bySettings"]) for each in held],
                         [(7, "held", "node-a", True)])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertEqual(self.run_vesta("gen", config="b.yaml").returncode, 0, "it was given back")

    def test_serve_and_gen_of_one_host_share_one_where_their_ids_cannot_meet(self):
        self.start_server(self.on_host("node-a", "vesta"), "a.yaml")
        self.assertEqual(self.run_vesta("gen", config="a.yaml").returncode, 0)
        self.write("b.yaml", self.on_host("node-b", "vesta"))
        self.assertEqual(self.run_vesta("gen", config="b.yaml").returncode, 0, "an embedded one, while the first serves")

    def test_are_entered_nowhere_where_the_settings_say_so(self):
        self.start_server(self.on_host("node-a", register="none"), "a.yaml")
        self.assertFalse(os.path.exists(self.path("vesta.db")))


class InTheStateFolder(program.VestaTest):
    def listed(self, **how):
        return [json.loads(each) for each in self.output("machines", "list", "--json", **how)]

    def test_are_shown_with_what_was_made(self):
        self.ids()
        (entry,) = [each for each in self.listed() if each["where"].endswith("/var")]
        self.assertEqual((entry["machine"], entry["state"], entry["bySettings"]), (1, "given", True))
        self.assertRegex(entry["instance"], r"^process \d+ \(embedded\)$")
        self.assertIn("40 bits of time", entry["patterns"][0])
        self.assertRegex(self.output("machines")[0], r"^1\tgiven\tprocess \d+ \(embedded\)\tmark 20.*, by its own settings$")

    def test_are_held_by_a_living_process_alone_and_listing_takes_nothing_from_it(self):
        process, _ = self.start_server(BY_HAND % ("node-a", "none", self.folder, "vesta", self.path("state")))
        (entry,) = self.listed(config="server.yaml")
        self.assertEqual((entry["machine"], entry["state"], entry["instance"]), (7, "held", f"process {process.pid} (rpc)"))
        self.assertNotIn("not heard of", self.output("machines", config="server.yaml")[0])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        (entry,) = self.listed(config="server.yaml")
        self.assertEqual(entry["state"], "given")

    def test_of_a_copied_folder_are_unusable(self):
        self.ids()
        os.rename(self.path("var"), self.path("original"))
        shutil.copytree(self.path("original"), self.path("var"))
        for entry in self.listed():
            self.assertEqual(entry["state"], "unusable")
            self.assertIn("the folder is a copy", entry["why"])

    def test_that_are_damaged_are_unusable_and_say_why(self):
        self.ids()
        self.write(self.mark(), "vesta-mark 3\n")
        (entry,) = [each for each in self.listed() if each["state"] == "unusable"]
        self.assertIn("it has format version '3'", entry["why"])

    def test_are_none_without_a_folder_and_listing_makes_none(self):
        self.assertEqual(self.listed(), [])
        self.assertEqual(self.output("machines"), [])
        self.assertFalse(os.path.exists(self.path("var")))


if __name__ == "__main__":
    program.main()
