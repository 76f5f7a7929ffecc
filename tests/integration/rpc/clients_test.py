#!/usr/bin/env python3
"""Real Redis clients against `vesta serve`, with and without a password, and with a SIGKILL and a restart in between.

    clients_test.py VESTA NAME COMMAND... [-- NAME COMMAND...]...

COMMAND is a program of clients/ and how to run it; clients/README.md says what it prints.
"""
import itertools
import subprocess
import sys
import tempfile

from serving import Serving

PATIENCE = 120  # seconds; far more than anything takes: a client that hangs fails


class Told(dict):
    """What a program printed, up to a line: word by word."""

    def read(self, lines, until):
        for line in lines:
            word, *values = line.split()
            self[word] = values
            if word == until:
                return
        raise AssertionError(f"the client ended before '{until}'; it said {list(self)}")

    def numbers(self, word):
        return [int(each) for each in self[word]]


def check(told):
    """All IDs of one client; raises where an answer is wrong."""
    assert len(told["many"]) == 1000 and len(told["pipelined"]) == 100, {word: len(said) for word, said in told.items()}
    assert told.numbers("pipelined") == sorted(told.numbers("pipelined")), "answers in another order"
    first, second = told.numbers("incr")
    assert second > first and told.numbers("incrby")[0] >= second + 10, (told["incr"], told["incrby"])
    assert told["genmethod"] == ["1"] and told["error"] == ["NOSUCHTAG"], (told["genmethod"], told["error"])
    start, count, stride = told.numbers("range")
    assert 1 <= count <= 50
    return [*told.numbers("one"), *told.numbers("many"), *told.numbers("pipelined"), *told.numbers("again"),
            *range(start, start + count * stride, stride)]


def run(server, command):
    words = [*command, str(server.port), *([server.password] if server.password else [])]
    told = Told()
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        try:
            told.read(client.stdout, "restart")
            server.kill()
            server.start()
            client.stdin.write("\n")
            client.stdin.flush()
            told.read(client.stdout, "again")
            assert client.wait(PATIENCE) == 0
        finally:
            client.kill()
    return check(told)


def split(words):
    """The clients between the dashes."""
    return [list(group) for dash, group in itertools.groupby(words, lambda each: each == "--") if not dash]


def main(program, *clients):
    with tempfile.TemporaryDirectory(prefix="vesta-rpc-") as folder:
        for password in None, "open sesame":
            server = Serving(program, folder, password)
            server.start()
            ids = []
            try:
                for name, *command in split(clients):
                    ids += run(server, command)
                    print(f"{name}: fine {'with a password' if password else ''}", flush=True)
            finally:
                server.stop()
            assert len(set(ids)) == len(ids), "an ID came twice"


if __name__ == "__main__":
    main(*sys.argv[1:])
