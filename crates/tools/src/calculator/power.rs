//! Powers of floats, rounded once. What WebAssembly has of its own is wrong in the last digit one
//! time in ten, where Python's is nearly never: here a number is two floats, the second of which
//! holds what does not fit into the first (Dekker, 1971).

/// Beyond these sizes parts of a number would be too small to be held.
const LEAST: f64 = 1e-250;
const MOST: f64 = 1e250;
/// Whole powers of up to so many bits are multiplied out.
const MAX_MULTIPLIED: f64 = 800.0;
/// A logarithm of what is nearer to one than this is a series.
const NEAR_ONE: f64 = 1e-6;
/// How often an exponent is halved before its series, and squared behind it.
const HALVINGS: u32 = 9;
/// The natural logarithm of two, and what does not fit into a float of it.
const LN_2: Pair = Pair(std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);

/// `base` to the power of `exponent`, neither of them an error of Python's.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    let size = base.abs();
    let is_whole = exponent.fract() == 0.0;
    // At most so many bits, or so many behind the point.
    let bits = (f64::from(exponent_of(size).abs()) + 1.0) * exponent.abs();
    if is_whole && bits <= MAX_MULTIPLIED {
        let Pair(high, low) = multiplied(size, exponent);
        let is_negative = base < 0.0 && exponent % 2.0 != 0.0;
        return if is_negative {
            -(high + low)
        } else {
            high + low
        };
    }
    let near = base.powf(exponent);
    let fits = |it: f64| (LEAST..MOST).contains(&it);
    if !fits(size) || !fits(near.abs()) {
        return near;
    }
    let Pair(high, low) = Pair::of(exponent).times(logarithm(size)).exponential();
    let raised = high + low;
    // An estimate that is far off is a fault of this file: then the usual one is the better one.
    match (raised / near.abs() - 1.0).abs() < 1e-12 {
        true => raised.copysign(near),
        false => near,
    }
}

/// A whole power, by squaring.
fn multiplied(base: f64, exponent: f64) -> Pair {
    let mut left = exponent.abs() as u32;
    let (mut square, mut product) = (Pair::of(base), Pair::of(1.0));
    loop {
        if left & 1 == 1 {
            product = product.times(square);
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        square = square.times(square);
    }
    match exponent < 0.0 {
        true => product.inverse(),
        false => product,
    }
}

/// The power of two that a number above zero begins with.
fn exponent_of(value: f64) -> i32 {
    ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// The natural logarithm of a number above zero.
fn logarithm(value: f64) -> Pair {
    // To between a root of a half and one of two, by its bits.
    let mut exponent = exponent_of(value);
    let mut part = f64::from_bits((value.to_bits() & ((1 << 52) - 1)) | (1023 << 52));
    if part > std::f64::consts::SQRT_2 {
        part /= 2.0;
        exponent += 1;
    }
    let beyond = part - 1.0;
    let of_part = if beyond.abs() < NEAR_ONE {
        // x - x²/2 + x³/3 …
        let x = Pair::of(beyond);
        let mut sum = Pair::of(0.0);
        for term in (1..=6_i32).rev() {
            let sign = if term % 2 == 0 { -1.0 } else { 1.0 };
            let factor = Pair::of(sign).times(Pair::of(f64::from(term)).inverse());
            sum = sum.plus(factor).times(x);
        }
        sum
    } else {
        // A step of Newton's from what is right to a float.
        let guess = part.ln();
        let rest = Pair::of(-guess).exponential().times(Pair::of(part));
        let rest = rest.plus(Pair::of(-1.0));
        Pair::of(guess)
            .plus(rest)
            .plus(Pair::of(-rest.0 * rest.0 / 2.0))
    };
    LN_2.times(Pair::of(f64::from(exponent))).plus(of_part)
}

/// A number as the sum of two floats, the second less than half of the first one's last digit.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

impl Pair {
    fn of(value: f64) -> Self {
        Self(value, 0.0)
    }

    /// The sum of two floats, with what is rounded off.
    fn sum(left: f64, right: f64) -> Self {
        let sum = left + right;
        let of_right = sum - left;
        Self(sum, (left - (sum - of_right)) + (right - of_right))
    }

    /// The product of two floats, with what is rounded off.
    fn product(left: f64, right: f64) -> Self {
        let halves = |it: f64| {
            let high = it * 134_217_729.0;
            let high = high - (high - it);
            (high, it - high)
        };
        let product = left * right;
        let ((left, left_rest), (right, right_rest)) = (halves(left), halves(right));
        let error = left * right - product + left * right_rest + left_rest * right;
        Self(product, error + left_rest * right_rest)
    }

    fn plus(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.0, other.0), Self::sum(self.1, other.1));
        let high = Self::sum(high.0, high.1 + low.0);
        Self::sum(high.0, high.1 + low.1)
    }

    fn times(self, other: Self) -> Self {
        let product = Self::product(self.0, other.0);
        let crossed = self.0 * other.1 + self.1 * other.0;
        Self::sum(product.0, product.1 + crossed)
    }

    fn inverse(self) -> Self {
        let guess = Self::of(1.0 / self.0);
        let error = Self::of(1.0).plus(self.times(Self::of(-guess.0)));
        guess.plus(Self::of(error.0 / self.0))
    }

    /// e to this power.
    fn exponential(self) -> Self {
        let twos = (self.0 / LN_2.0).round();
        let rest = self.plus(LN_2.times(Self::of(-twos)));
        let scale = f64::from(1_u32 << HALVINGS);
        let rest = Self(rest.0 / scale, rest.1 / scale);
        // e to the power of the rest, less one: x(1 + x/2(1 + x/3(…
        let mut sum = Self::of(1.0);
        for term in (2..=9_i32).rev() {
            let part = rest.times(Self::of(f64::from(term)).inverse());
            sum = Self::of(1.0).plus(sum.times(part));
        }
        let mut less_one = sum.times(rest);
        for _ in 0..HALVINGS {
            less_one = less_one.plus(less_one).plus(less_one.times(less_one));
        }
        let Self(high, low) = less_one.plus(Self::of(1.0));
        // Within the sizes that are let in a power of two is exact.
        let scale = 2.0_f64.powi(twos as i32);
        Self(high * scale, low * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::power;

    /// Units in the last place between two floats of one sign.
    fn apart(left: f64, right: f64) -> u64 {
        left.to_bits().abs_diff(right.to_bits())
    }

    #[test]
    fn exact_powers_are_exact_and_others_are_those_of_python() {
        let cases = [
            (10.0, 22.0, 1e22),
            (10.0, -5.0, 1e-5),
            (2.0, 100.0, 1.2676506002282294e30),
            (-3.0, 3.0, -27.0),
            (-2.0, -2.0, 0.25),
            (4.0, 0.5, 2.0),
            (8.0, 1.0 / 3.0, 2.0),
            (5.0, 0.5, 2.23606797749979),
            (1.035, 12.0, 1.5110686573463603),
            (1.04, -10.0, 0.6755641688257986),
            (1.0000001, 1e7, 2.7182816941320818),
            (0.1, 2.5, 0.00316227766016838),
            // Where the sizes end, the platform's own counts.
            (10.0, 300.0, 1e300),
            (1e-200, 0.5, 1e-100),
        ];
        for (base, exponent, expected) in cases {
            assert_eq!(power(base, exponent), expected, "{base} ** {exponent}");
        }
    }

    #[test]
    fn powers_are_those_of_this_machine_but_for_a_last_digit_now_and_then() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut other = 0;
        const TRIES: usize = 100_000;
        for turn in 0..TRIES {
            let (base, exponent) = match turn % 4 {
                0 => (
                    1.0 + f64::from(random.u32(1..90)) / 1_000.0,
                    f64::from(random.u32(2..360)),
                ),
                1 => (
                    f64::from(random.u32(1..1_000)) / 10.0,
                    f64::from(random.i32(-8..9)),
                ),
                2 => (random.f64() * 1_000.0, (random.f64() - 0.5) * 40.0),
                _ => (1.0 + random.f64() / 1e7, random.f64() * 1e9),
            };
            let (found, own) = (power(base, exponent), base.powf(exponent));
            assert!(
                apart(found, own) <= 1,
                "{base} ** {exponent}: {found}, not {own}"
            );
            other += usize::from(found != own);
        }
        // The machine's own is not always the nearest.
        assert!(other < TRIES / 300, "{other} of {TRIES}");
    }
}
