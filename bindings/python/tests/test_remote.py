"""What is true of the client of servers alone."""

import asyncio
import contextlib
import socket
import threading

import pytest
from conftest import Server
from test_embedded import in_child

import vesta
import vesta.aio


def test_a_server_that_was_started_anew_is_found_again(tmp_path):
    server = Server(tmp_path)
    server.start()
    with vesta.connect(server.address) as ids:
        generator = ids.generator()
        before = generator.next()
        server.stop()
        with pytest.raises(vesta.StoreUnavailable, match="no server answered"):
            generator.next()
        server.start()
        try:
            assert generator.next() > before
        finally:
            server.stop()


def test_the_next_server_answers_for_one_that_does_not(server):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # nobody listens
        with vesta.connect(f"127.0.0.1:{unused.getsockname()[1]}, {server.address}") as ids:
            assert ids.generator().next() > 0


def test_a_forked_child_has_connections_and_ids_of_its_own(remote):
    generator = remote.generator(prefetch=1000)
    made = {generator.next()}
    theirs = {int(in_child(generator.next)) for _ in range(3)}
    ours = {generator.next() for _ in range(500)}
    assert len(theirs) == 3 and not theirs & (made | ours)


def test_ids_made_by_a_server_say_so(remote):
    generator = remote.generator()
    assert generator.explain(generator.next()).gen_method == 1


def test_a_server_that_answers_texts_gives_numbers_all_the_same(tmp_path):
    with Server(tmp_path, ids="text") as server, vesta.connect(server.address) as ids:
        generator = ids.generator()
        made = [generator.next(), *generator.take(2)]
        assert sorted(made) == made and {type(each) for each in made} == {int}
        assert generator.make(generator.explain(made[0])) == made[0]


def test_a_wrong_address_is_refused():
    for wrong in ("", "localhost", "localhost:", "localhost:0", ":1", "a:70000"):
        with pytest.raises(vesta.InvalidSettings):
            vesta.connect(wrong)


class Other:
    """No Vesta server: answers whoever connects by that, and counts them."""

    def __init__(self, answer):
        self._answer, self._listening = answer, socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.asked = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            peer, _ = self._listening.accept()
            self.asked += 1
            with peer, contextlib.suppress(OSError):
                peer.recv(100)
                peer.sendall(self._answer)


def test_a_server_that_did_not_answer_is_asked_after_the_others(server):
    silent = Other(b"")
    with vesta.connect(f"{silent.address},{server.address}") as ids:
        assert [ids.generator().next() > 0 for _ in range(3)] == [True] * 3
    assert silent.asked == 1


def test_a_server_that_did_not_answer_is_asked_last_by_coroutines(server):
    silent = Other(b"")

    async def work():
        async with vesta.aio.connect(f"{silent.address},{server.address}") as ids:
            return [await ids.generator().next() > 0 for _ in range(3)]

    assert asyncio.run(work()) == [True] * 3
    assert silent.asked == 1


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400\r\n\r\n", b"*1\r\n" * 100_000], ids=["HTTP", "arrays without end"])
def test_what_is_no_vesta_server_is_named(answer):
    with pytest.raises(vesta.Internal, match="is it a Vesta RPC server"):
        vesta.connect(Other(answer).address).generator().next()
