use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::id::Id;

/// The ID of a `K`, which the compiler keeps apart from those of other types: `type OrderId = vesta::Typed<Order>`, and
/// `let id: OrderId = orders.next()?.into()`.
pub struct Typed<K: ?Sized>(Id, PhantomData<fn() -> K>);

impl<K: ?Sized> Typed<K> {
    /// The ID without its type.
    pub const fn id(self) -> Id {
        self.0
    }
}

impl<K: ?Sized> From<Id> for Typed<K> {
    fn from(id: Id) -> Self {
        Typed(id, PhantomData)
    }
}

impl<K: ?Sized> From<Typed<K>> for i64 {
    fn from(typed: Typed<K>) -> i64 {
        typed.0.get()
    }
}

impl<K: ?Sized> FromStr for Typed<K> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        text.parse::<Id>().map(Typed::from)
    }
}

// Derived ones would ask the same of K.
impl<K: ?Sized> Copy for Typed<K> {}

impl<K: ?Sized> Clone for Typed<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: ?Sized> PartialEq for Typed<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K: ?Sized> Eq for Typed<K> {}

impl<K: ?Sized> PartialOrd for Typed<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: ?Sized> Ord for Typed<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<K: ?Sized> Hash for Typed<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state)
    }
}

impl<K: ?Sized> fmt::Display for Typed<K> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl<K: ?Sized> fmt::Debug for Typed<K> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, to)
    }
}

#[cfg(feature = "serde")]
impl<K: ?Sized> serde::Serialize for Typed<K> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

#[cfg(feature = "serde")]
impl<'de, K: ?Sized> serde::Deserialize<'de> for Typed<K> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        Id::deserialize(from).map(Typed::from)
    }
}
