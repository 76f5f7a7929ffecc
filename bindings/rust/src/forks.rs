//! How often this process was forked off: what was prefetched before belongs to the parent.

#[cfg(unix)]
mod counted {
    use std::os::raw::c_int;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::Once;

    type Handler = Option<unsafe extern "C" fn()>;

    extern "C" {
        fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
    }

    static FORKS: AtomicU64 = AtomicU64::new(0);
    static REGISTERED: Once = Once::new();

    unsafe extern "C" fn forked() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts from now on.
    pub(crate) fn watch() {
        REGISTERED.call_once(|| {
            // SAFETY: the handler touches one atomic number.
            unsafe { pthread_atfork(None, None, Some(forked)) };
        });
    }

    pub(crate) fn count() -> u64 {
        FORKS.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod counted {
    pub(crate) fn watch() {}

    pub(crate) fn count() -> u64 {
        0
    }
}

pub(crate) use counted::{count, watch};
