"""The same for coroutines."""

import asyncio

import pytest
from conftest import VECTORS

import vesta
from vesta import aio


@pytest.fixture(params=["embedded", "remote"])
def opening(request, settings):
    return aio.open(settings) if request.param == "embedded" else aio.connect(request.getfixturevalue("server").address)


def test_coroutines_get_different_ids(opening):
    async def work():
        async with opening as ids:
            plain, ahead = ids.generator(), ids.generator("peak", prefetch=100)
            made = await asyncio.gather(*(each.next() for each in (plain, ahead) for _ in range(500)))
            made += await plain.take(10_500) + await ahead.take(1000)
            async for id in plain:
                made.append(id)
                break
            return made

    made = asyncio.run(work())
    assert len(set(made)) == len(made) == 12_501


def test_parts_and_refusals_are_those_of_the_vectors(opening):
    async def work():
        async with opening as ids:
            for each in VECTORS["ids"]:
                generator = ids.generator(each["generator"])
                parts = await generator.explain(int(each["id"]))
                assert parts == vesta.Parts(**each["parts"])
                assert await generator.make(parts) == int(each["id"])
            with pytest.raises(vesta.NotFound):
                await ids.generator("nope").next()
            with pytest.raises(vesta.InvalidArgument):
                await generator.take(-1)
        with pytest.raises(vesta.Closed):
            await generator.next()

    asyncio.run(work())


def test_ids_of_128_bits_increase(opening):
    async def work():
        async with opening as ids:
            generator = ids.generator("uuid7")
            made = [await generator.next_uuid(), *await generator.take_uuids(10_500)]
            assert made == sorted(set(made)) and len(made) == 10_501
            assert (await generator.explain(made[0])).version == 7
            with pytest.raises(vesta.InvalidArgument):
                await generator.next()
            if isinstance(ids, aio.open):
                assert await ids.generator().inward(7) == 7  # this one's leave as they are
            else:
                with pytest.raises(vesta.InvalidArgument):
                    await ids.generator().inward(7)

    asyncio.run(work())


def test_a_cancelled_call_leaves_no_answer_to_the_next(server):
    async def work():
        async with aio.connect(server.address) as ids:
            generator = ids.generator()
            await generator.next()
            cancelled = asyncio.ensure_future(generator.next())
            await asyncio.sleep(0)
            cancelled.cancel()
            assert len(await generator.take(3)) == 3

    asyncio.run(work())
