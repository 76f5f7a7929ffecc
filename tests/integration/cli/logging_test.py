#!/usr/bin/env python3
"""What a running server logs: text and JSON, files that are opened again, access and slow logs, changes of state; and CLIENT
LIST and KILL across threads."""
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import time

import program

SERVER = """\
machine-id: {{ takeover-margin: 0, property: {{ id: 1 }} }}
generators: {{ default: {{ kind: vesta, type: max-peak }}{more} }}
clock: {{ reserve-ahead: 1s }}
rest: {{ listen: '127.0.0.1:0', threads: 2 }}
rpc: {{ listen: '127.0.0.1:0', threads: 3 }}
log: {{ {log} }}
{end}
"""
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


class Logging(program.VestaTest):
    def serve(self, log, more="", end="", file="log"):
        """A running server and the ports of REST and RPC. What it logs is in the file named so, or in err."""
        self.write("server.yaml", SERVER.format(log=log, more=more, end=end))
        with open(self.path("err"), "w", encoding="utf-8") as err:
            process = self.start_vesta("serve", config="server.yaml", stderr=err)
        rest = self.wait_for(file, r"REST on (?:http://)?127.0.0.1:(\d+)", process)
        rpc = self.wait_for(file, r"RPC on 127.0.0.1:(\d+)", process)
        return process, int(rest), int(rpc)

    def wait_for(self, file, words, process=None):
        until = time.monotonic() + program.TIMEOUT
        while not (os.path.exists(self.path(file)) and (found := re.search(words, self.read(file)))):
            self.assertTrue(process is None or process.poll() is None, self.read("err"))
            self.assertLess(time.monotonic(), until, os.path.exists(self.path(file)) and self.read(file))
            time.sleep(0.01)
        return found.group(1) if found.groups() else found.group(0)

    def objects(self, file):
        return [json.loads(line) for line in self.read(file).splitlines()]

    def reload(self, process, log, file="log"):
        before = self.read(file).count("SIGHUP") if os.path.exists(self.path(file)) else 0
        self.write("server.yaml", SERVER.format(log=log, more="", end=""))
        process.send_signal(signal.SIGHUP)
        self.wait_for(file, "(?s)" + "SIGHUP.*" * (before + 1))

    @staticmethod
    def get(port, path, **fields):
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=program.TIMEOUT)
        link.request("GET", path, headers=fields)
        status = link.getresponse().status
        link.close()
        return status

    @staticmethod
    def connect(port):
        return socket.create_connection(("127.0.0.1", port), timeout=program.TIMEOUT)

    @staticmethod
    def ask(link, line):
        """One answer that is a line, or a bulk string."""
        link.sendall(line.encode() + b"\r\n")
        answer = b""
        while not answer.endswith(b"\r\n"):
            answer += link.recv(65536)
        if answer.startswith(b"$"):
            size, _, text = answer.partition(b"\r\n")
            while len(text) < int(size[1:]) + 2:
                text += link.recv(65536)
            return text[:-2].decode()
        return answer.decode().strip()

    def test_the_start_says_what_runs_with_which_settings_where(self):
        process, _, _ = self.serve("level: info", more=", peak: { kind: vesta }", file="err")
        process.terminate()
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        text = self.read("err")
        for words in (r"info vesta \d+\.\d+\.\d+, settings from \S*server.yaml\n", r"info generators: default, peak\n",
                      r"info machine ID 1 is held\n", r"info RPC on ", r"info REST on ", r"info stopped; "):
            self.assertRegex(text, words)
        for line in text.splitlines():
            self.assertRegex(line, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warning|error) ")

    def test_json_lines_are_objects_with_time_level_and_message(self):
        self.serve("format: json, file: log")
        for each in self.objects("log"):
            self.assertRegex(each["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertIn(each["level"], ("info", "warning"))
            self.assertTrue(each["message"])
        self.assertEqual(self.read("err"), "")

    def test_an_access_log_has_a_line_for_each_request_and_no_secret(self):
        _, rest, rpc = self.serve("format: json, file: log, access: access")
        self.assertEqual(self.get(rest, "/genid", traceparent=f"00-{TRACE}-00f067aa0ba902b7-01",
                                  Authorization="Bearer hush1"), 200)
        self.assertEqual(self.get(rest, "/genid?token=hush2"), 400)
        with self.connect(rpc) as link:
            self.ask(link, "GENID")
            self.ask(link, "AUTH me hush3")
        self.wait_for("access", '"message":"auth"')
        lines = {each["message"] + " " + each["result"]: each for each in self.objects("access")}
        self.assertEqual(set(lines), {"GET /genid 200", "GET /genid 400", "genid OK", "auth ERR"})
        self.assertEqual(lines["GET /genid 200"]["trace"], TRACE)
        self.assertEqual(lines["genid OK"]["generator"], "default")
        for each in lines.values():
            self.assertRegex(each["address"], r"^127.0.0.1:\d+$")
            self.assertGreater(each["bytes"], 0)
            self.assertIn("us", each)
        self.assertNotIn("hush", self.read("access") + self.read("log"))
        self.assertEqual(os.stat(self.path("access")).st_mode & 0o777 & ~0o640, 0)

    def test_files_that_were_moved_are_made_again_at_sighup(self):
        process, rest, _ = self.serve("file: log, access: access")
        self.get(rest, "/genid")
        self.wait_for("access", "/genid")
        for each in ("log", "access"):
            os.rename(self.path(each), self.path(each + ".1"))
        self.reload(process, "file: log, access: access")
        self.get(rest, "/healthz")
        self.wait_for("access", "/healthz")
        self.assertNotIn("/genid", self.read("access"))
        self.assertIn("REST on", self.read("log.1"))

    def test_level_format_and_access_log_change_at_sighup(self):
        process, rest, _ = self.serve("file: log")
        self.reload(process, "file: log, format: json, access: access")
        self.assertEqual(self.objects_of_end("log")["level"], "info")
        self.get(rest, "/genid")
        self.wait_for("access", '"message":"GET /genid"')
        self.reload(process, "file: log, access: off")
        self.get(rest, "/healthz")
        self.reload(process, "file: log")
        self.assertNotIn("healthz", self.read("access"))

    def objects_of_end(self, file):
        return json.loads(self.read(file).splitlines()[-1])

    def test_a_file_that_cannot_be_opened_changes_nothing(self):
        process, rest, _ = self.serve("file: log, access: access")
        os.symlink(self.path("victim"), self.path("link"))
        self.reload(process, "file: log, level: error, access: link")
        self.assertRegex(self.read("log"), "error SIGHUP: keeping what was in force: the log cannot be written to .*/link: it is a "
                         "symbolic link")
        self.get(rest, "/healthz")
        self.wait_for("access", "/healthz")
        self.assertFalse(os.path.exists(self.path("victim")))
        self.assert_refused(2, "it is a symbolic link", self.start_with("access: link"))

    def start_with(self, log):
        self.write("other.yaml", SERVER.format(log=log, more="", end="state: { dir: other }"))
        return self.run_vesta("serve", config="other.yaml")

    def test_a_disk_that_does_not_take_lines_keeps_no_request_waiting(self):
        os.mkfifo(self.path("access"))
        reader = os.open(self.path("access"), os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        process, rest, rpc = self.serve("file: log, access: access")
        with self.connect(rpc) as link:
            for _ in range(40):  # many more lines than the pipe and the queue have room for
                link.sendall(b"PING\r\nECHO a\r\n" * 500)
                answer = b""
                while answer.count(b"\n") < 1500:
                    answer += link.recv(65536)
        self.assertEqual(self.get(rest, "/healthz"), 200)
        self.wait_for("log", "warning lines of the access log are dropped")
        link = http.client.HTTPConnection("127.0.0.1", rest, timeout=program.TIMEOUT)
        link.request("GET", "/metrics")
        self.assertRegex(link.getresponse().read().decode(), r'vesta_log_dropped_lines_total{log="access"} [1-9]')
        link.close()
        process.terminate()
        self.assertEqual(process.wait(program.TIMEOUT), 0)  # though the lines that wait cannot be written

    def test_slow_requests_are_logged(self):
        _, _, rpc = self.serve("file: log, slow: 1ms",
                               more=", slow: { kind: custom, layout: { time: 32, seq: 1, machine: 8, unit: s, epoch: 0 } }")
        with self.connect(rpc) as link:
            for _ in range(5):  # more than two ticks have
                self.ask(link, "GENID GENERATOR slow")
        self.wait_for("log", r'warning slow-request protocol=RPC address=\S+ request="genid" result=OK ')

    def test_tags_and_stores_that_come_and_go_are_logged_once(self):
        with sqlite3.connect(self.path("numbers.db")) as table:
            table.execute("CREATE TABLE leaf_alloc (biz_tag TEXT PRIMARY KEY, max_id INTEGER NOT NULL, step INTEGER NOT NULL, "
                          "description TEXT, update_time TEXT)")
            table.execute("INSERT INTO leaf_alloc VALUES ('order', 1, 1000, '', '')")
        self.serve("format: json, file: log", more=", orders: { kind: segment, store: main, refresh: 100ms }",
                   end="stores: { main: { kind: sqlite, file: numbers.db } }")
        self.wait_for("log", "tags of generator orders: 1")
        with sqlite3.connect(self.path("numbers.db")) as table:
            table.execute("INSERT INTO leaf_alloc VALUES ('item', 1, 1000, '', '')")
        self.wait_for("log", "tags of generator orders: 2")
        with sqlite3.connect(self.path("numbers.db")) as table:
            table.execute("ALTER TABLE leaf_alloc RENAME COLUMN max_id TO gone")
        self.wait_for("log", "the store of orders fails: ")
        with sqlite3.connect(self.path("numbers.db")) as table:
            table.execute("ALTER TABLE leaf_alloc RENAME COLUMN gone TO max_id")
        self.wait_for("log", "the store of orders works again")
        told = [each for each in self.objects("log") if each.get("generator") == "orders"]
        self.assertEqual([each["event"] for each in told if each["event"].startswith("store")], ["store-away", "store-back"])

    def test_a_client_can_be_seen_and_ended_from_another_thread(self):
        _, _, rpc = self.serve("file: log")
        links = [self.connect(rpc) for _ in range(12)]
        for each in links:
            self.addCleanup(each.close)
        numbers = [int(self.ask(each, "CLIENT ID")[1:]) for each in links]
        self.ask(links[1], "CLIENT SETNAME worker")
        listed = [dict(word.split("=", 1) for word in line.split(" ")) for line in self.ask(links[0], "CLIENT LIST").splitlines()]
        self.assertEqual(sorted(int(each["id"]) for each in listed), sorted(numbers))
        named = next(each for each in listed if each["name"] == "worker")
        self.assertEqual((named["addr"], named["laddr"], named["cmd"], named["resp"]),
                         ("127.0.0.1:%d" % links[1].getsockname()[1], f"127.0.0.1:{rpc}", "client", "2"))
        for number, link in zip(numbers[1:], links[1:]):
            self.assertEqual(self.ask(links[0], f"CLIENT KILL ID {number}"), ":1")
            self.assertEqual(link.recv(1), b"")
        self.assertEqual(self.ask(links[0], "CLIENT KILL ID 999999"), ":0")
        links[0].sendall(f"CLIENT KILL ADDR 127.0.0.1:{links[0].getsockname()[1]} SKIPME no\r\n".encode())
        self.assertEqual(links[0].recv(100), b":1\r\n")
        self.assertEqual(links[0].recv(1), b"")


if __name__ == "__main__":
    program.main()
