#!/usr/bin/env python3
"""gen --remote: IDs from servers that run as processes of their own."""
import json
import os
import signal
import socket
import subprocess
import threading

import program

SERVER = """\
machine-id: {{ property: {{ id: {machine} }} }}
generators:
  default: {{ kind: vesta, type: min-granularity }}
  peak: {{ kind: vesta, type: max-peak }}
state: {{ dir: ./server-{machine} }}
rest: {{ enabled: false }}
rpc: {{ listen: "127.0.0.1:0", threads: 1{more} }}
"""
LONG = "100000000"


class Remote(program.VestaTest):
    def start(self, machine=7, more=""):
        """A server, and what asks it. The settings that a local `gen` would use are not there."""
        process, address = self.start_server(SERVER.format(machine=machine, more=more), f"server-{machine}.yaml")
        return process, address

    def remote(self, address, *words, **how):
        return self.run_vesta("gen", "--remote", address, *words, config=None, **how)

    def assert_ids(self, ran, count):
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        made = [int(line) for line in ran.stdout.splitlines()]
        self.assertEqual(len(made), count)
        self.assertEqual(made, sorted(set(made)))
        return made

    def fields(self, value):
        return json.loads(self.output("explain", "--json", str(value))[0])

    def mute_server(self):
        """A port that takes connections and never answers."""
        listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listening.close)
        return f"127.0.0.1:{listening.getsockname()[1]}"

    def test_ids_come_from_the_server_and_no_settings_are_needed(self):
        os.remove(self.path("vesta.yaml"))
        _, address = self.start()
        self.assert_ids(self.remote(address), 1)
        made = self.assert_ids(self.remote(address, "-n", "30000"), 30000)
        self.write("vesta.yaml", program.SETTINGS)
        parts = self.fields(made[0])
        self.assertEqual((parts["machine"], parts["genMethod"], parts["typeName"]), (7, 1, "min-granularity"))
        self.assertFalse(os.path.exists(self.path("var")), "nothing is opened here")

    def test_a_generator_of_the_server_is_chosen_by_name(self):
        _, address = self.start()
        made = self.assert_ids(self.remote(address, "-g", "peak"), 1)
        self.assertEqual(self.fields(made[0])["typeName"], "max-peak")
        self.assert_refused(2, "there is no generator 'none'; there are default, peak", self.remote(address, "-g", "none"))

    def test_selectors_reach_the_server(self):
        _, address = self.start()
        refused = self.remote(address, "--tag", "order")
        self.assert_refused(2, "generator default is of kind vesta, which takes no tag, app or gatePass", refused)

    def test_the_next_server_is_asked_when_one_is_gone(self):
        first, address = self.start(1)
        _, other = self.start(2)
        both = f"{address},{other}"
        self.assert_ids(self.remote(both), 1)
        first.kill()
        first.wait(program.TIMEOUT)
        self.assertEqual(self.fields(self.assert_ids(self.remote(both), 1)[0])["machine"], 2)

    def test_a_server_killed_meanwhile_is_replaced_and_no_id_comes_twice(self):
        first, address = self.start(1)
        _, other = self.start(2)
        running = self.start_vesta("gen", "-n", LONG, "--remote", f"{address},{other}", config=None)
        made = [int(running.stdout.readline()) for _ in range(10_000)]
        first.kill()
        while self.fields(made[-1])["machine"] != 2:
            made += [int(running.stdout.readline()) for _ in range(20_000)]
        running.send_signal(signal.SIGINT)
        self.assertEqual(len(made), len(set(made)))

    def test_nobody_there_is_an_error_that_says_what_was_tried(self):
        with socket.create_server(("127.0.0.1", 0)) as listening:
            gone = f"127.0.0.1:{listening.getsockname()[1]}"
        mute = self.mute_server()
        refused = self.remote(f"{gone},{mute}")
        self.assert_refused(1, f"{gone} Connection refused", refused)
        self.assertIn(f"{mute} did not greet within", refused.stderr)

    def test_something_else_that_listens_is_an_error(self):
        listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listening.close)

        def answer():
            while True:
                try:
                    link, _ = listening.accept()
                except OSError:
                    return
                with link:
                    link.recv(4096)
                    link.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        self.assert_refused(1, f"{address} answered what is no RESP", self.remote(address))

    def test_addresses_that_are_none_are_refused(self):
        for address in ("localhost", ":1", "127.0.0.1:", "127.0.0.1:70000", "::1:6399", ""):
            with self.subTest(address=address):
                self.assert_refused(2, "", self.remote(address))
        self.assert_refused(2, "is not a host and a port: db1:6399", self.remote("localhost"))

    def test_a_password_comes_from_the_environment(self):
        self.environment["SERVER_PASSWORD"] = "open sesame"
        _, address = self.start(more=", password-env: SERVER_PASSWORD")
        self.assert_refused(2, "wants a password, and none was given: set client_options::password, or $VESTA_RPC_PASSWORD", self.remote(address))
        self.environment["VESTA_RPC_PASSWORD"] = "wrong"
        self.assert_refused(2, "refused the password", self.remote(address))
        self.environment["VESTA_RPC_PASSWORD"] = "open sesame"
        self.assert_ids(self.remote(address), 1)
        _, without = self.start(machine=8)
        self.assert_refused(2, f"{without} has no password, and one was given", self.remote(without))
        self.assert_ids(self.remote(f"{without},{address}"), 1)

    def test_signals_end_it_whether_ids_come_or_not(self):
        _, address = self.start()
        for number in (signal.SIGINT, signal.SIGTERM):
            for server in (address, self.mute_server()):
                running = self.start_vesta("gen", "-n", LONG, "--remote", server, config=None)
                if server == address:
                    running.stdout.readline()
                else:
                    self.wait_until_it_waits(running)
                running.send_signal(number)
                _, errors = running.communicate(timeout=program.TIMEOUT)
                self.assertEqual((running.returncode, errors), (-number, b""))

    def wait_until_it_waits(self, process):
        """Until its signal handlers are set and its main thread sleeps."""
        caught = 1 << (signal.SIGTERM - 1)
        while True:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                status = dict(line.split(":\t", 1) for line in file)
            if int(status["SigCgt"], 16) & caught and status["State"].startswith("S"):
                return

    def test_a_reader_that_has_enough_ends_it_quietly(self):
        _, address = self.start()
        command = self.command("gen", "-n", LONG, "--remote", address, config=None)
        shown = subprocess.run(["bash", "-c", 'set -o pipefail; "$@" | head -3', "bash", *command], cwd=self.folder,
                               env=self.environment, text=True, capture_output=True, timeout=program.TIMEOUT, check=False)
        self.assertEqual((shown.returncode, shown.stderr, len(shown.stdout.splitlines())), (0, "", 3))

    def test_full_output_is_an_error(self):
        _, address = self.start()
        with open("/dev/full", "w", encoding="ascii") as full:
            refused = self.remote(address, stdout=full)
        self.assert_refused(1, "cannot write to standard output: No space left on device", refused)


if __name__ == "__main__":
    program.main()
