#!/usr/bin/env python3
"""A server whose wall clock is ten years ahead for a while (U8). clock_test.py VESTA"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

import program
import rest
from serve import Serve
from servers.process import Clock  # noqa: E402 (its folder is known only now)

TEN_YEARS = 3652 * 86400


class AClockFarAhead(program.ProgramTest):
    def setUp(self):
        folder = self.folder()
        self.clock = Clock(f"{folder}/clock")
        self.server = Serve(rest.PROGRAM, folder, program.SETTINGS, "threads: 1")
        self.server.environment |= {name: value for name, value in self.clock.environment().items() if "FAKETIME" in name or
                                    name == "LD_PRELOAD"}
        self.enterContext(self.server)

    def next_id(self):
        answer = self.server.ask("/genid")
        self.assertEqual(answer.status, 200, answer.text)
        return int(answer.text)

    def second_of(self, made):
        return json.loads(self.server.ask(f"/expid?id={made}").text)["time"] // 1000

    def doubt(self):
        (of_time,) = [each for each in json.loads(self.server.ask("/v1/generators").text)["generators"] if each["kind"] == "vesta"]
        return of_time.get("clockDoubt", "")

    def test_is_told_and_ids_go_on_by_the_time_it_should_be_and_follow_it_when_it_is_right(self):
        first = self.next_id()
        self.clock.set(TEN_YEARS)
        rest.until(self.doubt)
        self.assertRegex(self.doubt(), "the wall clock is 365[12]d ahead of the (time that has passed|store's clock)")
        made = [self.next_id() for _ in range(100)]
        self.assertEqual(made, sorted(set(made)))
        self.assertLess(self.second_of(made[-1]) - self.second_of(first), TEN_YEARS // 2)
        ready = self.server.ask("/readyz")
        self.assertEqual(ready.status, 200)
        self.assertIn("not believed", ready.text)
        self.assertIn('vesta_clock_believed{generator="default"} 0', self.server.ask("/metrics").text)
        self.clock.set(0)
        self.assertGreater(self.next_id(), made[-1])
        self.assertEqual(self.doubt(), "")
        self.assertEqual(self.server.ask("/readyz").text, "ready\n")
        self.server.signal()
        told = self.server.process.stderr.read()
        self.assertEqual(self.server.wait(), 0)
        self.assertIn("not believed", told)
        self.assertIn("believed again", told)


if __name__ == "__main__":
    rest.main()
