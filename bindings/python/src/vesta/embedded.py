"""Generators within this process."""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections.abc import Callable, Mapping, MutableSequence
from typing import Any
from uuid import UUID

from . import errors
from ._abi import ffi
from ._generator import Source
from ._library import STORES, bytes_or_null, check, failure, last_failure, lib
from .forms import AnyId
from .ids import Ids
from .parts import AnyParts, Parts, ShardedParts

_FIELDS = ("version", "type", "gen_method", "machine", "time", "seq")
#: Whether settings may name stores here: the second library came with this package.
HAS_STORES = STORES.exists()
_MOST = 2**31  # of one call; more does not fit into memory


class Vesta(Ids):
    """The generators of one settings file, opened in this process: it holds machine IDs. Open one for each process.

    Safe for threads. A forked child gets `Forked`; it opens its own, with another machine ID (VESTA_MACHINE_ID).
    """

    def __init__(self, pointer: Any) -> None:
        self._handle = _Handle(pointer)

    @classmethod
    def open(cls, settings: str | os.PathLike[str] | Mapping[str, Any]) -> Vesta:
        """Opens a settings file, or settings given as a mapping. Blocks on their stores."""
        if isinstance(settings, Mapping):
            return cls.open_text(json.dumps(settings))  # JSON is YAML
        return cls._opened(lib.vesta_open(os.fsencode(settings)))

    @classmethod
    def open_text(cls, yaml: str) -> Vesta:
        """Opens settings given as YAML."""
        return cls._opened(lib.vesta_open_text(yaml.encode()))

    @classmethod
    def _opened(cls, pointer: Any) -> Vesta:
        if pointer == ffi.NULL:
            raise last_failure()
        return cls(pointer)

    def source(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> Source:
        return self._handle.find(name, tag, app, gate_pass)

    def close(self) -> None:
        self._handle.close()


class _Handle:
    """A vesta_ids, which its generators keep open, until the interpreter ends at the latest. Calls on it and its end
    exclude each other, as vesta.h asks."""

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer
        self._closing = weakref.finalize(self, lib.vesta_close, pointer)
        self._lock = _Lock()

    def use(self, call: Callable[[Any], Any]) -> Any:
        with self._lock.held():
            if not self._closing.alive:
                raise errors.Closed("the generators are closed")
            return call(self._pointer)

    def close(self) -> None:
        with self._lock.held():
            if self._closing.detach():
                check(lib.vesta_close(self._pointer))

    def find(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> _EmbeddedSource:
        if app is not None:
            return _ShardedSource(self, name, self._find(_OfTag, lib.vesta_tag_open_app, name, app, gate_pass))
        if tag is not None:
            return _EmbeddedSource(self, name, self._find(_OfTag, lib.vesta_tag_open, name, tag), tag)
        return _EmbeddedSource(self, name, self._find(_OfGenerator, lib.vesta_generator_open, name))

    def _find(self, kind: type[_OfGenerator], open: Callable[..., Any], *which: Any) -> _OfGenerator:
        given = [each if isinstance(each, int) else bytes_or_null(each) for each in which]

        def found(pointer: Any) -> _OfGenerator:
            handle = open(pointer, *given)
            if handle == ffi.NULL:
                raise last_failure()
            return kind(handle)

        return self.use(found)  # type: ignore[no-any-return]


class _OfGenerator:
    """A vesta_generator and the functions for it."""

    next = lib.vesta_generator_next
    next_many = lib.vesta_generator_next_many
    range = lib.vesta_generator_range
    next_uuids: Any = lib.vesta_generator_next_uuids
    close = lib.vesta_generator_close

    def __init__(self, handle: Any) -> None:
        self.handle = ffi.gc(handle, type(self).close)


class _OfTag(_OfGenerator):
    """A vesta_tag and the functions for it."""

    next = lib.vesta_tag_next
    next_many = lib.vesta_tag_next_many
    range = lib.vesta_tag_range
    next_uuids = None
    close = lib.vesta_tag_close


class _EmbeddedSource(Source):
    def __init__(self, ids: _Handle, name: str, found: _OfGenerator, tag: str | None = None) -> None:
        self._ids, self._name, self._tag = ids, name.encode(), bytes_or_null(tag)
        self._handle = found.handle
        kind = type(found)
        self._next, self._next_many, self._range = kind.next, kind.next_many, kind.range
        self._next_uuids = kind.next_uuids

    def one(self) -> int:
        out = ffi.new("int64_t*")
        code = self._next(self._handle, out)
        if code:
            raise failure(code)
        return int(out[0])

    def many(self, count: int) -> list[int]:
        out = ffi.new("int64_t[]", _in_memory(count))
        check(self._next_many(self._handle, out, count))
        return list(ffi.unpack(out, count)) if count else []

    def fill(self, buffer: MutableSequence[int]) -> None:
        with memoryview(buffer) as view:  # type: ignore[arg-type]
            if view.itemsize != 8 or view.format not in ("q", "l", "Q", "L"):
                raise errors.InvalidArgument(f"the buffer's items are '{view.format}'; they must be 64-bit integers")
            with ffi.from_buffer("int64_t[]", view, require_writable=True) as out:
                check(self._next_many(self._handle, out, view.nbytes // 8))

    def reserve(self, count: int) -> range:
        out = ffi.new("vesta_range*")
        check(self._range(self._handle, count, out))
        return range(out.first, out.first + out.count * out.stride, out.stride)

    def uuids(self, count: int) -> list[UUID]:
        if not self._next_uuids:
            raise errors.InvalidArgument("tags and applications count numbers of 64 bits: next and take give them")
        out = ffi.new("vesta_uuid[]", _in_memory(count))
        check(self._next_uuids(self._handle, out, count))
        made = bytes(ffi.buffer(out))
        return [UUID(bytes=made[at : at + 16]) for at in range(0, len(made), 16)]

    def explain(self, id: AnyId) -> AnyParts:
        out = ffi.new("vesta_fields*")
        if isinstance(id, UUID):
            given = str(id).encode()
            self._ids.use(lambda ids: check(lib.vesta_explain_text(ids, self._name, given, b"uuid", out)))
        else:
            signed = _signed(id)
            self._ids.use(lambda ids: check(lib.vesta_explain(ids, self._name, signed, out)))
        return Parts(unix_ms=out.unix_ms, **{field: getattr(out, field) for field in _FIELDS})

    def make(self, parts: Parts) -> int:
        out = ffi.new("int64_t*")
        given = ffi.new("vesta_fields*", {field: _unsigned(field, getattr(parts, field)) for field in _FIELDS})
        self._ids.use(lambda ids: check(lib.vesta_make(ids, self._name, given, out)))
        return int(out[0])

    def inward(self, id: int) -> int:
        out, signed = ffi.new("int64_t*"), _signed(id)
        self._ids.use(lambda ids: check(lib.vesta_inward(ids, self._name, self._tag, signed, out)))
        return int(out[0])


class _ShardedSource(_EmbeddedSource):
    def explain(self, id: AnyId) -> AnyParts:
        if isinstance(id, UUID):
            return super().explain(id)
        out = ffi.new("vesta_sharded_fields*")
        self._ids.use(lambda ids: check(lib.vesta_explain_sharded(ids, self._name, _signed(id), out)))
        return ShardedParts(out.app, out.shard, out.next, out.number)


class _Lock:
    """A lock that is free in a forked child, whoever held it in the parent."""

    def __init__(self) -> None:
        self._lock, self._process = threading.Lock(), os.getpid()

    def held(self) -> threading.Lock:
        if self._process != os.getpid():
            self._lock, self._process = threading.Lock(), os.getpid()
        return self._lock


def _signed(id: int) -> int:
    if not -(2**63) <= id < 2**64:
        raise errors.InvalidArgument(f"{id} is no ID; an ID has 64 bits")
    return id - 2**64 if id >= 2**63 else id


def _unsigned(field: str, value: int) -> int:
    if not 0 <= value < 2**64:
        raise errors.InvalidArgument(f"{field} is {value}; it is 0 to {2**64 - 1}")
    return value


def _in_memory(count: int) -> int:
    if count > _MOST:
        raise errors.InvalidArgument(f"count is {count}; one call makes at most {_MOST}")
    return count
