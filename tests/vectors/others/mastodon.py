"""IDs by Mastodon's definition, which is a function of PostgreSQL and in no registry.

timestamp_id(table): the time in ms, 16 bits up, and below it (b + n) mod 2^16. b is the first 16 bits, as hexadecimal digits, of the MD5 of
the table's name, a secret and the time in ms, 16 bits up, as decimal; n counts in a sequence of the table.
"""

import hashlib

SECRET = "5d2b9c0d0a1f4e7c8b6a"


def timestamp_id(table, at, count):
    time_part = at << 16
    base = int(hashlib.md5(f"{table}{SECRET}{time_part}".encode()).hexdigest()[:4], 16)
    return time_part | (base + count & 0xFFFF)


for instant, counter in ((1479724800000, 1), (1640995200123, 70000), (1790000000999, 65535)):
    made = timestamp_id("statuses", instant, counter)
    print("mastodon", made, 0, made & 0xFFFF, instant, instant)
