#!/usr/bin/env python3
"""Mutates the code that carries uniqueness and order, and sees whether the tests that need no server notice.

  scripts/mutate                       the run that counts: 220 mutations, two workers, under an hour
  scripts/mutate --only segment/       those of files whose path has that in it
  scripts/mutate --count 60 --seed 7   fewer, or others; --count 0 takes all there are
  scripts/mutate --list                only says which they would be
  scripts/mutate --again               tries those once more that survived; --fresh forgets what was found out so far
  scripts/mutate KEY...                these ones, and says what was tested

What was found out is kept in build/mutation/results.jsonl, so that a run that was stopped goes on where it was. Ends with 0
where at least 98 of 100 were found and every survivor is explained in tests/mutation/survivors.md, else with 1."""
import argparse
import concurrent.futures
import json
import pathlib
import queue
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'repository')]

import plan  # noqa: E402
import rooms  # noqa: E402
import workshop  # noqa: E402

ENOUGH = 98  # of 100
FOUND = {'found', 'hangs'}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('keys', nargs='*')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=220)
    parser.add_argument('--only')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--again', action='store_true')
    parser.add_argument('--fresh', action='store_true')
    parser.add_argument('--minutes', type=float, help='stop after so long; the next run goes on')
    return parser.parse_args()


class Results:
    """What was found out so far, a line each."""

    def __init__(self, path):
        self.path, self.guard, self.by_key = path, threading.Lock(), {}
        if path.exists():
            for line in path.read_text().splitlines():
                one = json.loads(line)
                self.by_key[one['key']] = one

    def add(self, mutation, verdict, by, took):
        one = {'key': mutation.key, 'verdict': verdict, 'by': by, 'took': round(took, 1), 'file': mutation.path,
               'operator': mutation.operator, 'change': f'{mutation.before} => {mutation.after}'}
        with self.guard:
            self.by_key[mutation.key] = one
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open('a') as out:
                out.write(json.dumps(one) + '\n')
        return one


def shown(mutation):
    return f'{mutation.key} {mutation.path}:{mutation.line} {mutation.operator}: {mutation.before} => {mutation.after}'


class Run:
    """The workers, and the files whose mutations they share: a file's belong together, since it is built anew for each."""

    def __init__(self, root, folder, results, wanted, minutes):
        self.root, self.folder, self.results = root, folder, results
        self.until = time.monotonic() + minutes * 60 if minutes else None
        self.done, self.wanted, self.guard = 0, len(wanted), threading.Lock()
        self.failed = None
        self.files = queue.SimpleQueue()
        by_file = {}
        for each in wanted:
            by_file.setdefault(each.path, []).append(each)
        self.programs = sorted({name for path in by_file for name in rooms.programs_for(path)})
        for some in sorted(by_file.values(), key=len, reverse=True):
            self.files.put(some)

    def work(self, number):
        try:
            shop = workshop.Workshop(self.root, self.folder / f'worker-{number}')
            shop.sync()
            shop.configure()
            shop.limits = shop.prepare(self.programs)
            while True:
                self.mutate(shop, self.files.get_nowait())
        except queue.Empty:
            pass
        except workshop.Trouble as trouble:
            self.failed = trouble

    def mutate(self, shop, some):
        programs = [each for each in rooms.programs_for(some[0].path) if each in shop.limits]
        programs.sort(key=shop.limits.get)
        for mutation in some:
            if self.failed or (self.until and time.monotonic() > self.until):
                return
            began = time.monotonic()
            verdict, by = shop.judge(mutation, programs)
            one = self.results.add(mutation, verdict, by, time.monotonic() - began)
            with self.guard:
                self.done += 1
                print(f'[{self.done}/{self.wanted}] {verdict} in {one["took"]} s{f" by {by}" if by else ""}: {shown(mutation)}', flush=True)

    def all(self, workers):
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            list(pool.map(self.work, range(1, workers + 1)))
        if self.failed:
            sys.exit(f'scripts/mutate: {self.failed}')


def explained():
    """The keys of the survivors that survivors.md speaks of."""
    path = HERE / 'survivors.md'
    return set(path.read_text().split('`')[1::2]) if path.exists() else set()


def summary(chosen, results, same, gone):
    """Prints it; whether all is well."""
    known = [(each, results.by_key[each.key]) for each in chosen if each.key in results.by_key]
    judged = [(each, one) for each, one in known if one['verdict'] in FOUND | {'survived'}]
    survived = [each for each, one in judged if one['verdict'] == 'survived']
    found = len(judged) - len(survived)
    for each in survived:
        print(f'survived{"" if each.key in explained() else ", not explained"}: {shown(each)}')
    for name in gone:
        print(f'gone from the source; move it along in tests/mutation/named.py: {name}')
    share = 100 * found / len(judged) if judged else 0
    print(f'{len(chosen)} mutations: {found} found, {len(survived)} survived, {len(known) - len(judged)} did not compile, '
          f'{len(chosen) - len(known)} not tried; {share:.1f} % found; apart from {len(same)} that are known to change nothing')
    return not gone and len(known) == len(chosen) and share >= ENOUGH and all(each.key in explained() for each in survived)


def main():
    args = arguments()
    root = HERE.parent.parent
    found, same, gone = plan.all_of(root)
    if args.keys:
        chosen = [each for each in [*found, *(one for one, _ in same)] if each.key in args.keys]
    else:
        chosen = plan.select(found, args.seed, args.count or None, args.only)
    if args.list:
        print('\n'.join(map(shown, chosen)))
        return 0
    folder = root / 'build' / 'mutation'
    results = Results(folder / 'results.jsonl')
    if args.fresh:
        results.path.unlink(missing_ok=True)
        results.by_key.clear()
    repeat = {key for key, one in results.by_key.items() if one['verdict'] == 'survived'} if args.again else set(args.keys)
    wanted = [each for each in chosen if each.key not in results.by_key or each.key in repeat]
    if wanted:
        Run(root, folder, results, wanted, args.minutes).all(args.workers)
    return 0 if summary(chosen, results, same, gone) else 1


if __name__ == '__main__':
    sys.exit(main())
