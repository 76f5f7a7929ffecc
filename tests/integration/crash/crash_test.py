#!/usr/bin/env python3
"""crash_test.py VESTA: kills a generating `vesta gen` with SIGKILL, again and again, while its clock is set back and forth
by up to an hour between and during the runs, and looks for an ID that was printed twice.

VESTA_CRASHES: kills in all (60). VESTA_CRASH_SEED: to repeat a run; printed in any case."""
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from servers.process import Clock  # noqa: E402 (its folder is known only now)

VESTA = None
CRASHES = int(os.environ.get("VESTA_CRASHES", "60"))
SEED = int(os.environ.get("VESTA_CRASH_SEED", time.time_ns() % 1_000_000))
HOUR = 3600

# Kinds of layouts, ticks and ways to begin after a crash. max-lead lets own time bridge the hours.
CASES = [("vesta", "min-granularity", "wait"), ("vesta", "max-peak", "own-time"), ("snowflake", "", "own-time"),
         ("vesta-2018", "short", "wait")]


class Host:
    """A folder with settings, state, and a clock of its own, as an offset to the real one."""

    def __init__(self, folder, kind, id_type, after):
        self.state = os.path.join(folder, "state")
        self.settings = os.path.join(folder, "vesta.yaml")
        self.clock = Clock(os.path.join(folder, "clock"))
        with open(self.settings, "w", encoding="ascii") as out:
            out.write("machine-id: { property: { id: 5 }, takeover-margin: 0 }\nrest: { enabled: false }\nrpc: { enabled: false }\n"
                      f"generators: {{ default: {{ kind: {kind}, type: '{id_type}' }} }}\n"
                      f"clock: {{ reserve-ahead: 100ms, after-crash: {after}, max-lead: 3h, max-forward: off }}\n"
                      f"state: {{ dir: {self.state} }}\n")

    def environment(self):
        return {**self.clock.environment(), "VESTA_HOST_DIR": self.state + "-host"}

    def start(self):
        return subprocess.Popen([VESTA, "gen", "-n", "1000000000", "-c", self.settings], env=self.environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_and_kill(self, rng, shortest=0.002, jumps=0.2, longest=0.06):
        """Generates for a moment, the clock jumping meanwhile, until it is killed: the whole lines it printed. With another
        `longest`, so long at most, until it has printed some."""
        running = self.start()
        os.set_blocking(running.stdout.fileno(), False)
        printed = bytearray()
        first = longest > 0.06
        until = time.monotonic() + (longest if first else rng.uniform(shortest, longest))
        while time.monotonic() < until and running.poll() is None and not (first and printed):
            if rng.random() < jumps:
                self.clock.set(rng.randint(-HOUR, HOUR))
            printed += running.stdout.read(1 << 20) or b""
            time.sleep(0.002)
        refused = running.poll() is not None
        if not refused:
            running.send_signal(signal.SIGKILL)
        os.set_blocking(running.stdout.fileno(), True)
        rest, complaint = running.communicate()
        if refused and not re.match(rb"vesta: the wall clock is .* behind own time", complaint):
            raise AssertionError(f"vesta gen ended by itself: {complaint.decode()}")
        return (bytes(printed) + rest).rpartition(b"\n")[0].split()


def union_of_runs(folder, case, crashes, rng):
    """How many IDs were printed, and how many of them more than once."""
    host = Host(folder, *case)
    seen = Tally()
    for _ in range(crashes):
        if rng.random() < 0.5:  # else it restarts at once, in the same tick
            host.clock.set(rng.choice([0, rng.randint(-HOUR, 0), rng.randint(0, HOUR)]))
        seen.add(host.run_and_kill(rng))
    host.clock.set(2 * HOUR)  # ahead of every mark: on a busy machine all may have been killed before their first ID
    seen.add(host.run_and_kill(rng, jumps=0, longest=60))
    return seen


def union_of_forgetful_runs(folder, rng):
    """The same on a host that loses its state, and its register of owners, between the runs, all within two seconds or so."""
    host = Host(folder, "vesta", "max-peak", "wait")
    seen = Tally()
    for _ in range(40):
        subprocess.run(["rm", "-rf", host.state, host.state + "-host"], check=True)
        seen.add(host.run_and_kill(rng, shortest=0.05, jumps=0))
    return seen


class Tally:
    """IDs that were printed, and how many of them more than once."""

    def __init__(self):
        self.ids, self.twice = set(), 0

    def add(self, printed):
        before = len(self.ids)
        self.ids.update(printed)
        self.twice += len(printed) - (len(self.ids) - before)


class KilledGenerators(unittest.TestCase):
    def test_print_no_id_twice(self):
        for case in CASES:
            with self.subTest(case=case, seed=SEED), tempfile.TemporaryDirectory() as folder:
                seen = union_of_runs(folder, case, CRASHES // len(CASES), random.Random(f"{SEED}{case}"))
                print(f"{case}: {len(seen.ids)} IDs over {CRASHES // len(CASES)} kills", flush=True)
                self.assertEqual(seen.twice, 0)
                self.assertGreater(len(seen.ids), 0)

    def test_would_be_caught_if_they_did(self):
        """Without the state, restarts within the same second repeat: the check must see it."""
        with tempfile.TemporaryDirectory() as folder:
            self.assertGreater(union_of_forgetful_runs(folder, random.Random(SEED)).twice, 0)


if __name__ == "__main__":
    VESTA = sys.argv.pop(1)
    print(f"seed {SEED}", flush=True)
    unittest.main()
