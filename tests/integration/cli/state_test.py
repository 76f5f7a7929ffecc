#!/usr/bin/env python3
"""State that cannot be used: each time an error that names the file and what is wrong with it, never a guess."""
import os
import zlib

import program

MARK = "var/machine-1.embedded.mark"


def mark_file(machine="1", method="embedded", mark="1700000000000", version="1"):
    text = f"vesta-mark {version}\nmachine {machine}\nmethod {method}\nmark {mark}\n"
    return text + f"crc32 {zlib.crc32(text.encode()):08x}\n"


class State(program.VestaTest):
    def assert_unusable(self, content, message):
        self.write(MARK, content)
        self.assert_refused(1, message, self.run_vesta("gen"))
        self.assertEqual(self.read(MARK), content, "it is left as it was")

    def test_a_good_mark_is_used(self):
        self.write(MARK, mark_file())
        self.assertEqual(len(self.ids()), 1)
        self.assertGreater(int(self.read(MARK).split("\nmark ")[1].split()[0]), 1700000000000)

    def test_marks_that_cannot_be_believed_are_refused(self):
        good = mark_file()
        for content, message in (("", "it is empty"), ("garbage\n", "it is not a mark file"),
                                 (good[:-10], "it is cut off"), (good[: len(good) // 2], "it is cut off"),
                                 (good + "\n", "bytes after its checksum line"),
                                 (good.replace("17000", "16000"), "its checksum does not match"),
                                 (mark_file(version="2"), "it has format version '2'; this program reads version 1"),
                                 (mark_file(machine="2"), "it belongs to machine ID 2"),
                                 (mark_file(method="rest"), "method rest"),
                                 (mark_file(mark="x"), "mark")):
            with self.subTest(message=message):
                self.assert_unusable(content, message)

    def test_a_mark_that_is_no_file_is_refused(self):
        os.makedirs(self.path(MARK))
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
        self.write(MARK, mark_file())
        os.chmod(self.path("var"), 0o777)
        os.chmod(self.path(MARK), 0)
        self.assert_refused(1, "Permission denied", self.run_vesta("gen", before=self.as_nobody()))

    def test_a_disk_without_room_is_refused_and_the_old_mark_stays(self):
        self.write(MARK, mark_file())
        ran = self.run_vesta("gen", before=["env", "--ignore-signal=XFSZ", "prlimit", "--fsize=8"])
        self.assert_refused(1, "File too large", ran)
        self.assertEqual(self.read(MARK), mark_file())
        self.assertEqual(len(self.ids()), 1)


if __name__ == "__main__":
    program.main()
