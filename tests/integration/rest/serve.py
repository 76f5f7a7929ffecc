"""`vesta serve` in a folder of its own, on a free port."""
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True  # the source tree stays as it is

PATIENCE = 120  # seconds


class Serve:
    """Started by `with`. `port` is that of REST; it stays the same over `restart`s. RPC is off unless `settings` say otherwise."""

    def __init__(self, program, folder, settings):
        self.program, self.folder = program, folder
        self.port = 0
        self.settings = re.sub(r"^(rest|rpc):.*\n", "", settings, flags=re.M)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("VESTA_")}
        self.environment["TZ"] = "UTC"
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def start(self):
        with open(f"{self.folder}/vesta.yaml", "w", encoding="utf-8") as file:
            file.write(f"{self.settings}\nrest: {{ enabled: true, listen: '127.0.0.1:{self.port}', threads: 2 }}\n"
                       "rpc: { enabled: false }\n")
        self.process = subprocess.Popen([self.program, "serve", "-c", "vesta.yaml"], cwd=self.folder, stderr=subprocess.PIPE,
                                        text=True, env=self.environment)
        told = ""
        while "REST on" not in told:
            told = self.process.stderr.readline()
            if not told:
                raise RuntimeError(f"vesta serve ended with {self.process.wait()}")
        self.port = int(told.rsplit(":", 1)[1])
        self.wait_until_ready()

    def wait_until_ready(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=PATIENCE):
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        raise RuntimeError("vesta serve does not get ready")

    def stop(self):
        """Gracefully; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.process.stderr.close()
        self.start()
