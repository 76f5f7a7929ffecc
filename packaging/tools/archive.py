#!/usr/bin/env python3
"""Writes a folder as an archive that is the same for the same files: archive.py FOLDER ARCHIVE.tar.gz [--below NAME].

Sorted, owned by root, dated SOURCE_DATE_EPOCH, with no more rights than the owner's bits tell.
"""
import argparse
import gzip
import os
import pathlib
import tarfile


def epoch():
    return int(os.environ["SOURCE_DATE_EPOCH"])


def add_all(archive, root, below="", owner_of=lambda path: 0):
    """Adds what is in the folder; owner_of gives the user and group of a path."""
    for path in sorted(root.rglob("*")):
        entry = archive.gettarinfo(path, str(below / path.relative_to(root)))
        entry.uid = entry.gid = owner_of(str(path.relative_to(root)))
        entry.uname = entry.gname = ""
        entry.mtime = epoch()
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        if entry.isfile():
            with open(path, "rb") as file:
                archive.addfile(entry, file)
        else:
            archive.addfile(entry)


def write(root, to, below="", owner_of=lambda path: 0):
    """Compressed by gzip."""
    with open(to, "wb") as file, gzip.GzipFile("", "wb", 9, file, epoch()) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        add_all(archive, pathlib.Path(root), pathlib.PurePath(below), owner_of)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder")
    arguments.add_argument("archive")
    arguments.add_argument("--below", default="")
    given = arguments.parse_args()
    write(given.folder, given.archive, given.below)
