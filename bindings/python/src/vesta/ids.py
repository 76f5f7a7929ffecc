"""The one interface of embedded and remote generators."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

from ._generator import Generator, Source, make_generator

Self = TypeVar("Self", bound="Ids")


class Ids(ABC):
    """Generators by name: `Vesta` within this process, `Remote` at RPC servers. Close it, or use `with`."""

    @abstractmethod
    def source(self, name: str, tag: str | None, app: int | None, gate_pass: str | None) -> Source:
        """Where a generator's IDs come from."""

    def generator(
        self,
        name: str = "default",
        *,
        tag: str | None = None,
        app: int | None = None,
        gate_pass: str | None = None,
        prefetch: int = 0,
        max_age: float = 0.5,
    ) -> Generator:
        """A generator; of a segment generator the numbers of `tag`, of a sharded one the IDs of `app` and `gate_pass`.

        With `prefetch`, up to that many IDs at once are reserved and handed out from memory. Each may then be up to
        `max_age` seconds old, and those that are not used are gaps.
        """
        return make_generator(self.source(name, tag, app, gate_pass), prefetch, max_age)

    @abstractmethod
    def close(self) -> None:
        """Gives back unused time and numbers, or closes connections. Its generators then raise `Closed`."""

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()
