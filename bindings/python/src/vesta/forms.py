"""IDs as text, for columns, URLs and JavaScript, which rounds integers above 2^53 (docs/text-forms.md).

Each form but `decimal` has one length, and sorts as the IDs do. Reading is strict.
"""

from __future__ import annotations

import re

from .errors import InvalidArgument

_SYSTEMS = {
    "hex": ("0123456789abcdef", 16),
    "base32": ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
    "base58": ("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11),
    "base62": ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11),
}
_DIGITS = {form: {digit: value for value, digit in enumerate(system[0])} for form, system in _SYSTEMS.items()}
_DIGITS["hex"].update({digit.upper(): value for digit, value in list(_DIGITS["hex"].items())})
_DIGITS["base32"].update({digit.lower(): value for digit, value in list(_DIGITS["base32"].items())})
_DIGITS["base32"].update({"I": 1, "i": 1, "L": 1, "l": 1, "O": 0, "o": 0})
_UUID = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab])([048c])00-0{12}")
_DECIMAL = re.compile(r"0|-?[1-9][0-9]{0,19}")

#: The names of the forms.
FORMS = ("decimal", *_SYSTEMS, "uuid")
_MASK = 2**64 - 1


def to_text(value: int, form: str, prefix: str = "") -> str:
    """The ID as text of that form, after `prefix`.

    >>> to_text(2708777873275093023, "base58", "order_")
    'order_7HguNTGGfm8'
    """
    if not -(2**63) <= value <= _MASK:
        raise InvalidArgument(f"{value} is no ID; an ID has 64 bits")
    if form == "decimal":
        return prefix + str(_signed(value))
    if form == "uuid":
        return prefix + _to_uuid(value & _MASK)
    if form not in _SYSTEMS:
        raise InvalidArgument(f"there is no form '{form}'; there are {', '.join(FORMS)}")
    alphabet, length = _SYSTEMS[form]
    left, digits = value & _MASK, []
    for _ in range(length):
        left, digit = divmod(left, len(alphabet))
        digits.append(alphabet[digit])
    return prefix + "".join(reversed(digits))


def from_text(text: str, form: str, prefix: str = "") -> int:
    """The ID in a text that `to_text` made with the same form and prefix.

    >>> from_text("order_7HguNTGGfm8", "base58", "order_")
    2708777873275093023
    """
    if form not in FORMS:
        raise InvalidArgument(f"there is no form '{form}'; there are {', '.join(FORMS)}")
    read = _read(text[len(prefix) :], form) if text.startswith(prefix) else None
    if read is None or not -(2**63) <= read <= _MASK:
        raise InvalidArgument(f"{text!r} is no ID of form {form}" + (f" with prefix {prefix!r}" if prefix else ""))
    return _signed(read)


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
    length, digits = _SYSTEMS[form][1], _DIGITS[form]
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
