"""Servers that ask who one is, and encrypt: docs/security.md, docs/tls.md. For the blocking and the other client."""

import asyncio
import os
import ssl
import subprocess

import pytest
from conftest import Server

import vesta
from vesta import aio

ACCESS = {"security": {"access-file": "access.yaml"}}


def next_of(client, name, server, **how):
    """One ID."""
    if client is vesta.connect:
        with vesta.connect(server, **how) as ids:
            return ids.generator(name).next()

    async def work():
        async with aio.connect(server, **how) as ids:
            return await ids.generator(name).next()

    return asyncio.run(work())


@pytest.fixture(params=[vesta.connect, aio.connect])
def ask(request):
    return lambda name, server, **how: next_of(request.param, name, server, **how)


@pytest.fixture
def token(tmp_path):
    """That of the one principal of an access file, `orders`, which may do what is usual: take IDs of `default`."""
    told = subprocess.run([os.environ["VESTA"], "token", "new", "orders"], capture_output=True, text=True, check=True)
    secret, principal = told.stdout.splitlines()[:2]
    file = tmp_path / "access.yaml"
    file.write_text(f"principals:\n  {principal}\n")
    file.chmod(0o600)
    return secret


def test_a_token_gives_its_rights(tmp_path, token, ask):
    with Server(tmp_path, ACCESS) as server:
        for login in ({"user": "orders", "password": token}, {"password": token}):
            assert ask("default", server.address, **login) > 0
            with pytest.raises(vesta.NotPermitted):
                ask("peak", server.address, **login)
        for login in ({}, {"user": "orders", "password": "vst_0"}):
            with pytest.raises(vesta.NotAuthenticated):
                ask("default", server.address, **login)


AUTHORITY = "-addext keyUsage=critical,keyCertSign"
SIGNED = "-CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE -addext subjectAltName="


@pytest.fixture
def certificates(tmp_path):
    """NAME.pem and NAME.key: two authorities, and what the first one signed."""
    for name, more in {
        "ca": AUTHORITY,
        "other": AUTHORITY,
        "server": f"{SIGNED}IP:127.0.0.1",
        "client": f"{SIGNED}DNS:client",
    }.items():
        made = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN={name} "
        made += f"-keyout {name}.key -out {name}.pem {more}"
        subprocess.run(["openssl", *made.split()], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


TLS = {"certificate": "server.pem", "key": "server.key"}


def test_servers_are_believed_by_their_authority_and_name(certificates, token, ask):
    with Server(certificates, ACCESS, tls=TLS) as server:
        login = {"user": "orders", "password": token}
        believing = ssl.create_default_context(cafile=certificates / "ca.pem")
        assert ask("default", server.address, tls=believing, **login) > 0
        with pytest.raises(vesta.StoreUnavailable, match="certificate"):
            ask("default", server.address, tls=ssl.create_default_context(cafile=certificates / "other.pem"), **login)
        with pytest.raises(vesta.StoreUnavailable, match="certificate"):
            ask("default", f"localhost:{server.port}", tls=believing, **login)
        with pytest.raises(vesta.StoreUnavailable):
            ask("default", server.address, **login)  # in the open


def test_a_certificate_is_shown_where_one_is_required(certificates, token, ask):
    required = TLS | {"client-ca": "ca.pem", "client-certificates": "required"}
    with Server(certificates, ACCESS, tls=required) as server:
        login = {"user": "orders", "password": token}
        believing = ssl.create_default_context(cafile=certificates / "ca.pem")
        with pytest.raises(vesta.StoreUnavailable):
            ask("default", server.address, tls=believing, **login)
        believing.load_cert_chain(certificates / "client.pem", certificates / "client.key")
        assert ask("default", server.address, tls=believing, **login) > 0
