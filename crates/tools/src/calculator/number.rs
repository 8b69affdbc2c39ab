//! Numbers as Python prints them.

use std::fmt;

use num_bigint::BigInt;

/// From here on a float is written without an exponent, up to 1e16.
const PLAIN: f64 = 1e-4;

/// A number of Python's.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// An exact integer, as nearly all are.
    Int(i64),
    /// An exact integer that does not fit into 64 bits.
    Long(BigInt),
    /// A float of 64 bits.
    Float(f64),
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Self {
        i64::try_from(&value).map_or(Self::Long(value), Self::Int)
    }
}

impl fmt::Display for Number {
    /// As Python's `repr` writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Long(value) => value.fmt(f),
            Self::Float(value) => write_float(*value, f),
        }
    }
}

/// The fewest digits that read as the same float; with an exponent from 1e16 on and below 1e-4.
fn write_float(value: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if value.is_nan() {
        return f.write_str("nan");
    }
    if value.is_infinite() {
        return f.write_str(if value > 0.0 { "inf" } else { "-inf" });
    }
    if value == 0.0 || value.abs() >= PLAIN {
        return f.write_str(zmij::Buffer::new().format_finite(value));
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.bytes().filter(u8::is_ascii_digit).count();
    // Of two texts that are equally near, Rust takes the larger one, Python the even one: the
    // latter is what rounding to so many digits gives.
    let even = format!("{value:.*e}", digits.saturating_sub(1));
    let is_same = even.parse() == Ok(value);
    let text = if is_same { &even } else { &scientific };
    let digits = text.split('e').next().unwrap_or_default();
    let exponent: i32 = exponent.parse().unwrap_or_default();
    write!(f, "{digits}e-{:02}", exponent.unsigned_abs())
}
