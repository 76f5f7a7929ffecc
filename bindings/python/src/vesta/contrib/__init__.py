"""Vesta in frameworks, and what they share: what each process opens where it is first used."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from .._generator import Generator

Opened = TypeVar("Opened")


class PerProcess(Generic[Opened]):
    """What each process opens for itself when it first asks: for servers that fork once all is imported."""

    def __init__(self, open: Callable[[], Opened]) -> None:
        self._open = open
        self._made: tuple[int, Opened] | None = None
        self._renew_lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._renew_lock)

    def _renew_lock(self) -> None:
        self._opening = threading.Lock()  # the child's may be held by a thread that it does not have

    def get(self) -> Opened:
        made = self._made
        if made is None or made[0] != os.getpid():
            with self._opening:
                made = self._made
                if made is None or made[0] != os.getpid():
                    self._made = made = (os.getpid(), self._open())
        return made[1]


class lazy:
    """Makes IDs from a generator that each process opens when it first asks: for models that are imported before there
    may be one.

    orders = lazy(lambda: vesta.connect("10.0.0.1:6399").generator(prefetch=100))
    orders()        # an ID
    """

    def __init__(self, open: Callable[[], Generator]) -> None:
        self._opened = PerProcess(open)

    def generator(self) -> Generator:
        return self._opened.get()

    def __call__(self) -> int:
        return self.generator().next()
