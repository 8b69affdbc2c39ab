//! Decimal numbers, exact as people write them.

use std::cmp::Ordering;
use std::fmt;

use serde_json::{Number, Value};

use crate::reading::{Read, Reader, Write, schema_of, serialize_written};

/// So many digits in all.
const MAX_DIGITS: usize = 15;
/// So many of them behind the point.
const MAX_PLACES: usize = 9;
/// What digits with so many of them behind the point are divided by.
const POWERS: [f64; MAX_PLACES + 1] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// A number of up to 15 digits, up to 9 of them behind the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    units: i64,
    places: u8,
}

schema_of!(Decimal, {
    "description": "A number, or its digits as a text.",
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": "^-?[0-9]+([.][0-9]+)?$"}]
});

impl Decimal {
    /// `text` as a number, if it has ASCII digits, a point if any, and a sign if any.
    pub fn new(text: &str) -> Option<Self> {
        let (digits, sign) = match text.strip_prefix('-') {
            Some(digits) => (digits, -1),
            None => (text, 1),
        };
        let (whole, behind) = match digits.split_once('.') {
            Some((whole, behind)) => (whole, behind.trim_end_matches('0')),
            None => (digits, ""),
        };
        let whole = match whole.trim_start_matches('0') {
            "" if !whole.is_empty() => "0",
            whole => whole,
        };
        let all = format!("{whole}{behind}");
        let fits = !whole.is_empty()
            && !digits.ends_with('.')
            && all.len() <= MAX_DIGITS
            && behind.len() <= MAX_PLACES
            && all.bytes().all(|byte| byte.is_ascii_digit());
        let units: i64 = fits.then(|| all.parse().ok()).flatten()?;
        Some(Self {
            units: sign * units,
            places: u8::try_from(behind.len()).ok()?,
        })
    }

    /// A number of JSON, in whichever notation.
    pub fn of_json(number: &Number) -> Option<Self> {
        Self::new(&number.to_string()).or_else(|| {
            // Small ones are written as 1e-7.
            let number = number.as_f64().filter(|number| number.abs() < 1.0)?;
            let units = (number * POWERS.last()?).round();
            let places = u8::try_from(MAX_PLACES).ok()?;
            let found = Self {
                units: units as i64,
                places,
            };
            (found.to_f64()? == number)
                .then(|| Self::new(&found.to_string()))
                .flatten()
        })
    }

    /// The float that its digits are read as. Both sides of the division are exact, so that its
    /// result is the nearest one, without the reader of floats, which is large.
    fn to_f64(self) -> Option<f64> {
        let power = POWERS.get(usize::from(self.places))?;
        Some(self.units as f64 / power)
    }

    /// Whether nothing stands behind the point.
    pub fn is_whole(self) -> bool {
        self.places == 0
    }

    /// The number, divided by a power of ten; none where too many digits would stand behind the
    /// point.
    pub(crate) fn divided(self, zeros: u32) -> Option<Self> {
        let places = usize::from(self.places) + usize::try_from(zeros).ok()?;
        let sign = if self.units < 0 { "-" } else { "" };
        let digits = format!("{:0width$}", self.units.unsigned_abs(), width = places + 1);
        let (whole, behind) = digits.split_at_checked(digits.len() - places)?;
        Self::new(&match behind {
            "" => format!("{sign}{whole}"),
            behind => format!("{sign}{whole}.{behind}"),
        })
    }

    /// The sum; none where it has too many digits.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let units = |of: Self| {
            of.units
                .checked_mul(10_i64.pow((places - of.places).into()))
        };
        let units = units(self)?.checked_add(units(other)?)?;
        Self::new(&Self { units, places }.to_string())
    }

    fn scaled(self) -> i128 {
        let missing = MAX_PLACES.saturating_sub(usize::from(self.places));
        (0..missing).fold(i128::from(self.units), |units, _| units * 10)
    }
}

impl From<u32> for Decimal {
    fn from(number: u32) -> Self {
        Self {
            units: number.into(),
            places: 0,
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.scaled().cmp(&other.scaled())
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::from(self.places);
        let digits = format!("{:0width$}", self.units.unsigned_abs(), width = places + 1);
        let (whole, behind) = digits
            .split_at_checked(digits.len() - places)
            .unwrap_or((&digits, ""));
        let sign = if self.units < 0 { "-" } else { "" };
        match behind {
            "" => write!(f, "{sign}{whole}"),
            behind => write!(f, "{sign}{whole}.{behind}"),
        }
    }
}

impl Write for Decimal {
    fn write(&self) -> Value {
        match self.places {
            0 => Value::from(self.units),
            // So many digits are written as they are from a float too.
            _ => match self.to_f64() {
                Some(number) => Value::from(number),
                None => Value::from(self.to_string()),
            },
        }
    }
}

serialize_written!(Decimal);

impl Read for Decimal {
    const EXPECTED: &'static str = "a number of up to 15 digits, up to 9 of them behind the point";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let number = match value {
            Value::Number(number) => Self::of_json(number),
            Value::String(text) => Self::new(text),
            _ => None,
        };
        if number.is_none() {
            reader.mismatch(value, Self::EXPECTED);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn sums_are_exact() {
        for (one, other, sum) in [
            ("0.1", "0.2", Some("0.3")),
            ("-5", "5.5", Some("0.5")),
            ("-0.25", "0.25", Some("0")),
            ("250", "250", Some("500")),
            ("999999999999999", "1", None),
            ("999999999999999", "0.1", None),
        ] {
            let number = |text: &str| Decimal::new(text).unwrap();
            let found = number(one).plus(number(other)).map(|it| it.to_string());
            assert_eq!(found.as_deref(), sum, "{one} + {other}");
        }
    }

    #[test]
    fn numbers_are_exact_and_compare_by_value() {
        for (text, written) in [
            ("0", "0"),
            ("-0.50", "-0.5"),
            ("007", "7"),
            ("1.000", "1"),
            ("999999999999999", "999999999999999"),
            ("0.123456789", "0.123456789"),
        ] {
            assert_eq!(Decimal::new(text).unwrap().to_string(), written, "{text}");
        }
        for text in [
            "",
            "-",
            ".5",
            "5.",
            "1e3",
            "1,5",
            "1234567890123456",
            "0.1234567891",
            "１",
        ] {
            assert_eq!(Decimal::new(text), None, "{text}");
        }
        for text in [
            "0.25",
            "-7.5",
            "0.000000001",
            "12345678.1234567",
            "99999999999999.9",
        ] {
            let number = Decimal::new(text).unwrap();
            let written = serde_json::to_value(number).unwrap();
            let written = written.as_number().unwrap();
            assert_eq!(Decimal::of_json(written), Some(number), "{text}");
        }
        let number = |text| Decimal::new(text).unwrap();
        assert!(number("-1.5") < number("-1.25") && number("2") < number("10"));
    }
}
