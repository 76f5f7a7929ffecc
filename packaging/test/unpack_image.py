#!/usr/bin/env python3
"""Unpacks an image as a container's runtime does: unpack_image.py IMAGE.tar ROOT. ROOT.command gets what it runs.

Checks each digest on the way, and that the image is small, has a user without rights, and says how healthy it is.
"""
import gzip
import hashlib
import io
import json
import pathlib
import sys
import tarfile

LARGEST = 30 * 10**6  # of the file, as a registry keeps it; unpacked it is larger


def blob(files, described):
    algorithm, digest = described["digest"].split(":")
    data = files[f"blobs/{algorithm}/{digest}"]
    if hashlib.sha256(data).hexdigest() != digest or len(data) != described["size"]:
        sys.exit(f"{digest} is not what the image says")
    return data


def main(image, root):
    with tarfile.open(image) as whole:
        files = {each.name: whole.extractfile(each).read() for each in whole if each.isfile()}
    index = json.loads(files["index.json"])
    manifest = json.loads(blob(files, index["manifests"][0]))
    config = json.loads(blob(files, manifest["config"]))
    layer = gzip.decompress(blob(files, manifest["layers"][0]))
    if config["rootfs"]["diff_ids"] != ["sha256:" + hashlib.sha256(layer).hexdigest()]:
        sys.exit("the layer is not what the configuration says")
    size = pathlib.Path(image).stat().st_size
    print(f"image: {size / 10**6:.1f} MB, unpacked {len(layer) / 10**6:.1f} MB")
    if size > LARGEST:
        sys.exit(f"the image has {size} bytes; {LARGEST} are allowed")
    run = config["config"]
    if run["User"].split(":")[0] in ("", "0", "root") or run["Healthcheck"]["Test"][1] != run["Entrypoint"][0]:
        sys.exit("the image runs as root, or has no check of health")
    with tarfile.open(fileobj=io.BytesIO(layer)) as unpacked:
        unpacked.extractall(root)
    pathlib.Path(root + ".command").write_text(" ".join(run["Entrypoint"] + run["Cmd"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
