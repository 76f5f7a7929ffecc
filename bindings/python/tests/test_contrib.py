"""Frameworks."""

import pytest

import vesta
from vesta.contrib import lazy


def test_sqlalchemy_fills_primary_keys(embedded):
    sqlalchemy = pytest.importorskip("sqlalchemy")
    from sqlalchemy.orm import DeclarativeBase, Session, mapped_column

    from vesta.contrib.sqlalchemy import TextId, primary_key

    generator = embedded.generator()
    opened = []

    class Base(DeclarativeBase):
        pass

    class Order(Base):
        __tablename__ = "orders"
        id = primary_key(lazy(lambda: opened.append(1) or generator))
        public = mapped_column(TextId("base58", "order_"), default=generator.next)

    assert not opened
    engine = sqlalchemy.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        first, second = Order(), Order()
        session.add_all([first, second])
        session.commit()
        assert first.id != second.id and generator.explain(first.id).machine == 1 and opened == [1]
        assert first.public.startswith("order_") and len(first.public) == 17
        found = session.scalars(sqlalchemy.select(Order).where(Order.public == second.public)).one()
        assert found is second


def test_django_fills_a_field(server):
    django = pytest.importorskip("django")
    from django.conf import settings

    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        VESTA={"servers": server.address, "prefetch": 10},
    )
    django.setup()
    from django.db import connection, models

    from vesta.contrib.django import VestaField

    class Order(models.Model):
        id = VestaField(primary_key=True)
        peak = VestaField(generator="peak")

        class Meta:
            app_label = "shop"

    with connection.schema_editor() as editor:
        editor.create_model(Order)
    made = [Order.objects.create() for _ in range(30)]
    assert len({order.id for order in made} | {order.peak for order in made}) == 60
    _, path, args, options = Order._meta.get_field("peak").deconstruct()
    assert (path, args, options) == ("vesta.contrib.django.VestaField", [], {"generator": "peak"})


def test_lazy_opens_once(embedded):
    made = []
    ids = lazy(lambda: made.append(1) or embedded.generator())
    assert ids() != ids() and made == [1]
    assert isinstance(ids.generator(), vesta.Generator)
