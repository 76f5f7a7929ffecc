"""What the originals and ours keep in the test's MariaDB: their tables, a user for each server, and a journal of the ranges they take.

The journal is a trigger on the table of ranges: it notes who moved which row from where to where, in the transaction that does. Neither
program knows of it."""
import os
import subprocess
import time

TINYID = """\
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
"""
LEAF = """\
CREATE TABLE leaf_alloc (
  biz_tag varchar(128) NOT NULL DEFAULT '', max_id bigint(20) NOT NULL DEFAULT '1', step int(11) NOT NULL,
  description varchar(256) DEFAULT NULL, update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (biz_tag)) ENGINE=InnoDB;
"""
JOURNAL = """\
CREATE TABLE ranges (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, who varchar(80), tag varchar(128), was bigint, now bigint);
CREATE TRIGGER note_range AFTER UPDATE ON {table} FOR EACH ROW
  INSERT INTO ranges (who, tag, was, now) VALUES (SUBSTRING_INDEX(USER(), '@', 1), NEW.{tag}, OLD.max_id, NEW.max_id);
"""
PASSWORD = "a secret"


def sql(text, database=None):
    """Runs statements as the test server's user; the rows, each a list of texts."""
    told = {key: os.environ["VESTA_TEST_MARIADB_" + key] for key in ("SOCKET", "USER", "PASSWORD")}
    ran = subprocess.run(["mariadb", "--no-defaults", f"--socket={told['SOCKET']}", f"--user={told['USER']}",
                          "--batch", "--skip-column-names", *([database] if database else [])],
                         input=text, text=True, capture_output=True, check=False,
                         env={**os.environ, "MYSQL_PWD": told["PASSWORD"]})
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr)
    return [line.split("\t") for line in ran.stdout.splitlines()]


class Database:
    """An empty database with the tables of one of the originals, whose rows `make` adds."""

    def __init__(self, name, tables):
        self.name = name
        self.port = os.environ["VESTA_TEST_MARIADB_PORT"]
        self.table, self.tag = ("leaf_alloc", "biz_tag") if tables is LEAF else ("tiny_id_info", "biz_type")
        sql(f"DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name} CHARACTER SET utf8mb4;")
        self.sql(tables + JOURNAL.format(table=self.table, tag=self.tag))

    def sql(self, text):
        return sql(text, self.name)

    def add_user(self, user):
        """With the rights that the guides ask for, and no more; what it does stands under its name in the journal."""
        sql(f"CREATE OR REPLACE USER '{user}'@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';"
            f"GRANT SELECT, UPDATE ON {self.name}.* TO '{user}'@'127.0.0.1';")

    def url(self):
        return f"jdbc:mysql://127.0.0.1:{self.port}/{self.name}?autoReconnect=true&useUnicode=true&characterEncoding=UTF-8"

    def make_tinyid(self, tag, token="t", max_id=1, step=1000, delta=1, remainder=0):
        self.sql(f"INSERT INTO tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder)"
                 f" VALUES ('{tag}', {max_id}, {max_id}, {step}, {delta}, {remainder});"
                 f"INSERT INTO tiny_id_token (token, biz_type) VALUES ('{token}', '{tag}')")

    def make_leaf(self, tag, max_id=1, step=2000):
        self.sql(f"INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('{tag}', {max_id}, {step})")

    def max_id(self, tag):
        return int(self.sql(f"SELECT max_id FROM {self.table} WHERE {self.tag} = '{tag}'")[0][0])

    def journal(self, tag):
        """Who moved the row, from where to where, in the order in which it moved."""
        rows = self.sql(f"SELECT id, who, was, now FROM ranges WHERE tag = '{tag}' ORDER BY id")
        return [(int(number), who, int(was), int(now)) for number, who, was, now in rows]

    def last_move(self, user):
        """Where the journal stands once nothing of this user, whose server has ended, is under way."""
        while self.sql(f"SELECT 1 FROM information_schema.processlist WHERE user = '{user}'"):
            time.sleep(0.02)
        return int(self.sql("SELECT COALESCE(MAX(id), 0) FROM ranges")[0][0])
