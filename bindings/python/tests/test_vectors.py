"""The vectors that every binding passes."""

from contextlib import contextmanager
from uuid import UUID

import pytest
from conftest import VECTORS

import vesta
from vesta import errors


def parts_of(given):
    return vesta.Parts(**given)


@contextmanager
def refused_as(each):
    with pytest.raises(vesta.VestaError) as refused:
        yield
    assert refused.value.name == each["error"]


@pytest.mark.parametrize("each", VECTORS["ids"], ids=lambda each: f"{each['generator']} {each['id']}")
def test_an_id_has_these_parts_and_is_made_of_them(ids, each):
    generator = ids.generator(each["generator"])
    parts = generator.explain(int(each["id"]))
    assert parts == parts_of(each["parts"])
    assert generator.make(parts) == int(each["id"])
    assert parts.at.timestamp() * 1000 == pytest.approx(parts.unix_ms)


@pytest.mark.parametrize("each", VECTORS["refused_parts"], ids=str)
def test_refused_parts_are_refused_so(ids, each):
    with refused_as(each):
        ids.generator(each["generator"]).make(parts_of(each["parts"]))


def test_ids_of_128_bits_have_these_parts(ids):
    for each in VECTORS["uuids"]:
        assert ids.generator(each["generator"]).explain(UUID(each["uuid"])) == parts_of(each["parts"])
    for each in VECTORS["refused_uuids"]:
        with refused_as(each):
            ids.generator(each["generator"]).explain(UUID(each["uuid"]))


def test_outward_ids_have_these_behind(settings):
    settings["generators"]["outward"] = VECTORS["outward_generator"]
    if not vesta.embedded.HAS_STORES:
        with pytest.raises(vesta.InvalidSettings, match="install"):
            vesta.open(settings)
        return
    with vesta.open(settings) as ids:
        for each in VECTORS["outward"]:
            assert ids.generator(each["generator"]).inward(int(each["id"])) == int(each["inward"])
        for each in VECTORS["refused_outward"]:
            with refused_as(each):
                ids.generator(each["generator"]).inward(int(each["id"]))
        made = ids.generator("outward").next()
        assert ids.generator("outward").inward(made) != made


def test_servers_turn_no_outward_id_back(remote):
    with pytest.raises(vesta.InvalidArgument, match="key"):
        remote.generator().inward(1)


@pytest.mark.parametrize("each", VECTORS["refused_settings"], ids=str)
def test_refused_settings_are_refused_so(each):
    with refused_as(each):
        vesta.open(each["settings"])


@pytest.mark.parametrize("each", VECTORS["refused_generators"], ids=str)
def test_refused_generators_are_refused_so(ids, each):
    with refused_as(each):
        ids.generator(each["generator"]).next()


@pytest.mark.parametrize("each", VECTORS["texts"], ids=lambda each: each["id"])
def test_texts_are_written_and_read(each):
    for form in vesta.FORMS:
        assert vesta.to_text(int(each["id"]), form) == each[form]
        assert vesta.from_text(each[form], form) == int(each["id"])
        assert vesta.from_text("order_" + each[form], form, "order_") == int(each["id"])


@pytest.mark.parametrize("each", VECTORS["lenient_texts"], ids=str)
def test_look_alikes_are_read(each):
    assert vesta.from_text(each["text"], each["form"]) == int(each["id"])


@pytest.mark.parametrize("each", VECTORS["refused_texts"], ids=str)
def test_other_texts_are_refused(each):
    with pytest.raises(vesta.InvalidArgument):
        vesta.from_text(each["text"], each["form"])


@pytest.mark.parametrize("each", VECTORS["uuid_texts"], ids=lambda each: each["uuid"])
def test_texts_of_128_bits_are_written_and_read(each):
    value = UUID(each["uuid"])
    assert set(vesta.UUID_FORMS) == set(each)
    for form, text in each.items():
        assert vesta.to_text(value, form, "order_") == "order_" + text
        assert vesta.uuid_from_text(text, form) == value
        assert vesta.uuid_from_text("order_" + text, form, "order_") == value


def test_look_alikes_of_128_bits_are_read():
    for each in VECTORS["lenient_uuid_texts"]:
        assert vesta.uuid_from_text(each["text"], each["form"]) == UUID(each["uuid"])


@pytest.mark.parametrize("each", VECTORS["refused_uuid_texts"], ids=str)
def test_other_texts_of_128_bits_are_refused(each):
    with pytest.raises(vesta.InvalidArgument):
        vesta.uuid_from_text(each["text"], each["form"])


@pytest.mark.parametrize("prefix", ["Order_", "_", "order", "order__", "o2_", "a" * 64 + "_"])
def test_a_typeid_has_a_prefix_of_letters(prefix):
    value = UUID(VECTORS["uuid_texts"][0]["uuid"])
    with pytest.raises(vesta.InvalidArgument):
        vesta.to_text(value, "typeid", prefix)
    with pytest.raises(vesta.InvalidArgument):
        vesta.uuid_from_text(prefix + VECTORS["uuid_texts"][0]["typeid"], "typeid", prefix)


def test_codes_and_words_have_errors_of_these_names():
    assert {str(code): kind.name for code, kind in enumerate(errors.BY_CODE, 1)} == VECTORS["codes"]
    assert {word: kind.name for word, kind in errors.BY_WORD.items()} == VECTORS["words"]
