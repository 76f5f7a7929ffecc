#!/usr/bin/env python3
"""Moving from TinyId: the settings that `vesta check --from-tinyid` prints, and nodes of ours beside TinyId's on one table, swapped
under load, with kills.

    tinyid_migration_test.py VESTA    under with_servers.py mariadb
"""
import http.client
import http.server
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
sys.dont_write_bytecode = True

import program
from leaf_node import sql

TABLES = """\
DROP TABLE IF EXISTS tiny_id_info, tiny_id_token;
CREATE TABLE tiny_id_info (
  id bigint(20) NOT NULL AUTO_INCREMENT, biz_type varchar(63) NOT NULL DEFAULT '', begin_id bigint(20) NOT NULL DEFAULT '0',
  max_id bigint(20) NOT NULL DEFAULT '0', step int(11) DEFAULT '0', delta int(11) NOT NULL DEFAULT '1',
  remainder int(11) NOT NULL DEFAULT '0', create_time timestamp NOT NULL DEFAULT '2010-01-01 00:00:00',
  update_time timestamp NOT NULL DEFAULT '2010-01-01 00:00:00', version bigint(20) NOT NULL DEFAULT '0',
  PRIMARY KEY (id), UNIQUE KEY uniq_biz_type (biz_type));
CREATE TABLE tiny_id_token (
  id int(11) unsigned NOT NULL AUTO_INCREMENT, token varchar(255) NOT NULL DEFAULT '', biz_type varchar(63) NOT NULL DEFAULT '',
  remark varchar(255) NOT NULL DEFAULT '', create_time timestamp NOT NULL DEFAULT '2010-01-01 00:00:00',
  update_time timestamp NOT NULL DEFAULT '2010-01-01 00:00:00', PRIMARY KEY (id));
INSERT INTO tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder) VALUES ('test', 1, 1, 1000, 1, 0), ('test_odd', 1, 1, 1000, 2, 1);
INSERT INTO tiny_id_token (token, biz_type) VALUES ('t', 'test'), ('t', 'test_odd');
"""
TAG = "test_odd"
SWAPS = int(os.environ.get("VESTA_TINYID_SWAPS", "3"))


class Session:
    """One connection to the test's database, kept open."""

    def __init__(self):
        told = {key: os.environ["VESTA_TEST_MARIADB_" + key] for key in ("SOCKET", "USER", "PASSWORD", "DATABASE")}
        self.lock = threading.Lock()
        self.program = subprocess.Popen(  # pylint: disable=consider-using-with
            ["mariadb", "--no-defaults", f"--socket={told['SOCKET']}", f"--user={told['USER']}", "--batch", "--unbuffered",
             "--skip-column-names", told["DATABASE"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "MYSQL_PWD": told["PASSWORD"]})

    def ask(self, statements):
        """The rows, each a list of texts."""
        self.program.stdin.write(statements + "; SELECT 'that is all';\n")
        self.program.stdin.flush()
        rows = []
        while (line := self.program.stdout.readline()) != "that is all\n":
            assert line, "the session has ended"
            rows.append(line.rstrip("\n").split("\t"))
        return rows

    def reserve(self, tag):
        """A range as one of TinyId's servers takes it: a read, and a write that fails where the row moved in between."""
        with self.lock:
            while True:
                (row, max_id, step, version), = self.ask(
                    f"SELECT id, max_id, step, version FROM tiny_id_info WHERE biz_type = '{tag}'")
                (changed,), = self.ask(
                    f"UPDATE tiny_id_info SET max_id = {max_id} + {step}, update_time = now(), version = version + 1 "
                    f"WHERE id = {row} AND max_id = {max_id} AND version = {version} AND biz_type = '{tag}';"
                    "SELECT ROW_COUNT()")
                if changed == "1":
                    return int(max_id), int(step)

    def close(self):
        self.program.stdin.close()
        self.program.stdout.close()
        self.program.wait()


class TheirHandler(http.server.BaseHTTPRequestHandler):
    """nextSegmentIdSimple of TinyId's server."""

    def do_POST(self):  # pylint: disable=invalid-name
        tag = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)["bizType"][0]
        current, step = self.server.session.reserve(tag)
        body = f"{current},{current + step * 20 // 100},{current + step},2,1".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Client:
    """TinyId's client: takes ranges from one of its servers, and another if that one fails, and gives out their numbers."""

    def __init__(self, servers):
        self.servers = servers  # ports; a test changes them
        self.taken = []
        self.calls = 0
        self.refused = 0

    def take_range(self):
        self.calls += 1
        for port in [*self.servers]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=program.TIMEOUT)
            try:
                connection.request("POST", f"/tinyid/id/nextSegmentIdSimple?token=t&bizType={TAG}", headers={
                    "Content-type": "application/x-www-form-urlencoded", "Content-Length": "0",
                    "Accept": "text/html, image/gif, image/jpeg, */*; q=0.2"})
                answer = connection.getresponse()
                body = answer.read().decode()
                if answer.status == 200 and body:
                    current, _, most, delta, remainder = map(int, body.split(","))
                    self.taken += [each for each in range(current + 1, most + 1) if each % delta == remainder]
                    return
            except OSError:
                pass
            except http.client.HTTPException:
                pass
            finally:
                connection.close()
        self.refused += 1


class Migration(program.VestaTest):
    def setUp(self):
        super().setUp()
        sql(TABLES)
        told = {key: os.environ["VESTA_TEST_MARIADB_" + key] for key in ("PORT", "USER", "PASSWORD", "DATABASE")}
        self.write("application.properties", f"""\
server.port=9999
server.context-path=/tinyid
batch.size.max=100000
datasource.tinyid.names=primary
datasource.tinyid.type=org.apache.tomcat.jdbc.pool.DataSource
datasource.tinyid.primary.driver-class-name=com.mysql.jdbc.Driver
datasource.tinyid.primary.url=jdbc:mysql://127.0.0.1:{told['PORT']}/{told['DATABASE']}?autoReconnect=true&useUnicode=true
datasource.tinyid.primary.username={told['USER']}
datasource.tinyid.primary.password={told['PASSWORD']}
""")
        self.environment["TINYID_PRIMARY_PASSWORD"] = told["PASSWORD"]
        settings = "\n".join(self.output("check", "--from-tinyid", "application.properties", config=None))
        self.settings = settings.replace("0.0.0.0:9999", "127.0.0.1:0") + "\nrpc: { enabled: false }\n"
        self.assertNotIn(told["PASSWORD"] + '"', settings)

    def serve(self, name):
        """One node; its process and port."""
        self.write(name + ".yaml", self.settings + f"state: {{ dir: {name} }}\n")
        process = self.start_vesta("serve", config=name + ".yaml")
        said = b""
        while (found := re.search(rb"REST on http://127.0.0.1:(\d+)", said)) is None:
            line = process.stderr.readline()
            self.assertTrue(line, said)
            said += line
        threading.Thread(target=process.stderr.read, daemon=True).start()
        port = int(found[1])
        while self.get(port, "/readyz")[0] != 200:
            pass
        return process, port

    def get(self, port, path):
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=program.TIMEOUT)
        try:
            client.request("GET", path)
            answer = client.getresponse()
            return answer.status, answer.read().decode()
        finally:
            client.close()

    def end_well(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(program.TIMEOUT), 0)

    def row(self, tag):
        return tuple(map(int, sql(f"SELECT max_id, version FROM tiny_id_info WHERE biz_type = '{tag}'")[0]))

    def test_a_node_with_the_settings_printed_begins_after_max_id(self):
        process, port = self.serve("one")
        path = "/tinyid/id/%s?token=t&bizType=test"
        self.assertEqual(self.get(port, path % "nextId"), (200, '{"data":[2],"code":200,"message":""}'))
        self.assertEqual(self.get(port, path % "nextIdSimple" + "&batchSize=3"), (200, "3,4,5"))
        self.assertEqual(self.row("test"), (1001, 1))
        self.end_well(process)
        self.assertEqual(self.row("test"), (5, 2), "what was not used was given back")
        theirs = Session()
        self.addCleanup(theirs.close)
        self.assertEqual(theirs.reserve("test"), (5, 1000), "TinyId's next number is 6")
        process, port = self.serve("one")
        self.assertEqual(self.get(port, path % "nextIdSimple"), (200, "1006"))
        self.end_well(process)

    def test_traffic_moves_there_and_back_under_load(self):
        theirs = http.server.ThreadingHTTPServer(("127.0.0.1", 0), TheirHandler)
        theirs.session = Session()
        self.addCleanup(theirs.session.close)
        threading.Thread(target=theirs.serve_forever, daemon=True).start()
        self.addCleanup(theirs.server_close)
        self.addCleanup(theirs.shutdown)
        clients = [Client([theirs.server_address[1]]) for _ in range(3)]
        singles = []
        stop = threading.Event()

        def work(client):
            while not stop.is_set():
                client.take_range()

        threads = [threading.Thread(target=work, args=(each,)) for each in clients]
        for each in threads:
            each.start()

        def use(*servers):
            """From now on; done once no call to the former ones is under way, and some were answered by these."""
            for client in clients:
                client.servers = servers
            for client in clients:
                goal = client.calls + 5
                while client.calls < goal and not client.refused:
                    stop.wait(0.001)

        their_port = theirs.server_address[1]
        use(their_port)
        for _ in range(SWAPS):  # each to a new pair of nodes of ours, one of which is killed, and back
            killed, its_port = self.serve("killed")
            stays, port = self.serve("stays")
            use(its_port, port)
            for node in (its_port, port):
                more = self.get(node, f"/tinyid/id/nextIdSimple?token=t&bizType={TAG}&batchSize=500")[1]
                singles += map(int, more.split(","))
            killed.kill()
            killed.wait(program.TIMEOUT)
            use(port, their_port)
            use(their_port)
            self.end_well(stays)
        use(their_port)
        stop.set()
        for each in threads:
            each.join()
        self.assertEqual([each.refused for each in clients], [0, 0, 0], "a call failed beyond the client's retry")
        taken = singles + [number for each in clients for number in each.taken]
        self.assertGreater(len(taken), SWAPS * 3 * 5 * 500)
        self.assertEqual(len(set(taken)), len(taken), "a number was given twice")
        self.assertEqual({each % 2 for each in taken}, {1})
        self.assertGreaterEqual(min(taken), 3)
        self.assertLessEqual(max(taken), self.row(TAG)[0])


if __name__ == "__main__":
    program.main()
