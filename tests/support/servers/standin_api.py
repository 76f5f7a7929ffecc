#!/usr/bin/env python3
"""standin_api.py PORT CERTIFICATE KEY FOLDER: what the tests need of Kubernetes' API, for Lease objects alone, by TLS.

As the API server does it: one revision counts all writes, and is the resourceVersion of what was written last; a patch that
names another one, or a name that is taken, is a conflict; lists tell the revision, and go on from page to page at that of the
first. FOLDER/tokens has a line `TOKEN NAMESPACE...` for each who may do everything there, with `*` for the administrator, to whom all others are
unknown; `TOKEN` alone has no rights.
FOLDER/objects outlives a kill. It misbehaves where one of these files is, and the first four are gone (or have .taken behind their
name) when they did so: FOLDER/expire: a page that goes on is gone. FOLDER/lose: the connection ends in place of an answer.
FOLDER/terminate: a call is refused (403) as if the namespace were about to go.
FOLDER/hold, a named pipe: a patch waits until somebody writes there; who reads there then waits until it is done.
FOLDER/repeat: each page is followed by itself.
"""
import base64
import copy
import json
import os
import re
import ssl
import sys
import threading
import urllib.parse
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LEASES = re.compile(r"/apis/coordination\.k8s\.io/v1/namespaces/([a-z0-9-]+)/leases(?:/([^/]+))?$")
ADMIN = "*"
VERBS = {"GET": "list", "POST": "create", "PATCH": "patch", "DELETE": "delete"}
NAME = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")


class Refusal(Exception):
    def __init__(self, code, reason, message):
        super().__init__(message)
        self.body = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
                     "reason": reason, "code": code}


def merged(target, patch):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    made = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = merged(made.get(key), value)
    return made


class Store:
    """All objects, by namespace and name; every write is a line of the file."""

    def __init__(self, folder):
        self.folder = folder
        self.guard = threading.Lock()
        self.revision = 1
        self.objects = {}
        self.pages = {}
        path = os.path.join(folder, "objects")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    self.apply(json.loads(line))
        self.log = open(path, "a", encoding="utf-8")

    def apply(self, entry):
        self.revision, key = entry["revision"], tuple(entry["key"])
        if entry["object"] is None:
            del self.objects[key]
        else:
            self.objects[key] = entry["object"]

    def write(self, key, value):
        entry = {"revision": self.revision + 1, "key": key, "object": value}
        if value is not None:
            value["metadata"]["resourceVersion"] = str(entry["revision"])
        self.log.write(json.dumps(entry) + "\n")
        self.log.flush()
        self.apply(entry)
        return value

    def find(self, key):
        if key not in self.objects:
            raise Refusal(404, "NotFound", f'leases.coordination.k8s.io "{key[1]}" not found')
        return self.objects[key]

    def create(self, space, value):
        about = value.setdefault("metadata", {})
        name = about.get("name", "")
        if about.get("resourceVersion"):
            raise Refusal(500, "InternalError", "resourceVersion should not be set on objects to be created")
        if not NAME.match(name):
            raise Refusal(422, "Invalid", f'Lease "{name}" is invalid: metadata.name')
        if (space, name) in self.objects:
            raise Refusal(409, "AlreadyExists", f'leases.coordination.k8s.io "{name}" already exists')
        about.update(namespace=space, uid=str(uuid.uuid4()))
        return self.write((space, name), merged({}, value))

    def patch(self, key, patch):
        before = self.find(key)
        wanted = patch.get("metadata", {}).get("resourceVersion")
        if wanted and wanted != before["metadata"]["resourceVersion"]:
            raise Refusal(409, "Conflict", f'Operation cannot be fulfilled on leases "{key[1]}": the object has been modified')
        after = merged(before, patch)
        return before if after == before else self.write(key, copy.deepcopy(after))

    def remove(self, key):
        return self.write(key, None) or {"kind": "Status", "status": "Success"} if self.find(key) else None

    def list(self, space, query):
        if "continue" in query:
            return self.go_on(query)
        all_of = [self.objects[key] for key in sorted(self.objects) if key[0] == space]
        if "fieldSelector" in query:
            name = query["fieldSelector"].removeprefix("metadata.name=")
            all_of = [each for each in all_of if each["metadata"]["name"] == name]
        if "labelSelector" in query:
            label, _, value = query["labelSelector"].partition("=")
            all_of = [each for each in all_of if each["metadata"].get("labels", {}).get(label) == value]
        return self.page(all_of, self.revision, int(query.get("limit", 0)))

    def go_on(self, query):
        expire = os.path.join(self.folder, "expire")
        known = self.pages.pop(query["continue"], None)
        if os.path.exists(expire) or known is None:
            if known is not None:
                os.remove(expire)
            raise Refusal(410, "Expired", "The provided continue parameter is too old")
        return self.page(*known, int(query["limit"]))

    def keep(self, items, revision):
        token = base64.b64encode(os.urandom(30)).decode() + "=="
        self.pages[token] = (items, revision)
        return token

    def page(self, items, revision, limit):
        about = {"resourceVersion": str(revision)}
        if limit and len(items) > limit:
            about["remainingItemCount"] = len(items) - limit
            about["continue"] = self.keep(items[limit:], revision)
            items = items[:limit]
        elif limit and os.path.exists(os.path.join(self.folder, "repeat")):
            about["continue"] = self.keep(items, revision)
        return {"kind": "LeaseList", "apiVersion": "coordination.k8s.io/v1", "metadata": about, "items": items}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store = None

    def log_message(self, *_):
        pass

    def admit(self, space):
        shown = self.headers.get("Authorization", "").removeprefix("Bearer ")
        with open(os.path.join(self.store.folder, "tokens"), encoding="ascii") as lines:
            known = {line.split()[0]: line.split()[1:] for line in lines}
        if shown not in known:
            raise Refusal(401, "Unauthorized", "Unauthorized")
        if space not in known[shown] and ADMIN in known[shown]:
            raise Refusal(404, "NotFound", f'namespaces "{space}" not found')
        if space not in known[shown]:
            user = f"system:serviceaccount:{known[shown][0]}:vesta" if known[shown] else "nobody"
            raise Refusal(403, "Forbidden", f'leases.coordination.k8s.io is forbidden: User "{user}" cannot {VERBS[self.command]} resource '
                                            f'"leases" in API group "coordination.k8s.io" in the namespace "{space}"')
        if self.taken("terminate"):
            raise Refusal(403, "Forbidden", f'leases.coordination.k8s.io "a" is forbidden: unable to create new content in namespace '
                                            f'{space} because it is being terminated')

    def taken(self, name):
        """The path of what stands in the folder for an order; nothing if it is not there."""
        path = os.path.join(self.store.folder, name)
        try:
            os.rename(path, path + ".taken")
        except FileNotFoundError:
            return None
        return path + ".taken"

    def patch(self, key, body):
        held = self.taken("hold")
        if held:
            with open(held, encoding="ascii") as pipe:
                pipe.read()
        try:
            with self.store.guard:
                return self.store.patch(key, json.loads(body))
        finally:
            if held:
                with open(held, "w", encoding="ascii"):
                    pass

    def answer(self, verb):
        url = urllib.parse.urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        at = LEASES.match(url.path)
        if not at:
            return {"livez": True} if url.path == "/livez" else self.refuse_path()
        space, name = at.groups()
        self.admit(space)
        if verb == "PATCH" and self.headers["Content-Type"] == "application/merge-patch+json":
            return self.patch((space, name), body)
        with self.store.guard:
            if verb == "GET":
                query = dict(urllib.parse.parse_qsl(url.query))
                return self.store.find((space, name)) if name else self.store.list(space, query)
            if verb == "POST":
                return self.store.create(space, json.loads(body))
            if verb == "DELETE":
                return self.store.remove((space, name))
        raise Refusal(415, "UnsupportedMediaType", "the body of the request was in an unknown format")

    def refuse_path(self):
        raise Refusal(404, "NotFound", "the server could not find the requested resource")

    def serve(self):
        verb = self.command
        try:
            code, body = 201 if verb == "POST" else 200, self.answer(verb)
        except Refusal as why:
            code, body = why.body["code"], why.body
        if self.taken("lose"):
            self.close_connection = True
            return
        text = json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PATCH = do_DELETE = serve


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    trust = None

    def finish_request(self, request, client_address):
        """In the connection's own thread: one that does not speak TLS holds up nobody."""
        try:
            super().finish_request(self.trust.wrap_socket(request, server_side=True), client_address)
        except (OSError, ssl.SSLError):
            pass

    def handle_error(self, request, client_address):
        pass


def main(port, certificate, key, folder):
    Handler.store = Store(folder)
    Listener.trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    Listener.trust.load_cert_chain(certificate, key)
    Handler.wbufsize = -1  # one write for each answer
    Listener(("127.0.0.1", int(port)), Handler).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
