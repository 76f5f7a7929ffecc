#!/usr/bin/env python3
"""audit: what is wrong with IDs that were made, found in any number of files."""
import contextlib
import json
import random
import sqlite3
import time

import program


class Audit(program.VestaTest):
    def audited(self, *words):
        ran = self.run_vesta("audit", "--json", *words)
        self.assertEqual(ran.stderr, "")
        return ran.returncode, json.loads(ran.stdout)

    def test_ids_of_gen_are_without_fault(self):
        self.write("ids", "\n".join(self.output("gen", "-n", "5000")))
        code, found = self.audited(self.path("ids"))
        self.assertEqual(code, 0)
        self.assertEqual((found["ids"], found["repeated"], found["layout"]), (5000, 0, "vesta"))
        self.assertEqual([(each["machine"], each["count"], each["stepsBack"]) for each in found["streams"]], [(1, 5000, 0)])

    def test_planted_duplicates_are_found_though_memory_does_not_hold_the_ids(self):
        seed = time.time_ns()
        random.seed(seed)
        ids = [random.randrange(1, 1 << 62) for _ in range(200_000)]
        again = random.sample(ids, 25)
        self.write("a", "".join(f"{each}\n" for each in ids))
        self.write("b", "".join(f"{each}\n" for each in again))
        code, found = self.audited("--numbers", "--memory=1MiB", "--folder", self.folder, self.path("a"), self.path("b"))
        self.assertEqual((code, found["ids"], found["repeated"]), (1, 200_025, 25), f"seed {seed}")
        first = found["duplicates"]["examples"][0]
        self.assertEqual(first["at"], [f"{self.path('a')}:{ids.index(int(first['id'])) + 1}",
                                       f"{self.path('b')}:{again.index(int(first['id'])) + 1}"], f"seed {seed}")

    def test_numbers_of_a_segment_have_gaps_which_are_no_fault(self):
        self.write("n", "1\n2\n3\n10\n")
        code, found = self.audited("--numbers", self.path("n"))
        self.assertEqual((code, found["missing"], found["largestGaps"]), (0, 6, [{"first": "4", "last": "9"}]))

    def test_the_text_names_what_is_wrong_and_where(self):
        self.write("x", "id,who\n5,a\n5,b\nnone,c\n9223372036854775807,d\n")
        ran = self.run_vesta("audit", self.path("x"))
        self.assertEqual(ran.returncode, 1)
        self.assertIn(f"5, 2 times: {self.path('x')}:2, {self.path('x')}:3", ran.stdout)
        self.assertIn(f"{self.path('x')}:4: 'none,c'", ran.stdout)
        self.assertIn("in the future 1\n", ran.stdout)

    def test_standard_input_is_a_file_too(self):
        ran = self.run_vesta("audit", "--numbers", "-", input="7\n8\n7\n")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("7, 2 times: -:1, -:3", ran.stdout)

    def test_a_column_of_a_database_is_read_in_pages_and_not_changed(self):
        self.write("vesta.yaml", "stores: { shop: { kind: sqlite, file: shop.db } }\n"
                                 "machine-id: { property: { id: 9 } }\ngenerators: { default: { kind: vesta } }\n")
        with contextlib.closing(sqlite3.connect(self.path("shop.db"))) as shop:
            shop.execute("CREATE TABLE orders (code TEXT PRIMARY KEY, number INTEGER)")
            shop.executemany("INSERT INTO orders VALUES (?, ?)", ((f"k{each:06}", each % 24_999 or None) for each in range(25_000)))
            shop.commit()
        with open(self.path("shop.db"), "rb") as file:
            before = file.read()
        for key in ((), ("--key", "code")):
            code, found = self.audited("--numbers", "--table", "orders", "--id", "number", *key)
            self.assertEqual((code, found["ids"], found["repeated"], found["missing"]), (0, 24_998, 0, 0))
        with open(self.path("shop.db"), "rb") as file:
            self.assertEqual(file.read(), before)
        with contextlib.closing(sqlite3.connect(self.path("shop.db"))) as shop:
            shop.execute("UPDATE orders SET number = 7 WHERE code IN ('k000001', 'k020000')")
            shop.commit()
        code, found = self.audited("--numbers", "--table", "orders", "--id", "number", "--key", "code")
        self.assertEqual((code, found["repeated"]), (1, 2))
        self.assertEqual(found["duplicates"]["examples"][0]["at"],
                         ["orders.number:1", "orders.number:7", "orders.number:20000"])
        for words, message in ((("--table", "orders", "--id", "code"), "column code is of type text"),
                               (("--table", "nobody"), "there is no such table"),
                               (("--table", "orders", "ids"), "FILE excludes --table"),
                               (("--table", "orders", "--store", "else"), "there is no store 'else'"),
                               ((), "say where the IDs are")):
            self.assert_refused(2, message, self.run_vesta("audit", "--numbers", *words))

    def test_no_ids_are_not_without_fault(self):
        ran = self.run_vesta("audit", "-", input="")
        self.assertEqual((ran.returncode, ran.stderr), (1, "vesta: there are no IDs\n"))

    def test_what_cannot_be_read_is_wrong_usage(self):
        for words, message in (((self.path("none"),), "cannot read"), (("--memory=5", self.path("vesta.yaml")), "--memory"),
                               (("-g", "nobody", self.path("vesta.yaml")), "there is no generator or layout 'nobody'")):
            ran = self.run_vesta("audit", *words)
            self.assertEqual((ran.returncode, len(ran.stderr.splitlines())), (2, 1), ran.stderr)
            self.assertIn(message, ran.stderr)


if __name__ == "__main__":
    program.main()
