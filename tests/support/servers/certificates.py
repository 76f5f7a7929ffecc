"""An authority of a test's own, and the certificates that it signs."""
import os

from .process import run

NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "3650"]


class Authority:
    """Writes to a folder: ca.pem, and NAME.pem and NAME.key of all it issues."""

    def __init__(self, folder):
        self.folder = folder
        self.file = self.path("ca.pem")

    def path(self, name):
        return os.path.join(self.folder, name)

    def prepare(self):
        run("openssl", "req", "-x509", *NEW_KEY, "-keyout", self.path("ca.key"), "-out", self.file, "-subj", "/CN=vesta test authority",
            "-addext", "keyUsage=critical,keyCertSign")

    def issue(self, name, names, subject=None):
        """names as OpenSSL writes them: IP:127.0.0.1; so is the subject, which else has that common name."""
        run("openssl", "req", "-x509", *NEW_KEY, "-CA", self.file, "-CAkey", self.path("ca.key"), "-subj", subject or f"/CN={name}",
            "-addext", f"subjectAltName={names}", "-addext", "basicConstraints=critical,CA:FALSE",
            "-keyout", self.path(name + ".key"), "-out", self.path(name + ".pem"))

    def environment(self, prefix):
        """Of the client that was issued as `client`."""
        return {prefix + "_CA": self.file, prefix + "_CLIENT": self.path("client.pem"),
                prefix + "_CLIENT_KEY": self.path("client.key")}
