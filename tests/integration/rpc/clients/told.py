"""What each program of Python's clients does; see README.md."""
import sys
import time


def tell(word, *values):
    print(word, *(plain(each) for each in values), flush=True)


def plain(value):
    return value.decode() if isinstance(value, bytes) else value


def fields(answer):
    """A map, which RESP2 sends as an array of keys and values."""
    pairs = answer.items() if isinstance(answer, dict) else zip(answer[::2], answer[1::2], strict=True)
    return {plain(key): value for key, value in pairs}


class Client:
    """One client. A program gives `ask`, `pipelined`, `multi` (None where there is none), `incr`, `incrby`, `get`, `exists`,
    `refusal` and `lost`."""

    option = None  # without which it does not work

    def run(self, count):
        if self.option:
            tell("option", self.option)
        one = self.ask("GENID")
        tell("type", type(one).__name__)
        tell("one", one)
        tell("many", *self.ask("GENID", "COUNT", "1000"))
        tell("pipelined", *self.pipelined(100))
        tell("incr", self.incr("order"), self.incr("order"))
        if both := self.multi():
            tell("multi", *both)
        tell("incrby", self.incrby("order", 10))
        tell("get", self.get("order"))
        tell("exists", int(self.exists("order")))
        tell("range", *self.ask("RANGE", "default", "50"))
        tell("genmethod", fields(self.ask("EXPID", str(self.ask("GENID"))))["genMethod"])
        try:
            self.ask("GENID", "GENERATOR", "nope")
        except self.refusal as refused:
            tell("error", str(refused).split()[0].rstrip(":"))
        tell("plenty", *(each for _ in range(count // 1000) for each in self.pipelined(1000)))
        self.besides()
        tell("restart")
        sys.stdin.readline()
        self.again()

    def besides(self):
        """What else users of this client do."""

    def again(self):
        failed = 0
        while True:
            try:
                one = self.ask("GENID")
                tell("failed", failed)
                tell("again", one)
                return
            except self.lost:
                failed += 1
                time.sleep(0.01)
