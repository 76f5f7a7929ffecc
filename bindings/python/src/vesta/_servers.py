"""Which servers there are, how to log in, and what to do where one fails: for both clients."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from time import monotonic

from .errors import ClockBehind, InvalidSettings, NotReady, StoreUnavailable, VestaError

#: For how many seconds a server that did not answer is asked after all others.
AWAY = 30.0

#: Another server may do what one refuses with these.
ELSEWHERE = (OSError, NotReady, ClockBehind)


@dataclass(frozen=True)
class Servers:
    """RPC servers that a client may use, the preferred one first."""

    addresses: tuple[tuple[str, int], ...]
    user: str | None
    password: str | None
    tls: ssl.SSLContext | None
    timeout: float

    def login(self) -> tuple[object, ...] | None:
        if self.password is None:
            return None
        return ("AUTH", self.password) if self.user is None else ("AUTH", self.user, self.password)


class Preference:
    """In which order to ask servers: as given, but those last that did not answer lately."""

    def __init__(self, servers: Servers) -> None:
        self._addresses = servers.addresses
        self._failed: dict[tuple[str, int], float] = {}

    def order(self) -> list[tuple[str, int]]:
        recent = monotonic() - AWAY
        return sorted(self._addresses, key=lambda each: self._failed.get(each, recent) > recent)

    def answered(self, address: tuple[str, int]) -> None:
        self._failed.pop(address, None)

    def failed(self, address: tuple[str, int], why: Exception) -> None:
        if not isinstance(why, VestaError):
            self._failed[address] = monotonic()


def parse(servers: str, user: str | None, password: str | None, tls: ssl.SSLContext | None, timeout: float) -> Servers:
    """From "host:port,host:port"; "[::1]:6399" for IPv6."""
    return Servers(tuple(_address(each.strip()) for each in servers.split(",")), user, password, tls, timeout)


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise InvalidSettings(f"{text!r} is no server; write host:port")
    return host.strip("[]"), int(port)


def final(failures: list[Exception]) -> VestaError:
    """What to raise where every server failed: a server's own words rather than a connection's."""
    for each in failures:
        if isinstance(each, VestaError):
            return each
    return StoreUnavailable("no server answered: " + "; ".join(str(each) or type(each).__name__ for each in failures))
