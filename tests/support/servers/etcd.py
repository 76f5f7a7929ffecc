"""etcd: one member, a cluster of three, and one that asks for certificates and logins."""
import json
import os
import secrets
import ssl
import urllib.request

from .certificates import Authority
from .process import Server, free_ports, run


class Etcd(Server):
    prefix = "VESTA_TEST_ETCD"
    scheme = "http"

    def __init__(self, folder, name="etcd"):
        super().__init__(name, folder)
        self.port, self.peer_port = free_ports(2)
        self.data = os.path.join(self.folder, "data")
        self.members = [self]

    @property
    def peer_url(self):
        return f"http://127.0.0.1:{self.peer_port}"

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def cluster(self):
        return ",".join(f"{each.name}={each.peer_url}" for each in self.members)

    def command(self):
        # Elections may take their time: on a loaded host a shorter one would be held for nothing.
        return ["etcd", "--name", self.name, "--data-dir", self.data, "--listen-client-urls", self.url,
                "--advertise-client-urls", self.url, "--listen-peer-urls", self.peer_url,
                "--initial-advertise-peer-urls", self.peer_url, "--initial-cluster", self.cluster]

    def trust(self):
        return None

    def answers(self):
        """A member without a leader is not healthy."""
        try:
            with urllib.request.urlopen(self.url + "/health", timeout=1, context=self.trust()) as answer:
                return json.load(answer).get("health") == "true"
        except (OSError, ValueError):
            return False

    def control(self, *words, text=None):
        """By etcd's own program, as an administrator would."""
        return run("env", "ETCDCTL_API=3", "etcdctl", "--endpoints", self.url, *words, text=text)

    def environment(self):
        values = {"HOSTS": ",".join(f"127.0.0.1:{each.port}" for each in self.members), "DATA": self.data, "NAME": self.name,
                  "PEER": self.peer_url}
        return {f"{self.prefix}_{name}": str(value) for name, value in values.items()}


class EtcdWithTLS(Etcd):
    """By TLS alone, for clients that show a certificate of its authority and log in as a user with one folder of keys."""
    prefix = "VESTA_TEST_ETCD_TLS"
    scheme = "https"

    def __init__(self, folder):
        super().__init__(folder, "etcd-tls")
        self.authority = Authority(self.folder)
        self.password = secrets.token_hex(8)

    def prepare(self):
        self.authority.prepare()
        self.authority.issue("server", "IP:127.0.0.1")
        self.authority.issue("client", "DNS:client", "/O=client")  # the gateway refuses a common name
        self.authority.issue("named", "DNS:named")

    def command(self):
        return [*super().command(), "--cert-file", self.authority.path("server.pem"), "--key-file", self.authority.path("server.key"),
                "--client-cert-auth", "--trusted-ca-file", self.authority.file]

    def trust(self):
        by = ssl.create_default_context(cafile=self.authority.file)
        by.load_cert_chain(self.authority.path("client.pem"), self.authority.path("client.key"))
        return by

    def control(self, *words, text=None):
        return super().control("--cacert", self.authority.file, "--cert", self.authority.path("client.pem"),
                               "--key", self.authority.path("client.key"), *words, text=text)

    def provision(self):
        for user in ("root", "vesta"):
            self.control("user", "add", user, "--interactive=false", text=self.password)
            self.control("role", "add", user)
            self.control("user", "grant-role", user, user)
        self.control("role", "grant-permission", "vesta", "--prefix=true", "readwrite", "/vesta/fleet")
        self.control("auth", "enable")

    def environment(self):
        return {**super().environment(), **self.authority.environment(self.prefix), self.prefix + "_PASSWORD": self.password}


def cluster(folder):
    """Three members, which elect a leader."""
    members = [Etcd(folder, f"etcd{i}") for i in (1, 2, 3)]
    for each in members:
        each.members = members
    return members
