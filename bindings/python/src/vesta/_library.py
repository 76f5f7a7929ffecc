"""libvesta.so, which comes with this package."""

from __future__ import annotations

import os
import pathlib
from typing import Any

from . import errors
from ._abi import ffi

#: VESTA_LIBRARY names another build of the library.
_FILE = pathlib.Path(os.environ.get("VESTA_LIBRARY", pathlib.Path(__file__).parent / "_native" / "libvesta.so"))

#: The C functions.
lib: Any = ffi.dlopen(str(_FILE))

#: The clients of stores, which libvesta.so loads from beside itself.
STORES = _FILE.with_name(f"libvesta-stores-{ffi.string(lib.vesta_version()).decode()}.so")


def failure(code: int) -> errors.VestaError:
    """The error of this thread's last call."""
    return errors.from_code(code, ffi.string(lib.vesta_last_error()).decode(), lib.vesta_retry_after_ms())


def last_failure() -> errors.VestaError:
    """The same after a function that returned NULL."""
    return failure(lib.vesta_last_error_code())


def check(code: int) -> None:
    if code != 0:
        raise failure(code)


def version() -> str:
    """The version of the library."""
    return str(ffi.string(lib.vesta_version()).decode())


def bytes_or_null(text: str | None) -> Any:
    return ffi.NULL if text is None else text.encode()
