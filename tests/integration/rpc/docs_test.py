#!/usr/bin/env python3
"""Runs every example of docs/rpc-protocol.md through redis-cli and compares what it prints with what the page says.

    docs_test.py SERVER PAGE

SERVER is rpc_test_server; PAGE the document. Numbers of 16 digits and more differ from run to run unless the command
holds them; they are compared as <id>.
"""

import re
import subprocess
import sys

MARK = "---end-of-answer---"
PROMPT = "127.0.0.1:6399> "


def examples(page):
    """The blocks of the page, each a list of (command, lines of its answer)."""
    for block in re.findall(r"^```redis\n(.*?)^```$", page, re.S | re.M):
        pairs = []
        for line in block.splitlines():
            if line.startswith(PROMPT):
                pairs.append((line[len(PROMPT):], []))
            else:
                pairs[-1][1].append(line)
        yield pairs


def plain(line, command):
    return re.sub(r"\d{16,}", lambda found: found[0] if found[0] in command else "<id>", line).rstrip()


def ask(port, commands):
    """What redis-cli prints for each of the commands, on one connection."""
    script = "".join(f"{each}\nECHO {MARK}\n" for each in commands)
    shown = subprocess.run(["redis-cli", "--no-raw", "-p", port], input=script, text=True, capture_output=True, check=True)
    answers = [[]]
    for line in shown.stdout.splitlines():
        if line == f'"{MARK}"':
            answers.append([])
        elif line:
            answers[-1].append(line)
    return answers[:-1]


def check(port, page):
    asked = failed = 0
    for block in examples(page):
        got = ask(port, [command for command, _ in block])
        for (command, expected), answer in zip(block, got, strict=True):
            asked += 1
            fixed = [plain(line, command) for line in expected]
            if command.startswith(("MAKEID", "EXPID")):
                fixed, answer = expected, answer
            else:
                answer = [plain(line, command) for line in answer]
            if fixed != answer:
                failed += 1
                print(f"{command}\n  the page says {fixed}\n  redis-cli says {answer}")
    print(f"{asked} examples, {failed} wrong")
    return asked > 20 and failed == 0


def main():
    server, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        page = file.read()
    with subprocess.Popen([server], stdout=subprocess.PIPE, text=True) as running:
        port = running.stdout.readline().rsplit(":", 1)[1].strip()
        good = check(port, page)
        running.terminate()
        good = running.wait() == 0 and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
