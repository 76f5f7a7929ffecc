"""An authority of a test's own, and the certificates that it signs, below the test's folder."""
import os
import subprocess

import program

NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


class Pki:
    """pki/CA.pem, and pki/NAME.pem and pki/NAME.key of all it issues."""

    def __init__(self, folder, name="ca"):
        self.folder = folder
        self.name = name
        os.makedirs(os.path.join(folder, "pki"), exist_ok=True)
        self.openssl("req", "-x509", *NEW_KEY, "-days", "1", "-subj", f"/CN=test {name}", "-addext", "keyUsage=critical,keyCertSign",
                     "-keyout", f"pki/{name}.key", "-out", f"pki/{name}.pem")

    def openssl(self, *words):
        return subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True, timeout=program.TIMEOUT)

    def issue(self, name, names, new_key=NEW_KEY):
        """names as OpenSSL writes them: DNS:localhost,IP:127.0.0.1."""
        self.openssl("req", "-x509", *new_key, "-days", "1", "-CA", f"pki/{self.name}.pem", "-CAkey", f"pki/{self.name}.key",
                     "-subj", f"/CN={name}", "-addext", f"subjectAltName={names}", "-addext", "basicConstraints=critical,CA:FALSE",
                     "-keyout", f"pki/{name}.key", "-out", f"pki/{name}.pem")
