#!/usr/bin/env python3
"""What /metrics of `vesta serve` says after known requests, and that docs/http-api.md lists it. metrics_test.py VESTA"""
import pathlib
import re

import program
import rest
from program import NEXT_OF_A_TAG

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "http-api.md"
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? ([-+.e\w]+)$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)",?')


class Figures:
    """The text format of Prometheus: families with their types, and samples by name and labels."""

    def __init__(self, text):
        self.types, self.samples = {}, {}
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                _, _, name, self.types[name] = line.split(" ")
            elif not line.startswith("#"):
                name, labels, value = SAMPLE.match(line).groups()
                key = name, frozenset(LABEL.findall(labels or ""))
                assert key not in self.samples, f"{line}: twice"
                self.samples[key] = float(value)

    def value(self, name, **labels):
        return self.samples[name, frozenset(labels.items())]

    def of_family(self, name):
        return {labels: value for (each, labels), value in self.samples.items() if each == name}


class Metrics(program.ProgramTest):
    def setUp(self):
        rights = pathlib.Path(self.folder()) / "access.yaml"
        rights.write_text("anonymous: { may: [ 'take *', observe, health ] }\n", encoding="utf-8")
        rights.chmod(0o600)
        generators = "generators:\n  next: { kind: vesta, type: max-peak, then: { at: 2045-01-01T00:00:00Z, kind: vesta, type: max-peak, version: 1 } }\n"
        self.server = self.serve(settings=program.SETTINGS.replace("generators:\n", generators) + f"security: {{ access-file: {rights} }}\n")

    def figures(self):
        return Figures(self.server.ask("/metrics").text)

    def test_the_page_lists_all_there_are_and_no_others(self):
        self.server.ask(NEXT_OF_A_TAG + "order")
        told = set(re.findall(r"`((?:vesta|process)_\w+)", PAGE.read_text(encoding="utf-8")))
        self.assertEqual(set(self.figures().types), told)

    def test_samples_belong_to_families_of_their_kind(self):
        figures = self.figures()
        for name, _ in figures.samples:
            family = re.sub("_(bucket|sum|count)$", "", name)
            kind = figures.types[family if family in figures.types else name]
            self.assertEqual(name.endswith("_total"), kind == "counter", name)

    def test_ids_and_requests_are_counted(self):
        before = self.figures()
        for _ in range(3):
            self.server.ask("/genid")
        self.server.ask("/genid", method="HEAD")
        self.server.ask("/v1/generators/default/ids?count=10")
        self.server.ask("/v1/generators/none/ids")
        self.server.ask(NEXT_OF_A_TAG + "order")
        self.server.ask("/nowhere")
        self.server.ask("/genid", method="BREW")
        after = self.figures()
        self.assertEqual(after.value("vesta_ids_total", generator="default", method="rest"), 13)
        self.assertEqual(after.value("vesta_ids_total", generator="segment", method="rest"), 1)
        for path, status, count in (("/genid", 200, 4), ("/v1/generators/{name}/ids", 200, 1), ("other", 501, 1),
                                    ("/v1/generators/{name}/ids", 404, 1), ("/api/segment/get/{tag}", 200, 1), ("other", 404, 1)):
            self.assertEqual(after.value("vesta_http_requests_total", path=path, status=str(status)), count, (path, status))
        opened = "vesta_http_connections_total"
        self.assertEqual(after.value(opened) - before.value(opened), 10)

    def test_the_histogram_has_all_requests(self):
        for _ in range(5):
            self.server.ask("/genid")
        figures = self.figures()
        name = "vesta_http_request_duration_seconds"
        buckets = {dict(labels)["le"]: value for labels, value in figures.of_family(name + "_bucket").items()
                   if ("path", "/genid") in labels}
        in_order = [buckets[each] for each in sorted(buckets, key=float)]
        self.assertEqual(in_order, sorted(in_order), "cumulative")
        self.assertEqual((in_order[-1], buckets["+Inf"], figures.value(name + "_count", path="/genid")), (5, 5, 5))
        self.assertGreater(figures.value(name + "_sum", path="/genid"), 0)

    def test_the_clock_and_the_reservation_are_told(self):
        self.server.ask("/genid")
        figures = self.figures()
        of_default = lambda name: figures.value("vesta_generator_" + name, generator="default")
        self.assertEqual(of_default("ready"), 1)
        self.assertEqual(of_default("capacity_ids_per_second"), 1024 * 1000)
        self.assertTrue(0 <= of_default("own_time_lead_seconds") < 1, "no more is asked for than a millisecond gives")
        self.assertLessEqual(of_default("reservation_left_seconds"), 2, "one second ahead, in steps of less")
        years = of_default("epoch_left_seconds") / (365.25 * 86400)
        self.assertTrue(10 < years < 35, years)  # 2049; a test in 2039 needs another layout

    def test_what_is_turned_away_is_told_by_reason(self):
        figures = self.figures()
        reasons = {dict(labels)["reason"]: value for labels, value in figures.of_family("vesta_http_rejected_total").items()}
        self.assertEqual(reasons, dict.fromkeys(("connections", "requests-in-flight", "unsent-bytes", "malformed", "idle", "read-timeout",
                                                 "write-timeout", "handshake-failed", "handshake-timeout", "accept-failed", "failed"), 0))
        with self.server.connect() as client:
            client.send("no HTTP\r\n\r\n")
            self.assertEqual(client.read("?", "?").status, 400)
        self.assertEqual(self.figures().value("vesta_http_rejected_total", reason="malformed"), 1)


if __name__ == "__main__":
    rest.main()
