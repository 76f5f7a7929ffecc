#!/usr/bin/env python3
"""Clients of other languages by TLS: each gets an ID from a server that it should trust, over RPC and REST, and none from one
whose authority or name is another.

    tls_clients_test.py VESTA NAME COMMAND... [-- NAME COMMAND...]...

COMMAND is a program of clients/tls/ and how to run it; clients/README.md says what it prints.
"""
import re
import subprocess
import sys
import tempfile

from clients_test import PATIENCE, split
from serving import Server, free_ports

from servers.certificates import Authority

SETTINGS = """\
machine-id: {{ property: {{ id: {id} }} }}
generators: {{ default: {{ kind: vesta }} }}
state: {{ dir: ./state }}
rest: {{ listen: "127.0.0.1:{rest}", tls: {{ {tls} }} }}
rpc: {{ listen: "127.0.0.1:{rpc}", tls: {{ {tls} }} }}
"""


class SecuredServer(Server):
    """`vesta serve` with a certificate for `names`."""

    def __init__(self, program, folder, authority, machine, names):
        super().__init__(f"server-{machine}", folder)
        authority.issue(self.name, names)
        self.program = program
        self.rpc, self.rest = free_ports(2)
        tls = f"certificate: {authority.path(self.name + '.pem')}, key: {authority.path(self.name + '.key')}"
        with open(f"{self.folder}/vesta.yaml", "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(id=machine, rest=self.rest, rpc=self.rpc, tls=tls))

    def command(self):
        return [self.program, "serve", "-c", "vesta.yaml"]

    def answers(self):
        with open(self.log, encoding="utf-8") as log:
            return "REST on https://" in log.read()


def ask(command, ca, server):
    ran = subprocess.run([*command, ca, str(server.rpc), str(server.rest)], timeout=PATIENCE, stdout=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 0, (command, ran.stdout)
    return dict(line.split() for line in ran.stdout.splitlines())


def check(command, authority, other, trusted, misnamed):
    said = ask(command, authority.file, trusted)
    assert set(said) == {"rpc", "rest"} and all(re.fullmatch("[0-9]+", id) for id in said.values()), said
    assert said["rpc"] != said["rest"], said
    for ca, server in ((other.file, trusted), (authority.file, misnamed)):
        said = ask(command, ca, server)
        assert said == {"rpc": "refused", "rest": "refused"}, said


def main(program, *clients):
    with tempfile.TemporaryDirectory(prefix="vesta-tls-") as folder, tempfile.TemporaryDirectory(prefix="vesta-tls-") as elsewhere:
        authority, other = Authority(folder), Authority(elsewhere)
        authority.prepare()
        other.prepare()
        servers = [SecuredServer(program, folder, authority, 1, "IP:127.0.0.1"),
                   SecuredServer(program, folder, authority, 2, "DNS:other.example")]
        try:
            for each in servers:
                each.start()
            for name, *command in split(clients):
                check(command, authority, other, *servers)
                print(f"{name}: fine by TLS", flush=True)
        finally:
            for each in servers:
                each.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
