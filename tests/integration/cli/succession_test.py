#!/usr/bin/env python3
"""A fleet of two nodes passes from one layout to the next at an announced instant; one is rolled back afterwards."""
import datetime
import json
import time

import program

INSTANT_IN = 6  # seconds: both nodes are up by then
SETTINGS = """\
machine-id: {{ takeover-margin: 0, property: {{ id: {machine} }} }}
state: {{ dir: ./var{machine} }}
generators:
  default:
    kind: vesta
    type: {type}
{then}clock: {{ reserve-ahead: 1s }}
rest: {{ listen: 127.0.0.1:0 }}
rpc: {{ listen: 127.0.0.1:0 }}
"""
THEN = """\
    then:
      at: {at}
      kind: custom
      version: 1
      layout: {{ version: 1, gen-method: 2, time: 41, seq: 11, machine: 9, unit: ms, epoch: 1767225600000 }}
"""


def rfc3339(seconds):
    at = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03}Z"


class Succession(program.ServingTest):
    """Node 1 has ticks of milliseconds at first; the second layout has room for 512 machine IDs."""

    def setUp(self):
        super().setUp()
        self.seen = set()

    def settings(self, machine, at=None, kind="min-granularity"):
        then = THEN.format(at=at) if at else ""
        return SETTINGS.format(machine=machine, type=kind, then=then)

    def start_node(self, machine, at):
        """Its ports of REST and RPC, and its process."""
        self.write("vesta.yaml", self.settings(machine, at))
        return self.serve()

    def take(self, rest, rpc):
        """IDs taken in each way that there is; each is new."""
        made = [int(self.get(rest, "/genid")[2])]
        made += map(int, json.loads(self.get(rest, "/v1/generators/default/ids?count=700", "application/json")[2])["ids"])
        answers = self.exchange(rpc, b"GENID\r\nGENID COUNT 3\r\nRANGE default 900\r\n")
        numbers = [int(each[1:]) for each in answers if each.startswith(":")]
        made += numbers[:4]
        first, count, stride = numbers[4:7]
        made += range(first, first + count * stride, stride)
        for each in made:
            self.assertNotIn(each, self.seen)
            self.seen.add(each)
        return made

    def explained(self, rest, value):
        status, _, content = self.get(rest, f"/v1/generators/default/ids/{value}")
        self.assertEqual(status, 200, content)
        return json.loads(content)

    def listed(self, rest):
        return json.loads(self.get(rest, "/v1/generators")[2])["generators"][0]

    def assert_in_turn(self, rest, made, at):
        """Each is of the layout that its time says; whether all were of one, which."""
        schemes = set()
        for each in (made[0], made[1], made[350], made[-901 if len(made) > 901 else 0], made[-1]):
            told = self.explained(rest, each)
            self.assertEqual(told["scheme"] == "custom", told["at"] >= at, told)
            schemes.add(told["scheme"])
        return schemes

    def test_two_nodes_pass_at_the_instant_without_a_restart(self):
        instant = int(time.time()) + INSTANT_IN + 0.25
        at = rfc3339(instant)
        nodes = [self.start_node(machine, at) for machine in (1, 2)]
        before = [self.take(rest, rpc) for _, rest, rpc in nodes]
        shown = self.listed(nodes[0][1])
        self.assertEqual((shown["type"], shown["then"]["at"], shown["then"]["begun"]), ("min-granularity", at, False))
        self.assertEqual((shown["layout"]["bits"]["time"], shown["then"]["layout"]["bits"]["time"]), (40, 41))
        self.assertTrue(shown["endsAt"].startswith("2095-"), "of the last layout")
        self.assertLess(time.time(), instant, "the nodes were up too late for this test to see anything")
        sent = {}
        for _, rest, rpc in nodes:
            schemes = []
            while time.time() < instant + 0.1:  # across it, with both kinds of ticks
                made = self.take(rest, rpc)
                schemes += self.assert_in_turn(rest, made, at)
                sent[rest] = made
            if rest == nodes[0][1]:
                self.assertEqual((schemes[0], schemes[-1]), ("vesta", "custom"))
        after = [self.take(rest, rpc) for _, rest, rpc in nodes]
        for (_, rest, rpc), early, late in zip(nodes, before, after):
            self.assertEqual(self.assert_in_turn(rest, early, at), {"vesta"})
            self.assertEqual(self.assert_in_turn(rest, late, at), {"custom"})
            self.check_fields(rest, rpc, early[0], late[0])
            shown = self.listed(rest)
            self.assertTrue(shown["then"]["begun"])
            self.assertLess(shown["then"]["leftMs"], 0)
            metrics = self.get(rest, "/metrics")[2].decode()
            self.assertRegex(metrics, r'vesta_generator_successor_left_seconds\{generator="default"\} -')
            self.assertRegex(metrics, r'vesta_generator_epoch_left_seconds\{generator="default"\} [0-9.e+]+')
        self.check_program(at, before[1][0], after[1][0])
        self.roll_back(nodes[1], at)

    def check_fields(self, rest, rpc, early, late):
        """Both are built again from their parts: the time alone says of which layout, or the version where it is of both."""
        for value, version in ((early, 0), (late, 1)):
            fields = json.loads(self.get(rest, f"/expid?id={value}")[2])
            self.assertEqual(fields["version"], version)
            parts = "&".join(f"{name}={fields[name]}" for name in ("version", "genMethod", "machine", "time", "seq"))
            self.assertEqual(int(self.get(rest, f"/makeid?{parts}")[2]), value)
            answers = self.exchange(rpc, f"EXPID {value}\r\nMAKEID TIME {fields['time']} SEQ {fields['seq']} MACHINE "
                                         f"{fields['machine']} GENMETHOD {fields['genMethod']} VERSION {version}\r\n"
                                         f"TRANSTIME {fields['time']} TYPE {('min-granularity', 'default.then')[version]}\r\n".encode())
            self.assertEqual(answers[-3], f":{value}")
            self.assertIn(answers[-1], answers[:-3], "the instant, as EXPID has it")

    def check_program(self, at, early, late):
        """Of settings alone: explain, text forms, make, time and range."""
        self.write("vesta.yaml", self.settings(2, at))
        for value, layout in ((early, "vesta"), (late, "custom")):
            told = json.loads(self.output("explain", "--json", str(value))[0])
            self.assertEqual((told["layout"], told["at"] >= at), (layout, layout == "custom"))
            hexadecimal = f"{value % 2**64:016x}"
            self.assertEqual(json.loads(self.output("explain", "--json", "--as", "hex", hexadecimal)[0])["id"], str(value))
            made = self.output("make", "--time", str(told["time"]), "--seq", str(told["seq"]), "--gen-method",
                               str(told["genMethod"]), "--version-bit", str(told["version"]))
            self.assertEqual(made, [str(value)])
            self.assertEqual(self.output("time", str(told["time"]), "--type", told["typeName"]), [told["at"]])
            self.assertEqual(self.output("time", "--from", told["at"]), [str(told["time"])])
        ranges = [line.split() for line in self.output("range", "--from", "2026-01-01T00:00:00Z", "--to", "2040-01-01T00:00:00Z")]
        self.assertEqual(len(ranges), 6, "a line for each way and layout")
        self.assertTrue(any(int(least) <= early <= int(greatest) for least, greatest, _ in ranges[:3]))
        self.assertTrue(any(int(least) <= late <= int(greatest) for least, greatest, _ in ranges[3:]))
        ran = self.run_vesta("check")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("generators.default.then: its IDs, from " + at, ran.stderr)
        self.assertIn("at: " + at, ran.stdout)

    def roll_back(self, node, at):
        """The setting is removed after the instant: IDs of the first layout again, none of them twice."""
        process, _, _ = node
        process.terminate()
        self.assertEqual(process.wait(program.TIMEOUT), 0)
        process, rest, rpc = self.start_node(2, None)
        made = self.take(rest, rpc)
        told = self.explained(rest, made[0])
        self.assertEqual((told["scheme"], told["at"] >= at), ("vesta", True))
        process.terminate()
        process.wait(program.TIMEOUT)
        _, rest, rpc = self.start_node(2, at)
        told = self.explained(rest, self.take(rest, rpc)[0])
        self.assertEqual(told["scheme"], "custom")
        self.assertEqual(self.explained(rest, made[0])["scheme"], "vesta", "which a node without the setting made")


if __name__ == "__main__":
    program.main()
