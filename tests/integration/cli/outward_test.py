#!/usr/bin/env python3
"""IDs that leave in outward form, through the built program: gen, explain, make, and both servers."""
import json
import time

import program

KEYS = ("000102030405060708090a0b0c0d0e0f", "ffeeddccbbaa99887766554433221100")
TAGS_KEY, LEAF_KEY = "11223344556677889900aabbccddeeff", "00112233445566778899aabbccddeeff"
PRINTS = ("ff1-c6a13b37878f5b82-62-4000000000000000", "ff1-ebc95850798949f8-62-4000000000000000")
SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, outward: { key: %d, keys: {
    0: { key-file: old.key, fingerprint: ff1-c6a13b37878f5b82-62-4000000000000000 },
    1: { key-env: NEW_KEY, fingerprint: ff1-ebc95850798949f8-62-4000000000000000 } } } }
  numbers: { kind: segment, store: main, auto-create: {}, outward: { keys: {
    0: { key-file: tags.key, fingerprint: ff1-dd566b6570488cd4-48 } } } }
clock: { reserve-ahead: 1s }
rest: { listen: 127.0.0.1:0 }
rpc: { listen: 127.0.0.1:0 }
"""
LEAF = """\
  leaf: { kind: cosid, outward: { keys: { 0: { key-file: leaf.key, fingerprint: ff1-fde4fbae4a09e020-63 } } } }
  other: { kind: snowflake }
"""


class Outward(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.environment["NEW_KEY"] = KEYS[1]
        self.write("old.key", KEYS[0] + "\n")
        self.write("tags.key", TAGS_KEY + "\n")
        self.use_key(0)

    def use_key(self, key):
        self.write("vesta.yaml", SETTINGS % key)

    def refused(self, *words):
        ran = self.run_vesta(*words)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        return ran.stderr

    def explain(self, *words, **how):
        return [json.loads(line) for line in self.output("explain", "--json", *words, **how)]

    def test_ids_are_hidden_and_shown_by_whoever_has_the_key(self):
        made = self.ids("-n", "50")
        self.assertNotEqual(made, sorted(made))
        told = self.explain(*map(str, made))
        self.assertEqual([each["outward"] for each in told], [str(each) for each in made])
        self.assertEqual({each["machine"] for each in told}, {1})
        behind = [int(each["id"]) for each in told]
        self.assertEqual(behind, sorted(behind))
        for form in ("base32", "hex", "uuid"):
            text = self.output("gen", "--as", form, "--prefix", "order_")[0]
            self.assertEqual(self.explain(text)[0]["machine"], 1, form)

    def test_texts_of_two_forms_are_refused_without_one(self):
        texts = self.output("gen", "-n", "300", "--as", "base62")  # about 20 are of a past instant in base58, too
        ran = self.run_vesta("explain", "-", input="\n".join(texts))
        self.assertIn("is an ID in two text forms; say which by --as", ran.stderr)
        self.assertEqual({each["machine"] for each in self.explain("--as", "base62", *texts)}, {1})

    def test_a_new_key_shows_ids_of_the_old_one(self):
        before = self.ids()[0]
        self.use_key(1)
        after = self.ids()[0]
        self.assertEqual((before >> 62, after >> 62), (0, 1))
        told = self.explain(str(before), str(after))
        self.assertLess(told[0]["at"], told[1]["at"])

    def test_numbers_of_a_tag_are_shown_with_its_name(self):
        made = self.ids("-g", "numbers", "--tag", "orders", "-n", "3")
        self.assertTrue(all(0 <= each < 1 << 48 for each in made))
        told = self.explain("-g", "numbers", "--tag", "orders", *map(str, made))
        self.assertEqual([each["number"] for each in told], ["1", "2", "3"])
        self.assertIn("which needs a tag", self.refused("explain", "-g", "numbers", str(made[0])))
        self.assertIn("which takes no tag", self.refused("explain", "--tag", "orders", str(made[0])))

    def test_ids_that_no_key_made_and_wrong_keys_are_refused(self):
        self.assertIn("names key 3; the settings have 0, 1", self.refused("explain", "0xffffffffffffffff"))
        self.assertIn("no range of time", self.refused("range", "--from", "2026-01-01T00:00:00Z", "--to",
                                                       "2026-01-02T00:00:00Z"))
        self.assertIn("audit them as --numbers", self.refused("audit", "-g", "default", "vesta.yaml"))
        self.environment["NEW_KEY"] = KEYS[0]
        wrong = self.refused("check")
        self.assertIn("keys.1: this is another key than that of " + PRINTS[1], wrong)
        self.assertNotIn(PRINTS[0], wrong)
        self.assertNotIn(KEYS[0], wrong)

    def test_what_is_made_from_parts_leaves_in_outward_form(self):
        made = self.output("make", "--time", "375000000000", "--seq", "7")[0]
        told = self.explain(made)[0]
        self.assertEqual((told["time"], told["seq"], told["machine"]), (375000000000, 7, 1))

    def test_servers_give_outward_ids_and_keep_what_is_behind_them(self):
        self.write("leaf.key", LEAF_KEY + "\n")
        self.write("vesta.yaml", (SETTINGS % 0).replace("clock:", LEAF + "clock:"))
        _, rest, rpc = self.serve()
        while self.get(rest, "/readyz")[0] != 200:
            time.sleep(0.01)
        made = [self.get(rest, "/genid")[2].decode()]
        made += json.loads(self.get(rest, "/v1/generators/default/ids?count=5")[2])["ids"]
        made += [self.exchange(rpc, b"GENID\r\n")[0].strip(":")]
        told = self.explain(*made)
        self.assertEqual([each["genMethod"] for each in told], [2] * 6 + [1])
        for path in ("/expid?id=" + made[0], "/v1/generators/default/ids/" + made[0], "/makeid?time=1&seq=1"):
            status, _, body = self.get(rest, path)
            self.assertEqual(status, 400, path)
            self.assertIn(b"in outward form", body)
        hidden = {"EXPID " + made[0]: "only who has the key", "MAKEID TIME 1 SEQ 1": "only who has the key",
                  "RANGE default 10": "without ranges and prefetching",
                  "RANGE numbers 10 TAG orders": "without ranges and prefetching",
                  "INCRBY orders 10": "without ranges and prefetching", "GET orders": "GET tells how many there are"}
        for command, words in hidden.items():
            self.assertIn(words, self.exchange(rpc, command.encode() + b"\r\n")[0], command)
        status, _, of_leaf = self.get(rest, "/api/snowflake/get/any")
        self.assertEqual(status, 200, of_leaf)
        of_cosid = self.explain("-g", "leaf", of_leaf.decode())[0]
        self.assertAlmostEqual(of_cosid["time"] / 1000 + 1577203200, time.time(), delta=600)
        status, _, body = self.get(rest, "/decodeSnowflakeId?snowflakeId=" + of_leaf.decode())
        self.assertIn(b"generator leaf is of kind cosid, which gives its IDs in outward form", body)
        numbers = [self.exchange(rpc, b"INCR orders\r\n")[0].strip(":")]
        numbers += [self.get(rest, "/api/segment/get/orders")[2].decode()]
        told = self.explain("-g", "numbers", "--tag", "orders", *numbers)
        self.assertLess(int(told[0]["number"]), int(told[1]["number"]))

    def test_negative_ids_are_shown_like_others(self):
        self.write("vesta.yaml", (SETTINGS % 3).replace("    1: {", "    3: {"))
        for form in ("base32", "base58", "base62", "hex", "uuid"):
            text = self.output("gen", "--as", form)[0]
            self.assertEqual(self.explain("--as", form, text)[0]["machine"], 1, form)
        _, rest, rpc = self.serve()
        while self.get(rest, "/readyz")[0] != 200:
            time.sleep(0.01)
        made = [self.get(rest, "/genid")[2].decode(), self.exchange(rpc, b"GENID\r\n")[0].removeprefix(":")]
        self.assertTrue(all(int(each) < 0 for each in made), made)
        told = self.explain("-", input="\n".join(made))
        self.assertEqual([each["genMethod"] for each in told], [2, 1])
        text = self.exchange(rpc, b"GENID AS base58\r\n")[1]
        self.assertLess(int(self.explain("--as", "base58", text)[0]["outward"]), 0)


if __name__ == "__main__":
    program.main()
