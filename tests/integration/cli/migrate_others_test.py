#!/usr/bin/env python3
"""`vesta migrate plan` for Vesta for Java and for TinyId, as migrate_test.py for Leaf.

    migrate_others_test.py VESTA    under with_servers.py mariadb
"""
import re

import program
from moving import Moving, now_ms, told
from leaf_node import sql
from servers.process import free_ports

VESTA_EPOCH = 1420041600000
MACHINES = """\
DROP TABLE IF EXISTS DB_MACHINE_ID_PROVIDER;
CREATE TABLE DB_MACHINE_ID_PROVIDER (ID bigint NOT NULL PRIMARY KEY, IP varchar(64) DEFAULT NULL, UNIQUE KEY UK_IP (IP));
INSERT INTO DB_MACHINE_ID_PROVIDER VALUES (0, '10.0.0.7'), (1, NULL), (2, '10.0.0.8');
"""
TINYID = """\
DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name}; USE {name};
CREATE TABLE tiny_id_info (id bigint(20) NOT NULL AUTO_INCREMENT, biz_type varchar(63) NOT NULL DEFAULT '', begin_id bigint(20) NOT NULL
    DEFAULT '0', max_id bigint(20) NOT NULL DEFAULT '0', step int(11) DEFAULT '0', delta int(11) NOT NULL DEFAULT '1', remainder int(11) NOT
    NULL DEFAULT '0', create_time timestamp NOT NULL DEFAULT '2010-01-01 00:00:00', update_time timestamp NOT NULL DEFAULT
    '2010-01-01 00:00:00', version bigint(20) NOT NULL DEFAULT '0', PRIMARY KEY (id), UNIQUE KEY uniq_biz_type (biz_type)) ENGINE=InnoDB;
CREATE TABLE tiny_id_token (id int(11) unsigned NOT NULL AUTO_INCREMENT, token varchar(255) NOT NULL DEFAULT '', biz_type varchar(63) NOT NULL
    DEFAULT '', remark varchar(255) NOT NULL DEFAULT '', create_time timestamp NOT NULL DEFAULT '2010-01-01 00:00:00', update_time
    timestamp NOT NULL DEFAULT '2010-01-01 00:00:00', PRIMARY KEY (id));
INSERT INTO tiny_id_token (token, biz_type) VALUES ('0f673adf80504e2eaa552f5d791b644c', 'invoice');
INSERT INTO tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder, version) VALUES ('invoice', 1, 300001, 100000, 2, {remainder}, 3);
"""


class Vesta(Moving):
    def write_node(self, name, machine, port):
        self.write(name, f"vesta.machine={machine}\nvesta.genMethod=2\nvesta.type=0\nvesta.port={port}\n")

    def test_moves_by_the_steps_and_goes_back(self):
        ports = free_ports(2)
        self.write_node("a.properties", 1021, ports[0])
        self.write_node("b.properties", 1022, ports[1])

        def made_by_java(machine, at):
            return 2 << 60 | (at - VESTA_EPOCH) // 1000 << 30 | 5 << 10 | machine

        planned = self.plan("--from-vesta", "a.properties", "b.properties", "--id", str(made_by_java(1021, now_ms())), "--rehearse",
                            "--out", "plan")
        last = {}

        def by_hand(node, words):
            if ", stop Vesta there" in words:
                last[node] = made_by_java(1021 if node.startswith("a") else 1022, now_ms())

        printed = self.follow(planned["steps"], by_hand)
        for node, machine in (("a.properties", 1021), ("b.properties", 1022)):
            made = int(printed[node][-1])
            self.assertEqual(made & 1023, machine)
            self.assertGreater(made >> 30, last[node] >> 30, "a later second than the old node's last")
        back = self.follow(planned["back"], lambda *_: None)
        for node in printed:
            self.assertIn("is given back; another program may use it from", back[node][-1])

    def test_two_nodes_with_one_machine_id_are_refused(self):
        self.write_node("a.properties", 7, 8080)
        self.write_node("b.properties", 7, 8081)
        self.refused("a.properties and b.properties both have machine ID 7, and could both make", "--from-vesta", "a.properties",
                     "b.properties", "--layout", "vesta")

    def test_addresses_of_a_list_and_of_a_table_get_their_own_machine_ids(self):
        self.write("list.properties", "vesta.ips=10.0.0.5,10.0.0.6\nvesta.genMethod=2\n")
        planned = self.plan("--from-vesta", "list.properties", "--layout", "vesta", "--rehearse")
        self.assertEqual([(each["name"], each["machine"]) for each in planned["nodes"]], [("10.0.0.5", 0), ("10.0.0.6", 1)])
        sql(MACHINES)
        self.write("table.properties", f"vesta.db.url=127.0.0.1:{told('PORT')}\nvesta.db.dbname={told('DATABASE')}\n"
                                       f"vesta.db.user={told('USER')}\nvesta.db.password=x\nvesta.genMethod=2\n")
        planned = self.plan("--from-vesta", "table.properties", "--layout", "vesta-2018", "--rehearse", "--skew", "2s")
        self.assertEqual([(each["name"], each["machine"]) for each in planned["nodes"]], [("10.0.0.7", 0), ("10.0.0.8", 2)])
        self.assertIn("takeover-margin: 2000ms", planned["nodes"][0]["settings"])
        self.assertEqual(sql("SELECT COUNT(*) FROM DB_MACHINE_ID_PROVIDER WHERE IP IS NULL"), [["1"]], "the free row is still free")


class TinyId(Moving):
    def properties(self):
        text = "server.port=9999\nserver.context-path=/tinyid\ndatasource.tinyid.names=primary,secondary\n"
        for name in ("primary", "secondary"):
            text += (f"datasource.tinyid.{name}.url=jdbc:mysql://127.0.0.1:{told('PORT')}/tiny_{name}\n"
                     f"datasource.tinyid.{name}.username={told('USER')}\ndatasource.tinyid.{name}.password=x\n")
        return text

    def test_nodes_are_spread_over_the_databases(self):
        sql(TINYID.format(name="tiny_primary", remainder=0))
        sql(TINYID.format(name="tiny_secondary", remainder=1))
        self.write("application.properties", self.properties())
        planned = self.plan("--from-tinyid", "application.properties", "--node", "one", "--node", "two", "--rehearse")
        self.assertEqual([re.search(r"store: (\w+)", each["settings"])[1] for each in planned["nodes"]], ["primary", "secondary"])
        self.assertTrue(any("different remainders of one delta" in each for each in planned["proven"]))
        self.assertIn("Tag 'invoice': 300002 to 300006", "\n".join(planned["rehearsed"]))
        self.assertIn("Tag 'invoice': 300003 to 300007", "\n".join(planned["rehearsed"]))
        sql("UPDATE tiny_secondary.tiny_id_info SET remainder = 0")
        self.refused("so that both may give the same numbers", "--from-tinyid", "application.properties")

    def test_a_database_that_no_node_uses_is_looked_at_all_the_same(self):
        sql(TINYID.format(name="tiny_primary", remainder=0))
        sql(TINYID.format(name="tiny_secondary", remainder=5))
        self.write("application.properties", self.properties())
        self.refused("tiny_secondary: tag 'invoice': delta is", "--from-tinyid", "application.properties")


class Usage(program.VestaTest):
    def test_says_what_is_missing_or_does_not_go_together(self):
        for words, command in (("which program is to be replaced?", ()), ("--layout vesta, vesta-2018", ("--from-vesta", "vesta.properties")),
                               ("cannot read none", ("--from-leaf", "none")), ("1ms to 60s", ("--from-leaf", "none", "--skew", "1h"))):
            self.write("vesta.properties", "vesta.machine=1\n")
            self.assert_refused(2, words, self.run_vesta("migrate", "plan", *command, config=None))
        self.environment["VESTA_MACHINE_ID"] = "5"
        self.assert_refused(2, "VESTA_MACHINE_ID is set here", self.run_vesta("migrate", "plan", "--from-vesta", "vesta.properties",
                                                                              "--layout", "vesta", config=None))


if __name__ == "__main__":
    program.main()
