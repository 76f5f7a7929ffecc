#!/usr/bin/env python3
"""Prints the vectors that every binding passes, as `vesta` answers them: make.py VESTA > vectors.json"""
import datetime
import json
import os
import subprocess
import sys
import tempfile
import uuid

#: Of the generator `outward`, in VESTA_VECTORS_KEY.
KEY = "00112233445566778899aabbccddeeff"
FINGERPRINT = "ff1-fde4fbae4a09e020-62-8000000000000000"
SETTINGS = {
    "machine-id": {"property": {"id": 1}, "takeover-margin": "0ms"},
    "generators": {
        "default": {"kind": "vesta", "type": "min-granularity"},
        "peak": {"kind": "vesta", "type": "max-peak"},
        "leaf": {"kind": "snowflake"},
        "short": {"kind": "vesta-2018", "type": "short"},
        "uuid7": {"kind": "uuid7"},
        "ulid": {"kind": "ulid"},
    },
    "rest": {"enabled": False},
}
#: Apart, since it needs the second library: packages of some languages do not have it.
OUTWARD_GENERATOR = {
    "kind": "vesta", "type": "max-peak", "version": 1,
    "outward": {"key": 0, "keys": {"0": {"key-env": "VESTA_VECTORS_KEY", "fingerprint": FINGERPRINT}}},
}  # fmt: skip
PARTS = {"version": "version", "type": "type", "gen_method": "genMethod", "machine": "machine", "time": "time", "seq": "seq"}
IDS = {
    "default": ["5005268704406011905", "4611686018427387904", "5005268704407059457"],
    "peak": ["403028670442110977", "2319542600899494910", "1024"],
    "leaf": ["1234567890123456789", "4095", "9223372036854775807"],
    "short": ["4503600675951617", "4503599627371520"],
}
TEXTS = [0, 1, 31, 1024, 2**32, 2**53, 2708777873275093023, 2**63 - 1, -1, -(2**63)]
FORMS = ["decimal", "hex", "base32", "base58", "base62", "uuid", "base32-check"]
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: Texts that are read, though no form writes them so.
LENIENT = [
    ("hex", "2597831FC000001F"), ("base32", "2b5w33zooooo2"), ("base32", "2B5W33ZOOOOOL"), ("base32-check", "2b5w33zooooozd"),
    ("base32-check", "00000000000i4u"),
]  # fmt: skip
REFUSED_TEXTS = [
    ("decimal", "12x"), ("decimal", ""), ("decimal", "18446744073709551616"), ("hex", "1f"), ("hex", "2597831fc00000zz"),
    ("base32", "2B5W33Z00000U"), ("base32", "ZZZZZZZZZZZZZ"), ("base58", "7HguNTGGfm0"), ("base58", "zzzzzzzzzzz"),
    ("base62", "3E6ELUXWs-L"), ("base62", "zzzzzzzzzzz"), ("uuid", "2597831f-c000-4001-bc00-000000000000"),
    ("uuid", "2597831f-c000-8001-bc00-000000000001"), ("uuid", "2597831fc0008001bc00000000000000"),
    ("base32-check", "2B5W33Z00000Z"), ("base32-check", "2B5W33Z00000Z0"), ("base32-check", "2B5W33Z0000Z0D"), ("base32-check", ""),
    ("base32", "000000000000\u0131"), ("base32", "00000000000\u017f"), ("base32-check", "0000000000100\u017f"), # upper case: I, S
    ("base32-check", "ZZZZZZZZZZZZZZ"), ("base32-check", "0000000000000O"), ("typeid", "0000000000000"), ("typeid", "00000000000000000000000001"),
]  # fmt: skip
#: RFC 9562, A.6; the example of TypeID's specification; the least and the greatest.
UUIDS = [0x017F22E279B07CC398C4DC0C0C07398F, 0x01890A5DAC96774BBCCEB302099A8057, 0x7 << 76 | 0x2 << 62, 0x0B4F << 112 | 0x7FFF << 64 | (1 << 64) - (1 << 62) - 1]
LENIENT_UUIDS = [
    ("uuid", "01890A5D-AC96-774B-BCCE-B302099A8057"), ("hex", "01890A5DAC96774BBCCEB302099A8057"), ("base32", "Oih455vb4pex5vsknk084snozq"),
    ("base32-check", "o1h455vb4pex5vsknk084sn02qa"),
]  # fmt: skip
#: An ID as it left, and others.
OUTWARD = {"outward": ["4199584786916351566", "4172378688877222787", "526999667940964045"], "peak": ["403028670442110977", "-1"]}
REFUSED_OUTWARD = [("outward", "-1"), ("outward", "4611686018427387904")]
REFUSED_UUID_TEXTS = [
    ("uuid", "017f22e279b07cc398c4dc0c0c07398f"), ("uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398"), ("hex", "17f22e279b07cc398c4dc0c0c07398f"),
    ("base32", "80000000000000000000000000"), ("base32", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"), ("base32", "01H455VB4PEX5VSKNK084SN02U"),
    ("base58", "zzzzzzzzzzzzzzzzzzzzzz"), ("base62", "zzzzzzzzzzzzzzzzzzzzzz"), ("base32-check", "01H455VB4PEX5VSKNK084SN02Q0"),
    ("typeid", "Order_01h455vb4pex5vsknk084sn02q"), ("typeid", "_01h455vb4pex5vsknk084sn02q"), ("typeid", "order_01H455VB4PEX5VSKNK084SN02Q"),
    ("typeid", "order_81h455vb4pex5vsknk084sn02q"), ("typeid", "order__01h455vb4pex5vsknk084sn02q"), ("decimal", "1"),
]  # fmt: skip
REFUSED_PARTS = [
    ("default", {"seq": 1024}), ("default", {"machine": 1024}), ("default", {"time": 2**40}), ("default", {"gen_method": 4}),
    ("default", {"version": 2}), ("leaf", {"seq": 4096}), ("peak", {"seq": 2**20}),
]  # fmt: skip
CODES = [
    "invalid-argument", "invalid-settings", "not-found", "clock-behind", "not-ready", "exhausted", "state-unusable", "in-use",
    "lease-lost", "store-unavailable", "closed", "forked", "internal",
]  # fmt: skip
WORDS = {
    "CLOCK": "clock-behind", "NOTREADY": "not-ready", "NOSUCHTAG": "not-found", "RANGE": "invalid-argument",
    "EXHAUSTED": "exhausted", "NOAUTH": "not-authenticated", "WRONGPASS": "not-authenticated", "NOPERM": "not-permitted",
    "QUOTA": "over-quota", "ERR": "invalid-argument",
}  # fmt: skip
REFUSED_SETTINGS = [
    {},
    {"generators": {"default": {"kind": "vesta"}}},
    {"machine-id": {"property": {"id": 1}}, "generators": {"default": {"kind": "vesta", "tpye": "max-peak"}}},
    {"machine-id": {"property": {"id": 1024}}, "generators": {"default": {"kind": "vesta"}}},
]
BASE = {"version": 0, "type": 1, "gen_method": 0, "machine": 1, "time": 375349699000, "seq": 0}


def with_outward(settings):
    return settings | {"generators": settings["generators"] | {"outward": OUTWARD_GENERATOR}}


class Program:
    def __init__(self, vesta, folder):
        self.vesta = vesta
        self.settings = f"{folder}/vesta.yaml"
        with open(self.settings, "w", encoding="utf-8") as file:
            json.dump(with_outward(SETTINGS) | {"state": {"dir": f"{folder}/state"}}, file)
        os.environ["VESTA_VECTORS_KEY"] = KEY

    def run(self, *words):
        return subprocess.run([self.vesta, words[0], "-c", self.settings, *words[1:]], capture_output=True, text=True, check=False)

    def explained(self, generator, value, *more):
        done = self.run("explain", "--json", "-g", generator, *more, "--", value)
        if done.returncode:
            sys.exit(f"make.py: explain {generator} {value}: {done.stderr}")
        return json.loads(done.stdout)


def from_instant(text):
    at = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc)
    return round(at.timestamp() * 1000)


def parts(program, generator, value):
    said = program.explained(generator, value)
    return {ours: said.get(theirs, 0) for ours, theirs in PARTS.items()} | {"unix_ms": from_instant(said["at"])}


def reads(program, form, text, generator="default"):
    done = program.run("explain", "--json", "-g", generator, "--as", form, "--", text)
    return json.loads(done.stdout)["id"] if done.returncode == 0 else None


def in_system(bits, digits, length):
    return "".join(digits[bits // len(digits) ** place % len(digits)] for place in reversed(range(length)))


def uuid_of(bits):
    return uuid.UUID(int=bits)


def checked(base32, bits):
    return base32 + (CROCKFORD + "*~$=U")[bits % 37]


def uuid_texts(bits):
    """As `texts`, of 128 bits."""
    made = {form: in_system(bits, digits, length) for form, (digits, length) in {
        "hex": ("0123456789abcdef", 32), "base32": (CROCKFORD, 26), "typeid": (CROCKFORD.lower(), 26),
        "base58": ("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 22),
        "base62": ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 22),
    }.items()}  # fmt: skip
    made["base32-check"] = checked(made["base32"], bits)
    return made | {"uuid": str(uuid_of(bits))}


def texts(value):
    """Written here, apart from the bindings and the program, which vectors_test.py has read each of them."""
    bits = value % 2**64
    systems = {
        "hex": ("0123456789abcdef", 16),
        "base32": (CROCKFORD, 13),
        "base58": ("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11),
        "base62": ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11),
    }
    made = {"decimal": str(value)}
    for form, (digits, length) in systems.items():
        made[form] = in_system(bits, digits, length)
    made["base32-check"] = checked(made["base32"], bits)
    digits, low = made["hex"], bits % 16
    made["uuid"] = f"{digits[:8]}-{digits[8:12]}-8{digits[12:15]}-{'89ab'[low >> 2]}{'048c'[low & 3]}00-{'0' * 12}"
    return made


def vectors(vesta):
    with tempfile.TemporaryDirectory() as folder:
        program = Program(vesta, folder)
        return {
            "settings": SETTINGS,
            "refused_settings": [{"settings": each, "error": "invalid-settings"} for each in REFUSED_SETTINGS],
            "ids": [
                {"generator": generator, "id": value, "parts": parts(program, generator, value)}
                for generator, values in IDS.items() for value in values
            ],
            "refused_parts": [
                {"generator": generator, "parts": BASE | wrong, "error": "invalid-argument"} for generator, wrong in REFUSED_PARTS
            ],
            "refused_generators": [{"generator": "nope", "error": "not-found"}],
            "texts": [{"id": str(value), **texts(value)} for value in TEXTS],
            "lenient_texts": [{"form": form, "text": text, "id": reads(program, form, text)} for form, text in LENIENT],
            "refused_texts": [{"form": form, "text": text} for form, text in REFUSED_TEXTS],
            "uuid_texts": [uuid_texts(each) for each in UUIDS],
            "lenient_uuid_texts": [
                {"form": form, "text": text, "uuid": reads(program, form, text, "uuid7")} for form, text in LENIENT_UUIDS
            ],
            "refused_uuid_texts": [{"form": form, "text": text} for form, text in REFUSED_UUID_TEXTS],
            "uuids": [
                {"generator": generator, "uuid": str(each), "parts": parts(program, generator, str(each))}
                for generator in ("uuid7", "ulid") for each in map(uuid_of, UUIDS[:2])
            ],
            "refused_uuids": [
                {"generator": generator, "uuid": value, "error": "invalid-argument"}
                for generator, value in (("uuid7", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f"), ("default", str(uuid_of(UUIDS[0]))))
            ],
            "outward_generator": OUTWARD_GENERATOR,
            "outward": [
                {"generator": generator, "id": value, "inward": program.explained(generator, value)["id"]}
                for generator, values in OUTWARD.items() for value in values
            ],
            "refused_outward": [
                {"generator": generator, "id": value, "error": "invalid-argument"} for generator, value in REFUSED_OUTWARD
            ],
            "codes": {str(code): name for code, name in enumerate(CODES, 1)},
            "words": WORDS,
        }  # fmt: skip


if __name__ == "__main__":
    json.dump(vectors(sys.argv[1]), sys.stdout, indent=1)
    print()
