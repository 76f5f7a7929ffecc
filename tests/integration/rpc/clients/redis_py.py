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


class Cluster(Library):
    """As the one node of a cluster. Commands without a tag have to say which node they mean."""

    option = "`target_nodes=` for commands without a tag"

    def ask(self, *words):
        return self.ids.execute_command(*words, target_nodes=self.ids.get_default_node())

    def pipelined(self, count):
        with self.ids.pipeline() as batch:
            for _ in range(count):
                batch.execute_command("GENID", target_nodes=self.ids.get_default_node())
            return batch.execute()

    def besides(self):
        """A client of a cluster shows no clients."""


def run(library, kind, cluster, of_cluster, *words):
    """`of_cluster` is the class here for the library's `cluster`."""
    clustered = words[0] == "cluster"
    port, count, *password = words[clustered:]
    given = {"host": "127.0.0.1", "port": int(port), "password": "".join(password) or None}
    client, connect = (of_cluster, cluster) if clustered else (Library, kind)
    client(lambda **options: connect(**given, **options), library).run(int(count))


if __name__ == "__main__":
    run(redis, redis.Redis, redis.RedisCluster, Cluster, *sys.argv[1:])
