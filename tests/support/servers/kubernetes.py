"""Kubernetes' API: a stand-in for scripts/test, and a real API server on etcd, which scripts/kube-apiserver builds."""
import json
import os
import secrets
import ssl
import sys
import urllib.error
import urllib.request

from .certificates import Authority
from .etcd import Etcd
from .process import Server, ServerError, free_ports

HERE = os.path.dirname(os.path.abspath(__file__))
MANIFEST = os.path.join(HERE, "..", "..", "..", "packaging", "kubernetes-leases.yaml")
NAMESPACE = "ids"


class ApiServer(Server):
    """Subclasses say how it is started, and who may do what there."""

    def __init__(self, folder, servers=()):
        super().__init__("kubernetes", folder)
        (self.port,) = free_ports(1)
        self.authority = Authority(self.folder)
        self.admin, self.weak = secrets.token_hex(16), secrets.token_hex(16)
        self.below = list(servers)

    def prepare(self):
        self.authority.prepare()
        self.authority.issue("server", "IP:127.0.0.1")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="ascii") as out:
            out.write(text)

    def ask(self, method, path, body=None, content_type="application/json"):
        """As an administrator."""
        request = urllib.request.Request(f"https://127.0.0.1:{self.port}{path}", body.encode() if body else None, method=method,
                                         headers={"Authorization": "Bearer " + self.admin, "Content-Type": content_type})
        trust = ssl.create_default_context(cafile=self.authority.file)
        with urllib.request.urlopen(request, timeout=10, context=trust) as answer:
            return answer.read()

    def answers(self):
        try:
            return bool(self.ask("GET", self.health))
        except (OSError, ssl.SSLError):
            return False

    def environment(self):
        values = {"HOST": "127.0.0.1", "PORT": self.port, "CA": self.authority.file, "NAMESPACE": NAMESPACE, "ADMIN": self.admin,
                  "TOKEN_FILE": self.path("token"), "WEAK": self.weak, "FOLDER": self.folder}
        return {f"VESTA_TEST_KUBERNETES_{name}": str(value) for name, value in values.items()}


class StandIn(ApiServer):
    health = "/livez"

    def prepare(self):
        super().prepare()
        token = secrets.token_hex(16)
        self.write("token", token + "\n")
        self.write("tokens", f"{self.admin} {NAMESPACE} default *\n{token} {NAMESPACE}\n{self.weak}\n")

    def command(self):
        return [sys.executable, "-B", os.path.join(HERE, "standin_api.py"), str(self.port), self.path("server.pem"),
                self.path("server.key"), self.folder]


class KubeApiServer(ApiServer):
    """Its clients have tokens of service accounts, and the rights that packaging/kubernetes-leases.yaml gives."""
    health = "/readyz"

    def prepare(self):
        super().prepare()
        self.authority.issue("account", "DNS:account")
        self.write("admins.csv", f'{self.admin},admin,1,"system:masters"\n{self.weak},nobody,2\n')

    def command(self):
        binary = os.environ.get("VESTA_KUBE_APISERVER", "")
        if not os.access(binary, os.X_OK):
            raise ServerError("VESTA_KUBE_APISERVER names no program: run this by scripts/kube-apiserver")
        return [binary, "--etcd-servers=" + self.below[0].url, "--bind-address=127.0.0.1", f"--secure-port={self.port}",
                "--tls-cert-file=" + self.path("server.pem"), "--tls-private-key-file=" + self.path("server.key"),
                "--cert-dir=" + self.folder, "--service-account-key-file=" + self.path("account.pem"),
                "--service-account-signing-key-file=" + self.path("account.key"), "--service-account-issuer=https://localhost",
                "--service-cluster-ip-range=10.0.0.0/24", "--token-auth-file=" + self.path("admins.csv"),
                "--authorization-mode=RBAC", "--disable-admission-plugins=ServiceAccount"]

    def provision(self):
        self.post("/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
        places = {"ServiceAccount": "/api/v1", "Role": "/apis/rbac.authorization.k8s.io/v1",
                  "RoleBinding": "/apis/rbac.authorization.k8s.io/v1"}
        with open(MANIFEST, encoding="utf-8") as manifest:
            for part in manifest.read().split("\n---\n"):
                kind = next(line.split()[1] for line in part.splitlines() if line.startswith("kind:"))
                if kind in places:
                    path = f"{places[kind]}/namespaces/{NAMESPACE}/{kind.lower()}s"
                    self.ask("POST", path, part, "application/yaml")
        asked = self.post(f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts/vesta/token", {"spec": {"expirationSeconds": 3600}})
        self.write("token", json.loads(asked)["status"]["token"] + "\n")

    def post(self, path, content):
        try:
            return self.ask("POST", path, json.dumps(content))
        except urllib.error.HTTPError as refused:
            raise ServerError(f"{path}: {refused}: {refused.read().decode()}") from refused


def on_etcd(folder):
    """A real API server, and the etcd that it keeps its objects in. with_servers.py starts them one after the other."""
    below = Etcd(folder)
    return [below, KubeApiServer(folder, [below])]
