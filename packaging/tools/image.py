#!/usr/bin/env python3
"""Writes a root folder as an image of one layer: image.py ROOT ARCHIVE.tar VERSION.

The archive is an OCI layout that `docker load`, `podman load` and `skopeo` read; its manifest.json is for older ones.
"""
import datetime
import gzip
import hashlib
import json
import pathlib
import platform
import sys
import tarfile
import tempfile

import archive

USER = 10001  # of no host
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def owner_of(path):
    return USER if path == "var/lib/vesta" else 0


def put(layout, data):
    """Stores a blob; how others refer to it."""
    digest = hashlib.sha256(data).hexdigest()
    (layout / "blobs" / "sha256" / digest).write_bytes(data)
    return {"digest": "sha256:" + digest, "size": len(data)}


def put_json(layout, value):
    return put(layout, json.dumps(value, sort_keys=True).encode())


def config(version, layer):
    created = datetime.datetime.fromtimestamp(archive.epoch(), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "architecture": ARCHITECTURES[platform.machine()], "os": "linux", "created": created,
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(gzip.decompress(layer)).hexdigest()]},
        "history": [{"created": created, "created_by": "scripts/package"}],
        "config": {
            "User": f"{USER}:{USER}",
            "Entrypoint": ["/usr/bin/vesta"], "Cmd": ["serve", "-c", "/etc/vesta/vesta.yaml"],
            "Env": ["PATH=/usr/bin"],
            "WorkingDir": "/var/lib/vesta", "Volumes": {"/var/lib/vesta": {}},
            "ExposedPorts": {"8080/tcp": {}, "6399/tcp": {}}, "StopSignal": "SIGTERM",
            # Docker's, not OCI's: takes one ID, as a client does. There is no shell and no curl to ask /readyz with.
            "Healthcheck": {"Test": ["CMD", "/usr/bin/vesta", "gen", "--remote", "127.0.0.1:6399"],
                            "Interval": 10 * 10**9, "Timeout": 3 * 10**9, "StartPeriod": 10 * 10**9, "Retries": 3},
            "Labels": {"org.opencontainers.image.title": "vesta", "org.opencontainers.image.version": version,
                       "org.opencontainers.image.licenses": "Apache-2.0",
                       "org.opencontainers.image.description": "Unique 64-bit IDs over REST and RPC"},
        },
    }


def write_layout(layout, root, version):
    (layout / "blobs" / "sha256").mkdir(parents=True)
    packed = layout / "layer"
    archive.write(root, packed, owner_of=owner_of)
    layer = packed.read_bytes()
    packed.unlink()
    media = "application/vnd.oci.image."
    layer_at = put(layout, layer)
    config_at = put_json(layout, config(version, layer))
    manifest = put_json(layout, {"schemaVersion": 2, "mediaType": media + "manifest.v1+json",
                                 "config": {"mediaType": media + "config.v1+json", **config_at},
                                 "layers": [{"mediaType": media + "layer.v1.tar+gzip", **layer_at}]})
    names = {"org.opencontainers.image.ref.name": version, "io.containerd.image.name": f"docker.io/library/vesta:{version}"}
    write_json(layout / "index.json", {"schemaVersion": 2, "mediaType": media + "index.v1+json", "manifests": [
        {"mediaType": media + "manifest.v1+json", "annotations": names, **manifest}]})
    write_json(layout / "oci-layout", {"imageLayoutVersion": "1.0.0"})
    blob = lambda at: "blobs/" + at["digest"].replace(":", "/")
    write_json(layout / "manifest.json", [{"Config": blob(config_at), "RepoTags": [f"vesta:{version}"], "Layers": [blob(layer_at)]}])


def write_json(path, value):
    path.write_text(json.dumps(value, sort_keys=True))


def main(root, to, version):
    with tempfile.TemporaryDirectory() as folder:
        layout = pathlib.Path(folder) / "layout"
        write_layout(layout, root, version)
        with tarfile.open(to, "w", format=tarfile.GNU_FORMAT) as whole:
            archive.add_all(whole, layout, pathlib.PurePath())


if __name__ == "__main__":
    main(*sys.argv[1:])
