"""Prints an ID."""

import vesta

with vesta.open("first.yaml") as ids:
    print(ids.generator().next())
