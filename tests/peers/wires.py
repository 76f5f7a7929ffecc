"""One request, as its bytes went, and the answer's."""
import http.client

PATIENCE = 60


def ask(connection, method, path, fields=None, body=None):
    """On a connection of http.client; status, content type and body."""
    connection.request(method, path, body=body, headers={"Accept": "*/*", **(fields or {})})
    answer = connection.getresponse()
    content = answer.read()
    return answer.status, answer.headers["Content-Type"], content.decode()


def answer_of(port, method, path, fields=None, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        return ask(connection, method, path, fields, body)
    except http.client.HTTPException as reason:
        raise OSError(f"no whole answer: {reason!r}") from reason
    finally:
        connection.close()
