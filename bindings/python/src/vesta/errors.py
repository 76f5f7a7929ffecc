"""What a call may raise: one class for each code of the library, all of them `VestaError`."""

from __future__ import annotations


class VestaError(Exception):
    """An ID was not made, or not read.

    `retry_after` says in how many seconds another attempt may succeed; None: it will not, or the time is unknown.
    """

    #: The stable name of the error, as in vesta's logs and documents.
    name = "internal"

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class InvalidArgument(VestaError, ValueError):
    """The caller's input is malformed, or a field is out of its range."""

    name = "invalid-argument"


class InvalidSettings(VestaError, ValueError):
    """The settings cannot be used as they are."""

    name = "invalid-settings"


class NotFound(VestaError, LookupError):
    """No generator, tag, application or shard of that name."""

    name = "not-found"


class ClockBehind(VestaError):
    """The wall clock is further behind than a caller may wait."""

    name = "clock-behind"


class NotReady(VestaError):
    """No reservation covers the next ID now; a later attempt can succeed."""

    name = "not-ready"


class Exhausted(VestaError):
    """The layout's last instant, or a tag's limit, is reached."""

    name = "exhausted"


class StateUnusable(VestaError):
    """A state file or row is corrupt, foreign, unreadable or unwritable."""

    name = "state-unusable"


class InUse(VestaError):
    """Another live owner holds the machine ID or the state."""

    name = "in-use"


class LeaseLost(VestaError):
    """Another owner has taken the machine ID."""

    name = "lease-lost"


class StoreUnavailable(VestaError):
    """A store, or every server, did not answer in time or refused the connection."""

    name = "store-unavailable"


class Closed(VestaError):
    """It was closed."""

    name = "closed"


class Forked(VestaError):
    """This process is a fork of the one that opened it; open it in the child, with another machine ID."""

    name = "forked"


class NotAuthenticated(VestaError):
    """A server asks for a user and password, or a token, or they are wrong."""

    name = "not-authenticated"


class NotPermitted(VestaError):
    """The caller's rights do not include this."""

    name = "not-permitted"


class OverQuota(VestaError):
    """The caller's quota is used up."""

    name = "over-quota"


class Internal(VestaError):
    """A defect in Vesta."""


#: The codes of vesta.h, from 1.
BY_CODE: tuple[type[VestaError], ...] = (
    InvalidArgument,
    InvalidSettings,
    NotFound,
    ClockBehind,
    NotReady,
    Exhausted,
    StateUnusable,
    InUse,
    LeaseLost,
    StoreUnavailable,
    Closed,
    Forked,
    Internal,
)

#: The first words of an RPC server's errors.
BY_WORD: dict[str, type[VestaError]] = {
    "CLOCK": ClockBehind,
    "NOTREADY": NotReady,
    "NOSUCHTAG": NotFound,
    "RANGE": InvalidArgument,
    "EXHAUSTED": Exhausted,
    "NOAUTH": NotAuthenticated,
    "WRONGPASS": NotAuthenticated,
    "NOPERM": NotPermitted,
    "QUOTA": OverQuota,
    "ERR": InvalidArgument,
}


def from_code(code: int, message: str, retry_after_ms: int) -> VestaError:
    """The error for a code of the C library."""
    kind = BY_CODE[code - 1] if 1 <= code <= len(BY_CODE) else Internal
    return kind(message, retry_after_ms / 1000 if retry_after_ms >= 0 else None)


def from_answer(line: str) -> VestaError:
    """The error for the line with which an RPC server refuses."""
    word, _, message = line.partition(" ")
    text, marked, wait = message.rpartition("; retry-after-ms=")
    if marked and wait.isdigit():
        return BY_WORD.get(word, Internal)(text, int(wait) / 1000)
    return BY_WORD.get(word, Internal)(message or line)
