#!/usr/bin/env python3
"""Every case of tests/unit/rest/hostile, played to a running server, which must go on serving: hostile_test.py SERVER"""
import pathlib
import re
import socket
import urllib.parse

import rest

FOLDER = pathlib.Path(__file__).parents[2] / "unit" / "rest" / "hostile"
ESCAPES = {"r": b"\r", "n": b"\n", "t": b"\t"}


def unescape(text):
    """The bytes that a line stands for; hostile/README.md has the escapes."""
    made = b""
    while text:
        if text.startswith("\\{"):
            inside, text = text[2:].split("}", 1)
            once, times = inside.rsplit("*", 1)
            made += unescape(once) * int(times)
        elif text.startswith("\\x"):
            made, text = made + bytes([int(text[2:4], 16)]), text[4:]
        elif text.startswith("\\"):
            made, text = made + ESCAPES.get(text[1], text[1].encode()), text[2:]
        else:
            made, text = made + text[0].encode(), text[1:]
    return made


class Case:
    def __init__(self, where):
        self.where, self.request, self.statuses, self.end, self.contains = where, b"", [], "", []

    def add_line(self, line):
        alone = line.endswith("\\") and not line.endswith("\\\\")
        self.request += unescape(line[:-1]) if alone else unescape(line) + b"\r\n"

    def expect(self, words):
        for word in words.split():
            if not word[0].isdigit():
                self.end = word
                continue
            status, method, times = re.fullmatch(r"(\d+)(/head)?(?:\*(\d+))?", word).groups()
            self.statuses += [(int(status), "HEAD" if method else "GET")] * int(times or 1)


def cases():
    for file in sorted(FOLDER.glob("*.txt")):
        case = None
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if line.startswith("== "):
                case = Case(f"{file.name}:{number}: {line[3:]}")
            elif case and line.startswith("-> "):
                case.expect(line[3:])
                finished, case = case, None
                yield finished
            elif case:
                case.add_line(line)


class HostileRequests(rest.ServerTest):
    @staticmethod
    def line(request):
        """Method and target of the first request; question marks where it has none that can be read."""
        found = re.match(rb"(?:\r\n)?([A-Z]+) (\S+) HTTP/1\.[01]\r\n", request)
        return (found[1].decode(), urllib.parse.unquote(found[2].decode())) if found else ("?", "?")

    def play(self, server, case):
        with server.connect() as client:
            try:
                client.send(case.request)
            except ConnectionError:
                pass  # it has said no already
            first = self.line(case.request)
            for number, (status, method) in enumerate(case.statuses):
                answer = client.read(method)
                self.assertIsNotNone(answer, f"{case.where}: closed instead of {status}")
                self.assertEqual(answer.status, status, case.where)
                if status >= 400 and method == "GET":  # in the form that the document gives refusals
                    server.document.check("?", "?", status, answer.fields, answer.content)
                elif number == 0 and status >= 200 and first[1] != "*":
                    server.document.check(*first, status, answer.fields, answer.content)
            if case.end == "open":
                self.assertEqual(client.ask("/healthz").text, "ok\n", case.where)
            elif case.end == "more":
                client.socket.shutdown(socket.SHUT_WR)
                self.assertIn(client.read("?", "?").status if case.request != b"\r" else 400, (400,), case.where)
                self.assertTrue(client.is_closed(), case.where)
            else:
                self.assertTrue(client.is_closed(), case.where)

    def test_each_gets_its_answer_and_the_server_goes_on(self):
        server = self.start("--threads", "1")
        played = 0
        with server.connect() as other:
            for case in cases():
                self.play(server, case)
                self.assertEqual(other.ask("/healthz").text, "ok\n", f"after {case.where}")
                played += 1
        self.assertGreaterEqual(played, 200)
        server.signal()
        self.assertEqual(server.wait(), 0)


if __name__ == "__main__":
    rest.main()
