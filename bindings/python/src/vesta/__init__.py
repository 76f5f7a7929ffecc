"""Unique IDs of 64 bits, or of 128: made in this process, or at Vesta's RPC servers, by one interface.

with vesta.open("vesta.yaml") as ids:              # or vesta.connect("10.0.0.1:6399,10.0.0.2:6399")
    orders = ids.generator()
    id = orders.next()
    print(orders.explain(id).at, vesta.to_text(id, "base58", prefix="order_"))
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from typing import Any

from ._generator import Generator
from ._library import version as library_version
from .embedded import Vesta
from .errors import (
    ClockBehind,
    Closed,
    Exhausted,
    Forked,
    Internal,
    InUse,
    InvalidArgument,
    InvalidSettings,
    LeaseLost,
    NotAuthenticated,
    NotFound,
    NotPermitted,
    NotReady,
    OverQuota,
    StateUnusable,
    StoreUnavailable,
    VestaError,
)
from .forms import FORMS, UUID_FORMS, AnyId, from_text, to_text, uuid_from_text
from .ids import Ids
from .parts import AnyParts, Parts, ShardedParts
from .remote import Remote

__version__ = library_version()


def open(settings: str | os.PathLike[str] | Mapping[str, Any]) -> Vesta:
    """Opens a settings file, or settings as a mapping: one for each process. See `Vesta`."""
    return Vesta.open(settings)


def connect(
    servers: str,
    *,
    user: str | None = None,
    password: str | None = None,
    tls: ssl.SSLContext | None = None,
    timeout: float = 5.0,
) -> Remote:
    """A client of RPC servers, "host:port[,host:port...]". See `Remote`."""
    return Remote(servers, user=user, password=password, tls=tls, timeout=timeout)


__all__ = [
    "FORMS", "UUID_FORMS", "AnyId", "AnyParts", "ClockBehind", "Closed", "Exhausted", "Forked", "Generator", "Ids",
    "InUse", "Internal", "InvalidArgument", "InvalidSettings", "LeaseLost", "NotAuthenticated", "NotFound",
    "NotPermitted", "NotReady", "OverQuota", "Parts", "Remote", "ShardedParts", "StateUnusable", "StoreUnavailable",
    "Vesta", "VestaError", "__version__", "connect", "from_text", "open", "to_text", "uuid_from_text",
]  # fmt: skip
