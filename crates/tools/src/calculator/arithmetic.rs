//! What Python's operators do to integers and floats.

use std::borrow::Cow;

use num_bigint::{BigInt, Sign};

use super::convert::{quotient, small_to_exact, to_float};
use super::error::{CalculatorError, Limit, Overflow};
use super::evaluate::{Fuel, MAX_BITS, check_bits};
use super::number::Number;
use super::parse::Binary;

/// Why an operator has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    ZeroDivision,
    Overflow(Overflow),
    Complex,
    Limit(Limit),
}

impl From<Limit> for Problem {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl Problem {
    /// The error of the operator at `column`.
    pub fn at(self, column: usize) -> CalculatorError {
        match self {
            Self::ZeroDivision => CalculatorError::ZeroDivision { column },
            Self::Overflow(overflow) => CalculatorError::Overflow { column, overflow },
            Self::Complex => CalculatorError::Complex { column },
            Self::Limit(limit) => CalculatorError::Limit { column, limit },
        }
    }
}

/// `left operator right`.
pub(super) fn binary(
    operator: Binary,
    left: Number,
    right: Number,
    fuel: &mut Fuel,
) -> Result<Number, Problem> {
    if let (Number::Int(left), Number::Int(right)) = (&left, &right) {
        fuel.burn(1)?;
        if let Some(number) = of_small_ints(operator, *left, *right)? {
            return Ok(number);
        }
    }
    let of_floats = matches!(
        (&left, &right),
        (Number::Float(_), _) | (_, Number::Float(_))
    );
    if !of_floats && let (Some(left), Some(right)) = (int(&left), int(&right)) {
        return of_ints(operator, &left, &right, fuel);
    }
    let (left, right) = (float(&left)?, float(&right)?);
    let value = match operator {
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::Multiply => left * right,
        Binary::Divide => left / not_zero(right)?,
        Binary::FloorDivide => floor_divide(left, not_zero(right)?),
        Binary::Modulo => modulo(left, not_zero(right)?),
        Binary::Power => power(left, right)?,
    };
    Ok(Number::Float(value))
}

fn int(number: &Number) -> Option<Cow<'_, BigInt>> {
    match number {
        Number::Int(value) => Some(Cow::Owned(BigInt::from(*value))),
        Number::Long(value) => Some(Cow::Borrowed(value)),
        Number::Float(_) => None,
    }
}

fn float(number: &Number) -> Result<f64, Problem> {
    match number {
        // Rounded to the nearest, and to even between two.
        Number::Int(value) => Ok(*value as f64),
        Number::Long(value) => to_float(value).ok_or(Problem::Overflow(Overflow::Conversion)),
        Number::Float(value) => Ok(*value),
    }
}

/// What comes of integers of 64 bits, where that needs no longer ones.
fn of_small_ints(operator: Binary, left: i64, right: i64) -> Result<Option<Number>, Problem> {
    let divides = matches!(
        operator,
        Binary::Divide | Binary::FloorDivide | Binary::Modulo
    );
    if divides && right == 0 {
        return Err(Problem::ZeroDivision);
    }
    let value = match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::FloorDivide => divide_small(left, right).map(|it| it.0),
        Binary::Modulo => divide_small(left, right).map(|it| it.1),
        Binary::Power if right < 0 => {
            return power(left as f64, right as f64).map(|it| Some(Number::Float(it)));
        }
        Binary::Power => {
            let exponent = u32::try_from(right).ok();
            exponent.and_then(|it| left.checked_pow(it))
        }
        Binary::Divide => {
            let both = small_to_exact(left).zip(small_to_exact(right));
            return Ok(both.map(|(left, right)| Number::Float(left / right)));
        }
    };
    Ok(value.map(Number::Int))
}

/// The quotient rounded down, and the remainder with the sign of `right`.
fn divide_small(left: i64, right: i64) -> Option<(i64, i64)> {
    let (quotient, rest) = (left.checked_div(right)?, left.checked_rem(right)?);
    match rest == 0 || (rest < 0) == (right < 0) {
        true => Some((quotient, rest)),
        false => Some((quotient - 1, rest + right)),
    }
}

fn not_zero(value: f64) -> Result<f64, Problem> {
    match value == 0.0 {
        true => Err(Problem::ZeroDivision),
        false => Ok(value),
    }
}

fn of_ints(
    operator: Binary,
    left: &BigInt,
    right: &BigInt,
    fuel: &mut Fuel,
) -> Result<Number, Problem> {
    let divides = matches!(
        operator,
        Binary::Divide | Binary::FloorDivide | Binary::Modulo
    );
    if divides && right.sign() == Sign::NoSign {
        return Err(Problem::ZeroDivision);
    }
    if operator == Binary::Power {
        return int_power(left, right, fuel);
    }
    fuel.burn(words(left).saturating_mul(words(right)))?;
    let value = match operator {
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::Multiply => left * right,
        Binary::FloorDivide => divide(left, right).0,
        Binary::Modulo => divide(left, right).1,
        // A power has gone its own way above.
        Binary::Divide | Binary::Power => {
            let value = quotient(left, right);
            let value = value.ok_or(Problem::Overflow(Overflow::Quotient))?;
            return Ok(Number::Float(value));
        }
    };
    check_bits(&value)?;
    Ok(value.into())
}

/// Words of 64 bits.
fn words(int: &BigInt) -> u64 {
    int.bits() / 64 + 1
}

/// The quotient rounded down, and the remainder with the sign of `right`.
fn divide(left: &BigInt, right: &BigInt) -> (BigInt, BigInt) {
    let (quotient, rest) = (left / right, left % right);
    let is_exact = rest.sign() == Sign::NoSign;
    match is_exact || rest.sign() == right.sign() {
        true => (quotient, rest),
        false => (quotient - 1, rest + right),
    }
}

fn int_power(base: &BigInt, exponent: &BigInt, fuel: &mut Fuel) -> Result<Number, Problem> {
    if exponent.sign() == Sign::Minus {
        let (Some(base), Some(exponent)) = (to_float(base), to_float(exponent)) else {
            return Err(Problem::Overflow(Overflow::Conversion));
        };
        return power(base, exponent).map(Number::Float);
    }
    let is_odd = exponent.bit(0);
    let value = match base.bits() {
        // Zero, one and minus one grow by no power.
        0 | 1 if exponent.sign() == Sign::NoSign => BigInt::from(1),
        0 | 1 if is_odd => base.clone(),
        0 | 1 => base * base,
        bits => {
            // The base is at least 2 to this.
            let least = bits - 1;
            let exponent = u32::try_from(exponent).map_err(|_| Limit::Bits)?;
            if least.saturating_mul(u64::from(exponent)) >= MAX_BITS {
                return Err(Limit::Bits.into());
            }
            let words = bits.saturating_mul(u64::from(exponent)) / 64 + 1;
            fuel.burn(words.saturating_mul(words).saturating_mul(2))?;
            base.pow(exponent)
        }
    };
    check_bits(&value)?;
    Ok(value.into())
}

/// The remainder with the sign of `right`; a zero bears that sign too.
fn modulo(left: f64, right: f64) -> f64 {
    let rest = left % right;
    if rest == 0.0 {
        0.0_f64.copysign(right)
    } else if (right < 0.0) == (rest < 0.0) {
        rest
    } else {
        rest + right
    }
}

/// The quotient rounded down, worked out from the remainder as Python does: dividing first would
/// round up to the next integer what lies just below it.
fn floor_divide(left: f64, right: f64) -> f64 {
    let rest = left % right;
    let mut quotient = (left - rest) / right;
    if rest != 0.0 && (right < 0.0) != (rest < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return 0.0_f64.copysign(left / right);
    }
    let floor = quotient.floor();
    match quotient - floor > 0.5 {
        true => floor + 1.0,
        false => floor,
    }
}

/// A power, with the errors that Python has where C's `pow` has infinities.
fn power(base: f64, exponent: f64) -> Result<f64, Problem> {
    if exponent == 0.0 || base == 1.0 {
        return Ok(1.0);
    }
    if !base.is_finite() || !exponent.is_finite() {
        return Ok(base.powf(exponent));
    }
    if base == 0.0 && exponent < 0.0 {
        return Err(Problem::ZeroDivision);
    }
    if base < 0.0 && exponent.fract() != 0.0 {
        return Err(Problem::Complex);
    }
    // There the standard library's is often wrong in the last digit.
    #[cfg(target_family = "wasm")]
    let value = super::power::power(base, exponent);
    #[cfg(not(target_family = "wasm"))]
    let value = base.powf(exponent);
    match value.is_infinite() {
        true => Err(Problem::Overflow(Overflow::Power)),
        false => Ok(value),
    }
}
