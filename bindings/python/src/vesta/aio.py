"""The same for asyncio.

    async with vesta.aio.connect("10.0.0.1:6399") as ids:        # or vesta.aio.open("vesta.yaml")
        orders = ids.generator(prefetch=1000)
        id = await orders.next()

Embedded calls that may wait run in a thread; servers are asked without one. With `prefetch` most calls do neither.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Mapping
from time import monotonic
from typing import Any
from uuid import UUID

from . import _resp, embedded, errors
from ._commands import Commands, not_here, pieces, to_id, to_parts, to_range, to_uuid
from ._generator import AsyncSource, Source, checked
from ._servers import ELSEWHERE, Preference, Servers, final, parse
from .forms import AnyId
from .parts import AnyParts, Parts


class AsyncGenerator:
    """`vesta.Generator` for coroutines of one event loop. `async for` over it never ends."""

    def __init__(self, source: AsyncSource, prefetch: int, max_age: float) -> None:
        if prefetch < 0 or max_age <= 0:
            raise errors.InvalidArgument(f"prefetch is {prefetch}, max_age {max_age}; at least 0, and above 0")
        self._source, self._prefetch, self._max_age = source, prefetch, max_age
        self._queue: deque[int] = deque()
        self._fresh_until, self._process = 0.0, os.getpid()
        self._refilling = asyncio.Lock()

    async def next(self) -> int:
        if not self._prefetch:
            return await self._source.one()
        if (ready := self._ready()) is not None:
            return ready
        async with self._refilling:
            if (ready := self._ready()) is not None:  # another coroutine was here
                return ready
            made = await self._source.reserve(self._prefetch)
            self._fresh_until = monotonic() + self._max_age
            self._queue = deque(made[1:])
            return made[0]

    async def take(self, count: int) -> list[int]:
        taken: list[int] = []
        while len(taken) < checked(count) and (ready := self._ready()) is not None:
            taken.append(ready)
        return taken + await self._source.many(count - len(taken)) if len(taken) != count else taken

    async def next_uuid(self) -> UUID:
        return (await self._source.uuids(1))[0]

    async def take_uuids(self, count: int) -> list[UUID]:
        return await self._source.uuids(checked(count))

    async def explain(self, id: AnyId) -> AnyParts:
        return await self._source.explain(id)

    async def make(self, parts: Parts) -> int:
        return await self._source.make(parts)

    async def inward(self, id: int) -> int:
        return await self._source.inward(id)

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    __anext__ = next

    def _ready(self) -> int | None:
        """A prefetched ID that is fresh, and not a parent process's."""
        if not self._queue or monotonic() >= self._fresh_until or self._process != os.getpid():
            self._queue.clear()
            self._process = os.getpid()
            return None
        return self._queue.popleft()


class AsyncIds(ABC):
    """`vesta.Ids` for coroutines."""

    @abstractmethod
    def _source(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> AsyncSource: ...
    @abstractmethod
    async def close(self) -> None: ...

    def generator(
        self,
        name: str = "default",
        *,
        tag: str | None = None,
        app: int | None = None,
        gate_pass: str | None = None,
        prefetch: int = 0,
        max_age: float = 0.5,
    ) -> AsyncGenerator:
        """As `vesta.Ids.generator`."""
        return AsyncGenerator(self._source(name, tag, app, gate_pass), prefetch, max_age)

    async def __aenter__(self) -> AsyncIds:
        return self

    async def __aexit__(self, *unused: object) -> None:
        await self.close()


class open(AsyncIds):
    """Opens settings as `vesta.open` does, when it is entered by `async with`, or by `await ids.start()`."""

    def __init__(self, settings: str | os.PathLike[str] | Mapping[str, Any]) -> None:
        self._settings = settings
        self._ids: embedded.Vesta | None = None

    async def start(self) -> open:
        self._ids = await asyncio.to_thread(embedded.Vesta.open, self._settings)
        return self

    async def __aenter__(self) -> open:
        return await self.start()

    async def close(self) -> None:
        if self._ids:
            await asyncio.to_thread(self._ids.close)

    def _source(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> AsyncSource:
        if not self._ids:
            raise errors.Closed("the generators are not open: use `async with`, or await start()")
        return _InThread(self._ids.source(name, tag, app, gate_pass))


class _InThread(AsyncSource):
    def __init__(self, source: Source) -> None:
        self._blocking = source

    async def one(self) -> int:
        return await asyncio.to_thread(self._blocking.one)

    async def many(self, count: int) -> list[int]:
        return await asyncio.to_thread(self._blocking.many, count)

    async def reserve(self, count: int) -> range:
        return await asyncio.to_thread(self._blocking.reserve, count)

    async def uuids(self, count: int) -> list[UUID]:
        return await asyncio.to_thread(self._blocking.uuids, count)

    async def explain(self, id: AnyId) -> AnyParts:
        return self._blocking.explain(id)

    async def make(self, parts: Parts) -> int:
        return self._blocking.make(parts)

    async def inward(self, id: int) -> int:
        return self._blocking.inward(id)


class connect(AsyncIds):
    """A client of RPC servers, as `vesta.connect`, for one event loop: a connection for each call under way."""

    def __init__(
        self,
        servers: str,
        *,
        user: str | None = None,
        password: str | None = None,
        tls: ssl.SSLContext | None = None,
        timeout: float = 5.0,
    ) -> None:
        self._servers = parse(servers, user, password, tls, timeout)
        self._preference = Preference(self._servers)
        self._idle: dict[tuple[str, int], list[_Connection]] = {each: [] for each in self._servers.addresses}
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        for idle in self._idle.values():
            while idle:
                idle.pop().close()

    def _source(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> AsyncSource:
        return _AsyncRemoteSource(self, Commands(name, tag, app, gate_pass))

    async def call(self, *words: object) -> Any:
        """A command's answer, from the first server that can give it."""
        failures: list[Exception] = []
        for address in self._preference.order():
            if self._closed:
                raise errors.Closed("the client is closed")
            try:
                got = await self._call_at(address, words)
                self._preference.answered(address)
                return got
            except (*ELSEWHERE, asyncio.TimeoutError) as failure:
                self._preference.failed(address, failure)
                failures.append(failure)
        raise final(failures)

    async def _call_at(self, address: tuple[str, int], words: tuple[object, ...]) -> Any:
        idle = self._idle[address]
        if idle:
            try:
                return await self._call_on(address, idle.pop(), words)
            except OSError:  # the server was started anew since
                pass
        connection = await asyncio.wait_for(_Connection.open(address, self._servers), self._servers.timeout)
        return await self._call_on(address, connection, words)

    async def _call_on(self, address: tuple[str, int], connection: _Connection, words: tuple[object, ...]) -> Any:
        try:
            answer = await asyncio.wait_for(connection.call(words), self._servers.timeout)
        except BaseException:  # also where the caller is cancelled: the answer is yet to come
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._idle[address].append(connection)
        if isinstance(answer, errors.VestaError):
            raise answer
        return answer


class _Connection:
    def __init__(self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        self._from, self._to = streams
        self._reader = _resp.Reader()

    @classmethod
    async def open(cls, address: tuple[str, int], servers: Servers) -> _Connection:
        made = cls(await asyncio.open_connection(*address, ssl=servers.tls))
        login = servers.login()
        refused = await made.call(login) if login else None
        if isinstance(refused, errors.VestaError):
            made.close()
            raise refused
        return made

    async def call(self, words: tuple[object, ...]) -> _resp.Answer:
        self._to.write(_resp.encode(words))
        while (taken := self._reader.take()) is None:
            received = await self._from.read(65536)
            if not received:
                raise ConnectionResetError("the server closed the connection")
            self._reader.feed(received)
        return taken[0]

    def close(self) -> None:
        self._to.close()


class _AsyncRemoteSource(AsyncSource):
    def __init__(self, client: connect, commands: Commands) -> None:
        self._client, self._commands = client, commands

    async def one(self) -> int:
        return to_id(await self._client.call(*self._commands.one()))

    async def many(self, count: int) -> list[int]:
        made: list[int] = []
        for piece in pieces(count):
            made += map(to_id, await self._client.call(*self._commands.many(piece)))
        return made

    async def reserve(self, count: int) -> range:
        return to_range(await self._client.call(*self._commands.reserve(count)))

    async def uuids(self, count: int) -> list[UUID]:
        made: list[UUID] = []
        for piece in pieces(count):
            made += map(to_uuid, await self._client.call(*self._commands.uuids(piece)))
        return made

    async def explain(self, id: AnyId) -> AnyParts:
        return to_parts(await self._client.call(*self._commands.explain(id)))

    async def make(self, parts: Parts) -> int:
        return int(await self._client.call(*self._commands.make(parts)))

    async def inward(self, id: int) -> int:
        raise not_here()
