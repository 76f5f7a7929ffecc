"""The commands for a generator's calls, and what their answers mean: for the blocking and the asynchronous client."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any
from uuid import UUID

from .errors import Internal, InvalidArgument
from .forms import AnyId
from .parts import AnyParts, Parts, ShardedParts

#: What one GENID gives at most.
MOST = 10_000


class Commands:
    def __init__(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> None:
        self._name = name
        self._of: tuple[object, ...] = ()
        if tag is not None:
            self._of = ("TAG", tag)
        if app is not None:
            self._of = ("APP", app, "GATEPASS", gate_pass or "")

    def one(self) -> tuple[object, ...]:
        return ("GENID", "GENERATOR", self._name, *self._of)

    def many(self, count: int) -> tuple[object, ...]:
        return ("GENID", "COUNT", count, "GENERATOR", self._name, *self._of)

    def reserve(self, count: int) -> tuple[object, ...]:
        return ("RANGE", self._name, count, *self._of)

    def uuids(self, count: int) -> tuple[object, ...]:
        return ("GENID", "COUNT", count, "AS", "hex", "GENERATOR", self._name, *self._of)

    def explain(self, id: AnyId) -> tuple[object, ...]:
        return ("EXPID", id, "GENERATOR", self._name)

    def make(self, parts: Parts) -> tuple[object, ...]:
        given = ("TIME", parts.time, "SEQ", parts.seq, "MACHINE", parts.machine)
        return ("MAKEID", *given, "GENMETHOD", parts.gen_method, "VERSION", parts.version, "GENERATOR", self._name)


def pieces(count: int) -> list[int]:
    """`count` as the counts of several commands."""
    if count < 0:
        raise InvalidArgument(f"count is {count}; it is at least 0")
    whole, rest = divmod(count, MOST)
    return [MOST] * whole + ([rest] if rest else [])


def to_id(answer: Any) -> int:
    """An integer, or the text that a server with rpc.ids: text gives."""
    try:
        return int(answer)
    except ValueError:
        raise InvalidArgument(f"{answer} has 128 bits: next_uuid and take_uuids give such IDs") from None


def to_uuid(answer: str) -> UUID:
    if len(answer) != 32:
        raise InvalidArgument(f"{answer} has 64 bits: next and take give such IDs")
    return UUID(answer)


def not_here() -> InvalidArgument:
    return InvalidArgument(
        "servers turn no outward ID back, for whoever may take IDs: open the settings that have the key"
    )


def to_range(answer: Any) -> range:
    first, count, stride = (int(each) for each in answer)
    return range(first, first + count * stride, stride)


def to_parts(answer: Any) -> AnyParts:
    fields = dict(zip(answer[::2], answer[1::2]))
    try:
        if "shard" in fields:
            return ShardedParts(fields["app"], fields["shard"], fields["next"], fields.get("number"))
        at = datetime.strptime(fields["at"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
        unix_ms = (at - datetime(1970, 1, 1, tzinfo=timezone.utc)) // _MS
        named = {key: fields[key] for key in ("time", "seq", "machine", "version")}
        return Parts(type=fields.get("type", 0), gen_method=fields["genMethod"], unix_ms=unix_ms, **named)
    except KeyError as missing:
        raise Internal(f"the server's answer lacks {missing}") from None


_MS = datetime.resolution * 1000
