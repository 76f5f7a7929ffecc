"""IDs as text, for columns, URLs and JavaScript, which rounds integers above 2^53 (docs/text-forms.md).

Each form but `decimal` has one length, and sorts as the IDs do. Reading is strict.
"""

from __future__ import annotations

import re
from typing import Union
from uuid import UUID

from .errors import InvalidArgument

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: The digits, and how many an ID of 64 bits has, and one of 128.
_SYSTEMS: dict[str, tuple[str, int, int]] = {
    "hex": ("0123456789abcdef", 16, 32),
    "base32": (_CROCKFORD, 13, 26),
    "base58": ("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 22),
    "base62": ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11, 22),
    "typeid": (_CROCKFORD.lower(), 0, 26),
}
_DIGITS = {form: {digit: value for value, digit in enumerate(system[0])} for form, system in _SYSTEMS.items()}
_DIGITS["hex"].update({digit.upper(): value for digit, value in list(_DIGITS["hex"].items())})
_DIGITS["base32"].update({digit.lower(): value for digit, value in list(_DIGITS["base32"].items())})
_DIGITS["base32"].update({"I": 1, "i": 1, "L": 1, "l": 1, "O": 0, "o": 0})
#: The last character of base32-check: the rest modulo 37.
_CHECKS = _CROCKFORD + "*~$=U"
_UUID = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab])([048c])00-0{12}")
_ANY_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DECIMAL = re.compile(r"0|-?[1-9][0-9]{0,19}")
_TYPE_PREFIX = re.compile(r"(?=.{0,64}\Z)([a-z]([a-z_]*[a-z])?_)?")

#: The names of the forms of IDs of 64 bits.
FORMS = ("decimal", "hex", "base32", "base58", "base62", "uuid", "base32-check")
#: Those of IDs of 128 bits. A ULID's own text is base32.
UUID_FORMS = (*FORMS[1:], "typeid")
_MASK = 2**64 - 1

AnyId = Union[int, UUID]


def to_text(value: AnyId, form: str, prefix: str = "") -> str:
    """The ID as text of that form, after `prefix`.

    >>> to_text(2708777873275093023, "base58", "order_")
    'order_7HguNTGGfm8'
    >>> to_text(UUID("01890a5d-ac96-774b-bcce-b302099a8057"), "typeid", "order_")
    'order_01h455vb4pex5vsknk084sn02q'
    """
    if isinstance(value, UUID):
        _check(form, UUID_FORMS, prefix)
        return prefix + (str(value) if form == "uuid" else _to_digits(value.int, form, 2))
    _check(form, FORMS, prefix)
    if not -(2**63) <= value <= _MASK:
        raise InvalidArgument(f"{value} is no ID; an ID has 64 bits")
    if form == "decimal":
        return prefix + str(_signed(value))
    if form == "uuid":
        return prefix + _to_uuid(value & _MASK)
    return prefix + _to_digits(value & _MASK, form, 1)


def from_text(text: str, form: str, prefix: str = "") -> int:
    """The ID in a text that `to_text` made with the same form and prefix.

    >>> from_text("order_7HguNTGGfm8", "base58", "order_")
    2708777873275093023
    """
    _check(form, FORMS, prefix)
    read = _read(text[len(prefix) :], form) if text.startswith(prefix) else None
    if read is None or not -(2**63) <= read <= _MASK:
        raise _no_id(text, form, prefix)
    return _signed(read)


def uuid_from_text(text: str, form: str, prefix: str = "") -> UUID:
    """The same for IDs of 128 bits.

    >>> uuid_from_text("01H455VB4PEX5VSKNK084SN02Q", "base32")
    UUID('01890a5d-ac96-774b-bcce-b302099a8057')
    """
    _check(form, UUID_FORMS, prefix)
    rest = text[len(prefix) :] if text.startswith(prefix) else ""
    if form == "uuid":
        read = int(rest.replace("-", ""), 16) if _ANY_UUID.fullmatch(rest.lower()) else None
    else:
        read = _from_digits(rest, form, 2)
    if read is None or read >> 128:
        raise _no_id(text, form, prefix)
    return UUID(int=read)


def _check(form: str, forms: tuple[str, ...], prefix: str) -> None:
    if form not in forms:
        raise InvalidArgument(f"there is no form '{form}' of these IDs; there are {', '.join(forms)}")
    if form == "typeid" and not _TYPE_PREFIX.fullmatch(prefix):
        raise InvalidArgument(
            f"the prefix of a TypeID is like 'order_': at most 63 of a-z and _, and _; not {prefix!r}"
        )


def _no_id(text: str, form: str, prefix: str) -> InvalidArgument:
    return InvalidArgument(f"{text!r} is no ID of form {form}" + (f" with prefix {prefix!r}" if prefix else ""))


def _system(form: str, words: int) -> tuple[str, int]:
    alphabet, of_64, of_128 = _SYSTEMS[form]
    return alphabet, of_64 if words == 1 else of_128


def _to_digits(bits: int, form: str, words: int) -> str:
    if form == "base32-check":
        return _to_digits(bits, "base32", words) + _CHECKS[bits % len(_CHECKS)]
    alphabet, length = _system(form, words)
    digits = []
    for _ in range(length):
        bits, digit = divmod(bits, len(alphabet))
        digits.append(alphabet[digit])
    return "".join(reversed(digits))


def _signed(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


def _to_uuid(bits: int) -> str:
    digits = f"{bits:016x}"
    low = bits & 15
    return f"{digits[:8]}-{digits[8:12]}-8{digits[12:15]}-{8 + (low >> 2):x}{(low & 3) << 2:x}00-{0:012}"


def _read(text: str, form: str) -> int | None:
    if form == "decimal":
        return int(text) if _DECIMAL.fullmatch(text) else None
    if form == "uuid":
        return _from_uuid(text.lower())
    return _from_digits(text, form, 1)


def _from_digits(text: str, form: str, words: int) -> int | None:
    if form == "base32-check":
        read = _from_digits(text[:-1], "base32", words)
        check = None if read is None else _CHECKS[read % len(_CHECKS)]
        return read if check and text[-1] in (check, check.lower()) else None
    length, digits = _system(form, words)[1], _DIGITS[form]
    if len(text) != length or any(each not in digits for each in text):
        return None
    value, base = 0, len(_SYSTEMS[form][0])
    for each in text:
        value = value * base + digits[each]
    return value


def _from_uuid(text: str) -> int | None:
    found = _UUID.fullmatch(text)
    if not found:
        return None
    upper = int("".join(found.group(1, 2, 3)), 16)
    return upper << 4 | (int(found.group(4), 16) & 3) << 2 | int(found.group(5), 16) >> 2
