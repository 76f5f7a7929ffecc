"""A node of Leaf 1.0.1 in segment mode, as far as its table can tell: its statements, its steps, its two segments."""
import os
import subprocess
import threading
import time

MAX_STEP = 1_000_000
SEGMENT_DURATION = 15 * 60


def sql(text):
    """Runs statements as the test server's user; the rows, each a list of texts."""
    told = {key: os.environ["VESTA_TEST_MARIADB_" + key] for key in ("SOCKET", "USER", "PASSWORD", "DATABASE")}
    ran = subprocess.run(["mariadb", "--no-defaults", f"--socket={told['SOCKET']}", f"--user={told['USER']}",
                          "--batch", "--skip-column-names", told["DATABASE"]],
                         input=text, text=True, capture_output=True, check=False,
                         env={**os.environ, "MYSQL_PWD": told["PASSWORD"]})
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr)
    return [line.split("\t") for line in ran.stdout.splitlines()]


class LeafNode:
    """Serves the numbers of one tag from [max_id - step, max_id). The first two segments have the row's step; then it
    doubles while one lasts less than 15 minutes, as IDAllocDaoImpl and SegmentIDGenImpl have it."""

    def __init__(self, tag):
        self.tag = tag
        self.step = 0
        self.least = 0
        self.updates = 0
        self.since = 0.0
        self.segment = iter(())

    def reserve(self):
        if self.updates < 2:
            change = "step"
        else:
            if time.monotonic() - self.since < SEGMENT_DURATION and self.step * 2 <= MAX_STEP:
                self.step *= 2
            change = str(self.step)
        rows = sql(f"START TRANSACTION; UPDATE leaf_alloc SET max_id = max_id + {change} WHERE biz_tag = '{self.tag}';"
                   f"SELECT biz_tag, max_id, step FROM leaf_alloc WHERE biz_tag = '{self.tag}'; COMMIT;")
        (_, max_id, self.least), = rows
        if self.updates < 2:
            self.step = int(self.least)
        self.updates += 1
        self.since = time.monotonic()
        return range(int(max_id) - self.step, int(max_id))

    def take(self, count):
        numbers = []
        while len(numbers) < count:
            for number in self.segment:
                numbers.append(number)
                if len(numbers) == count:
                    break
            else:
                self.segment = iter(self.reserve())
        return numbers


class LeafNodes:
    """Several of them at work at once."""

    def __init__(self, tag, nodes, each_takes):
        self.taken = [[] for _ in range(nodes)]
        self.threads = [threading.Thread(target=self.work, args=(LeafNode(tag), into, each_takes))
                        for into in self.taken]
        for each in self.threads:
            each.start()

    @staticmethod
    def work(node, into, count):
        while len(into) < count:
            into += node.take(250)

    def numbers(self):
        """All they have taken, once they are done."""
        for each in self.threads:
            each.join()
        return [number for each in self.taken for number in each]
