#!/usr/bin/env python3
"""with_servers.py mariadb|mariadb-clock mariadb-tls postgresql|postgresql-clock|postgresql-pool|postgresql-pair postgresql-tls redis redis-tls
                zookeeper|zookeeper-clock|zookeeper3 etcd|etcd3 etcd-tls kubernetes|kubernetes-clock|kube-apiserver -- COMMAND ARGS...

Starts private copies of the servers on free loopback ports in a temporary folder, tells COMMAND about them in its
environment (VESTA_TEST_*), stops them by process ID whatever happens, and ends with COMMAND's exit code.

with_servers.py ctl ORDER...    from within COMMAND: stops, kills, pauses and restarts servers, and puts misbehaving
                                proxies in front of them; `ctl help` lists the orders.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # before our own modules are read: the source tree stays as it is

from servers import control, etcd, kubernetes, postgresql, zookeeper
from servers.mariadb import MariaDB, MariaDBWithTLS
from servers.process import ServerError
from servers.redis import Redis, RedisWithTLS

KINDS = {"etcd": lambda folder: [etcd.Etcd(folder)],
         "etcd-tls": lambda folder: [etcd.EtcdWithTLS(folder)],
         "etcd3": etcd.cluster,
         "kubernetes": lambda folder: [kubernetes.StandIn(folder)],
         "kubernetes-clock": lambda folder: [kubernetes.StandIn(folder).with_clock()],
         "kube-apiserver": kubernetes.on_etcd,
         "mariadb": lambda folder: [MariaDB(folder)],
         "mariadb-tls": lambda folder: [MariaDBWithTLS(folder)],
         "mariadb-clock": lambda folder: [MariaDB(folder).with_clock()],
         "postgresql": lambda folder: [postgresql.PostgreSQL(folder)],
         "postgresql-clock": lambda folder: [postgresql.PostgreSQL(folder).with_clock()],
         "postgresql-tls": lambda folder: [postgresql.PostgreSQLWithTLS(folder)],
         "postgresql-pool": postgresql.with_pool,
         "postgresql-pair": postgresql.pair,
         "redis": lambda folder: [Redis(folder)],
         "redis-tls": lambda folder: [RedisWithTLS(folder)],
         "zookeeper": lambda folder: [zookeeper.ZooKeeper(folder)],
         "zookeeper-clock": lambda folder: [zookeeper.ZooKeeper(folder).with_clock()],
         "zookeeper3": zookeeper.ensemble}


def interrupted(number, _frame):
    sys.exit(128 + number)


def start_all(servers):
    for each in servers:
        each.prepare()
        each.launch()
    for each in servers:
        each.wait_until_it_answers()
        each.provision()


def environment(servers, orders, folder):
    values = dict(os.environ, VESTA_TEST_CONTROL=orders.path, VESTA_TEST_FOLDER=folder,
                  VESTA_TEST_WITH_SERVERS=os.path.abspath(__file__))
    keepers = [each for each in servers if isinstance(each, zookeeper.ZooKeeper)]
    if keepers:
        values.update(zookeeper.environment(keepers))
    for each in servers:
        if each not in keepers:
            values.update(each.environment())
    return values


def run_command(command, values):
    child = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", *command], env=values)
    try:
        code = child.wait()
    finally:
        if child.poll() is None:
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
    return code if code >= 0 else 128 - code


def run_with(kinds, command):
    folder = tempfile.mkdtemp(prefix="vesta-test-")
    servers = []
    code = 1
    try:
        servers = [server for kind in kinds for server in KINDS[kind](folder)]
        start_all(servers)
        code = run_command(command, environment(servers, control.Control(folder, servers), folder))
    except ServerError as reason:
        print(f"with_servers: {reason}", file=sys.stderr)
    finally:
        for each in servers:
            each.stop()
        if code != 0:
            for each in servers:
                print(f"--- log of {each.name}\n{each.log_tail()}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
    return code


def give_order(words):
    if words == ["help"]:
        print(control.HELP)
        return 0
    try:
        print(control.ask(os.environ["VESTA_TEST_CONTROL"], words))
    except (ServerError, OSError, KeyError) as reason:
        print(f"with_servers ctl: {reason}", file=sys.stderr)
        return 1
    return 0


def main(words):
    if words[:1] == ["ctl"]:
        return give_order(words[1:])
    at = words.index("--") if "--" in words else 0
    kinds, command = words[:at], words[at + 1:]
    if not kinds or not command or any(each not in KINDS for each in kinds):
        print(__doc__, file=sys.stderr)
        return 2
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, interrupted)
    return run_with(kinds, command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
