#!/usr/bin/env python3
"""nginx in front of `vesta serve`, as docs/http-api.md configures it. proxy_test.py VESTA"""
import pathlib

import program
import rest
from nginx import Nginx

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "http-api.md"
MAKE = '{"type":"max-peak","time":1,"seq":2}'


class Front(rest.Host):
    """The proxy as a client sees it: its answers are to be those of the server behind it."""

    def __init__(self, proxy, document):
        self.port, self.document = proxy.port, document


class Proxy(program.ProgramTest):
    def front(self, server, more=""):
        return Front(self.enterContext(Nginx(self.folder(), PAGE, server.port, more)), server.document)

    def test_answers_come_through_as_they_are(self):
        server = self.serve()
        front = self.front(server)
        with front.connect() as client:
            for target, how, status in (("/genid", {}, 200), ("/genid", {"method": "HEAD"}, 200), ("/v1/generators", {}, 200),
                                        ("/genid", {"method": "OPTIONS"}, 204), ("/genid", {"method": "DELETE"}, 405),
                                        ("/v1/generators/default/ids?count=10000", {}, 200), ("/nowhere", {}, 404),
                                        ("/v1/generators/default/make", {"method": "POST", "body": MAKE}, 200),
                                        ("/v1/generators/default/ids?count=0", {}, 400), ("/openapi.json", {}, 200)):
                self.assertEqual(client.ask(target, **how).status, status, target)

    def test_its_connections_to_the_server_are_kept(self):
        server = self.serve()
        front = self.front(server)
        before = server.metric("vesta_http_connections_total")
        with front.connect() as client:
            ids = {client.ask("/genid").text for _ in range(200)}
        self.assertEqual(len(ids), 200)
        self.assertLessEqual(server.metric("vesta_http_connections_total") - before, 3)

    def test_a_request_is_sent_again_when_the_connection_kept_turns_out_to_be_closed(self):
        server = self.serve()
        front = self.front(server)
        with front.connect() as client:
            for _ in range(5):
                self.assertEqual(client.ask("/genid").status, 200)
                self.assertEqual(server.stop(), 0)
                server.restart()

    def test_a_cache_in_it_keeps_what_makes_no_id_and_nothing_else(self):
        server = self.serve()
        front = self.front(server, f"proxy_cache_path {self.folder()} keys_zone=all:1m; proxy_cache all; proxy_cache_valid any 1h;\n")
        with front.connect() as client:
            for target in ("/genid", "/v1/generators/default/ids", "/api/segment/get/order"):
                self.assertEqual(len({client.ask(target).text for _ in range(10)}), 10, target)
            before = server.metric('vesta_http_requests_total{path="/expid",status="200"}')
            self.assertEqual(len({client.ask("/expid?id=7310990097806000129").text for _ in range(10)}), 1)
            asked = server.metric('vesta_http_requests_total{path="/expid",status="200"}') - before
            self.assertEqual(asked, 1)


if __name__ == "__main__":
    rest.main()
