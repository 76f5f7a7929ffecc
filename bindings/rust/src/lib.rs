//! Unique 64-bit IDs, within the process or at Vesta's RPC servers, by one interface.
//!
//! ```no_run
//! # fn main() -> vesta::Result<()> {
//! let ids = vesta::connect("10.0.0.1:6399,10.0.0.2:6399")?; // or vesta::open("vesta.yaml")
//! let orders = ids.generator("default")?;
//! let id = orders.next()?;
//! println!("{} was made at {:?}", id.text(vesta::Form::Base58), orders.explain(id)?.at());
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]

mod ahead;
#[cfg(all(feature = "embedded", target_os = "linux"))]
mod embedded;
mod error;
mod forks;
mod form;
mod generator;
mod id;
mod ids;
#[cfg(all(feature = "embedded", target_os = "linux"))]
mod native;
mod parts;
mod per_process;
mod pool;
mod query;
mod remote;
mod resp;
mod servers;
#[cfg(feature = "tls")]
mod tls;
mod typed;
mod uuid;

#[cfg(all(feature = "embedded", target_os = "linux"))]
pub use embedded::{open, open_text};
pub use error::{Code, Error, Result};
pub use form::Form;
pub use generator::Generator;
pub use id::Id;
pub use ids::Ids;
pub use parts::{Parts, ShardedParts};
pub use query::Query;
pub use servers::{connect, Servers};
#[cfg(feature = "tls")]
pub use tls::Tls;
pub use typed::Typed;
pub use uuid::Uuid;
