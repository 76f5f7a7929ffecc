//! Redis' protocol, version 2.

use std::io::{self, BufRead, ErrorKind, Read};

use crate::error::{Code, Error};

const LONGEST_TEXT: i64 = 1 << 20; // far beyond what Vesta answers
const LONGEST_LINE: u64 = 1 << 16;
const DEEPEST: usize = 8; // arrays within arrays

/// What a server answers.
#[derive(Debug)]
pub(crate) enum Answer {
    Integer(i64),
    Text(String),
    Nil,
    Array(Vec<Answer>),
    Refused(Error),
}

/// Why there is no answer: the connection, or what it brought.
#[derive(Debug)]
pub(crate) enum Failure {
    Broken(io::Error),
    Said(Error),
}

impl From<io::Error> for Failure {
    fn from(reason: io::Error) -> Failure {
        Failure::Broken(reason)
    }
}

/// A command: an array of texts.
pub(crate) fn command(words: &[&str]) -> Vec<u8> {
    let mut made = format!("*{}\r\n", words.len());
    for each in words {
        made += &format!("${}\r\n{each}\r\n", each.len());
    }
    made.into_bytes()
}

pub(crate) fn answer(from: &mut impl BufRead) -> Result<Answer, Failure> {
    part(from, DEEPEST)
}

/// An answer, or what an array has.
fn part(from: &mut impl BufRead, deepest: usize) -> Result<Answer, Failure> {
    let line = line(from)?;
    let rest = line.get(1..).unwrap_or("");
    match line.bytes().next() {
        Some(b'+') => Ok(Answer::Text(rest.into())),
        Some(b'-') => Ok(Answer::Refused(Error::from_answer(rest))),
        Some(b':') => Ok(Answer::Integer(number(rest, &line)?)),
        Some(b'$') => text(from, number(rest, &line)?, &line),
        Some(b'*') if deepest > 0 => array(from, number(rest, &line)?, deepest - 1),
        _ => Err(strange(&line)),
    }
}

fn line(from: &mut impl BufRead) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    from.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if !bytes.ends_with(b"\n") && (bytes.len() as u64) < LONGEST_LINE {
        return Err(io::Error::new(ErrorKind::UnexpectedEof, "the server closed the connection").into());
    }
    let line = String::from_utf8_lossy(&bytes);
    line.strip_suffix("\r\n").map(String::from).ok_or_else(|| strange(&line))
}

fn strange(line: &str) -> Failure {
    let told = format!("the server answered {line:?}, which is no RESP2: is it a Vesta RPC server?");
    Failure::Said(Error::new(Code::Internal, told))
}

fn number(text: &str, line: &str) -> Result<i64, Failure> {
    text.parse().map_err(|_| strange(line))
}

fn text(from: &mut impl BufRead, length: i64, line: &str) -> Result<Answer, Failure> {
    if length < 0 {
        return Ok(Answer::Nil);
    }
    if length > LONGEST_TEXT {
        return Err(strange(line));
    }
    let mut bytes = vec![0; length as usize + 2];
    from.read_exact(&mut bytes)?;
    bytes.truncate(length as usize);
    String::from_utf8(bytes).map(Answer::Text).map_err(|_| strange(line))
}

fn array(from: &mut impl BufRead, length: i64, deepest: usize) -> Result<Answer, Failure> {
    (0..length).map(|_| part(from, deepest)).collect::<Result<_, _>>().map(Answer::Array)
}
