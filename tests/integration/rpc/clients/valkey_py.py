"""valkey-py, which has redis-py's methods; see README.md."""
import sys

import redis_py
import valkey

redis_py.run(valkey, valkey.Valkey, *sys.argv[1:])
