//! Prints an ID.

fn main() -> vesta::Result<()> {
    let ids = vesta::open("first.yaml")?;
    println!("{}", ids.generator("")?.next()?);
    ids.close()
}
