#!/usr/bin/env python3
"""What clients do to sockets: slow, half-closed, reset and many. live_test.py SERVER"""
import select
import signal
import socket
import struct

import rest

LONG = "60000"  # milliseconds; what waits for so long is there while a test looks at it


class Slow(rest.ServerTest):
    def test_a_request_that_trickles_in_is_timed_out_and_others_are_served(self):
        server = self.start("--threads", "1", "--read-ms", "500")
        with server.connect() as slow:
            slow.send("GET /genid HTTP/1.1\r\nHost: a\r\nX: ")
            while not select.select([slow.socket], [], [], 0.05)[0]:
                slow.send("x")
                self.assert_serves(server)
            self.assertEqual(slow.read("GET", "/genid").status, 408)
            self.assertTrue(slow.is_closed())
        self.assertEqual(server.metric('vesta_http_rejected_total{reason="read-timeout"}'), 1)

    def test_a_client_that_takes_no_answers_is_cut_off_and_others_are_served(self):
        server = self.start("--threads", "1", "--write-ms", "500")
        with server.connect(receive_buffer=4096) as slow:
            slow.send("GET /v1/generators/segment/ids?tag=order&count=10000 HTTP/1.1\r\nHost: a\r\n\r\n" * 100)
            while server.metric('vesta_http_rejected_total{reason="write-timeout"}') == 0:
                self.assert_serves(server)
        rest.until(lambda: server.metric("vesta_http_unsent_bytes") == 0)  # what it had not taken is forgotten with it

    def test_a_client_that_takes_its_answers_slowly_gets_them_all(self):
        server = self.start("--threads", "1")
        with server.connect(receive_buffer=4096) as slow:
            target = "/v1/generators/segment/ids?tag=order&count=10000"
            slow.send(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n" * 20)
            self.assert_serves(server)
            for number in range(20):
                answer = slow.read("GET", target)
                self.assertTrue(answer.text.startswith(f'{{"generator":"segment","ids":["{number * 10000 + 1}"'))

    def test_a_connection_at_rest_is_closed_without_a_word(self):
        server = self.start("--idle-ms", "300")
        with server.connect() as client:
            self.assertEqual(client.ask("/healthz").status, 200)
            self.assertTrue(client.is_closed())


class HalfClosed(rest.ServerTest):
    def test_what_was_asked_before_is_answered(self):
        server = self.start()
        with server.connect() as client:
            client.send("GET /genid HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            client.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(client.read("GET", "/genid").status, 200)
            self.assertEqual(client.read("GET", "/healthz").text, "ok\n")
            self.assertTrue(client.is_closed())

    def test_an_end_that_comes_with_the_last_request_is_seen(self):
        server = self.start("--threads", "1")
        for request in ("GET /genid HTTP/1.1\r\nHost: a\r\n\r\n" * 3, "GET /genid HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n" * 300, "NO\r\n\r\n"):
            with server.connect() as client:
                self.assertEqual(client.ask("/healthz").status, 200)
                server.signal(signal.SIGSTOP)  # so that it finds all of it at once
                client.send(request)
                client.socket.shutdown(socket.SHUT_WR)
                server.signal(signal.SIGCONT)
                for _ in range(request.count("GET")):
                    self.assertEqual(client.read("GET", "/genid").status, 200)
                if request.startswith("NO"):
                    self.assertEqual(client.read("?", "?").status, 400)
                self.assertTrue(client.is_closed())
        rest.until(lambda: server.metric("vesta_http_connections") == 1)

    def test_what_waits_for_its_ids_is_answered(self):
        server = self.start()
        with server.connect() as client:
            target = "/v1/generators/late/ids"
            client.send(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n")
            client.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(client.read("GET", target).text, '{"generator":"late","ids":["42"]}')
            self.assertTrue(client.is_closed())

    def test_half_a_request_is_refused(self):
        server = self.start()
        with server.connect() as client:
            client.send("GET /genid HTTP/1.1\r\nHo")
            client.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(client.read("GET", "/genid").status, 400)
            self.assertTrue(client.is_closed())


class Waiting(rest.ServerTest):
    """A request that waits for its IDs does not keep its thread. `unready` has none until the patience is at an end."""

    def setUp(self):
        self.server = self.start("--threads", "1", "--patience-ms", LONG, "--serve-ms", LONG, "--in-flight", "2")

    def ask_and_wait(self, waiting):
        client = self.server.connect()
        self.addCleanup(client.close)
        client.send("GET /v1/generators/unready/ids HTTP/1.1\r\nHost: a\r\n\r\n")
        rest.until(lambda: self.server.metric("vesta_http_requests_in_flight") >= waiting)
        return client

    def test_others_are_served_meanwhile(self):
        self.ask_and_wait(1)
        for _ in range(100):
            self.assertEqual(self.server.ask("/genid").status, 200)
        self.assertEqual(self.server.metric("vesta_http_requests_in_flight"), 1)

    def test_one_too_many_is_told_to_come_back(self):
        self.ask_and_wait(1)
        self.ask_and_wait(2)
        refused = self.server.ask("/v1/generators/unready/ids")
        self.assertEqual((refused.status, refused.fields["retry-after"]), (503, "1"))
        self.assertEqual(self.server.metric('vesta_http_rejected_total{reason="requests-in-flight"}'), 1)

    def test_a_client_that_goes_away_gives_its_place_back(self):
        client = self.ask_and_wait(1)
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        rest.until(lambda: self.server.metric("vesta_http_requests_in_flight") == 0)

    def test_answers_keep_their_order(self):
        with self.server.connect() as client:
            for target in ("/healthz", "/v1/generators/late/ids", "/readyz"):
                client.send(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n")
            self.assertEqual(client.read("GET", "/healthz").text, "ok\n")
            self.assertEqual(client.read("GET", "/v1/generators/late/ids").text, '{"generator":"late","ids":["42"]}')
            self.assertEqual(client.read("GET", "/readyz").text, "ready\n")


class Many(rest.ServerTest):
    def test_a_connection_too_many_is_told_so_and_the_next_is_served(self):
        server = self.start("--connections", "5", "--threads", "2")
        served = []
        while True:
            client = server.connect()
            self.addCleanup(client.close)
            answer = client.ask("/healthz")
            if answer.status == 503:
                break
            served.append(client)
        self.assertLessEqual(len(served), 5)
        self.assertEqual(answer.fields["connection"], "close")
        self.assertTrue(client.is_closed())
        for each in served:
            self.assertEqual(each.ask("/healthz").text, "ok\n")
            each.close()
        rest.until(lambda: server.ask("/healthz").status == 200)
        self.assertGreaterEqual(server.metric('vesta_http_rejected_total{reason="connections"}'), 1)

    def test_a_thousand_come_and_go(self):
        server = self.start("--threads", "2")
        for _ in range(10):
            clients = [server.connect() for _ in range(100)]
            for each in clients:
                each.send("GET /genid HTTP/1.1\r\nHost: a\r\n\r\n")
            self.assertEqual({each.read("GET", "/genid").status for each in clients}, {200})
            for each in clients:
                each.close()
        rest.until(lambda: server.metric("vesta_http_connections") == 1)

    def test_ten_thousand_that_have_sent_a_line_and_no_more_keep_nobody_waiting(self):
        count = rest.open_files(10_000)
        server = self.start("--threads", "1", "--read-ms", "3600000", "--connections", "20000", "--stop-ms", "100")
        slow = []
        for _ in range(count):
            slow.append(socket.create_connection(("127.0.0.1", server.port)))
            self.addCleanup(slow[-1].close)
            slow[-1].sendall(b"GET /genid HTTP/1.1\r\n")
        rest.until(lambda: server.metric("vesta_http_connections") == count + 1)
        with server.connect() as client:
            self.assertEqual({client.ask("/genid").status for _ in range(100)}, {200})
        for each in slow[::100]:  # those that go on are served
            each.sendall(b"Host: a\r\n\r\n")
            self.assertEqual(each.recv(12), b"HTTP/1.1 200")
        server.signal()
        self.assertEqual(server.wait(), 0)

    def test_garbage_without_end_is_refused_and_cut_off(self):
        server = self.start("--threads", "1")
        for garbage in (b"\0" * 4096, b"\xff\r\n" * 1000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc" * 500):
            with server.connect() as client:
                try:
                    for _ in range(1000):
                        client.send(garbage)
                except ConnectionError:
                    pass
                else:
                    client.socket.shutdown(socket.SHUT_WR)
                try:
                    self.assertEqual(client.read("?", "?").status, 400)
                except ConnectionError:
                    pass  # it had sent more than the server throws away
            self.assert_serves(server)

    def test_a_body_without_end_is_refused_and_cut_off(self):
        server = self.start("--threads", "1")
        for framing in ("Transfer-Encoding: chunked", "Content-Length: 9223372036854775807"):
            with server.connect() as client:
                client.send(f"POST /v1/generators/default/make HTTP/1.1\r\nHost: a\r\n{framing}\r\n\r\n")
                with self.assertRaises(ConnectionError):
                    while True:
                        client.send("1000\r\n" + "x" * 4096 + "\r\n")
            self.assert_serves(server)
        self.assertEqual(server.metric('vesta_http_requests_total{path="other",status="413"}'), 2)

    def test_a_thousand_requests_in_one_pipeline_are_answered_in_order(self):
        server = self.start()
        with server.connect() as client:
            client.send("GET /api/segment/get/order HTTP/1.1\r\nHost: a\r\n\r\n" * 1000)
            numbers = [int(client.read("GET", "/api/segment/get/order").text) for _ in range(1000)]
            self.assertEqual(numbers, list(range(1, 1001)))


class Protocol(rest.ServerTest):
    def test_a_client_that_asks_whether_to_send_its_body_is_told(self):
        server = self.start()
        with server.connect() as client:
            client.send("POST /v1/generators/default/make HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n")
            self.assertEqual(client.read().status, 100)
            client.send('a\r\n{"time":1,\r\n8\r\n"seq":2}\r\n0\r\n\r\n')
            self.assertEqual(client.read("POST", "/v1/generators/default/make").status, 200)
            client.send("POST /v1/generators/default/make?x=1 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                        "Content-Length: 9\r\n\r\n")
            self.assertEqual(client.read("POST", "/v1/generators/default/make").status, 400)

    def test_http_1_0_is_spoken(self):
        server = self.start()
        with server.connect() as client:
            client.send("GET /genid HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            self.assertEqual(client.read("GET", "/genid").fields["connection"], "keep-alive")
            client.send("GET /genid HTTP/1.0\r\n\r\n")
            self.assertEqual(client.read("GET", "/genid").fields["connection"], "close")
            self.assertTrue(client.is_closed())


if __name__ == "__main__":
    rest.main()
