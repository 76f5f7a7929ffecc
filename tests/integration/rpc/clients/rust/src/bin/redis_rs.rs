//! redis-rs, which connects anew when its user does; see ../../../README.md.
use clients::{run, words, Client, Result};
use redis::{cmd, pipe, Commands, Connection, ConnectionLike};
use std::collections::HashMap;

struct Library {
    client: redis::Client,
    ids: Connection,
}

impl Library {
    fn ask<T: redis::FromRedisValue>(&mut self, words: &[&str]) -> Result<T> {
        Ok(cmd(words[0]).arg(&words[1..]).query(&mut self.ids)?)
    }
}

impl Client for Library {
    fn anew(&self) -> bool {
        true
    }

    fn one(&mut self) -> Result<i64> {
        if !self.ids.is_open() {
            self.ids = self.client.get_connection()?;
        }
        self.ask(&["GENID"])
    }

    fn many(&mut self, count: usize) -> Result<Vec<i64>> {
        self.ask(&["GENID", "COUNT", &count.to_string()])
    }

    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>> {
        let mut batch = pipe();
        for _ in 0..count {
            batch.cmd("GENID");
        }
        Ok(batch.query(&mut self.ids)?)
    }

    fn multi(&mut self) -> Result<Vec<i64>> {
        Ok(pipe()
            .atomic()
            .incr("order", 1)
            .incr("order", 1)
            .query(&mut self.ids)?)
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
    let (port, count, password) = words();
    let secret = password
        .map(|each| format!(":{}@", each.replace(' ', "%20")))
        .unwrap_or_default();
    let client = redis::Client::open(format!("redis://{secret}127.0.0.1:{port}/"))?;
    let ids = client.get_connection()?;
    run(&mut Library { client, ids }, count)
}
