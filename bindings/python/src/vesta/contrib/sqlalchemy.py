"""Primary keys for SQLAlchemy 2.

orders = lazy(lambda: vesta.connect("10.0.0.1:6399").generator(prefetch=100))

class Order(Base):
    id: Mapped[int] = primary_key(orders)
    public: Mapped[str] = mapped_column(TextId("base58", "order_"), default=orders)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import MappedColumn, mapped_column
from sqlalchemy.types import TypeDecorator

from .. import forms


def primary_key(make: Callable[[], int], **options: Any) -> MappedColumn[int]:
    """A BIGINT primary key that `make` fills: a `lazy`, or a generator's `next`."""
    return mapped_column(BigInteger, primary_key=True, autoincrement=False, default=lambda: make(), **options)


class TextId(TypeDecorator[str]):
    """A BIGINT in the database, text of a form in the program. Takes both, gives text."""

    impl = BigInteger
    cache_ok = True

    def __init__(self, form: str, prefix: str = "") -> None:
        super().__init__()
        self.form, self.prefix = form, prefix

    def process_bind_param(self, value: Any, dialect: Dialect) -> int | None:
        return forms.from_text(value, self.form, self.prefix) if isinstance(value, str) else value

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else forms.to_text(value, self.form, self.prefix)
