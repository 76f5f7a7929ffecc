"""The two servers, as processes of their own in a temporary folder, and what the system says of a process."""
import http.client
import os
import signal
import socket
import ssl
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")

# A layout with room for two million IDs a millisecond, so that the server is measured and not the layout's cap.
SETTINGS = """\
machine-id: {{ property: {{ id: 1 }} }}
generators:
  default: {{ kind: custom, layout: {{ time: 41, seq: 21, machine: 1, unit: ms, epoch: 1420041600000 }} }}
state: {{ dir: {folder}/var }}
rest: {{ listen: "127.0.0.1:{port}", threads: 1, limits: {{ idle: 10min }}{tls} }}
rpc: {{ enabled: false }}
log: {{ level: warn }}
"""

CONFIGURATION = """\
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off; server_tokens off; keepalive_requests 1000000000; default_type {type};
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    server {{ listen 127.0.0.1:{port} reuseport{tls}; location = /genid {{ {fields} return 200 "{body}"; }} }}
}}
"""


def settings(folder, port, tls=""):
    return SETTINGS.format(folder=folder, port=port, tls=tls)


def make_certificate(folder):
    """The certificate and the key of both servers."""
    names = f"{folder}/server.pem", f"{folder}/server.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-out", names[0], "-keyout", names[1]], check=True, capture_output=True)
    return names


def secured(client):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(client)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def fetch(port, target="/genid", scheme="http"):
    """The head and the body of the answer, as bytes."""
    plain = socket.create_connection(("127.0.0.1", port))
    with secured(plain) if scheme == "https" else plain as client:
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        answer = http.client.HTTPResponse(client)
        answer.begin()
        body = answer.read()
        head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders()) + len("HTTP/1.1 200 OK\r\n\r\n")
        return head, body


class Server:
    """Started by `with`, ended by its process ID."""
    scheme = "http"

    def __enter__(self):
        self.process = subprocess.Popen(self.command)
        for _ in range(1000):
            try:
                fetch(self.port, scheme=self.scheme)
                return self
            except OSError:
                time.sleep(0.01)
        raise RuntimeError(f"{self.command[0]} does not answer")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def answer(self):
        return fetch(self.port, scheme=self.scheme)

    def worker(self):
        """The process that serves."""
        return self.process.pid

    def cpu_seconds(self):
        with open(f"/proc/{self.worker()}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident_bytes(self):
        with open(f"/proc/{self.worker()}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Vesta(Server):
    def __init__(self, folder, program, certificate=None):
        """With a certificate and its key, by TLS."""
        self.port = free_port()
        path = f"{folder}/vesta.yaml"
        tls = ", tls: {{ certificate: {}, key: {} }}".format(*certificate) if certificate else ""
        self.scheme = "https" if certificate else "http"
        with open(path, "w", encoding="ascii") as file:
            file.write(settings(folder, self.port, tls))
        self.command = [program, "serve", "-c", path]


class Nginx(Server):
    """Answers as many bytes of header and body as `answer` has: a field more, where its own fields come to less."""

    def __init__(self, folder, answer, certificate=None):
        self.folder = folder
        self.tls = " ssl; ssl_certificate {}; ssl_certificate_key {}; ssl_protocols TLSv1.3".format(*certificate) if certificate else ""
        self.scheme = "https" if certificate else "http"
        self.head, self.body = answer
        self.command = ["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"]

    def __enter__(self):
        self.configure('""', "")
        super().__enter__()
        missing = self.head - self.answer()[0] - len("A: \r\n")
        super().__exit__()
        self.configure('""', f'add_header A "{"x" * missing}";')
        super().__enter__()
        if (self.answer()[0], len(self.answer()[1])) != (self.head, len(self.body)):
            raise RuntimeError(f"nginx answers {self.answer()}, not of the size of {self.head, self.body}")
        return self

    def configure(self, content_type, fields):
        self.port = free_port()
        with open(f"{self.folder}/nginx.conf", "w", encoding="ascii") as file:
            file.write(CONFIGURATION.format(folder=self.folder, port=self.port, body=self.body.decode(), fields=fields,
                                            type=content_type, tls=self.tls))

    def worker(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return int(file.read().split()[0])
