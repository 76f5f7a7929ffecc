"""redis-py; see README.md."""
import sys

import redis


def tell(word, *values):
    print(word, *values, flush=True)


def main(port, password=None):
    ids = redis.Redis(port=int(port), password=password, decode_responses=True)
    tell("one", ids.execute_command("GENID"))
    tell("many", *ids.execute_command("GENID", "COUNT", 1000))
    with ids.pipeline(transaction=False) as batch:
        for _ in range(100):
            batch.execute_command("GENID")
        tell("pipelined", *batch.execute())
    tell("incr", ids.incr("order"), ids.execute_command("INCR", "order"))
    tell("incrby", ids.incr("order", 10))
    tell("range", *ids.execute_command("RANGE", "default", 50))
    fields = ids.execute_command("EXPID", ids.execute_command("GENID"))
    if isinstance(fields, list):  # RESP2 has no maps
        fields = dict(zip(fields[::2], fields[1::2], strict=True))
    tell("genmethod", fields["genMethod"])
    try:
        ids.execute_command("GENID", "GENERATOR", "nope")
    except redis.ResponseError as refused:
        tell("error", str(refused).split()[0])
    tell("restart")
    sys.stdin.readline()
    while True:
        try:
            tell("again", ids.execute_command("GENID"))
            return
        except redis.ConnectionError:
            pass  # the next call connects again


main(*sys.argv[1:])
