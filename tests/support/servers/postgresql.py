"""PostgreSQL, with an empty database and a user who may do everything; PgBouncer in front of one; and pairs of a primary and its standby."""
import glob
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time

from .certificates import Authority
from .process import START_SECONDS, Server, ServerError, free_ports, run, stands_still

USER = "postgres"  # of the package; the server refuses to run as root


def program(name):
    """Of the newest version that is installed."""
    return sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))[-1]


def as_user():
    """What a command begins with, so that it does not run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--"]


class Unprivileged(Server):
    """A server that runs as a user without rights, in a folder of that user's."""

    def __init__(self, name, folder):
        super().__init__(name, folder)
        if os.geteuid() == 0:
            os.chmod(folder, 0o711)

    def give_away(self):
        """All that is in the folder, to that user."""
        if os.geteuid() != 0:
            return
        user = pwd.getpwnam(USER)
        for path in [self.folder, *(os.path.join(at, each) for at, folders, files in os.walk(self.folder) for each in folders + files)]:
            os.chown(path, user.pw_uid, user.pw_gid)

    def launch(self):
        self.give_away()
        super().launch()

    def private_command(self):
        raise NotImplementedError

    def command(self):
        # Becoming another user forgets the signal at the parent's death. What the clock's library shares is to be that user's.
        clock = ["env", *(f"{name}={value}" for name, value in self.clock.variables().items())] if self.clock else []
        return [*as_user(), "setpriv", "--pdeathsig", "KILL", "--", *clock, *self.private_command()]

    def variables(self):
        return os.environ


class PostgreSQL(Unprivileged):
    database = "vesta"
    user = "vesta"
    prefix = "VESTA_TEST_POSTGRESQL"

    def __init__(self, folder, name="postgresql"):
        super().__init__(name, folder)
        self.port = free_ports(1)[0]
        self.password = secrets.token_hex(8)
        self.data = os.path.join(self.folder, "data")
        self.settings = []

    def run(self, name, *arguments):
        return run(*as_user(), program(name), *arguments)

    def prepare(self):
        secret = os.path.join(self.folder, "password")
        with open(secret, "w", encoding="ascii") as out:
            out.write(self.password)
        self.give_away()
        self.run("initdb", f"--pgdata={self.data}", f"--username={self.user}", f"--pwfile={secret}", "--auth-local=trust",
                 "--auth-host=scram-sha-256", "--no-sync", "--no-instructions", "--locale=C.UTF-8", "--encoding=UTF8")

    def private_command(self):
        # Its shared memory in files of the folder, so that nothing is left behind where it is killed.
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", f"unix_socket_directories={self.folder}",
                    "dynamic_shared_memory_type=mmap", "shared_buffers=32MB", "max_connections=200", "max_wal_size=128MB",
                    "min_wal_size=32MB", *self.settings]
        return [program("postgres"), "-D", self.data, *(word for each in settings for word in ("-c", each))]

    def answers(self):
        return subprocess.run([program("pg_isready"), "-q", "-h", self.folder, "-p", str(self.port)], check=False).returncode == 0

    def provision(self):
        self.sql(f"create database {self.database}", "postgres")

    def sql(self, text, database=None):
        return run("psql", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-qtA", "-h", self.folder, "-p", str(self.port), "-U", self.user,
                   database or self.database, text=text)

    def processes(self):
        """The server's, and one for each session."""
        with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as children:
            return [self.pid, *map(int, children.read().split())]

    def send(self, which):
        if not self.running():
            raise ServerError(f"{self.name} is not running")
        for each in self.processes():
            try:
                os.kill(each, which)
                while which == signal.SIGSTOP and not stands_still(each):
                    time.sleep(0.001)
            except (ProcessLookupError, FileNotFoundError):
                pass  # a session that has ended meanwhile

    def stop(self, with_signal=signal.SIGINT):  # SIGTERM would wait for all sessions to end
        if not self.running():
            return
        self.send(signal.SIGCONT)
        sessions = self.processes()[1:] if with_signal == signal.SIGKILL else []
        super().stop(with_signal)
        for each in sessions:  # as a crash of the host would
            try:
                os.kill(each, signal.SIGKILL)
            except ProcessLookupError:
                pass
        while any(os.path.exists(f"/proc/{each}") for each in sessions):
            time.sleep(0.01)

    def environment(self):
        values = {"HOST": "127.0.0.1", "PORT": self.port, "SOCKET": self.folder, "USER": self.user, "PASSWORD": self.password,
                  "DATABASE": self.database, "PID": self.pid}
        return {f"{self.prefix}_{name}": str(value) for name, value in values.items()}


class PostgreSQLWithTLS(PostgreSQL):
    """The same, by TLS alone, with a certificate for 127.0.0.1 and no other name, for clients that show one of its authority."""
    prefix = "VESTA_TEST_POSTGRESQL_TLS"

    def __init__(self, folder):
        super().__init__(folder, "postgresql-tls")
        os.mkdir(self.folder + "-authority")  # whose client's key is not the server's
        self.authority = Authority(self.folder + "-authority")

    def prepare(self):
        super().prepare()
        self.authority.prepare()
        self.authority.issue("server", "IP:127.0.0.1")
        self.authority.issue("client", "DNS:client")
        for each in ("server.pem", "server.key", "ca.pem"):
            shutil.copy(self.authority.path(each), self.data)
        self.settings = ["ssl=on", "ssl_cert_file=server.pem", "ssl_key_file=server.key", "ssl_ca_file=ca.pem"]
        with open(os.path.join(self.data, "pg_hba.conf"), "w", encoding="ascii") as out:
            out.write("local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")

    def environment(self):
        return {**super().environment(), **self.authority.environment(self.prefix)}


class Standby(PostgreSQL):
    """Follows `primary`, which runs, at the port `through` if that is given."""

    def __init__(self, folder, name, primary, through=None):
        super().__init__(folder, name)
        self.primary, self.password, self.through = primary, primary.password, through or primary.port

    def prepare(self):
        self.give_away()
        at = f"host=127.0.0.1 user={self.user} password={self.password} port="
        self.run("pg_basebackup", "-D", self.data, "-R", "--checkpoint=fast", "--no-sync", "-d", f"{at}{self.primary.port}")
        self.settings = [f"primary_conninfo={at}{self.through}"]

    def provision(self):
        """Waits until it has what its primary has."""
        self.wait_for(f"select count(*) from pg_database where datname = '{self.database}'", "1")

    def wait_for(self, query, answer, database="postgres"):
        give_up = time.monotonic() + START_SECONDS
        while self.sql(query, database).strip() != answer:
            if time.monotonic() > give_up:
                raise ServerError(f"{self.name} does not get there: {query}")
            time.sleep(0.02)

    def take_over(self):
        self.sql("select pg_promote(true, 60)", "postgres")


def pair(folder):
    """A primary and its standby, both running once they are provisioned."""
    primary = PostgreSQL(folder, "postgresql1")
    return [primary, LateStandby(folder, "postgresql2", primary)]


class LateStandby(Standby):
    """One that is copied once its primary answers, and whose settings name it second."""

    def prepare(self):
        pass

    def launch(self):
        give_up = time.monotonic() + START_SECONDS
        while not os.path.exists(self.data) and not self.primary.answers():
            if time.monotonic() > give_up:
                raise ServerError(f"{self.primary.name} does not answer:\n{self.primary.log_tail()}")
            time.sleep(0.02)
        if not os.path.exists(self.data):
            super().prepare()
        super().launch()

    def environment(self):
        """The primary's, whose host has both."""
        return {"VESTA_TEST_POSTGRESQL_PAIR": f"127.0.0.1:{self.primary.port},127.0.0.1:{self.port}", **self.primary.environment()}


class PgBouncer(Unprivileged):
    """In front of `server`, with fewer sessions than clients, each of a client for one transaction."""
    prefix = "VESTA_TEST_PGBOUNCER"

    def __init__(self, folder, server):
        super().__init__("pgbouncer", folder)
        self.port = free_ports(1)[0]
        self.server = server

    def private_command(self):
        return ["/usr/sbin/pgbouncer", os.path.join(self.folder, "settings")]

    def prepare(self):
        users = os.path.join(self.folder, "users")
        with open(users, "w", encoding="ascii") as out:
            out.write(f'"{self.server.user}" "{self.server.password}"\n')
        with open(os.path.join(self.folder, "settings"), "w", encoding="ascii") as out:
            out.write("[databases]\n"
                      f"* = host=127.0.0.1 port={self.server.port}\n"
                      "[pgbouncer]\npool_mode = transaction\ndefault_pool_size = 2\nauth_type = scram-sha-256\n"
                      f"auth_file = {users}\nlisten_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\n")

    def answers(self):
        return subprocess.run([program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode == 0

    def environment(self):
        return {self.prefix + "_PORT": str(self.port)}


def with_pool(folder):
    server = PostgreSQL(folder)
    return [server, PgBouncer(folder, server)]
