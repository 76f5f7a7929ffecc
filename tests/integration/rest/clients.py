"""Clients that people have. Each takes IDs in threads and processes of its own until it is told to stop, and writes those it got
into files, a line an ID. A file that is in order comes from one connection that asks one after the other."""
import http.client
import json
import os
import subprocess
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BACK_OFF = 0.005  # seconds, while nobody listens


class Client:
    in_order = True
    bytes_of_a_request = 20  # what its file grows by: an ID of 19 digits and the end of the line

    def __init__(self, folder, name, port, document=None):
        self.path, self.port, self.document = f"{folder}/{name}.ids", port, document
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._work)
        self.failure = None

    def start(self):
        self.thread.start()

    def stop(self):
        self.stopping.set()
        self.thread.join()
        if self.failure:
            raise self.failure

    def files(self):
        return [self.path]

    def requests(self):
        """About how many have been answered by now."""
        growing = self.growing()
        return os.path.getsize(growing) // self.bytes_of_a_request if os.path.exists(growing) else 0

    def growing(self):
        return self.files()[0]

    def _work(self):
        try:
            with open(self.path, "a", encoding="ascii", buffering=1) as file:
                while not self.stopping.is_set():
                    self.take(file)
        except Exception as failure:  # noqa: the test is told of it in `stop`
            self.failure = failure


class HttpClient(Client):
    """Python's http.client, keeping its connection. The first answer on each and every refusal is held against the document."""
    target = "/genid"

    def take(self, file):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        known = False
        try:
            while not self.stopping.is_set():
                connection.request("GET", self.target)
                answer = connection.getresponse()
                content = answer.read()
                if answer.status == 200:
                    file.write(self.lines(content))
                elif answer.status == 502:
                    continue  # nginx's own
                if not known or answer.status != 200:
                    fields = {name.lower(): value for name, value in answer.getheaders()}
                    self.document.check("GET", self.target, answer.status, fields, content)
                    known = True
                assert answer.status in (200, 503), f"{answer.status} {content}"
        except (OSError, http.client.HTTPException):
            time.sleep(BACK_OFF)
        finally:
            connection.close()

    @staticmethod
    def lines(content):
        return content.decode() + "\n"


class Batches(HttpClient):
    target = "/v1/generators/default/ids?count=10"
    bytes_of_a_request = 200

    @staticmethod
    def lines(content):
        return "".join(each + "\n" for each in json.loads(content)["ids"])


class Curl(Client):
    """curl, a hundred requests a process, of which an error leaves nothing."""

    def take(self, file):
        told = subprocess.run(["curl", "-sf", "-w", "\\n", f"http://127.0.0.1:{self.port}/genid?#[1-100]"], text=True,
                              capture_output=True, check=False).stdout
        file.write("".join(line + "\n" for line in told.split("\n") if line))
        if not told.strip():
            time.sleep(BACK_OFF)


class Wrk(Client):
    """wrk with 64 connections, a second at a time."""
    in_order = False

    def take(self, file):
        ended = subprocess.run(["wrk", "-t1", "-c64", "-d1s", "-s", f"{HERE}/wrk.lua", f"http://127.0.0.1:{self.port}/genid",
                                "--", self.path], capture_output=True, check=False)
        if ended.returncode != 0:
            time.sleep(BACK_OFF)  # there was nobody to connect to

    def files(self):
        return [self.path + ".1"]


class Fetch(Client):
    """Node's fetch, four at a time. Its lines are sorted out into a file for each."""
    workers = 4
    bytes_of_a_request = 22

    def take(self, file):
        with subprocess.Popen(["node", f"{HERE}/fetch.mjs", f"http://127.0.0.1:{self.port}/genid", str(self.workers)],
                              stdin=subprocess.PIPE, stdout=file) as node:
            self.stopping.wait()
            node.stdin.close()
            if node.wait() != 0:
                raise AssertionError(f"node ended with {node.returncode}")
        with open(self.path, encoding="ascii") as mixed:
            lines = [line.split() for line in mixed]
        for number, path in enumerate(self.files()):
            with open(path, "w", encoding="ascii") as sorted_out:
                sorted_out.writelines(each + "\n" for worker, each in lines if int(worker) == number)

    def growing(self):
        return self.path

    def files(self):
        return [f"{self.path}.{number}" for number in range(self.workers)]
