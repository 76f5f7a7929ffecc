"""Nodes of ours with the settings that `vesta check` makes of an original's own file, in its place."""
import os
import re
import subprocess

from database import PASSWORD
from originals import leaf_properties, tinyid_properties
from servers.process import Server
from wires import answer_of

PROGRAM = os.environ.get("VESTA_PROGRAM", "")


class Ours(Server):
    """One process after the other, with one state folder."""
    option = "--from-tinyid"

    def __init__(self, name, folder, database, port):
        super().__init__(name, folder)
        self.port = port
        self.database = database
        database.add_user(name)

    def properties(self):
        return tinyid_properties(self.port, self.database, self.name)

    def edited(self, settings):
        """What an operator changes in what was printed: this host, and a state folder."""
        return re.sub(r"0\.0\.0\.0:\d+", f"127.0.0.1:{self.port}", settings) + f"rpc: {{ enabled: false }}\nstate: {{ dir: {self.folder}/state }}\n"

    def prepare(self):
        file = os.path.join(self.folder, "original.properties")
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.properties())
        printed = subprocess.run([PROGRAM, "check", self.option, file], stdout=subprocess.PIPE, text=True, check=True).stdout
        with open(os.path.join(self.folder, "vesta.yaml"), "w", encoding="utf-8") as out:
            out.write(self.edited(printed))

    def command(self):
        return ["env", f"TINYID_PRIMARY_PASSWORD={PASSWORD}", f"LEAF_JDBC_PASSWORD={PASSWORD}", PROGRAM, "serve", "-c",
                os.path.join(self.folder, "vesta.yaml")]

    def answers(self):
        try:
            return answer_of(self.port, "GET", "/readyz")[0] == 200
        except OSError:
            return False


class OursForLeaf(Ours):
    option = "--from-leaf"

    def __init__(self, name, folder, database, port, snowflake="", instance=""):
        super().__init__(name, folder, database, port)
        self.snowflake = snowflake
        self.instance = instance  # ip:port, as the node is called in ZooKeeper

    def properties(self):
        return leaf_properties(self.database, self.name, self.snowflake)

    def edited(self, settings):
        return re.sub(r"# instance: ADDRESS:\d+ .*", f"instance: '{self.instance}'", super().edited(settings))
