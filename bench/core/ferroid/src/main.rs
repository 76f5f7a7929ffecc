//! Nanoseconds per ID of ferroid's generators, one ID per call, everything inlined. `ferroid-peer basic`: its fastest, for
//! one thread. `ferroid-peer atomic`: the one that threads share. The layout does not cap: 41 bits of milliseconds, 21 of
//! sequence. `uuid`: that crate's UUIDv7 with its faster random bits, increasing over threads. `fast-uuid-v7`: increasing
//! within a thread, and random bits that are not for secrets.
use ferroid::define_snowflake_id;
use ferroid::generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator};
use ferroid::time::MonotonicClock;
use std::hint::{black_box, spin_loop};
use std::time::Instant;

define_snowflake_id!(Uncapped, u64, reserved: 1, timestamp: 41, machine_id: 1, sequence: 21);

const CALLS: u32 = 3_000_000;

fn nanoseconds<T>(mut make: impl FnMut() -> T) -> f64 {
    let begun = Instant::now();
    for _ in 0..CALLS {
        black_box(make());
    }
    begun.elapsed().as_nanos() as f64 / f64::from(CALLS)
}

fn main() {
    let clock = MonotonicClock::<1>::default();
    let took = match std::env::args().nth(1).as_deref() {
        Some("basic") => {
            let from: BasicSnowflakeGenerator<Uncapped, _> = BasicSnowflakeGenerator::new(0, clock);
            nanoseconds(|| from.next_id(|_| spin_loop()))
        }
        Some("atomic") => {
            let from: AtomicSnowflakeGenerator<Uncapped, _> = AtomicSnowflakeGenerator::new(0, clock);
            nanoseconds(|| from.next_id(|_| spin_loop()))
        }
        Some("uuid") => nanoseconds(uuid::Uuid::now_v7),
        Some("fast-uuid-v7") => nanoseconds(fast_uuid_v7::gen_id_with_count),
        _ => panic!("say basic, atomic, uuid or fast-uuid-v7"),
    };
    println!("{took}");
}
