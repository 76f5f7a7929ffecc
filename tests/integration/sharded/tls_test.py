#!/usr/bin/env python3
"""The program on a MariaDB and a Redis that speak TLS alone, by the settings of docs/tls.md. The program's path is the one
argument; with_servers.py starts the servers."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = None
TIMEOUT = 120
SETTINGS = """\
machine-id: {{ property: {{ id: 1 }}, register: none }}
stores:
  main:  {{ kind: mysql, host: {host}, port: {mariadb}, database: vesta, user: vesta, password-env: DB_PASSWORD, {mysql_tls} }}
  queue: {{ kind: redis, host: {host}, port: {redis}, user: vesta, password-env: REDIS_PASSWORD, {redis_tls} }}
generators: {{ sharded: {{ kind: sharded, store: main, queue: redis }} }}
"""
VERIFIED = "tls: verified, ca-file: {0}-ca.pem, certificate: {0}-client.pem, key: {0}-client.key"
MYSQL, REDIS = VERIFIED.format("mysql"), VERIFIED.format("redis")


class StoresByTls(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-stores-tls-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        for store, name in ("mysql", "MARIADB"), ("redis", "REDIS"):
            for part, file in ("CA", "ca.pem"), ("CLIENT", "client.pem"), ("CLIENT_KEY", "client.key"):
                shutil.copyfile(os.environ[f"VESTA_TEST_{name}_TLS_{part}"], os.path.join(self.folder, f"{store}-{file}"))

    def run_vesta(self, *words, mysql_tls=MYSQL, redis_tls=REDIS, host="127.0.0.1"):
        """From another folder than that of the settings, where the files lie."""
        settings = os.path.join(self.folder, "vesta.yaml")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(host=host, mysql_tls=mysql_tls, redis_tls=redis_tls,
                                       mariadb=os.environ["VESTA_TEST_MARIADB_TLS_PORT"], redis=os.environ["VESTA_TEST_REDIS_TLS_PORT"]))
        environment = dict(os.environ, VESTA_HOST_DIR=self.folder, DB_PASSWORD=os.environ["VESTA_TEST_MARIADB_TLS_PASSWORD"],
                           REDIS_PASSWORD=os.environ["VESTA_TEST_REDIS_TLS_PASSWORD"])
        return subprocess.run([PROGRAM, *words, "-c", settings], env=environment, text=True, capture_output=True, timeout=TIMEOUT,
                              check=False)

    def gen(self, **how):
        return self.run_vesta("gen", "-g", "sharded", "--app", "1", "--gate-pass", "ab", **how)

    def test_verified_servers_are_used_and_others_are_not(self):
        made = self.run_vesta("sharded", "init", "--app", "1", "--name", "test")
        self.assertEqual(made.returncode, 0, made.stderr)
        ran = self.gen()
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertRegex(ran.stdout, r"^\d+$")
        self.assertIn("correct tls", self.gen(host="localhost").stderr)
        self.assertIn("correct tls", self.gen(mysql_tls="tls: verified").stderr)
        self.assertIn("then set tls", self.gen(mysql_tls="tls: off").stderr)


    def test_a_file_that_is_missing_is_named_at_the_start(self):
        ran = self.gen(redis_tls="tls: verified, ca-file: none.pem")
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("stores.queue: cannot read " + os.path.join(self.folder, "none.pem"), ran.stderr)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
