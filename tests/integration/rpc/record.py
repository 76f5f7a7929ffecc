#!/usr/bin/env python3
"""Records what real clients send on connecting, up to their first GENID, with and without a password.

    record.py VESTA FILE NAME COMMAND... [-- NAME COMMAND...]...

As clients_test.py, which it runs; FILE (greetings.json) gets the commands of each.
"""
import json
import os
import socket
import sys
import tempfile
import threading

from clients_test import run, split
from serving import Serving, command


class Tap:
    """In front of a server; keeps what each connection sends. To a client it is that server."""

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
            threading.Thread(target=self.pass_on, args=(server, client, bytearray()), daemon=True).start()

    @staticmethod
    def pass_on(source, sink, said):
        try:
            while data := source.recv(65536):
                said += data
                sink.sendall(data)
        except OSError:
            pass
        for each in source, sink:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


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
    """What came before the first GENID."""
    before = b""
    for words in commands(bytes(said)):
        if words[0] == "GENID":
            break
        before += command(words)
    assert said.startswith(before), "a client that writes commands in a way of its own"
    return list(commands(before))


def main(program, path, *clients):
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = json.load(file)
    with tempfile.TemporaryDirectory(prefix="vesta-rpc-") as folder:
        for password in None, "open sesame":
            server = Serving(program, folder, password)
            server.start()
            try:
                for name, *how in split(clients):
                    tap = Tap(server)
                    run(tap, how)
                    first = next(said for said in tap.heard if b"GENID" in said)
                    known[name + (", with a password" if password else "")] = greeting(first)
            finally:
                server.stop()
    with open(path, "w", encoding="utf-8") as file:
        lines = (f"  {json.dumps(name)}: [\n    " + ",\n    ".join(map(json.dumps, said)) + "\n  ]" if said else
                 f"  {json.dumps(name)}: []" for name, said in sorted(known.items()))
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
