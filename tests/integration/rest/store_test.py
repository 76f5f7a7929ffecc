#!/usr/bin/env python3
"""A store that does not answer, under `vesta serve` with one serving thread. store_test.py VESTA"""
import program
import rest
from program import NEXT_OF_A_TAG, SETTINGS, request

PATIENT = "threads: 1, limits: { patience: 1h, serve: 1h }"
LEASED = SETTINGS.replace("machine-id: { property: { id: 1 }, takeover-margin: 0 }",
                          "machine-id: { provider: database, database: { store: main, mode: leased } }")


class SlowStore(program.ProgramTest):
    def test_holds_up_nobody_who_does_not_need_it(self):
        server = self.serve(PATIENT)
        with server.connect() as waiting:
            with self.busy_store(server):
                waiting.send(request(NEXT_OF_A_TAG + "order"))
                rest.until(lambda: server.metric("vesta_http_requests_in_flight") == 1)
                for target in ("/genid", "/healthz", "/v1/generators", "/cache", "/openapi.json", "/genid"):
                    self.assertEqual(server.ask(target).status, 200, target)
                failed = 'vesta_numbers_reservation_failures_total{generator="segment"}'
                rest.until(lambda: server.metric(failed) >= 1)
                self.assertEqual(server.metric('vesta_numbers_store_ok{generator="segment"}'), 1, "the row is locked")
                self.assertEqual(server.metric("vesta_http_requests_in_flight"), 1)
            self.assertEqual(waiting.read("GET", NEXT_OF_A_TAG + "order").text, "1")

    def test_is_waited_for_as_long_as_the_patience_lasts(self):
        server = self.serve("threads: 1, limits: { patience: 50ms, serve: 1h }")
        with self.busy_store(server):
            answer = server.ask("/v1/generators/segment/ids?tag=order")
            self.assertEqual((answer.status, answer.fields["retry-after"]), (503, "1"))
            self.assertIn("urn:vesta:problem:not-ready", answer.text)
        rest.until(lambda: server.ask("/v1/generators/segment/ids?tag=order").status == 200)

    def test_holds_up_the_page_of_its_table_alone(self):
        server = self.serve(PATIENT)
        with server.connect() as waiting:
            with self.busy_store(server):
                waiting.send(request("/db") + request("/healthz"))
                self.assertEqual(server.ask("/genid").status, 200)
            self.assertEqual(waiting.read("GET", "/db").status, 200)
            self.assertEqual(waiting.read("GET", "/healthz").text, "ok\n")


class Readiness(program.ProgramTest):
    def test_ends_with_the_reservation_and_comes_back_with_the_store(self):
        server = self.serve("threads: 1, limits: { patience: 10ms }", LEASED)
        with self.busy_store(server):
            rest.until(lambda: "locked" in server.ask("/readyz").text)  # the reason, once the store has said no
            told = server.ask("/readyz")
            self.assertEqual(told.status, 503)
            self.assertIn("generator default: the reservation of machine ID", told.text)
            self.assertEqual(told.fields["retry-after"], "1")
            self.assertEqual(server.ask("/healthz").status, 200)
            self.assertEqual(server.ask("/genid").status, 503)
            self.assertEqual(server.metric('vesta_generator_ready{generator="default"}'), 0)
            self.assertLessEqual(server.metric('vesta_generator_reservation_left_seconds{generator="default"}'), 0)
        rest.until(lambda: server.ask("/readyz").text == "ready\n")
        self.assertEqual(server.ask("/genid").status, 200)

    def test_is_not_lost_by_one_wrong_tag(self):
        server = self.serve(settings=SETTINGS.replace(", auto-create: { step: 1000 }", ""))
        self.assertEqual(server.ask("/v1/generators/segment/ids?tag=wrong").status, 404)
        failed = 'vesta_numbers_reservation_failures_total{generator="segment"}'
        rest.until(lambda: server.metric(failed) == 1)
        self.assertEqual(server.metric('vesta_numbers_store_ok{generator="segment"}'), 1, "it has answered")
        self.assertEqual(server.ask("/readyz").text, "ready\n")

    def test_can_be_asked_of_one_generator(self):
        server = self.serve("threads: 1, limits: { patience: 10ms }", LEASED)
        with self.busy_store(server):
            rest.until(lambda: server.ask("/readyz?generator=default").status == 503)
            self.assertEqual(server.ask("/readyz?generator=segment").text, "ready\n")


if __name__ == "__main__":
    rest.main()
