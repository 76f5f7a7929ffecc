"""Settings of their own for each test, and a Vesta RPC server (VESTA names the program)."""

import copy
import json
import os
import pathlib
import socket
import subprocess
import time

import pytest

import vesta

os.environ.pop("VESTA_MACHINE_ID", None)

VECTORS = json.loads(
    pathlib.Path(
        os.environ.get("VESTA_VECTORS", pathlib.Path(__file__).parents[3] / "tests/vectors/vectors.json")
    ).read_text()
)


@pytest.fixture
def settings(tmp_path, monkeypatch):
    monkeypatch.setenv("VESTA_HOST_DIR", str(tmp_path))  # a host of its own
    return copy.deepcopy(VECTORS["settings"]) | {"state": {"dir": str(tmp_path / "state")}}


@pytest.fixture
def embedded(settings):
    with vesta.open(settings) as ids:
        yield ids


class Server:
    """`vesta serve`, which keeps its port when it is started again."""

    def __init__(self, folder, more=None, **of_rpc):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        given = VECTORS["settings"] | {
            "state": {"dir": str(folder / "state")},
            "rpc": {"listen": self.address} | of_rpc,
            "log": {"level": "warn"},
        }
        given["clock"] = {"reserve-ahead": "100ms"}
        given |= more or {}
        self.environment = os.environ | {"VESTA_HOST_DIR": str(folder)}
        self.file = folder / "vesta.yaml"
        self.file.write_text(json.dumps(given))

    def start(self):
        self.process = subprocess.Popen([os.environ["VESTA"], "serve", "-c", str(self.file)], env=self.environment)
        while True:
            assert self.process.poll() is None, "the server ended"
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.01)  # until it listens

    def stop(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *unused):
        self.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def remote(server):
    with vesta.connect(server.address) as ids:
        yield ids


@pytest.fixture(params=["embedded", "remote"])
def ids(request):
    """Both: what a test claims of `ids` holds for each."""
    return request.getfixturevalue(request.param)
