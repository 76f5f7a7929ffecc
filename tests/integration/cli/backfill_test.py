#!/usr/bin/env python3
"""IDs of past instants that no generator makes: vesta make --at, and the machine IDs that are set aside for them."""
import json

import program

SETTINGS = """\
machine-id: { takeover-margin: 0, backfill: 1000, property: { id: %s } }
generators:
  default: { kind: vesta }
  flake: { kind: snowflake, gen-method: 0 }
  other: { kind: custom, layout: { time: 41, seq: 10, machine: 12, epoch: %d } }
"""
EPOCH = 1288834974657  # Twitter's
# The other layout comes to the numbers of snowflake's past more than four years after them.
AHEAD = """\
machine-id: { takeover-margin: 0, backfill: 1, property: { id: 0 } }
generators:
  default: { kind: snowflake }
  other: { kind: custom, layout: { time: 41, seq: 10, machine: 12, epoch: 1423014174657 } }
"""


class Backfill(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.use()

    def use(self, machine="7", without="  flake:"):
        """The settings up to the generator that the line `without` begins."""
        self.write("vesta.yaml", (SETTINGS % (machine, EPOCH)).split(without)[0])

    def make(self, *words):
        return int(self.output("make", *words)[0])

    def test_a_past_id_has_its_instant_and_a_machine_id_that_no_generator_takes(self):
        made = [self.make("--at", "2025-03-01T12:00:00Z", "--seq", str(seq)) for seq in range(3)]
        made.append(self.make("--at", "2025-03-01T12:00:00.001Z", "--seq", "0", "--machine", "1023"))
        told = [json.loads(line) for line in self.output("explain", "--json", *map(str, made))]
        self.assertEqual([each["machine"] for each in told], [1000] * 3 + [1023])
        self.assertEqual([each["seq"] for each in told], [0, 1, 2, 0])
        self.assertEqual([each["at"] for each in told], ["2025-03-01T12:00:00.000Z"] * 3 + ["2025-03-01T12:00:00.001Z"])
        self.use(without="  other:")
        flake = self.make("--at", "2025-03-01T12:00:00Z", "--seq", "1", "-g", "flake")
        self.assertEqual(json.loads(self.output("explain", "-g", "flake", "--json", str(flake))[0])["machine"], 1000)

    def test_what_could_be_a_real_id_is_refused(self):
        at = ("--at", "2025-03-01T12:00:00Z", "--seq", "0")
        refused = {("--machine", "999"): "those from 1000 on are set aside", ("--machine", "1024"): "has those up to 1023",
                   ("--time", "5"): "--time"}
        for more, words in refused.items():
            self.assert_refused(2, words, self.run_vesta("make", *at, *more))
        self.assert_refused(2, "it must lie in the past", self.run_vesta("make", "--at", "2999-01-01T00:00:00Z", "--seq", "0"))
        self.assert_refused(2, "before", self.run_vesta("make", "--at", "2001-01-01T00:00:00Z", "--seq", "0"))
        self.assert_refused(2, "give --time, or --at", self.run_vesta("make", "--seq", "0"))
        self.write("plain.yaml", "machine-id: { property: { id: 7 } }\ngenerators: { default: { kind: vesta } }\n")
        self.assert_refused(2, "machine-id.backfill is not set", self.run_vesta("make", *at, config="plain.yaml"))

    def test_another_layouts_real_id_is_refused(self):
        self.use(without="end")
        self.assert_refused(2, "could be an ID of generator other too, of machine ID ",
                            self.run_vesta("make", "--at", "2025-03-01T12:00:00Z", "--seq", "0", "-g", "flake"))

    def test_what_another_layout_makes_years_from_now_is_refused(self):
        self.write("ahead.yaml", AHEAD)
        at = ("make", "--at", "2025-03-01T12:00:00Z")
        self.assert_refused(2, "1895806220497850368 could be an ID of generator other too, of machine ID 0 at 2029-06-01T12:00:00.000Z",
                            self.run_vesta(*at, "--seq", "0", config="ahead.yaml"))
        # Where the IDs leave in another form, they are in another column.
        self.write("old.key", "000102030405060708090a0b0c0d0e0f\n")
        self.write("outward.yaml", AHEAD.replace("snowflake", "snowflake, outward: { keys: { 0: { key-file: old.key, "
                                                 "fingerprint: ff1-c6a13b37878f5b82-63 } } }"))
        made = self.output(*at, "--seq", "0", config="outward.yaml")
        self.assertIn("id         1895806220497850368", self.output("explain", *made, config="outward.yaml"))
        # The same tick by a sequence that is, for the other layout, a machine ID set aside.
        self.assertEqual(len(self.output(*at, "--seq", "1000", config="ahead.yaml")), 1)

    def test_a_layout_that_comes_later_is_compared_by_making_the_same_again(self):
        at = ("make", "--at", "2025-03-01T12:00:00Z", "-g", "old")
        before = "machine-id: { takeover-margin: 0, backfill: 1, property: { id: 0 } }\ngenerators:\n  old: { kind: snowflake }\n"
        later = before + "  default: { kind: custom, layout: { time: 41, seq: 10, machine: 12, epoch: %d } }\n"
        self.write("before.yaml", before)
        self.write("meets.yaml", later % 1423014174657)
        self.write("past.yaml", later % (EPOCH - 1000))
        made = self.output(*at, "--seq", "0", config="before.yaml")
        self.assert_refused(2, made[0] + " could be an ID of generator default too",
                            self.run_vesta(*at, "--seq", "0", config="meets.yaml"))
        self.assert_refused(2, "at 2025-03-01T11:59:59.000Z", self.run_vesta(*at, "--seq", "0", config="past.yaml"))
        # Machine ID 1 in the new layout, too: set aside.
        self.assertEqual(self.output(*at, "--seq", "1", config="meets.yaml"), self.output(*at, "--seq", "1", config="before.yaml"))

    def test_generators_have_none_of_those_that_are_set_aside(self):
        self.use("1000")
        words = "machine-id.property.id gives machine ID 1000; those from 1000 on are set aside"
        self.assert_refused(2, words, self.run_vesta("check"))
        self.assert_refused(2, words, self.run_vesta("gen"))


if __name__ == "__main__":
    program.main()
