"""Numbers per tag and per application, which are in a database."""

import json
import os
import subprocess

import pytest
from conftest import Server

import vesta


@pytest.fixture
def numbers(settings, tmp_path):
    """Settings with such generators, and application 1."""
    settings["stores"] = {"main": {"kind": "sqlite", "file": str(tmp_path / "numbers.db")}}
    kind = {"kind": "segment", "store": "main", "order": "strict", "auto-create": {"step": 10}}
    settings["generators"] |= {"numbers": kind, "sharded": {"kind": "sharded", "store": "main"}}
    file = tmp_path / "init.yaml"
    file.write_text(json.dumps(settings))
    init = [os.environ["VESTA"], "sharded", "init", "--app", "1", "--name", "orders", "-c", str(file)]
    subprocess.run(init, check=True, capture_output=True)
    return settings


def assert_counts(ids):
    assert ids.generator("numbers", tag="orders").take(3) == [1, 2, 3]
    ahead = ids.generator("numbers", tag="orders", prefetch=4, max_age=60)
    assert [ahead.next(), ahead.next()] == [4, 5]
    sharded = ids.generator("sharded", app=1, gate_pass="13800000000")
    parts = [sharded.explain(each) for each in sharded.take(2)]
    assert [(each.app, each.next, each.number) for each in parts] == [(1, 1, 1), (1, 2, 2)]
    with pytest.raises(vesta.InvalidArgument):
        ahead.next_uuid()
    with pytest.raises(vesta.NotFound):
        ids.generator("sharded", app=2, gate_pass="x").next()


def test_tags_and_applications_count_at_servers(numbers, tmp_path):
    more = {each: numbers[each] for each in ("stores", "generators")}
    with Server(tmp_path, more) as server, vesta.connect(server.address) as ids:
        assert_counts(ids)


def test_tags_and_applications_count_in_the_process_where_the_library_of_stores_is(numbers):
    if not vesta.embedded.HAS_STORES:
        with pytest.raises(vesta.InvalidSettings, match="install"):
            vesta.open(numbers)
        return
    with vesta.open(numbers) as ids:
        assert_counts(ids)
        with pytest.raises(vesta.InvalidArgument, match="takes no tag"):
            ids.generator("default", tag="orders")
