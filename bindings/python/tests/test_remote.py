"""What is true of the client of servers alone."""

import socket
import threading

import pytest
from conftest import Server
from test_embedded import in_child

import vesta


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
    server = Server(tmp_path, ids="text")
    server.start()
    try:
        with vesta.connect(server.address) as ids:
            generator = ids.generator()
            made = [generator.next(), *generator.take(2)]
            assert sorted(made) == made and {type(each) for each in made} == {int}
            assert generator.make(generator.explain(made[0])) == made[0]
    finally:
        server.stop()


def test_a_wrong_address_is_refused():
    for wrong in ("", "localhost", "localhost:", "localhost:0", ":1", "a:70000"):
        with pytest.raises(vesta.InvalidSettings):
            vesta.connect(wrong)


def test_what_is_no_vesta_server_is_named():
    def answer():
        peer, _ = other.accept()
        with peer:
            peer.recv(100)
            peer.sendall(b"HTTP/1.1 400\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as other:
        answering = threading.Thread(target=answer)
        answering.start()
        with pytest.raises(vesta.Internal, match="is it a Vesta RPC server"):
            vesta.connect(f"127.0.0.1:{other.getsockname()[1]}").generator().next()
        answering.join()
