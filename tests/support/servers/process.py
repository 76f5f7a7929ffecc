"""One server process: started in a folder of its own, waited for until it answers, stopped by process ID."""
import os
import random
import signal
import socket
import subprocess
import time

START_SECONDS = 180
STOP_SECONDS = 20


FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"


class ServerError(Exception):
    pass


class Clock:
    """A wall clock of a process's own, as an offset to the real one. The monotonic clock stays true: it is what resting
    and waiting go by."""

    def __init__(self, file):
        self.file = file
        self.set(0)

    def set(self, seconds):
        with open(self.file + ".new", "w", encoding="ascii") as out:
            out.write(f"{seconds:+d}\n")
        os.replace(self.file + ".new", self.file)

    def variables(self):
        return {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": self.file, "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "FAKETIME_NO_CACHE": "1"}

    def environment(self):
        return {**os.environ, **self.variables()}


def free_ports(count):
    """Loopback ports that nobody listens on, all different, and below those the kernel gives to outgoing connections:
    a client that keeps on connecting to a stopped server from that very port would end up connected to itself."""
    found = []
    while len(found) < count:
        port = random.randrange(15000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in found:
            found.append(port)
    return found


def stands_still(pid):
    """Whether all its threads have stopped, which a signal alone does not say."""
    for each in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{each}/stat", encoding="ascii", errors="replace") as stat:
                if stat.read().rpartition(")")[2].split()[0] not in "TZX":  # stopped, or ended
                    return False
        except FileNotFoundError:
            pass  # one that has ended
    return True


class Server:
    """Subclasses say how to `prepare` the folder, the `command`, whether it `answers`, and the `environment`."""

    def __init__(self, name, folder):
        self.name = name
        self.folder = os.path.join(folder, name)
        self.log = os.path.join(self.folder, "log")
        self.process = None
        self.clock = None
        os.makedirs(self.folder)

    def with_clock(self):
        """Itself, with a clock that can be set."""
        self.clock = Clock(os.path.join(self.folder, "clock"))
        return self

    def prepare(self):
        """Runs once, before the first start."""

    def provision(self):
        """Runs once, after the first start."""

    def command(self):
        raise NotImplementedError

    def answers(self):
        raise NotImplementedError

    def variables(self):
        """The environment of `command`."""
        return self.clock.environment() if self.clock else os.environ

    @property
    def pid(self):
        return self.process.pid if self.process else 0

    def running(self):
        return self.process is not None and self.process.poll() is None

    def launch(self):
        if self.running():
            raise ServerError(f"{self.name} is running already")
        # With the parent-death signal nothing is left behind, even when this program is killed.
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", *self.command()],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                                            env={**self.variables(), "VESTA_HOST_DIR": os.path.join(self.folder, "host")})

    def wait_until_it_answers(self):
        give_up = time.monotonic() + START_SECONDS
        while not self.answers():
            if not self.running():
                raise ServerError(f"{self.name} ended with code {self.process.returncode}:\n{self.log_tail()}")
            if time.monotonic() > give_up:
                raise ServerError(f"{self.name} does not answer after {START_SECONDS} s:\n{self.log_tail()}")
            time.sleep(0.02)

    def start(self):
        self.launch()
        self.wait_until_it_answers()

    def send(self, which):
        if not self.running():
            raise ServerError(f"{self.name} is not running")
        self.process.send_signal(which)
        while which == signal.SIGSTOP and not stands_still(self.pid):
            time.sleep(0.001)

    def stop(self, with_signal=signal.SIGTERM):
        if not self.running():
            return
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(with_signal)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kill(self):
        self.stop(signal.SIGKILL)

    def log_tail(self):
        try:
            with open(self.log, "rb") as log:
                return b"".join(log.readlines()[-10:]).decode(errors="replace")
        except OSError as reason:
            return str(reason)


def run(*command, text=None):
    """Runs a helper to its end; its output is in the exception when it fails."""
    done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise ServerError(f"{command[0]} ended with code {done.returncode}:\n{done.stdout}")
    return done.stdout
