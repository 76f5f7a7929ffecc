#!/usr/bin/env python3
"""A server that is to stop says first that it is not ready, and goes on serving while clients go elsewhere."""
import http.client
import signal
import socket
import time

import program


class Drain(program.ServingTest):
    def serve_with(self, rest, rpc):
        self.write("vesta.yaml", program.SETTINGS + f"rest: {{ listen: 127.0.0.1:0, drain: {rest} }}\n"
                                                    f"rpc: {{ listen: 127.0.0.1:0, drain: {rpc} }}\n")
        return self.serve()

    def until(self, holds):
        end = time.monotonic() + program.TIMEOUT
        while not holds():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def readiness(self, rest):
        status, _, content = self.get(rest, "/readyz")
        return status, content.decode()

    def test_both_serve_on_and_say_that_they_are_not_ready(self):
        process, rest, rpc = self.serve_with("1h", "1h")
        link = http.client.HTTPConnection("127.0.0.1", rest, timeout=program.TIMEOUT)
        self.addCleanup(link.close)
        link.request("GET", "/genid")
        answer = link.getresponse()
        answer.read()
        self.assertIsNone(answer.getheader("Connection"), "kept")
        process.send_signal(signal.SIGTERM)
        self.until(lambda: self.readiness(rest)[0] == 503)
        self.assertIn("draining", self.readiness(rest)[1])
        self.assertEqual(self.get(rest, "/healthz")[0], 200)
        self.assertEqual(self.get(rest, "/genid")[0], 200, "on a new connection")
        link.request("GET", "/genid")
        answer = link.getresponse()
        answer.read()
        self.assertEqual((answer.status, answer.getheader("Connection")), (200, "close"), "the client is to connect anew")
        self.assertRegex(self.exchange(rpc, b"GENID\r\n")[0], r"^:\d+$")
        self.until(lambda: ",ready=1" not in "".join(self.exchange(rpc, b"INFO generators\r\n")))
        self.assertIn(",why=the server will stop", "".join(self.exchange(rpc, b"INFO generators\r\n")))
        process.send_signal(signal.SIGHUP)
        self.until(lambda: b"SIGHUP" in process.stderr.readline())  # files are read again as before
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(program.TIMEOUT), -signal.SIGINT, "the second signal ends at once")

    def test_it_ends_by_itself(self):
        process, _, _ = self.serve_with("10ms", "20ms")
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=program.TIMEOUT)
        self.assertEqual(process.returncode, 0, said)
        self.assertEqual((said.count(b" draining: "), said.count(b" stopping; ")), (1, 1), said)
        self.assertLess(said.index(b" draining: "), said.index(b" stopping; "))

    def test_each_server_drains_for_a_time_of_its_own(self):
        process, rest, rpc = self.serve_with("0", "1h")
        process.send_signal(signal.SIGTERM)

        def is_refused():
            try:
                socket.create_connection(("127.0.0.1", rest), timeout=program.TIMEOUT).close()
            except ConnectionError:
                return True
            return False
        self.until(is_refused)
        self.assertRegex(self.exchange(rpc, b"GENID\r\n")[0], r"^:\d+$")

    def test_without_it_a_server_stops_at_once(self):
        process, _, _ = self.serve_with("0", "0")
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=program.TIMEOUT)
        self.assertEqual((process.returncode, said.count(b"draining")), (0, 0), said)


if __name__ == "__main__":
    program.main()
