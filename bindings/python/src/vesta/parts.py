"""IDs taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Union

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Parts:
    """The fields of a time-based ID. `time` counts the layout's units since its epoch."""

    time: int
    seq: int
    machine: int
    version: int = 0
    type: int = 0
    gen_method: int = 0
    #: When that tick begins, in milliseconds since 1970; `make` ignores it.
    unix_ms: int = 0

    @property
    def at(self) -> datetime:
        """When that tick begins, in UTC."""
        return _EPOCH + timedelta(milliseconds=self.unix_ms)


@dataclass(frozen=True)
class ShardedParts:
    """The fields of a sharded generator's ID."""

    app: int
    shard: int
    #: The value in the ID.
    next: int
    #: The counted number, which differs from `next` if a key hides the order; None if the server does not tell.
    number: int | None


AnyParts = Union[Parts, ShardedParts]
