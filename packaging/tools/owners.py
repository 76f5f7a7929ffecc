#!/usr/bin/env python3
"""The Debian packages that files came with: owners.py <LIST-OF-FILES, one package a line."""
import os
import subprocess
import sys


def owners(files):
    """dpkg knows some files below /lib and others below /usr/lib, which is the same folder."""
    real = sorted({os.path.realpath(each) for each in files})
    places = {place for each in real for place in (each, each.removeprefix("/usr"))}
    told = subprocess.run(["dpkg", "-S", *sorted(places)], capture_output=True, text=True, check=False).stdout
    owner = {path: names.split(":")[0] for names, path in (line.rsplit(": ", 1) for line in told.splitlines())}
    unknown = [each for each in real if each not in owner and each.removeprefix("/usr") not in owner]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: came with no Debian package")
    return sorted(set(owner.values()))


if __name__ == "__main__":
    print("\n".join(owners(sys.stdin.read().split())))
