"""A server with 100,000 tags, an access file, sharded applications and machine IDs of a table, and clients that use it."""
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.request

TAGS = 100_000
SETTINGS = """\
instance: node-a
machine-id: { provider: database, database: { store: main } }
stores: { main: { kind: sqlite, file: vesta.db } }
generators:
  default: { kind: vesta, type: min-granularity }
  peak: { kind: vesta, type: max-peak }
  leaf: { kind: snowflake }
  segment: { kind: segment, store: main, table: leaf_alloc }
  sharded: { kind: sharded, store: main, queue: memory }
clock: { reserve-ahead: 3s }
security: { access-file: access.yaml }
rest: { listen: 127.0.0.1:0 }
rpc: { listen: 127.0.0.1:0 }
"""
MAY = {"operator": '[observe, health, admin, "take *", "explain *", "make *"]', "watcher": "[observe, health]"}


class Fleet:
    def __init__(self, program):
        self.program = program
        self.temporary = tempfile.TemporaryDirectory(prefix="vesta-console-")
        self.folder = pathlib.Path(self.temporary.name)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("VESTA_")}
        self.environment["VESTA_HOST_DIR"] = str(self.folder / "host")
        self.environment["VESTA_CONFIG"] = str(self.folder / "vesta.yaml")
        (self.folder / "host").mkdir(mode=0o1777)
        (self.folder / "vesta.yaml").write_text(SETTINGS)
        self.tokens = self.write_access_file()
        self.fill_tables()
        self.server = self.start()
        self.leaving = threading.Event()
        self.clients = [threading.Thread(target=each) for each in (self.use_rest, self.use_rpc)]
        for each in self.clients:
            each.start()

    def run(self, *words):
        return subprocess.run([self.program, *words], cwd=self.folder, env=self.environment, text=True, check=True,
                              capture_output=True).stdout

    def write_access_file(self):
        tokens, lines = {}, ["principals:"]
        for name, may in MAY.items():
            tokens[name], line = self.run("token", "new", name).splitlines()
            lines.append("  " + re.sub(r"may: \[.*\]", lambda _: f"may: {may}", line))
        access = self.folder / "access.yaml"
        access.write_text("\n".join([*lines, "anonymous: { may: [health] }", ""]))
        access.chmod(0o600)
        return tokens

    def fill_tables(self):
        self.run("sharded", "init", "--app", "1", "--name", "orders")
        self.run("gen", "-g", "leaf")  # a machine ID that its owner gave back
        with sqlite3.connect(self.folder / "vesta.db") as table:
            table.execute("CREATE TABLE leaf_alloc (biz_tag TEXT NOT NULL PRIMARY KEY, max_id BIGINT NOT NULL DEFAULT 1, step INTEGER"
                          " NOT NULL, description TEXT, update_time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, max_limit BIGINT)")
            table.executemany("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, 1000)",
                              ((f"order-{number:06}",) for number in range(TAGS)))
            table.execute("INSERT INTO leaf_alloc (biz_tag, max_id, step, max_limit) VALUES ('invoice', 1, 1000, 1000000)")
        table.close()

    def start(self):
        log = self.folder / "log"
        with open(log, "w", encoding="utf-8") as to:
            server = subprocess.Popen([self.program, "serve"], cwd=self.folder, env=self.environment, stderr=to)
        while not (rest := re.search(r"REST on (http://127.0.0.1:\d+)", log.read_text())):
            if server.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.05)
        self.address = rest[1]
        self.rpc = int(re.search(r"RPC on 127.0.0.1:(\d+)", log.read_text())[1])
        return server

    def get(self, path, token="operator"):
        request = urllib.request.Request(self.address + path, headers={"Authorization": "Bearer " + self.tokens[token]})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()

    def lend(self, machine, instance):
        """A row with a mark that no clock can have made: nobody gets this machine ID."""
        with sqlite3.connect(self.folder / "vesta.db", timeout=30) as table:
            table.execute("INSERT OR REPLACE INTO vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms)"
                          " VALUES (?, ?, '', 7258118400000, 1, 0)", (machine, instance))
        table.close()

    def use_rest(self):
        while not self.leaving.wait(0.05):
            for path in ("/genid", "/v1/generators/peak/ids?count=50", "/v1/generators/segment/ids?tag=invoice&count=20",
                         "/v1/generators/sharded/ids?app=1&gatePass=a"):
                try:
                    self.get(path)
                except OSError:  # not ready yet
                    pass

    def use_rpc(self):
        with socket.create_connection(("127.0.0.1", self.rpc)) as link:
            link.sendall(f"AUTH {self.tokens['operator']}\r\n".encode())
            while not self.leaving.wait(0.05):
                link.sendall(b"GENID COUNT 30\r\n")
                link.recv(65536)

    def end(self):
        self.leaving.set()
        for each in self.clients:
            each.join()
        self.server.terminate()
        self.server.wait()
        self.temporary.cleanup()
