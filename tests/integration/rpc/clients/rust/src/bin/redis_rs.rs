//! redis-rs, which connects anew when its user does, and to a cluster by itself; see ../../../README.md.
use clients::{run, words, Client, Result};
use redis::cluster::{cluster_pipe, ClusterClient, ClusterConnection};
use redis::{cmd, pipe, Commands, Connection, ConnectionLike, FromRedisValue};
use std::collections::HashMap;

/// Behind GENID: a cluster's client needs something that it can take for a key.
const DEFAULT: [&str; 2] = ["GENERATOR", "default"];

/// What differs between a server and a cluster.
trait Link: ConnectionLike {
    /// Whether its user makes another connection when one is lost.
    const ANEW: bool;
    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>>;
    fn multi(&mut self) -> Result<Vec<i64>>;
}

impl Link for Connection {
    const ANEW: bool = true;

    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>> {
        let mut batch = pipe();
        for _ in 0..count {
            batch.cmd("GENID");
        }
        Ok(batch.query(self)?)
    }

    fn multi(&mut self) -> Result<Vec<i64>> {
        Ok(pipe()
            .atomic()
            .incr("order", 1)
            .incr("order", 1)
            .query(self)?)
    }
}

impl Link for ClusterConnection {
    const ANEW: bool = false;

    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>> {
        let mut batch = cluster_pipe();
        for _ in 0..count {
            batch.cmd("GENID").arg(&DEFAULT);
        }
        Ok(batch.query(self)?)
    }

    fn multi(&mut self) -> Result<Vec<i64>> {
        Ok(Vec::new())
    }
}

struct Library<L, Connect> {
    connect: Connect,
    ids: L,
}

impl<L: Link, Connect: Fn() -> Result<L>> Library<L, Connect> {
    fn new(connect: Connect) -> Result<Self> {
        Ok(Self {
            ids: connect()?,
            connect,
        })
    }

    fn ask<T: FromRedisValue>(&mut self, words: &[&str]) -> Result<T> {
        Ok(cmd(words[0]).arg(&words[1..]).query(&mut self.ids)?)
    }
}

impl<L: Link, Connect: Fn() -> Result<L>> Client for Library<L, Connect> {
    fn anew(&self) -> bool {
        L::ANEW
    }

    fn one(&mut self) -> Result<i64> {
        if !self.ids.is_open() {
            self.ids = (self.connect)()?;
        }
        self.ask(&["GENID", DEFAULT[0], DEFAULT[1]])
    }

    fn many(&mut self, count: usize) -> Result<Vec<i64>> {
        self.ask(&["GENID", "COUNT", &count.to_string()])
    }

    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>> {
        self.ids.pipelined(count)
    }

    fn multi(&mut self) -> Result<Vec<i64>> {
        self.ids.multi()
    }

    fn incr(&mut self, tag: &str) -> Result<i64> {
        self.ask(&["INCR", tag])
    }

    fn incr_by(&mut self, tag: &str, more: i64) -> Result<i64> {
        Ok(self.ids.incr(tag, more)?)
    }

    fn get(&mut self, tag: &str) -> Result<String> {
        Ok(self.ids.get(tag)?)
    }

    fn exists(&mut self, tag: &str) -> Result<bool> {
        Ok(self.ids.exists(tag)?)
    }

    fn range(&mut self, count: usize) -> Result<Vec<i64>> {
        self.ask(&["RANGE", "default", &count.to_string()])
    }

    fn gen_method(&mut self, id: i64) -> Result<i64> {
        let fields: HashMap<String, redis::Value> = self.ask(&["EXPID", &id.to_string()])?;
        Ok(redis::from_redis_value_ref(&fields["genMethod"])?)
    }

    fn refused(&mut self) -> String {
        let refused = cmd("GENID")
            .arg("GENERATOR")
            .arg("nope")
            .exec(&mut self.ids)
            .unwrap_err();
        refused.code().unwrap_or_default().to_string()
    }
}

fn main() -> Result<()> {
    let given = words();
    let secret = given
        .password
        .map(|each| format!(":{}@", each.replace(' ', "%20")))
        .unwrap_or_default();
    let server = format!("redis://{secret}127.0.0.1:{}/", given.port);
    if given.clustered {
        println!("option a word behind the command, as in `GENID GENERATOR default`");
        let client = ClusterClient::new(vec![server])?;
        run(
            &mut Library::new(|| Ok(client.get_connection()?))?,
            given.count,
        )
    } else {
        let client = redis::Client::open(server)?;
        run(
            &mut Library::new(|| Ok(client.get_connection()?))?,
            given.count,
        )
    }
}
