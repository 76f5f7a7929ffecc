#!/usr/bin/env python3
"""Two of TinyId's own servers and two of ours on one table, TinyId's own Java client at all four, and kill -9 of each in turn: so many IDs,
none of them twice.

    tinyid_beside_test.py    under with_servers.py mariadb; VESTA_PEERS, VESTA_PROGRAM, VESTA_PEERS_IDS
"""
import os
import sys
import unittest

sys.dont_write_bytecode = True

import fleet
from database import TINYID, Database
from originals import JavaClient, TinyId
from ours import Ours

IDS = int(os.environ.get("VESTA_PEERS_IDS", "1000000"))
KILLS = 8  # twice each server


class Beside(fleet.PeersTest):
    def test_a_client_of_both_gets_no_number_twice(self):
        database = Database("beside", TINYID)
        database.make_tinyid("order")
        servers = self.fleet("beside", database, 4, TinyId, Ours)
        servers.start(["original", "ours", "original", "ours"])
        client = JavaClient(os.path.join(self.folder, "client"), servers.ports, "order", threads=4)
        self.addCleanup(client.process.kill)
        for kill in range(KILLS):
            client.wait_for((kill + 1) * IDS // (KILLS + 1))
            slot = servers.slots[kill % 4]
            servers.swap(slot, slot.serving, kill=True)
        client.wait_for(IDS)
        taken = client.end()
        servers.stop()
        taken_by = {each[1] for each in database.journal("order")}
        self.assertEqual(taken_by, {"original0", "ours1", "original2", "ours3"}, "each has given ranges")
        told = servers.account("order", 1, [("the client", taken)])
        self.assertGreaterEqual(told.given, IDS)
        self.assertEqual({each.rstrip() for each in client.failed} - {"failed: error query segmentId: null"}, set())
        print(f"{len(taken):,} IDs, {KILLS} kills; {len(client.failed)} calls failed since a server at random had been killed, which the client"
              f" does not ask another for\n  order: {told}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
