//! Numbers per tag and per application, which are in a database.

mod common;

use common::{code, get, settings, vectors, Folder, Server};
use serde_json::{json, Value};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};
use vesta::{Id, Ids, Query};

/// Settings with such generators, and application 1.
fn with_numbers(folder: &Folder) -> Value {
    let mut made = settings(folder);
    made["stores"] = json!({ "main": { "kind": "sqlite", "file": folder.path().join("numbers.db") } });
    made["generators"]["numbers"] =
        json!({ "kind": "segment", "store": "main", "order": "strict", "auto-create": { "step": 10 } });
    made["generators"]["sharded"] = json!({ "kind": "sharded", "store": "main" });
    let file = folder.path().join("vesta.yaml");
    fs::write(&file, made.to_string()).unwrap();
    let mut init = Command::new(env::var("VESTA").unwrap());
    init.args(["sharded", "init", "--app", "1", "--name", "orders", "-c"]).arg(file);
    assert!(init.output().unwrap().status.success());
    made
}

fn text(of: &Value) -> &str {
    of.as_str().unwrap()
}

fn assert_counts(ids: &Ids) {
    let tag = || Query::new("numbers").tag("orders");
    assert_eq!(get(ids, tag()).take(3).unwrap(), [1, 2, 3].map(Id::new));
    let ahead = get(ids, tag().prefetch(4, Duration::from_secs(60)));
    assert_eq!([ahead.next().unwrap(), ahead.next().unwrap()], [4, 5].map(Id::new));
    assert_eq!(code(ahead.next_uuid()), "invalid-argument");
    let sharded = get(ids, Query::new("sharded").app(1, "13800000000"));
    let made = sharded.take(2).unwrap().into_iter().map(|id| sharded.explain_sharded(id).unwrap());
    let told: Vec<_> = made.map(|parts| (parts.app, parts.next, parts.number)).collect();
    assert_eq!(told, [(1, 1, Some(1)), (1, 2, Some(2))]);
    assert_eq!(code(ids.generator(Query::new("sharded").app(2, "x")).and_then(|from| from.next())), "not-found");
}

#[test]
fn tags_and_applications_count_at_servers() {
    let folder = Folder::new();
    let more = with_numbers(&folder);
    let server = Server::with(folder, more);
    assert_counts(&vesta::connect(&server.address).unwrap());
}

/// `package` runs it a second time with a library beside which that of stores is.
#[test]
fn tags_and_applications_count_in_the_process_where_the_library_of_stores_is() {
    let folder = Folder::new();
    let opened = vesta::open_text(&with_numbers(&folder).to_string());
    match env::var("VESTA_LIBRARY") {
        Ok(_) => assert_counts(&opened.unwrap()),
        Err(_) => assert_eq!(code(opened.map(|_| ())), "invalid-settings"),
    }
}

#[test]
fn outward_ids_have_these_behind_where_the_library_of_stores_is() {
    let folder = Folder::new();
    let mut given = settings(&folder);
    given["generators"]["outward"] = vectors()["outward_generator"].clone();
    let opened = vesta::open_text(&given.to_string());
    if env::var("VESTA_LIBRARY").is_err() {
        assert_eq!(code(opened.map(|_| ())), "invalid-settings");
        return;
    }
    let ids = opened.unwrap();
    let inward = |each: &Value| get(&ids, text(&each["generator"])).inward(text(&each["id"]).parse().unwrap());
    for each in vectors()["outward"].as_array().unwrap() {
        assert_eq!(inward(each).unwrap().to_string(), text(&each["inward"]), "{each}");
    }
    for each in vectors()["refused_outward"].as_array().unwrap() {
        assert_eq!(code(inward(each)), text(&each["error"]), "{each}");
    }
}
