//! Generators at servers: the commands of docs/rpc-protocol.md.

use std::sync::Arc;

use crate::error::{Code, Error, Result};
use crate::form::Form;
use crate::id::Id;
use crate::ids::{Origin, Range, Source};
use crate::parts::{Parts, ShardedParts};
use crate::pool::Pool;
use crate::query::{Of, Query};
use crate::resp::{Answer, Failure};
use crate::uuid::Uuid;

const MOST_OF_ONE_COMMAND: usize = 10_000;

pub(crate) struct Client(Pool);

impl Client {
    pub(crate) fn new(pool: Pool) -> Client {
        Client(pool)
    }

    /// The answer of the first server that can give one.
    fn call(&self, words: &[&str]) -> Result<Answer> {
        let (mut refused, mut last) = (None, None);
        for server in self.0.order() {
            match self.0.call(server, words) {
                Ok(got) => return Ok(got),
                Err(Failure::Broken(reason)) => last = Some(reason),
                Err(Failure::Said(reason)) => match reason.code() {
                    Code::NotReady | Code::ClockBehind => refused = Some(reason),
                    _ => return Err(reason),
                },
            }
        }
        let silent = || last.map_or_else(String::new, |reason| format!(": {reason}"));
        Err(refused.unwrap_or_else(|| Error::new(Code::StoreUnavailable, format!("no server answered{}", silent()))))
    }
}

impl Origin for Client {
    fn find(self: Arc<Self>, query: &Query) -> Result<Box<dyn Source>> {
        let which = match &query.of {
            Of::All => vec![],
            Of::Tag(tag) => vec!["TAG".into(), tag.clone()],
            Of::App(app, pass) => vec!["APP".into(), app.to_string(), "GATEPASS".into(), pass.clone()],
        };
        Ok(Box::new(Asked { client: self, name: query.name.clone(), which }))
    }

    fn close(&self) -> Result<()> {
        self.0.close();
        Ok(())
    }
}

/// A generator, or a tag of it.
struct Asked {
    client: Arc<Client>,
    name: String,
    which: Vec<String>,
}

impl Asked {
    fn call(&self, words: &[&str]) -> Result<Answer> {
        let all: Vec<_> = words.iter().copied().chain(self.which.iter().map(String::as_str)).collect();
        self.client.call(&all)
    }

    fn fields(&self, id: &str) -> Result<Vec<Answer>> {
        match self.client.call(&["EXPID", id, "GENERATOR", &self.name])? {
            Answer::Array(fields) => Ok(fields),
            got => Err(unexpected(&got)),
        }
    }

    fn fill_by<T>(&self, to: &mut [T], more: &[&str], read: fn(&Answer) -> Result<T>) -> Result<()> {
        for part in to.chunks_mut(MOST_OF_ONE_COMMAND) {
            let count = part.len().to_string();
            let words = [&["GENID", "COUNT", &count, "GENERATOR", &self.name][..], more].concat();
            let got = array(&self.call(&words)?, read)?;
            if got.len() != part.len() {
                return Err(Error::new(Code::Internal, format!("{} IDs came; {} were due", got.len(), part.len())));
            }
            part.iter_mut().zip(got).for_each(|(to, id)| *to = id);
        }
        Ok(())
    }

    fn parts(&self, id: &str) -> Result<Parts> {
        let fields = self.fields(id)?;
        let unix_ms = match field(&fields, "at") {
            Some(Answer::Text(at)) => unix_ms(at),
            _ => None,
        };
        let refused = || format!("generator {} makes no IDs with a time; see explain_sharded", self.name);
        let number = |name| field(&fields, name).and_then(|found| integer(found).ok()).unwrap_or(0) as u64;
        Ok(Parts {
            version: number("version"),
            r#type: number("type"),
            gen_method: number("genMethod"),
            machine: number("machine"),
            time: number("time"),
            seq: number("seq"),
            unix_ms: unix_ms.ok_or_else(|| Error::new(Code::InvalidArgument, refused()))?,
        })
    }
}

impl Source for Asked {
    fn one(&self) -> Result<Id> {
        integer(&self.call(&["GENID", "GENERATOR", &self.name])?).map(Id::new)
    }

    fn fill(&self, to: &mut [Id]) -> Result<()> {
        self.fill_by(to, &[], |each| integer(each).map(Id::new))
    }

    fn reserve(&self, count: u64) -> Result<Range> {
        let got = self.call(&["RANGE", &self.name, &count.to_string()])?;
        match array(&got, integer)?[..] {
            [first, count, stride] if count > 0 => Ok(Range { first, count: count as u64, stride: stride as u64 }),
            _ => Err(unexpected(&got)),
        }
    }

    fn explain(&self, id: Id) -> Result<Parts> {
        self.parts(&id.to_string())
    }

    fn explain_sharded(&self, id: Id) -> Result<ShardedParts> {
        let fields = self.fields(&id.to_string())?;
        let number = |name| field(&fields, name).and_then(|found| integer(found).ok());
        let refused = || Error::new(Code::InvalidArgument, format!("generator {} is not sharded", self.name));
        Ok(ShardedParts {
            shard: number("shard").ok_or_else(refused)? as u32,
            app: number("app").unwrap_or(0) as u32,
            next: number("next").unwrap_or(0) as u64,
            number: number("number").map(|number| number as u64),
        })
    }

    fn make(&self, parts: &Parts) -> Result<Id> {
        let given = [
            ("TIME", parts.time),
            ("SEQ", parts.seq),
            ("MACHINE", parts.machine),
            ("GENMETHOD", parts.gen_method),
            ("VERSION", parts.version),
        ];
        let texts = given.map(|(name, value)| (name, value.to_string()));
        let mut words = vec!["MAKEID", "GENERATOR", &self.name];
        words.extend(texts.iter().flat_map(|(name, value)| [*name, value.as_str()]));
        integer(&self.client.call(&words)?).map(Id::new)
    }

    fn inward(&self, _: Id) -> Result<Id> {
        let told = "servers turn no outward ID back, for whoever may take IDs: open the settings that have the key";
        Err(Error::new(Code::InvalidArgument, told))
    }

    fn fill_uuids(&self, to: &mut [Uuid]) -> Result<()> {
        self.fill_by(to, &["AS", "hex"], uuid)
    }

    fn explain_uuid(&self, id: Uuid) -> Result<Parts> {
        self.parts(&id.to_string())
    }
}

fn unexpected(got: &Answer) -> Error {
    Error::new(Code::Internal, format!("the server's answer is {got:?}"))
}

fn integer(from: &Answer) -> Result<i64> {
    let refused = |text| format!("{text} has 128 bits: next_uuid and take_uuids give such IDs");
    match from {
        Answer::Integer(number) => Ok(*number),
        Answer::Text(text) => text.parse().map_err(|_| Error::new(Code::InvalidArgument, refused(text))), // rpc.ids: text
        got => Err(unexpected(got)),
    }
}

fn uuid(from: &Answer) -> Result<Uuid> {
    match from {
        Answer::Text(text) if text.len() == 32 => Uuid::parse(text, Form::Hex),
        Answer::Text(text) => {
            Err(Error::new(Code::InvalidArgument, format!("{text} has 64 bits: next and take give such IDs")))
        }
        got => Err(unexpected(got)),
    }
}

fn array<T>(from: &Answer, read: fn(&Answer) -> Result<T>) -> Result<Vec<T>> {
    match from {
        Answer::Array(all) => all.iter().map(read).collect(),
        got => Err(unexpected(got)),
    }
}

/// A map is a flat array in RESP2.
fn field<'a>(fields: &'a [Answer], name: &str) -> Option<&'a Answer> {
    let is = |pair: &&[Answer]| matches!(&pair[0], Answer::Text(text) if text == name);
    fields.chunks_exact(2).find(is).map(|pair| &pair[1])
}

/// Reads an instant as Vesta writes it: 2015-05-28T08:05:39.000Z.
fn unix_ms(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let shape = text.len() == 24 && text.ends_with('Z') && &text.as_bytes()[10..11] == b"T";
    let days = days_since_1970(number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let seconds = (number(11, 13)? * 60 + number(14, 16)?) * 60 + number(17, 19)?;
    shape.then(|| (days * 86_400 + seconds) * 1000)?.checked_add(number(20, 23)?)
}

/// Of the Gregorian calendar, whose years begin in March here so that the leap day is the last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day
        - 719_469
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_milliseconds_since_1970() {
        for (text, expected) in [
            ("1970-01-01T00:00:00.000Z", 0),
            ("2015-05-28T08:05:39.000Z", 1_432_800_339_000),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
            ("2300-03-01T00:00:00.001Z", 10_418_889_600_001),
        ] {
            assert_eq!(unix_ms(text), Some(expected), "{text}");
        }
        assert_eq!(unix_ms("yesterday"), None);
    }
}
