#!/usr/bin/env python3
"""Runs every `curl` of the pages against `vesta serve` and compares what it prints with what the page says.

    docs_test.py VESTA SETTINGS PAGE...

SETTINGS is conf/vesta.yaml. What differs from run to run is compared by its form: IDs that the command does not hold, and dates.
"""
import re
import subprocess
import sys
import tempfile

from serve import Serve

ADDRESS = "127.0.0.1:8080"


def examples(page):
    """(command, what it prints) of every code block."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, printed = part.partition("\n")
            if not language and command.startswith("curl "):
                yield command, printed


def plain(text, command):
    text = re.sub(r"\d{16,}", lambda found: found[0] if found[0] in command else "<id>", text)
    return re.sub(r"^Date: .* GMT$", "Date: <date>", text.replace("\r", ""), flags=re.M).rstrip("\n")


def run(command, server):
    """What it prints. The answer is held against the OpenAPI document besides."""
    head = f"{server.folder}/head"
    local = command.replace(ADDRESS, f"127.0.0.1:{server.port}").replace("curl ", f"curl -s -D {head} ", 1)
    printed = subprocess.run(["bash", "-c", local], text=True, capture_output=True, check=True).stdout
    with open(head, encoding="ascii", newline="") as file:
        status, *lines = file.read().split("\r\n")
    fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines if line)}
    content = printed.split("\n\n", 1)[1] if re.search("curl.* -i", command) else printed
    server.document.check(method(command), target(command), int(status.split(" ")[1]), fields, content.encode())
    return printed.replace(f"127.0.0.1:{server.port}", ADDRESS)


def method(command):
    named = re.search(r"-X (\w+)", command)
    return named[1] if named else "POST" if " -d " in command else "GET"


def target(command):
    return re.search(rf"{ADDRESS}([^\s']*)", command)[1]


def main(program, settings, pages):
    asked = wrong = 0
    with open(settings, encoding="utf-8") as file:
        text = file.read().replace("../var", "./var")  # its folder is the one of the settings here
    with tempfile.TemporaryDirectory(prefix="vesta-rest-") as folder, Serve(program, folder, text) as server:
        for path in pages:
            with open(path, encoding="utf-8") as file:
                page = file.read()
            for command, said in examples(page):
                asked += 1
                printed = run(command, server)
                if plain(said, command) != plain(printed, command):
                    wrong += 1
                    print(f"{path}: {command}\n  the page says {said!r}\n  curl says     {printed!r}")
        stopped = server.stop()
    print(f"{asked} examples, {wrong} wrong; the server ended with {stopped}")
    return 0 if asked >= 20 and wrong == 0 and stopped == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
