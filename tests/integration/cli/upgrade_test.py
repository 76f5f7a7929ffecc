#!/usr/bin/env python3
"""What 0.1.0 left behind, taken over by this program; and what 0.1.0 finds when it comes back. docs/upgrading.md.

What 0.1.0 wrote stands here as it wrote it: tests do not build it.
"""
import os
import re
import sqlite3
import subprocess
import time
import zlib

import program

SETTINGS = """\
instance: node-a
machine-id: { takeover-margin: 0, %s }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  segment: { kind: segment, store: main }
  sharded: { kind: sharded, store: main, queue: memory }
clock: { reserve-ahead: 1s }
"""
BY_HAND = SETTINGS % "property: { id: 1 }"
LEASED = SETTINGS % "provider: database, database: { store: main }"
# var/machine-1.embedded.mark, beside an empty var/machine-1.embedded.lock.
MARK = "vesta-mark 1\nmachine 1\nmethod embedded\nmark 1500000000123\ncrc32 7c4c4f65\n"
TABLES = """\
CREATE TABLE vesta_machine_lease (id BIGINT NOT NULL PRIMARY KEY, instance VARCHAR(200) NOT NULL, token VARCHAR(32) NOT NULL,
 mark_ms BIGINT NOT NULL, version BIGINT NOT NULL, ends_ms BIGINT NOT NULL);
CREATE TABLE leaf_alloc (biz_tag TEXT NOT NULL PRIMARY KEY, max_id BIGINT NOT NULL DEFAULT 1, step INTEGER NOT NULL,
 description TEXT, update_time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
 max_limit BIGINT, delta INTEGER NOT NULL DEFAULT 1, remainder INTEGER NOT NULL DEFAULT 0);
CREATE TABLE id_alloc (app_id integer NOT NULL, app_name text DEFAULT NULL, max_id integer NOT NULL DEFAULT 1,
 shard_id integer NOT NULL, step integer NOT NULL DEFAULT 1000, description text DEFAULT NULL,
 create_time text NOT NULL DEFAULT CURRENT_TIMESTAMP, update_time text NOT NULL DEFAULT CURRENT_TIMESTAMP,
 max_limit_id integer NOT NULL DEFAULT 0, PRIMARY KEY (app_id, shard_id));
CREATE TABLE id_alloc_order (app_id integer NOT NULL PRIMARY KEY, permutation text NOT NULL);
CREATE TABLE id_alloc_range (app_id integer NOT NULL, shard_id integer NOT NULL, high integer NOT NULL, low integer NOT NULL,
 unclaimed integer NOT NULL, PRIMARY KEY (app_id, shard_id, high));
INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 5001, 100);
"""
READER = re.compile(r"vesta-mark 1\nmachine (\d+)\nmethod (embedded|rpc|rest|reserved|any)\nmark (\d+)\ncrc32 ([0-9a-f]{8})\n")
EPOCH_MS = 1420041600000  # of the layout vesta


def read_by_0_1_0(text):
    """The mark that 0.1.0 reads; None where it refuses to start, with state_unusable: "it has format version '2'"."""
    found = READER.fullmatch(text)
    if found is None or zlib.crc32(text[:text.rindex("crc32 ")].encode()) != int(found[4], 16):
        return None
    return int(found[3])


def time_of(made):
    return (made >> 20) % 2**40 + EPOCH_MS


class Upgrade(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", BY_HAND)

    def left_by_0_1_0(self, mark):
        self.write("var/machine-1.embedded.mark", mark)
        self.write("var/machine-1.embedded.lock", "")

    def tables_of_0_1_0(self, *more):
        os.makedirs(self.path("var"), exist_ok=True)
        self.sql(TABLES + "".join(more))

    def sql(self, statements):
        with sqlite3.connect(self.path("var/vesta.db")) as table:
            table.executescript(statements)
        table.close()

    def rows(self, query):
        with sqlite3.connect(self.path("var/vesta.db")) as table:
            found = table.execute(query).fetchall()
        table.close()
        return found

    def test_a_mark_is_taken_over_and_keeps_0_1_0_out(self):
        self.assertEqual(read_by_0_1_0(MARK), 1500000000123)
        self.left_by_0_1_0(MARK)
        self.assertGreater(time_of(self.ids()[0]), 1500000000123)
        self.assertIn("mark 2", self.read(self.mark())[:12])
        left = self.read("var/machine-1.embedded.mark")
        self.assertTrue(left.startswith("vesta-mark 2\n"), left)
        self.assertIsNone(read_by_0_1_0(left), "0.1.0 would begin below what was made since")

    def test_ids_begin_at_the_mark_that_a_crash_of_0_1_0_left_in_the_future(self):
        mark = int(time.time() * 1000) + 1500
        text = f"vesta-mark 1\nmachine 1\nmethod embedded\nmark {mark}\n"
        self.left_by_0_1_0(f"{text}crc32 {zlib.crc32(text.encode()):08x}\n")
        self.assertGreaterEqual(time_of(self.ids()[0]), mark)

    def test_a_mark_of_0_1_0_that_is_damaged_is_refused(self):
        self.left_by_0_1_0(MARK.replace("1500000000123", "1400000000123"))
        self.assert_refused(1, "checksum", self.run_vesta("gen"))

    def test_a_mark_that_0_1_0_wrote_after_a_downgrade_by_hand_counts_where_it_is_higher(self):
        first = self.ids()[0]
        mark = int(time.time() * 1000) + 1500
        text = f"vesta-mark 1\nmachine 1\nmethod embedded\nmark {mark}\n"
        self.left_by_0_1_0(f"{text}crc32 {zlib.crc32(text.encode()):08x}\n")
        made = self.ids()[0]
        self.assertGreaterEqual(time_of(made), mark)
        self.assertGreater(made, first)
        self.left_by_0_1_0(MARK)  # an old one from a backup
        self.assertGreater(self.ids()[0], made)

    def test_the_way_back_that_the_document_tells_gives_0_1_0_the_mark(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/upgrading.md"), encoding="utf-8") as page:
            steps = re.search(r"```\n(.*?)```", page.read(), re.DOTALL)[1]
        made = self.ids("-n", "3")
        subprocess.run(["bash", "-euc", steps], cwd=self.folder, check=True, timeout=program.TIMEOUT)
        mark = read_by_0_1_0(self.read("var/machine-1.embedded.mark"))
        self.assertIn(f"\nmark {mark}\n", self.read(self.mark()))
        self.assertGreater(mark, time_of(made[-1]))

    def test_the_table_of_leases_is_upgraded_and_0_1_0_can_go_on_beside_it(self):
        self.write("vesta.yaml", LEASED)
        mark = int(time.time() * 1000) - 1000
        self.tables_of_0_1_0(f"INSERT INTO vesta_machine_lease VALUES (0, 'node-a', '', {mark}, 41, 0);")
        made = self.ids()[0]
        self.assertEqual((made % 1024, time_of(made) >= mark), (0, True))
        names = [row[1] for row in self.rows("PRAGMA table_info(vesta_machine_lease)")]
        self.assertEqual(names[:6], ["id", "instance", "token", "mark_ms", "version", "ends_ms"])
        self.assertIn("noted", names)
        # What 0.1.0 writes: the columns it knows, on the condition of token and version.
        mark, version = self.rows("SELECT mark_ms, version FROM vesta_machine_lease WHERE id = 0")[0]
        self.assertGreater(version, 41)
        self.sql("UPDATE vesta_machine_lease SET instance = 'old', token = '', mark_ms = %d, version = version + 1, ends_ms = 0 "
                 "WHERE id = 0 AND version = %d; INSERT INTO vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms) "
                 "VALUES (5, 'old', '', 0, 1, 0);" % (mark + 5, version))
        again = self.ids()[0]
        self.assertGreaterEqual((time_of(again), again % 1024), (mark + 5, 0))

    def test_tags_and_applications_go_on_where_0_1_0_stopped(self):
        self.tables_of_0_1_0(*(f"INSERT INTO id_alloc (app_id, app_name, max_id, shard_id) VALUES (1, 'orders', 7000, {shard});"
                               for shard in range(64)))
        self.assertEqual(self.ids("-g", "segment", "--tag", "order", "-n", "2"), [5001, 5002])
        made = self.ids("-g", "sharded", "--app", "1", "--gate-pass", "alice")[0]
        self.assertIn("number     7001", self.output("explain", "-g", "sharded", str(made)))
        self.assertEqual(self.rows("SELECT max_id FROM leaf_alloc"), [(5003,)], "which 0.1.0 counts on from")


if __name__ == "__main__":
    program.main()
