#!/usr/bin/env python3
"""Runs real clients as clients_test.py does, and writes down what each does: what it sends on connecting (greetings.json), and
what else its users have to know (clients.json), of which clients_table.py makes the table in docs/rpc-protocol.md.

    record.py VESTA [--keep NAME] NAME COUNT COMMAND... [-- NAME COUNT COMMAND...]...

COUNT is how many IDs are taken through it; a COMMAND that ends with `cluster` is a client for clusters. What was known of clients
that begin with NAME is kept: they were not run. Of others that were not run nothing is.
"""
import json
import os
import socket
import sys
import tempfile
import threading

from clients_table import NUMBERS
from clients_test import EndedEarly, Told, rounded, run, split, started
from serving import Serving, command

FOLDER = os.path.dirname(os.path.abspath(__file__))
KEPT = 65_536  # bytes of what a connection sends
ASKED = {"GENID", "INCR"}  # by the programs, before anything else on most connections
ALSO_ASKED = {  # on connections of their own
    "INCRBY", "GET", "EXISTS", "MULTI", "EXEC", "RANGE", "EXPID", "CLIENT LIST", "CLIENT KILL", "CLIENT ID", "CLIENT SETNAME",
}


class Tap:
    """In front of a server; keeps what each connection sends. To a client it is that server, also where the server says its port."""

    def __init__(self, server):
        self.server, self.password = server, server.password
        self.kill, self.start = server.kill, server.start
        self.heard = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listening.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                client.close()
                continue
            said = bytearray()
            self.heard.append(said)
            threading.Thread(target=self.pass_on, args=(client, server, said), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, client, bytearray(), said), daemon=True).start()

    def pass_on(self, source, sink, said, asked=None):
        """`asked` is what the other side sends. Before it asks for numbers, this port takes the place of the server's: both have five digits."""
        try:
            while data := source.recv(65536):
                said += data if len(said) < KEPT else b""
                if asked is not None and not wants_numbers(asked):
                    data = data.replace(b":%d" % self.server.port, b":%d" % self.port)
                sink.sendall(data)
        except OSError:
            pass
        for each in source, sink:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def wants_numbers(said):
    return any(each.encode() in said for each in ASKED)


def commands(data):
    """The commands in bytes that hold nothing else, as lists of words."""
    while data:
        count, _, data = data.partition(b"\r\n")
        words = []
        for _ in range(int(count[1:])):
            size, _, data = data.partition(b"\r\n")
            words.append(data[: int(size[1:])].decode())
            data = data[int(size[1:]) + 2 :]
        yield words


def greeting(said):
    """What a connection sent before a program asked for something."""
    before = []
    for words in commands(bytes(said)):
        if words[0].upper() in ASKED:
            break
        before.append(words)
    assert said.startswith(b"".join(map(command, before))), "a client that writes commands in a way of its own"
    return before


def titles(connections):
    """Of the commands that they sent by themselves, each once: with its second word where that is a command of its own."""
    said = (words for each in connections for words in greeting(each))
    named = (" ".join(words[: 2 if words[0].upper() in ("CLIENT", "CLUSTER", "COMMAND", "HELLO") else 1]).upper() for words in said)
    return [each for each in dict.fromkeys(named) if each not in ALSO_ASKED]


def recovery(told):
    """How the client comes by an ID once its server is back. Whether a call fails before is a matter of moments, so it is not kept."""
    return "the program connects again" if "anew" in told else "by itself"


class Session:
    """One client in front of a server, and what it was seen to do."""

    def __init__(self, server, how, count):
        self.tap = Tap(server)
        self.sent = []
        self.told, self.ids = run(self.tap, how, count, self.look)

    def look(self):
        self.sent = titles(list(self.tap.heard))

    def greeting(self):
        """Of the first connection that asked about the cluster, or else for numbers."""
        heard = [said for said in self.tap.heard if b"CLUSTER" in said.upper()] or list(filter(wants_numbers, self.tap.heard))
        return greeting(heard[0])

    def facts(self):
        return {"connecting": self.sent, "resp": 3 if "HELLO 3" in self.sent else 2,
                "answers": " ".join(self.told.get("type", ["numbers of tags only"])),
                "does": [each for each in NUMBERS if each in self.told], "restart": recovery(self.told),
                "option": " ".join(self.told.get("option", [])),
                "ids": len(self.told["plenty"]), "different": len(set(self.told["plenty"]))}


def session(server, name, how, count, tries=3):
    """Tried again where the client gave up: beside builds an answer may take longer than some wait (valkey-glide: 250 ms)."""
    while True:
        try:
            return Session(server, how, count)
        except EndedEarly as ended:
            tries -= 1
            print(f"{name}: {ended}; {tries} tries left", flush=True)
            if not tries:
                raise


def integers(port, how, count):
    """How many IDs arrive right and different where the server sends integers to all: by default, with an option, as text.
    None where there is no program for it."""
    program = os.path.join(os.path.dirname(how[-1]), "integers", os.path.basename(how[-1]))
    if not os.path.exists(program):
        return None
    told = Told()
    with started([*how[:-1], program, str(port), str(count)]) as client:
        told.read(client.stdout, "text")
    right = {way: len({*told.numbers(way)} - {*rounded(told.numbers(way))}) for way in told}
    assert right["default"] < count, "this client does not round; say so in the document"
    assert all(each == count for way, each in right.items() if way != "default"), right
    return {"count": count, **right}


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def dump(name, known):
    """A line for each command, or thing that a client does."""
    def items(value):
        return map(json.dumps, value) if isinstance(value, list) else (f"{json.dumps(key)}: {json.dumps(value[key])}" for key in value)

    def block(value):
        ends = "[]" if isinstance(value, list) else "{}"
        return ends[0] + "\n    " + ",\n    ".join(items(value)) + "\n  " + ends[1] if value else ends

    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(f"  {json.dumps(key)}: {block(known[key])}" for key in known) + "\n}\n")


def main(program, *clients):
    greetings, facts, kept = load("greetings.json"), {}, {}
    if clients[0] == "--keep":
        kept = {name: known for name, known in load("clients.json").items() if name.startswith(clients[1])}
        clients = clients[2:]
    with tempfile.TemporaryDirectory(prefix="vesta-rpc-") as folder:
        servers = [Serving(program, folder), Serving(program, folder, "open sesame"), Serving(program, folder, ids="integer")]
        for each in servers:
            each.start()
        plain, secret, numbers = servers
        all_ids = {server: [] for server in (plain, secret)}
        try:
            for name, count, *how in split(clients):
                seen = session(plain, name, how, int(count))
                known = session(secret, name, how, 1000)
                all_ids[plain] += seen.ids
                all_ids[secret] += known.ids
                facts[name] = seen.facts() | ({"cluster": True} if how[-1] == "cluster" else {})
                if rounding := integers(numbers.port, how, int(count)):
                    facts[name]["integers"] = rounding
                greetings[name], greetings[name + ", with a password"] = seen.greeting(), known.greeting()
                print(f"{name}: {facts[name]}; {seen.told['failed'][0]} calls failed after the restart", flush=True)
        finally:
            for each in servers:
                each.stop()
        assert all(len(set(ids)) == len(ids) for ids in all_ids.values()), "an ID came twice"
    dump("greetings.json", dict(sorted(greetings.items())))
    dump("clients.json", facts | {name: known for name, known in kept.items() if name not in facts})


if __name__ == "__main__":
    main(*sys.argv[1:])
