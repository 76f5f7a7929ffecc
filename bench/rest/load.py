"""wrk, and what it says."""
import os
import re
import subprocess

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pipeline.lua")
MS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


def milliseconds(before, told):
    value, unit = re.search(before + r"([\d.]+)(us|ms|s)", told).groups()
    return float(value) * MS[unit]


class Load:
    """One run of wrk against a server: what came of it, and what it cost the server."""

    def __init__(self, server, seconds, connections=64, depth=1, target="/genid"):
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
        command += ["-s", SCRIPT] if depth > 1 else []
        command += [f"{server.scheme}://127.0.0.1:{server.port}{target}"]
        command += ["--", target, str(depth)] if depth > 1 else []
        before = server.cpu_seconds()
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        self.cpu = server.cpu_seconds() - before
        if "Non-2xx" in told or "Socket errors" in told:
            raise RuntimeError(told)
        self.requests, self.seconds = (float(each) for each in re.search(r"(\d+) requests in ([\d.]+)s", told).groups())
        self.p99_ms = milliseconds(r"99%\s+", told)
        self.slowest_ms = milliseconds(r"Latency\s+\S+\s+\S+\s+", told)

    @property
    def rate(self):
        return self.requests / self.seconds

    @property
    def cpu_us(self):
        """CPU time of the server for one request."""
        return self.cpu / self.requests * 1e6
