#!/usr/bin/env python3
"""Runs every ```console example of docs/segments.md in a folder with the default settings, and compares what it prints.

    docs_test.py VESTA PAGE SETTINGS

The server of the examples runs on free ports, which take the place of the usual ones.
"""
import os
import re
import subprocess
import sys
import tempfile

TIMEOUT = 60


def examples(page):
    """Each command, and the lines that it prints."""
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, answer = part.partition("\n")
            yield command, answer.splitlines()


def read_ports(server):
    ports = {}
    while len(ports) < 2:
        line = server.stderr.readline()
        if not line:
            sys.exit("the server ended")
        for name, pattern in (("6399", r"RPC on 127.0.0.1:(\d+)"), ("8080", r"REST on http://127.0.0.1:(\d+)")):
            if found := re.search(pattern, line):
                ports[name] = found[1]
    return ports


def main(program, page, settings):
    with open(page, encoding="utf-8") as file:
        all_examples = list(examples(file.read()))
    with open(settings, encoding="utf-8") as file:
        text = re.sub(r"(127.0.0.1:)(8080|6399)", r"\g<1>0", file.read())
    environment = {key: value for key, value in os.environ.items() if not key.startswith("VESTA_")}
    program = os.path.abspath(program)
    environment["PATH"] = os.path.dirname(program) + ":" + environment["PATH"]
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="vesta-docs-") as folder:
        os.mkdir(os.path.join(folder, "conf"))
        environment["VESTA_HOST_DIR"] = os.path.join(folder, "host")
        with open(os.path.join(folder, "conf", "vesta.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        server, ports = None, {}
        try:
            for command, expected in all_examples:
                if server is None and not command.startswith("vesta"):
                    server = subprocess.Popen([program, "serve"], cwd=folder, env=environment, text=True,
                                              stderr=subprocess.PIPE)
                    ports = read_ports(server)
                run = command.replace("redis-cli", "redis-cli --no-raw").replace("curl", "curl -sS")
                run = re.sub(r"\b(8080|6399)\b", lambda found: ports[found[0]], run)
                ran = subprocess.run(["bash", "-c", run], cwd=folder, env=environment, text=True, capture_output=True,
                                     timeout=TIMEOUT, check=False)
                if (ran.stdout + ran.stderr).splitlines() != expected:
                    wrong += 1
                    print(f"$ {command}\nsays  {(ran.stdout + ran.stderr).splitlines()}\nand not {expected}")
        finally:
            if server is not None:
                server.terminate()
                server.wait(TIMEOUT)
                server.stderr.close()
    print(f"{len(all_examples)} examples, {wrong} wrong")
    return 1 if wrong or len(all_examples) < 8 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
