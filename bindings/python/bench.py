"""What an ID costs, in ns: bench.py, with the installed package."""

import array
import tempfile
import timeit

import vesta


def cheapest(call, count, ids=1):
    return min(timeit.repeat(call, number=count, repeat=25)) / count / ids * 1e9


def main():
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "machine-id": {"property": {"id": 1000}, "takeover-margin": "0ms"},
            "generators": {"default": {"kind": "vesta", "type": "max-peak"}},
            "state": {"dir": folder},
        }
        with vesta.open(settings) as ids:
            plain, ahead = ids.generator(), ids.generator(prefetch=10_000)
            buffer = array.array("q", [0]) * 10_000
            print(f"next              {cheapest(plain.next, 2_000):7.1f}")
            print(f"next, prefetching {cheapest(ahead.next, 10_000):7.1f}")
            print(f"take(10000)       {cheapest(lambda: plain.take(10_000), 2, 10_000):7.1f}")
            print(f"fill, 10000       {cheapest(lambda: plain.fill(buffer), 2, 10_000):7.1f}")


if __name__ == "__main__":
    main()
