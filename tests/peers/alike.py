"""The same requests to an original and to ours, whose databases stand alike, one after the other, and their answers side by side."""
import http.client

import wires

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Request:
    """`fields` and `form` as they are sent. `because`: the reason why ours answers otherwise, as the documents have it; then `differs`
    says what ours answers: a status, and a part of the body."""

    def __init__(self, method, path, form=None, fields=None, because=None, differs=None):
        self.method = method
        self.path = path
        self.form = form
        self.fields = {**(FORM if form is not None else {}), **(fields or {})}
        self.because = because
        self.differs = differs

    def ask(self, port):
        """Status, content type without what may stand after it in any case, and body."""
        status, kind, body = wires.answer_of(port, self.method, self.path, self.fields, self.form)
        return status, kind.replace(" ", "").lower() if kind else kind, body

    def __str__(self):
        fields = {key: value for key, value in self.fields.items() if key != "Content-Type"}
        return " ".join(filter(None, [self.method, self.path, self.form, str(fields) if fields else ""]))


def compare(test, requests, original, ours, same=lambda answer: answer):
    """`same` takes what must differ from an answer, such as times."""
    told = 0
    for each in requests:
        theirs, mine = each.ask(original), each.ask(ours)
        if each.because is None:
            with test.subTest(request=str(each)):
                test.assertEqual(same(mine), same(theirs))
            told += 1
            continue
        with test.subTest(request=str(each), because=each.because):
            status, part = each.differs
            test.assertEqual(mine[0], status, mine)
            test.assertIn(part, mine[2])
            test.assertNotEqual(same(mine), same(theirs), "they do not differ any more")
    print(f"{told} requests answered alike, {len(requests) - told} otherwise, as documented")


def stays_open(port, path, requests):
    """Whether one connection takes so many requests after each other."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=wires.PATIENCE)
    try:
        for _ in range(requests):
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            if answer.will_close:
                return False
        return True
    finally:
        connection.close()
