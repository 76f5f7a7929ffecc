"""A node of a fleet as a process: `vesta serve` on a host of its own, with a client that asks for IDs without end."""
import array
import os
import signal
import socket
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True

from servers import control
from servers.process import Clock, free_ports

ASK = b"GENID COUNT 20\r\n"


def order(words):
    """As order() of control.hpp."""
    return control.ask(os.environ["VESTA_TEST_CONTROL"], words.split())


class Node:
    """Starts it again whenever it ends by itself, as an orchestrator would: a start fails while the store is away."""

    def __init__(self, program, folder, settings, pause=0.005, ask=ASK):
        """Its client rests for `pause` seconds between two calls, which are `ask`."""
        os.makedirs(folder)
        self.pause = pause
        self.ask = ask
        self.port = free_ports(1)[0]
        self.clock = Clock(os.path.join(folder, "clock"))
        self.made = array.array("q")
        self.ending = False  # it is not started again
        self.ended = threading.Event()
        self.process = None
        self.command = [program, "serve", "-c", os.path.join(folder, "vesta.yaml")]
        self.log = os.path.join(folder, "log")
        self.host = os.path.join(folder, "host")  # the register of a host of its own
        with open(self.command[-1], "w", encoding="ascii") as out:
            out.write(f"{settings}state: {{ dir: {folder}/state }}\nrest: {{ enabled: false }}\n"
                      f"rpc: {{ listen: '127.0.0.1:{self.port}', threads: 1 }}\nlog: {{ level: info }}\n")
        self.caller = threading.Thread(target=self.call, daemon=True)
        self.caller.start()

    def launch(self):
        # Its parent, as the kernel sees it, is the thread that starts it: the caller, which lives as long as the node.
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", *self.command], stdout=log,
                                            stderr=log, env={**self.clock.environment(), "VESTA_HOST_DIR": self.host})

    def call(self):
        while not self.ending:
            if self.process is None or self.process.poll() is not None:
                self.launch()
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                    link.settimeout(60)
                    self.talk(link, link.makefile("rb"))
            except OSError:
                time.sleep(0.05)
        self.ended.wait()

    def talk(self, link, answers):
        while not self.ending:
            link.sendall(self.ask)
            line = answers.readline()
            if not line.endswith(b"\n"):
                return
            if line.startswith(b"*"):
                # Only whole answers count: what a killed node had under way, nobody got.
                ids = [answers.readline() for _ in range(int(line[1:]))]
                self.made.extend(int(each[1:]) for each in ids if each.endswith(b"\n"))
            time.sleep(self.pause)

    def goes_on(self, patience):
        """Waits until it made more IDs; fails after `patience` seconds."""
        before, until = len(self.made), time.monotonic() + patience
        while len(self.made) <= before:
            if time.monotonic() > until:
                with open(self.log, encoding="utf-8", errors="replace") as log:
                    raise AssertionError(f"{self.command[-1]} makes no more IDs: {log.read()[-2000:]}")
            time.sleep(0.01)

    def launched(self):
        """Its process, once there is one."""
        while self.process is None:
            time.sleep(0.01)
        return self.process

    def signal(self, number):
        self.launched().send_signal(number)

    def kill(self):
        """SIGKILL; what it made."""
        return self.end(signal.SIGKILL)[1]

    def stop(self):
        """SIGTERM; its exit code."""
        return self.end(signal.SIGTERM)[0]

    def end(self, number):
        process = self.launched()
        self.ending = True
        process.send_signal(number)
        code = process.wait(120)
        self.ended.set()
        self.caller.join(120)
        return code, self.made
