#!/usr/bin/env python3
"""State that cannot be used, was copied, or belongs to another layout: each time an error that names the place and what is wrong
with it, never a guess, and never an ID twice."""
import os
import shutil
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

import program
from servers.process import FAKETIME  # noqa: E402 (its folder is known only now)

OLD_MARK = "var/machine-1.embedded.mark"
CUSTOM = """\
machine-id: {{ property: {{ id: 1 }} }}
generators:
  default: {{ kind: custom, layout: {{ version: 1, gen-method: 2, time: 41, seq: 10, machine: 10, unit: ms, epoch: {epoch} }} }}
clock: {{ reserve-ahead: 5s }}
state: {{ dir: ./{folder} }}
"""
EPOCH = 1420041600000
YEAR = 365 * 24 * 3600 * 1000


def mark_file(machine="1", method="embedded", mark="1700000000000", version="1"):
    text = f"vesta-mark {version}\nmachine {machine}\nmethod {method}\nmark {mark}\n"
    return text + f"crc32 {zlib.crc32(text.encode()):08x}\n"


class State(program.VestaTest):
    def assert_unusable(self, content, message):
        self.write(OLD_MARK, content)
        self.assert_refused(1, message, self.run_vesta("gen"))
        self.assertEqual(self.read(OLD_MARK), content, "it is left as it was")

    def test_a_good_mark_of_the_version_before_is_used_and_upgraded(self):
        self.write(OLD_MARK, mark_file())
        self.assertEqual(len(self.ids()), 1)
        self.assertGreater(int(self.read(self.mark()).split("\nmark ")[1].split()[0]), 1700000000000)
        self.assertTrue(self.read(OLD_MARK).startswith("vesta-mark 2\n"), "the version before refuses it")

    def test_marks_that_cannot_be_believed_are_refused(self):
        good = mark_file()
        for content, message in (("", "it is empty"), ("garbage\n", "it is not a mark file"),
                                 (good[:-10], "it is cut off"), (good[: len(good) // 2], "it is cut off"),
                                 (good + "\n", "bytes after its checksum line"),
                                 (good.replace("17000", "16000"), "its checksum does not match"),
                                 (mark_file(version="3"), "it has format version '3'; this program reads versions 1 and 2"),
                                 (mark_file(machine="2"), "it belongs to machine ID 2"),
                                 (mark_file(method="rest"), "method rest"),
                                 (mark_file(mark="x"), "malformed")):
            with self.subTest(message=message):
                self.assert_unusable(content, message)

    def test_a_mark_that_is_no_file_is_refused(self):
        os.makedirs(self.path(OLD_MARK + ".1"))
        self.assert_refused(1, "machine-1.embedded.mark", self.run_vesta("gen"))

    def test_a_state_folder_that_is_a_file_is_refused(self):
        self.write("var", "")
        self.assert_refused(1, "var", self.run_vesta("gen"))

    def as_nobody(self):
        """A command that takes root's rights away, so that those of files count."""
        return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []

    def test_a_folder_that_may_not_be_written_is_refused(self):
        os.mkdir(self.path("var"), 0o555)
        self.assert_refused(1, "Permission denied", self.run_vesta("gen", before=self.as_nobody()))
        self.assertEqual(os.listdir(self.path("var")), [])

    def test_a_mark_that_may_not_be_read_is_refused(self):
        self.write(OLD_MARK, mark_file())
        os.chmod(self.path("var"), 0o777)
        os.chmod(self.path(OLD_MARK), 0)
        self.assert_refused(1, "Permission denied", self.run_vesta("gen", before=self.as_nobody()))

    def test_a_disk_without_room_is_refused_and_the_old_mark_stays(self):
        self.ids()
        before = self.read(self.mark())
        ran = self.run_vesta("gen", before=["env", "--ignore-signal=XFSZ", "prlimit", "--fsize=8"])
        self.assert_refused(1, "File too large", ran)
        self.assertEqual(self.read(self.mark()), before)
        self.assertEqual(len(self.ids()), 1)

    # A15
    def test_a_planted_link_is_not_followed(self):
        self.write("victim", "precious")
        os.makedirs(self.path("var"))
        for name in ("machine-1.embedded.mark.new", "machine-1.embedded.mark", "machine-1.embedded.mark.7",
                     "machine-1.embedded.lock"):
            with self.subTest(name=name):
                link = self.path("var", name)
                os.symlink(self.path("victim"), link)
                ran = self.run_vesta("gen")
                if not name.endswith(".new"):  # of no meaning any more, and removed
                    self.assert_refused(1, "is a symbolic link", ran)
                    os.unlink(link)
                self.assertEqual(self.read("victim"), "precious")
                shutil.rmtree(self.path("var"))
                os.makedirs(self.path("var"))


class ChangedLayouts(program.VestaTest):
    """U1: a mark held an instant, and nobody compared what it was an instant of."""

    def ids_with(self, epoch, count=20000):
        self.write("vesta.yaml", CUSTOM.format(epoch=epoch, folder="var"))
        return self.ids("-n", str(count))

    def test_a_later_epoch_repeats_nothing(self):
        first = self.ids_with(EPOCH)
        second = self.ids_with(EPOCH + 5000)
        self.assertEqual(len(set(first) | set(second)), len(first) + len(second))

    def test_an_epoch_that_would_repeat_for_long_is_refused_with_what_to_do(self):
        first = self.ids_with(EPOCH)
        self.write("vesta.yaml", CUSTOM.format(epoch=EPOCH + 120_000, folder="var"))
        refused = self.run_vesta("gen")
        for words in (f"{EPOCH}/ms/", f"{EPOCH + 120_000}/ms/", "would repeat some until", "the former layout"):
            self.assert_refused(1, words, refused)
        again = self.ids_with(EPOCH)
        self.assertEqual(len(set(first) & set(again)), 0)


class Clocks(program.VestaTest):
    """U8: a clock that is set five years ahead between two starts."""
    SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
generators: { default: { kind: vesta, type: min-granularity } }
clock: { max-forward: %s }
"""

    def setUp(self):
        super().setUp()
        self.write("vesta.yaml", self.SETTINGS % "10min")

    def made_at(self, **faked):
        """When an ID is from, in seconds of the unix epoch; the clock is faked for this process alone."""
        self.environment |= {"LD_PRELOAD": FAKETIME, "FAKETIME_DONT_FAKE_MONOTONIC": "1"} | faked if faked else {}
        made = self.run_vesta("gen")
        for name in ("LD_PRELOAD", "FAKETIME_DONT_FAKE_MONOTONIC", *faked):
            self.environment.pop(name, None)
        self.assertEqual(made.returncode, 0, made.stderr)
        explained = self.output("explain", "--json", made.stdout.strip())[0]
        return (int(explained.split('"time":')[1].split(",")[0]) + EPOCH) / 1000

    def test_far_ahead_at_one_start_leave_the_machine_id_of_use(self):
        first = self.made_at()
        for _ in range(2):
            self.assertLess(self.made_at(FAKETIME="+5y"), first + 3600)
        self.assertLess(self.made_at(), first + 3600)
        self.assert_serves_at_once()

    def test_far_ahead_are_followed_where_the_settings_believe_them(self):
        first = self.made_at()
        self.write("vesta.yaml", self.SETTINGS % "off")
        self.assertGreater(self.made_at(FAKETIME="+5y"), first + 1800 * 86400)


class Copies(program.VestaTest):
    """U3: the lock was as wide as a folder, and the folder was below the working directory."""

    def test_one_settings_file_is_one_state_wherever_the_program_is_started(self):
        first = self.ids("-n", "1000")
        os.mkdir(self.path("elsewhere"))
        ran = subprocess.run([program.PROGRAM, "gen", "-n", "1000", "-c", self.path("vesta.yaml")], text=True, check=True,
                             cwd=self.path("elsewhere"), env=self.environment, capture_output=True)
        self.assertEqual(os.listdir(self.path("elsewhere")), [])
        self.assertEqual(len(set(first) & {int(each) for each in ran.stdout.split()}), 0)

    def test_two_folders_at_once_are_one_machine_id_of_the_host(self):
        for folder in ("one", "two"):
            self.write(f"{folder}.yaml", CUSTOM.format(epoch=EPOCH, folder=folder))
        running = self.start_vesta("gen", "-n", "100000000", config="one.yaml")
        running.stdout.readline()
        refused = self.run_vesta("gen", config="two.yaml")
        self.assert_refused(1, f"machine ID 1 is in use on this host by process {running.pid}", refused)
        self.assert_refused(1, self.path("one"), refused)
        self.environment["VESTA_MACHINE_ID"] = "2"
        self.assertEqual(len(self.ids(config="two.yaml")), 1)

    def test_a_forgotten_folder_begins_above_what_was_made(self):
        first = self.ids("-n", "20000")
        shutil.rmtree(self.path("var"))
        self.assertEqual(len(set(first) & set(self.ids("-n", "20000"))), 0)

    def test_a_copied_folder_is_refused(self):
        self.ids()
        subprocess.run(["cp", "-a", self.path("var"), self.path("copy")], check=True)
        self.environment["VESTA_HOST_DIR"] = self.new_host()  # as on another host
        self.write("copy.yaml", program.SETTINGS + "state: { dir: ./copy }\n")
        self.assert_refused(1, "the folder is a copy", self.run_vesta("gen", config="copy.yaml"))
        self.assertEqual(len(self.ids()), 1, "the original goes on")
        self.output("machines", "release", "1", config="copy.yaml")
        self.assertEqual(len(self.ids(config="copy.yaml")), 1)

    def test_a_restored_backup_is_refused(self):
        self.ids()
        subprocess.run(["cp", "-a", self.path("var"), self.path("backup")], check=True)
        self.ids("-n", "1000")
        shutil.rmtree(self.path("var"))
        subprocess.run(["cp", "-a", self.path("backup"), self.path("var")], check=True)
        self.assert_refused(1, "vesta machines release 1", self.run_vesta("gen"))

    @unittest.skipUnless(os.geteuid() == 0, "only root mounts")
    def test_two_containers_of_one_image_with_a_state_folder_are_refused(self):
        """The image was made with the state of a run in it; each container has a layer of its own above it."""
        self.ids()
        layers = self.path("layers")
        subprocess.run(["mkdir", "-p", layers], check=True)
        script = """set -e
            mount -t tmpfs none "$1"; cd "$1"; mkdir image up1 up2 work1 work2 c1 c2
            cp -a "$2"/var "$2"/vesta.yaml image/
            for i in 1 2; do
                mount -t overlay none -o lowerdir=image,upperdir="$1"/up$i,workdir="$1"/work$i c$i
                VESTA_HOST_DIR="$1"/host$i "$3" gen -n 1000 -c c$i/vesta.yaml 2>&1 || echo refused
            done"""
        ran = subprocess.run(["unshare", "-m", "bash", "-c", script, "bash", layers, self.folder, program.PROGRAM],
                             env=self.environment, text=True, capture_output=True, check=True, timeout=program.TIMEOUT)
        self.assertEqual(ran.stdout.count("the folder is a copy"), 2, ran.stdout + ran.stderr)
        self.assertEqual(ran.stdout.count("refused"), 2, ran.stdout)


if __name__ == "__main__":
    program.main()
