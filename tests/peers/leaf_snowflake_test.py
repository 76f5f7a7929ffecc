#!/usr/bin/env python3
"""Worker IDs in one ZooKeeper tree: Leaf's own server beside ours, and each in the other's place under its name, there and back.

    leaf_snowflake_test.py    under with_servers.py mariadb zookeeper; VESTA_PEERS, VESTA_PROGRAM, VESTA_PEERS_TAKEOVERS
"""
import http.client
import json
import os
import re
import shutil
import sys
import time
import unittest
from datetime import datetime

sys.dont_write_bytecode = True

import fleet
import wires
from database import LEAF, Database
from originals import Leaf, leafs_address
from ours import OursForLeaf
from servers.process import free_ports

TAKEOVERS = int(os.environ.get("VESTA_PEERS_TAKEOVERS", "3"))
IDS = 2000


class Snowflakes(fleet.PeersTest):
    def setUp(self):
        super().setUp()
        self.address = leafs_address()
        self.database = Database("snowflakes", LEAF)
        self.taken = []

    def both(self, name, node):
        """An original and one of ours that go by one name in ZooKeeper."""
        ports = free_ports(2)
        lines = f"leaf.snowflake.enable=true\nleaf.snowflake.zk.address={os.environ['VESTA_TEST_ZOOKEEPER']}\nleaf.snowflake.port={node}"
        made = (Leaf("theirs" + name, self.folder, self.database, ports[0], lines),
                OursForLeaf("ours" + name, self.folder, self.database, ports[1], lines, f"{self.address}:{node}"))
        for each in made:
            each.prepare()
            self.addCleanup(each.kill)
        return made

    def take(self, server):
        """Some IDs, one request after the other; their worker."""
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=wires.PATIENCE)
        made = [wires.ask(link, "GET", "/api/snowflake/get/any") for _ in range(IDS)]
        link.close()
        self.assertEqual({status for status, _, _ in made}, {200}, made[-1])
        numbers = [int(body) for _, _, body in made]
        self.assertEqual(numbers, sorted(set(numbers)), "they rise")
        self.taken += numbers
        workers = {number >> 12 & 1023 for number in numbers}
        self.assertEqual(len(workers), 1)
        decoded = json.loads(wires.answer_of(server.port, "GET", f"/decodeSnowflakeId?snowflakeId={numbers[0]}")[2])
        self.assertEqual({int(decoded["workerId"])}, workers)
        return workers.pop()

    def test_beside_each_other(self):
        theirs, _ = self.both("", 1)
        _, ours = self.both("2", 2)
        theirs2, _ = self.both("3", 3)
        for each in (theirs, ours, theirs2):  # the tree is empty: the first of theirs is worker 0
            each.start()
        workers = [self.take(each) for each in (theirs, ours, theirs2)]
        self.assertEqual(len(set(workers)), 3, workers)
        theirs2.kill()
        theirs2.start()
        self.assertEqual(self.take(theirs2), workers[2])
        self.assertEqual(len(set(self.taken)), len(self.taken))

    def test_in_each_others_place(self):
        first, _ = self.both("4", 4)
        first.start()  # so that the other's worker is not 0, which every first one has
        theirs, ours = self.both("5", 5)
        theirs.start()
        worker = self.take(theirs)
        for number in range(TAKEOVERS):
            theirs.stop() if number % 2 else theirs.kill()
            ours.start()
            self.assertEqual(self.take(ours), worker)
            ours.stop()
            self.wait_for_what_it_says(ours)
            shutil.rmtree(os.path.join(theirs.folder, "com.example.leaf"))  # its local file, with which it starts too early
            theirs.start()
            self.assertEqual(self.take(theirs), worker)
        self.assertEqual(len(set(self.taken)), len(self.taken))
        print(f"worker {worker}: {len(self.taken):,} IDs, {TAKEOVERS} times there and back, none twice")

    def wait_for_what_it_says(self, ours):
        with open(ours.log, encoding="utf-8") as log:
            told = re.findall(r"another program may use it from (\S+) on", log.read())
        until = datetime.fromisoformat(told[-1].replace("Z", "+00:00")).timestamp()
        while time.time() <= until:
            time.sleep(0.01)


if __name__ == "__main__":
    unittest.main(verbosity=2)
