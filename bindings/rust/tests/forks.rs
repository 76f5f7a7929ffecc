//! A child made by fork has none of its parent's IDs. Alone in its process, where the one that forks is the one that tests.

mod common;

use common::{get, open, Folder, Server};
use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::raw::{c_int, c_uint};
use std::os::unix::io::FromRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use vesta::{Generator, Query};

extern "C" {
    fn fork() -> c_int;
    fn pipe(ends: *mut c_int) -> c_int;
    fn waitpid(child: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn alarm(seconds: c_uint) -> c_uint;
    fn _exit(code: c_int) -> !;
}

fn next(from: &Generator) -> String {
    from.next().map_or_else(|reason| reason.code().to_string(), |id| id.to_string())
}

/// What a forked child says, which ends by itself where it hangs.
fn in_child(work: impl FnOnce() -> String) -> String {
    let mut ends = [0; 2];
    // SAFETY: nobody else has the pipe; the child ends at once.
    unsafe {
        assert_eq!(pipe(ends.as_mut_ptr()), 0);
        let (mut reading, mut writing) = (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]));
        let child = fork();
        if child == 0 {
            alarm(30);
            let _ = writing.write_all(work().as_bytes());
            _exit(0);
        }
        drop(writing);
        let mut said = String::new();
        reading.read_to_string(&mut said).unwrap();
        waitpid(child, std::ptr::null_mut(), 0);
        said
    }
}

fn gets_no_id_of_its_parent() {
    let ahead = || Query::new("").prefetch(1000, Duration::from_secs(60));
    let folder = Folder::new();
    let ids = open(&folder);
    for from in [get(&ids, ""), get(&ids, ahead())] {
        from.next().unwrap();
        assert_eq!(in_child(|| next(&from)), "forked");
    }
    let server = Server::new();
    let from = get(&vesta::connect(&server.address).unwrap(), ahead());
    let before = from.next().unwrap();
    let theirs: vesta::Id = in_child(|| next(&from)).parse().unwrap();
    let ours = from.take(500).unwrap();
    assert!(theirs > before && !ours.contains(&theirs));
}

/// One thread waits for a server's answer, and holds the lock of what is reserved ahead.
fn does_not_wait_for_a_thread_that_reserves() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let ids = vesta::connect(&server.local_addr().unwrap().to_string()).unwrap();
    let from = get(&ids, Query::new("").prefetch(10, Duration::from_secs(60)));
    let asked = move || {
        let (mut peer, _) = server.accept().unwrap();
        assert_ne!(peer.read(&mut [0; 100]).unwrap(), 0);
        peer
    };
    thread::scope(|scope| {
        let waiting = scope.spawn(|| from.next());
        let mut parents = asked();
        thread::spawn(move || asked().write_all(b"*3\r\n:100\r\n:10\r\n:1\r\n"));
        let theirs = in_child(|| next(&from));
        parents.write_all(b"*3\r\n:200\r\n:10\r\n:1\r\n").unwrap();
        assert_eq!(waiting.join().unwrap().unwrap().get(), 200);
        assert_eq!(theirs, "100");
    });
}

/// One thread's calls hold the lock that closing takes.
fn closes_while_another_thread_calls() {
    let folder = Folder::new();
    let ids = open(&folder);
    let from = get(&ids, "");
    let id = from.next().unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                from.explain(id).unwrap();
            }
        });
        let close = || ids.close().map_or_else(|reason| reason.to_string(), |()| "closed".into());
        let said: Vec<_> = (0..50).map(|_| in_child(close)).collect();
        done.store(true, Ordering::Relaxed);
        assert_eq!(said, ["closed"; 50]);
    });
    from.next().unwrap();
}

#[test]
fn a_forked_child() {
    gets_no_id_of_its_parent();
    does_not_wait_for_a_thread_that_reserves();
    closes_while_another_thread_calls();
}
