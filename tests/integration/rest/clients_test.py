#!/usr/bin/env python3
"""Real clients at once, with a restart (SIGTERM) and a SIGKILL in between: no ID is wrong, and none comes twice.

    clients_test.py VESTA SETTINGS PAGE

SETTINGS is conf/vesta.yaml; PAGE docs/http-api.md, whose configuration of nginx is used. VESTA_REST_REQUESTS says after how
many requests it is enough.
"""
import os
import subprocess
import sys
import tempfile
import time

from clients import Batches, Curl, Fetch, HttpClient, Wrk
from nginx import Nginx
from serve import Serve

WANTED = int(os.environ.get("VESTA_REST_REQUESTS", "60000"))
MACHINE, GEN_METHOD, TYPE = 1, 2, 1  # those of the settings, REST and min-granularity


def wait_for(count, clients):
    while sum(each.requests() for each in clients) < count:
        for each in clients:
            if each.failure:
                raise each.failure
        time.sleep(0.01)


def check_fields(value, path):
    found = value & 0x3FF, value >> 60 & 3, value >> 62 & 1
    assert found == (MACHINE, GEN_METHOD, TYPE) and value >> 63 == 0, f"{value} in {path}"


def check(clients):
    """How many IDs each client has; raises where one is wrong."""
    for each in clients:
        count = 0
        for path in each.files():
            last = 0
            with open(path, encoding="ascii") as file:
                for line in file:
                    value = int(line)
                    check_fields(value, path)
                    assert not each.in_order or value > last, f"{value} after {last} in {path}"
                    last = value
                    count += 1
        print(f"{type(each).__name__:10} {count}")
        assert count > 0, f"{type(each).__name__} got none"


def check_none_twice(clients):
    files = [path for each in clients for path in each.files()]
    sort = subprocess.Popen(["sort", *files], stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"})
    twice = subprocess.run(["uniq", "-d"], stdin=sort.stdout, capture_output=True, text=True, check=True).stdout
    sort.stdout.close()
    assert sort.wait() == 0 and twice == "", f"given twice: {twice[:200]}"


def run(clients, server):
    for each in clients:
        each.start()
    try:
        wait_for(WANTED // 3, clients)
        assert server.stop() == 0
        server.restart()
        wait_for(WANTED * 2 // 3, clients)
        server.kill()
        server.restart()
        wait_for(WANTED, clients)
    finally:
        for each in clients:
            each.stop()
    assert server.stop() == 0


def main(program, settings, page):
    with open(settings, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory(prefix="vesta-rest-") as base:
        folders = [os.path.join(base, name) for name in ("server", "nginx", "ids")]
        for each in folders:
            os.mkdir(each)
        with Serve(program, folders[0], text) as server, Nginx(folders[1], page, server.port) as nginx:
            ids = folders[2]
            told = server.document
            clients = [HttpClient(ids, "http-1", server.port, told), HttpClient(ids, "http-2", server.port, told),
                       HttpClient(ids, "http-nginx", nginx.port, told), Batches(ids, "batches", server.port, told),
                       Batches(ids, "batches-nginx", nginx.port, told), Curl(ids, "curl", server.port),
                       Curl(ids, "curl-nginx", nginx.port), Fetch(ids, "fetch", server.port), Wrk(ids, "wrk", server.port)]
            run(clients, server)
        requests = sum(each.requests() for each in clients)
        check(clients)
        check_none_twice(clients)
        print(f"{requests} requests")


if __name__ == "__main__":
    main(*sys.argv[1:])
