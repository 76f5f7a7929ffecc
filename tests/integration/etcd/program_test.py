#!/usr/bin/env python3
"""The program on etcd: by TLS, as a user with rights to one folder of keys. Runs within with_servers.py etcd-tls."""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import program

SETTINGS = """\
instance: {instance}
machine-id: {{ provider: etcd }}
stores:
  main: {{ kind: etcd, host: "{hosts}", database: fleet, user: vesta, password-env: SECRET, tls: verified,
           ca-file: {ca}, certificate: {certificate}, key: {key} }}
generators:
  default: {{ kind: snowflake }}
  segment: {{ kind: segment, store: main, auto-create: {{ step: 10 }} }}
clock: {{ reserve-ahead: 1s }}
"""
PLACES = {name: os.environ["VESTA_TEST_ETCD_TLS_" + key]
          for name, key in {"hosts": "HOSTS", "ca": "CA", "certificate": "CLIENT", "key": "CLIENT_KEY"}.items()}


class Etcd(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.environment["SECRET"] = os.environ["VESTA_TEST_ETCD_TLS_PASSWORD"]
        self.write("vesta.yaml", SETTINGS.format(instance="node-a", **PLACES))

    def output(self, *words):
        done = self.run_vesta(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_machine_ids_are_lent_shown_and_released(self):
        first = int(self.output("gen"))
        self.assertGreater(int(self.output("gen")), first)
        machine = json.loads(self.output("explain", str(first), "--json"))["machine"]
        self.assertIn("node-a", self.output("machines"))
        self.output("machines", "release", str(machine))

    def test_tags_are_made_listed_and_go_on(self):
        words = ("gen", "-g", "segment", "--tag", "order", "-n", "3")
        first, again = self.output(*words).split(), self.output(*words).split()
        self.assertEqual(len({*first, *again}), 6)
        self.assertIn("order", self.output("tags"))

    def test_the_settings_are_checked_and_no_text_shows_the_password(self):
        shown = self.output("check")
        self.assertIn("kind: etcd", shown)
        self.assertNotIn(self.environment["SECRET"], shown)
        self.environment["SECRET"] = "wr0ng-secret"
        refused = self.run_vesta("gen")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("refuses the user or the password", refused.stderr)
        self.assertNotIn("wr0ng-secret", refused.stderr)

    def test_a_store_of_another_kind_is_refused(self):
        self.write("vesta.yaml", "machine-id: { provider: etcd, etcd: { store: main } }\n"
                                 "stores: { main: { kind: sqlite, file: a.db } }\ngenerators: { default: { kind: vesta } }\n")
        self.assert_refused(2, "which is not of kind etcd", self.run_vesta("check"))


if __name__ == "__main__":
    program.main()
