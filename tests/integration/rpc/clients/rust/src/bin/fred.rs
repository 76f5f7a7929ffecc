//! fred, whose calls are futures; see ../../../README.md. Without a policy no call ends once the connection is lost.
use clients::{run, words, Client, Result};
use fred::prelude::*;
use fred::types::{ClusterHash, CustomCommand};
use std::collections::HashMap;
use std::future::Future;
use tokio::runtime::Runtime;

struct Library {
    runtime: Runtime,
    ids: fred::clients::Client,
}

fn named(name: &'static str) -> CustomCommand {
    CustomCommand::new_static(name, ClusterHash::FirstKey, false)
}

impl Library {
    fn wait<T>(&self, call: impl Future<Output = FredResult<T>>) -> Result<T> {
        Ok(self.runtime.block_on(call)?)
    }

    fn ask<T: FromValue>(&self, name: &'static str, words: &[&str]) -> Result<T> {
        let words: Vec<String> = words.iter().map(|each| each.to_string()).collect();
        self.wait(self.ids.custom(named(name), words))
    }
}

impl Client for Library {
    fn one(&mut self) -> Result<i64> {
        self.ask("GENID", &[])
    }

    fn many(&mut self, count: usize) -> Result<Vec<i64>> {
        self.ask("GENID", &["COUNT", &count.to_string()])
    }

    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>> {
        let batch = self.ids.pipeline();
        self.wait(async {
            for _ in 0..count {
                let _: () = batch.custom(named("GENID"), Vec::<String>::new()).await?;
            }
            batch.all().await
        })
    }

    fn multi(&mut self) -> Result<Vec<i64>> {
        let batch = self.ids.multi();
        self.wait(async {
            let _: () = batch.incr("order").await?;
            let _: () = batch.incr("order").await?;
            batch.exec(true).await
        })
    }

    fn incr(&mut self, tag: &str) -> Result<i64> {
        self.wait(self.ids.incr(tag))
    }

    fn incr_by(&mut self, tag: &str, more: i64) -> Result<i64> {
        self.wait(self.ids.incr_by(tag, more))
    }

    fn get(&mut self, tag: &str) -> Result<String> {
        self.wait(self.ids.get(tag))
    }

    fn exists(&mut self, tag: &str) -> Result<bool> {
        Ok(self.wait(self.ids.exists::<i64, _>(tag))? == 1)
    }

    fn range(&mut self, count: usize) -> Result<Vec<i64>> {
        self.ask("RANGE", &["default", &count.to_string()])
    }

    fn gen_method(&mut self, id: i64) -> Result<i64> {
        let fields: HashMap<String, Value> = self.ask("EXPID", &[&id.to_string()])?;
        Ok(fields["genMethod"].as_i64().ok_or("no number")?)
    }

    fn refused(&mut self) -> String {
        let call = self
            .ids
            .custom::<i64, _>(named("GENID"), vec!["GENERATOR", "nope"]);
        self.runtime
            .block_on(call)
            .unwrap_err()
            .details()
            .to_string()
    }
}

fn main() -> Result<()> {
    let given = words();
    let config = Config {
        server: if given.clustered {
            ServerConfig::new_clustered(vec![("127.0.0.1", given.port)])
        } else {
            ServerConfig::new_centralized("127.0.0.1", given.port)
        },
        password: given.password,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let ids = Builder::from_config(config)
        .set_policy(ReconnectPolicy::default())
        .build()?;
    println!("option `ReconnectPolicy`: without one, calls never end once the connection is lost");
    runtime.block_on(ids.init())?;
    run(&mut Library { runtime, ids }, given.count)
}
