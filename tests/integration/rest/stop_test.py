#!/usr/bin/env python3
"""SIGTERM finishes what has begun, and a second one ends at once. stop_test.py SERVER"""
import rest

LONG = "60000"


class Stop(rest.ServerTest):
    def test_requests_under_way_are_finished_and_idle_connections_are_closed(self):
        server = self.start("--threads", "1", "--stop-ms", LONG)
        with server.connect() as idle, server.connect() as busy:
            self.assertEqual(idle.ask("/healthz").status, 200)
            self.assertEqual(busy.ask("/healthz").status, 200)
            target = "/v1/generators/late/ids"
            busy.send(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n")
            server.signal()
            answer = busy.read("GET", target)
            self.assertEqual(answer.text, '{"generator":"late","ids":["42"]}')
            self.assertEqual(answer.fields["connection"], "close")
            self.assertTrue(busy.is_closed())
            self.assertTrue(idle.is_closed())
        self.assertEqual(server.wait(), 0)

    def test_nobody_new_is_let_in(self):
        server = self.start("--threads", "2", "--stop-ms", LONG)
        server.signal()
        self.assertEqual(server.wait(), 0)
        with self.assertRaises(ConnectionRefusedError):
            server.connect()

    def test_those_who_are_connected_already_are_served(self):
        server = self.start("--threads", "1", "--stop-ms", LONG)
        clients = [server.connect() for _ in range(20)]
        for each in clients:
            each.send("GET /genid HTTP/1.1\r\nHost: a\r\n\r\n")
        server.signal()
        for each in clients:
            self.assertEqual(each.read("GET", "/genid").status, 200)
            each.close()
        self.assertEqual(server.wait(), 0)

    def start_with_one_that_waits(self, *arguments):
        server = self.start("--threads", "1", "--patience-ms", LONG, "--serve-ms", LONG, *arguments)
        client = server.connect()
        self.addCleanup(client.close)
        client.send("GET /v1/generators/unready/ids HTTP/1.1\r\nHost: a\r\n\r\n")
        rest.until(lambda: server.metric("vesta_http_requests_in_flight") == 1)
        return server, client

    def test_the_deadline_ends_what_does_not_come_to_an_end(self):
        server, client = self.start_with_one_that_waits("--stop-ms", "200")
        server.signal()
        self.assertEqual(server.wait(), 0)
        self.assertTrue(client.is_closed())

    @staticmethod
    def refuses_connections(server):
        try:
            server.connect().close()
        except ConnectionError:
            return True
        return False

    def test_a_second_signal_ends_at_once(self):
        server, client = self.start_with_one_that_waits("--stop-ms", "600000")
        server.signal()
        rest.until(lambda: self.refuses_connections(server))  # the first signal has come
        server.signal()
        self.assertEqual(server.wait(), 0)
        self.assertTrue(client.is_closed())


if __name__ == "__main__":
    rest.main()
