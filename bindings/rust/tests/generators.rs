//! What embedded and remote generators promise alike, and what embedded ones do alone.

mod common;

use common::{code, for_both, get, open, settings, Folder};
use std::collections::HashSet;
use std::time::Duration;
use std::{fs, thread};
use vesta::{Id, Query};

fn ahead(name: &str, count: u64) -> Query {
    Query::new(name).prefetch(count, Duration::from_secs(60))
}

fn is_increasing(made: &[Id]) -> bool {
    made.windows(2).all(|pair| pair[0] < pair[1])
}

#[test]
fn one_thread_sees_increasing_ids() {
    for_both(|ids| {
        for from in [get(&ids, ""), get(&ids, ahead("default", 100))] {
            let mut made: Vec<Id> = from.iter().take(1000).collect::<vesta::Result<_>>().unwrap();
            made.extend(from.take(10_500).unwrap());
            assert!(is_increasing(&made) && made.len() == 11_500);
        }
    });
}

#[test]
fn ids_of_128_bits_increase() {
    for_both(|ids| {
        for name in ["uuid7", "ulid"] {
            let from = get(&ids, name);
            let mut made = vec![from.next_uuid().unwrap()];
            made.extend(from.take_uuids(10_500).unwrap());
            assert!(made.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(code(from.next()), "invalid-argument");
            assert_eq!(from.take_uuids(0).unwrap(), []);
        }
        assert_eq!(code(get(&ids, "").next_uuid()), "invalid-argument");
    });
}

#[test]
fn threads_get_different_ids() {
    for_both(|ids| {
        for from in [get(&ids, "default"), get(&ids, ahead("peak", 64))] {
            let work = || (0..1000).map(|_| from.next().unwrap()).chain(from.take(100).unwrap()).collect::<Vec<_>>();
            let made: Vec<Id> = thread::scope(|scope| {
                let all: Vec<_> = (0..8).map(|_| scope.spawn(work)).collect();
                all.into_iter().flat_map(|each| each.join().unwrap()).collect()
            });
            assert_eq!(made.iter().collect::<HashSet<_>>().len(), 8 * 1100);
        }
    });
}

#[test]
fn prefetched_ids_expire() {
    let folder = Folder::new();
    let ids = open(&folder);
    let from = get(&ids, Query::new("peak").prefetch(1000, Duration::from_nanos(1)));
    let (first, second) = (from.next().unwrap(), from.next().unwrap());
    let (first, second) = (from.explain(first).unwrap(), from.explain(second).unwrap());
    assert_ne!((first.time, first.seq + 1), (second.time, second.seq)); // else it is of the first one's range
}

#[test]
fn a_closed_one_refuses() {
    for_both(|ids| {
        let from = get(&ids, "");
        ids.close().unwrap();
        ids.close().unwrap();
        assert_eq!(code(from.next()), "closed");
        assert_eq!(code(from.take(2)), "closed");
        assert_eq!(code(from.explain(Id::new(1))), "closed");
        assert_eq!(code(ids.generator("peak").and_then(|peak| peak.next())), "closed");
    });
}

#[test]
fn generators_outlive_the_ids_they_are_of() {
    for_both(|ids| {
        let from = get(&ids, "");
        drop(ids);
        assert!(from.next().is_ok());
    });
}

#[test]
fn bad_requests_are_refused() {
    for_both(|ids| {
        assert_eq!(code(ids.generator(Query::new("").prefetch(10, Duration::ZERO)).map(|_| ())), "invalid-argument");
        let tagged = ids.generator(Query::new("").tag("orders"));
        assert_eq!(code(tagged.and_then(|from| from.next())), "invalid-argument");
        assert!(get(&ids, "").explain_sharded(Id::new(1)).is_err());
        assert_eq!(get(&ids, "").take(0).unwrap(), []);
    });
}

#[test]
fn settings_come_as_a_file_too() {
    let folder = Folder::new();
    let file = folder.path().join("vesta.yaml");
    fs::write(&file, settings(&folder).to_string()).unwrap();
    assert!(get(&vesta::open(&file).unwrap(), "").next().is_ok());
    assert_eq!(code(vesta::open("nowhere.yaml").map(|_| ())), "invalid-settings");
}

#[test]
fn dropping_all_gives_the_state_back() {
    let folder = Folder::new();
    let given = settings(&folder).to_string();
    let ids = vesta::open_text(&given).unwrap();
    assert_eq!(code(vesta::open_text(&given).map(|_| ())), "in-use");
    drop(ids);
    assert!(vesta::open_text(&given).is_ok());
}

#[test]
fn typed_ids_are_kept_apart_and_read_back() {
    struct Order;
    let typed: vesta::Typed<Order> = Id::new(7).into();
    assert_eq!(typed, "7".parse().unwrap());
    assert_eq!((typed.to_string(), typed.id(), i64::from(typed)), ("7".into(), Id::new(7), 7));
}

#[cfg(feature = "serde")]
#[test]
fn json_has_ids_as_text() {
    let id: Id = "2708777873275093023".parse().unwrap();
    let typed: vesta::Typed<str> = id.into();
    assert_eq!(serde_json::to_string(&(id, typed)).unwrap(), r#"["2708777873275093023","2708777873275093023"]"#);
    assert_eq!(serde_json::from_str::<(Id, Id)>(r#"["2708777873275093023",7]"#).unwrap(), (id, Id::new(7)));
    let uuid: vesta::Uuid = "01890a5d-ac96-774b-bcce-b302099a8057".parse().unwrap();
    assert_eq!(serde_json::to_string(&uuid).unwrap(), r#""01890a5d-ac96-774b-bcce-b302099a8057""#);
    assert_eq!(serde_json::from_str::<vesta::Uuid>(r#""01890a5d-ac96-774b-bcce-b302099a8057""#).unwrap(), uuid);
    assert!(serde_json::from_str::<Id>("1.5").is_err() && serde_json::from_str::<Id>(r#""x""#).is_err());
}
