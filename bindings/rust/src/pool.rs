//! Connections to servers. Each call under way has one of its own, kept for later ones.

use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Code, Error};
use crate::forks;
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

pub(crate) struct Pool {
    pub(crate) servers: Servers,
    idle: Mutex<Idle>,
}

struct Idle {
    of: Vec<Vec<Connection>>, // for each server
    closed: bool,
    forks: u64,
}

impl Pool {
    pub(crate) fn new(servers: Servers) -> Pool {
        forks::watch();
        let of = servers.all.iter().map(|_| Vec::new()).collect();
        Pool { servers, idle: Mutex::new(Idle { of, closed: false, forks: forks::count() }) }
    }

    /// What the server of that number answers. A command may be sent twice: then there is a gap.
    pub(crate) fn call(&self, server: usize, words: &[&str]) -> Result<Answer, Failure> {
        if let Some(kept) = self.kept(server)? {
            match self.call_on(kept, server, words) {
                Err(Failure::Broken(_)) => {} // the server was started anew since
                got => return got,
            }
        }
        self.call_on(self.dial(&self.servers.all[server])?, server, words)
    }

    pub(crate) fn close(&self) {
        let mut idle = self.lock();
        idle.closed = true;
        idle.of.iter_mut().for_each(Vec::clear);
    }

    fn lock(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self, server: usize) -> Result<Option<Connection>, Failure> {
        let mut idle = self.lock();
        if idle.closed {
            return Err(Failure::Said(Error::new(Code::Closed, "the client is closed")));
        }
        if idle.forks != forks::count() {
            // They are the parent's. TLS says goodbye nowhere here, so that closing them ends nothing for it.
            idle.of.iter_mut().for_each(Vec::clear);
            idle.forks = forks::count();
        }
        Ok(idle.of[server].pop())
    }

    fn call_on(&self, mut on: Connection, server: usize, words: &[&str]) -> Result<Answer, Failure> {
        let got = on.call(words)?;
        let mut idle = self.lock();
        if !idle.closed {
            idle.of[server].push(on);
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
