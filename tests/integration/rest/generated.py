#!/usr/bin/env python3
"""Programs with clients that were generated from /openapi.json, against `vesta serve`. scripts/clients runs this.

    generated.py VESTA SETTINGS --document FILE                  writes the document, which generators read
    generated.py VESTA SETTINGS NAME COMMAND... -- NAME COMMAND...

SETTINGS is conf/vesta.yaml. A command gets the server's URL as its last argument, and ends with 0 if all is well.
"""
import subprocess
import sys
import tempfile

from serve import Serve


def programs(words):
    """(name, command) of each."""
    while words:
        end = words.index("--") if "--" in words else len(words)
        yield words[0], words[1:end]
        words = words[end + 1:]


def run(server, words):
    failed = 0
    for name, command in programs(words):
        done = subprocess.run([*command, f"http://127.0.0.1:{server.port}"], capture_output=True, text=True, timeout=120, check=False)
        print(f"{name}: {'fine' if done.returncode == 0 else 'failed'}{done.stdout}{done.stderr}")
        failed += done.returncode != 0
    return failed


def main(program, settings, *words):
    with open(settings, encoding="utf-8") as file:
        text = file.read().replace("../var", "./var")
    with tempfile.TemporaryDirectory(prefix="vesta-rest-") as folder, Serve(program, folder, text) as server:
        if words[0] == "--document":
            with open(words[1], "w", encoding="utf-8") as file:
                file.write(server.ask("/openapi.json").text)
            sys.exit(0)
        sys.exit(1 if run(server, list(words)) else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
