use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::form::Form;

/// A unique ID of 128 bits, of a generator of kind `uuid7` or `ulid`: its bytes, the most significant first. IDs are in the
/// order of their making. With the feature `serde` it is the UUID's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)] // vesta_uuid of vesta.h
pub struct Uuid([u8; 16]);

impl Uuid {
    /// The ID of these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Uuid {
        Uuid(bytes)
    }

    /// Its bytes, as other libraries' UUIDs and columns take them.
    pub const fn into_bytes(self) -> [u8; 16] {
        self.0
    }

    /// Writes the ID in that form; in Form::Decimal, which is not of such IDs, as the UUID.
    pub fn text(self, form: Form) -> String {
        form.write_128(self.into())
    }

    /// Reads what `text` writes in that form. Reading is strict.
    pub fn parse(text: &str, form: Form) -> Result<Uuid> {
        form.read_128(text).map(Uuid::from)
    }
}

impl From<u128> for Uuid {
    fn from(number: u128) -> Uuid {
        Uuid(number.to_be_bytes())
    }
}

impl From<Uuid> for u128 {
    fn from(id: Uuid) -> u128 {
        u128::from_be_bytes(id.0)
    }
}

/// The UUID.
impl fmt::Display for Uuid {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.pad(&self.text(Form::Uuid))
    }
}

/// Reads a UUID.
impl FromStr for Uuid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Uuid> {
        Uuid::parse(text, Form::Uuid)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Uuid {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Uuid {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Uuid, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
