use std::time::Duration;

use crate::error::{Code, Error, Result};

/// Which of a generator's IDs are meant, and how they are fetched. A text is the generator of that name.
#[derive(Clone, Debug)]
pub struct Query {
    pub(crate) name: String,
    pub(crate) of: Of,
    pub(crate) prefetch: u64,
    pub(crate) max_age: Duration,
}

#[derive(Clone, Debug)]
pub(crate) enum Of {
    All,
    Tag(String),
    App(i64, String),
}

impl Query {
    /// The generator of that name; "" is the one named default.
    pub fn new(name: &str) -> Query {
        let name = if name.is_empty() { "default" } else { name };
        Query { name: name.into(), of: Of::All, prefetch: 0, max_age: Duration::ZERO }
    }

    /// For segment generators: the numbers of that tag.
    pub fn tag(self, tag: &str) -> Query {
        Query { of: Of::Tag(tag.into()), ..self }
    }

    /// For sharded generators: the IDs of that application, in the shard that the gate pass chooses.
    pub fn app(self, app: i64, gate_pass: &str) -> Query {
        Query { of: Of::App(app, gate_pass.into()), ..self }
    }

    /// Reserves up to `count` IDs at once and hands them out from memory. Each may then be up to `max_age` old, and those
    /// that are not used are gaps.
    pub fn prefetch(self, count: u64, max_age: Duration) -> Query {
        Query { prefetch: count, max_age, ..self }
    }

    pub(crate) fn check(&self) -> Result<()> {
        if self.prefetch > 0 && self.max_age.is_zero() {
            return Err(Error::new(Code::InvalidArgument, "max_age is 0; it is longer, such as 500 ms"));
        }
        Ok(())
    }
}

impl From<&str> for Query {
    fn from(name: &str) -> Query {
        Query::new(name)
    }
}
