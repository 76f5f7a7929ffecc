"""What the tests of the REST server share: the server as a process, and a client that sends the bytes it is told to.
Every answer that the client reads is held against the server's OpenAPI document."""
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True  # the source tree stays as it is

from openapi import Document

PROGRAM = None
PATIENCE = 120  # seconds; far more than anything takes: a test that hangs fails


def until(holds):
    """Waits for something that comes about without a word."""
    while not holds():
        time.sleep(0.01)


def open_files(wanted):
    """How many files of `wanted` may be open; the limit is raised to that, and some for other purposes, where it can be."""
    spare = 100
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard - spare)


class Answer:
    def __init__(self, status, fields, content):
        self.status, self.fields, self.content = status, fields, content

    @property
    def text(self):
        return self.content.decode()


class Client:
    """One connection."""

    def __init__(self, port, document=None, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        try:
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.reader = self.socket.makefile("rb")
        self.document = document

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.reader.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def read(self, method="GET", target=None):
        """The next answer; None where the server has closed. `target` names the request, to look it up."""
        line = self.reader.readline()
        if not line:
            return None
        version, status, _ = line.decode().split(" ", 2)
        assert version == "HTTP/1.1", line
        fields = {}
        while (line := self.reader.readline().rstrip(b"\r\n")):
            name, value = line.decode().split(": ", 1)
            assert name.lower() not in fields, f"{name} twice"
            fields[name.lower()] = value
        has_content = method != "HEAD" and int(status) >= 200
        content = self.reader.read(int(fields.get("content-length", 0))) if has_content else b""
        answer = Answer(int(status), fields, content)
        if self.document and target and answer.status >= 200:
            self.document.check(method, target, answer.status, fields, content)
        return answer

    def ask(self, target, method="GET", fields="", body=""):
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        self.send(f"{method} {target} HTTP/1.1\r\nHost: a\r\n{fields}{length}\r\n{body}")
        return self.read(method, target)

    def is_closed(self):
        """Waits for the server to close. Bytes before that are an error."""
        try:
            return self.reader.read(1) == b""
        except ConnectionResetError:
            return True


class Host:
    """A server that listens at `port`."""
    port = None
    document = None

    def learn(self):
        """Fetches the document that answers are held against from now on."""
        self.document = Document(self.ask("/openapi.json").content)

    def connect(self, **how):
        return Client(self.port, self.document, **how)

    def ask(self, target, **how):
        with self.connect() as client:
            return client.ask(target, **how)

    def metric(self, line):
        """The value of a line of /metrics, named with its labels; 0 where it is not there."""
        for each in self.ask("/metrics").text.splitlines():
            if each.startswith(line + " "):
                return float(each.rsplit(" ", 1)[1])
        return 0.0


class Server(Host):
    """rest_test_server: the REST server on generators in memory."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.learn()

    def signal(self, number=signal.SIGTERM):
        self.process.send_signal(number)

    def wait(self):
        return self.process.wait(PATIENCE)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class ServerTest(unittest.TestCase):
    def start(self, *arguments):
        server = Server(*arguments)
        self.addCleanup(server.end)
        return server

    def folder(self):
        made = tempfile.TemporaryDirectory(prefix="vesta-rest-")
        self.addCleanup(made.cleanup)
        return made.name

    def assert_serves(self, server):
        self.assertEqual(server.ask("/healthz").text, "ok\n")


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__", verbosity=2)
