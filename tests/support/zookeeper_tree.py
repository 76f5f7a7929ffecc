"""ZooKeeper's nodes from Python: its wire protocol as far as a test needs it, to fill a tree as other programs fill theirs."""
import socket
import struct

CREATE, DELETE, GET, SET, CHILDREN = 1, 2, 4, 5, 8
SEQUENTIAL = 2
NODE_EXISTS = -110


def text(of):
    raw = of if isinstance(of, bytes) else of.encode()
    return struct.pack(">i", len(raw)) + raw


class Tree:
    """Each request has a session of its own, so that none ends between two. Errors of the server are OSErrors."""

    def __init__(self, server):
        host, _, port = server.partition(":")
        self.server = host, int(port)
        self.link = None

    def send(self, message):
        self.link.sendall(struct.pack(">i", len(message)) + message)

    def read(self, size):
        read = b""
        while len(read) < size:
            more = self.link.recv(size - len(read))
            if not more:
                raise OSError("ZooKeeper closed the connection")
            read += more
        return read

    def receive(self):
        return self.read(struct.unpack(">i", self.read(4))[0])

    def ask(self, what, rest):
        with socket.create_connection(self.server, timeout=30) as self.link:
            self.send(struct.pack(">iqiq", 0, 0, 10_000, 0) + text(bytes(16)))
            self.receive()
            self.send(struct.pack(">ii", 1, what) + rest)
            answer = self.receive()
        _, _, code = struct.unpack(">iqi", answer[:16])
        if code != 0:
            raise OSError(code, "ZooKeeper refused")
        return answer[16:]

    def create(self, path, data="", sequential=False):
        """The path that was made."""
        anyone = struct.pack(">ii", 1, 31) + text("world") + text("anyone")
        answer = self.ask(CREATE, text(path) + text(data) + anyone + struct.pack(">i", SEQUENTIAL if sequential else 0))
        return answer[4:].decode()

    def create_all(self, path):
        parts = path.strip("/").split("/")
        for i in range(len(parts)):
            try:
                self.create("/" + "/".join(parts[:i + 1]))
            except OSError as reason:
                if reason.errno != NODE_EXISTS:
                    raise

    def get(self, path):
        answer = self.ask(GET, text(path) + b"\0")
        return answer[4:4 + struct.unpack(">i", answer[:4])[0]].decode()

    def set(self, path, data):
        self.ask(SET, text(path) + text(data) + struct.pack(">i", -1))

    def children(self, path):
        answer = self.ask(CHILDREN, text(path) + b"\0")
        count, at, names = struct.unpack(">i", answer[:4])[0], 4, []
        for _ in range(count):
            size = struct.unpack(">i", answer[at:at + 4])[0]
            names.append(answer[at + 4:at + 4 + size].decode())
            at += 4 + size
        return sorted(names)
