#!/usr/bin/env python3
"""gen: what it prints, how it ends, and that whatever ends it, the state is given back."""
import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import termios
import time

import program

LONG = "100000000"  # a minute and a half of IDs; no test waits for them


class Gen(program.VestaTest):
    def started(self, **how):
        """A long run that has printed its first IDs, and the last of those that were read."""
        process = self.start_vesta("gen", "-n", LONG, **how)
        for _ in range(100):
            last = int(process.stdout.readline())
        return process, last

    def assert_ended_by(self, number, process):
        _, errors = process.communicate(timeout=program.TIMEOUT)
        self.assertEqual(process.returncode, -number, errors)
        self.assertEqual(errors, b"")

    def test_ids_are_printed_one_a_line_in_order(self):
        one = self.ids()
        many = self.ids("-n", "20000")
        self.assertEqual((len(one), len(many)), (1, 20000))
        self.assertEqual(many, sorted(set(many)))
        self.assertGreater(many[0], one[0])

    def test_a_thread_that_sets_ids_aside_gives_them_in_order_and_none_twice(self):
        self.write("vesta.yaml", program.SETTINGS.replace("kind: vesta", "kind: vesta, order: lanes, max-age: 20ms", 1))
        before = self.ids()
        many = self.ids("-n", "20000")
        self.assertEqual(many, sorted(set(many)))
        self.assertGreater(many[0], before[0])
        self.assertGreater(self.ids()[0], many[-1])

    def test_a_generator_is_chosen_by_name(self):
        for name, type_name in (("peak", "max-peak"), ("flake", "snowflake"), ("old", "short")):
            value = self.ids("-g", name)[0]
            parts = json.loads(self.output("explain", "--json", "-g", name, str(value))[0])
            self.assertEqual((parts["typeName"], parts["machine"], parts["genMethod"]), (type_name, 1, 0))
        self.assertLess(self.ids("-g", "old")[0], 2**53)

    def test_every_text_form_is_read_back(self):
        for form, pattern in (("decimal", r"\d{18,19}"), ("hex", r"[0-9a-f]{16}"), ("base32", r"[0-9A-HJKMNP-TV-Z]{13}"),
                              ("base58", r"[1-9A-HJ-NP-Za-km-z]{11}"), ("base62", r"[0-9A-Za-z]{11}"),
                              ("uuid", r"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][048c]00-0{12}")):
            with self.subTest(form=form):
                texts = self.output("gen", "-n", "100", "--as", form, "--prefix", "order_")
                for each in texts:
                    self.assertRegex(each, f"^order_{pattern}$")
                if form == "hex":
                    texts = [each for each in texts if not each[6:].isdigit()]  # those are decimals, too
                told = [json.loads(each) for each in self.output("explain", "--json", "--as", form, *(each[6:] for each in texts))]
                guessed = self.run_vesta("explain", "--json", "-", input=" ".join(texts))
                self.assertEqual(guessed.stdout.splitlines(), [json.dumps(each, separators=(",", ":")) for each in told])
                self.assertEqual(len({each["id"] for each in told}), len(texts))
                self.assertGreater(len(texts), 30)  # six of sixteen successive ones have a letter

    def test_json_has_one_object_a_line(self):
        for line in self.output("gen", "-n", "3", "--json", "--prefix", "order_", "--as", "base32"):
            self.assertRegex(json.loads(line)["id"], "^order_[0-9A-Z]{13}$")

    def test_a_form_or_prefix_that_is_none_is_refused(self):
        self.assert_refused(2, "--as: 'base64' is not one of decimal, hex", self.run_vesta("gen", "--as", "base64"))
        for prefix in "order", 'o"_', "o _", "x" * 64 + "_":
            self.assert_refused(2, "--prefix: the prefix is", self.run_vesta("gen", "--prefix", prefix))
        self.assert_refused(2, "'order_' is not an ID", self.run_vesta("explain", "order_"))

    def test_uuids_are_printed_explained_and_bounded(self):
        self.write("vesta.yaml", program.SETTINGS.replace("clock:", "  u: { kind: uuid7 }\n  l: { kind: ulid }\nclock:"))
        uuid = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
        for words, pattern in ((("u",), uuid), (("u", "--prefix", "order_"), "order_0[0-9a-hjkmnp-tv-z]{25}"),
                               (("u", "--as", "hex"), "[0-9a-f]{32}"), (("l",), "0[0-9A-HJKMNP-TV-Z]{25}"),
                               (("l", "--as", "uuid"), "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")):
            texts = self.output("gen", "-n", "50", "-g", *words)
            self.assertEqual(texts, sorted(set(texts)))
            for each in texts:
                self.assertRegex(each, f"^{pattern}$")
            for told in self.output("explain", "--json", "-g", words[0], *texts):
                told = json.loads(told)
                self.assertEqual((told["machine"], told["genMethod"], told["version"]), (1, 0, 7 if words[0] == "u" else 0))
            least, greatest = self.output("range", "-g", words[0], "--from", told["at"], "--to", "2090-01-01T00:00:00Z")[0].split("\t")
            self.assertTrue(least <= told["id"] <= greatest)
        shown = self.output("explain", "-g", "uuid7", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F")
        self.assertIn("time       1645557742000 (2022-02-22T19:22:22.000Z)", shown)
        for words in (("make", "-g", "u", "--time", "1", "--seq", "1"), ("time", "-g", "u", "5"), ("time", "-g", "ulid", "5")):
            self.assert_refused(2, "have 128 bits", self.run_vesta(*words))
        self.assert_refused(2, "that of a TypeID has at most 63", self.run_vesta("gen", "-g", "u", "--prefix", "Order_"))
        self.assert_refused(2, "these have 64", self.run_vesta("gen", "--as", "typeid"))
        self.assert_refused(2, "--machine is not for", self.run_vesta("range", "-g", "u", "--machine", "1", "--from",
                                                                      "2026-01-01T00:00:00Z", "--to", "2027-01-01T00:00:00Z"))

    def test_a_reader_that_has_enough_ends_it_quickly(self):
        shown = subprocess.run(["bash", "-c", 'set -o pipefail; "$@" | head -3', "bash", *self.command("gen", "-n", LONG)],
                               cwd=self.folder, env=self.environment, text=True, capture_output=True,
                               timeout=program.TIMEOUT, check=False)
        self.assertEqual((shown.returncode, shown.stderr, len(shown.stdout.splitlines())), (0, "", 3))
        self.assert_serves_at_once(int(shown.stdout.splitlines()[-1]))

    def test_ctrl_c_ends_it_by_the_signal(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process, last = self.started()
            process.send_signal(number)
            self.assert_ended_by(number, process)
            self.assert_serves_at_once(last)

    def test_a_signal_ends_it_though_nobody_reads(self):
        process, last = self.started()
        self.wait_until_it_sleeps(process)  # on the full pipe
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), -signal.SIGTERM)
        self.assert_serves_at_once(last)

    def wait_until_it_sleeps(self, process):
        """Until the pipe is as good as full and the program's main thread waits."""
        while True:
            waiting = struct.unpack("i", fcntl.ioctl(process.stdout, termios.FIONREAD, b"\0" * 4))[0]
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
                sleeps = stat.read().rsplit(")", 1)[1].split()[0] == "S"
            if sleeps and waiting > 50_000:
                return
            time.sleep(0.001)

    def test_a_kill_leaves_the_mark_and_the_next_one_starts_above_it(self):
        process, last = self.started()
        process.kill()
        process.communicate(timeout=program.TIMEOUT)
        mark = int(self.read(self.mark()).split("\nmark ")[1].split()[0])
        after = self.ids()[0]
        self.assertGreater(after, last)
        parts = json.loads(self.output("explain", "--json", str(after))[0])
        self.assertGreaterEqual(parts["time"] + 1420041600000, mark)

    def test_a_second_one_on_the_same_machine_id_is_refused_at_once(self):
        process, _ = self.started()
        refused = self.run_vesta("gen")
        self.assert_refused(1, f"is locked by process {process.pid}, which uses this machine ID", refused)
        self.assert_refused(1, f"process {process.pid}", self.run_vesta("gen", "-g", "peak"))
        self.environment["VESTA_MACHINE_ID"] = "2"
        self.assertEqual(len(self.ids()), 1)

    def test_full_output_is_an_error(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            refused = self.run_vesta("gen", stdout=full)
        self.assert_refused(1, "cannot write to standard output: No space left on device", refused)
        self.assert_serves_at_once()

    def test_closed_output_is_an_error_and_nothing_is_written_elsewhere(self):
        refused = subprocess.run(["bash", "-c", 'exec "$@" >&-', "bash", *self.command("gen", "-n", "1000")],
                                 cwd=self.folder, env=self.environment, text=True, stderr=subprocess.PIPE,
                                 timeout=program.TIMEOUT, check=False)
        self.assert_refused(1, "cannot write to standard output: Bad file descriptor", refused)
        for name in os.listdir(self.path("var")):
            self.assertLess(os.path.getsize(self.path("var", name)), 2000, name)
        self.assert_serves_at_once()

    def test_closed_errors_are_not_written_elsewhere(self):
        ran = subprocess.run(["bash", "-c", 'exec "$@" 2>&-', "bash", *self.command("gen", "-g", "none")],
                             cwd=self.folder, env=self.environment, text=True, stdout=subprocess.PIPE,
                             timeout=program.TIMEOUT, check=False)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))

    def test_a_long_run_shows_its_progress_on_a_terminal(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        with open(os.devnull, "wb") as devnull:
            process = self.start_vesta("gen", "-n", LONG, stdout=devnull, stderr=theirs)
        os.close(theirs)
        shown = b""
        while b"a second" not in shown:
            shown += os.read(ours, 4096)
        self.assertRegex(shown, rb"^\r\d+ of 100000000 IDs, \d+ a second ")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(program.TIMEOUT), -signal.SIGINT)

    def test_a_run_that_is_not_watched_shows_none(self):
        process, _ = self.started()
        written = 0
        while written < 20_000_000:  # a second's worth and more
            written += len(process.stdout.read(1 << 20))
        process.send_signal(signal.SIGTERM)
        self.assert_ended_by(signal.SIGTERM, process)

    def test_selectors_of_other_kinds_are_refused(self):
        refused = self.run_vesta("gen", "--tag", "orders")
        self.assert_refused(2, "generator default is of kind vesta, which takes no tag, app or gatePass", refused)
        self.assert_refused(2, "excludes", self.run_vesta("gen", "--tag", "orders", "--app", "5", "--gate-pass", "x"))
        self.assert_refused(2, "--app requires --gate-pass", self.run_vesta("gen", "--app", "5"))
        self.assert_serves_at_once()

    def test_counts_that_are_none_are_refused(self):
        for count in ("0", "-1", "1.5", "x", "", "4611686018427387905", "99999999999999999999"):
            with self.subTest(count=count):
                self.assert_refused(2, "--count", self.run_vesta("gen", "-n", count))

    def test_an_unknown_generator_is_refused(self):
        self.assert_refused(2, "there is no generator 'none'; there are default, peak, flake, old",
                            self.run_vesta("gen", "-g", "none"))
        self.assertFalse(os.path.exists(self.path("var")), "and nothing is opened")


if __name__ == "__main__":
    program.main()
