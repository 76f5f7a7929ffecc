#!/usr/bin/env python3
"""Makes corpus/tls, from a seed: the same files each time. tls_fuzz.cpp says what their bytes mean."""
import pathlib
import random
import struct

CORPUS = pathlib.Path(__file__).parent / "corpus" / "tls"
STEPS = {"seal": 0, "raw": 1, "keys": 2, "answer": 3, "end": 4}


def record(kind, body, version=0x0303):
    return struct.pack(">BHH", kind, version, len(body)) + body


def extension(kind, body):
    return struct.pack(">HH", kind, len(body)) + body


def hello(chance, versions):
    """The first record of a client that may agree on one of these versions."""
    key = struct.pack(">HH", 29, 32) + chance.randbytes(32)
    extensions = b"".join([
        extension(10, b"\0\2\0\x1d"), extension(13, b"\0\4\x04\x03\x08\x04"),
        extension(43, bytes([2 * len(versions)]) + b"".join(struct.pack(">H", each) for each in versions)),
        extension(51, struct.pack(">H", len(key)) + key)])
    body = (b"\x03\x03" + chance.randbytes(32) + b"\x20" + chance.randbytes(32) + b"\0\4\x13\x01\x13\x02" + b"\1\0" +
            struct.pack(">H", len(extensions)) + extensions)
    return record(22, b"\1" + struct.pack(">I", len(body))[1:] + body, 0x0301)


def script(*steps):
    return b"\1" + b"".join(bytes([STEPS[what], len(piece)]) + piece for what, piece in steps)


def knocks(chance):
    whole = hello(chance, [0x0304])
    yield "hello", whole
    yield "hello-of-1.2", hello(chance, [0x0303])
    yield "hello-of-both", hello(chance, [0x0304, 0x0303])
    yield "hello-twice", whole + whole
    yield "hello-cut", whole[:chance.randrange(6, len(whole))]
    yield "hello-then-alert", whole + record(21, b"\2\x28")
    yield "hello-then-change-cipher", whole + record(20, b"\1") + record(23, chance.randbytes(48))
    yield "hello-in-two-records", record(22, whole[5:60]) + record(22, whole[60:])
    yield "noise", chance.randbytes(200)
    yield "http", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    yield "resp", b"*1\r\n$5\r\nGENID\r\n"
    yield "empty-records", record(22, b"") * 40
    for number in range(4):
        at = chance.randrange(len(whole))
        yield f"hello-changed-{number}", whole[:at] + chance.randbytes(2) + whole[at + 2:]


def scripts(chance):
    text = b"GENID\r\n"
    yield "command", script(("seal", text), ("answer", b":1\r\n"))
    yield "many", script(*[("seal", text * 9)] * 5, ("answer", bytes(255)), ("end", b""))
    yield "keys", script(*[("keys", chance.randbytes(chance.randrange(2))), ("seal", text)] * 6)
    yield "keys-only", script(*[("keys", b"")] * 60)
    yield "end-then-more", script(("seal", text), ("end", b""), ("seal", text), ("answer", text))
    yield "plain", script(("raw", text), ("seal", text))
    yield "forged", script(("seal", text), ("raw", record(23, chance.randbytes(60))), ("seal", text))
    yield "forged-in-pieces", script(("raw", record(23, bytes(40))[:7]), ("answer", text), ("raw", bytes(38)))
    yield "alert", script(("raw", record(21, b"\1\0")), ("seal", text))
    yield "change-cipher", script(("raw", record(20, b"\1")), ("seal", text))
    yield "hello-again", script(("raw", hello(chance, [0x0304])[:255]))


def main():
    chance = random.Random(8446)
    CORPUS.mkdir(parents=True, exist_ok=True)
    for name, piece in knocks(chance):
        (CORPUS / name).write_bytes(bytes([2 * chance.randrange(16)]) + piece)
    for name, piece in scripts(chance):
        (CORPUS / name).write_bytes(piece)


if __name__ == "__main__":
    main()
