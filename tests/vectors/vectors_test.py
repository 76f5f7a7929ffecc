#!/usr/bin/env python3
"""The vectors still hold, against the C library and the program: vectors_test.py VESTA LIBVESTA"""
import ctypes
import json
import os
import pathlib
import sys
import tempfile
import unittest

import make

VECTORS = json.loads((pathlib.Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
FIELDS = ("version", "type", "gen_method", "machine", "time", "seq")


class Fields(ctypes.Structure):
    _fields_ = [*((name, ctypes.c_uint64) for name in FIELDS), ("unix_ms", ctypes.c_int64)]


def load(file):
    library = ctypes.CDLL(file)
    for each in ("vesta_open_text", "vesta_generator_open"):
        getattr(library, each).restype = ctypes.c_void_p
    return library


class TheVectors(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        os.environ.pop("VESTA_MACHINE_ID", None)
        cls.folder = tempfile.TemporaryDirectory()
        os.environ["VESTA_HOST_DIR"] = cls.folder.name  # a host of its own
        cls.program = make.Program(cls.vesta, cls.folder.name)
        cls.c = load(cls.libvesta)
        settings = make.with_outward(VECTORS["settings"]) | {"state": {"dir": cls.folder.name + "/var"}}
        cls.ids = ctypes.c_void_p(cls.c.vesta_open_text(json.dumps(settings).encode()))

    @classmethod
    def tearDownClass(cls):
        cls.c.vesta_close(cls.ids)
        cls.folder.cleanup()

    def named(self, code):
        return VECTORS["codes"][str(code)]

    def make(self, each):
        out = ctypes.c_int64()
        parts = Fields(**{name: each["parts"][name] for name in FIELDS})
        return self.c.vesta_make(self.ids, each["generator"].encode(), ctypes.byref(parts), ctypes.byref(out)), out.value

    def test_are_what_the_program_answers(self):
        self.assertEqual(VECTORS, make.vectors(self.vesta))

    def test_ids_have_these_parts(self):
        for each in VECTORS["ids"]:
            out = Fields()
            code = self.c.vesta_explain(self.ids, each["generator"].encode(), ctypes.c_int64(int(each["id"])), ctypes.byref(out))
            self.assertEqual(0, code, each)
            self.assertEqual(each["parts"], {name: getattr(out, name) for name, _ in Fields._fields_}, each)
            self.assertEqual((0, int(each["id"])), self.make(each), each)

    def explained(self, each):
        out = Fields()
        code = self.c.vesta_explain_text(self.ids, each["generator"].encode(), each["uuid"].encode(), b"uuid", ctypes.byref(out))
        return code, {name: getattr(out, name) for name, _ in Fields._fields_}

    def inward(self, each):
        out = ctypes.c_int64()
        code = self.c.vesta_inward(self.ids, each["generator"].encode(), None, ctypes.c_int64(int(each["id"])), ctypes.byref(out))
        return code, str(out.value)

    def test_uuids_have_these_parts(self):
        for each in VECTORS["uuids"]:
            self.assertEqual((0, each["parts"]), self.explained(each), each)
        for each in VECTORS["refused_uuids"]:
            self.assertEqual(each["error"], self.named(self.explained(each)[0]), each)

    def test_outward_ids_have_these_behind(self):
        for each in VECTORS["outward"]:
            self.assertEqual((0, each["inward"]), self.inward(each), each)
        for each in VECTORS["refused_outward"]:
            self.assertEqual(each["error"], self.named(self.inward(each)[0]), each)

    def test_refused_parts_are_refused_so(self):
        for each in VECTORS["refused_parts"]:
            self.assertEqual(each["error"], self.named(self.make(each)[0]), each)

    def test_refused_settings_are_refused_so(self):
        for each in VECTORS["refused_settings"]:
            self.assertIsNone(self.c.vesta_open_text(json.dumps(each["settings"]).encode()), each)
            self.assertEqual(each["error"], self.named(self.c.vesta_last_error_code()), each)

    def test_refused_generators_are_refused_so(self):
        for each in VECTORS["refused_generators"]:
            self.assertIsNone(self.c.vesta_generator_open(self.ids, each["generator"].encode()), each)
            self.assertEqual(each["error"], self.named(self.c.vesta_last_error_code()), each)

    def test_texts_are_read_as_these_ids(self):
        for each in VECTORS["texts"]:
            for form in make.FORMS:
                self.assertEqual(each["id"], make.reads(self.program, form, each[form]), (form, each))

    def test_refused_texts_are_refused(self):
        for each in VECTORS["refused_texts"]:
            self.assertIsNone(make.reads(self.program, each["form"], each["text"]), each)

    def test_uuid_texts_are_read_as_these_uuids(self):
        for each in VECTORS["uuid_texts"]:
            for form, text in each.items():
                self.assertEqual(each["uuid"], make.reads(self.program, form, text, "uuid7"), (form, each))

    def test_refused_uuid_texts_are_refused(self):
        for each in VECTORS["refused_uuid_texts"]:
            self.assertIsNone(make.reads(self.program, each["form"], each["text"], "uuid7"), each)


if __name__ == "__main__":
    TheVectors.vesta, TheVectors.libvesta = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
