//! Settings of their own for each test, and a Vesta RPC server (VESTA names the program).
#![allow(dead_code)] // each file of tests uses some of it

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, fs, thread};

use serde_json::{json, Value};
use vesta::{Generator, Ids};

pub fn vectors() -> Value {
    let file = env::var("VESTA_VECTORS").expect("VESTA_VECTORS names the shared vectors");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// A folder that is removed.
pub struct Folder(PathBuf);

static NUMBER: AtomicU64 = AtomicU64::new(1);

impl Folder {
    pub fn new() -> Folder {
        let name = format!("vesta-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Those of the vectors, with a state and a machine ID of their own: tests share the process and its host.
pub fn settings(folder: &Folder) -> Value {
    let mut made = vectors()["settings"].clone();
    made["state"] = json!({ "dir": folder.path().join("state") });
    made["machine-id"]["property"]["id"] = json!(NUMBER.fetch_add(1, Ordering::Relaxed));
    made
}

pub fn open(folder: &Folder) -> Ids {
    vesta::open_text(&settings(folder).to_string()).unwrap()
}

/// `vesta serve`, which keeps its port when it is started again.
pub struct Server {
    pub address: String,
    pub folder: Folder,
    process: Option<Child>,
}

impl Server {
    pub fn new() -> Server {
        Server::with(Folder::new(), json!({}))
    }

    /// With more settings; those of `rpc` join its address.
    pub fn with(folder: Folder, more: Value) -> Server {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut given = settings(&folder);
        given["log"] = json!({ "level": "warn" });
        given["clock"] = json!({ "reserve-ahead": "100ms" });
        for (key, value) in more.as_object().unwrap() {
            given[key] = value.clone();
        }
        given["rpc"]["listen"] = json!(address);
        fs::write(folder.path().join("vesta.yaml"), given.to_string()).unwrap();
        let mut made = Server { address, folder, process: None };
        made.start();
        made
    }

    pub fn start(&mut self) {
        let mut serve = Command::new(env::var("VESTA").expect("VESTA names the program"));
        serve.arg("serve").arg("-c").arg(self.folder.path().join("vesta.yaml"));
        self.process = Some(serve.env("VESTA_HOST_DIR", self.folder.path()).spawn().unwrap());
        while TcpStream::connect(&self.address).is_err() {
            assert!(self.process.as_mut().unwrap().try_wait().unwrap().is_none(), "the server ended");
            thread::sleep(Duration::from_millis(10)); // until it listens
        }
    }

    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Runs a claim about embedded and remote generators.
pub fn for_both(claim: impl Fn(Ids)) {
    let folder = Folder::new();
    claim(open(&folder));
    let server = Server::new();
    claim(vesta::connect(&server.address).unwrap());
}

pub fn get(ids: &Ids, query: impl Into<vesta::Query>) -> Generator {
    ids.generator(query).unwrap()
}

pub fn code<T: std::fmt::Debug>(of: vesta::Result<T>) -> &'static str {
    of.unwrap_err().code().name()
}
