#!/usr/bin/env python3
"""Writes the bill of materials of the static tarball beside it, as SPDX 2.3 in JSON: bill.py VERSION TARBALL SOURCES."""
import datetime
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
import archive
import bill


def source(name, licence, version):
    """A source package of Debian, whose library is inside."""
    purl = f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}?arch=source&distro=debian-{bill.release()}"
    return {
        "SPDXID": bill.identity("debian", name), "name": name, "versionInfo": version, "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": "NOASSERTION", "licenseComments": f"share/licences/{name}.gz",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    }


def main(version, tarball, sources):
    tarball, sources = pathlib.Path(tarball), pathlib.Path(sources)
    own = bill.artifact(tarball, version)
    lines = (pathlib.Path(__file__).parent / "sources").read_text(encoding="utf-8").splitlines()
    inside = [source(name, licence, (sources / f"{name}.version").read_text(encoding="utf-8").strip())
              for name, licence in (line.split(" ", 1) for line in lines)]
    created = datetime.datetime.fromtimestamp(archive.epoch(), datetime.timezone.utc)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": tarball.name,
        "documentNamespace": f"urn:vesta:{version}:{own['checksums'][0]['checksumValue']}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/package"]},
        "packages": [own, *inside],
        "relationships": [bill.relation("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"]),
                          *(bill.relation(own["SPDXID"], "CONTAINS", each["SPDXID"]) for each in inside)],
    }
    name = tarball.name.removesuffix(".tar.gz") + ".spdx.json"
    (tarball.parent / name).write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
