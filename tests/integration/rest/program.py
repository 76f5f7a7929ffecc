"""What the tests share that drive `vesta serve` itself: program with its settings and a store that others can keep busy."""
import contextlib
import sqlite3

import rest
from serve import Serve

SETTINGS = """\
machine-id: { property: { id: 1 }, takeover-margin: 0 }
stores: { main: { kind: sqlite, file: ./var/vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  segment: { kind: segment, store: main, auto-create: { step: 1000 } }
clock: { reserve-ahead: 1s }
state: { dir: ./var }
"""
NEXT_OF_A_TAG = "/api/segment/get/"


def request(target):
    return f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n"


class ProgramTest(rest.ServerTest):
    def serve(self, options="threads: 1", settings=SETTINGS, rpc="enabled: false"):
        return self.enterContext(Serve(rest.PROGRAM, self.folder(), settings, options, rpc))

    @contextlib.contextmanager
    def busy_store(self, server):
        """Meanwhile the store answers nobody: somebody else has the file to himself."""
        with contextlib.closing(sqlite3.connect(f"{server.folder}/var/vesta.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield
            other.execute("ROLLBACK")
