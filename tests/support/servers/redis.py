"""Redis, which keeps nothing on disk unless a test tells it to."""
import socket

from .process import Server, free_ports


class Redis(Server):
    def __init__(self, folder):
        super().__init__("redis", folder)
        self.port = free_ports(1)[0]

    def command(self):
        return ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
                "--dir", self.folder, "--daemonize", "no"]

    def answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(b"PING\r\n")
                return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def environment(self):
        return {"VESTA_TEST_REDIS_HOST": "127.0.0.1", "VESTA_TEST_REDIS_PORT": str(self.port),
                "VESTA_TEST_REDIS_PID": str(self.pid)}
