#!/usr/bin/env python3
"""ZooKeeper by TLS as docs/tls.md says: its client has none, so stunnel stands between, and checks the ensemble's certificate."""
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from servers.certificates import Authority
from servers.process import Server, free_ports
from servers.zookeeper import ZooKeeper

PROGRAM = None
TIMEOUT = 120
SECURE = """secureClientPort={port}
serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory
ssl.keyStore.location={folder}/ensemble.pem
ssl.trustStore.location={folder}/ca.pem
ssl.clientAuth=need
"""
# Debian's ZooKeeper finds some of Netty by itself, and not what TLS needs.
NETTY = ("buffer", "codec", "common", "handler", "resolver", "transport", "transport-native-epoll", "transport-native-unix-common")
# As in docs/tls.md, but for the places.
TUNNEL = """foreground = yes
pid =
[zookeeper]
client = yes
accept = 127.0.0.1:{accept}
connect = 127.0.0.1:{connect}
CAfile = {place}/{ca}.pem
verifyChain = yes
checkIP = {address}
cert = {place}/client.pem
key = {place}/client.key
sslVersionMin = TLSv1.2
"""
SETTINGS = """machine-id: {{ provider: zookeeper, zookeeper: {{ hosts: '127.0.0.1:{port}' }} }}
generators: {{ default: {{ kind: vesta }} }}
"""


class SecureZooKeeper(ZooKeeper):
    """It listens for plain clients as well, so that the test can ask it whether it is up."""

    def __init__(self, folder, authority):
        super().__init__(folder)
        self.authority = authority
        self.secure_port = free_ports(1)[0]

    def command(self):
        words = super().command()
        words[words.index("-cp") + 1] += "".join(f":/usr/share/java/netty-{each}.jar" for each in NETTY)
        return words

    def prepare(self):
        super().prepare()
        with open(self.authority.path("ensemble.pem"), "w", encoding="ascii") as both:
            for part in "server.key", "server.pem":
                with open(self.authority.path(part), encoding="ascii") as file:
                    both.write(file.read())
        with open(self.settings, "a", encoding="ascii") as file:
            file.write(SECURE.format(port=self.secure_port, folder=self.authority.folder))


class Tunnel(Server):
    def __init__(self, name, folder, to, **what):
        super().__init__(name, folder)
        self.port = free_ports(1)[0]
        self.settings = os.path.join(self.folder, "stunnel.conf")
        with open(self.settings, "w", encoding="ascii") as file:
            file.write(TUNNEL.format(accept=self.port, connect=to, **what))

    def command(self):
        return ["stunnel4", self.settings]

    def answers(self):
        with open(self.log, encoding="utf-8") as log:
            return "Configuration successful" in log.read()


class ZooKeeperByTls(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-zookeeper-tls-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.authority = Authority(self.folder)
        self.authority.prepare()
        self.authority.issue("server", "IP:127.0.0.1")
        self.authority.issue("client", "DNS:client")
        self.zookeeper = self.started(SecureZooKeeper(self.folder, self.authority))

    def started(self, server):
        self.addCleanup(server.stop)
        server.prepare()
        server.start()
        return server

    def ids_through(self, name, ca="ca", address="127.0.0.1", until=""):
        """What `vesta gen` does through a tunnel of its own; again until the tunnel says `until`, since on a busy machine the program may
        give up before it."""
        tunnel = self.started(Tunnel(name, self.folder, self.zookeeper.secure_port, place=self.folder, ca=ca, address=address))
        with open(os.path.join(self.folder, "vesta.yaml"), "w", encoding="ascii") as file:
            file.write(SETTINGS.format(port=tunnel.port))
        environment = dict(os.environ, VESTA_HOST_DIR=self.folder, VESTA_INSTANCE="node")
        said, deadline = None, time.monotonic() + TIMEOUT
        while said is None or (until not in said and time.monotonic() < deadline):
            ran = subprocess.run([PROGRAM, "gen", "-c", "vesta.yaml"], cwd=self.folder, env=environment, text=True,
                                 capture_output=True, timeout=TIMEOUT, check=False)
            with open(tunnel.log, encoding="utf-8") as log:
                said = log.read()
        self.assertIn(until, said)
        return ran

    def test_a_machine_id_is_leased_through_a_tunnel_that_knows_the_ensemble(self):
        ran = self.ids_through("tunnel")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertRegex(ran.stdout, r"^\d+$")

    def test_an_ensemble_with_another_name_or_authority_is_not_spoken_to(self):
        ran = self.ids_through("other-name", address="127.0.0.9", until="Subject checks failed")
        self.assertNotEqual(ran.returncode, 0)
        ran = self.ids_through("other-authority", ca="client", until="certificate verify failed")
        self.assertNotEqual(ran.returncode, 0)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
