"""Writes vesta/_abi.py, cffi's view of the C header: run by setup.py. No compiler takes part."""

import pathlib
import re

import cffi

HEADER = pathlib.Path(__file__).parent / "src/vesta/_native/vesta.h"


def declarations(header: str) -> str:
    """What is left of the header without comments, the preprocessor's lines, and C++."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    return re.sub(r'extern "C" \{|\}\s*$', "", text).replace("VESTA_API ", "")


ffi = cffi.FFI()
ffi.set_source("vesta._abi", None)
if HEADER.exists():
    ffi.cdef(declarations(HEADER.read_text(encoding="utf-8")))
