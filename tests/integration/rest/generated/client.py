import sys

from vesta import Client
from vesta.api.v1 import explain_id, list_generators, make_id, make_ids
from vesta.models import IdForm, MakeIdBody, ShardedExplanation, TimeExplanation

KNOWN = "2407837855670862845"


def main(url):
    client = Client(url, raise_on_unexpected_status=True)
    ids = make_ids.sync("default", client=client, count=3).ids
    assert len({int(each) for each in ids}) == 3 and min(map(int, ids)) > 1 << 53, ids
    assert len(make_ids.sync("default", client=client, format_=IdForm.HEX).ids[0]) == 16
    told = explain_id.sync("default", KNOWN, client=client)
    assert isinstance(told, TimeExplanation) and (told.fields.time, told.fields.machine) == (94990103, 1021), told
    sharded = explain_id.sync("sharded", "62721", client=client)
    assert isinstance(sharded, ShardedExplanation) and (sharded.fields.shard, sharded.fields.app) == (53, 1), sharded
    made = make_id.sync("default", client=client,
                        body=MakeIdBody(type_="max-peak", gen_method=2, machine=1021, time=94990103, seq=0))
    assert made.id == KNOWN, made
    assert list_generators.sync(client=client).generators[0].epoch_left_ms > 1 << 31


main(sys.argv[1])
