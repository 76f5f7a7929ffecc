#!/usr/bin/env python3
"""`vesta tags`: the tags of the shared store, made and raised, and how long each of them and each layout lasts."""
import json
import os
import socket
import sqlite3
import time

import program

SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  segment: { kind: segment, store: main }
"""
DAY = 86400


class Tags(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)

    def listed(self):
        return {each.get("tag"): each for each in map(json.loads, self.output("tags", "list", "--json"))}

    def sql(self, statement):
        with sqlite3.connect(self.path("var/vesta.db")) as table:
            table.execute(statement)
        table.close()

    def refused(self, code, words, *command):
        self.assert_refused(code, words, self.run_vesta("tags", *command))

    def test_are_made_used_and_listed(self):
        self.assertEqual(self.output("tags", "create", "order", "--step", "250"), ["tag 'order' has step 250"])
        self.assertEqual(self.ids("-g", "segment", "--tag", "order", "-n", "3"), [1, 2, 3])
        self.assertEqual({key: self.listed()["order"][key] for key in ("generator", "table", "maxId", "step")},
                         {"generator": "segment", "table": "leaf_alloc (stores.main)", "maxId": "4", "step": 250})
        self.assertRegex(self.output("tags")[0], r"^segment\torder\treserved below 4\tstep 250\tno limit\t0 a day since 20.*\tlasts for ever$")

    def test_last_as_long_as_their_rate_says(self):
        self.output("tags", "create", "order", "--step", "10", "--json")
        self.sql("UPDATE leaf_alloc SET max_id = 2001, max_limit = 10000")
        self.listed()
        looks, = [name for name in os.listdir(self.path("var")) if name.endswith(".looks")]
        two_days_ago = int((time.time() - 2 * DAY) * 1000)
        self.write("var/" + looks, f"vesta-tag-looks 1\n{two_days_ago} 1 {two_days_ago} 1 order\n")
        found = self.listed()["order"]
        self.assertAlmostEqual(found["perDay"], 1000, delta=1)
        self.assertAlmostEqual(found["daysLeft"], 8, delta=0.1)
        self.sql("UPDATE leaf_alloc SET max_id = 10001")
        self.assertEqual(self.listed()["order"]["daysLeft"], 0)
        self.assertIn("\texhausted", self.output("tags", "-g", "segment")[0])

    def test_layouts_last_until_their_last_instant(self):
        layout = self.listed()[None]
        self.assertEqual((layout["generator"], layout["layout"], layout["type"]), ("default", "vesta", "min-granularity"))
        self.assertGreater(layout["daysLeft"], 1000)
        self.assertRegex(self.output("tags")[-1], r"^default\tlayout vesta, min-granularity\tlast instant 20\S+Z\tlasts \d+ years$")

    def test_are_raised_and_refused_in_words(self):
        self.output("tags", "create", "order", "--step", "10")
        self.refused(2, "tag 'order' has numbers already", "create", "order", "--step", "10")
        self.refused(2, "'order' has no limit", "raise", "order", "--max-limit", "100")
        self.sql("UPDATE leaf_alloc SET max_id = 501, max_limit = 100")
        self.refused(2, "a limit of 200 would leave it none", "raise", "order", "--max-limit", "200")
        self.refused(2, "that is no higher", "raise", "order", "--max-limit", "50")
        self.refused(2, "there is no tag 'oder'; did you mean 'order'?", "raise", "oder", "--max-limit", "50")
        self.assertEqual(self.output("tags", "raise", "order", "--max-limit", "1000"), ["tag 'order' has limit 1,000"])
        self.assertEqual(json.loads(self.output("tags", "raise", "order", "--max-limit", "2000", "--json")[0]),
                         {"tag": "order", "limit": "2000"})
        self.assertEqual(self.listed()["order"]["limit"], "2000")

    def test_slips_are_told(self):
        self.output("tags", "create", "order", "--step", "10")
        self.assert_refused(2, "did you mean 'order'?", self.run_vesta("gen", "-g", "segment", "--tag", "ordre"))
        self.refused(2, "did you mean 'segment'?", "list", "-g", "segmnet")
        self.refused(2, "generator default is of kind vesta, not segment", "-g", "default")

    def test_of_a_store_that_does_not_answer_say_so(self):
        nobody = socket.socket()
        self.addCleanup(nobody.close)
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        self.write("vesta.yaml", "stores: { main: { kind: mysql, host: 127.0.0.1, port: %d, database: d, user: u } }\n"
                   "generators: { segment: { kind: segment, store: main } }\n" % nobody.getsockname()[1])
        for command in ((), ("create", "order", "--step", "1"), ("raise", "order", "--max-limit", "5")):
            self.refused(1, "stores.main", *command)

    def test_names_cannot_rule_the_terminal(self):
        self.listed()
        self.sql("INSERT INTO leaf_alloc (biz_tag, step) VALUES (char(27) || '[2Jred' || char(10) || '\u009b', 1)")
        self.assertIn("\t\\x1b[2Jred\\x0a\\xc2\\x9b\t", self.output("tags")[0])


if __name__ == "__main__":
    program.main()
