#!/usr/bin/env python3
"""adopt: the layout of another program's IDs, and settings whose IDs cannot meet them."""
import contextlib
import json
import sqlite3
import time

import program

SNOWFLAKE_EPOCH = 1288834974657


def snowflakes(count, machines=(1, 2, 7), epoch=SNOWFLAKE_EPOCH, apart=60_000):
    """IDs and the milliseconds at which they were made, the newest just now."""
    now = time.time_ns() // 1_000_000
    return [((now - i * apart - epoch) << 22 | machines[i % len(machines)] << 12 | i % 4, now - i * apart)
            for i in range(count)]


class Adopt(program.VestaTest):
    def adopted(self, *words):
        ran = self.run_vesta("adopt", "--json", *words)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return json.loads(ran.stdout)

    def write_ids(self, made):
        self.write("ids", "".join(f"{each}\n" for each, _ in made))
        return self.path("ids")

    def test_a_fleet_of_snowflakes_is_known_and_gets_settings_that_check_accepts(self):
        found = self.adopted(self.write_ids(snowflakes(1000)))
        self.assertEqual((found["layout"], found["epoch"], found["machines"]), ("snowflake", SNOWFLAKE_EPOCH, [1, 2, 7]))
        self.assertEqual(found["settings"], "generators:\n  default: { kind: vesta, type: min-granularity }\n")
        self.write("new.yaml", "machine-id: { property: { id: 1 } }\n" + found["settings"])
        self.assertIn("kind: vesta", "\n".join(self.output("check", config="new.yaml")))

    def test_a_column_of_a_database_is_read_with_the_instants_beside_it(self):
        epoch = 1577836800000
        self.write("vesta.yaml", "stores: { shop: { kind: sqlite, file: shop.db } }\ngenerators: { default: { kind: vesta } }\n")
        with contextlib.closing(sqlite3.connect(self.path("shop.db"))) as shop:
            shop.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, created_at TEXT, ms INTEGER)")
            shop.executemany("INSERT INTO orders VALUES (?, ?, ?)", (
                (one, time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(made // 1000)) + f".{made % 1000:03}", made)
                for one, made in snowflakes(1000, epoch=epoch)))
            shop.commit()
        for column in ("created_at", "ms"):
            found = self.adopted("--table", "orders", "--made", column)
            self.assertEqual((found["layout"], found["epoch"], found["machines"]), ("custom", epoch, [1, 2, 7]))
        self.assert_refused(2, "orders.id:1: ", self.run_vesta("adopt", "--table", "orders", "--made", "id"))

    def test_it_goes_on_in_the_layout_where_the_machine_ids_are_named(self):
        found = self.adopted("--machines=0-15", self.write_ids(snowflakes(100)))
        self.assertEqual(found["settings"], "machine-id: { property: { id: 16 } }\ngenerators:\n  default: { kind: snowflake }\n")
        self.write("new.yaml", found["settings"])
        self.assertEqual(len(self.output("gen", "-n", "5", config="new.yaml")), 5)

    def test_it_goes_on_above_the_last_of_a_program_that_has_stopped(self):
        made = snowflakes(100)
        found = self.adopted("--stopped", self.write_ids(made))
        self.assertEqual(found["settings"], "generators:\n  default: { kind: snowflake }\n")
        self.assertEqual(found["lastTick"], made[0][0] >> 22)

    def test_creation_times_show_an_epoch_of_ones_own(self):
        epoch = 1_400_000_000_000
        made = snowflakes(200, epoch=epoch)
        self.write("rows", "made,id\n" + "".join(f"{at},{each}\n" for each, at in made))
        found = self.adopted("--column=2", "--time-column=1", self.path("rows"))
        self.assertEqual(found["layout"], "custom")
        self.assertLess(abs(found["epoch"] - epoch), 60_000)

    def test_the_text_tells_what_is_proven(self):
        ran = self.run_vesta("adopt", self.write_ids(snowflakes(50)))
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("layout       snowflake: 41 bits of time, 10 of machine ID, 12 of seq; ticks of ms", ran.stdout)
        self.assertIn("epoch        2010-11-04T01:42:54.657Z", ran.stdout)
        self.assertRegex(ran.stdout, r"safe         until 20\d\d-\S+, whichever machine IDs the program uses")

    def test_it_refuses_rather_than_guess(self):
        old = [(each - (200 * 24 * 3_600_000 << 22), at) for each, at in snowflakes(50)]
        ran = self.run_vesta("adopt", self.write_ids(old))
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stderr, r"^vesta: none of the layouts .* \(--until\).*\n$")
        ran = self.run_vesta("adopt", "-", input="1\nnone\n")
        self.assertEqual((ran.returncode, ran.stderr), (2, "vesta: -:2: 'none' has no ID\n"))
        for words in (("--machines=5-2",), ("--machines=a",), ("--until=soon",)):
            self.assertEqual(self.run_vesta("adopt", *words, self.path("ids")).returncode, 2, words)


if __name__ == "__main__":
    program.main()
