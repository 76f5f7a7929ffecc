#!/usr/bin/env python3
"""Writes the bill of materials of the packages, as SPDX 2.3 in JSON: bill.py VERSION PACKAGES WORK.

What a package links or contains, and whose headers it was compiled with, as dpkg knows those files. WORK has lists of files:
NAME.libraries of each package, and `headers`.
"""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

import archive
from owners import owners

FIELDS = ("Package", "Version", "Architecture", "source:Package", "source:Version", "Homepage")


def described(package):
    """A Debian package, as SPDX has it."""
    form = "".join(f"${{{each}}}\t" for each in FIELDS)
    told = subprocess.run(["dpkg-query", "-W", "-f", form + "\n", package], capture_output=True, text=True, check=True).stdout
    name, version, architecture, source, source_version, homepage = told.splitlines()[0].split("\t")[:len(FIELDS)]
    purl = f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}?arch={architecture}&distro=debian-{release()}"
    return {
        "SPDXID": identity("debian", name), "name": name, "versionInfo": version,
        "sourceInfo": f"built from {source} {source_version}", "supplier": "Organization: Debian",
        "homepage": homepage or "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION",
        "licenseComments": f"/usr/share/doc/{name}/copyright",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    }


def release():
    return re.search(r'^VERSION_ID="?(\d+)', pathlib.Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE)[1]


def identity(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def artifact(path, version):
    """One of our own packages."""
    return {
        "SPDXID": identity("package", path.name), "name": path.name, "versionInfo": version, "packageFileName": path.name,
        "supplier": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "NOASSERTION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}],
    }


def list_of(path):
    """What the list of an artifact is called, and how it has those libraries."""
    if path.suffix == ".deb":
        return path.name.split("_")[0], "DYNAMIC_LINK"
    return ("image" if "-oci" in path.name else "tarball"), "CONTAINS"


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def relations(path, work, headers):
    """What an artifact is made of: relations, and the Debian packages in them."""
    own = identity("package", path.name)
    name, kind = list_of(path)
    listed = work / f"{name}.libraries"
    libraries = owners(listed.read_text(encoding="utf-8").split()) if listed.exists() else []
    made = [relation("SPDXRef-DOCUMENT", "DESCRIBES", own)]
    made += [relation(own, kind, identity("debian", each)) for each in libraries]
    made += [relation(identity("debian", each), "BUILD_DEPENDENCY_OF", own) for each in headers]
    return made, libraries


def main(version, packages, work):
    packages, work = pathlib.Path(packages), pathlib.Path(work)
    headers = owners((work / "headers").read_text(encoding="utf-8").split())
    artifacts = sorted([*packages.glob("*.deb"), *packages.glob(f"vesta-{version}-*.tar*")])
    used, related = set(headers), []
    for each in artifacts:
        made, libraries = relations(each, work, headers)
        related += made
        used |= set(libraries)
    own = [artifact(each, version) for each in artifacts]
    content = hashlib.sha256(json.dumps([each["checksums"] for each in own]).encode()).hexdigest()
    created = datetime.datetime.fromtimestamp(archive.epoch(), datetime.timezone.utc)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"vesta-{version}",
        "documentNamespace": f"urn:vesta:{version}:{content}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/package"]},
        "packages": own + [described(each) for each in sorted(used)], "relationships": related,
    }
    (packages / f"vesta-{version}.spdx.json").write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
