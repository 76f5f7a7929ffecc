"""Which servers there are, how to log in, and what to do where one fails: for both clients."""

from __future__ import annotations

import ssl
from dataclasses import dataclass

from .errors import ClockBehind, InvalidSettings, NotReady, StoreUnavailable, VestaError

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
