"""What embedded and remote generators promise alike."""

import array
import threading

import pytest

import vesta


def test_next_gives_greater_ids_each_time(ids):
    generator = ids.generator()
    made = [generator.next() for _ in range(1000)]
    assert made == sorted(set(made))


def test_take_gives_that_many_different_ids(ids):
    generator = ids.generator()
    assert len(set(generator.take(25_000))) == 25_000
    assert generator.take(0) == []
    with pytest.raises(vesta.InvalidArgument):
        generator.take(-1)


def test_iterating_never_ends(ids):
    made = [id for _, id in zip(range(100), ids.generator())]
    assert made == sorted(set(made)) and len(made) == 100


def test_prefetched_ids_are_in_order_in_one_thread(ids):
    generator = ids.generator(prefetch=100)
    made = [generator.next() for _ in range(250)] + generator.take(500) + [next(generator)]
    assert made == sorted(set(made)) and len(made) == 751


def test_prefetched_ids_expire(ids):
    generator = ids.generator(prefetch=1000, max_age=1e-9)
    assert generator.next() != generator.next()  # each from a range of its own


def test_threads_get_different_ids(ids):
    for generator in (ids.generator(), ids.generator("peak", prefetch=64)):
        made = [[] for _ in range(8)]

        def work(to, generator=generator):
            to += [generator.next() for _ in range(1000)]
            to += generator.take(100)

        threads = [threading.Thread(target=work, args=(each,)) for each in made]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len({id for each in made for id in each}) == 8 * 1100


def test_fill_writes_into_a_buffer(ids):
    buffer = array.array("q", [0]) * 1000
    ids.generator("peak").fill(buffer)
    assert len(set(buffer)) == 1000 and min(buffer) > 0


def test_ids_of_128_bits_increase(ids):
    for name in ("uuid7", "ulid"):
        generator = ids.generator(name)
        made = [generator.next_uuid() for _ in range(100)] + generator.take_uuids(10_500)
        assert made == sorted(set(made)) and len(made) == 10_600
        assert generator.take_uuids(0) == []
        assert made[0].version == (7 if name == "uuid7" else None)
        assert generator.explain(made[0]).at <= generator.explain(made[-1]).at
        with pytest.raises(vesta.InvalidArgument):
            generator.next()
        with pytest.raises(vesta.InvalidArgument):
            generator.take_uuids(-1)
    with pytest.raises(vesta.InvalidArgument):
        ids.generator().next_uuid()


def test_a_closed_one_refuses(ids):
    generator = ids.generator()
    ids.close()
    for call in (
        generator.next,
        lambda: generator.take(2),
        lambda: generator.explain(1),
        lambda: ids.generator("peak").next(),
    ):
        with pytest.raises(vesta.Closed):
            call()
    ids.close()  # once more changes nothing


def test_bad_requests_are_refused(ids):
    with pytest.raises(vesta.InvalidArgument):
        ids.generator(prefetch=-1)
    with pytest.raises(vesta.InvalidArgument):
        ids.generator(max_age=0)
    with pytest.raises(vesta.VestaError):
        ids.generator().explain(2**64)
    with pytest.raises(vesta.VestaError):
        ids.generator(tag="order").next()
