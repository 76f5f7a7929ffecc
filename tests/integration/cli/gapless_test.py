#!/usr/bin/env python3
"""`vesta gapless`: what auditors are told of numbers without gaps, and what operators change."""
import http.client
import json
import os
import random
import shutil
import threading
import urllib.request
import zlib

import program

SETTINGS = "generators: { invoice: { kind: gapless, tags: [ order ] } }\n"
IN_DATABASE = SETTINGS.replace("gapless,", "gapless, store: main,") + "stores: { main: { kind: sqlite, file: numbers.db } }\n"
SERVED = SETTINGS + "rest: { listen: 127.0.0.1:0 }\nrpc: { listen: 127.0.0.1:0 }\n"
NUMBERS = "/v1/generators/invoice/numbers?tag=order"


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


class InADatabase(program.VestaTest):
    """What differs where the numbers are in a database."""

    def test_begin_and_list(self):
        self.write("vesta.yaml", IN_DATABASE)
        self.assert_refused(1, "say so: vesta gapless begin --generator invoice", self.run_vesta("gapless"))
        self.assertEqual(self.output("gapless", "begin"), ["the numbers begin at 1"])
        self.assert_refused(2, "there are numbers of generator invoice already", self.run_vesta("gapless", "begin"))
        self.assertEqual(self.output("gapless"), [])
        self.assertEqual(self.output("gapless", "list", "--tag", "order"), [])
        self.assertEqual(self.output("gapless", "moved"), ["the numbers are at home here"])
        self.assert_refused(2, "number 1 was not given",
                            self.run_vesta("gapless", "void", "1", "--tag", "order", "--by", "mia", "--why", "torn"))


class Served(program.ServingTest):
    """The servers, whose callers ask again with their keys."""

    SETTINGS = SERVED

    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", self.SETTINGS)
        self.output("gapless", "begin")
        self.guard = threading.Lock()
        self.numbers = {}  # by key

    @staticmethod
    def post(port, path, fields, body=b""):
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body, headers=fields, method="POST")
        with urllib.request.urlopen(request, timeout=program.TIMEOUT) as answer:
            return json.loads(answer.read())

    def take(self, rest, rpc, key):
        """By either protocol: a key is the generator's."""
        if random.random() < 0.5:
            return int(self.exchange(rpc, f"GENID GENERATOR invoice TAG order KEY {key}\r\n".encode())[0].removeprefix(":"))
        return int(self.post(rest, "/v1/generators/invoice/number?tag=order", {"Idempotency-Key": f'"{key}"'})["number"])

    def test_take_list_and_make_void(self):
        _, rest, rpc = self.serve()
        self.assertEqual([self.take(rest, rpc, key) for key in ("k1", "k2", "k1", "k1")], [1, 2, 1, 1])
        done = self.post(rest, "/v1/generators/invoice/numbers/2/void?tag=order", {"Content-Type": "application/json"},
                         b'{"why":"torn"}')
        self.assertEqual(done, {"done": "number 2 is void"})
        listed = json.loads(self.get(rest, NUMBERS)[2])["numbers"]
        self.assertEqual([(each["number"], each["key"], each.get("why")) for each in listed], [("1", "k1", None), ("2", "k2", "torn")])
        self.assertIn("was made void;", self.exchange(rpc, b"GENID GENERATOR invoice TAG order KEY k2\r\n")[0])
        self.assertEqual(self.output("gapless"), ["order\t1 to 2\t1 void"])

    def call(self, rest, rpc, caller, left, kill):
        """Takes numbers until the server is gone, which it is after so many."""
        while True:
            with self.guard:
                key = f"{caller}-{sum(each.startswith(f'{caller}-') for each in self.numbers)}"
            try:
                number = self.take(rest, rpc, key)
            except (OSError, ValueError, IndexError, http.client.HTTPException):
                return
            with self.guard:
                self.numbers[key] = number
                left[0] -= 1
                if left[0] == 0:
                    kill()

    def test_have_no_gap_and_no_duplicate_over_kills(self):
        seed = int(os.environ.get("VESTA_SEED", random.randrange(1 << 31)))
        print(f"VESTA_SEED={seed}", flush=True)
        random.seed(seed)
        for _ in range(int(os.environ.get("VESTA_CRASHES", 5))):
            process, rest, rpc = self.serve()
            left = [random.randrange(1, 60)]
            callers = [threading.Thread(target=self.call, args=(rest, rpc, each, left, process.kill)) for each in range(4)]
            for each in callers:
                each.start()
            for each in callers:
                each.join()
            process.wait(program.TIMEOUT)
        _, rest, rpc = self.serve()
        for caller in range(4):  # what was under way
            key = f"{caller}-{sum(each.startswith(f'{caller}-') for each in self.numbers)}"
            self.numbers[key] = self.take(rest, rpc, key)
        self.assertEqual(sorted(self.numbers.values()), list(range(1, len(self.numbers) + 1)))
        self.assertEqual(self.output("gapless"), [f"order\t1 to {len(self.numbers):,}\t0 void"])


class ServedFromADatabase(Served):
    """The same from a file of SQLite."""

    SETTINGS = SERVED.replace(SETTINGS, IN_DATABASE)


if __name__ == "__main__":
    program.main()
