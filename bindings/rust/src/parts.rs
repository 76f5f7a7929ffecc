use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The fields of a time-based ID. `time` counts the layout's units since its epoch; that tick begins at `unix_ms`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)] // vesta_fields of vesta.h
pub struct Parts {
    #[allow(missing_docs)]
    pub version: u64,
    /// The number of the layout's type; `make` ignores it.
    pub r#type: u64,
    /// Who made it: 0 within a process, 1 a server by RPC, 2 by REST.
    pub gen_method: u64,
    /// The machine ID.
    pub machine: u64,
    #[allow(missing_docs)]
    pub time: u64,
    /// The number within the tick.
    pub seq: u64,
    /// Milliseconds since 1970; `make` ignores it.
    pub unix_ms: i64,
}

impl Parts {
    /// When its tick began.
    pub fn at(&self) -> SystemTime {
        let apart = Duration::from_millis(self.unix_ms.unsigned_abs());
        if self.unix_ms < 0 {
            UNIX_EPOCH - apart
        } else {
            UNIX_EPOCH + apart
        }
    }
}

/// The fields of a sharded generator's ID.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardedParts {
    /// The application.
    pub app: u32,
    /// The shard that the gate pass chose.
    pub shard: u32,
    /// The value in the ID.
    pub next: u64,
    /// The counted number, which differs if a key hides the order; a server that hides it gives None.
    pub number: Option<u64>,
}
