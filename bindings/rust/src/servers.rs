use std::sync::Arc;
use std::time::Duration;

use crate::error::{Code, Error, Result};
use crate::ids::Ids;
use crate::pool::Pool;
use crate::remote::Client;

/// Generators at the servers "host:port[,host:port...]"; `Servers` has more to say. It connects where it is used first, and
/// asks the next server where one fails.
pub fn connect(servers: &str) -> Result<Ids> {
    Servers::at(servers)?.connect()
}

/// RPC servers, and how to reach them.
pub struct Servers {
    pub(crate) all: Vec<Address>,
    pub(crate) login: Option<(String, String)>,
    pub(crate) timeout: Duration,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<crate::tls::Tls>,
}

/// One server. `host` has no brackets.
pub(crate) struct Address {
    pub host: String,
    pub port: u16,
}

impl Address {
    fn parse(text: &str) -> Option<Address> {
        let (host, port) = text.rsplit_once(':')?;
        let port = port.parse().ok().filter(|port| *port != 0)?;
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        let ambiguous = bare.len() == host.len() && host.contains(':'); // an IPv6 address without brackets
        (!bare.is_empty() && !ambiguous).then(|| Address { host: bare.into(), port })
    }
}

impl Servers {
    /// The servers "host:port[,host:port...]", which are tried in this order.
    pub fn at(servers: &str) -> Result<Servers> {
        let read = |each: &str| {
            let refused = || Error::new(Code::InvalidSettings, format!("{each:?} is no server; write host:port"));
            Address::parse(each.trim()).ok_or_else(refused)
        };
        Ok(Servers {
            all: servers.split(',').map(read).collect::<Result<_>>()?,
            login: None,
            timeout: Duration::from_secs(5),
            #[cfg(feature = "tls")]
            tls: None,
        })
    }

    /// A user, empty where servers have one password for all, and its password or token.
    pub fn login(self, user: &str, password: &str) -> Servers {
        Servers { login: Some((user.into(), password.into())), ..self }
    }

    /// Encrypts.
    #[cfg(feature = "tls")]
    pub fn tls(self, tls: crate::tls::Tls) -> Servers {
        Servers { tls: Some(tls), ..self }
    }

    /// For each connection and each wait for an answer, 5 s by default; a server may wait for 2 s before it answers.
    pub fn timeout(self, timeout: Duration) -> Servers {
        Servers { timeout, ..self }
    }

    /// Their generators.
    pub fn connect(self) -> Result<Ids> {
        if self.timeout.is_zero() {
            return Err(Error::new(Code::InvalidSettings, "the timeout is 0; it is longer, such as 5 s"));
        }
        Ok(Ids(Arc::new(Client::new(Pool::new(self)))))
    }
}
