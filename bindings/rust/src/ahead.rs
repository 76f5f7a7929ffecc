//! IDs that were reserved ahead, and are handed out from memory.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::id::Id;
use crate::ids::{Range, Source};
use crate::per_process::PerProcess;

pub(crate) struct Ahead {
    count: u64,
    max_age: Duration,
    ready: PerProcess<Mutex<Ready>>, // a child has none of its parent's
}

#[derive(Default)]
struct Ready {
    range: Range,
    reserved: Option<Instant>,
}

impl Ready {
    fn pop(&mut self) -> Id {
        let id = self.range.first;
        self.range.first = id.wrapping_add(self.range.stride as i64);
        self.range.count -= 1;
        Id::new(id)
    }
}

impl Ahead {
    pub(crate) fn new(count: u64, max_age: Duration) -> Ahead {
        Ahead { count, max_age, ready: PerProcess::new(|_| Mutex::default()) }
    }

    pub(crate) fn next(&self, from: &dyn Source) -> Result<Id> {
        let mut ready = self.lock();
        if !self.is_fresh(&ready) {
            let range = from.reserve(self.count)?;
            *ready = Ready { range, reserved: Some(Instant::now()) };
        }
        Ok(ready.pop())
    }

    /// Writes what is there; gives how many that are.
    pub(crate) fn drain(&self, to: &mut [Id]) -> usize {
        let mut ready = self.lock();
        let count = if self.is_fresh(&ready) { to.len().min(ready.range.count as usize) } else { 0 };
        to[..count].fill_with(|| ready.pop());
        count
    }

    fn is_fresh(&self, ready: &Ready) -> bool {
        ready.range.count > 0 && ready.reserved.map_or(false, |since| since.elapsed() < self.max_age)
    }

    fn lock(&self) -> MutexGuard<'_, Ready> {
        self.ready.get().lock().unwrap_or_else(PoisonError::into_inner)
    }
}
