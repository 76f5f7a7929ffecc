"""`vesta serve` in a folder of its own, on a free port."""
import os
import re
import signal
import subprocess

import rest


class Serve(rest.Host):
    """Started by `with`. `port` is that of REST; it stays the same over `restart`s. `options` are further members of the section
    `rest`, `rpc` those of RPC's."""

    def __init__(self, program, folder, settings, options="threads: 2", rpc="enabled: false"):
        self.program, self.folder, self.options, self.rpc = os.path.abspath(program), folder, options, rpc
        self.port = 0
        self.settings = re.sub(r"^(rest|rpc):.*\n", "", settings, flags=re.M)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("VESTA_")}
        self.environment["TZ"] = "UTC"
        self.environment["VESTA_HOST_DIR"] = f"{folder}/host"  # it stands for a host of its own
        self.process = None
        os.makedirs(f"{folder}/var", exist_ok=True)

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
            file.write(f"{self.settings}\nrest: {{ enabled: true, listen: '127.0.0.1:{self.port}', {self.options} }}\n"
                       f"rpc: {{ {self.rpc} }}\n")
        self.process = subprocess.Popen([self.program, "serve", "-c", "vesta.yaml"], cwd=self.folder, stderr=subprocess.PIPE,
                                        text=True, env=self.environment)
        told = ""
        while "REST on" not in told:
            told = self.process.stderr.readline()
            if not told:
                raise RuntimeError(f"vesta serve ended with {self.process.wait()}")
        self.port = int(told.rsplit(":", 1)[1])
        rest.until(lambda: self.ask("/readyz").status == 200)
        self.learn()

    def signal(self, number=signal.SIGTERM):
        self.process.send_signal(number)

    def wait(self):
        """The exit code."""
        return self.process.wait(rest.PATIENCE)

    def stop(self):
        """Gracefully; the exit code."""
        self.signal()
        return self.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.process.stderr.close()
        self.start()
