#!/usr/bin/env python3
"""The command line: help, version, and one line for each mistake."""
import json
import os

import program

COMMANDS = ("gen", "explain", "make", "time", "check", "serve")


class Usage(program.VestaTest):
    def test_help_names_every_command(self):
        shown = "\n".join(self.output("--help", config=None))
        for each in COMMANDS:
            self.assertIn(each, shown)

    def test_every_command_has_help_of_its_own(self):
        for each in COMMANDS:
            self.assertIn(f"vesta {each}", "\n".join(self.output(each, "--help", config=None)))

    def test_the_version_is_one_line(self):
        shown = self.output("--version", config=None)
        self.assertEqual(len(shown), 1)
        self.assertRegex(shown[0], r"^vesta \d+\.\d+\.\d+$")

    def test_mistakes_are_told_in_one_line(self):
        for words, message in (((), "which command? There are gen, explain"), (("bogus",), "bogus"),
                               (("gen", "--bogus"), "--bogus"), (("gen", "extra"), "extra"), (("explain",), "ID is required"),
                               (("gen", "-n"), "--count"), (("gen", "-n", "1", "-n", "2"), "--count"), (("serve", "now"), "now")):
            with self.subTest(words=words):
                self.assert_refused(2, message, self.run_vesta(*words))
        self.assertFalse(os.path.exists(self.path("var")))

    def test_slips_are_told_what_may_be_meant(self):
        for words, meant in ((("gne",), "gen"), (("expalin", "1"), "explain"), (("gen", "--cuont=5"), "--count"),
                             (("gen", "--confg", "x"), "--config"), (("machines", "relase", "3"), "release"),
                             (("token", "enw", "x"), "new"), (("gen", "-g", "defualt"), "default"),
                             (("explain", "-g", "snowflaek", "1"), "snowflake")):
            with self.subTest(words=words):
                self.assert_refused(2, f"; did you mean '{meant}'?", self.run_vesta(*words))
        self.write("slip.yaml", "generators: { default: { kind: vesta, populater: cas } }\n")
        self.assert_refused(2, "generators.default.populater is not a setting of kind vesta; there are kind,", self.run_vesta("check", config="slip.yaml"))
        self.assert_refused(2, "; did you mean 'populator'?", self.run_vesta("check", config="slip.yaml"))
        self.assertNotIn("did you mean", self.run_vesta("bogus").stderr)

    def test_json_is_one_object(self):
        def told(*words, **how):
            line, = self.output(*words, "--json", **how)
            return json.loads(line)
        self.assertEqual(told("time", "0", "--type", "min-granularity"), {"time": 0, "at": "2014-12-31T16:00:00.000Z"})
        self.assertEqual(told("time", "--from", "2014-12-31T16:00:01Z")["time"], 1000)
        made = told("make", "--time", "7", "--seq", "1")["id"]
        self.assertEqual((told("explain", made)["time"], told("gen").keys()), (7, {"id"}))
        token = told("token", "new", "orders")
        self.assertEqual(token["name"], "orders")
        self.assertRegex(token["token"] + token["entry"], r"^vst_\S+k\d{8}:sha256:[0-9a-f]{64}$")
        checked = told("check")
        self.assertEqual(checked["warnings"], [])
        settings = checked["settings"]
        self.assertEqual((settings["machine-id"]["property"]["id"], settings["clock"]["reserve-ahead"]), (1, "1000ms"))
        self.assertEqual((settings["rest"]["enabled"], list(settings["generators"])), (True, ["default", "peak", "flake", "old"]))
        self.assert_refused(2, "--json", self.run_vesta("check", "--json", "--from-leaf", "x"))

    def test_json_holds_every_name(self):
        self.write("odd.yaml", 'instance: "a\\"b \\\\ c"\nmachine-id: { property: { ids: [3, 4] } }\n'
                   'generators: { "true": { kind: vesta }, "12": { kind: vesta, type: max-peak } }\n'
                   'peers: ["10.0.0.1:1", "10.0.0.2:2"]\n')
        settings = json.loads(self.output("check", "--json", config="odd.yaml")[0])["settings"]
        self.assertEqual((settings["instance"], list(settings["generators"])), ('a"b \\ c', ["true", "12"]))
        self.assertEqual((settings["peers"], settings["machine-id"]["property"]["ids"]), (["10.0.0.1:1", "10.0.0.2:2"], [3, 4]))


if __name__ == "__main__":
    program.main()
