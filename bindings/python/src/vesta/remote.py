"""Generators at Vesta's RPC servers."""

from __future__ import annotations

import os
import socket
import ssl
from collections import deque
from typing import Any
from uuid import UUID

from . import _resp, errors
from ._commands import Commands, not_here, pieces, to_id, to_parts, to_range, to_uuid
from ._generator import Source
from ._servers import ELSEWHERE, Preference, Servers, final, parse
from .forms import AnyId
from .ids import Ids
from .parts import AnyParts, Parts


class Remote(Ids):
    """A client of one or more RPC servers. Connects when it is needed; asks the next server where one fails.

    Safe for threads: each call under way has a connection of its own, kept for later ones. A forked child connects
    anew.
    """

    def __init__(
        self,
        servers: str,
        *,
        user: str | None = None,
        password: str | None = None,
        tls: ssl.SSLContext | None = None,
        timeout: float = 5.0,
    ) -> None:
        """`servers` is "host:port[,host:port...]". `timeout`, in seconds, is for each connection and answer; the server
        may wait for 2 s before it answers."""
        self._servers = parse(servers, user, password, tls, timeout)
        self._preference = Preference(self._servers)
        self._idle: dict[tuple[str, int], deque[_Connection]] = {each: deque() for each in self._servers.addresses}
        self._process, self._closed = os.getpid(), False

    def source(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> Source:
        return _RemoteSource(self, Commands(name, tag, app, gate_pass))

    def close(self) -> None:
        self._closed = True
        self._drop_idle()

    def call(self, *words: object) -> Any:
        """A command's answer, from the first server that can give it. It may be sent twice: then there is a gap."""
        if self._closed:
            raise errors.Closed("the client is closed")
        if self._process != os.getpid():
            self._drop_idle()  # they are the parent's, too
            self._process = os.getpid()
        failures: list[Exception] = []
        for address in self._preference.order():
            try:
                got = self._call_at(address, words)
                self._preference.answered(address)
                return got
            except ELSEWHERE as failure:
                self._preference.failed(address, failure)
                failures.append(failure)
        raise final(failures)

    def _call_at(self, address: tuple[str, int], words: tuple[object, ...]) -> Any:
        try:
            kept = self._idle[address].pop()
        except IndexError:
            return self._call_on(address, _Connection(address, self._servers), words)
        try:
            return self._call_on(address, kept, words)
        except OSError:  # the server was started anew since
            return self._call_on(address, _Connection(address, self._servers), words)

    def _call_on(self, address: tuple[str, int], connection: _Connection, words: tuple[object, ...]) -> Any:
        try:
            answer = connection.call(words)
        except BaseException:
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._idle[address].append(connection)
        if isinstance(answer, errors.VestaError):
            raise answer
        return answer

    def _drop_idle(self) -> None:
        for idle in self._idle.values():
            while idle:
                idle.pop().close()


class _Connection:
    """One connection, logged in."""

    def __init__(self, address: tuple[str, int], servers: Servers) -> None:
        self._reader = _resp.Reader()
        self._socket = socket.create_connection(address, servers.timeout)
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if servers.tls:
                self._socket = servers.tls.wrap_socket(self._socket, server_hostname=address[0])
            login = servers.login()
            refused = self.call(login) if login else None
            if isinstance(refused, errors.VestaError):
                raise refused
        except BaseException:
            self._socket.close()
            raise

    def call(self, words: tuple[object, ...]) -> _resp.Answer:
        self._socket.sendall(_resp.encode(words))
        while (taken := self._reader.take()) is None:
            received = self._socket.recv(65536)
            if not received:
                raise ConnectionResetError("the server closed the connection")
            self._reader.feed(received)
        return taken[0]

    def close(self) -> None:
        self._socket.close()


class _RemoteSource(Source):
    def __init__(self, client: Remote, commands: Commands) -> None:
        self._client, self._commands = client, commands

    def one(self) -> int:
        return to_id(self._client.call(*self._commands.one()))

    def many(self, count: int) -> list[int]:
        made: list[int] = []
        for piece in pieces(count):
            made += map(to_id, self._client.call(*self._commands.many(piece)))
        return made

    def reserve(self, count: int) -> range:
        return to_range(self._client.call(*self._commands.reserve(count)))

    def uuids(self, count: int) -> list[UUID]:
        made: list[UUID] = []
        for piece in pieces(count):
            made += map(to_uuid, self._client.call(*self._commands.uuids(piece)))
        return made

    def explain(self, id: AnyId) -> AnyParts:
        return to_parts(self._client.call(*self._commands.explain(id)))

    def make(self, parts: Parts) -> int:
        return int(self._client.call(*self._commands.make(parts)))

    def inward(self, id: int) -> int:
        raise not_here()
