"""What embedded and remote generators have in common: one ID, many, and IDs handed out from reserved ranges."""

from __future__ import annotations

import os
import threading
import weakref
from abc import ABC, abstractmethod
from array import array
from collections import deque
from collections.abc import Iterator, MutableSequence
from time import monotonic
from uuid import UUID

from .errors import InvalidArgument
from .forms import AnyId
from .parts import AnyParts, Parts


class Source(ABC):
    """Where a generator's IDs come from. Safe for threads."""

    @abstractmethod
    def one(self) -> int: ...
    @abstractmethod
    def many(self, count: int) -> list[int]: ...
    @abstractmethod
    def reserve(self, count: int) -> range:
        """1 to `count` IDs in one piece."""

    @abstractmethod
    def uuids(self, count: int) -> list[UUID]: ...
    @abstractmethod
    def explain(self, id: AnyId) -> AnyParts: ...
    @abstractmethod
    def make(self, parts: Parts) -> int: ...
    @abstractmethod
    def inward(self, id: int) -> int: ...

    def fill(self, buffer: MutableSequence[int]) -> None:
        buffer[:] = array("q", self.many(len(buffer)))


class AsyncSource(ABC):
    """Where an asynchronous generator's IDs come from."""

    @abstractmethod
    async def one(self) -> int: ...
    @abstractmethod
    async def many(self, count: int) -> list[int]: ...
    @abstractmethod
    async def reserve(self, count: int) -> range: ...
    @abstractmethod
    async def uuids(self, count: int) -> list[UUID]: ...
    @abstractmethod
    async def explain(self, id: AnyId) -> AnyParts: ...
    @abstractmethod
    async def make(self, parts: Parts) -> int: ...
    @abstractmethod
    async def inward(self, id: int) -> int: ...


class Prefetched:
    """IDs of a reserved range, until they are too old. A forked child starts without any: they are its parent's."""

    def __init__(self, source: Source, count: int, max_age: float) -> None:
        self._source, self._count, self._max_age = source, count, max_age
        self.queue: deque[int] = deque()
        self.fresh_until = 0.0
        self.forget()
        _prefetching.add(self)

    def forget(self) -> None:
        self.queue.clear()
        self._refilling = threading.Lock()  # the child's may be held by a thread that it does not have

    def one(self) -> int:
        with self._refilling:
            ready = self.ready(1)  # another thread may have been here
            return ready[0] if ready else self._refill()

    def ready(self, most: int) -> list[int]:
        """Up to `most` IDs that are there and fresh."""
        taken: list[int] = []
        try:
            while len(taken) < most and monotonic() < self.fresh_until:
                taken.append(self.queue.popleft())
        except IndexError:
            pass
        return taken

    def _refill(self) -> int:
        self.queue.clear()
        made = self._source.reserve(self._count)
        self.fresh_until = monotonic() + self._max_age
        self.queue.extend(made[1:])
        return made[0]


_prefetching: weakref.WeakSet[Prefetched] = weakref.WeakSet()


def _forget_all() -> None:
    for each in list(_prefetching):
        each.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


class Generator:
    """Makes IDs. Safe for threads. Iterating over it never ends.

    Without prefetching, an ID is greater than every one that was returned before it was asked for (docs/embedding.md).
    """

    def __init__(self, source: Source) -> None:
        self._source = source

    def next(self) -> int:
        """One ID. Waits until there is one, a few seconds at most; then raises a `VestaError`."""
        return self._source.one()

    def take(self, count: int) -> list[int]:
        """`count` IDs. Where it raises, none of them may be used."""
        return self._source.many(checked(count))

    def fill(self, buffer: MutableSequence[int]) -> None:
        """Fills an `array('q')`, a NumPy array of int64 or the like: many IDs at C's speed."""
        self._source.fill(buffer)

    def next_uuid(self) -> UUID:
        """One ID of 128 bits, of a generator of kind uuid7 or ulid. It is never prefetched."""
        return self._source.uuids(1)[0]

    def take_uuids(self, count: int) -> list[UUID]:
        """`count` of them."""
        return self._source.uuids(checked(count))

    def explain(self, id: AnyId) -> AnyParts:
        """Takes an ID of this generator's family apart."""
        return self._source.explain(id)

    def make(self, parts: Parts) -> int:
        """The inverse of `explain`, for repairing data. The type is the generator's own, whatever `parts` say."""
        return self._source.make(parts)

    def inward(self, id: int) -> int:
        """The ID behind one that left in outward form (docs/outward.md): embedded generators alone have the key."""
        return self._source.inward(id)

    def __iter__(self) -> Iterator[int]:
        return self

    __next__ = next


class PrefetchingGenerator(Generator):
    """Hands out IDs of reserved ranges: an ID may be up to `max_age` seconds old, and those left over are gaps."""

    def __init__(self, source: Source, prefetch: int, max_age: float) -> None:
        super().__init__(source)
        self._ahead = Prefetched(source, prefetch, max_age)
        self._pop = self._ahead.queue.popleft

    def next(self, _now=monotonic) -> int:  # type: ignore[no-untyped-def]
        if _now() < self._ahead.fresh_until:
            try:
                return self._pop()
            except IndexError:
                pass
        return self._ahead.one()

    def take(self, count: int) -> list[int]:
        taken = self._ahead.ready(checked(count))
        return taken + self._source.many(count - len(taken)) if len(taken) < count else taken

    __next__ = next


def make_generator(source: Source, prefetch: int, max_age: float) -> Generator:
    """With `prefetch` of 0 each ID is made when it is asked for."""
    if prefetch < 0 or max_age <= 0:
        raise InvalidArgument(f"prefetch is {prefetch}, max_age {max_age}; prefetch is at least 0, max_age above 0")
    return PrefetchingGenerator(source, prefetch, max_age) if prefetch else Generator(source)


def checked(count: int) -> int:
    """A number of IDs to make."""
    if count < 0:
        raise InvalidArgument(f"count is {count}; it is at least 0")
    return count
