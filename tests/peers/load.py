"""Callers of a fleet: so many requests a second, each to a server at random, and once more to the next if the connection fails or the
answer has no number: both are failures to TinyId's client as well."""
import array
import http.client
import random
import select
import threading
import time

import wires


class Trouble:
    """Of a request that began at this time, by the monotonic clock, to the server at this place."""

    def __init__(self, begun, place, what):
        self.begun = begun
        self.place = place
        self.what = what

    @property
    def answered(self):
        """Whether there was an answer, and no connection lost."""
        return self.what[:1].isdigit()

    def __str__(self):
        return f"server {self.place}: {self.what}"


class Caller(threading.Thread):
    """One thread of them, with a connection kept open to each server, as pools have it. Starts at once."""

    def __init__(self, ports, path, rate, seed):
        super().__init__(daemon=True)
        self.path = path
        self.rate = rate
        self.random = random.Random(seed)
        self.links = [http.client.HTTPConnection("127.0.0.1", port, timeout=wires.PATIENCE) for port in ports]
        self.taken = [array.array("q") for _ in ports]  # by the server that gave them
        self.calls = 0
        self.troubles = []  # of single requests
        self.longest = 0.0  # seconds of a call
        self.failed = []  # calls
        self.stopped = threading.Event()
        self.start()

    def run(self):
        begun = time.monotonic()
        while not self.stopped.wait(max(0.0, begun + self.calls / self.rate - time.monotonic())):
            before = time.monotonic()
            self.call()
            self.calls += 1
            self.longest = max(self.longest, time.monotonic() - before)
        for each in self.links:
            each.close()

    def call(self):
        first = self.random.randrange(len(self.links))
        troubles = []
        for place in (first, (first + 1) % len(self.links)):
            begun = time.monotonic()
            trouble = self.take(place)
            if trouble is None:
                break
            troubles.append(Trouble(begun, place, trouble))
        self.troubles += troubles
        if len(troubles) == 2:
            self.failed.append(" and then ".join(map(str, troubles)))

    def take(self, place):
        """A number of that server; or why not."""
        try:
            status, _, body = wires.ask(self.fresh(place), "GET", self.path)
        except (OSError, http.client.HTTPException) as reason:
            self.links[place].close()
            return repr(reason)
        if status != 200 or not body:
            return f"{status} {body[:200]}"
        self.taken[place].append(int(body))
        return None

    def fresh(self, place):
        """The connection, opened anew if the server has closed it, as every pool looks before it uses one again."""
        link = self.links[place]
        if link.sock is not None and select.select([link.sock], [], [], 0)[0]:
            link.close()
        return link

    def stop(self):
        self.stopped.set()
        self.join()


class Callers:
    """Several, which together make `rate` requests a second."""

    def __init__(self, ports, path, rate, seed, threads=10):
        self.begun = time.monotonic()
        self.all = [Caller(ports, path, rate / threads, seed + each) for each in range(threads)]

    def stop(self):
        for each in self.all:
            each.stopped.set()
        for each in self.all:
            each.join()
        self.seconds = time.monotonic() - self.begun

    @property
    def calls(self):
        return sum(each.calls for each in self.all)

    @property
    def troubles(self):
        return [trouble for each in self.all for trouble in each.troubles]

    @property
    def failed(self):
        return [told for each in self.all for told in each.failed]

    def numbers(self):
        """Pairs of a server's place and numbers that it gave."""
        return [(place, taken) for each in self.all for place, taken in enumerate(each.taken)]

    def __str__(self):
        answered = sum(each.answered for each in self.troubles)
        return (f"{self.calls:,} calls in {self.seconds:,.0f} s ({self.calls / self.seconds:.0f} a second), the longest"
                f" {max(each.longest for each in self.all):.2f} s; {len(self.troubles):,} made again at the next server, {answered:,} of them since"
                f" the answer had no number; {len(self.failed)} failed")
