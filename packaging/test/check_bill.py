#!/usr/bin/env python3
"""Whether the bill of materials names what is there: check_bill.py BILL PACKAGES."""
import hashlib
import json
import pathlib
import sys


def main(bill, folder):
    document = json.loads(pathlib.Path(bill).read_text(encoding="utf-8"))
    packages = {each["SPDXID"]: each for each in document["packages"]}
    related = {(each["spdxElementId"], each["relationshipType"], each["relatedSpdxElement"]) for each in document["relationships"]}
    wrong = [f"{one} {kind} {other} names what is not there" for one, kind, other in related
             if not {one, other} <= packages.keys() | {"SPDXRef-DOCUMENT"}]
    for path in [*pathlib.Path(folder).glob("*.deb"), *pathlib.Path(folder).glob("vesta-*.tar*")]:
        own = f"SPDXRef-package-{path.name}".replace("_", "-")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if packages.get(own, {}).get("checksums", [{}])[0].get("checksumValue") != digest:
            wrong.append(f"{path.name} is not the one in the bill")
    image = next(each for each in packages if each.endswith("-oci.tar"))
    for library in ("libssl3", "libc6", "libmariadb3", "libpq5"):
        if (image, "CONTAINS", f"SPDXRef-debian-{library}") not in related:
            wrong.append(f"the image is not said to contain {library}")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
