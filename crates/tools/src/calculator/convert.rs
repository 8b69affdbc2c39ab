//! Between integers of any size and floats, rounded to the nearest, and to even between two.

use num_bigint::{BigInt, BigUint, Sign};

/// Up to here every integer is a float.
const EXACT_BITS: u64 = 53;
/// Bits that a value is cut to before it is rounded: more than a float has, so that the lowest one
/// can tell whether anything was cut off.
const CUT_BITS: u64 = 66;
/// The exponents of the largest and of the smallest normal float.
const MAX_EXPONENT: i64 = 1023;
const MIN_EXPONENT: i64 = -1022;
/// The exponent of the smallest float of all.
const TINIEST: i64 = -1074;

/// `int` as a float, where that loses nothing.
pub(super) fn small_to_exact(int: i64) -> Option<f64> {
    (int.unsigned_abs() >> EXACT_BITS == 0).then_some(int as f64)
}

/// The float nearest to `int`; `None` when none is.
pub(super) fn to_float(int: &BigInt) -> Option<f64> {
    let size = int.magnitude();
    let cut = size.bits().saturating_sub(CUT_BITS);
    let rest = size.trailing_zeros().is_some_and(|zeros| zeros < cut);
    let kept = u128::try_from(size >> cut).ok()? | u128::from(rest);
    let value = round(kept, i64::try_from(cut).ok()?);
    value
        .is_finite()
        .then(|| signed(value, int.sign() == Sign::Minus))
}

/// `left / right` for a `right` that is not zero; `None` when it is too large for a float.
pub(super) fn quotient(left: &BigInt, right: &BigInt) -> Option<f64> {
    let is_negative = (left.sign() == Sign::Minus) != (right.sign() == Sign::Minus);
    let (left, right) = (left.magnitude(), right.magnitude());
    if left.bits() <= EXACT_BITS && right.bits() <= EXACT_BITS {
        let (left, right) = (exact(left)?, exact(right)?);
        return Some(signed(left / right, is_negative));
    }
    let difference = i64::try_from(left.bits()).ok()? - i64::try_from(right.bits()).ok()?;
    if left.bits() == 0 || difference < TINIEST - 2 {
        return Some(signed(0.0, is_negative));
    }
    if difference > MAX_EXPONENT + 2 {
        return None;
    }
    // So that the quotient has as many bits as are cut to, or one more.
    let shift = i64::try_from(CUT_BITS).ok()? - difference;
    let by = shift.unsigned_abs();
    let (left, right) = match shift >= 0 {
        true => (left << by, right.clone()),
        false => (left.clone(), right << by),
    };
    let whole = &left / &right;
    let rest = &whole * &right != left;
    let value = round(u128::try_from(whole).ok()? | u128::from(rest), -shift);
    value.is_finite().then(|| signed(value, is_negative))
}

fn exact(size: &BigUint) -> Option<f64> {
    u64::try_from(size).ok().map(|it| it as f64)
}

fn signed(value: f64, is_negative: bool) -> f64 {
    if is_negative { -value } else { value }
}

/// The float nearest to `value * 2**exponent`, which may be infinite.
fn round(value: u128, exponent: i64) -> f64 {
    if value == 0 {
        return 0.0;
    }
    let length = i64::from(u128::BITS - value.leading_zeros());
    let highest = length - 1 + exponent;
    if highest > MAX_EXPONENT {
        return f64::INFINITY;
    }
    // The smallest floats have fewer bits.
    let kept = 53 - (MIN_EXPONENT - highest).max(0);
    if kept < 0 {
        return 0.0;
    }
    let cut = (length - kept).max(0);
    let rounded = match cut {
        0 => value,
        cut => {
            let (whole, half) = (value.checked_shr(cut as u32).unwrap_or(0), 1 << (cut - 1));
            let rest = value & ((half << 1) - 1);
            let is_up = rest > half || (rest == half && whole & 1 == 1);
            whole + u128::from(is_up)
        }
    };
    // Exact: the bits fit, and so does the power.
    rounded as f64 * power_of_two(exponent + cut)
}

/// `2.0**exponent`, from the smallest float on.
fn power_of_two(exponent: i64) -> f64 {
    let bits = match exponent {
        ..TINIEST => 0,
        TINIEST..MIN_EXPONENT => 1 << (exponent - TINIEST),
        MIN_EXPONENT..=MAX_EXPONENT => ((exponent + MAX_EXPONENT) as u64) << 52,
        _ => return f64::INFINITY,
    };
    f64::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_become_the_nearest_float_and_even_between_two() {
        let two = |power: u32| -> BigInt { BigInt::from(2).pow(power) };
        let cases = [
            (two(53) + 1, Some(9_007_199_254_740_992.0)),
            (two(53) + 3, Some(9_007_199_254_740_996.0)),
            (BigInt::from(-1) - two(100), Some(-(2.0_f64.powi(100)))),
            (
                two(100) + two(47) + 1,
                Some(2.0_f64.powi(100) + 2.0_f64.powi(48)),
            ),
            (two(100) + two(47), Some(2.0_f64.powi(100))),
            (two(1024) - two(970) - 1, Some(f64::MAX)),
            (two(1024) - two(970), None),
            (BigInt::ZERO, Some(0.0)),
        ];
        for (int, expected) in cases {
            assert_eq!(to_float(&int), expected, "{int}");
        }
    }

    #[test]
    fn quotients_are_rounded_once_down_to_the_smallest_floats() {
        let two = |power: u32| -> BigInt { BigInt::from(2).pow(power) };
        let tiny = f64::from_bits(1);
        let cases = [
            (BigInt::from(1), two(1074), tiny.to_bits()),
            (BigInt::from(1), two(1075), 0_u64),
            (BigInt::from(3), two(1076), tiny.to_bits()),
            (BigInt::from(-3), two(1075), (-2.0 * tiny).to_bits()),
            (BigInt::ZERO, BigInt::from(-5), (-0.0_f64).to_bits()),
            (
                two(2000),
                two(1000) * 3,
                (2.0_f64.powi(1000) / 3.0).to_bits(),
            ),
        ];
        for (left, right, expected) in cases {
            let found = quotient(&left, &right).unwrap();
            assert_eq!(found.to_bits(), expected, "{left} / {right} = {found}");
        }
        assert_eq!(quotient(&two(1024), &BigInt::from(1)), None);
    }
}
