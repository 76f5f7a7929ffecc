"""What is true within one process alone."""

import array
import json
import os
import subprocess
import sys

import pytest

import vesta


def in_child(work):
    """What `work` returns in a forked child, as text."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(work())
        except BaseException as failure:  # the parent judges it
            said = repr(failure)
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as said:
        return said.read()


def test_settings_come_as_a_file_a_mapping_or_text(tmp_path, settings):
    file = tmp_path / "vesta.yaml"
    file.write_text(json.dumps(settings))
    for open in (
        lambda: vesta.open(file),
        lambda: vesta.open(str(file)),
        lambda: vesta.Vesta.open_text(json.dumps(settings)),
    ):
        with open() as ids:
            assert ids.generator().next() > 0


def test_errors_are_also_pythons_own(embedded):
    with pytest.raises(LookupError):
        embedded.generator("nope")
    with pytest.raises(ValueError, match="generators is empty"):
        vesta.open({})


def test_a_second_one_with_the_same_state_is_refused(embedded, settings):
    with pytest.raises(vesta.InUse):
        vesta.open(settings)


def test_a_forked_child_gets_no_id_of_its_parent(embedded):
    plain, ahead = embedded.generator(), embedded.generator("peak", prefetch=1000)
    bound = ahead.next
    before = {ahead.next() for _ in range(10)}
    assert in_child(plain.next).startswith("Forked")
    assert in_child(ahead.next).startswith("Forked")
    assert in_child(bound).startswith("Forked")
    assert in_child(lambda: ahead.take(3)).startswith("Forked")
    assert ahead.next() not in before


def test_a_forked_child_opens_its_own(embedded, settings):
    settings["machine-id"] = {"property": {"id": 2}}

    def work():
        embedded.close()
        with vesta.open(settings) as own:
            return own.generator().explain(own.generator().next()).machine

    assert in_child(work) == "2"
    assert embedded.generator().next() > 0


def test_fill_takes_64_bit_integers_alone(embedded):
    generator = embedded.generator()
    with pytest.raises(vesta.InvalidArgument):
        generator.fill(array.array("i", [0, 0]))
    with pytest.raises((ValueError, BufferError, TypeError)):
        generator.fill(bytes(16))


def test_what_is_left_open_is_given_back_when_the_interpreter_ends(settings):
    program = "import json, sys, vesta; print(vesta.open(json.loads(sys.argv[1])).generator().next())"
    runs = [
        subprocess.run([sys.executable, "-c", program, json.dumps(settings)], capture_output=True, text=True)
        for _ in range(2)
    ]
    assert [run.stderr for run in runs] == ["", ""]
    assert int(runs[0].stdout) < int(runs[1].stdout)
