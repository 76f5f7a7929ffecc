"""valkey-glide for Python, whose calls are coroutines; see README.md."""
import asyncio
import sys

import glide
from told import Client


class Glide(Client):
    """Calls to wait for, made one after another."""

    refusal, lost = glide.RequestError, (glide.ConnectionError, glide.ClosingError, glide.TimeoutError)
    client, settings, batch = glide.GlideClient, glide.GlideClientConfiguration, glide.Batch

    def __init__(self, port, password):
        self.loop = asyncio.new_event_loop()
        where = [glide.NodeAddress("127.0.0.1", int(port))]
        secret = glide.ServerCredentials(password) if password else None
        self.ids = self.wait(self.client.create(self.settings(where, credentials=secret)))

    def wait(self, call):
        return self.loop.run_until_complete(call)

    def ask(self, *words):
        return self.wait(self.ids.custom_command(list(words)))

    def pipelined(self, count):
        batch = self.batch(is_atomic=False)
        for _ in range(count):
            batch.custom_command(["GENID"])
        return self.wait(self.ids.exec(batch, raise_on_error=True))

    def multi(self):
        return self.wait(self.ids.exec(self.batch(is_atomic=True).incr("order").incr("order"), raise_on_error=True))

    def incr(self, tag):
        return self.wait(self.ids.incr(tag))

    def incrby(self, tag, more):
        return self.wait(self.ids.incrby(tag, more))

    def get(self, tag):
        return self.wait(self.ids.get(tag))

    def exists(self, tag):
        return self.wait(self.ids.exists([tag]))


class Cluster(Glide):
    lost = (*Glide.lost, glide.RequestError)  # which says "Connection in recovery"
    client, settings, batch = glide.GlideClusterClient, glide.GlideClusterClientConfiguration, glide.ClusterBatch


def main(*words):
    clustered = words[0] == "cluster"
    port, count, *password = words[clustered:]
    (Cluster if clustered else Glide)(port, "".join(password)).run(int(count))


main(*sys.argv[1:])
