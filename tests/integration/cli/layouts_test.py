#!/usr/bin/env python3
"""explain, make and time: IDs taken apart, built and read as instants, without a state being opened."""
import json
import os

import program


class Layouts(program.VestaTest):
    def explained(self, *words):
        return [json.loads(line) for line in self.output("explain", "--json", *words)]

    def test_what_gen_made_is_explained_and_made_again(self):
        for generator in ("default", "peak", "flake", "old"):
            value = self.output("gen", "-g", generator)[0]
            parts = self.explained("-g", generator, value)[0]
            words = [f"--{name}={parts[key]}" for name, key in
                     (("time", "time"), ("seq", "seq"), ("machine", "machine"), ("gen-method", "genMethod"), ("version-bit", "version"))]
            self.assertEqual(self.output("make", "-g", generator, *words), [value])
            self.assertEqual(self.output("time", "-g", generator, str(parts["time"])), [parts["at"]])
            self.assertEqual(self.output("time", "-g", generator, "--from", parts["at"]), [str(parts["time"])])

    def test_an_id_is_read_signed_unsigned_and_in_hexadecimal(self):
        shown = self.explained("-5", "18446744073709551611", "0xfffffffffffffffb")
        self.assertEqual(len(shown), 3)
        for each in shown:
            self.assertEqual(each, shown[0])
        self.assertEqual(shown[0]["id"], "-5")

    def test_every_field_is_shown_in_words(self):
        shown = dict(line.split(maxsplit=1) for line in self.output("explain", "1152921504606846976"))
        self.assertEqual(shown["layout"], "vesta")
        self.assertEqual(shown["type"], "0 (max-peak)")
        self.assertEqual(shown["genMethod"], "1 (rpc)")
        self.assertEqual(shown["time"], "0 (2014-12-31T16:00:00.000Z)")
        self.assertIn("2049-01-09T05:37:03.000Z", shown["last"])

    def test_a_field_that_the_layout_lacks_is_not_shown(self):
        shown = dict(line.split(maxsplit=1) for line in self.output("explain", "-g", "snowflake", "2124164754569170944"))
        self.assertEqual(set(shown), {"id", "layout", "time", "seq", "machine", "last"})

    def test_what_is_no_id_is_told_and_the_others_are_explained(self):
        ran = self.run_vesta("explain", "--json", "1", "x", "99999999999999999999", "0x", "2")
        self.assertEqual((ran.returncode, len(ran.stdout.splitlines()), len(ran.stderr.splitlines())), (2, 2, 3))
        for refused, line in zip(("'x'", "'99999999999999999999'", "'0x'"), ran.stderr.splitlines()):
            self.assertIn(f"{refused} is not an ID: expected a decimal", line)

    def test_a_layout_is_as_good_as_a_generator_and_needs_no_settings(self):
        os.remove(self.path("vesta.yaml"))
        self.assertEqual(self.output("make", "-g", "vesta-2018", "--type", "short", "--time", "1", "--seq", "1",
                                     "--gen-method", "1", "--machine", "1", config=None), ["5629499535262721"])
        for type_of in ("SHORT", "2"):  # as the servers take it
            self.assertEqual(self.output("make", "-g", "vesta-2018", "--type", type_of, "--time", "1", "--seq", "1",
                                         "--gen-method", "1", "--machine", "1", config=None), ["5629499535262721"])
        self.assertEqual(self.output("time", "-g", "vesta-2018", "5", config=None), ["2017-12-31T16:00:00.005Z"])
        self.assertEqual(self.output("time", "5", "--type", "max-peak", config=None), ["2014-12-31T16:00:05.000Z"])

    def test_a_range_of_time_has_a_least_and_a_greatest_id(self):
        value = int(self.output("gen", "-g", "flake")[0])
        at = self.explained("-g", "flake", str(value))[0]["at"]
        minute = at[:17]
        shown = self.output("range", "-g", "flake", "--from", minute + "00Z", "--to", minute + "59.999Z")
        least, greatest = (int(each) for each in shown[0].split("\t"))
        self.assertTrue(least <= value <= greatest)
        by_method = [line.split("\t")[2] for line in
                     self.output("range", "--from", minute + "00Z", "--to", minute + "59.999Z")]
        self.assertEqual(by_method, ["embedded", "rpc", "rest"])
        self.assert_refused(2, "not after", self.run_vesta("range", "--from", at, "--to", at))

    def test_parts_that_do_not_fit_are_refused_with_their_range(self):
        for words, message in (
                (("--time", "1", "--seq", "1024"), "seq is 1024; layout min-granularity takes 0 to 1023"),
                (("--time", "1", "--seq", "1", "--machine", "1024"), "machine is 1024; layout min-granularity takes 0 to 1023"),
                (("--time", "1099511627776", "--seq", "1"),
                 "time is 1099511627776; layout min-granularity takes 0 to 1099511627775"),
                (("--time", "1", "--seq", "1", "--gen-method", "4"), "genMethod is 4; layout min-granularity takes 0 to 3"),
                (("--time", "1", "--seq", "1", "--version-bit", "2"), "version is 2; layout min-granularity takes 0 to 1"),
                (("-g", "old", "--time", "1", "--seq", "1", "--gen-method", "2"), "genMethod is 2; layout short takes 0 to 1"),
                (("--time", "-1", "--seq", "1"), "--time: '-1' is not a whole number"),
                (("--time", "1"), "--seq is required"),
                (("--time", "1", "--seq", "1", "--type", "x"), "'x' is not a type of vesta"),
                (("--time", "1", "--seq", "1", "-g", "x"), "there is no generator or layout 'x'; there are default, peak")):
            with self.subTest(words=words):
                self.assert_refused(2, message, self.run_vesta("make", *words))

    def test_instants_outside_a_layout_are_refused(self):
        for words, message in (
                (("--from", "1999-01-01T00:00:00Z"), "is before the epoch of min-granularity, 2014-12-31T16:00:00.000Z"),
                (("--from", "2099-01-01T00:00:00Z"), "is not before the end of min-granularity, 2049-11-03T11:53:47.776Z"),
                (("--from", "yesterday"), "'yesterday' is not an instant: expected RFC 3339"),
                (("1099511627776",), "time is 1099511627776; layout min-granularity takes 0 to 1099511627775"),
                (("-1",), "'-1' is not a whole number"),
                ((), "give a time field, or --from INSTANT")):
            with self.subTest(words=words):
                self.assert_refused(2, message, self.run_vesta("time", *words))

    def test_no_state_is_opened(self):
        self.output("explain", "1")
        self.output("make", "--time", "1", "--seq", "1")
        self.output("time", "1")
        self.assertEqual(os.listdir(self.folder), ["vesta.yaml"])


if __name__ == "__main__":
    program.main()
