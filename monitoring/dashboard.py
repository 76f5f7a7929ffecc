#!/usr/bin/env python3
"""Asks a Prometheus every query of the dashboard: dashboard.py grafana.json http://127.0.0.1:9090. Ends with 1 where one has no answer."""
import json
import sys
import urllib.parse
import urllib.request

VARIABLES = {"$__rate_interval": "1m", "$__range": "1h", "$instance": ".*"}


def queries(path):
    """The title of each panel with each query of it, as Grafana would ask it for all nodes."""
    with open(path, encoding="utf-8") as file:
        for panel in json.load(file)["panels"]:
            for target in panel.get("targets", []):
                query = target["expr"]
                for name, value in VARIABLES.items():
                    query = query.replace(name, value)
                yield panel["title"], query


def status(prometheus, query):
    try:
        with urllib.request.urlopen(f"{prometheus}/api/v1/query?{urllib.parse.urlencode({'query': query})}") as answer:
            return json.load(answer)["status"]
    except urllib.error.HTTPError as error:
        return json.load(error)["error"]


def main(path, prometheus):
    asked = list(queries(path))
    wrong = [f"{title}: {query}: {told}" for title, query in asked if (told := status(prometheus, query)) != "success"]
    print("\n".join(wrong) or f"{len({title for title, _ in asked})} panels, every query is answered")
    return 1 if wrong or not asked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
