use std::fmt;
use std::time::Duration;

/// What a call gives.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The caller's input is malformed, or a field is out of its range.
    InvalidArgument = 1,
    /// The settings cannot be used as they are.
    InvalidSettings,
    /// No generator, tag, application or shard of that name.
    NotFound,
    /// The wall clock is further behind than a caller may wait.
    ClockBehind,
    /// No reservation covers the next ID now; a later attempt can succeed.
    NotReady,
    /// The layout's last instant, or a tag's limit, is reached.
    Exhausted,
    /// A state file or row is corrupt, foreign, unreadable or unwritable.
    StateUnusable,
    /// Another live owner holds the machine ID or the state.
    InUse,
    /// Another owner has taken the machine ID.
    LeaseLost,
    /// A store, or every server, did not answer in time or refused the connection.
    StoreUnavailable,
    /// It was closed.
    Closed,
    /// This process is a fork of the one that opened it.
    Forked,
    /// A defect in Vesta.
    Internal,
    /// A server asks for a user and password, or a token, or they are wrong.
    NotAuthenticated,
    /// The caller's rights do not include this.
    NotPermitted,
    /// The caller's quota is used up.
    OverQuota,
}

use Code::*;

const ALL: [(Code, &str); 16] = [
    (InvalidArgument, "invalid-argument"),
    (InvalidSettings, "invalid-settings"),
    (NotFound, "not-found"),
    (ClockBehind, "clock-behind"),
    (NotReady, "not-ready"),
    (Exhausted, "exhausted"),
    (StateUnusable, "state-unusable"),
    (InUse, "in-use"),
    (LeaseLost, "lease-lost"),
    (StoreUnavailable, "store-unavailable"),
    (Closed, "closed"),
    (Forked, "forked"),
    (Internal, "internal"),
    (NotAuthenticated, "not-authenticated"),
    (NotPermitted, "not-permitted"),
    (OverQuota, "over-quota"),
];

/// The first words of an RPC server's errors.
const WORDS: [(&str, Code); 10] = [
    ("CLOCK", ClockBehind),
    ("NOTREADY", NotReady),
    ("NOSUCHTAG", NotFound),
    ("RANGE", InvalidArgument),
    ("EXHAUSTED", Exhausted),
    ("NOAUTH", NotAuthenticated),
    ("WRONGPASS", NotAuthenticated),
    ("NOPERM", NotPermitted),
    ("QUOTA", OverQuota),
    ("ERR", InvalidArgument),
];

impl Code {
    /// The stable name, as in Vesta's logs: "not-ready".
    pub fn name(self) -> &'static str {
        ALL[self as usize - 1].1
    }

    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Code> {
        ALL.iter().find(|each| each.1 == name).map(|each| each.0)
    }

    /// That of vesta.h.
    #[cfg(all(feature = "embedded", target_os = "linux"))]
    pub(crate) fn from_number(number: i32) -> Code {
        ALL.iter().find(|each| each.0 as i32 == number).map_or(Internal, |each| each.0)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name())
    }
}

/// What every failed call returns. An error never comes with an ID.
#[derive(Clone, Debug)]
pub struct Error(Box<Reason>); // a pointer, so that a Result<Id> fits into registers

#[derive(Clone, Debug)]
struct Reason {
    code: Code,
    message: String,
    retry_after: Option<Duration>,
}

impl Error {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Error {
        Error::with_wait(code, message, None)
    }

    pub(crate) fn with_wait(code: Code, message: impl Into<String>, retry_after: Option<Duration>) -> Error {
        Error(Box::new(Reason { code, message: message.into(), retry_after }))
    }

    /// Reads the line with which an RPC server refuses.
    pub(crate) fn from_answer(line: &str) -> Error {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let known = WORDS.iter().find(|each| each.0 == word);
        let (code, text) = known.map_or((Internal, line), |each| (each.1, rest));
        match text.split_once("; retry-after-ms=") {
            Some((before, wait)) if wait.parse::<u64>().is_ok() => {
                Error::with_wait(code, before, wait.parse().ok().map(Duration::from_millis))
            }
            _ => Error::new(code, text),
        }
    }

    /// Why.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What was wrong, and what would be right, in one line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// When another attempt may succeed; None: it will not, or the time is unknown.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_tells_when_to_try_again() {
        let told = Error::from_answer("QUOTA wait a little; retry-after-ms=20");
        assert_eq!((told.code(), told.message()), (OverQuota, "wait a little"));
        assert_eq!(told.retry_after(), Some(Duration::from_millis(20)));
    }
}
