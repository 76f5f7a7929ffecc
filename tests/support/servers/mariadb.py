"""MariaDB, with an empty database and a user who may do everything."""
import os
import secrets
import subprocess

from .certificates import Authority
from .process import Server, free_ports, run


class MariaDB(Server):
    database = "vesta"
    user = "vesta"
    prefix = "VESTA_TEST_MARIADB"

    def __init__(self, folder, name="mariadb"):
        super().__init__(name, folder)
        self.port = free_ports(1)[0]
        self.password = secrets.token_hex(8)
        self.data = os.path.join(self.folder, "data")
        self.socket = os.path.join(self.folder, "socket")
        self.temporary = os.path.join(self.folder, "tmp")  # a starting server clears it: two must not share one
        self.as_user = [f"--user={'root' if os.geteuid() == 0 else os.environ.get('USER', 'nobody')}"]

    def prepare(self):
        os.mkdir(self.temporary)
        run("mariadb-install-db", "--no-defaults", *self.as_user, f"--datadir={self.data}", "--skip-test-db",
            f"--tmpdir={self.temporary}", "--auth-root-authentication-method=normal", "--innodb-log-file-size=16M")

    def command(self):
        return ["/usr/sbin/mariadbd", "--no-defaults", *self.as_user, f"--datadir={self.data}",
                f"--socket={self.socket}", f"--tmpdir={self.temporary}", f"--port={self.port}", "--bind-address=127.0.0.1", "--skip-name-resolve",
                f"--pid-file={self.folder}/pid", "--innodb-buffer-pool-size=64M", "--innodb-log-file-size=16M",
                "--innodb-lock-wait-timeout=10", "--max-connections=500", "--innodb-fast-shutdown=2"]

    def answers(self):
        ping = ["mariadb-admin", "--no-defaults", f"--socket={self.socket}", "--user=root", "ping"]
        return subprocess.run(ping, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0

    def provision(self):
        self.sql(f"create database {self.database} character set utf8mb4;" + "".join(
            f"create user '{self.user}'@'{host}' identified by '{self.password}';"
            f"grant all on *.* to '{self.user}'@'{host}' with grant option;" for host in ("127.0.0.1", "localhost")))

    def sql(self, text):
        return run("mariadb", "--no-defaults", f"--socket={self.socket}", "--user=root", "--batch", text=text)

    def environment(self):
        values = {"HOST": "127.0.0.1", "PORT": self.port, "SOCKET": self.socket, "USER": self.user,
                  "PASSWORD": self.password, "DATABASE": self.database, "PID": self.pid}
        return {f"{self.prefix}_{name}": str(value) for name, value in values.items()}


class MariaDBWithTLS(MariaDB):
    """The same, by TLS alone, with a certificate for 127.0.0.1 and no other name."""
    prefix = "VESTA_TEST_MARIADB_TLS"

    def __init__(self, folder):
        super().__init__(folder, "mariadb-tls")
        self.authority = Authority(self.folder)

    def prepare(self):
        super().prepare()
        self.authority.prepare()
        self.authority.issue("server", "IP:127.0.0.1")
        self.authority.issue("client", "DNS:client")

    def command(self):
        return [*super().command(), f"--ssl-cert={self.authority.path('server.pem')}", f"--ssl-key={self.authority.path('server.key')}",
                f"--ssl-ca={self.authority.file}", "--require-secure-transport=ON"]

    def environment(self):
        return {**super().environment(), **self.authority.environment(self.prefix)}
