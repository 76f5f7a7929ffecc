"""A field for Django's models.

VESTA = {"servers": "10.0.0.1:6399,10.0.0.2:6399", "prefetch": 100}      # settings.py
VESTA = {"settings": "/etc/vesta/vesta.yaml"}                            # or within each process

class Order(models.Model):
    id = VestaField(primary_key=True)
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import models

from .. import Ids, Vesta, connect
from . import PerProcess, lazy


def open_ids() -> Ids:
    """What settings.VESTA names."""
    given = dict(getattr(settings, "VESTA", {}))
    given.pop("prefetch", None)
    if "servers" in given:
        return connect(**given)
    if "settings" in given:
        return Vesta.open(given["settings"])
    raise ImproperlyConfigured("settings.VESTA needs 'servers' (host:port,...) or 'settings' (a file)")


#: One for each process, for all fields.
_ids = PerProcess(open_ids)


class VestaField(models.BigIntegerField):
    """A BIGINT that a generator fills where no value is given."""

    def __init__(self, *args: Any, generator: str = "default", tag: str | None = None, **options: Any) -> None:
        self.generator_name, self.tag = generator, tag
        self._explicit_default = "default" in options
        if not self._explicit_default:
            options["default"] = lazy(self._open)
        options.setdefault("editable", False)
        super().__init__(*args, **options)

    def _open(self) -> Any:
        prefetch = getattr(settings, "VESTA", {}).get("prefetch", 0)
        return _ids.get().generator(self.generator_name, tag=self.tag, prefetch=prefetch)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        if not self._explicit_default:
            options.pop("default", None)
        if options.get("editable") is False:
            del options["editable"]
        if self.generator_name != "default":
            options["generator"] = self.generator_name
        if self.tag is not None:
            options["tag"] = self.tag
        return name, path, args, options
