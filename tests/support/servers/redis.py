"""Redis, which keeps nothing on disk unless a test tells it to."""
import secrets
import socket
import ssl

from .certificates import Authority
from .process import Server, free_ports


class Redis(Server):
    prefix = "VESTA_TEST_REDIS"

    def __init__(self, folder, name="redis"):
        super().__init__(name, folder)
        self.port = free_ports(1)[0]

    def command(self):
        return ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
                "--dir", self.folder, "--daemonize", "no"]

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=1)

    def answers(self):
        try:
            with self.connect() as link:
                link.sendall(b"PING\r\n")
                return link.recv(16).startswith((b"+PONG", b"-NOAUTH"))
        except OSError:
            return False

    def environment(self):
        values = {"HOST": "127.0.0.1", "PORT": self.port, "PID": self.pid}
        return {f"{self.prefix}_{name}": str(value) for name, value in values.items()}


class RedisWithTLS(Redis):
    """By TLS alone, with a certificate for 127.0.0.1 and no other name, for clients that show one of its authority and log in."""
    prefix = "VESTA_TEST_REDIS_TLS"

    def __init__(self, folder):
        super().__init__(folder, "redis-tls")
        self.authority = Authority(self.folder)
        self.password = secrets.token_hex(8)

    def prepare(self):
        self.authority.prepare()
        self.authority.issue("server", "IP:127.0.0.1")
        self.authority.issue("client", "DNS:client")

    def command(self):
        return [*super().command(), "--port", "0", "--tls-port", str(self.port), "--tls-cert-file", self.authority.path("server.pem"),
                "--tls-key-file", self.authority.path("server.key"), "--tls-ca-cert-file", self.authority.file,
                "--user", "vesta", "on", f">{self.password}", "~*", "&*", "+@all", "--user", "default", "off"]

    def connect(self):
        by = ssl.create_default_context(cafile=self.authority.file)
        by.load_cert_chain(self.authority.path("client.pem"), self.authority.path("client.key"))
        return by.wrap_socket(super().connect(), server_hostname="127.0.0.1")

    def environment(self):
        return {**super().environment(), **self.authority.environment(self.prefix), self.prefix + "_PASSWORD": self.password}
