#!/usr/bin/env python3
"""TLS and unix sockets of both servers, met with the programs that people have: curl, openssl, redis-cli, and vesta."""
import json
import os
import re
import signal
import subprocess

import pki
import program

SERVER = """\
machine-id: {{ property: {{ id: 7 }} }}
generators: {{ default: {{ kind: vesta }} }}
state: {{ dir: ./server }}
rest: {{ listen: ["127.0.0.1:0", "unix:rest.sock"], threads: 2, tls: {{ {tls} }} }}
rpc: {{ listen: ["127.0.0.1:0", "unix:rpc.sock"], threads: 2, tls: {{ {tls} }} }}
"""
FILES = "certificate: pki/server.pem, key: pki/server.key"
MUTUAL = FILES + ", client-ca: pki/ca.pem, client-certificates: required"


class Tls(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.pki = pki.Pki(self.folder)
        self.pki.issue("server", "DNS:localhost,IP:127.0.0.1")
        self.pki.issue("client", "URI:spiffe://test/orders")

    def serve(self, tls=FILES):
        """A server; the ports of REST and RPC."""
        self.process, rpc = self.start_server(SERVER.format(tls=tls))
        while (rest := re.search(r"REST on https://127\.0\.0\.1:(\d+)", self.read("server.yaml.log"))) is None:
            self.assertIsNone(self.process.poll())
        return rest[1], rpc.rpartition(":")[2]

    def run_program(self, *words, given=""):
        return subprocess.run(words, cwd=self.folder, input=given, text=True, capture_output=True, check=False,
                              timeout=program.TIMEOUT)

    def assert_id(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertRegex(ran.stdout, r"^[0-9]+\n?$")

    def test_curl_and_redis_cli_and_vesta_are_served(self):
        rest, rpc = self.serve()
        self.assert_id(self.run_program("curl", "-sS", "--cacert", "pki/ca.pem", f"https://localhost:{rest}/genid"))
        self.assert_id(self.run_program("redis-cli", "--tls", "--cacert", "pki/ca.pem", "-h", "127.0.0.1", "-p", rpc, "GENID"))
        self.assert_id(self.run_vesta("gen", "--remote", f"127.0.0.1:{rpc}", "--tls", "--ca-file", "pki/ca.pem", config=None))

    def test_a_long_answer_arrives_whole(self):
        rest, _ = self.serve()
        ran = self.run_program("curl", "-sS", "--cacert", "pki/ca.pem",
                               f"https://localhost:{rest}/v1/generators/default/ids?count=10000")
        self.assertEqual(len(set(json.loads(ran.stdout)["ids"])), 10000)

    def test_unix_sockets_are_plain_and_gone_at_the_end(self):
        self.serve()
        self.assert_id(self.run_program("curl", "-sS", "--unix-socket", "rest.sock", "http://localhost/genid"))
        self.assert_id(self.run_program("redis-cli", "-s", "rpc.sock", "GENID"))
        self.assert_id(self.run_vesta("gen", "--remote", "unix:rpc.sock", config=None))
        self.process.terminate()
        self.assertEqual(self.process.wait(program.TIMEOUT), 0)
        self.assertFalse(os.path.exists(self.path("rest.sock")) or os.path.exists(self.path("rpc.sock")))

    def hello(self, port, *words):
        """What openssl says of a connection with a HEAD."""
        return self.run_program("openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-CAfile", "pki/ca.pem", *words,
                                given="Q\n")

    def agreed(self, port, *words):
        """The version and cipher that a client gets which is ready for anything but what words say; nothing if it is refused."""
        said = self.hello(port, *words)
        found = re.search(r"New, (\S+), Cipher is (\S+)", said.stdout)
        self.assertEqual(said.returncode == 0, found is not None and found[1] != "(NONE)", said)
        return found.groups() if said.returncode == 0 else None

    def assert_agrees_on(self, versions, port):
        """On these versions of TLS, and with the server itself refusing all others."""
        for version in ("1", "1_1", "1_2", "1_3"):
            with self.subTest(version):
                words = ["-tls" + version, "-cipher", "ALL:@SECLEVEL=0"]
                if version in versions:
                    self.assertIsNotNone(self.agreed(port, *words))
                else:
                    self.assertIn("alert protocol version", self.hello(port, *words).stderr)

    def ciphers_of_1_2(self, port):
        """Those that a client gets if it offers one alone."""
        all_there_are = self.run_program("openssl", "ciphers", "-tls1_2", "ALL:eNULL:@SECLEVEL=0").stdout.strip().split(":")
        all_there_are = [each for each in all_there_are if not each.startswith("TLS_")]
        self.assertGreater(len(all_there_are), 50)
        return {each for each in all_there_are if self.agreed(port, "-tls1_2", "-cipher", each + ":@SECLEVEL=0")}

    def test_version_1_3_alone_is_spoken_with_the_ciphers_of_the_document(self):
        rest, rpc = self.serve()
        self.assert_agrees_on({"1_3"}, rest)
        self.assert_agrees_on({"1_3"}, rpc)
        agreed = self.hello(rest, "-alpn", "h2,http/1.1")
        self.assertIn("New, TLSv1.3, Cipher is TLS_AES_256_GCM_SHA384", agreed.stdout)
        self.assertIn("ALPN protocol: http/1.1", agreed.stdout)
        self.assertIn("Verify return code: 0 (ok)", agreed.stdout)
        suites = ["TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256", "TLS_AES_128_CCM_SHA256",
                  "TLS_AES_128_CCM_8_SHA256"]
        self.assertEqual([each for each in suites if self.agreed(rest, "-ciphersuites", each)], suites[:3])
        groups = ["X25519", "P-256", "P-384", "P-521", "X448"]
        self.assertEqual([each for each in groups if self.agreed(rest, "-groups", each)], groups[:3])

    def test_version_1_2_is_spoken_where_that_is_allowed_with_forward_secrecy_only(self):
        rest, rpc = self.serve(FILES + ", min-version: '1.2'")
        self.assert_agrees_on({"1_2", "1_3"}, rest)
        self.assert_agrees_on({"1_2", "1_3"}, rpc)
        self.assertEqual(self.ciphers_of_1_2(rest), {"ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
                                                     "ECDHE-ECDSA-CHACHA20-POLY1305"})

    def test_of_1_2_a_certificate_with_rsa_has_the_same_ciphers(self):
        self.pki.issue("rsa", "IP:127.0.0.1", new_key=("-newkey", "rsa:2048", "-nodes"))
        rest, _ = self.serve("certificate: pki/rsa.pem, key: pki/rsa.key, min-version: '1.2'")
        self.assertEqual(self.ciphers_of_1_2(rest), {"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384",
                                                     "ECDHE-RSA-CHACHA20-POLY1305"})

    def test_nothing_is_agreed_on_anew_or_compressed(self):
        rest, _ = self.serve(FILES + ", min-version: '1.2'")
        said = self.run_program("openssl", "s_client", "-connect", f"127.0.0.1:{rest}", "-CAfile", "pki/ca.pem", "-tls1_2", "-comp",
                                given="R\n")
        self.assertIn("RENEGOTIATING", said.stdout + said.stderr)
        self.assertIn("no renegotiation", said.stderr)
        self.assertIn("Secure Renegotiation IS supported", said.stdout)
        self.assertIn("Compression: NONE", said.stdout)

    def test_clients_without_a_certificate_are_not_served_where_one_is_required(self):
        rest, rpc = self.serve(MUTUAL)
        url = f"https://localhost:{rest}/genid"
        own = ["--cert", "pki/client.pem", "--key", "pki/client.key"]
        self.assertNotEqual(self.run_program("curl", "-sS", "--cacert", "pki/ca.pem", url).returncode, 0)
        self.assert_id(self.run_program("curl", "-sS", "--cacert", "pki/ca.pem", *own, url))
        self.assert_id(self.run_program("redis-cli", "--tls", "--cacert", "pki/ca.pem", *own, "-p", rpc, "GENID"))
        self.assert_id(self.run_vesta("gen", "--remote", f"127.0.0.1:{rpc}", "--tls", "--ca-file", "pki/ca.pem",
                                      "--certificate", "pki/client.pem", "--key", "pki/client.key", config=None))

    def test_a_certificate_is_a_principal_and_both_are_read_again_on_a_hangup(self):
        names = "principals: {{ orders: {{ certificates: [ 'spiffe://test/orders' ], may: [ '{}' ] }} }}\n"
        self.write("access.yaml", names.format("take default"))
        settings = SERVER.format(tls=MUTUAL) + "security: { access-file: access.yaml }\n"
        self.process, rpc = self.start_server(settings)
        port = rpc.rpartition(":")[2]
        ask = ["redis-cli", "--tls", "--cacert", "pki/ca.pem", "--cert", "pki/client.pem", "--key", "pki/client.key", "-p", port]
        self.assert_id(self.run_program(*ask, "GENID"))
        before = self.hello(port, "-cert", "pki/client.pem", "-key", "pki/client.key").stdout

        self.write("access.yaml", names.format("observe"))
        self.pki.issue("server", "DNS:localhost,IP:127.0.0.1")
        self.process.send_signal(signal.SIGHUP)
        while "were read again and are in force" not in self.read("server.yaml.log"):
            self.assertIsNone(self.process.poll())
        self.assertIn("NOPERM", self.run_program(*ask, "GENID").stdout)
        after = self.hello(port, "-cert", "pki/client.pem", "-key", "pki/client.key").stdout
        certificate = re.compile("-----BEGIN CERTIFICATE-----.*?-----END", re.S)
        self.assertNotEqual(certificate.search(before)[0], certificate.search(after)[0])

    def test_failed_handshakes_are_counted(self):
        rest, _ = self.serve()
        self.assertNotEqual(self.run_program("curl", "-sS", f"http://localhost:{rest}/genid").returncode, 0)
        figures = self.run_program("curl", "-sS", "--unix-socket", "rest.sock", "http://localhost/metrics").stdout
        self.assertIn('vesta_http_rejected_total{reason="handshake-failed"} 1', figures)

    def test_files_that_do_not_fit_are_refused_by_check_and_serve_alike(self):
        self.write("bad.yaml", SERVER.format(tls="certificate: pki/server.pem, key: pki/client.key"))
        for command in ("check", "serve"):
            ran = self.run_vesta(command, config="bad.yaml")
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn("vesta: rest.tls: " + self.path("pki/client.key") + " is not the key of the certificate in " +
                          self.path("pki/server.pem"), ran.stderr)

    def test_openssl_is_loaded_for_tls_only(self):
        self.serve()
        for settings, loaded in ((SERVER.format(tls=FILES), True), (SERVER.replace(", tls: {{ {tls} }}", "").format(), False)):
            settings = settings.replace("rest.sock", "a.sock").replace("rpc.sock", "b.sock").replace("./server", "./other")
            process, _ = self.start_server(settings.replace("id: 7", "id: 8"), "other.yaml")
            self.assertEqual("libssl" in self.read(f"/proc/{process.pid}/maps"), loaded)
            process.terminate()
            process.wait(program.TIMEOUT)


if __name__ == "__main__":
    program.main()
