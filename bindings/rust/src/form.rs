use crate::error::{Code, Error, Result};

/// A way to write an ID; docs/text-forms.md describes them. Each but Decimal has one length, and sorts as the IDs do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// As a number of base 10, signed.
    Decimal,
    /// 16 digits, in lower case.
    Hex,
    /// 13 digits of Crockford's.
    Base32,
    /// 11 digits without 0, O, I and l.
    Base58,
    /// 11 digits and letters.
    Base62,
    /// A UUID of version 8.
    Uuid,
}

struct System {
    digits: &'static [u8],
    length: usize,
    fold: fn(u8) -> u8, // to the digits above, where others are read too
}

fn same(digit: u8) -> u8 {
    digit
}

fn crockford(digit: u8) -> u8 {
    match digit.to_ascii_uppercase() {
        b'I' | b'L' => b'1',
        b'O' => b'0',
        other => other,
    }
}

fn lower(digit: u8) -> u8 {
    digit.to_ascii_lowercase()
}

const HEX: System = System { digits: b"0123456789abcdef", length: 16, fold: lower };
const BASE32: System = System { digits: b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 13, fold: crockford };
const BASE58: System =
    System { digits: b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", length: 11, fold: same };
const BASE62: System =
    System { digits: b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", length: 11, fold: same };

impl System {
    fn write(&self, mut value: u64) -> String {
        let base = self.digits.len() as u64;
        let mut text = vec![0; self.length];
        for each in text.iter_mut().rev() {
            *each = self.digits[(value % base) as usize];
            value /= base;
        }
        text.into_iter().map(char::from).collect()
    }

    fn read(&self, text: &str) -> Option<u64> {
        if text.len() != self.length {
            return None;
        }
        text.bytes().try_fold(0u64, |value, each| {
            let digit = self.digits.iter().position(|known| *known == (self.fold)(each))?;
            value.checked_mul(self.digits.len() as u64)?.checked_add(digit as u64)
        })
    }
}

fn write_uuid(value: u64) -> String {
    let digits = HEX.write(value);
    let (variant, after) = (8 + ((value & 15) >> 2), (value & 3) << 2);
    format!("{}-{}-8{}-{variant:x}{after:x}00-000000000000", &digits[..8], &digits[8..12], &digits[12..15])
}

fn read_uuid(text: &str) -> Option<u64> {
    if text.len() != 36 || !text.is_ascii() {
        return None;
    }
    let upper = u64::from_str_radix(&[&text[..8], &text[9..13], &text[15..18]].concat(), 16).ok()?;
    let variant = u64::from_str_radix(&text[19..20], 16).ok()?;
    let after = u64::from_str_radix(&text[20..21], 16).ok()?;
    let value = upper << 4 | (variant & 3) << 2 | after >> 2;
    (write_uuid(value) == text.to_ascii_lowercase()).then(|| value) // else it is another UUID
}

fn read_decimal(text: &str) -> Option<u64> {
    if text.starts_with('+') {
        return None;
    }
    text.parse::<i64>().map(|signed| signed as u64).or_else(|_| text.parse::<u64>()).ok()
}

impl Form {
    pub(crate) fn write(self, id: i64) -> String {
        match self {
            Form::Decimal => id.to_string(),
            Form::Hex => HEX.write(id as u64),
            Form::Base32 => BASE32.write(id as u64),
            Form::Base58 => BASE58.write(id as u64),
            Form::Base62 => BASE62.write(id as u64),
            Form::Uuid => write_uuid(id as u64),
        }
    }

    pub(crate) fn read(self, text: &str) -> Result<i64> {
        let value = match self {
            Form::Decimal => read_decimal(text),
            Form::Hex => HEX.read(text),
            Form::Base32 => BASE32.read(text),
            Form::Base58 => BASE58.read(text),
            Form::Base62 => BASE62.read(text),
            Form::Uuid => read_uuid(text),
        };
        let refused = || Error::new(Code::InvalidArgument, format!("{text:?} is no ID of form {self:?}"));
        value.map(|value| value as i64).ok_or_else(refused)
    }
}
