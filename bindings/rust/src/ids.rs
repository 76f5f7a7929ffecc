use std::sync::Arc;

use crate::error::Result;
use crate::generator::Generator;
use crate::id::Id;
use crate::parts::{Parts, ShardedParts};
use crate::query::Query;
use crate::uuid::Uuid;

/// Generators by name: within this process (`open`) or at servers (`connect`). Safe for threads; clones are the same.
///
/// Where the last clone and the last of its generators are dropped, it is closed.
#[derive(Clone)]
pub struct Ids(pub(crate) Arc<dyn Origin>);

/// Where generators are.
pub(crate) trait Origin: Send + Sync {
    fn find(self: Arc<Self>, query: &Query) -> Result<Box<dyn Source>>;
    fn close(&self) -> Result<()>;
}

/// Where a generator's IDs come from.
pub(crate) trait Source: Send + Sync {
    fn one(&self) -> Result<Id>;
    fn fill(&self, to: &mut [Id]) -> Result<()>;
    fn reserve(&self, count: u64) -> Result<Range>;
    fn explain(&self, id: Id) -> Result<Parts>;
    fn explain_sharded(&self, id: Id) -> Result<ShardedParts>;
    fn make(&self, parts: &Parts) -> Result<Id>;
    fn inward(&self, id: Id) -> Result<Id>;
    fn fill_uuids(&self, to: &mut [Uuid]) -> Result<()>;
    fn explain_uuid(&self, id: Uuid) -> Result<Parts>;
}

/// `count` IDs: first, first + stride and so on.
#[derive(Clone, Copy, Default)]
#[repr(C)] // vesta_range of vesta.h
pub(crate) struct Range {
    pub first: i64,
    pub count: u64,
    pub stride: u64,
}

impl Ids {
    /// Finds a generator: by name, or by a query. Whether servers have it shows when it is used.
    pub fn generator(&self, query: impl Into<Query>) -> Result<Generator> {
        let query = query.into();
        query.check()?;
        Ok(Generator::new(self.0.clone().find(&query)?, &query))
    }

    /// Gives back unused time and numbers, or closes connections. Calls then give `Code::Closed`, but for IDs that were
    /// prefetched and are fresh. An error says that not all was given back.
    pub fn close(&self) -> Result<()> {
        self.0.close()
    }
}
