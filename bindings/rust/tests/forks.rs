//! A child made by fork has none of its parent's IDs. Alone in its process, where the one that forks is the one that tests.

mod common;

use common::{get, open, Folder, Server};
use std::fs::File;
use std::io::{Read, Write};
use std::os::raw::c_int;
use std::os::unix::io::FromRawFd;
use std::time::Duration;
use vesta::{Generator, Query};

extern "C" {
    fn fork() -> c_int;
    fn pipe(ends: *mut c_int) -> c_int;
    fn waitpid(child: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn _exit(code: c_int) -> !;
}

/// What the generator says in a forked child.
fn in_child(from: &Generator) -> String {
    let mut ends = [0; 2];
    // SAFETY: nobody else has the pipe; the child ends at once.
    unsafe {
        assert_eq!(pipe(ends.as_mut_ptr()), 0);
        let (mut reading, mut writing) = (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]));
        let child = fork();
        if child == 0 {
            let said = from.next().map_or_else(|reason| reason.code().to_string(), |id| id.to_string());
            let _ = writing.write_all(said.as_bytes());
            _exit(0);
        }
        drop(writing);
        let mut said = String::new();
        reading.read_to_string(&mut said).unwrap();
        waitpid(child, std::ptr::null_mut(), 0);
        said
    }
}

#[test]
fn a_forked_child_gets_no_id_of_its_parent() {
    let ahead = || Query::new("").prefetch(1000, Duration::from_secs(60));
    let folder = Folder::new();
    let ids = open(&folder);
    for from in [get(&ids, ""), get(&ids, ahead())] {
        from.next().unwrap();
        assert_eq!(in_child(&from), "forked");
    }
    let server = Server::new();
    let from = get(&vesta::connect(&server.address).unwrap(), ahead());
    let before = from.next().unwrap();
    let theirs: vesta::Id = in_child(&from).parse().unwrap();
    let ours = from.take(500).unwrap();
    assert!(theirs > before && !ours.contains(&theirs));
}
