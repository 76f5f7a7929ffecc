"""ZooKeeper: one server, or an ensemble of three."""
import os
import socket

from .process import Server, free_ports

JARS = "/usr/share/java/zookeeper.jar:/usr/share/java/slf4j-simple.jar"
SETTINGS = """tickTime=500
maxClientCnxns=0
initLimit=20
syncLimit=10
dataDir={folder}/data
clientPort={port}
clientPortAddress=127.0.0.1
admin.enableServer=false
4lw.commands.whitelist=*
minSessionTimeout=1000
maxSessionTimeout=20000
"""


class ZooKeeper(Server):
    def __init__(self, folder, name="zookeeper", number=0, peers=()):
        super().__init__(name, folder)
        self.port = free_ports(1)[0]
        self.number = number
        self.peers = peers
        self.settings = os.path.join(self.folder, "zoo.cfg")

    def prepare(self):
        os.mkdir(os.path.join(self.folder, "data"))
        with open(self.settings, "w", encoding="ascii") as file:
            file.write(SETTINGS.format(folder=self.folder, port=self.port))
            if self.peers:
                file.write("standaloneEnabled=false\n" + "\n".join(self.peers) + "\n")
        if self.number:
            with open(os.path.join(self.folder, "data", "myid"), "w", encoding="ascii") as file:
                file.write(str(self.number))

    def command(self):
        return ["java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", JARS,
                "org.apache.zookeeper.server.quorum.QuorumPeerMain", self.settings]

    def answers(self):
        """`srvr` is answered in full only by a server that has found its place in the ensemble."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(b"srvr")
                return b"Mode:" in link.recv(4096)
        except OSError:
            return False


def ensemble(folder):
    ports = free_ports(6)
    peers = [f"server.{i + 1}=127.0.0.1:{ports[2 * i]}:{ports[2 * i + 1]}" for i in range(3)]
    return [ZooKeeper(folder, f"zookeeper{i}", i, peers) for i in (1, 2, 3)]


def environment(servers):
    return {"VESTA_TEST_ZOOKEEPER": ",".join(f"127.0.0.1:{each.port}" for each in servers),
            "VESTA_TEST_ZOOKEEPER_PIDS": ",".join(str(each.pid) for each in servers)}
