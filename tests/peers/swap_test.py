#!/usr/bin/env python3
"""A fleet of three of each original under 500 requests a second, swapped server by server for ours and back, some of them by kill -9:
no call may fail beyond a client's one retry, no number come twice, and the tables account for every number.

    swap_test.py    under with_servers.py mariadb; VESTA_PEERS, VESTA_PROGRAM, VESTA_PEERS_ROUNDS, VESTA_PEERS_MINUTES, VESTA_PEERS_RATE
"""
import os
import random
import sys
import time
import unittest

sys.dont_write_bytecode = True

import fleet
from database import LEAF, TINYID, Database
from load import Callers
from originals import JavaClient, Leaf, TinyId
from ours import Ours, OursForLeaf

ROUNDS = int(os.environ.get("VESTA_PEERS_ROUNDS", "3"))
MINUTES = float(os.environ.get("VESTA_PEERS_MINUTES", "600"))  # no round begins after that
RATE = int(os.environ.get("VESTA_PEERS_RATE", "500"))
SEED = int(os.environ.get("VESTA_SEED", str(time.time_ns() % 1_000_000)))
KILLS = 1 / 3  # of all ends


class Swap(fleet.PeersTest):
    def swap_there_and_back(self, servers, callers, *clients):
        """Rolling, as an operator would: one server at a time, and the next only when that one answers."""
        chance = random.Random(SEED)
        begun = time.monotonic()
        for number in range(1, ROUNDS + 1):
            for kind in ("ours", "original"):
                for slot in servers.slots:
                    servers.swap(slot, kind, chance.random() < KILLS)
                    servers.settle(callers.all)
                    failed = [told for each in (callers, *clients) for told in each.failed]
                    self.assertEqual(failed[:5], [], f"a call failed beyond the client's own retry, round {number}, {slot.server.name}")
            over = time.monotonic() - begun > 60 * MINUTES
            if number % 10 == 0 or number == ROUNDS or over:
                print(f"{time.strftime('%H:%M:%S')} round {number}, {servers.killed} killed, {callers.calls:,} calls", flush=True)
            if over:
                break
        self.rounds = number

    def assert_ours_answered_with_numbers(self, servers, callers):
        """The originals do not while they end: they answer 500, or 200 without a number."""
        told = [str(each) for each in callers.troubles if each.answered and servers.slots[each.place].at(each.begun) == "ours"]
        self.assertEqual(told[:5], [])

    def tell(self, servers, *lines):
        mean = {kind: sum(all_) / len(all_) for kind, all_ in servers.starts.items()}
        print(f"seed {SEED}, {self.rounds} rounds of {len(servers.slots)} servers there and back, {servers.killed} of {6 * self.rounds} ends by kill -9;"
              f" a start took {mean['ours']:.1f} s (ours), {mean['original']:.1f} s (the original)")
        for each in lines:
            print(f"  {each}")

    def test_a_fleet_of_tinyid_there_and_back(self):
        database = Database("swapped_tinyid", TINYID)
        database.make_tinyid("order", delta=2, remainder=1)
        # The client asks for the next range in good time, and again and again if that fails: a range must last longer than a start.
        database.make_tinyid("invoice", step=40 * RATE, delta=2, remainder=1)
        servers = self.fleet("tinyid", database, 3, TinyId, Ours)
        servers.start(["original"] * 3)
        java = JavaClient(os.path.join(self.folder, "client"), servers.ports, "invoice", threads=4, rate=RATE)
        self.addCleanup(java.process.kill)
        callers = Callers(servers.ports, "/tinyid/id/nextIdSimple?bizType=order&token=t", RATE, SEED)
        java.wait_for(10)  # its first range is the one that it does not ask twice for
        self.swap_there_and_back(servers, callers, java)
        callers.stop()
        taken = java.end()
        servers.stop()
        self.assertEqual(callers.failed + java.failed, [])
        order = servers.account("order", 1, callers.numbers(), delta=2, remainder=1, may_give=fleet.serves_there)
        # A range whose answer was lost in a kill is nobody's; else the client gives its numbers out until it asks for the next.
        invoice = servers.account("invoice", 1, [("the client", taken)], delta=2, remainder=1)
        self.tell(servers, callers, f"order: {order}", f"TinyId's Java client: {len(taken):,} IDs, none of its calls failed",
                  f"invoice: {invoice}")
        self.assert_ours_answered_with_numbers(servers, callers)

    def test_a_fleet_of_leaf_there_and_back(self):
        database = Database("swapped_leaf", LEAF)
        database.make_leaf("order")
        servers = self.fleet("leaf", database, 3, Leaf, OursForLeaf)
        servers.start(["original"] * 3)
        callers = Callers(servers.ports, "/api/segment/get/order", RATE, SEED)
        self.swap_there_and_back(servers, callers)
        callers.stop()
        servers.stop()
        self.assertEqual(callers.failed, [])
        order = servers.account("order", 1, callers.numbers(), may_give=fleet.serves_there,
                                wasteful=lambda who: who.startswith("original"))
        self.tell(servers, callers, f"order: {order}")
        self.assert_ours_answered_with_numbers(servers, callers)


if __name__ == "__main__":
    unittest.main(verbosity=2)
