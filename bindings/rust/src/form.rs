use crate::error::{Code, Error, Result};

/// A way to write an ID; docs/text-forms.md describes them. Each but Decimal has one length, and sorts as the IDs do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// As a number of base 10, signed.
    Decimal,
    /// 16 digits, in lower case; 32 of 128 bits.
    Hex,
    /// 13 digits of Crockford's; of 128 bits 26, as ULIDs are written.
    Base32,
    /// 11 digits without 0, O, I and l; 22 of 128 bits.
    Base58,
    /// 11 digits and letters; 22 of 128 bits.
    Base62,
    /// A UUID: of an ID of 64 bits one of version 8.
    Uuid,
    /// Base32, and Crockford's check character, which finds mistakes in typing.
    Base32Check,
    /// TypeID's 26 characters, of IDs of 128 bits alone; the prefix, such as `order_`, is the caller's.
    TypeId,
}

struct System {
    digits: &'static [u8],
    lengths: [usize; 2], // of 64 bits, and of 128; 0 is none
    fold: fn(u8) -> u8,  // to the digits above, where others are read too
    checked: bool,       // a check character follows
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

const CROCKFORD: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHECKS: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U"; // Crockford's: of the rest modulo 37
const HEX: System = System { digits: b"0123456789abcdef", lengths: [16, 32], fold: lower, checked: false };
const BASE32: System = System { digits: CROCKFORD, lengths: [13, 26], fold: crockford, checked: false };
const BASE58: System = System {
    digits: b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    lengths: [11, 22],
    fold: same,
    checked: false,
};
const BASE62: System = System {
    digits: b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    lengths: [11, 22],
    fold: same,
    checked: false,
};
const BASE32_CHECK: System = System { checked: true, ..BASE32 };
const TYPE_ID: System =
    System { digits: b"0123456789abcdefghjkmnpqrstvwxyz", lengths: [0, 26], fold: same, checked: false };

/// Which of a system's lengths.
#[derive(Clone, Copy)]
enum Width {
    Of64,
    Of128,
}

impl System {
    fn write(&self, value: u128, width: Width) -> String {
        let (base, mut left) = (self.digits.len() as u128, value);
        let mut text = vec![0; self.lengths[width as usize]];
        for each in text.iter_mut().rev() {
            *each = self.digits[(left % base) as usize];
            left /= base;
        }
        if self.checked {
            text.push(check(value));
        }
        text.into_iter().map(char::from).collect()
    }

    fn read(&self, text: &str, width: Width) -> Option<u128> {
        let length = self.lengths[width as usize];
        if text.len() != length + usize::from(self.checked) {
            return None;
        }
        let (digits, after) = text.as_bytes().split_at(length);
        let value = digits.iter().try_fold(0u128, |value, each| {
            let digit = self.digits.iter().position(|known| *known == (self.fold)(*each))?;
            value.checked_mul(self.digits.len() as u128)?.checked_add(digit as u128)
        })?;
        (!self.checked || after[0].to_ascii_uppercase() == check(value)).then(|| value)
    }
}

fn check(value: u128) -> u8 {
    CHECKS[(value % CHECKS.len() as u128) as usize]
}

fn write_uuid(value: u64) -> String {
    let digits = HEX.write(value.into(), Width::Of64);
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

fn write_any_uuid(value: u128) -> String {
    let digits = HEX.write(value, Width::Of128);
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

fn read_any_uuid(text: &str) -> Option<u128> {
    if text.len() != 36 || !text.is_ascii() {
        return None;
    }
    let value = HEX.read(&text.replace('-', ""), Width::Of128)?;
    (write_any_uuid(value) == text.to_ascii_lowercase()).then(|| value) // else it has them elsewhere
}

impl Form {
    /// Nothing for those without digits of one base.
    fn system(self) -> Option<&'static System> {
        match self {
            Form::Decimal | Form::Uuid => None,
            Form::Hex => Some(&HEX),
            Form::Base32 => Some(&BASE32),
            Form::Base58 => Some(&BASE58),
            Form::Base62 => Some(&BASE62),
            Form::Base32Check => Some(&BASE32_CHECK),
            Form::TypeId => Some(&TYPE_ID),
        }
    }

    pub(crate) fn write(self, id: i64) -> String {
        match self.system() {
            Some(system) if system.lengths[0] > 0 => system.write((id as u64).into(), Width::Of64),
            _ if self == Form::Uuid => write_uuid(id as u64),
            _ => id.to_string(),
        }
    }

    pub(crate) fn read(self, text: &str) -> Result<i64> {
        let value = match self.system() {
            None if self == Form::Uuid => read_uuid(text),
            None => read_decimal(text),
            Some(system) if system.lengths[0] == 0 => None,
            Some(system) => system.read(text, Width::Of64).and_then(|value| value.try_into().ok()),
        };
        value.map(|value| value as i64).ok_or_else(|| self.refused(text, 64))
    }

    pub(crate) fn write_128(self, value: u128) -> String {
        self.system().map_or_else(|| write_any_uuid(value), |system| system.write(value, Width::Of128))
    }

    pub(crate) fn read_128(self, text: &str) -> Result<u128> {
        let value = match self.system() {
            Some(system) => system.read(text, Width::Of128),
            None if self == Form::Uuid => read_any_uuid(text),
            None => None,
        };
        value.ok_or_else(|| self.refused(text, 128))
    }

    fn refused(self, text: &str, bits: u8) -> Error {
        Error::new(Code::InvalidArgument, format!("{text:?} is no ID of {bits} bits of form {self:?}"))
    }
}
