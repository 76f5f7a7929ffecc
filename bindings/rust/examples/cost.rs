//! What an ID costs, in ns: minima of 25. A generator makes a million IDs a second at most; more would measure the wait.

use std::time::{Duration, Instant};
use vesta::{Id, Query};

fn cheapest(name: &str, count: u32, mut work: impl FnMut() -> vesta::Result<()>) -> vesta::Result<()> {
    let mut best = f64::MAX;
    for _ in 0..25 {
        let begin = Instant::now();
        work()?;
        best = best.min(begin.elapsed().as_nanos() as f64 / f64::from(count));
    }
    println!("{name:24} {best:.2}");
    Ok(())
}

fn main() -> vesta::Result<()> {
    let folder = std::env::temp_dir().join(format!("vesta-cost-{}", std::process::id()));
    let ids = vesta::open_text(&format!(
        r#"{{"machine-id": {{"property": {{"id": 1000}}, "takeover-margin": "0ms"}},
            "generators": {{"default": {{"kind": "vesta", "type": "max-peak"}}}}, "state": {{"dir": {folder:?}}}}}"#
    ))?;
    let plain = ids.generator("")?;
    let ahead = ids.generator(Query::new("").prefetch(10_000, Duration::from_secs(1)))?;
    let mut many = vec![Id::default(); 10_000];
    cheapest("next", 5_000, || (0..5_000).try_for_each(|_| plain.next().map(|_| ())))?;
    cheapest("next, prefetching", 10_000, || (0..10_000).try_for_each(|_| ahead.next().map(|_| ())))?;
    cheapest("fill, 10,000", 10_000, || plain.fill(&mut many))?;
    ids.close()?;
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
