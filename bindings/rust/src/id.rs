use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::form::Form;

/// A unique 64-bit number. It fits a BIGINT; with the feature `serde` it is text, since JavaScript rounds integers above
/// 2^53.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Id(i64);

impl Id {
    /// The ID that this number is.
    pub const fn new(number: i64) -> Id {
        Id(number)
    }

    /// The number.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Writes the ID in that form; in Form::TypeId, which is not of such IDs, in decimal.
    pub fn text(self, form: Form) -> String {
        form.write(self.0)
    }

    /// Reads what `text` writes in that form. Reading is strict.
    pub fn parse(text: &str, form: Form) -> Result<Id> {
        form.read(text).map(Id)
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Id {
        Id(number)
    }
}

impl From<Id> for i64 {
    fn from(id: Id) -> i64 {
        id.0
    }
}

/// The decimal.
impl fmt::Display for Id {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, to)
    }
}

/// Reads a decimal.
impl FromStr for Id {
    type Err = Error;

    fn from_str(text: &str) -> Result<Id> {
        Id::parse(text, Form::Decimal)
    }
}

#[cfg(feature = "serde")]
mod as_text {
    use super::Id;
    use serde::de::{Deserializer, Error, Visitor};
    use serde::ser::Serializer;
    use std::fmt;

    impl serde::Serialize for Id {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_str(self)
        }
    }

    struct Reading;

    impl Visitor<'_> for Reading {
        type Value = Id;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("an ID: a decimal as text, or a 64-bit integer")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
            text.parse().map_err(E::custom)
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<Id, E> {
            Ok(Id(number))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
            Ok(Id(number as i64))
        }
    }

    impl<'de> serde::Deserialize<'de> for Id {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Id, D::Error> {
            from.deserialize_any(Reading)
        }
    }
}
