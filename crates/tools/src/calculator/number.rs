//! Numbers as Python prints them.

use std::fmt;

use num_bigint::BigInt;

/// A number of Python's.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// An exact integer.
    Int(BigInt),
    /// A float of 64 bits.
    Float(f64),
}

impl fmt::Display for Number {
    /// As Python's `repr` writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
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
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let digits = digits.bytes().filter(u8::is_ascii_digit).count();
    // Of two texts that are equally near, Rust takes the larger one, Python the even one: the
    // latter is what rounding to so many digits gives.
    if value != 0.0 && !(-4..16).contains(&exponent) {
        let even = format!("{value:.*e}", digits.saturating_sub(1));
        let text = if even.parse() == Ok(value) {
            even
        } else {
            scientific
        };
        let digits = text.split('e').next().unwrap_or_default();
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(f, "{digits}e{sign}{:02}", exponent.unsigned_abs());
    }
    let decimals = i32::try_from(digits).unwrap_or_default() - 1 - exponent;
    let Ok(decimals @ 1..) = usize::try_from(decimals) else {
        return write!(f, "{value}.0");
    };
    let even = format!("{value:.decimals$}");
    match even.parse() == Ok(value) {
        true => f.write_str(&even),
        false => write!(f, "{value}"),
    }
}
