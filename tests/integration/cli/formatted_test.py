#!/usr/bin/env python3
"""Formatted numbers, from the program and from its servers: taken, read back and shown. They restart with the year, so that no midnight
comes between two lines here."""
import json
import sqlite3

import program

SETTINGS = """\
rest: { listen: "127.0.0.1:0" }
rpc: { listen: "127.0.0.1:0" }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  papers:
    kind: segment
    store: main
    auto-create: { step: 10 }
    formats:
      invoice: { text: "INV-{year}{month}{day}-{number}-{check}", restart: yearly, zone: Europe/Berlin, width: 6, check: luhn }
      bill: { text: "B{number}", width: 1 }
"""
TEXT = r"INV-(\d{4})(\d\d)(\d\d)-(\d{6})-(\d)"


class Formatted(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)

    def taken(self, count, tag="invoice"):
        return self.output("gen", "-g", "papers", "--tag", tag, "--as", "formatted", "-n", str(count))

    def explained(self, text):
        return json.loads(self.output("explain", "-g", "papers", "--tag", "invoice", text, "--json")[0])

    def test_are_taken_read_back_and_shown(self):
        texts = self.taken(25)
        for place, text in enumerate(texts, 1):
            self.assertRegex(text, f"^{TEXT}$")
            told = self.explained(text)
            self.assertEqual((told["text"], told["tag"], told["number"]), (text, "invoice", str(place)))
        shown = json.loads(self.output("tags", "preview", "invoice", "--json")[0])
        self.assertEqual((shown["number"], shown["left"]), ("26", "999974"))
        self.assertEqual(self.taken(1), [shown["next"]])
        with sqlite3.connect(self.path("var/vesta.db")) as table:
            self.assertRegex(table.execute("SELECT biz_tag FROM leaf_alloc").fetchall()[0][0], r"^invoice@\d{4}$")
        table.close()

    def test_are_refused_with_a_slip_and_beyond_their_width(self):
        text, = self.taken(1)
        wrong = text[:-1] + str((int(text[-1]) + 1) % 10)
        self.assert_refused(2, "its check digits are wrong",
                            self.run_vesta("explain", "-g", "papers", "--tag", "invoice", wrong))
        for words in (["--prefix", "x_"], ["--remote", "127.0.0.1:1"]):
            self.assert_refused(2, "--as formatted", self.run_vesta("gen", "--tag", "bill", "--as", "formatted", *words))
        self.assertEqual(self.taken(9, "bill")[-1], "B9")
        self.assert_refused(1, "number 10 has more than 1 digits",
                            self.run_vesta("gen", "-g", "papers", "--tag", "bill", "--as", "formatted"))

    def test_come_from_servers(self):
        _, rest, rpc = self.serve()
        ids = "/v1/generators/papers/ids"
        texts = json.loads(self.get(rest, ids + "?tag=invoice&format=formatted&count=3")[2])["ids"]
        self.assertEqual([int(text.split("-")[2]) for text in texts], [1, 2, 3])
        self.assertRegex(self.get(rest, ids + "?tag=invoice&format=formatted", "text/plain")[2].decode(), f"^{TEXT}\n$")
        told = json.loads(self.get(rest, f"{ids}/{texts[2]}?tag=invoice&format=formatted")[2])
        self.assertEqual((told["scheme"], told["number"]), ("formatted", "3"))
        for query in ("?tag=invoice", "?format=formatted", "?tag=invoice&format=formatted&count=1001",
                      "?tag=invoice&format=formatted&prefix=x_"):
            self.assertEqual(self.get(rest, ids + query)[0], 400, query)
        self.assertEqual(self.get(rest, ids + "?tag=order&format=formatted")[0], 404)
        genid = b"GENID GENERATOR papers TAG invoice AS formatted"
        one = self.exchange(rpc, genid + b"\r\n")
        self.assertRegex(one[1], f"^{TEXT}$")
        many = self.exchange(rpc, genid.upper().replace(b"PAPERS TAG INVOICE", b"papers TAG invoice") + b" COUNT 2\r\n")
        self.assertEqual([int(text.split("-")[2]) for text in many[2::2]], [6, 7])
        for wrong, words in ((b"GENID GENERATOR papers AS formatted", "AS formatted needs a TAG"),
                             (b"INCR invoice", "unique as formatted texts only"),
                             (genid + b" COUNT 1001", "it is 1 to 1000"),
                             (genid.replace(b"invoice", b"order"), "has no format")):
            self.assertIn(words, self.exchange(rpc, wrong + b"\r\n")[0])


if __name__ == "__main__":
    program.main()
