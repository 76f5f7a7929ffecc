//! What a fork must not share.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::forks;

/// A value of which each process has its own: a child finds a new one, also where a thread that the fork did not copy held a
/// lock in its parent's. What the parent had stays where it is, since such a thread may have left it half written.
pub(crate) struct PerProcess<T> {
    current: AtomicPtr<Owned<T>>,
    make: fn(Option<&T>) -> T,
    owns: PhantomData<Owned<T>>,
}

struct Owned<T> {
    forks: u64,
    value: T,
}

impl<T> PerProcess<T> {
    /// `make` is given the parent's value in a child.
    pub(crate) fn new(make: fn(Option<&T>) -> T) -> PerProcess<T> {
        forks::watch();
        PerProcess { current: AtomicPtr::new(owned(make(None))), make, owns: PhantomData }
    }

    pub(crate) fn get(&self) -> &T {
        let current = self.current.load(Ordering::Acquire);
        // SAFETY: what was current is freed by drop alone.
        let owned = unsafe { &*current };
        if owned.forks == forks::count() {
            return &owned.value;
        }
        self.replace(current, &owned.value)
    }

    #[cold]
    fn replace(&self, parents: *mut Owned<T>, theirs: &T) -> &T {
        let made = owned((self.make)(Some(theirs)));
        let found = match self.current.compare_exchange(parents, made, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => made,
            Err(other_thread) => {
                // SAFETY: nobody else saw it.
                drop(unsafe { Box::from_raw(made) });
                other_thread
            }
        };
        // SAFETY: as above.
        unsafe { &(*found).value }
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        let current = *self.current.get_mut();
        // SAFETY: nobody else has it. The parent's is left, as by `replace`.
        unsafe {
            if (*current).forks == forks::count() {
                drop(Box::from_raw(current));
            }
        }
    }
}

fn owned<T>(value: T) -> *mut Owned<T> {
    Box::into_raw(Box::new(Owned { forks: forks::count(), value }))
}
