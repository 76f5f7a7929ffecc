#!/usr/bin/env python3
"""Leaf's own server and ours, request by request, on two tables that stand alike: status, content type and bytes.

    leaf_bytes_test.py    under with_servers.py mariadb zookeeper; VESTA_PEERS, VESTA_PROGRAM
"""
import json
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True

import fleet
import wires
from alike import Request, compare
from database import LEAF, Database
from originals import Leaf
from ours import OursForLeaf
from servers.process import free_ports

TAKE = "/api/segment/get/order"
DECODE = "/decodeSnowflakeId?snowflakeId="
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


APART = "/api/segment/get/apart"  # what one of them gives, and the other does not, is of a tag of its own
NONE = "/api/segment/get/none"


def requests():
    yield from (Request(method, TAKE) for method in ("GET", "POST"))
    yield Request("POST", TAKE, form="a=b")
    yield from (Request("GET", TAKE, fields={"Accept": accept}) for accept in (
        "*/*", "application/json", "text/plain", "text/html", BROWSER, "application/json, application/*+json", "text/*",
        "application/json;q=0.5, text/plain", "text/html, image/gif, image/jpeg, */*; q=0.2"))
    yield from (Request("GET", TAKE + more) for more in ("/", "?a=b", "?", "?_=1700000000&_=1"))
    yield from (Request("GET", f"/api/segment/get/{tag}") for tag in ("order-2", "order_3", "order%204", "%E8%AE%A2%E5%8D%95", "order%2D2"))
    for number in ("1168905231155990904", "0", "1", "9223372036854775807", "4611686018427387904"):
        yield Request("GET", DECODE + number)
    yield Request("POST", "/decodeSnowflakeId", form="snowflakeId=1168905231155990904")
    yield from (Request("GET", DECODE + "1168905231155990904", fields={"Accept": accept}) for accept in ("application/json", BROWSER))
    yield Request("GET", DECODE + "1168905231155990904&_=1")


def other_requests():
    for method in ("PUT", "DELETE", "PATCH"):
        yield Request(method, APART, because="only GET and POST take numbers", differs=(405, ""))
    yield Request("GET", APART, fields={"Accept": "application/xml"}, because="there the content type that was asked for", differs=(200, ""))
    yield from (Request("GET", f"/api/segment/get/{tag}", because="a tag may have a dot", differs=(200, "1")) for tag in ("order.v1", "order.json"))
    yield from (Request("GET", DECODE + what, because="what is no ID is a wrong request", differs=(400, "errorMsg")) for what in ("abc", "-1", "", "1.5"))
    yield Request("GET", "/decodeSnowflakeId", because="another document with the same status", differs=(400, "snowflakeId"))
    yield Request("GET", "/api/segment/get/a%2Fb", because="a tag may have a slash", differs=(500, "Result{id=-2, status=EXCEPTION}"))
    yield Request("GET", NONE, fields={"Accept": BROWSER}, because="errors are JSON for browsers too", differs=(500, "Result{id=-2"))


class Bytes(fleet.PeersTest):
    def database(self, name):
        made = Database(name, LEAF)
        for tag in ("order", "order-2", "order_3", "order 4", "订单", "apart", "order.v1", "order.json"):
            made.make_leaf(tag)
        return made

    def setUp(self):
        super().setUp()
        ports = free_ports(4)
        flake = f"leaf.snowflake.enable=true\nleaf.snowflake.zk.address={os.environ['VESTA_TEST_ZOOKEEPER']}\nleaf.snowflake.port="
        self.theirs = Leaf("theirs", self.folder, self.database("theirs"), ports[0], flake + str(ports[2]))
        self.ours = OursForLeaf("ours", self.folder, self.database("ours"), ports[1], flake + str(ports[3]), f"127.0.0.1:{ports[3]}")
        for each in (self.theirs, self.ours):
            each.prepare()
            self.addCleanup(each.kill)
            each.start()

    def test_each_request_is_answered_alike(self):
        compare(self, [*requests(), *other_requests()], self.theirs.port, self.ours.port)

    def test_an_id_of_either_is_taken_apart_alike(self):
        for port in (self.theirs.port, self.ours.port):
            made = wires.answer_of(port, "GET", "/api/snowflake/get/any")
            self.assertEqual(made[0], 200)
            compare(self, [Request("GET", DECODE + made[2])], self.theirs.port, self.ours.port)

    def test_an_error_has_their_members_first(self):
        theirs, ours = (json.loads(Request("GET", NONE).ask(each.port)[2]) for each in (self.theirs, self.ours))
        self.assertEqual(list(ours)[:len(theirs)], list(theirs))
        for each in (theirs, ours):
            self.assertGreater(each.pop("timestamp"), 1_700_000_000_000)
        self.assertEqual({key: ours[key] for key in theirs}, theirs)

    def test_pages_have_their_columns_first(self):
        for page in ("/cache", "/db"):
            columns = [re.findall(r"<th[^>]*>\s*([a-z0-9]+)", Request("GET", page, fields={"Accept": BROWSER}).ask(each.port)[2].lower())
                       for each in (self.theirs, self.ours)]
            self.assertEqual(columns[1][:len(columns[0])], columns[0], page)
            self.assertGreaterEqual(len(columns[0]), 4)

    def test_head_takes_a_number_there_and_none_here(self):
        numbers = []
        for each in (self.theirs, self.ours):
            before = int(Request("GET", APART).ask(each.port)[2])
            self.assertEqual(Request("HEAD", APART).ask(each.port)[::2], (200, ""))
            numbers.append(int(Request("GET", APART).ask(each.port)[2]) - before)
        self.assertEqual(numbers, [2, 1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
