//! What is true of the client of servers alone.

mod common;

use common::{code, get, vectors, Folder, Server};
use serde_json::json;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::{env, fs, thread};
use vesta::{Query, Servers};

/// What a client of a server that gives this answer gets.
fn answered(answer: &'static [u8]) -> vesta::Error {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let ids = vesta::connect(&other.local_addr().unwrap().to_string()).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut peer, _) = other.accept().unwrap();
            assert_ne!(peer.read(&mut [0; 100]).unwrap(), 0);
            peer.write_all(answer).unwrap();
        });
        get(&ids, "").next().unwrap_err()
    })
}

#[test]
fn a_server_that_was_started_anew_is_found_again() {
    let mut server = Server::new();
    let ids = vesta::connect(&format!("127.0.0.1:1, {}", server.address)).unwrap(); // nobody listens at the first
    let from = get(&ids, "");
    let before = from.next().unwrap();
    server.stop();
    assert_eq!(code(from.next()), "store-unavailable");
    server.start();
    assert!(from.next().unwrap() > before);
}

#[test]
fn a_server_that_did_not_answer_is_asked_after_the_others() {
    let (server, half) = (Server::new(), TcpListener::bind("127.0.0.1:0").unwrap());
    let ids = vesta::connect(&format!("{},{}", half.local_addr().unwrap(), server.address)).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut peer, _) = half.accept().unwrap();
            assert_ne!(peer.read(&mut [0; 100]).unwrap(), 0);
            peer.write_all(b":12").unwrap(); // and ends in the middle of a line
        });
        assert!(get(&ids, "").next().unwrap().get() > 12);
    });
    half.set_nonblocking(true).unwrap();
    assert!(get(&ids, "").next().is_ok());
    assert_eq!(half.accept().map(|_| ()).unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn ids_made_by_a_server_say_so() {
    let server = Server::new();
    let from = get(&vesta::connect(&server.address).unwrap(), "");
    assert_eq!(from.explain(from.next().unwrap()).unwrap().gen_method, 1);
    assert_eq!(code(from.inward(from.next().unwrap())), "invalid-argument"); // servers keep their keys
}

#[test]
fn wrong_servers_are_refused() {
    for wrong in ["", "localhost", "localhost:", "localhost:0", ":1", "a:70000", "::1:6399", "[]:1"] {
        assert_eq!(code(vesta::connect(wrong).map(|_| ())), "invalid-settings", "{wrong}");
    }
}

#[test]
fn the_words_of_answers_are_codes() {
    for (word, name) in vectors()["words"].as_object().unwrap() {
        let answer: &'static str = Box::leak(format!("-{word} x\r\n").into());
        assert_eq!(answered(answer.as_bytes()).code().name(), name, "{word}");
    }
}

#[test]
fn what_is_no_vesta_server_is_named() {
    let nested: &[u8] = Box::leak(b"*1\r\n".repeat(100_000).into());
    for other in [&b"HTTP/1.1 400\r\n\r\n"[..], b"\r\n", b"$9999999999\r\n", b":x\r\n", b":1\n", nested] {
        let told = answered(other);
        assert!(told.message().contains("is it a Vesta RPC server"), "{told}");
    }
}

/// Principals of an access file, by `vesta token new`. Gives their tokens.
fn access(folder: &Folder, names: &[&str]) -> Vec<String> {
    let (mut file, mut tokens) = ("principals:\n".to_string(), vec![]);
    for name in names {
        let made = Command::new(env::var("VESTA").unwrap()).args(["token", "new", name]).output().unwrap();
        let told = String::from_utf8(made.stdout).unwrap();
        let mut lines = told.lines();
        tokens.push(lines.next().unwrap().into());
        file += &format!("  {}\n", lines.next().unwrap());
    }
    let path = folder.path().join("access.yaml");
    fs::write(&path, file).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    tokens
}

#[test]
fn a_token_gives_its_rights() {
    let folder = Folder::new();
    let token = access(&folder, &["orders"]).remove(0);
    let server = Server::with(folder, json!({ "security": { "access-file": "access.yaml" } }));
    let at = || Servers::at(&server.address).unwrap();
    for (user, password, expected) in [("orders", token.as_str(), true), ("", &token, true), ("orders", "vst_0", false)] {
        let ids = at().login(user, password).connect().unwrap();
        let got = get(&ids, "").next();
        assert_eq!(got.is_ok(), expected, "{got:?}");
    }
    let ids = at().login("orders", &token).connect().unwrap();
    assert_eq!(code(get(&ids, Query::new("peak")).next()), "not-permitted");
    assert_eq!(code(get(&at().connect().unwrap(), "").next()), "not-authenticated");
}

#[cfg(feature = "tls")]
mod tls {
    use super::*;
    use std::path::PathBuf;
    use vesta::Tls;

    fn openssl(folder: &Folder, words: &str) {
        let done = Command::new("openssl").args(words.split(' ')).current_dir(folder.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// NAME.pem and NAME.key: an authority, or what that one signed.
    fn issue(folder: &Folder, name: &str, more: &str) {
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        openssl(folder, &format!("req -x509 {key} -days 1 -subj /CN={name} -keyout {name}.key -out {name}.pem {more}"));
    }

    const AUTHORITY: &str = "-addext keyUsage=critical,keyCertSign";
    const SIGNED: &str = "-CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=";

    fn server(tls: serde_json::Value) -> (Server, String) {
        let folder = Folder::new();
        issue(&folder, "ca", AUTHORITY);
        issue(&folder, "other", AUTHORITY);
        issue(&folder, "server", &format!("{SIGNED}IP:127.0.0.1"));
        issue(&folder, "client", &format!("{SIGNED}DNS:client"));
        let token = access(&folder, &["orders"]).remove(0);
        let more = json!({ "security": { "access-file": "access.yaml" }, "rpc": { "tls": tls } });
        (Server::with(folder, more), token)
    }

    fn ask(server: &Server, token: &str, tls: Tls) -> vesta::Result<vesta::Id> {
        Servers::at(&server.address)?.login("orders", token).tls(tls).connect()?.generator("")?.next()
    }

    #[test]
    fn servers_are_believed_by_their_authority_and_name() {
        let (server, token) = server(json!({ "certificate": "server.pem", "key": "server.key" }));
        let file = |name: &str| server.folder.path().join(name);
        assert!(ask(&server, &token, Tls::ca_file(file("ca.pem")).unwrap()).is_ok());
        assert_eq!(code(ask(&server, &token, Tls::ca_file(file("other.pem")).unwrap())), "store-unavailable");
        let port = server.address.rsplit(':').next().unwrap();
        let elsewhere = Servers::at(&format!("localhost:{port}")).unwrap().tls(Tls::ca_file(file("ca.pem")).unwrap());
        let got = elsewhere.connect().unwrap().generator("").unwrap().next().unwrap_err();
        assert!(got.message().contains("certificate"), "{got}");
    }

    #[test]
    fn a_certificate_is_shown_where_one_is_required() {
        let required = json!({ "certificate": "server.pem", "key": "server.key", "client-ca": "ca.pem",
            "client-certificates": "required" });
        let (server, token) = server(required);
        let file = |name: &str| -> PathBuf { server.folder.path().join(name) };
        let shown = Tls::with_certificate(file("ca.pem"), file("client.pem"), file("client.key")).unwrap();
        assert!(ask(&server, &token, shown).is_ok());
        assert_eq!(code(ask(&server, &token, Tls::ca_file(file("ca.pem")).unwrap())), "store-unavailable");
    }

    #[test]
    fn unusable_files_are_named() {
        let folder = Folder::new();
        let empty = folder.path().join("empty.pem");
        fs::write(&empty, "").unwrap();
        for wrong in [empty, "nowhere.pem".into()] {
            let told = Tls::ca_file(&wrong).map(|_| ()).unwrap_err();
            assert!(told.message().contains(wrong.to_str().unwrap()), "{told}");
        }
    }
}
