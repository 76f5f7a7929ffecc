"""redis-py; see README.md."""
import sys

import redis


def tell(word, *values):
    print(word, *values, flush=True)


def see_and_end_clients(ids, port, password):
    other = redis.Redis(port=int(port), password=password, client_name="other", single_connection_client=True)
    listed = {each["name"]: each for each in ids.client_list()}
    assert listed["other"]["id"] == str(other.client_id()), listed
    assert ids.client_kill_filter(_id=listed["other"]["id"]) == 1
    assert ids.client_kill_filter(_id=listed["other"]["id"], skipme=True) in (0, 1)


def main(port, password=None):
    ids = redis.Redis(port=int(port), password=password, decode_responses=True)
    tell("one", ids.execute_command("GENID"))
    tell("many", *ids.execute_command("GENID", "COUNT", 1000))
    with ids.pipeline() as batch:  # in MULTI and EXEC
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
    see_and_end_clients(ids, port, password)
    tell("restart")
    sys.stdin.readline()
    while True:
        try:
            tell("again", ids.execute_command("GENID"))
            return
        except redis.ConnectionError:
            pass  # the next call connects again


main(*sys.argv[1:])
