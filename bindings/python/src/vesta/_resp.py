"""RESP2 as Vesta's servers speak it, without input and output."""

from __future__ import annotations

from typing import Union

from .errors import Internal, VestaError, from_answer

#: An error is a value here: it may stand for one of several commands.
Answer = Union[int, str, None, VestaError, list["Answer"]]


#: Arrays within arrays.
_DEEPEST = 8


def encode(words: tuple[object, ...]) -> bytes:
    """A command."""
    made = [b"*%d\r\n" % len(words)]
    for each in words:
        word = str(each).encode()
        made.append(b"$%d\r\n%b\r\n" % (len(word), word))
    return b"".join(made)


class Reader:
    """Answers out of the bytes that arrive, in whatever pieces."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, received: bytes) -> None:
        self._bytes += received

    def take(self) -> tuple[Answer] | None:
        """The next answer, if all of it has arrived."""
        try:
            answer, end = self._read(0, _DEEPEST)
        except _Incomplete:
            return None
        del self._bytes[:end]
        return (answer,)

    def _read(self, at: int, deepest: int) -> tuple[Answer, int]:
        end = self._bytes.find(b"\r\n", at)
        if end < 0:
            raise _Incomplete
        kind, line, end = self._bytes[at : at + 1], self._bytes[at + 1 : end].decode(), end + 2
        if kind == b":":
            return int(line), end
        if kind == b"+":
            return line, end
        if kind == b"-":
            return from_answer(line), end
        if kind == b"$":
            return self._read_text(int(line), end)
        if kind == b"*" and deepest > 0:
            return self._read_array(int(line), end, deepest - 1)
        raise Internal(
            f"the server answered {bytes(kind) + line.encode()!r}, which is no RESP2: is it a Vesta RPC server?"
        )

    def _read_text(self, length: int, at: int) -> tuple[str | None, int]:
        if length < 0:
            return None, at
        if len(self._bytes) < at + length + 2:
            raise _Incomplete
        return self._bytes[at : at + length].decode(), at + length + 2

    def _read_array(self, length: int, at: int, deepest: int) -> tuple[Answer, int]:
        made: list[Answer] = []
        for _ in range(length):
            each, at = self._read(at, deepest)
            made.append(each)
        return made, at


class _Incomplete(Exception):
    pass
