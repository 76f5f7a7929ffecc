#!/usr/bin/env python3
"""What clients send on connecting, as recorded from them (greetings.json; clients/README.md), is answered as they need it:
in one piece, and a byte at a time.

    greetings_test.py VESTA
"""
import json
import os
import sys
import tempfile

from serving import Peer, Refusal, Serving, command

PASSWORD = "open sesame"  # the one that was recorded

# Which of it is refused, as Redis 7 refuses it, or because it is a script or about channels. These clients go on without.
REFUSED = ("client maint_notifications", "eval", "pubsub")


# They get IDs above 2^53 as text, once they say who they are.
ROUNDING = ("ioredis", "iovalkey", "node-redis", "GlideJS")


def rounds(said):
    """Whether the client announces a library that would round an ID."""
    return any(words[2].lower() == "lib-name" and words[3].partition("(")[0] in ROUNDING
               for words in said if len(words) == 4 and words[1].lower() == "setinfo")


def check(peer, said):
    """One greeting's answers, and that of the GENID behind it."""
    for words in said:
        answer = peer.answer()
        expected = " ".join(words).lower().startswith(REFUSED)
        assert isinstance(answer, Refusal) == expected, f"{words} is answered with {answer!r}"
    one = peer.answer()
    assert isinstance(one, str if rounds(said) else int), f"GENID is answered with {one!r}"
    assert int(one) > 2 ** 53


def greet(port, said):
    data = b"".join(map(command, [*said, ["GENID"]]))
    with Peer(port) as whole, Peer(port) as slow:
        whole.send(data)
        check(whole, said)
        for each in data:
            slow.send(bytes([each]))
        check(slow, said)


def main(program):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "greetings.json"), encoding="utf-8") as file:
        greetings = json.load(file)
    with tempfile.TemporaryDirectory(prefix="vesta-rpc-") as folder:
        servers = {False: Serving(program, folder), True: Serving(program, folder, PASSWORD)}
        for each in servers.values():
            each.start()
        for name, said in greetings.items():
            greet(servers[name.endswith("with a password")].port, said)
            print(f"{name}: fine")
        for each in servers.values():
            each.stop()
    assert len(greetings) >= 40


if __name__ == "__main__":
    main(*sys.argv[1:])
