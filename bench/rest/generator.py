"""What the generator alone costs, called from here through the C interface."""
import ctypes
import os
import time

LIBRARY = "build/release/lib/libvesta.so.0"
CALLS = 20_000


class Generator:
    """Opened by `with`, on settings of its own."""

    def __init__(self, settings):
        self.settings = settings
        self.library = ctypes.CDLL(os.path.abspath(LIBRARY))
        self.library.vesta_open_text.restype = ctypes.c_void_p
        self.library.vesta_last_error.restype = ctypes.c_char_p

    def __enter__(self):
        opened = self.library.vesta_open_text(self.settings.encode())
        if not opened:
            raise RuntimeError(self.library.vesta_last_error().decode())
        self.ids = ctypes.c_void_p(opened)
        return self

    def __exit__(self, *_):
        self.library.vesta_close(self.ids)

    def ns_per_id(self, count):
        """CPU time of one ID in calls for `count` of them. Python's part of the call is in it: the cost is below this."""
        out, size = (ctypes.c_int64 * count)(), ctypes.c_size_t(count)
        begin = time.thread_time_ns()
        for _ in range(CALLS):
            if self.library.vesta_next_many(self.ids, None, out, size) != 0:
                raise RuntimeError(self.library.vesta_last_error().decode())
        return (time.thread_time_ns() - begin) / CALLS / count
