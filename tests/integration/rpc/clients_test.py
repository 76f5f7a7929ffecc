#!/usr/bin/env python3
"""Real Redis clients against `vesta serve`, with and without a password, and with a SIGKILL and a restart in between.

    clients_test.py VESTA NAME COMMAND... [-- NAME COMMAND...]...

COMMAND is a program of clients/ and how to run it; clients/README.md says what it prints. The newest clients are run by record.py.
"""
import contextlib
import itertools
import subprocess
import sys
import tempfile
import threading

from serving import Serving

MACHINE = 1  # the server's
PATIENCE = 600  # seconds; far more than anything takes: a client that hangs fails


class EndedEarly(AssertionError):
    """A client that ended before it had done all."""


class Told(dict):
    """What a program printed, up to a line: word by word."""

    def read(self, lines, until):
        for line in lines:
            word, *values = line.split()
            if word.isalpha():  # valkey-glide logs there
                self[word] = values
            if word == until:
                return
        raise EndedEarly(f"the client ended before '{until}'; it said {list(self)}")

    def numbers(self, word):
        return [int(each) for each in self[word]]


def check(told, count):
    """All IDs of one client; raises where an answer is wrong."""
    assert len(told["pipelined"]) == 100 and len(told["plenty"]) == count, {word: len(said) for word, said in told.items()}
    assert told.numbers("pipelined") == sorted(told.numbers("pipelined")), "answers in another order"
    counted = [number for word in ("incr", "multi", "incrby") if word in told for number in told.numbers(word)]
    assert len(counted) == (5 if "multi" in told else 3) and counted == sorted(set(counted)), counted
    assert counted[-1] >= counted[-2] + 10, counted
    assert told.numbers("get")[0] >= counted[-1] and told["exists"] == ["1"], (told["get"], told["exists"])
    ids = [*told.numbers("pipelined"), *told.numbers("plenty"), *told.numbers("again")]
    return counted + ids if "counts" in told else ids + check_generated(told)


def check_generated(told):
    """The IDs of a client that can send commands which Redis lacks."""
    assert len(told["many"]) == 1000, len(told["many"])
    assert told["genmethod"] == ["1"] and told["error"] == ["NOSUCHTAG"], (told["genmethod"], told["error"])
    start, count, stride = told.numbers("range")
    assert 1 <= count <= 50
    return [*told.numbers("one"), *told.numbers("many"), *range(start, start + count * stride, stride)]


def rounded(ids):
    """Those that are no IDs of the server: their machine is not its own."""
    return [each for each in ids if each > 2 ** 53 and each % 1024 != MACHINE]


@contextlib.contextmanager
def started(words):
    """A program, which ends with the block, or when patience does."""
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        patience = threading.Timer(PATIENCE, client.kill)
        patience.start()
        try:
            yield client
        finally:
            patience.cancel()
            client.kill()


def run(server, command, count=1000, seen=lambda: None):
    """What a client printed, and its IDs. Calls `seen` while the client is connected and waits."""
    told = Told()
    with started([*command, str(server.port), str(count), *([server.password] if server.password else [])]) as client:
        told.read(client.stdout, "restart")
        seen()
        server.kill()
        server.start()
        client.stdin.write("\n")
        client.stdin.flush()
        told.read(client.stdout, "again")
        assert client.wait() == 0
    ids = check(told, count)
    assert not rounded(ids), f"an ID is not as the server gave it: {rounded(ids)[0]}"
    return told, ids


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
                    ids += run(server, command)[1]
                    print(f"{name}: fine {'with a password' if password else ''}", flush=True)
            finally:
                server.stop()
            assert len(set(ids)) == len(ids), "an ID came twice"


if __name__ == "__main__":
    main(*sys.argv[1:])
