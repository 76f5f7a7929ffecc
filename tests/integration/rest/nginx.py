"""nginx in front of a server, on a port of its own."""
import re
import socket
import subprocess

import rest

TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Nginx:
    """Configured as `page` says in its block for nginx; `more` goes into the `http` section before it. Started by `with`."""

    def __init__(self, folder, page, upstream, more=""):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        with open(page, encoding="utf-8") as file:
            told = re.search(r"^```nginx\n(.*?)^```$", file.read(), re.S | re.M)[1]
        told = told.replace("127.0.0.1:8080", f"127.0.0.1:{upstream}").replace("127.0.0.1:8088", f"127.0.0.1:{self.port}")
        with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as file:
            file.write(f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
                       "events { worker_connections 1024; }\nhttp {\naccess_log off;\n")
            for each in TEMPORARY:
                file.write(f"{each}_temp_path {folder};\n")
            file.write(more + told + "}\n")
        self.command = ["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)
        rest.until(self.answers)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def answers(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"nginx ended with {self.process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True
