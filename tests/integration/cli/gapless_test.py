#!/usr/bin/env python3
"""`vesta gapless`: what auditors are told of numbers without gaps, and what operators change."""
import json
import os
import shutil
import zlib

import program

SETTINGS = "generators: { invoice: { kind: gapless, tags: [ order ] } }\n"


BLOCK = 4096


class Gapless(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)
        self.assertEqual(self.output("gapless", "begin"), ["the numbers begin at 1"])
        self.give("time 1767225600123 5\ntag 3 order\nkey 2 k-1\n")

    def give(self, lines):
        """What a service would have written (docs/state.md), in place of the end."""
        with open(self.path("var/gapless-invoice.numbers"), "r+", encoding="utf-8", newline="\n") as book:
            name = book.read().split("\nid ")[1].split("\n")[0]
            lines = f"\x1e{name} 1\n{lines}"
            lines += f"crc32 {zlib.crc32(lines.encode()):08x}\n"
            book.seek(BLOCK)
            book.write(lines.ljust(BLOCK, "\0"))

    def refused(self, code, words, *command):
        self.assert_refused(code, words, self.run_vesta("gapless", *command))

    def test_tells_how_far_each_series_is(self):
        self.assertEqual(self.output("gapless"), ["order\t1 to 3\t0 void"])
        self.assertEqual(json.loads(self.output("gapless", "--json")[0]), {"tag": "order", "last": "3", "void": 0})

    def test_lists_numbers_and_makes_them_void(self):
        made = self.output("gapless", "void", "3", "--tag", "order", "--by", "mia", "--why", "torn")
        self.assertEqual(made, ["number 3 is void"])
        listed = self.output("gapless", "list", "--tag", "order")
        self.assertEqual(listed[:2], ["1\tgiven", "2\tgiven\tgiven 2026-01-01T00:00:00.123Z for key k-1"])
        self.assertRegex(listed[2], r"^3\tvoid\tvoid since 20.*Z by mia: torn$")
        self.assertEqual(len(self.output("gapless", "list", "--tag", "order", "--from", "2", "--count", "1")), 1)
        last = json.loads(self.output("gapless", "--json", "list", "--tag", "order")[2])
        self.assertEqual((last["number"], last["who"], last["why"]), ("3", "mia", "torn"))
        self.refused(2, "number 3 is void since", "void", "3", "--tag", "order", "--by", "tom", "--why", "other")
        self.refused(2, "number 4 was not given", "void", "4", "--tag", "order", "--by", "mia", "--why", "torn")

    def test_begins_numbers_when_told_alone(self):
        self.refused(2, "a book is begun once", "begin")
        os.rename(self.path("var"), self.path("elsewhere"))
        for command in [("list",), (), ("moved",), ("void", "1", "--by", "mia", "--why", "torn")]:
            self.refused(1, "say so: vesta gapless begin --generator invoice", *command)
        self.assertFalse(os.path.exists(self.path("var")))

    def test_changes_nothing_where_it_only_reads(self):
        with open(self.path("var/gapless-invoice.numbers"), "rb") as book:
            before = book.read()
        self.output("gapless", "list", "--tag", "order")
        self.output("gapless")
        with open(self.path("var/gapless-invoice.numbers"), "rb") as book:
            self.assertEqual(book.read(), before)

    def test_refuses_a_copied_folder_until_it_is_told_that_it_was_moved(self):
        shutil.copytree(self.path("var"), self.path("copy"))
        os.rename(self.path("var"), self.path("former"))
        os.rename(self.path("copy"), self.path("var"))
        void = ("void", "1", "--tag", "order", "--by", "mia", "--why", "torn")
        self.refused(1, "say so: vesta gapless moved --generator invoice", *void)
        self.assertEqual(self.output("gapless", "moved", "--generator", "invoice"), ["the numbers are at home here"])
        self.assertEqual(self.output("gapless"), ["order\t1 to 3\t0 void"])

    def test_needs_a_generator_without_gaps(self):
        self.refused(2, "there is no generator 'none'", "list", "-g", "none")
        self.write("vesta.yaml", "generators: { default: { kind: vesta } }\nmachine-id: { property: { id: 1 } }\n")
        self.refused(2, "there is no generator of kind gapless; there are default", "list")
        self.refused(2, "is of kind vesta, not gapless", "list", "-g", "default")


if __name__ == "__main__":
    program.main()
