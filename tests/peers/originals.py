"""Servers of TinyId and Leaf as their sources have them (scripts/peers), and TinyId's Java client in a program of its own."""
import array
import glob
import os
import subprocess
import threading
import time

from database import PASSWORD
from wires import answer_of
from servers.process import Server

BUILT = os.environ.get("VESTA_PEERS", "")
# Spring of those years makes classes by reflection that Java 16 closed. The rest makes a start cheaper, and changes nothing else.
JAVA = ["java", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
        "-Xlog:disable", "-Xlog:all=error:stderr"]


class Original(Server):
    """One process after the other, in one folder, which is also its temporary one. The first ever, which `warm_up` runs, leaves behind
    what the JVM read of the jars, so that later ones start in half the time."""
    program = main = None

    def __init__(self, name, folder, database, port):
        super().__init__(name, folder)
        self.port = port
        self.database = database
        self.more = []
        database.add_user(name)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def archive(self):
        return os.path.join(BUILT, self.program, "app.jsa")

    def command(self):
        jars = [os.path.join(BUILT, self.program, "app.jar"), *sorted(glob.glob(os.path.join(BUILT, self.program, "lib", "*.jar")))]
        shared = [f"-XX:SharedArchiveFile={self.archive()}"] if os.path.exists(self.archive()) else []
        return [*JAVA, *shared, *self.more, f"-Djava.io.tmpdir={self.folder}", "-cp", ":".join([*jars, self.folder]), self.main]

    def warm_up(self):
        if os.path.exists(self.archive()):
            return
        made = os.path.join(self.folder, "app.jsa")
        self.more = [f"-XX:ArchiveClassesAtExit={made}"]
        self.start()
        self.stop()
        self.more = []
        os.replace(made, self.archive())

    def answers(self):
        """Without taking a number."""
        try:
            return answer_of(self.port, "GET", self.probe)[0] == 200
        except OSError:
            return False


class TinyId(Original):
    program, main = "tinyid", "com.xiaoju.uemc.tinyid.server.TinyIdServerApplication"
    probe = "/tinyid/id/nextIdSimple"

    def prepare(self):
        self.write("application.properties", tinyid_properties(self.port, self.database, self.name))


class Leaf(Original):
    program, main = "leaf", "com.sankuai.inf.leaf.server.LeafServerApplication"
    probe = "/decodeSnowflakeId?snowflakeId=1"

    def __init__(self, name, folder, database, port, snowflake=""):
        """`snowflake`: lines of leaf.properties for that mode."""
        super().__init__(name, folder, database, port)
        self.snowflake = snowflake

    def prepare(self):
        self.write("application.properties", f"server.port={self.port}\n")
        self.write("leaf.properties", leaf_properties(self.database, self.name, self.snowflake))


def tinyid_properties(port, database, user):
    return f"""\
server.port={port}
server.context-path=/tinyid
batch.size.max=100000
datasource.tinyid.names=primary
datasource.tinyid.type=org.apache.tomcat.jdbc.pool.DataSource
datasource.tinyid.primary.driver-class-name=com.mysql.jdbc.Driver
datasource.tinyid.primary.url={database.url()}
datasource.tinyid.primary.username={user}
datasource.tinyid.primary.password={PASSWORD}
"""


def leaf_properties(database, user, snowflake=""):
    return f"""\
leaf.name=com.example.leaf
leaf.segment.enable=true
leaf.jdbc.url={database.url()}
leaf.jdbc.username={user}
leaf.jdbc.password={PASSWORD}
{snowflake or 'leaf.snowflake.enable=false'}
"""


def leafs_address():
    """Which address of this host a node of Leaf's goes by."""
    core, = glob.glob(os.path.join(BUILT, "leaf", "lib", "leaf-core-*.jar"))
    path = ":".join([os.path.join(BUILT, "classes"), core, *glob.glob(os.path.join(BUILT, "leaf", "lib", "*slf4j-api*.jar"))])
    return subprocess.run(["java", "-cp", path, "Address"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


class JavaClient:
    """The program Ids, which takes IDs of a tag until it is told to end."""

    def __init__(self, folder, ports, tag, threads=4, rate=0):
        os.makedirs(folder)
        with open(os.path.join(folder, "tinyid_client.properties"), "w", encoding="ascii") as file:
            file.write(f"tinyid.server={','.join(f'127.0.0.1:{each}' for each in ports)}\ntinyid.token=t\n")
        self.taken = array.array("q")
        self.failed = []
        path = ":".join([folder, os.path.join(BUILT, "classes"), os.path.join(BUILT, "tinyid-client.jar")])
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            ["setpriv", "--pdeathsig", "KILL", "--", "java", "-Xmx128m", "-XX:+UseSerialGC", "-cp", path, "Ids", tag, str(threads), str(rate)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.readers = [threading.Thread(target=self.read), threading.Thread(target=self.read_failures)]
        for each in self.readers:
            each.start()

    def read(self):
        for line in self.process.stdout:
            self.taken.append(int(line))

    def read_failures(self):
        self.failed += self.process.stderr

    def wait_for(self, count):
        """Until it has taken so many IDs."""
        while len(self.taken) < count:
            if self.process.poll() is not None:
                raise RuntimeError(f"the client ended: {self.failed[-3:]}")
            self.process.stdin.write("\n")  # it tells what it has
            self.process.stdin.flush()
            time.sleep(0.05)

    def end(self):
        """All it took."""
        self.process.stdin.close()
        code = self.process.wait(60)
        for each in self.readers:
            each.join()
        self.process.stdout.close()
        self.process.stderr.close()
        if code != 0:
            raise RuntimeError(f"the client ended with {code}: {self.failed[-3:]}")
        return self.taken
