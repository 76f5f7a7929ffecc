#!/usr/bin/env python3
"""Numbers per application and shard through the built program: init, gen, explain, serve and the servers' paths."""
import ctypes
import json
import os
import signal
import sqlite3
import time
import urllib.parse

import program

SETTINGS = """\
machine-id: { property: { id: 1 } }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  sharded: { kind: sharded, store: main, queue: memory%s }
clock: { reserve-ahead: 1s }
rest: { listen: 127.0.0.1:0 }
rpc: { listen: 127.0.0.1:0 }
"""


class Parts(ctypes.Structure):
    _fields_ = [("app", ctypes.c_uint32), ("shard", ctypes.c_uint32), ("next", ctypes.c_uint64),
                ("number", ctypes.c_uint64)]


def java_shard(text):
    """By the definition, over UTF-16 code units."""
    units = text.encode("utf-16-be")
    value = 0
    for high, low in zip(units[::2], units[1::2]):
        value = (value * 31 + (high << 8 | low)) & 0xFFFFFFFF
    return abs(value - (1 << 32) if value >= 1 << 31 else value) % 64


class Sharded(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS % "")

    def init(self, app=1):
        return self.output("sharded", "init", "--app", str(app), "--name", "test")

    def take(self, *words, app=1, gate_pass="bob"):
        return self.ids("-g", "sharded", "--app", str(app), "--gate-pass", gate_pass, *words)

    def say(self, port, *words):
        """One command as an array of any bytes; the lines of its answer."""
        command = b"".join(b"$%d\r\n%s\r\n" % (len(each), each) for each in (word.encode() for word in words))
        return self.exchange(port, b"*%d\r\n" % len(words) + command)

    def await_ready(self, rest):
        """Until the table was read: numbers may come before that."""
        while self.get(rest, "/readyz")[0] != 200:
            time.sleep(0.01)

    def test_a_wrong_application_says_nothing_about_the_store(self):
        self.init()
        _, rest, _ = self.serve()
        self.await_ready(rest)
        self.assertEqual(self.get(rest, "/api/sharded/get/9?gatePass=1")[0], 404)
        metrics = b""
        while b'path="/api/sharded/get/{appId}",status="404"} 1\n' not in metrics:
            metrics = self.get(rest, "/metrics")[2]
        self.assertIn(b'vesta_numbers_store_ok{generator="sharded"} 1\n', metrics)
        self.assertEqual(self.get(rest, "/readyz")[0], 200)

    def serve_two_applications(self):
        """1, of which one number was taken, and 200; the address of REST."""
        self.init()
        self.init(200)
        _, rest, rpc = self.serve()
        self.await_ready(rest)
        self.say(rpc, "NEXT", "1", "bob")
        return rest

    @staticmethod
    def id_of(number, gate_pass="bob", app=1):
        return number << 14 | java_shard(gate_pass) << 8 | app

    def test_init_makes_the_rows_once(self):
        self.assertEqual(self.init(), ["app 1: 64 rows made, 0 were there already"])
        self.assertEqual(self.init(), ["app 1: 0 rows made, 64 were there already"])
        self.assert_refused(2, "the app is 256, and must be from 0 to 255",
                            self.run_vesta("sharded", "init", "--app", "256", "--name", "x"))
        self.assert_refused(2, "--name is required", self.run_vesta("sharded", "init", "--app", "1"))

    def test_numbers_follow_each_other_from_run_to_run(self):
        self.init()
        self.assertEqual(self.take("-n", "3"), [self.id_of(1), self.id_of(2), self.id_of(3)])
        self.assertEqual(self.take(), [self.id_of(4)], "what was not used was given back")
        for gate_pass in ("alice", "13912345678", "\U0001D11E", "polygenelubricants"):
            made = self.take(gate_pass=gate_pass)[0]
            self.assertEqual((made >> 8 & 63, made & 255), (java_shard(gate_pass), 1), gate_pass)

    def test_an_app_that_was_not_made_is_refused_with_what_makes_it(self):
        self.assert_refused(2, "`vesta sharded init --app 1` makes it",
                            self.run_vesta("gen", "-g", "sharded", "--app", "1", "--gate-pass", "bob"))

    def test_explain_takes_ids_apart(self):
        self.init()
        made = self.take()[0]
        explained = json.loads(self.output("explain", "-g", "sharded", "--json", str(made))[0])
        self.assertEqual(explained, {"id": str(made), "kind": "sharded", "app": 1, "shard": java_shard("bob"),
                                     "next": 1, "number": 1})
        self.assertIn("number     1", self.output("explain", "-g", "sharded", str(made)))
        self.assert_refused(2, "is negative", self.run_vesta("explain", "-g", "sharded", "0xFFFFFFFFFFFFFFFF"))

    def test_a_key_hides_the_order_and_shows_it_again(self):
        self.write("key", "00112233445566778899aabbccddeeff\n")
        self.write("vesta.yaml", SETTINGS % ", key-file: ./key")
        self.init()
        made = self.take("-n", "100")
        self.assertNotEqual(made, sorted(made))
        lines = self.output("explain", "-g", "sharded", "--json", *map(str, made))
        self.assertEqual([json.loads(line)["number"] for line in lines], list(range(1, 101)))
        self.write("vesta.yaml", SETTINGS % "")
        self.assert_refused(1, "use the key it began with",
                            self.run_vesta("gen", "-g", "sharded", "--app", "1", "--gate-pass", "bob"))

    def test_other_languages_get_ids(self):
        self.init()
        library = ctypes.CDLL(os.path.join(os.path.dirname(program.PROGRAM), "../lib/libvesta.so"))
        library.vesta_open.restype = ctypes.c_void_p
        library.vesta_last_error.restype = ctypes.c_char_p
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)  # the settings name files below the current folder
        ids = ctypes.c_void_p(library.vesta_open(b"vesta.yaml"))
        self.assertTrue(ids, library.vesta_last_error())
        out, parts = (ctypes.c_int64 * 3)(), Parts()
        self.assertEqual(library.vesta_next_of_app(ids, b"sharded", ctypes.c_int64(1), b"bob", out, ctypes.c_size_t(3)), 0,
                         library.vesta_last_error())
        self.assertEqual(list(out), [self.id_of(1), self.id_of(2), self.id_of(3)])
        self.assertEqual(library.vesta_explain_sharded(ids, b"sharded", ctypes.c_int64(out[2]), ctypes.byref(parts)), 0)
        self.assertEqual((parts.app, parts.shard, parts.next, parts.number), (1, java_shard("bob"), 3, 3))
        self.assertEqual(library.vesta_next_of_app(ids, b"sharded", ctypes.c_int64(9), b"bob", out, ctypes.c_size_t(1)), 3)
        self.assertIn(b"`vesta sharded init --app 9` makes it", library.vesta_last_error())
        self.assertEqual(library.vesta_close(ids), 0)

    def test_every_way_of_publishing_gives_the_same_numbers(self):
        self.init()
        process, rest, rpc = self.serve()
        self.assertEqual(self.get(rest, "/api/sharded/get/1?gatePass=bob"),
                         (200, "text/plain;charset=UTF-8", b"%d" % self.id_of(1)))
        self.assertEqual(self.get(rest, "/api/sharded/get/1?gatePass=bob", "application/json"),
                         (200, "application/json;charset=UTF-8", b"%d" % self.id_of(2)))
        self.assertEqual(self.say(rpc, "NEXT", "1", "bob"), [f":{self.id_of(3)}"])
        self.assertEqual(self.say(rpc, "GENID", "GENERATOR", "sharded", "APP", "1", "GATEPASS", "bob"),
                         [f":{self.id_of(4)}"])
        self.assertEqual(self.say(rpc, "RANGE", "sharded", "5", "APP", "1", "GATEPASS", "bob"),
                         ["*3", f":{self.id_of(5)}", ":5", ":16384"])
        made = json.loads(self.get(rest, "/v1/generators/sharded/ids?app=1&gatePass=bob&count=2")[2])
        self.assertEqual(made, {"generator": "sharded", "ids": [str(self.id_of(10)), str(self.id_of(11))]})
        clef = urllib.parse.quote("\U0001D11E")
        self.assertEqual(self.get(rest, f"/api/sharded/get/1?gatePass={clef}")[2], b"%d" % self.id_of(1, "\U0001D11E"))
        self.assertEqual(self.say(rpc, "NEXT", "1", "\U0001D11E"), [f":{self.id_of(2, chr(0x1D11E))}"])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertEqual(self.take(), [self.id_of(12)])

    def test_servers_explain_but_keep_what_a_key_hides(self):
        for key, keeps in (("", False), (", key-file: ./key", True)):
            self.write("key", "00112233445566778899aabbccddeeff\n")
            self.write("vesta.yaml", SETTINGS % key)
            app = 2 if keeps else 1
            self.init(app)
            process, rest, rpc = self.serve()
            made = int(self.say(rpc, "NEXT", str(app), "bob")[0][1:])
            status, kind, content = self.get(rest, f"/v1/generators/sharded/ids/{made}")
            self.assertEqual((status, kind), (200, "application/json"))
            told = json.loads(content)
            self.assertEqual(told.pop("number", None), None if keeps else 1)
            fields = {"next": made >> 14, "shard": java_shard("bob"), "app": app}
            self.assertEqual(told, {"id": str(made), "generator": "sharded", "scheme": "sharded", "fields": fields})
            size, *words = self.say(rpc, "EXPID", str(made), "GENERATOR", "sharded")
            names, values = words[1::3], [int(each[1:]) for each in words[2::3]]
            self.assertEqual(dict(zip(names, values)), fields if keeps else {**fields, "number": 1})
            self.assertEqual(size, "*6" if keeps else "*8")
            explained = json.loads(self.output("explain", "-g", "sharded", "--json", str(made))[0])
            self.assertEqual(explained["number"], 1, "who has the key sees it")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(program.TIMEOUT), 0)

    def test_refusals_say_what_is_wrong(self):
        self.init()
        _, rest, rpc = self.serve()
        status, kind, _ = self.get(rest, "/api/sharded/get/2?gatePass=bob")
        self.assertEqual((status, kind), (404, "application/problem+json"))
        self.assertEqual(self.get(rest, "/api/sharded/get/256?gatePass=bob")[0], 400)
        self.assertEqual(self.get(rest, "/api/sharded/get/1?gatePass=%FF")[0], 400)
        self.assertEqual(self.get(rest, "/api/sharded/get/1")[0], 400)
        self.assertEqual(self.get(rest, "/v1/generators/sharded/ids/-1")[0], 400)
        self.assertRegex(self.say(rpc, "EXPID", "-1", "GENERATOR", "sharded")[0], "^-RANGE -1 is negative")
        self.assertRegex(self.say(rpc, "NEXT", "2", "bob")[0], "^-NOSUCHTAG id_alloc has no row for app 2, shard ")
        self.assertRegex(self.say(rpc, "NEXT", "-1", "bob")[0], "^-ERR the app is -1, and must be from 0 to 255")

    def test_an_application_at_its_limit_is_exhausted_by_every_way(self):
        self.init()
        with sqlite3.connect(self.path("var/vesta.db")) as table:
            table.execute("UPDATE id_alloc SET max_limit_id = ?", (self.id_of(3),))
        table.close()
        self.assertEqual(self.take("-n", "2"), [self.id_of(1), self.id_of(2)])
        _, rest, rpc = self.serve()
        self.assertEqual(self.get(rest, "/api/sharded/get/1?gatePass=bob")[0], 500)
        self.assertRegex(self.say(rpc, "NEXT", "1", "bob")[0], "^-EXHAUSTED app 1, shard ")
        self.assert_refused(1, "has given out all its numbers",
                            self.run_vesta("gen", "-g", "sharded", "--app", "1", "--gate-pass", "bob"))

    def test_each_application_is_listed(self):
        rest = self.serve_two_applications()
        listed = json.loads(self.get(rest, "/v1/generators")[2])["generators"][1]
        none = {"reserved": 0, "served": 0, "held": 0, "givenBack": 0, "dropped": 0}
        used = {**none, "reserved": 1000, "served": 1, "held": 999}
        each = {"name": "test", "shards": 64, "exhausted": 0}
        self.assertEqual(listed, {"name": "sharded", "kind": "sharded", "ready": True, "numbers": {"streams": 128, **used},
                                  "apps": [{"app": 1, **each, **used}, {"app": 200, **each, **none}]})

    def test_metrics_know_each_application(self):
        rest = self.serve_two_applications()
        metrics = self.get(rest, "/metrics")[2].decode()
        for line in ('served_total{generator="sharded",app="1"} 1', 'reserved_total{generator="sharded",app="1"} 1000',
                     'held{generator="sharded",app="1"} 999', 'shards{generator="sharded",app="200"} 64',
                     'served_total{generator="sharded",app="200"} 0'):
            self.assertIn("vesta_sharded_app_" + line, metrics)
        self.assertIn('vesta_sharded_queue_ok{generator="sharded"} 1', metrics)


if __name__ == "__main__":
    program.main()
