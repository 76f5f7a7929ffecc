"""The server's OpenAPI document: whether it is one, and whether an answer is as it says."""
import json
import os
import re

import jsonschema

STRUCTURE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "openapi-3.1.json")
PROBLEM = "application/problem+json"


class Document:
    def __init__(self, text):
        self.all = json.loads(text)
        self.paths = [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(pattern)) + "/?$"), operations)
                      for pattern, operations in self.all["paths"].items()]

    def validate(self):
        """Raises where the document is not OpenAPI 3.1, or one of its examples is not what its schema says."""
        with open(STRUCTURE, encoding="utf-8") as file:
            jsonschema.Draft202012Validator(json.load(file)).validate(self.all)
        for schema in self.all["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)
        for operations in self.all["paths"].values():
            for operation in operations.values():
                self._validate_operation(operation)

    def _validate_operation(self, operation):
        for parameter in operation.get("parameters", []):
            jsonschema.Draft202012Validator.check_schema(parameter["schema"])
            if "example" in parameter:
                self._expect(parameter["example"], parameter["schema"])
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        for each in bodies + [self._resolve(response) for response in operation["responses"].values()]:
            for form in each.get("content", {}).values():
                jsonschema.Draft202012Validator.check_schema(form["schema"])
                self._expect(form["example"], form["schema"])

    def check(self, method, target, status, fields, content):
        """Raises AssertionError where the answer to a request is not one that the document tells of. `fields` are the
        header's, by names in lower case."""
        about = f"{method} {target} -> {status} {fields} {content[:300]!r}"
        if method == "OPTIONS" and status == 204:  # every path takes it; no operation describes it, nor HEAD
            assert fields["allow"] and not content, about
            return
        response = self._response(method, target, status, about)
        for name, header in response.get("headers", {}).items():
            assert name.lower() in fields, f"{name} is missing: {about}"
            value = fields[name.lower()]
            schema = self._resolve(header)["schema"]
            self._expect(int(value) if schema.get("type") == "integer" else value, schema)
        if method == "HEAD" or "content" not in response:
            assert not content, about
            return
        form = response["content"].get(fields.get("content-type"))
        assert form is not None, f"the type is none of {list(response['content'])}: {about}"
        # TinyId calls a text JSON that is none: the document describes it in words alone.
        is_json = "json" in fields["content-type"] and form["schema"].keys() != {"description"}
        self._expect(json.loads(content) if is_json else content.decode(), form["schema"])

    def _response(self, method, target, status, about):
        path = re.sub(r"^https?://[^/]*", "", target.split("?")[0]) or "/"
        operations = next((found for pattern, found in self.paths if pattern.match(path)), None)
        verb = "get" if method == "HEAD" else method.lower()
        if operations is not None and verb in operations:
            described = operations[verb]["responses"]
            assert str(status) in described, f"the document has no such status: {about}"
            return self._resolve(described[str(status)])
        # A path or a method that is none of ours: it can only be refused, and in the way that others are.
        assert status >= 400 and str(status) in self.all["components"]["responses"], about
        return self.all["components"]["responses"][str(status)]

    def _resolve(self, what):
        while "$ref" in what:
            at = self.all
            for step in what["$ref"].removeprefix("#/").split("/"):
                at = at[step]
            what = at
        return what

    def _expect(self, value, schema):
        whole = {**schema, "components": self.all["components"]}
        jsonschema.Draft202012Validator(whole).validate(value)
