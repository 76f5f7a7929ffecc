#!/usr/bin/env python3
"""TinyId's own server and ours, request by request, on two databases that stand alike: status, content type, bytes, and the rows after it.

    tinyid_bytes_test.py    under with_servers.py mariadb; VESTA_PEERS, VESTA_PROGRAM
"""
import sys
import unittest

sys.dont_write_bytecode = True

import fleet
from alike import Request, compare
from database import TINYID, Database
from originals import TinyId
from ours import Ours
from servers.process import free_ports

NEXT, SIMPLE, RANGE, RANGE_SIMPLE = (f"/tinyid/id/{each}" for each in ("nextId", "nextIdSimple", "nextSegmentId", "nextSegmentIdSimple"))
GOOD = "bizType=order&token=t"
JAVAS = {"Accept": "text/html, image/gif, image/jpeg, */*; q=0.2", "Content-type": "application/x-www-form-urlencoded"}


def requests():
    yield from (Request("GET", f"{path}?{GOOD}") for path in (NEXT, SIMPLE, RANGE, RANGE_SIMPLE))
    yield from (Request("POST", f"{path}?{GOOD}", fields=JAVAS, form="") for path in (NEXT, SIMPLE, RANGE, RANGE_SIMPLE))
    yield from (Request("POST", path, form=GOOD) for path in (NEXT, SIMPLE, RANGE, RANGE_SIMPLE))
    yield Request("POST", f"{NEXT}?bizType=order", form="token=t")
    yield Request("POST", f"{NEXT}?{GOOD}&batchSize=2", form="batchSize=3")
    for path in (NEXT, SIMPLE):
        yield from (Request("GET", f"{path}?{GOOD}&batchSize={size}") for size in ("1", "2", "5", "0", "-1", "-5", "", "+3", "0x10", "010", "%204"))
        yield Request("GET", f"{path}?{GOOD}&batchSize=2&batchSize=3")
    for path in (NEXT, SIMPLE, RANGE, RANGE_SIMPLE):
        yield from (Request("GET", f"{path}{query}") for query in (
            "", "?", "?bizType=order", "?token=t", "?bizType=order&token=", "?bizType=&token=t", "?bizType=order&token=wrong",
            "?bizType=order&token=t%20", "?bizType=order%20&token=t", "?bizType=Order&token=t", "?bizType=gone&token=t", "?bizType=%E8%AE%A2%E5%8D%95&token=t",
            "?bizType=other&token=t", "?bizType=order&token=T", "?BIZTYPE=order&token=t"))
        yield Request("GET", f"{path}?{GOOD}&_=1700000000")
        yield Request("GET", f"{path}/?{GOOD}")
        yield from (Request("GET", f"{path}?{GOOD}", fields={"Accept": accept}) for accept in (
            "application/json", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json, application/*+json"))
    for path in (SIMPLE, RANGE_SIMPLE):
        yield from (Request("GET", f"{path}?{GOOD}", fields={"Accept": accept}) for accept in ("text/plain", "text/html"))
    yield from (Request("GET", f"{path}?bizType=odd&token=t") for path in (NEXT, SIMPLE, RANGE, RANGE_SIMPLE))
    yield Request("GET", f"{SIMPLE}?bizType=odd&token=t&batchSize=5")
    yield Request("GET", f"{RANGE}?bizType=tiny&token=t")  # a fifth of 4 is none
    # Of a tag of its own: what one of them gives, and the other does not, is not compared.
    apart = "bizType=apart&token=t"
    for path in (NEXT, SIMPLE):
        yield from (Request("GET", f"{path}?{apart}&batchSize={size}", because="another document with the same status", differs=(400, "batchSize"))
                    for size in ("two", "1.5", "2147483648", "%2B", "1_000"))
    for path in (NEXT, RANGE):
        yield from (Request("GET", f"{path}?{apart}", fields={"Accept": accept}, because="there 406, after the numbers were taken",
                            differs=(200, '"code":200')) for accept in ("text/plain", "text/html", "application/xml"))
    for path in (SIMPLE, RANGE_SIMPLE):
        yield Request("GET", f"{path}?{apart}", fields={"Accept": "application/xml"}, because="there as application/xml", differs=(200, ""))
    for path in (NEXT, SIMPLE, RANGE, RANGE_SIMPLE):
        yield from (Request(method, f"{path}?{apart}", because="only GET and POST take numbers", differs=(405, "")) for method in ("PUT", "DELETE"))


class Bytes(fleet.PeersTest):
    def database(self, name):
        made = Database(name, TINYID)
        made.make_tinyid("order", step=100_000)
        made.make_tinyid("wide")
        made.make_tinyid("odd", delta=2, remainder=1)
        made.make_tinyid("apart")
        made.make_tinyid("tiny", step=4, max_id=100)
        made.make_tinyid("订单")
        made.sql("INSERT INTO tiny_id_token (token, biz_type) VALUES ('t', 'gone'); INSERT INTO tiny_id_info (biz_type, step) VALUES ('other', 7)")
        return made

    def test_each_request_is_answered_alike(self):
        databases = {name: self.database(name) for name in ("theirs", "ours")}
        ports = free_ports(2)
        theirs = TinyId("theirs", self.folder, databases["theirs"], ports[0])
        ours = Ours("ours", self.folder, databases["ours"], ports[1])
        for each in (theirs, ours):
            each.prepare()
            self.addCleanup(each.kill)
            each.start()
        compare(self, list(requests()), theirs.port, ours.port)
        for each in (theirs, ours):  # over two ranges; which one is next there is a race between its threads
            numbers = Request("GET", f"{SIMPLE}?bizType=wide&token=t&batchSize=1500").ask(each.port)[2].split(",")
            self.assertEqual((len(numbers), len(set(numbers))), (1500, 1500))
        for tag in ("order", "odd", "tiny", "订单"):
            self.assertEqual(databases["ours"].max_id(tag), databases["theirs"].max_id(tag), tag)
        before = databases["ours"].max_id("apart"), databases["theirs"].max_id("apart")
        for each in (theirs, ours):
            self.assertEqual(Request("HEAD", f"{RANGE}?bizType=apart&token=t").ask(each.port)[::2], (200, ""))
        self.assertEqual((databases["ours"].max_id("apart"), databases["theirs"].max_id("apart")), (before[0], before[1] + 1000),
                         "HEAD takes a range there, and none here")


if __name__ == "__main__":
    unittest.main(verbosity=2)
