//! What each program of Rust's clients does; see ../../README.md.
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// One client, with the calls that its users would make.
pub trait Client {
    fn one(&mut self) -> Result<i64>;
    fn many(&mut self, count: usize) -> Result<Vec<i64>>;
    /// IDs, asked for in one pipeline.
    fn pipelined(&mut self, count: usize) -> Result<Vec<i64>>;
    /// INCR order, twice, in a transaction; nothing where the client has none.
    fn multi(&mut self) -> Result<Vec<i64>>;
    fn incr(&mut self, tag: &str) -> Result<i64>;
    fn incr_by(&mut self, tag: &str, more: i64) -> Result<i64>;
    fn get(&mut self, tag: &str) -> Result<String>;
    fn exists(&mut self, tag: &str) -> Result<bool>;
    fn range(&mut self, count: usize) -> Result<Vec<i64>>;
    /// EXPID's genMethod.
    fn gen_method(&mut self, id: i64) -> Result<i64>;
    /// Whether its user makes another connection when one is lost.
    fn anew(&self) -> bool {
        false
    }
    /// The error of GENID for a generator that is not there.
    fn refused(&mut self) -> String;
}

/// The words [cluster] PORT COUNT [PASSWORD].
pub struct Words {
    pub clustered: bool,
    pub port: u16,
    pub count: usize,
    pub password: Option<String>,
}

pub fn words() -> Words {
    let mut words = std::env::args().skip(1).peekable();
    let clustered = words.next_if_eq("cluster").is_some();
    let mut next = || words.next();
    let (port, count) = (next().expect("PORT"), next().expect("COUNT"));
    Words {
        clustered,
        port: port.parse().expect("a port"),
        count: count.parse().expect("a number"),
        password: next(),
    }
}

fn tell<T: Display>(word: &str, values: &[T]) -> Result<()> {
    let mut out = BufWriter::new(io::stdout());
    write!(out, "{word}")?;
    for each in values {
        write!(out, " {each}")?;
    }
    writeln!(out)?;
    Ok(())
}

fn plenty(client: &mut impl Client, count: usize) -> Result<Vec<i64>> {
    let mut all = Vec::new();
    while all.len() < count {
        all.extend(client.pipelined(1000)?);
    }
    Ok(all)
}

fn again(client: &mut impl Client) -> Result<()> {
    let mut failed = 0;
    loop {
        if let Ok(one) = client.one() {
            tell("failed", &[failed])?;
            return tell("again", &[one]);
        }
        failed += 1;
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The program, for a client that is connected.
pub fn run(client: &mut impl Client, count: usize) -> Result<()> {
    if client.anew() {
        tell::<i64>("anew", &[])?;
    }
    let one = client.one()?;
    tell("type", &["i64"])?;
    tell("one", &[one])?;
    tell("many", &client.many(1000)?)?;
    tell("pipelined", &client.pipelined(100)?)?;
    tell("incr", &[client.incr("order")?, client.incr("order")?])?;
    let both = client.multi()?;
    if !both.is_empty() {
        tell("multi", &both)?;
    }
    tell("incrby", &[client.incr_by("order", 10)?])?;
    tell("get", &[client.get("order")?])?;
    tell("exists", &[i64::from(client.exists("order")?)])?;
    tell("range", &client.range(50)?)?;
    tell("genmethod", &[client.gen_method(one)?])?;
    let refused = client.refused();
    tell(
        "error",
        &[refused.split([' ', ':']).next().unwrap_or_default()],
    )?;
    tell("plenty", &plenty(client, count)?)?;
    tell::<i64>("restart", &[])?;
    io::stdin().read_line(&mut String::new())?;
    again(client)
}
