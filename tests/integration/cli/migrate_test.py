#!/usr/bin/env python3
"""`vesta migrate plan` for Leaf: the steps that it prints are followed to the letter, there and back, beside nodes that are imitated.

    migrate_test.py VESTA    under with_servers.py mariadb zookeeper
"""
import json
import os

import program
from moving import Moving, now_ms, told
from leaf_node import sql
from servers.process import free_ports
from zookeeper_tree import Tree

LEAF_EPOCH = 1288834974657
LEAF_TABLE = """\
DROP TABLE IF EXISTS leaf_alloc;
CREATE TABLE leaf_alloc (biz_tag varchar(128) NOT NULL DEFAULT '', max_id bigint(20) NOT NULL DEFAULT '1', step int(11) NOT NULL,
    description varchar(256) DEFAULT NULL, update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (biz_tag)) ENGINE=InnoDB;
INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 70001, 2000), ('it''s', 5, 10);
"""
WORKERS = """\
DROP TABLE IF EXISTS leaf_workerid_alloc;
CREATE TABLE leaf_workerid_alloc (id bigint(20) NOT NULL AUTO_INCREMENT, ip varchar(127) DEFAULT NULL, port varchar(127) DEFAULT NULL,
    ip_port varchar(127) NOT NULL, max_timestamp bigint(20) DEFAULT NULL, create_time timestamp NULL DEFAULT NULL,
    update_time timestamp NULL DEFAULT NULL ON UPDATE CURRENT_TIMESTAMP, PRIMARY KEY (id), UNIQUE KEY idx_ipport (ip_port)) ENGINE=InnoDB;
INSERT INTO leaf_workerid_alloc (id, ip, port, ip_port, max_timestamp, update_time) VALUES
    (3, '10.0.0.1', '2182', '10.0.0.1:2182', {last}, now()), (4, '10.0.0.2', '2182', '10.0.0.2:2182', {last}, now());
"""


class Leaf(Moving):
    """Three nodes of Leaf in a tree, and a table of tags. Two are moved; the hosts' names are loopback addresses."""

    def setUp(self):
        super().setUp()
        sql(LEAF_TABLE)
        self.name = f"leaf{os.getpid()}.{self.id().rpartition('.')[2][-20:]}"
        self.tree = Tree(os.environ["VESTA_TEST_ZOOKEEPER"].split(",")[0])
        self.forever = f"/snowflake/{self.name}/forever"
        self.tree.create_all(self.forever)
        self.port = 2182
        self.nodes = [f"127.0.0.{i}:{self.port}" for i in (1, 2, 3)]
        for node in self.nodes:
            self.tree.create(f"{self.forever}/{node}-", self.data(node, now_ms()), sequential=True)
        self.listen = free_ports(2)
        for i, port in enumerate(self.listen):
            self.write(f"{i}.properties", self.properties(port))

    @staticmethod
    def data(node, timestamp):
        ip, _, port = node.partition(":")
        return f'{{"ip":"{ip}","port":"{port}","timestamp":{timestamp}}}'

    def properties(self, port, more=""):
        return (f"leaf.name={self.name}\nleaf.segment.enable=true\nserver.port={port}\n"
                f"leaf.jdbc.url=jdbc:mysql://127.0.0.1:{told('PORT')}/{told('DATABASE')}?useUnicode=true\n"
                f"leaf.jdbc.username={told('USER')}\nleaf.jdbc.password=not read\nleaf.snowflake.enable=true\n"
                f"leaf.snowflake.zk.address={os.environ['VESTA_TEST_ZOOKEEPER']}\nleaf.snowflake.port={self.port}\n{more}")

    def words(self, *more):
        return ("--from-leaf", "0.properties", "1.properties", "--node", self.nodes[0], "--node", self.nodes[1], *more)

    def node_of(self, worker):
        return f"{self.forever}/{self.nodes[worker]}-{worker:010}"

    def uploads(self, worker, ago=0):
        """What a Leaf writes every 3 s; its last time."""
        last = now_ms() - ago
        self.tree.set(self.node_of(worker), self.data(self.nodes[worker], last))
        return last

    def everything(self):
        rows = sql("SELECT biz_tag, max_id, step, update_time FROM leaf_alloc ORDER BY biz_tag") + sql("SHOW TABLES")
        return rows, [(each, self.tree.get(f"{self.forever}/{each}")) for each in self.tree.children(self.forever)], \
            self.tree.children("/")

    def test_is_read_and_not_written_also_by_a_rehearsal(self):
        before = self.everything()
        planned = self.plan(*self.words("--rehearse"))
        self.assertEqual(self.everything(), before)
        self.assertEqual([each["machine"] for each in planned["nodes"]], [0, 1])
        self.assertTrue(any("keeps a machine ID that no successor gets" in each for each in planned["proven"]), planned["proven"])
        tried = "\n".join(planned["rehearsed"])
        for words in ("127.0.0.1:2182: machine ID 0, first ID", "127.0.0.2:2182: machine ID 1, first ID",
                      "Tag 'order': 70001 to 70003, where numbers from 70001", "Tag 'it's': 5 to 7"):
            self.assertIn(words, tried)
        self.assertEqual(os.listdir(self.environment["VESTA_HOST_DIR"]), [], "this host has not heard of it")

    def test_is_rehearsed_in_an_empty_database_and_in_no_other(self):
        sql("DROP DATABASE IF EXISTS scratch; CREATE DATABASE scratch CHARACTER SET utf8mb4")
        at = f"kind: mysql, host: 127.0.0.1, port: {told('PORT')}, user: {told('USER')}, password-env: LEAF_JDBC_PASSWORD"
        self.write("scratch.yaml", f"stores:\n  copies: {{ {at}, database: scratch }}\n  old: {{ {at}, database: {told('DATABASE')} }}\n"
                                   "generators: { default: { kind: vesta } }\nmachine-id: { property: { id: 1 }, register: none }\n")
        words = ("migrate", "plan", *self.words("--rehearse", "--rehearse-in"))
        before = self.everything()
        self.assert_refused(2, "the old system's own database", self.run_vesta(*words, "old", config="scratch.yaml"))
        ran = self.run_vesta(*words, "copies", config="scratch.yaml")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertIn("Tag 'order': 70001 to 70003", ran.stdout)
        self.assertEqual(self.everything(), before)
        self.assert_refused(1, "is not empty; copies go into an empty one", self.run_vesta(*words, "copies", config="scratch.yaml"))

    def test_moves_by_the_steps_and_goes_back(self):
        planned = self.plan(*self.words("--out", "plan"))
        old = {}
        for worker, node in enumerate(self.nodes[:2]):
            last = self.uploads(worker, ago=9000)  # it wrote so long ago, and made IDs since: those of the next 3 s
            old[node] = (last + 3000 - LEAF_EPOCH) << 22 | worker << 12 | 4095
        numbers = []

        def by_hand(node, words):
            if words.startswith("Give"):
                port = self.listen[self.nodes.index(node)]
                numbers.extend(int(self.shell(".", f"curl -sf http://127.0.0.1:{port}/api/segment/get/order")) for _ in range(3))
                sql("UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = 'order'")  # a range for a Leaf that goes on
                end = int(sql("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'")[0][0])
                numbers.extend(range(end - 2000, end))

        printed = self.follow(planned["steps"], by_hand)
        for worker, node in enumerate(self.nodes[:2]):
            made = int(printed[node][-2])  # before the file of Leaf's is set aside
            self.assertGreater(made, old[node])
            self.assertEqual(made >> 12 & 1023, worker)
        self.assertEqual(len(set(numbers)), len(numbers), "a number came twice")
        self.assertGreaterEqual(min(numbers), 70001)
        given_back = self.follow(planned["back"], lambda *_: None)
        for worker, node in enumerate(self.nodes[:2]):
            self.assertRegex(given_back[node][-1], f"machine ID {worker} is given back; another program may use it from ")
            timestamp = json.loads(self.tree.get(self.node_of(worker)))["timestamp"]
            self.assertGreaterEqual(timestamp, (int(printed[node][-2]) >> 22) + LEAF_EPOCH, "Leaf would start below our last ID")
        self.assertGreater(int(sql("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'")[0][0]), max(numbers))

    def test_finds_the_nodes_at_work_itself_and_those_that_are_gone_stay(self):
        self.uploads(2, ago=3_600_000)
        # The stat of ZooKeeper says that it was written just now: by the ensemble's clock it is at work.
        planned = self.plan("--from-leaf", "0.properties")
        self.assertEqual([each["name"] for each in planned["nodes"]], self.nodes)
        self.assertTrue(any("127.0.0.3:2182 has not written its time for 60 min" in each for each in planned["restsOn"]))

    def test_files_are_checked_and_never_written_over(self):
        planned = self.plan(*self.words("--out", "plan"))
        for each in planned["nodes"]:
            self.assertEqual(self.read(each["file"]), each["settings"])
            self.output("check", config=each["file"])
        self.refused("is there already", *self.words("--out", "plan"), code=2)

    def test_is_refused_for_what_stands_in_the_way(self):
        sql("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('bad', 1, 0)")
        shown = self.refused("UPDATE leaf_alloc SET step = 1000 WHERE biz_tag = 'bad';", *self.words("--out", "plan"))
        self.assertIn("In the way\n  - ", shown)
        self.assertNotIn("Steps", shown)
        told_to_scripts = json.loads(self.refused("bad", *self.words("--json")))
        self.assertIn("step is 0", told_to_scripts["refusals"][0]["what"])
        self.assertEqual((told_to_scripts["nodes"], told_to_scripts["steps"], told_to_scripts["back"]), ([], [], []))
        self.assertFalse(os.path.exists(self.path("plan")))
        sql("UPDATE leaf_alloc SET step = 1000 WHERE biz_tag = 'bad';")
        self.plan(*self.words())
        self.refused("10.9.9.9:2182 has no machine ID in The tree", "--from-leaf", "0.properties", "--node", "10.9.9.9:2182")
        self.refused("leaf.snowflake.port is 2182, and 127.0.0.1:1 has another port", "--from-leaf", "0.properties", "--node",
                     "127.0.0.1:1", code=2)
        self.tree.create(f"{self.forever}/strange", "")
        self.refused("does not end in a hyphen and ten digits", *self.words())

    def test_a_sample_shows_another_epoch_and_a_worker_that_no_entry_has(self):
        self.write("ids", "".join(f"{(now_ms() - LEAF_EPOCH - i) << 22 | i % 2 << 12}\n" for i in range(100)))
        self.assertTrue(any("Layout and epoch agree: 100 IDs" in each for each in self.plan(*self.words("--sample", "ids"))["proven"]))
        self.write("ids", "".join(f"{(now_ms() - LEAF_EPOCH - i) << 22 | 77 << 12}\n" for i in range(100)))
        self.refused("machine IDs that nobody is known to have: 77", *self.words("--sample", "ids"))
        self.write("ids", "".join(f"{(now_ms() - 1577836800000 - i) << 22 | 1 << 12}\n" for i in range(100)))
        self.refused("ids: ", *self.words("--sample", "ids"))

    def test_worker_ids_in_mysql_are_taken_over(self):
        sql(WORKERS.format(last=now_ms() - 2000))
        self.write("mysql.properties", self.properties(self.listen[0], "leaf.snowflake.mode=mysql\n"))
        planned = self.plan("--from-leaf", "mysql.properties", "--rehearse", "--out", "plan")
        self.assertEqual([(each["name"], each["machine"]) for each in planned["nodes"]],
                         [("10.0.0.1:2182", 3), ("10.0.0.2:2182", 4)])
        self.assertIn("10.0.0.2:2182: machine ID 4", "\n".join(planned["rehearsed"]))
        self.assertEqual([row[0] for row in sql("SELECT max_timestamp = 0 FROM leaf_workerid_alloc")], ["0", "0"])

    def test_worker_ids_of_a_map_stay_with_their_nodes(self):
        self.write("local.properties", self.properties(8080, 'leaf.snowflake.mode=local\nleaf.snowflake.port=8080\n'
                                                       'leaf.snowflake.local.workIdMap={"10.0.0.1:8080":5,"10.0.0.2:8080":6}\n'))
        planned = self.plan("--from-leaf", "local.properties", "--rehearse")
        self.assertEqual([(each["name"], each["machine"]) for each in planned["nodes"]], [("10.0.0.1:8080", 5), ("10.0.0.2:8080", 6)])
        self.write("recycle.properties", self.properties(8080, "leaf.snowflake.mode=zk_recycle\n"))
        self.refused("is zk_recycle, which cannot be carried over", "--from-leaf", "recycle.properties", code=2)


if __name__ == "__main__":
    program.main()
