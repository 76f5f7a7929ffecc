#!/usr/bin/env python3
"""The program on Kubernetes, as the service account of packaging/kubernetes-leases.yaml. Runs within with_servers.py kubernetes."""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import program

SETTINGS = """\
instance: node-a
machine-id: {{ provider: kubernetes }}
stores: {{ k8s: {{ kind: kubernetes, host: {HOST}, port: {PORT}, namespace: {NAMESPACE}, database: {database},
                   password-file: {TOKEN_FILE}, ca-file: {CA} }} }}
generators: {{ default: {{ kind: snowflake }} }}
clock: {{ reserve-ahead: 1s }}
"""
PLACES = {name: os.environ["VESTA_TEST_KUBERNETES_" + name] for name in ("HOST", "PORT", "NAMESPACE", "TOKEN_FILE", "CA")}


class Kubernetes(program.VestaTest):
    def output(self, *words):
        done = self.run_vesta(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_machine_ids_are_lent_shown_and_released(self):
        self.write("vesta.yaml", SETTINGS.format(**PLACES, database="orders"))
        first = int(self.output("gen"))
        self.assertGreater(int(self.output("gen")), first)
        machine = json.loads(self.output("explain", str(first), "--json"))["machine"]
        self.assertIn("node-a", self.output("machines"))
        self.output("machines", "release", str(machine))

    def test_the_settings_are_checked_and_no_text_shows_the_token(self):
        self.write("vesta.yaml", SETTINGS.format(**PLACES, database="orders"))
        with open(PLACES["TOKEN_FILE"], encoding="ascii") as file:
            token = file.read().strip()
        shown = self.output("check")
        self.assertIn("kind: kubernetes", shown)
        self.assertIn("tls: verified", shown)
        self.assertNotIn(token, shown)
        self.write("vesta.yaml", SETTINGS.format(**PLACES, database="Orders"))
        self.assert_refused(2, "lower-case letters", self.run_vesta("gen"))

    def test_without_a_pod_the_settings_must_say_where_the_api_server_is(self):
        self.write("vesta.yaml", "machine-id: { provider: kubernetes }\nstores: { k: { kind: kubernetes } }\n"
                                 "generators: { default: { kind: vesta } }\n")
        self.environment.pop("KUBERNETES_SERVICE_HOST", None)
        self.assert_refused(2, "$KUBERNETES_SERVICE_HOST does not tell it", self.run_vesta("gen"))


if __name__ == "__main__":
    program.main()
