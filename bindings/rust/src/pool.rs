//! Connections to servers. Each call under way has one of its own, kept for later ones.

use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::{Code, Error};
use crate::per_process::PerProcess;
use crate::resp::{self, Answer, Failure};
use crate::servers::{Address, Servers};

trait Stream: Read + Write + Send {}

impl<T: Read + Write + Send> Stream for T {}

struct Connection(BufReader<Box<dyn Stream>>);

impl Connection {
    fn call(&mut self, words: &[&str]) -> Result<Answer, Failure> {
        let to = self.0.get_mut();
        to.write_all(&resp::command(words))?;
        to.flush()?;
        resp::answer(&mut self.0)
    }
}

/// How long a server that did not answer is asked after all others.
const AWAY: Duration = Duration::from_secs(30);

pub(crate) struct Pool {
    pub(crate) servers: Servers,
    closed: AtomicBool,
    known: PerProcess<Mutex<Vec<Known>>>, // of each server that was asked
}

#[derive(Default)]
struct Known {
    idle: Vec<Connection>,
    failed: Option<Instant>, // since when it does not answer
}

/// In a child: connections are the parent's. TLS says goodbye nowhere here, so that closing them ends nothing for it.
fn know_nothing(parents: Option<&Mutex<Vec<Known>>>) -> Mutex<Vec<Known>> {
    if let Some(Ok(mut theirs)) = parents.map(Mutex::try_lock) {
        theirs.clear();
    }
    Mutex::default()
}

impl Pool {
    pub(crate) fn new(servers: Servers) -> Pool {
        Pool { servers, closed: AtomicBool::new(false), known: PerProcess::new(know_nothing) }
    }

    /// The servers' numbers, in the order in which to ask them.
    pub(crate) fn order(&self) -> Vec<usize> {
        let known = self.lock();
        let mut order: Vec<_> = (0..known.len()).collect();
        order.sort_by_key(|server| known[*server].failed.map_or(false, |since| since.elapsed() < AWAY));
        order
    }

    /// What the server of that number answers. A command may be sent twice: then there is a gap.
    pub(crate) fn call(&self, server: usize, words: &[&str]) -> Result<Answer, Failure> {
        let got = self.call_by_any(server, words);
        self.lock()[server].failed = match got {
            Err(Failure::Broken(_)) => Some(Instant::now()),
            _ => None,
        };
        got
    }

    fn call_by_any(&self, server: usize, words: &[&str]) -> Result<Answer, Failure> {
        if self.closed.load(Ordering::SeqCst) {
            return Err(Failure::Said(Error::new(Code::Closed, "the client is closed")));
        }
        let kept = self.lock()[server].idle.pop();
        if let Some(kept) = kept {
            match self.call_on(kept, server, words) {
                Err(Failure::Broken(_)) => {} // the server was started anew since
                got => return got,
            }
        }
        self.call_on(self.dial(&self.servers.all[server])?, server, words)
    }

    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Known>> {
        let mut known = self.known.get().lock().unwrap_or_else(PoisonError::into_inner);
        known.resize_with(self.servers.all.len(), Known::default);
        known
    }

    fn call_on(&self, mut on: Connection, server: usize, words: &[&str]) -> Result<Answer, Failure> {
        let got = on.call(words)?;
        let mut known = self.lock();
        if !self.closed.load(Ordering::SeqCst) {
            known[server].idle.push(on);
        }
        match got {
            Answer::Refused(reason) => Err(Failure::Said(reason)),
            got => Ok(got),
        }
    }

    fn dial(&self, to: &Address) -> Result<Connection, Failure> {
        let socket = self.socket(to)?;
        let mut made = Connection(BufReader::new(self.secure(to, socket)?));
        if let Some((user, password)) = &self.servers.login {
            log_in(&mut made, user, password)?;
        }
        Ok(made)
    }

    fn socket(&self, to: &Address) -> io::Result<TcpStream> {
        let mut last = io::Error::new(ErrorKind::NotFound, format!("{} has no address", to.host));
        for each in (to.host.as_str(), to.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&each, self.servers.timeout) {
                Ok(made) => return self.configured(made),
                Err(reason) => last = reason,
            }
        }
        Err(last)
    }

    fn configured(&self, socket: TcpStream) -> io::Result<TcpStream> {
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(self.servers.timeout))?;
        socket.set_write_timeout(Some(self.servers.timeout))?;
        Ok(socket)
    }

    #[cfg(feature = "tls")]
    fn secure(&self, to: &Address, socket: TcpStream) -> io::Result<Box<dyn Stream>> {
        match &self.servers.tls {
            Some(tls) => Ok(Box::new(tls.over(socket, &to.host)?)),
            None => Ok(Box::new(socket)),
        }
    }

    #[cfg(not(feature = "tls"))]
    fn secure(&self, _: &Address, socket: TcpStream) -> io::Result<Box<dyn Stream>> {
        Ok(Box::new(socket))
    }
}

fn log_in(on: &mut Connection, user: &str, password: &str) -> Result<(), Failure> {
    let words: &[&str] = if user.is_empty() { &["AUTH", password] } else { &["AUTH", user, password] };
    match on.call(words)? {
        Answer::Refused(reason) => Err(Failure::Said(reason)),
        _ => Ok(()),
    }
}
