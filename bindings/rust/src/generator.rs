use crate::ahead::Ahead;
use crate::error::Result;
use crate::id::Id;
use crate::ids::Source;
use crate::parts::{Parts, ShardedParts};
use crate::query::Query;
use crate::uuid::Uuid;

/// Makes IDs. Safe for threads.
///
/// Without prefetching, an ID is greater than every one that was returned before it was asked for (docs/embedding.md).
pub struct Generator {
    from: Box<dyn Source>,
    ahead: Option<Ahead>,
}

impl Generator {
    pub(crate) fn new(from: Box<dyn Source>, query: &Query) -> Generator {
        let ahead = (query.prefetch > 0).then(|| Ahead::new(query.prefetch, query.max_age));
        Generator { from, ahead }
    }

    /// Makes one ID. Blocks until there is one, a few seconds at most.
    pub fn next(&self) -> Result<Id> {
        match &self.ahead {
            None => self.from.one(),
            Some(ahead) => ahead.next(&*self.from),
        }
    }

    /// Makes `to.len()` IDs. Where it fails, none of them may be used.
    pub fn fill(&self, to: &mut [Id]) -> Result<()> {
        let done = self.ahead.as_ref().map_or(0, |ahead| ahead.drain(to));
        if done == to.len() {
            return Ok(());
        }
        self.from.fill(&mut to[done..])
    }

    /// Makes `count` IDs.
    pub fn take(&self, count: usize) -> Result<Vec<Id>> {
        let mut made = vec![Id::default(); count];
        self.fill(&mut made)?;
        Ok(made)
    }

    /// Makes IDs without end.
    pub fn iter(&self) -> impl Iterator<Item = Result<Id>> + '_ {
        std::iter::repeat_with(move || self.next())
    }

    /// Takes an ID of this generator's family apart.
    pub fn explain(&self, id: Id) -> Result<Parts> {
        self.from.explain(id)
    }

    /// Takes an ID of a sharded generator apart.
    pub fn explain_sharded(&self, id: Id) -> Result<ShardedParts> {
        self.from.explain_sharded(id)
    }

    /// The inverse of `explain`, for repairing data. The type is the generator's own, whatever the parts say.
    pub fn make(&self, parts: &Parts) -> Result<Id> {
        self.from.make(parts)
    }

    /// The ID behind one that left in outward form (docs/outward.md). Embedded generators alone have the key.
    pub fn inward(&self, id: Id) -> Result<Id> {
        self.from.inward(id)
    }

    /// Makes one ID of 128 bits, of a generator of kind `uuid7` or `ulid`. It is never prefetched.
    pub fn next_uuid(&self) -> Result<Uuid> {
        let mut made = [Uuid::default()];
        self.from.fill_uuids(&mut made)?;
        Ok(made[0])
    }

    /// Makes `count` of them.
    pub fn take_uuids(&self, count: usize) -> Result<Vec<Uuid>> {
        let mut made = vec![Uuid::default(); count];
        self.from.fill_uuids(&mut made)?;
        Ok(made)
    }

    /// Takes an ID of 128 bits apart.
    pub fn explain_uuid(&self, id: Uuid) -> Result<Parts> {
        self.from.explain_uuid(id)
    }
}
