"""Orders to the servers and proxies while the tests run: one line in, one line out, over a Unix socket."""
import os
import signal
import socket
import threading

from .process import ServerError
from .proxy import Proxy

HELP = """start|stop|kill|restart|pause|resume|pid SERVER    kill is SIGKILL; pause is SIGSTOP
clock SERVER SECONDS         sets the clock of mariadb-clock, zookeeper-clock or kubernetes-clock that far from the right time
proxy open SERVER            a new proxy in front of SERVER; answers with its port
proxy delay PORT MS          from now on a request takes MS longer
proxy freeze PORT            connections stay open, nothing passes
proxy drop PORT              resets the connections there are
proxy cut PORT               drop, and refuse new connections
proxy heal PORT              undoes delay, freeze and cut
proxy close PORT"""


class Control:
    def __init__(self, folder, servers):
        self.path = os.path.join(folder, "control")
        self.servers = {each.name: each for each in servers}
        self.proxies = {}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(64)
        # One thread for as long as the program lives: the servers it starts get a signal when it ends.
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            link, _ = self.listener.accept()
            with link, link.makefile("rw") as lines:
                answer = self.obey(lines.readline().split())
                lines.write(answer + "\n")

    def obey(self, words):
        try:
            if words[:1] == ["proxy"]:
                return "ok " + self.proxy(*words[1:])
            if words[:1] == ["clock"]:
                self.servers[words[1]].clock.set(int(words[2]))
                return "ok "
            return "ok " + self.server(*words)
        except (ServerError, OSError, TypeError, KeyError, ValueError, AttributeError) as reason:
            return f"error {type(reason).__name__}: {reason}".replace("\n", " | ")

    def server(self, verb, name):
        each = self.servers[name]
        if verb == "restart":
            each.stop()
            each.start()
        elif verb in ("start", "stop", "kill"):
            getattr(each, verb)()
        elif verb in ("pause", "resume"):
            each.send(signal.SIGSTOP if verb == "pause" else signal.SIGCONT)
        elif verb != "pid":
            raise ValueError(f"no order '{verb}'")
        return str(each.pid)

    def proxy(self, verb, which, value=None):
        if verb == "open":
            made = Proxy(("127.0.0.1", self.servers[which].port))
            self.proxies[made.port] = made
            return str(made.port)
        if verb == "close":
            self.proxies.pop(int(which)).close()
        else:
            self.proxies[int(which)].order(verb, value)
        return ""


def ask(path, words):
    """The client's side: the answer without its `ok`, or a ServerError."""
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(path)
        with link.makefile("rw") as lines:
            lines.write(" ".join(words) + "\n")
            lines.flush()
            verdict, _, rest = lines.readline().strip().partition(" ")
    if verdict != "ok":
        raise ServerError(rest or "no answer")
    return rest
