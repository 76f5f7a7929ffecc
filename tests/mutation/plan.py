"""Which mutations there are, and which of them a run takes."""
import collections
import random
import subprocess

import equivalent
import named
import operators
import rooms


def all_of(root):
    """(mutations, known equivalents with their reasons, names of mutations that are gone)."""
    listed = subprocess.run(['git', '-C', root, 'ls-files', '--cached', '--others', '--exclude-standard'], check=True,
                            capture_output=True, text=True).stdout.split('\n')
    paths = sorted(path for path in listed if rooms.is_mutated(path) and (root / path).is_file())
    found, same, present = [], [], set()
    for path in paths:
        source = (root / path).read_text()
        by_name, there = named.of_source(path, source)
        present |= there
        for each in [*by_name, *operators.of_source(path, source)]:
            reason = equivalent.reason(each)
            if reason:
                same.append((each, reason))
            else:
                found.append(each)
    return found, same, [name for name, *_ in named.NAMED if name not in present]


def select(found, seed, count, only=None):
    """All that are named, and of the rest so many that each file has its share and the same seed takes the same ones.

    A file's share grows with the root of how many there are: the small files are those in which each line counts."""
    chosen = [each for each in found if only is None or only in each.path]
    if count is None:
        return chosen
    taken = [each for each in chosen if each.operator == 'named']
    by_file = collections.defaultdict(list)
    for each in chosen:
        if each.operator != 'named':
            by_file[each.path].append(each)
    for path, some in by_file.items():
        # By key, so that a line that moved, or another file that grew, changes nothing about what is taken of this one.
        some.sort(key=lambda each: random.Random(f'{seed} {each.key}').random())
    weights = {path: len(some) ** 0.5 for path, some in by_file.items()}
    wanted = max(0, count - len(taken))
    total = sum(weights.values()) or 1
    for path, some in by_file.items():
        taken += some[:max(1, round(wanted * weights[path] / total))]
    return sorted(taken, key=lambda each: (each.path, each.start, each.key))
