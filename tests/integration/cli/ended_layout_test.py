#!/usr/bin/env python3
"""A layout whose last instant has passed: its IDs are explained on every way, none are made, and its neighbours serve."""
import json

import program

ENDED = "2024-11-20T13:24:16.000Z"
SETTINGS = program.SETTINGS.replace("clock:", """\
  ended:
    kind: custom
    layout:
      { time: 28, machine: 22, seq: 13, unit: s, epoch: 1463673600000, order: [version, type, genMethod, time, machine, seq] }
clock:""") + "rest: { listen: 127.0.0.1:0 }\nrpc: { listen: 127.0.0.1:0 }\n"
ID = (100 << 35) + 3
AT = "2016-05-19T16:01:40.000Z"


class EndedLayout(program.ServingTest):
    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", SETTINGS)

    def test_check_warns_in_one_line(self):
        ran = self.run_vesta("check")
        self.assert_refused(0, f"generators.ended makes no IDs any more, and still explains: its layout ended at {ENDED}", ran)
        self.assertIn("epoch: 1463673600000", ran.stdout)

    def test_the_program_explains_and_does_not_generate(self):
        shown = json.loads(self.output("explain", "--json", "-g", "ended", str(ID))[0])
        self.assertEqual((shown["time"], shown["seq"], shown["at"]), (100, 3, AT))
        self.assert_refused(1, f"ended at {ENDED}", self.run_vesta("gen", "-g", "ended"))
        self.assertEqual(len(self.ids()), 1)

    def test_servers_start_explain_and_are_not_ready(self):
        process, rest, rpc = self.serve()
        self.addCleanup(self.end, process)
        status, _, content = self.get(rest, "/readyz")
        self.assertEqual(status, 503)
        self.assertIn("generator ended: ", content.decode())
        self.assertIn(f"ended at {ENDED}", content.decode())
        self.assertEqual(self.get(rest, "/readyz?generator=default")[0], 200)
        status, _, content = self.get(rest, f"/v1/generators/ended/ids/{ID}")
        self.assertEqual((status, json.loads(content)["at"]), (200, AT))
        status, _, content = self.get(rest, "/v1/generators/ended/ids?count=1")
        self.assertIn(ENDED, content.decode())
        self.assertGreaterEqual(status, 400)
        self.assertEqual(self.get(rest, "/genid")[0], 200)
        self.assertIn(AT, self.exchange(rpc, f"EXPID {ID} GENERATOR ended\r\n".encode()))
        refused = self.exchange(rpc, b"GENID GENERATOR ended\r\n")
        self.assertRegex(refused[0], f"^-EXHAUSTED .*ended at {ENDED}")


if __name__ == "__main__":
    program.main()
