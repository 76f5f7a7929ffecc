"""Accounts for every number of a tag: from the journal of its row, the numbers that callers got, and the ends of the servers' lives."""
import bisect


class Unaccounted(Exception):
    """The sentence that says which number, and whose."""


class Range:
    """Numbers from `low` until `high`, without it, that one server took; `move` is its place in the journal."""

    def __init__(self, move, who, low, high):
        self.move = move
        self.who = who
        self.low = low
        self.high = high
        self.given = 0

    def size(self, delta, remainder):
        """How many n it has with n % delta = remainder."""
        def below(number):
            return (number - remainder + delta - 1) // delta
        return below(self.high) - below(self.low)


def tile(journal, start, end, inclusive):
    """The ranges that stand once what was given back has been taken off again. The row's moves must be a chain from `start` to `end`, and
    only the server that took the last range may give of it back. `inclusive`: max_id is the last number, not the first that is free."""
    ranges = []
    at = start
    for move, who, was, now in journal:
        if was != at:
            raise Unaccounted(f"the row stood at {at}, and {who} moved it from {was}")
        at = now
        if now > was:
            ranges.append(Range(move, who, was + inclusive, now + inclusive))
            continue
        while ranges and ranges[-1].high > now + inclusive:
            last = ranges.pop()
            if last.who != who:
                raise Unaccounted(f"{who} gave back [{last.low}, {last.high}), which {last.who} took")
            if last.low < now + inclusive:
                ranges.append(Range(last.move, who, last.low, now + inclusive))
    if at != end:
        raise Unaccounted(f"the row stands at {end}, and its last move led to {at}")
    return ranges


def count(ranges, numbers, may_give=lambda number_of, who: True, delta=1, remainder=0):
    """Puts each number into its range. `numbers`: pairs of where a caller got it, and the numbers; `may_give` says whether that place may
    give numbers of that server's. A number that came twice, or of no range, is refused."""
    lows = [each.low for each in ranges]
    seen = set()
    for place, some in numbers:
        for number in some:
            if number in seen:
                raise Unaccounted(f"{number} was given twice, the second time by {place}")
            seen.add(number)
            at = bisect.bisect_right(lows, number) - 1
            if at < 0 or number >= ranges[at].high:
                raise Unaccounted(f"{place} gave {number}, which no server took")
            if number % delta != remainder:
                raise Unaccounted(f"{place} gave {number}, whose remainder is not {remainder}")
            if not may_give(place, ranges[at].who):
                raise Unaccounted(f"{place} gave {number}, which {ranges[at].who} took")
            ranges[at].given += 1
    return seen


def lost(ranges, ends, held=2, delta=1, remainder=0, wasteful=lambda who: False):
    """How many numbers were not given, of which servers' ends. `ends`: of each server, the last moves of its lives. Only the `held` last
    ranges of a life may have numbers left; those of `wasteful` servers are allowed elsewhere, and counted apart."""
    of_ends, wasted = 0, 0
    lives = {}
    for each in ranges:
        life = bisect.bisect_left(ends.get(each.who, []), each.move)
        lives.setdefault((each.who, life), []).append(each)
    for (who, life), taken in lives.items():
        if life == len(ends.get(who, [])):
            raise Unaccounted(f"{who} took [{taken[-1].low}, {taken[-1].high}) after its last life")
        for place, each in enumerate(taken):
            left = each.size(delta, remainder) - each.given
            if left and place < len(taken) - held:
                if not wasteful(who):
                    raise Unaccounted(f"{who} took [{each.low}, {each.high}), of which {left} were not given, and took more later")
                wasted += left
            else:
                of_ends += left
    return of_ends, wasted


class Account:
    """Of one tag. `reserved = given + lost + wasted`, or Unaccounted."""

    def __init__(self, journal, start, end, inclusive, numbers, ends, **how):
        shape = {key: how[key] for key in ("delta", "remainder") if key in how}
        ranges = tile(journal, start, end, inclusive)
        self.ranges = len(ranges)
        self.reserved = sum(each.size(**{"delta": 1, "remainder": 0, **shape}) for each in ranges)
        self.given = len(count(ranges, numbers, how.get("may_give", lambda place, who: True), **shape))
        self.lost, self.wasted = lost(ranges, ends, how.get("held", 2), wasteful=how.get("wasteful", lambda who: False), **shape)
        if self.reserved != self.given + self.lost + self.wasted:
            raise Unaccounted(f"{self.reserved} reserved, {self.given} given, {self.lost} lost at ends, {self.wasted} wasted")

    def __str__(self):
        return (f"{self.reserved:,} reserved in {self.ranges:,} ranges = {self.given:,} given + {self.lost:,} lost at ends of servers"
                f" + {self.wasted:,} thrown away by an original while it ran")
