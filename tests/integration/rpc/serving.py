"""`vesta serve` publishing by RPC, in a folder of its own, on a port that it keeps over restarts; and RESP as it is spoken."""
import os
import socket
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

from servers.process import Server, free_ports

SETTINGS = """\
machine-id: {{ property: {{ id: 1 }} }}
stores:
  main: {{ kind: sqlite, file: ./vesta.db }}
generators:
  default: {{ kind: vesta, type: min-granularity }}
  small:   {{ kind: vesta-2018, type: short }}
  segment: {{ kind: segment, store: main, auto-create: {{ step: 1000 }} }}
clock: {{ reserve-ahead: 100ms }}
state: {{ dir: ./state }}
rest: {{ enabled: false }}
rpc: {{ listen: "127.0.0.1:{port}", ids: {ids}{password} }}
log: {{ level: warn }}
"""


class Serving(Server):
    """Its generators: `default`, `small` whose IDs are below 2^53, and `segment`."""

    def __init__(self, program, folder, password=None, ids="auto"):
        super().__init__(f"{'with-password' if password else 'open'}-{ids}", folder)
        self.program, self.password, self.ids = program, password, ids
        self.port = free_ports(1)[0]
        self.prepare()

    def prepare(self):
        secret = os.path.join(self.folder, "password")
        if self.password:
            with open(secret, "w", encoding="utf-8") as file:
                file.write(self.password)
        with open(os.path.join(self.folder, "vesta.yaml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(port=self.port, ids=self.ids, password=f", password-file: {secret}" if self.password else ""))

    def command(self):
        return [self.program, "serve", "-c", "vesta.yaml"]

    def answers(self):
        """Whether it gives IDs: a client may wait for less time than a start takes (valkey-glide: 250 ms)."""
        try:
            with Peer(self.port) as peer:
                return isinstance(self.ask(peer, "GENID"), int)
        except OSError:
            return False

    def ask(self, peer, *words):
        """The answer to a command, of one who knows the password."""
        if self.password:
            peer.send(command(["AUTH", self.password]))
            peer.answer()
        peer.send(command(words))
        return peer.answer()


class Refusal(Exception):
    """An error as an answer."""


class Peer:
    """One connection that sends bytes and reads answers. What does not come within a minute fails the test."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.reader = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.reader.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def answer(self):
        """The next answer: a number, text, a list, a dict, None, or a Refusal (returned, not raised)."""
        line = self.reader.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError(f"the connection ended after {line}")
        kind, rest = chr(line[0]), line[1:-2].decode()
        if kind == "_" or rest == "-1":
            return None
        if kind in "$=":
            return self.reader.read(int(rest) + 2)[:-2].decode()
        if kind in "*~>":
            return [self.answer() for _ in range(int(rest))]
        if kind == "%":
            return {self.answer(): self.answer() for _ in range(int(rest))}
        if kind == "-":
            return Refusal(rest)
        return int(rest) if kind == ":" else rest


def command(words):
    """The bytes of a command, as clients send it."""
    return b"".join([b"*%d\r\n" % len(words), *(b"$%d\r\n%s\r\n" % (len(each.encode()), each.encode()) for each in words)])
