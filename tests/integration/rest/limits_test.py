#!/usr/bin/env python3
"""Each limit of `rest.limits`, set in the settings of `vesta serve`, and what lies beyond it. limits_test.py VESTA"""
import contextlib
import signal

import program
import rest
from program import NEXT_OF_A_TAG, request

WAITS = "/v1/generators/segment/ids?tag=order"  # while the store is busy
LARGE = "/v1/generators/default/ids?count=10000"


class Limits(program.ProgramTest):
    def limited(self, *limits):
        return self.serve("threads: 1, limits: { " + ", ".join(limits) + " }")

    def assert_refused(self, server, status, target="/genid", method="GET", **how):
        """Also, that the reason is counted. The answer."""
        before = server.metric('vesta_http_rejected_total{reason="malformed"}')
        with server.connect() as client:
            answer = client.ask(target, method=method, **how)
            self.assertEqual(answer.status, status)
            self.assertTrue(client.is_closed())
        self.assertEqual(server.metric('vesta_http_rejected_total{reason="malformed"}'), before + 1)
        return answer

    def test_header_bytes(self):
        server = self.limited("header-bytes: 2048")
        self.assertEqual(server.ask("/genid", fields=f"X: {'x' * 1900}\r\n").status, 200)
        self.assert_refused(server, 431, fields=f"X: {'x' * 2048}\r\n")
        self.assert_refused(server, 414, target="/" + "x" * 2048)

    def test_header_fields(self):
        server = self.limited("header-fields: 8")
        self.assertEqual(server.ask("/genid", fields="X: y\r\n" * 7).status, 200)
        self.assert_refused(server, 431, fields="X: y\r\n" * 8)

    def test_body_bytes(self):
        server = self.limited("body-bytes: 1024")
        make = '{"time":1,"seq":2}'
        how = {"target": "/v1/generators/default/make", "method": "POST"}
        self.assertEqual(server.ask(body=make + " " * (1024 - len(make)), **how).status, 200)
        self.assert_refused(server, 413, body=make + " " * (1025 - len(make)), **how)

    def test_batch(self):
        server = self.limited("batch: 5")
        self.assertEqual(server.ask("/v1/generators/default/ids?count=5").status, 200)
        refused = server.ask("/v1/generators/default/ids?count=6")
        self.assertEqual(refused.status, 400)
        self.assertIn("from 1 to 5", refused.text)

    def test_connections(self):
        server = self.limited("connections: 2")

        def statuses_of_three():  # those of the turn before may not have gone yet
            with contextlib.ExitStack() as held:
                statuses = [held.enter_context(server.connect()).ask("/genid").status for _ in range(3)]
            self.assertLessEqual(statuses.count(200), 2)
            return statuses

        rest.until(lambda: statuses_of_three() == [200, 200, 503])
        rest.until(lambda: server.metric('vesta_http_rejected_total{reason="connections"}') >= 1)

    def test_requests_in_flight(self):
        server = self.limited("requests-in-flight: 1", "patience: 1h", "serve: 1h")
        with server.connect() as waiting:
            with self.busy_store(server):
                waiting.send(request(NEXT_OF_A_TAG + "order"))
                rest.until(lambda: server.metric("vesta_http_requests_in_flight") == 1)
                refused = server.ask(WAITS)
                self.assertEqual((refused.status, refused.fields["retry-after"]), (503, "1"))
                self.assertIn("urn:vesta:problem:overloaded", refused.text)
                self.assertEqual(server.ask("/genid").status, 200)
            self.assertEqual(waiting.read("GET", NEXT_OF_A_TAG + "order").status, 200)
        self.assertEqual(server.metric('vesta_http_rejected_total{reason="requests-in-flight"}'), 1)

    def test_unsent_bytes(self):
        server = self.limited("unsent-bytes: 1024", "write: 1h", "serve: 1h", "batch: 1000000")
        with server.connect(receive_buffer=4096) as slow:
            # An answer of 22 MB, more than the system takes; after a smaller one it may just take no further.
            slow.send(request(LARGE.replace("10000", "1000000")))
            rest.until(lambda: server.metric("vesta_http_unsent_bytes") > 1024)
            self.assertEqual(server.ask("/v1/generators/default/ids?count=2").status, 503)
            self.assertEqual(server.ask("/genid").status, 200)
        self.assertGreaterEqual(server.metric('vesta_http_rejected_total{reason="unsent-bytes"}'), 1)
        rest.until(lambda: server.ask("/v1/generators/default/ids?count=2").status == 200)

    def test_idle(self):
        server = self.limited("idle: 2s", "read: 1h", "write: 1h")
        with server.connect() as client:
            self.assertEqual(client.ask("/genid").status, 200)
            self.assertTrue(client.is_closed())

    def test_read(self):
        server = self.limited("idle: 1h", "read: 100ms", "write: 1h")
        with server.connect() as client:
            client.send("GET /genid HTTP/1.1\r\n")
            self.assertEqual(client.read("GET", "/genid").status, 408)
            self.assertTrue(client.is_closed())
        self.assertEqual(server.metric('vesta_http_rejected_total{reason="read-timeout"}'), 1)

    def test_write(self):
        server = self.limited("idle: 1h", "read: 1h", "write: 100ms")
        with server.connect(receive_buffer=4096) as slow:
            slow.send(request(LARGE) * 50)
            rest.until(lambda: server.metric('vesta_http_rejected_total{reason="write-timeout"}') == 1)

    def test_patience(self):
        server = self.limited("patience: 10ms", "serve: 1h")
        with self.busy_store(server):
            self.assertIn("urn:vesta:problem:not-ready", server.ask(WAITS).text)

    def test_serve(self):
        server = self.limited("patience: 1h", "serve: 10ms")
        with self.busy_store(server):
            self.assertIn("urn:vesta:problem:overloaded", server.ask(WAITS).text)


class Stopping(program.ProgramTest):
    """With a request under way that will not end by itself."""

    def stop_with_one_waiting(self, deadline, signals, code):
        server = self.serve(f"threads: 1, stop-deadline: {deadline}, limits: {{ patience: 1h, serve: 1h }}")
        with server.connect() as waiting, self.busy_store(server):
            waiting.send(request(WAITS))
            rest.until(lambda: server.metric("vesta_http_requests_in_flight") == 1)
            server.signal(signals[0])
            if len(signals) > 1:
                rest.until(lambda: not self.lets_in(server))  # the first signal has come
                server.signal(signals[1])
            self.assertTrue(waiting.is_closed())
        self.assertEqual(server.wait(), code)

    @staticmethod
    def lets_in(server):
        try:
            server.connect().close()
        except ConnectionError:
            return False
        return True

    def test_the_deadline_ends_it(self):
        self.stop_with_one_waiting("100ms", [signal.SIGTERM], 0)

    def test_a_second_signal_ends_it_at_once(self):
        for second in (signal.SIGTERM, signal.SIGINT):
            self.stop_with_one_waiting("1h", [signal.SIGTERM, second], -second)

    def test_what_was_reserved_is_given_back(self):
        server = self.serve()
        self.assertEqual(server.ask(NEXT_OF_A_TAG + "order").text, "1")
        self.assertEqual(server.stop(), 0)
        server.restart()
        self.assertEqual(server.ask(NEXT_OF_A_TAG + "order").text, "2")


if __name__ == "__main__":
    rest.main()
