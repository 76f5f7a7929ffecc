#!/usr/bin/env python3
"""Moving from Leaf: the settings that `vesta check --from-leaf` prints, and a node of ours beside Leaf's on one table.

    leaf_migration_test.py VESTA    under with_servers.py mariadb zookeeper
"""
import http.client
import json
import os
import re
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
sys.dont_write_bytecode = True

import program
from leaf_node import LeafNodes, sql

TABLE = """\
DROP TABLE IF EXISTS leaf_alloc;
CREATE TABLE leaf_alloc (
  biz_tag varchar(128) NOT NULL DEFAULT '',
  max_id bigint(20) NOT NULL DEFAULT '1',
  step int(11) NOT NULL,
  description varchar(256) DEFAULT NULL,
  update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (biz_tag)
) ENGINE=InnoDB;
INSERT INTO leaf_alloc (biz_tag, max_id, step, description) VALUES ('leaf-segment-test', 1, 2000, 'Test leaf Segment');
"""
TAG = "leaf-segment-test"


class Migration(program.VestaTest):
    """A node of ours with the settings that one leaf.properties gives."""

    def setUp(self):
        super().setUp()
        sql(TABLE)
        told = {key: os.environ["VESTA_TEST_MARIADB_" + key] for key in ("PORT", "USER", "PASSWORD", "DATABASE")}
        self.name = f"com.example.leaf{os.getpid()}"
        self.write("leaf.properties", f"""\
leaf.name={self.name}
leaf.segment.enable=true
leaf.jdbc.url=jdbc:mysql://127.0.0.1:{told['PORT']}/{told['DATABASE']}?useUnicode=true&characterEncoding=utf8
leaf.jdbc.username={told['USER']}
leaf.jdbc.password={told['PASSWORD']}

leaf.snowflake.enable=true
leaf.snowflake.zk.address={os.environ['VESTA_TEST_ZOOKEEPER']}
leaf.snowflake.port=2182
""")
        self.environment["LEAF_JDBC_PASSWORD"] = told["PASSWORD"]

    def serve(self):
        """Starts it as the comments in the settings say, on a free port of this machine; its process and a client."""
        settings = "\n".join(self.output("check", "--from-leaf", "leaf.properties", config=None))
        settings = re.sub("# instance: ADDRESS:2182 .*", "instance: 127.0.0.1:2182", settings)
        settings = settings.replace("0.0.0.0:8080", "127.0.0.1:0") + "\nrpc: { enabled: false }\n"
        self.write("vesta.yaml", settings)
        self.assertIn("host: \"127.0.0.1\"", settings)
        self.output("check")
        process = self.start_vesta("serve")
        said = b""
        while (found := re.search(rb"REST on http://127.0.0.1:(\d+)", said)) is None:
            line = process.stderr.readline()
            self.assertTrue(line, said)
            said += line
        client = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=program.TIMEOUT)
        self.addCleanup(client.close)
        return process, client

    def get(self, client, path, accept="*/*"):
        client.request("GET", path, headers={"Accept": accept})
        answer = client.getresponse()
        body = answer.read().decode()
        self.assertEqual(answer.status, 200, body)
        return body

    def until_ready(self, client):
        """A machine ID that was never used waits out what a node may have reserved that the store forgot."""
        until = time.monotonic() + program.TIMEOUT
        status = 0
        while status != 200:
            self.assertLess(time.monotonic(), until)
            client.request("GET", "/readyz")
            answer = client.getresponse()
            answer.read()
            status = answer.status

    def max_id(self):
        return int(sql("SELECT max_id FROM leaf_alloc")[0][0])

    def test_a_node_with_the_settings_printed_serves_both_modes(self):
        process, client = self.serve()
        self.assertEqual([self.get(client, f"/api/segment/get/{TAG}") for _ in range(3)], ["1", "2", "3"])
        self.assertEqual(self.max_id(), 2001)
        self.until_ready(client)
        decoded = json.loads(self.get(client, "/decodeSnowflakeId?snowflakeId="
                                      + self.get(client, "/api/snowflake/get/any")))
        self.assertEqual(decoded["workerId"], "1", "0 is left to a Leaf that starts on an empty tree")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertEqual(self.max_id(), 4, "what was not used was given back")

    def test_leafs_nodes_and_ours_share_a_table(self):
        process, client = self.serve()
        nodes = LeafNodes(TAG, nodes=3, each_takes=100_000)
        ours = []
        while any(each.is_alive() for each in nodes.threads) or len(ours) < 50_000:
            ours.append(int(self.get(client, f"/api/segment/get/{TAG}")))
            ours += map(int, json.loads(self.get(client, f"/v1/generators/segment/ids?tag={TAG}&count=1000"))["ids"])
        leafs = nodes.numbers()
        self.assertEqual(len(set(ours) | set(leafs)), len(ours) + len(leafs), "a number was given twice")
        rows = json.loads(self.get(client, "/db", "application/json"))["rows"]
        self.assertEqual([(each["tag"], each["max"], each["step"]) for each in rows], [(TAG, self.max_id(), 2000)])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        self.assertGreater(self.max_id(), max(ours + leafs))


if __name__ == "__main__":
    program.main()
