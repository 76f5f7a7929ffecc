#!/usr/bin/env python3
"""Checks the repository against the rules of CONTRIBUTING.md: check.py [ROOT]. Ends with 1 where one is broken."""
import pathlib
import sys

import rules
import sources


def violations(root):
    """One line for each violation."""
    files = sources.read_all(pathlib.Path(root))
    return [line for rule in rules.ALL for line in rule(files)]


def main(arguments):
    root = arguments[0] if arguments else pathlib.Path(__file__).parents[2]
    found = violations(root)
    for line in found:
        print(line)
    print(f'{len(found)} violations' if found else 'nothing to complain of')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
