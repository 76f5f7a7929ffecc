"""What the tests of the vesta program share: running it in a folder of its own. Standard library only.

The program's path is the one argument of each test file; what follows it is unittest's.
"""
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

sys.dont_write_bytecode = True  # the source tree stays as it is

PROGRAM = None
SETTINGS = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
generators:
  default: { kind: vesta, type: min-granularity }
  peak: { kind: vesta, type: max-peak }
  flake: { kind: snowflake }
  old: { kind: vesta-2018, type: short, gen-method: 0 }
clock: { reserve-ahead: 1s }
"""
TIMEOUT = 60  # far more than anything takes; a test that hangs fails


class VestaTest(unittest.TestCase):
    """Each test has a folder, empty but for vesta.yaml, and an environment without settings."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vesta-cli-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        os.chmod(self.folder, 0o755)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("VESTA_")}
        self.environment["VESTA_HOST_DIR"] = self.new_host()
        self.write("vesta.yaml", SETTINGS)

    def new_host(self):
        """A register of machine IDs for a host of its own: nothing else on this one shares it."""
        host = tempfile.TemporaryDirectory(prefix="vesta-host-")
        self.addCleanup(host.cleanup)
        os.chmod(host.name, 0o1777)
        return host.name

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def command(self, *words, config="vesta.yaml"):
        return [PROGRAM, *words] + (["-c", config] if config else [])

    def run_vesta(self, *words, config="vesta.yaml", before=(), **how):
        """Runs it to its end. `before` is a command that runs it."""
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
        return subprocess.run([*before, *self.command(*words, config=config)], cwd=self.folder, env=self.environment,
                              text=True, timeout=TIMEOUT, check=False, **how)

    def start_vesta(self, *words, config="vesta.yaml", **how):
        """Starts it. Ended, at the latest, with the test."""
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
        process = subprocess.Popen(self.command(*words, config=config), cwd=self.folder, env=self.environment, **how)
        self.addCleanup(self.end, process)
        return process

    def start_server(self, settings, name="server.yaml"):
        """`vesta serve` with RPC at a free port; its process and HOST:PORT. Ended, at the latest, with the test."""
        self.write(name, settings)
        with open(self.path(name + ".log"), "w+", encoding="utf-8") as log:
            process = self.start_vesta("serve", config=name, stdout=subprocess.DEVNULL, stderr=log)
        while (found := re.search(r"RPC on (\S+)", self.read(name + ".log"))) is None:
            self.assertIsNone(process.poll(), self.read(name + ".log"))
            time.sleep(0.01)
        return process, found[1]

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.wait(TIMEOUT)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    def output(self, *words, **how):
        """What it prints when all goes well, line by line."""
        ran = self.run_vesta(*words, **how)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), words)
        return ran.stdout.splitlines()

    def ids(self, *words, **how):
        return [int(line) for line in self.output("gen", *words, **how)]

    def assert_refused(self, code, words, ran):
        """It ended with `code` and one line on stderr that holds `words`."""
        self.assertEqual(ran.returncode, code, ran.stderr)
        self.assertTrue(ran.stderr.startswith("vesta: "), ran.stderr)
        self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
        self.assertTrue(ran.stderr.endswith("\n"), ran.stderr)
        self.assertIn(words, ran.stderr)

    def mark(self, stem="machine-1.embedded", folder="var"):
        """The newest mark's file."""
        numbers = [int(name.removeprefix(stem + ".mark.")) for name in os.listdir(self.path(folder))
                   if re.fullmatch(re.escape(stem) + r"\.mark\.[0-9]+", name)]
        return f"{folder}/{stem}.mark.{max(numbers)}"

    def assert_serves_at_once(self, last=None):
        """The state was given back: the next ID comes without waiting for a mark, and above `last`."""
        first = self.ids()[0]
        mark = int(self.read(self.mark()).split("\nmark ")[1].split()[0])
        explained = self.output("explain", "--json", str(first))[0]
        made = int(explained.split('"time":')[1].split(",")[0]) + 1420041600000
        self.assertLessEqual(mark - made, 1, "what was not used is not in the mark")
        if last is not None:
            self.assertGreater(first, last)


class ServingTest(VestaTest):
    """One whose settings have REST and RPC at port 0."""

    def serve(self):
        """A running server: its process, and the ports of REST and RPC."""
        process = self.start_vesta("serve")
        said = b""
        while b"REST on" not in said:
            line = process.stderr.readline()
            self.assertTrue(line, said)
            said += line
        rpc = int(re.search(rb"RPC on 127.0.0.1:(\d+)", said).group(1))
        rest = int(re.search(rb"REST on http://127.0.0.1:(\d+)", said).group(1))
        return process, rest, rpc

    @staticmethod
    def get(port, path, accept=None):
        """Status, content type and content of REST's answer."""
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Accept": accept} if accept else {})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.headers["Content-Type"], refused.read()

    @staticmethod
    def exchange(port, commands):
        """What RPC answers to these bytes; its lines."""
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as link:
            link.sendall(commands + b"QUIT\r\n")
            answer = b""
            while piece := link.recv(65536):
                answer += piece
        return answer.decode().removesuffix("+OK\r\n").splitlines()


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__", verbosity=2)
