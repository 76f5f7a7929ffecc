"""The vectors that every binding passes."""

import pytest
from conftest import VECTORS

import vesta
from vesta import errors


def parts_of(given):
    return vesta.Parts(**given)


@pytest.mark.parametrize("each", VECTORS["ids"], ids=lambda each: f"{each['generator']} {each['id']}")
def test_an_id_has_these_parts_and_is_made_of_them(ids, each):
    generator = ids.generator(each["generator"])
    parts = generator.explain(int(each["id"]))
    assert parts == parts_of(each["parts"])
    assert generator.make(parts) == int(each["id"])
    assert parts.at.timestamp() * 1000 == pytest.approx(parts.unix_ms)


@pytest.mark.parametrize("each", VECTORS["refused_parts"], ids=str)
def test_refused_parts_are_refused_so(ids, each):
    with pytest.raises(vesta.VestaError) as refused:
        ids.generator(each["generator"]).make(parts_of(each["parts"]))
    assert refused.value.name == each["error"]


@pytest.mark.parametrize("each", VECTORS["refused_settings"], ids=str)
def test_refused_settings_are_refused_so(each):
    with pytest.raises(vesta.VestaError) as refused:
        vesta.open(each["settings"])
    assert refused.value.name == each["error"]


@pytest.mark.parametrize("each", VECTORS["refused_generators"], ids=str)
def test_refused_generators_are_refused_so(ids, each):
    with pytest.raises(vesta.VestaError) as refused:
        ids.generator(each["generator"]).next()
    assert refused.value.name == each["error"]


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


def test_codes_and_words_have_errors_of_these_names():
    assert {str(code): kind.name for code, kind in enumerate(errors.BY_CODE, 1)} == VECTORS["codes"]
    assert {word: kind.name for word, kind in errors.BY_WORD.items()} == VECTORS["words"]
