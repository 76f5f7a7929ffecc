#!/usr/bin/env python3
"""Rights of a running server: tokens, an access file that is read again, and what may listen where."""
import os
import signal
import socket
import time
import urllib.error
import urllib.request

import program

SERVER = """\
machine-id: { takeover-margin: 0, property: { id: 1 } }
generators: { default: { kind: vesta }, peak: { kind: vesta, type: max-peak } }
rest: { listen: '127.0.0.1:0' }
rpc: { listen: '127.0.0.1:0' }
security: { access-file: access.yaml }
"""


class Rights(program.VestaTest):
    def new_token(self, name):
        """The token, and its line for the access file."""
        ran = self.run_vesta("token", "new", name, config=None)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        token, line = ran.stdout.splitlines()
        return token, line

    def permit(self, *lines, anonymous="health"):
        self.write("access.yaml", "principals:\n" + "".join(f"  {each}\n" for each in lines) +
                   f"anonymous: {{ may: [ {anonymous} ] }}\n")
        os.chmod(self.path("access.yaml"), 0o644)

    def serve(self, settings=SERVER):
        """A running server and the addresses of REST and RPC. What it logs is in log."""
        self.write("server.yaml", settings)
        with open(self.path("log"), "w", encoding="utf-8") as log:
            process = self.start_vesta("serve", config="server.yaml", stderr=log)
        rest = self.wait_for_log(process, r"REST on (?:http://)?(\S+:\d+)")
        rpc = self.wait_for_log(process, r"RPC on (\S+:\d+)")
        return process, rest, rpc

    def wait_for_log(self, process, words):
        until = time.monotonic() + program.TIMEOUT
        while not (found := program.re.search(words, self.read("log"))):
            self.assertIsNone(process.poll(), self.read("log"))
            self.assertLess(time.monotonic(), until, self.read("log"))
            time.sleep(0.01)
        return found.group(1) if found.groups() else found.group(0)

    @staticmethod
    def get(rest, path, token=None):
        """The status of an answer."""
        asked = urllib.request.Request(f"http://{rest}{path}", headers={"Authorization": f"Bearer {token}"} if token else {})
        try:
            with urllib.request.urlopen(asked, timeout=program.TIMEOUT) as answer:
                return answer.status
        except urllib.error.HTTPError as refused:
            return refused.code

    @staticmethod
    def say(rpc, *lines):
        host, port = rpc.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=program.TIMEOUT) as link:
            link.sendall("".join(each + "\r\n" for each in (*lines, "QUIT")).encode())
            answer = b""
            while piece := link.recv(65536):
                answer += piece
        return answer.decode().removesuffix("+OK\r\n").splitlines()

    def test_one_file_holds_for_both_servers(self):
        token, line = self.new_token("orders")
        self.assertRegex(token, r"^vst_[0-9a-f]{64}$")
        self.assertNotIn(token, line)
        self.permit(line)
        _, rest, rpc = self.serve()
        self.assertEqual([self.get(rest, "/genid"), self.get(rest, "/genid", token), self.get(rest, "/healthz"),
                          self.get(rest, "/v1/generators/peak/ids", token), self.get(rest, "/genid", "vst_wrong")],
                         [401, 200, 200, 403, 401])
        said = self.say(rpc, "GENID", f"AUTH orders {token}", "GENID", "GENID GENERATOR peak")
        self.assertRegex(" ".join(said), r"^-NOAUTH .* \+OK :\d+ -NOPERM the rights of 'orders' do not include 'take peak'$")
        self.wait_for_log(_, "a token that is not in the access file, from 127.0.0.1")

    def test_a_hangup_reads_it_again_whole_or_not_at_all(self):
        token, line = self.new_token("orders")
        self.permit(line)
        server, rest, rpc = self.serve()
        host, port = rpc.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=program.TIMEOUT) as link, link.makefile("rb") as answers:
            link.sendall(f"AUTH {token}\r\nGENID\r\n".encode())
            self.assertEqual([answers.readline()[:1], answers.readline()[:1]], [b"+", b":"])

            self.write("access.yaml", "principals: { orders: { tokens: [ nonsense ] } }\n")
            server.send_signal(signal.SIGHUP)
            self.wait_for_log(server, r"keeping what was in force: \S*access.yaml:1: principals.orders.tokens\[0\]")
            self.assertEqual(self.get(rest, "/genid", token), 200)

            self.permit(line.replace("take default", "take peak"))
            server.send_signal(signal.SIGHUP)
            self.wait_for_log(server, "were read again and are in force")
            link.sendall(b"GENID\r\n")
            self.assertRegex(answers.readline(), b"-NOPERM")
            self.assertEqual(self.get(rest, "/v1/generators/peak/ids", token), 200)

    def test_a_hangup_without_an_access_file_does_no_harm(self):
        server, rest, _ = self.serve(SERVER.replace("security: { access-file: access.yaml }\n", ""))
        server.send_signal(signal.SIGHUP)
        self.wait_for_log(server, "were read again and are in force")
        self.assertEqual(self.get(rest, "/genid"), 200)

    def test_only_a_server_with_rights_listens_beyond_loopback(self):
        for server in ("rest", "rpc"):
            open_server = SERVER.replace(f"{server}: {{ listen: '127.0.0.1:0' }}", f"{server}: {{ listen: '0.0.0.0:0' }}")
            self.write("open.yaml", open_server.replace("access-file: access.yaml", ""))
            ran = self.run_vesta("serve", config="open.yaml")
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertRegex(ran.stderr, rf"{server}.listen is 0.0.0.0:0, which others than this host can reach")

    def test_check_reads_the_access_file(self):
        self.write("server.yaml", SERVER)
        self.assertRegex(self.run_vesta("check", config="server.yaml").stderr, r"access.yaml: No such file")
        self.permit(self.new_token("orders")[1])
        self.assertEqual(self.run_vesta("check", config="server.yaml").returncode, 0)
        os.chmod(self.path("access.yaml"), 0o666)
        self.assertRegex(self.run_vesta("check", config="server.yaml").stderr, r"chmod go-w")

    def test_a_password_beside_it_is_refused(self):
        self.permit(self.new_token("orders")[1])
        self.write("server.yaml", SERVER.replace("rpc: {", "rpc: { password-env: HOME,"))
        self.assertRegex(self.run_vesta("check", config="server.yaml").stderr, r"security.access-file says who may do what")

    def test_a_page_that_comes_under_its_own_name_gets_nothing(self):
        server = SERVER.replace("security: { access-file: access.yaml }\n", "").replace("rest: {", "rest: { hosts: [ids.example.org],")
        _, rest, _ = self.serve(server)

        def status(**fields):
            asked = urllib.request.Request(f"http://{rest}/genid", headers=fields)
            try:
                with urllib.request.urlopen(asked, timeout=program.TIMEOUT) as answer:
                    return answer.status
            except urllib.error.HTTPError as refused:
                return refused.code
        self.assertEqual([status(), status(Host="ids.example.org"), status(Host="evil.example"),
                          status(Origin="https://evil.example")], [200, 200, 421, 403])

    def test_refusals_are_counted(self):
        token, line = self.new_token("prometheus")
        self.permit(line.replace("take default", "observe"))
        _, rest, _ = self.serve()
        self.get(rest, "/genid", token)
        self.get(rest, "/genid", "vst_wrong")
        asked = urllib.request.Request(f"http://{rest}/metrics", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(asked, timeout=program.TIMEOUT) as answer:
            text = answer.read().decode()
        self.assertIn('vesta_access_refused_total{reason="unknown-token"} 1\n', text)
        self.assertIn('vesta_access_refused_total{reason="not-permitted"} 1\n', text)


    @staticmethod
    def content_of(rest, path, token):
        """The content of an answer, whatever its status."""
        asked = urllib.request.Request(f"http://{rest}{path}", headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(asked, timeout=program.TIMEOUT) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.read().decode()

    def test_only_who_may_observe_reads_what_errors_name(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            nobody = taken.getsockname()[1]
        settings = SERVER.replace("generators: {", f"""\
stores: {{ main: {{ kind: mysql, host: 127.0.0.1, port: {nobody}, database: vesta, user: dbuser }} }}
generators: {{ segment: {{ kind: segment, store: main }},""")
        observer, observes = self.new_token("observer")
        taker, takes = self.new_token("taker")
        self.permit(observes.replace('"take default"', "'take *', observe, health"),
                    takes.replace('"take default"', "'take *', health"))
        _, rest, rpc = self.serve(settings.replace("rest: {", "rest: { limits: { patience: 10ms },")
                                  .replace("rpc: {", "rpc: { limits: { patience: 10ms },"))
        for ask in [lambda token: self.content_of(rest, "/api/segment/get/order", token),
                    lambda token: self.content_of(rest, "/v1/generators/segment/ids?tag=order", token),
                    lambda token: self.content_of(rest, "/readyz", token),
                    lambda token: self.say(rpc, f"AUTH {token}", "INCR order")[1],
                    lambda token: self.say(rpc, f"AUTH {token}", "GENID GENERATOR segment TAG order")[1]]:
            until = time.monotonic() + program.TIMEOUT
            while str(nobody) not in ask(observer):
                self.assertLess(time.monotonic(), until, ask(observer))
            told = ask(taker)
            self.assertIn("IDs cannot be made at the moment", told)
            for each in (str(nobody), "127.0.0.1", "dbuser", self.folder):
                self.assertNotIn(each, told)


if __name__ == "__main__":
    program.main()
