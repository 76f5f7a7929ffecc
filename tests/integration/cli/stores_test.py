#!/usr/bin/env python3
"""The clients of stores are loaded when a generator needs a store, and only then."""
import os
import shutil
import unittest.mock

import program

SETTINGS = ("machine-id: { property: { id: 9 } }\n"
            "stores: { main: { kind: sqlite, file: var/vesta.db } }\n"
            "generators:\n"
            "  default: { kind: vesta }\n"
            "  segment: { kind: segment, store: main, auto-create: { step: 10 } }\n")
CLIENTS = ("libvesta-stores", "libPoco", "libmariadb", "libpq.", "libsqlite3", "libzookeeper", "libcrypto")
SEGMENT = ("-g", "segment", "--tag", "order")


class Stores(program.VestaTest):
    def loaded(self, *words):
        """Which libraries of clients a process that prints IDs has mapped."""
        self.write("vesta.yaml", SETTINGS)
        process = self.start_vesta("gen", *words)
        process.stdout.readline()
        with open(f"/proc/{process.pid}/maps", encoding="utf-8") as maps:
            mapped = maps.read()
        return [each for each in CLIENTS if each in mapped]

    def test_they_are_not_there_for_a_generator_without_a_store(self):
        self.assertEqual(self.loaded(), [])

    def test_they_are_there_with_one(self):
        self.assertEqual(self.loaded(*SEGMENT), list(CLIENTS))

    def test_where_they_are_missing_only_what_needs_a_store_is_refused(self):
        os.mkdir(self.path("bin"))
        shutil.copy2(program.PROGRAM, self.path("bin/vesta"))
        with unittest.mock.patch.object(program, "PROGRAM", self.path("bin/vesta")):
            self.write("vesta.yaml", SETTINGS)
            self.assertEqual(len(self.ids()), 1)
            self.assert_refused(2, "the clients of stores cannot be loaded: libvesta-stores-", self.run_vesta("gen", *SEGMENT))


if __name__ == "__main__":
    program.main()
