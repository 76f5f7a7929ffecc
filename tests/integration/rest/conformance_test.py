#!/usr/bin/env python3
"""The OpenAPI document is one, and answers of every path are as it says. conformance_test.py SERVER"""
import copy
import json
import urllib.parse

import jsonschema
import rest

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
ONCE = {"createTag", "raiseTag"}  # refused where another test did it before
ACCEPTS = ("", "*/*", "text/plain", "application/json", "text/html", "image/png", "application/json;q=0, */*;q=0.1")
EXPLAINED = 3 << 14 | 53 << 8 | 1  # number 3 of the shard of "bob"


def examples(pattern, operation):
    """The target of an operation, made of its parameters' examples."""
    query = {}
    for each in operation.get("parameters", []):
        if each["in"] == "path":
            pattern = pattern.replace("{" + each["name"] + "}", str(each["example"]))
        elif each["in"] == "query" and "example" in each:
            query[each["name"]] = each["example"]
    return pattern, query


def header(operation):
    """The header fields of an operation, made of their parameters' examples."""
    return "".join(f"{each['name']}: {each['example']}\r\n" for each in operation.get("parameters", []) if each["in"] == "header")


class Conformance(rest.ServerTest):
    def setUp(self):
        self.server = self.start("--threads", "1", "--tinyid")
        self.client = self.server.connect()
        self.addCleanup(self.client.close)
        self.document = self.server.document

    def ask(self, target, query=None, **how):
        """The client checks every answer against the document."""
        if query:
            target += "?" + urllib.parse.urlencode(query)
        answer = self.client.ask(target, **how)
        if answer.fields.get("connection") == "close":
            self.client.close()
            self.client = self.server.connect()
        return answer

    def operations(self):
        for pattern, methods in self.document.all["paths"].items():
            for method, operation in methods.items():
                yield pattern, method.upper(), operation

    def body(self, operation):
        if "requestBody" not in operation:
            return ""
        return json.dumps(operation["requestBody"]["content"]["application/json"]["example"])

    def test_the_document_is_openapi(self):
        self.document.validate()

    def test_the_check_finds_what_is_planted(self):
        for plant in (lambda all: all["paths"]["/genid"]["get"].pop("responses"),
                      lambda all: all["paths"]["/genid"]["get"].update(responce={}),
                      lambda all: all["paths"].update(genid={}),
                      lambda all: all["components"]["schemas"]["Id"].update(type="text"),
                      lambda all: all["paths"]["/expid"]["get"]["parameters"][0].update({"in": "body"})):
            broken = copy.copy(self.document)
            broken.all = copy.deepcopy(self.document.all)
            plant(broken.all)
            with self.assertRaises((jsonschema.ValidationError, jsonschema.SchemaError, KeyError)):
                broken.validate()
        fields = {"content-type": "text/plain", "cache-control": "no-store"}
        self.document.check("GET", "/genid", 200, fields, b"1")
        for status, changed, content in ((200, {}, b"x"), (418, {}, b"1"), (200, {"content-type": "text/html"}, b"1"),
                                         (200, {"cache-control": "public"}, b"1"), (204, {}, b"")):
            with self.assertRaises((jsonschema.ValidationError, AssertionError)):
                self.document.check("GET", "/genid", status, {**fields, **changed}, content)

    def test_each_operation_answers_its_example(self):
        for pattern, method, operation in self.operations():
            target, query = examples(pattern, operation)
            status = self.ask(target, query, method=method, fields=header(operation), body=self.body(operation)).status
            described = operation["responses"]
            allowed = (200, 204) if "200" in described or "204" in described else (404,)
            self.assertIn(status, (*allowed, 400) if operation["operationId"] in ONCE else allowed, f"{method} {target}")

    def test_each_form_that_is_accepted(self):
        for pattern, method, operation in self.operations():
            for accept in ACCEPTS:
                target, query = examples(pattern, operation)
                fields = header(operation) + (f"Accept: {accept}\r\n" if accept else "")
                self.ask(target, query, method=method, fields=fields, body=self.body(operation))

    def test_each_wrong_parameter(self):
        for pattern, method, operation in self.operations():
            target, query = examples(pattern, operation)
            self.ask(target, {**query, "none": 1}, method=method, fields=header(operation))
            self.ask(target, None, method=method)
            for name in query:
                for wrong in ("", "x", "-1", "0", "99999999999999999999", "%00", "\u00e9"):
                    self.ask(target, {**query, name: wrong}, method=method, fields=header(operation))
                self.ask(target + f"?{name}=1&{name}=2", method=method)

    def test_each_method_on_each_path(self):
        for pattern, methods in self.document.all["paths"].items():
            target, query = examples(pattern, next(iter(methods.values())))
            for method in METHODS:
                answer = self.ask(target, query, method=method)
                taken = {each.upper() for each in methods} | {"OPTIONS"} | ({"HEAD"} if "get" in methods else set())
                if method not in taken and method != "BREW":
                    self.assertEqual(answer.status, 405, f"{method} {target}")
                    self.assertEqual(set(answer.fields["allow"].split(", ")), taken)

    def test_sharded_ids_are_made_explained_and_counted(self):
        ids = "/v1/generators/sharded/ids"
        for target, method in (("/api/sharded/get/1?gatePass=bob", "GET"), ("/api/sharded/get/1?gatePass=bob", "POST"),
                               (f"{ids}?app=1&gatePass=bob&count=3", "GET"), (f"{ids}?app=1&gatePass=bob", "POST"),
                               (f"{ids}/{EXPLAINED}", "GET"), (f"/v1/generators/hidden/ids/{EXPLAINED}", "GET")):
            for accept in ("*/*", "application/json"):
                self.assertEqual(self.ask(target, method=method, fields=f"Accept: {accept}\r\n").status, 200, target)
        for name, number in (("sharded", 3), ("hidden", None)):
            self.assertEqual(json.loads(self.ask(f"/v1/generators/{name}/ids/{EXPLAINED}").text).get("number"), number)
        listed = {each["name"]: each for each in json.loads(self.ask("/v1/generators").text)["generators"]}
        self.assertEqual([(each["app"], each["name"], each["shards"]) for each in listed["sharded"]["apps"]], [(1, "orders", 64)])
        self.assertNotIn("apps", listed["default"])

    def test_each_generator_there_is_and_is_not(self):
        for name in ("default", "peak", "leaf", "segment", "sharded", "hidden", "unready", "behind", "spent", "late", "none"):
            for tail in ("ids", "ids?tag=order", "ids?app=1&gatePass=x", "ids?count=100000", "ids/5", "ids/x"):
                self.ask(f"/v1/generators/{name}/{tail}")
            for body in ('{"time":1,"seq":2}', '{"time":1}', "[]", '{"time":1,"seq":99999999}', '{"time":1,"seq":2,"type":"no"}'):
                self.ask(f"/v1/generators/{name}/make", method="POST", body=body)
            self.ask(f"/readyz?generator={name}")
        self.assertEqual(self.ask("/v1/generators/default/make", method="POST", body="{}",
                                  fields="Content-Type: text/xml\r\n").status, 415)


if __name__ == "__main__":
    rest.main()
