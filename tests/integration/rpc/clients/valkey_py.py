"""valkey-py, which has redis-py's methods; see README.md."""
import sys

import redis_py
import valkey


class Cluster(redis_py.Cluster):
    def multi(self):
        """Its cluster refuses transactions."""


redis_py.run(valkey, valkey.Valkey, valkey.ValkeyCluster, Cluster, *sys.argv[1:])
