#!/usr/bin/env python3
"""The same from Python, through ctypes: vesta_example.py [settings file]. Set LD_LIBRARY_PATH if libvesta.so is not
where the loader looks."""
import ctypes
import sys


class Fields(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("version", "type", "gen_method", "machine", "time", "seq")]
    _fields_.append(("unix_ms", ctypes.c_int64))


class Vesta:
    """IDs from a settings file; use it in a `with` statement, so that what was not used is given back."""

    def __init__(self, settings_file):
        self._library = ctypes.CDLL("libvesta.so.0")
        self._library.vesta_open.restype = ctypes.c_void_p
        self._library.vesta_last_error.restype = ctypes.c_char_p
        self._ids = self._library.vesta_open(settings_file.encode())
        if not self._ids:
            raise self._failure()
        self._ids = ctypes.c_void_p(self._ids)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._check(self._library.vesta_close(self._ids))

    def next(self, count, generator=None):
        out = (ctypes.c_int64 * count)()
        name = generator.encode() if generator else None
        self._check(self._library.vesta_next_many(self._ids, name, out, ctypes.c_size_t(count)))
        return list(out)

    def explain(self, value):
        parts = Fields()
        self._check(self._library.vesta_explain(self._ids, None, ctypes.c_int64(value), ctypes.byref(parts)))
        return parts

    def _failure(self):
        return RuntimeError(self._library.vesta_last_error().decode())

    def _check(self, code):
        if code != 0:
            raise self._failure()


def main():
    with Vesta(sys.argv[1] if len(sys.argv) > 1 else "conf/vesta.yaml") as ids:
        one = ids.next(1)[0]
        print("one:   ", one)
        many = ids.next(1000)
        print("batch: ", many[0], "to", many[-1])
        parts = ids.explain(one)
        print("made:   at", parts.unix_ms, "ms by machine", parts.machine)


if __name__ == "__main__":
    main()
