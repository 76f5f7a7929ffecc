#!/usr/bin/env python3
"""Numbers of tags through the built program: gen, serve and the servers' paths, on the SQLite file of the default settings."""
import json
import os
import signal

import program

SETTINGS = """\
machine-id: { property: { id: 1 } }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  leaf: { kind: snowflake }
  segment: { kind: segment, store: main, auto-create: { step: 1000 } }
clock: { reserve-ahead: 1s }
rest: { listen: 127.0.0.1:0 }
rpc: { listen: 127.0.0.1:0 }
"""


class Segment(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)

    def numbers(self, *words):
        return self.ids("-g", "segment", *words)

    def say(self, port, *words):
        """One command in the protocol's inline form; the lines of its answer."""
        return self.exchange(port, " ".join(words).encode() + b"\r\n")

    def test_numbers_follow_each_other_from_run_to_run(self):
        self.assertEqual(self.numbers("--tag", "order", "-n", "3"), [1, 2, 3])
        self.assertEqual(self.numbers("--tag", "order"), [4], "what was not used was given back")
        self.assertEqual(self.numbers("--tag", "order", "-n", "20000"), list(range(5, 20005)))
        self.assertEqual(self.numbers("--tag", "user"), [1])
        kept = sorted(os.listdir(self.path("var")))
        self.assertRegex(" ".join(kept), r"^segments-segment-[0-9a-f]{16}\.known vesta\.db$")

    def test_a_tag_is_needed(self):
        self.assert_refused(2, "generator segment is of kind segment, which needs a tag",
                            self.run_vesta("gen", "-g", "segment"))

    def test_servers_and_programs_share_a_table(self):
        process, rest, rpc = self.serve()
        seen = [int(self.get(rest, "/api/segment/get/order")[2]), int(self.say(rpc, "INCR", "order")[0][1:])]
        seen += self.numbers("--tag", "order", "-n", "2")
        seen.append(int(self.say(rpc, "INCRBY", "order", "1")[0][1:]))
        self.assertEqual(len(set(seen)), 5, seen)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertGreater(self.numbers("--tag", "order")[0], max(seen))

    def test_every_way_of_publishing_gives_the_same_numbers(self):
        _, rest, rpc = self.serve()
        self.assertEqual(self.get(rest, "/api/segment/get/order")[2], b"1")
        self.assertEqual(self.say(rpc, "INCR", "order"), [":2"])
        self.assertEqual(self.say(rpc, "INCRBY", "order", "10"), [":12"])
        self.assertEqual(self.say(rpc, "GENID", "GENERATOR", "segment", "TAG", "order"), [":13"])
        self.assertEqual(self.say(rpc, "GENID", "COUNT", "2", "GENERATOR", "segment", "TAG", "order"),
                         ["*2", ":14", ":15"])
        self.assertEqual(self.say(rpc, "RANGE", "segment", "5", "TAG", "order"), ["*3", ":16", ":5", ":1"])
        made = json.loads(self.get(rest, "/v1/generators/segment/ids?tag=order&count=2")[2])
        self.assertEqual(made, {"generator": "segment", "ids": ["21", "22"]})
        self.assertEqual(self.say(rpc, "INCRBY", "order", "100000"), [":100022"], "in one piece, beyond a segment")

    def test_leafs_paths_have_leafs_bytes(self):
        """Content-Type and body as Leaf 1.0.1 on Spring 4.3 gives them for each Accept."""
        _, rest, _ = self.serve()
        forms = ((None, "text/plain"), ("*/*", "text/plain"), ("text/plain", "text/plain"),
                 ("application/json", "application/json"), ("application/json, application/*+json", "application/json"),
                 ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"))
        for expected, (accept, form) in enumerate(forms, 1):
            self.assertEqual(self.get(rest, "/api/segment/get/order", accept),
                             (200, form + ";charset=UTF-8", str(expected).encode()), accept)
            status, kind, body = self.get(rest, "/api/snowflake/get/any", accept)
            self.assertEqual((status, kind), (200, form + ";charset=UTF-8"))
            self.assertRegex(body, rb"^[0-9]{18,19}$")
        self.assertEqual(self.get(rest, "/api/segment/get/order/")[2], b"7", "with a slash behind")
        self.assertEqual(self.get(rest, "/api/segment/get/order.v1")[2], b"1", "a dot belongs to the tag")
        self.assertEqual(self.get(rest, "/api/segment/get/")[0], 404)

    def test_leafs_errors_have_leafs_members(self):
        self.write("vesta.yaml", SETTINGS.replace(", auto-create: { step: 1000 }", ""))
        _, rest, _ = self.serve()
        status, _, body = self.get(rest, "/api/segment/get/x", "application/json")
        self.assertEqual(status, 500)
        self.assertRegex(body.decode(), r'^{"timestamp":[0-9]{13},"status":500,"error":"Internal Server Error",'
                                        r'"exception":"com.sankuai.inf.leaf.server.exception.LeafServerException",'
                                        r'"message":"Result{id=-2, status=EXCEPTION}","path":"/api/segment/get/x",')

    def test_decoding_has_leafs_bytes(self):
        self.environment["TZ"] = "Asia/Shanghai"
        _, rest, _ = self.serve()
        value = (1567733700834 - 1288834974657) << 22 | 39 << 12 | 3448
        self.assertEqual(self.get(rest, f"/decodeSnowflakeId?snowflakeId={value}"), (
            200, "application/json;charset=UTF-8",
            b'{"workerId":"39","sequenceId":"3448","timestamp":"1567733700834(2019-09-06 09:35:00.834)"}'))
        self.assertEqual(self.get(rest, "/decodeSnowflakeId")[0], 400)

    def test_pages_and_metrics_tell_what_became_of_the_numbers(self):
        _, rest, rpc = self.serve()
        self.say(rpc, "INCRBY", "order", "5")
        rows = json.loads(self.get(rest, "/cache", "application/json")[2])["rows"]
        self.assertEqual([(each["name"], each["value0"], each["max0"], each["served"]) for each in rows],
                         [("order", 6, 1001, 5)])
        rows = json.loads(self.get(rest, "/db", "application/json")[2])["rows"]
        self.assertEqual([(each["tag"], each["max"], each["step"]) for each in rows], [("order", 1001, 1000)])
        self.assertIn(b"<title>Leaf</title>", self.get(rest, "/db")[2])
        metrics = self.get(rest, "/metrics")[2].decode()
        for line in ("reserved_total{%s} 1000", "served_total{%s} 5", "held{%s} 995", "streams{%s} 1", "exhausted{%s} 0",
                     "largest{%s} 5", "store_ok{%s} 1"):
            self.assertIn("vesta_numbers_" + line % 'generator="segment"', metrics)

    def test_leafs_properties_become_settings(self):
        self.write("leaf.properties", "leaf.name=x\nleaf.segment.enable=true\nleaf.snowflake.enable=false\n"
                                      "leaf.jdbc.url=jdbc:mysql://db:3307/leaf\nleaf.jdbc.username=root\n"
                                      "leaf.jdbc.password=geheim\n")
        printed = "\n".join(self.output("check", "--from-leaf", "leaf.properties"))
        self.assertNotIn("geheim", printed)
        self.write("vesta.yaml", printed + "\n")
        self.assert_refused(2, "stores.leaf.password-env names LEAF_JDBC_PASSWORD, which is not set", self.run_vesta("check"))
        self.environment["LEAF_JDBC_PASSWORD"] = "geheim"
        self.assertIn("database: leaf", "\n".join(self.output("check")))
        self.assert_refused(2, "cannot read none", self.run_vesta("check", "--from-leaf", "none"))
        self.write("leaf.properties", "leaf.snowflake.enable=false\nleaf.jdbc.url=x\n")
        self.assert_refused(2, "leaf.properties:2: leaf.jdbc.url cannot be read",
                            self.run_vesta("check", "--from-leaf", "leaf.properties"))

    def test_rpc_refuses_in_words(self):
        self.write("vesta.yaml", SETTINGS.replace(", auto-create: { step: 1000 }", ""))
        _, _, rpc = self.serve()
        self.assertRegex(self.say(rpc, "INCR", "nobody")[0], r"^-NOSUCHTAG there is no tag 'nobody'")
        self.assertRegex(self.say(rpc, "INCRBY", "nobody", "0")[0], r"^-RANGE the increment is '0'")


if __name__ == "__main__":
    program.main()
