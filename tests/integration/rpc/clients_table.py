#!/usr/bin/env python3
"""The tables of clients in docs/rpc-protocol.md, made of what was recorded from them (clients.json).

    clients_table.py PAGE            writes them
    clients_table.py --check PAGE    fails where the page has others
"""
import json
import os
import sys

BEGIN, END = "<!-- clients: `scripts/clients` writes this -->\n", "<!-- end of clients -->\n"
NUMBERS = ["incr", "incrby", "get", "exists", "pipelined", "multi"]


def row(*cells):
    return "| " + " | ".join(cells) + " |\n"


def table(heads, rows):
    return row(*heads) + "|" + "---|" * len(heads) + "\n" + "".join(rows)


def code(words):
    return ", ".join(f"`{each}`" for each in words) or "nothing"


def of(right, count):
    return f"{right:,} of {count:,}"


def client(name, facts):
    missing = ", ".join(f"`{each.upper()}`" for each in NUMBERS if each not in facts["does"])
    return row(name, code(facts["connecting"]), str(facts["resp"]), facts["answers"], f"all but {missing}" if missing else "all",
               facts["restart"], facts["option"] or "nothing", of(facts["different"], facts["ids"]))


def clients(known, clustered):
    return table(
        ("client", "sends on connecting", "RESP", "`GENID` gives", "`INCR` `INCRBY` `GET` `EXISTS`, pipelines, `MULTI`",
         "after a restart", "needs", "different IDs"),
        (client(name, facts) for name, facts in known.items() if facts.get("cluster", False) == clustered))


def rounding(name, facts):
    found = dict(facts["integers"])
    count = found.pop("count")
    default, text = found.pop("default"), found.pop("text")
    return row(name, of(default, count), " ".join(f"`{way}`: {of(right, count)}" for way, right in found.items()) or "there is none",
               of(text, count))


def block(known):
    return BEGIN + "\n" + clients(known, False) + "\n" + (
        "Their clients for clusters, to which one server is a [cluster](#cluster) of one node:\n\n") + clients(known, True) + "\n" + (
        "Where a server sends integers to all (`rpc.ids: integer`), that many IDs arrive in JavaScript as they were sent:\n\n") + table(
        ("client", "default options", "its option", "`GENID AS text`"),
        (rounding(name, facts) for name, facts in known.items() if "integers" in facts)) + "\n" + END


def main(*words):
    page = words[-1]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "clients.json"), encoding="utf-8") as file:
        made = block(json.load(file))
    with open(page, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    if words[0] != "--check":
        with open(page, "w", encoding="utf-8") as file:
            file.write(before + made + after)
    elif text != before + made + after:
        sys.exit(f"{page} has other tables of clients than clients.json gives; run clients_table.py {page}")
    print("1 page of clients")


if __name__ == "__main__":
    main(*sys.argv[1:])
