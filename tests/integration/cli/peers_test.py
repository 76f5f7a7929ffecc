#!/usr/bin/env python3
"""Two servers with one machine ID on two hosts find each other, where their settings name them as peers."""
import re
import signal
import socket
import time

import pki
import program


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Peers(program.VestaTest):
    def setUp(self):
        super().setUp()
        self.ports = free_ports(2)

    def settings(self, which, machine=5, generators="default: { kind: vesta }", more="", rpc=""):
        """Of one of two hosts: each has a state folder of its own."""
        name = f"{which}/vesta.yaml"
        peers = ", ".join(f"'127.0.0.1:{each}'" for each in self.ports)
        self.write(name, f"machine-id: {{ takeover-margin: 0, property: {{ id: {machine} }} }}\n"
                         f"generators: {{ {generators} }}\nstate: {{ dir: {self.path(str(which))} }}\n"
                         f"rest: {{ enabled: false }}\nrpc: {{ listen: '127.0.0.1:{self.ports[which]}'{rpc} }}\n"
                         f"peers: [{peers}]\n{more}")
        return name

    def serve(self, which, **how):
        """A running server, as a host of its own; what it logs is in its file."""
        name = self.settings(which, **how)
        self.environment["VESTA_HOST_DIR"] = self.path(str(which))
        with open(self.path(name + ".log"), "w+", encoding="utf-8") as log:
            process = self.start_vesta("serve", config=name, stderr=log)
        self.wait_for_log(which, "RPC on", process)
        return process

    def wait_for_log(self, which, words, process):
        until = time.monotonic() + program.TIMEOUT
        while not re.search(words, self.read(f"{which}/vesta.yaml.log")):
            self.assertIsNone(process.poll(), self.read(f"{which}/vesta.yaml.log"))
            self.assertLess(time.monotonic(), until, self.read(f"{which}/vesta.yaml.log"))
            time.sleep(0.01)

    def ask(self, which, command):
        with socket.create_connection(("127.0.0.1", self.ports[which]), timeout=program.TIMEOUT) as link:
            link.sendall(command + b"\r\nQUIT\r\n")
            answer = b""
            while piece := link.recv(65536):
                answer += piece
        return answer.decode().removesuffix("+OK\r\n")

    def refused(self, which, **how):
        self.environment["VESTA_HOST_DIR"] = self.path(str(which))
        ran = self.run_vesta("serve", config=self.settings(which, **how))
        self.assertEqual(ran.returncode, 1, ran.stderr)
        return ran.stderr.splitlines()[-1]

    def test_the_second_with_one_machine_id_is_refused(self):
        self.serve(0)
        self.assertRegex(self.refused(1), f"^vesta: peer 127.0.0.1:{self.ports[0]} uses machine ID 5 for "
                                          "1420041600000/.*two processes with one machine ID make the same IDs")

    def test_others_start_in_peace_and_see_themselves_among_the_peers(self):
        self.serve(0)
        self.serve(1, machine=6)
        self.assertRegex(self.ask(1, b"GENID"), r"^:\d+")

    def test_one_machine_id_is_no_conflict_where_the_numbers_cannot_meet(self):
        self.serve(0, generators="default: { kind: vesta, gen-method: 1 }")
        self.serve(1, generators="default: { kind: vesta, gen-method: 2 }")
        self.assertRegex(self.ask(1, b"GENID"), r"^:\d+")

    def test_a_password_is_shared(self):
        self.write("password", "geheim")
        more = f"rpc: {{ listen: '127.0.0.1:%d', password-file: {self.path('password')} }}\n"
        for which in range(2):
            name = self.settings(which)
            self.write(name, re.sub("rpc: .*\n", more % self.ports[which], self.read(name)))
        self.environment["VESTA_HOST_DIR"] = self.path("0")
        with open(self.path("log"), "w+", encoding="utf-8") as log:
            first = self.start_vesta("serve", config="0/vesta.yaml", stderr=log)
        while "RPC on" not in self.read("log"):
            self.assertIsNone(first.poll(), self.read("log"))
            time.sleep(0.01)
        self.assertIn("NOAUTH", self.ask(0, b"INFO machines"))
        self.environment["VESTA_HOST_DIR"] = self.path("1")
        ran = self.run_vesta("serve", config="1/vesta.yaml")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertIn("uses machine ID 5", ran.stderr)
        self.assertNotIn("geheim", ran.stderr)

    def test_of_two_that_could_not_see_each_other_at_the_start_the_younger_stops_generating(self):
        first = self.serve(0)
        first.send_signal(signal.SIGSTOP)
        second = self.serve(1)  # its peer does not answer: it is logged, and hinders nobody
        self.assertRegex(self.ask(1, b"GENID"), r"^:\d+")
        first.send_signal(signal.SIGCONT)
        self.wait_for_log(1, "this one started later, so it makes no more", second)
        self.assertIn("does not answer", self.read("1/vesta.yaml.log"))
        until = time.monotonic() + program.TIMEOUT
        while not (answer := self.ask(1, b"GENID")).startswith("-"):  # the log comes a moment before
            self.assertLess(time.monotonic(), until)
        self.assertRegex(answer, f"^-NOTREADY peer 127.0.0.1:{self.ports[0]} uses machine ID 5 ")
        self.assertIn("ready=0", self.ask(1, b"INFO generators"))
        self.assertIn("machines:\r\n", self.ask(1, b"INFO machines"))
        self.assertRegex(self.ask(0, b"GENID"), r"^:\d+", "the older one goes on")

    def by_tls(self, asking="ca-file: ../pki/ca.pem, certificate: ../pki/node.pem, key: ../pki/node.key"):
        """Settings of servers that show each other certificates."""
        authority = pki.Pki(self.folder)
        authority.issue("node", "IP:127.0.0.1")
        return {"more": f"peers-tls: {{ {asking} }}\n",
                "rpc": ", tls: { certificate: ../pki/node.pem, key: ../pki/node.key, client-ca: ../pki/ca.pem, client-certificates: required }"}

    def test_by_tls_they_find_each_other_as_well(self):
        how = self.by_tls()
        self.serve(0, **how)
        self.assertIn("uses machine ID 5", self.refused(1, **how))

    def test_a_peer_whose_certificate_is_not_its_own_tells_nothing(self):
        how = self.by_tls(asking="ca-file: ../pki/ca.pem, server-name: other.example")
        first = self.serve(0, **how)
        self.wait_for_log(0, "does not answer: did not agree on TLS: hostname mismatch; who has its machine IDs is not known", first)

    def test_a_peer_that_is_asked_in_the_open_where_it_speaks_tls_is_logged(self):
        how = self.by_tls()
        first = self.serve(0, rpc=how["rpc"])
        self.wait_for_log(0, f"peer 127.0.0.1:{self.ports[0]} does not answer: ", first)

    def test_files_for_peers_are_checked_with_the_settings(self):
        name = self.settings(0, more="peers-tls: { ca-file: none.pem }\n")
        for command in ("check", "serve"):
            self.assertIn("peers-tls: cannot read " + self.path("0/none.pem"), self.run_vesta(command, config=name).stderr)

    def test_what_is_told_has_a_stable_form(self):
        self.serve(0)
        self.assertRegex(self.ask(0, b"INFO machines"),
                         r"^\$\d+\r\n# Machines\r\nnonce:[0-9a-f]{32}\r\nstarted:\d{13}\r\nmachines:5\r\n"
                         r"pattern:1420041600000/ms/version:1=0/type:1=1/genMethod:2=1/time:40/seq:10/machine:10\r\n")

    def test_peers_need_rpc(self):
        self.write("vesta.yaml", program.SETTINGS + "rpc: { enabled: false }\npeers: ['10.0.0.1:6399']\n")
        self.assert_refused(2, "peers is for servers that publish by RPC", self.run_vesta("check"))
        self.write("vesta.yaml", program.SETTINGS + "peers: ['10.0.0.1']\n")
        self.assert_refused(2, "peers has '10.0.0.1'; it must be host:port", self.run_vesta("check"))


if __name__ == "__main__":
    program.main()
