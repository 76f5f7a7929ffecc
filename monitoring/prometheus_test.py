#!/usr/bin/env python3
"""A real Prometheus scrapes `vesta serve`, and evaluates the alarms. prometheus_test.py VESTA; scripts/monitoring runs it."""
import contextlib
import json
import pathlib
import re
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import dashboard
import program
import rest

FOLDER = pathlib.Path(__file__).parent
RULES = FOLDER / "vesta.rules.yml"
DASHBOARD = FOLDER / "grafana.json"
# The families of a server that this one does not run with: rights, and shards.
ABSENT = re.compile("vesta_(access|sharded)_")
CONFIG = """\
global: {{ scrape_interval: 1s, evaluation_interval: 1s }}
rule_files: [{rules}]
scrape_configs:
  - job_name: vesta
    static_configs: [{{ targets: ['127.0.0.1:{port}'] }}]
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def names_in(text):
    """Metrics, of histograms without the suffixes."""
    return {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"\b(?:vesta|process)_[a-z0-9_]+", text)}


def queries():
    return [query for _, query in dashboard.queries(DASHBOARD)]


class Prometheus:
    def __init__(self, folder, port):
        (folder / "prometheus.yml").write_text(CONFIG.format(rules=RULES, port=port), encoding="utf-8")
        self.port = free_port()
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{self.port}", "--log.level=error"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def ask(self, path, **query):
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(query)}"
        with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(url) as answer:
            return json.load(answer)["data"]
        return None

    def value(self, expression):
        found = self.ask("query", query=expression)
        return float(found["result"][0]["value"][1]) if found and found["result"] else None


class Scraped(program.ProgramTest):
    def setUp(self):
        self.server = self.serve(rpc='listen: "127.0.0.1:0", threads: 1')
        self.assertEqual(self.server.ask("/genid").status, 200)
        self.assertEqual(self.server.ask(program.NEXT_OF_A_TAG + "order").status, 200)
        self.prometheus = self.enterContext(Prometheus(pathlib.Path(self.folder()), self.server.port))
        rest.until(lambda: self.prometheus.value("up") == 1)

    def test_counts_what_was_made(self):
        rest.until(lambda: self.prometheus.value('vesta_ids_total{generator="default",method="rest"}') == 1)
        self.assertEqual(self.prometheus.value('vesta_numbers_largest{generator="segment"}'), 1)
        self.assertGreater(self.prometheus.value("process_resident_memory_bytes"), 1e6)

    def test_has_all_metrics_of_the_alarms_and_the_dashboard(self):
        known = names_in("\n".join(self.prometheus.ask("label/__name__/values")))
        wanted = names_in(RULES.read_text(encoding="utf-8") + "\n".join(queries()))
        self.assertGreater(len(wanted), 20)
        self.assertEqual({name for name in wanted - known if not ABSENT.match(name)}, set())

    def test_evaluates_every_rule_and_query(self):
        def rules():
            return [rule for group in self.prometheus.ask("rules")["groups"] for rule in group["rules"]]
        rest.until(lambda: all(rule["health"] != "unknown" for rule in rules()))
        self.assertEqual({rule["name"]: rule.get("lastError") for rule in rules() if rule["health"] != "ok"}, {})
        self.assertEqual([rule["name"] for rule in rules() if rule["state"] == "firing"], [])
        for query in queries():
            self.assertIsNotNone(self.prometheus.ask("query", query=query), query)


if __name__ == "__main__":
    rest.main()
