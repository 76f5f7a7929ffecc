"""redis-py; see README.md."""
import sys

import redis
from told import Client


class Library(Client):
    """With the commands that redis-py and valkey-py share."""

    def __init__(self, connect, library):
        self.ids = connect()
        self.connect = connect
        self.refusal, self.lost = library.ResponseError, library.ConnectionError

    def ask(self, *words):
        return self.ids.execute_command(*words)

    def pipelined(self, count):
        with self.ids.pipeline() as batch:  # in MULTI and EXEC
            for _ in range(count):
                batch.execute_command("GENID")
            return batch.execute()

    def multi(self):
        with self.ids.pipeline(transaction=True) as batch:
            return batch.incr("order").incr("order").execute()

    def incr(self, tag):
        return self.ids.incr(tag)

    def incrby(self, tag, more):
        return self.ids.incr(tag, more)

    def get(self, tag):
        return self.ids.get(tag)

    def exists(self, tag):
        return self.ids.exists(tag)

    def besides(self):
        """Sees and ends clients."""
        other = self.connect(client_name="other", single_connection_client=True)
        listed = {each["name"]: each for each in self.ids.client_list()}
        assert listed["other"]["id"] == str(other.client_id()), listed
        assert self.ids.client_kill_filter(_id=listed["other"]["id"]) == 1
        assert self.ids.client_kill_filter(_id=listed["other"]["id"], skipme=True) in (0, 1)


def run(library, kind, port, count, password=None):
    Library(lambda **options: kind(port=int(port), password=password, **options), library).run(int(count))


if __name__ == "__main__":
    run(redis, redis.Redis, *sys.argv[1:])
