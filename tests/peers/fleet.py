"""Servers behind fixed ports, each an original or ours, one of which is stopped and the other started in its place."""
import os
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

from ledger import Account
from servers.process import free_ports


class Slot:
    """A port of the fleet, and who listens there."""

    def __init__(self, original, ours):
        self.both = {"original": original, "ours": ours}
        self.serving = None
        self.history = []  # since when, by the monotonic clock, which kind
        for each in (original, ours):
            each.prepare()

    def serve(self, kind):
        """From now on, once it is started."""
        self.serving = kind
        self.history.append((time.monotonic(), kind))

    def at(self, instant):
        """Which kind had the port then."""
        return [kind for since, kind in self.history if since <= instant][-1]

    @property
    def server(self):
        return self.both[self.serving]


class Fleet:
    """Of one of the originals. `original` and `ours` make a server from a name, a folder, a database and a port."""

    def __init__(self, folder, database, size, original, ours):
        self.database = database
        self.ports = free_ports(size)
        self.slots = [Slot(original(f"original{each}", folder, database, port), ours(f"ours{each}", folder, database, port))
                      for each, port in enumerate(self.ports)]
        self.ends = {}  # of each server's lives, where the journal stood
        self.starts = {"original": [], "ours": []}  # seconds
        self.killed = 0

    def start(self, kinds):
        self.slots[0].both["original"].warm_up()
        for slot, kind in zip(self.slots, kinds):
            slot.serve(kind)
            slot.server.launch()
        for slot in self.slots:
            slot.server.wait_until_it_answers()

    def end(self, slot, kill):
        """Of the server there, by SIGKILL or SIGTERM."""
        if kill:
            slot.server.kill()
            self.killed += 1
        else:
            slot.server.stop()
        self.ends.setdefault(slot.server.name, []).append(self.database.last_move(slot.server.name))

    def swap(self, slot, kind, kill):
        """Stops who serves there, and starts the other, or the same anew. The port answers nobody in between."""
        self.end(slot, kill)
        slot.serve(kind)
        before = time.monotonic()
        slot.server.start()
        self.starts[kind].append(time.monotonic() - before)

    def settle(self, callers):
        """Waits until each caller has had an answer to a call that began now or later, so that the next server's stop meets no call
        that the last one's still concerns."""
        goals = [(each, each.calls + 2) for each in callers]
        while any(each.calls < goal for each, goal in goals):
            time.sleep(0.001)

    def stop(self):
        for slot in self.slots:
            if slot.serving and slot.server.running():
                self.end(slot, kill=False)

    def account(self, tag, start, numbers, **how):
        """Of a tag, when all has stopped."""
        inclusive = self.database.table == "tiny_id_info"
        return Account(self.database.journal(tag), start, self.database.max_id(tag), inclusive, numbers, self.ends, **how)

    def log(self, slot, lines=10):
        return slot.server.log_tail()


class PeersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="vesta-peers-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def fleet(self, name, database, size, original, ours):
        fleet = Fleet(os.path.join(self.folder, name), database, size, original, ours)
        self.addCleanup(lambda: [server.kill() for slot in fleet.slots for server in slot.both.values()])
        return fleet


def serves_there(place, who):
    """Whether a server of this name has that place."""
    return who.endswith(str(place))
