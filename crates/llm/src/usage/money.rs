//! Amounts of money and what tokens cost, in whole numbers: fractions are never rounded away.

use std::fmt;
use std::str::FromStr;

use kikitori_json::{FromJson, from_json_by_serde};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Millionths in one unit of a currency.
const MILLION: u64 = 1_000_000;
/// Digits after the point that a millionth has.
const PLACES: usize = 6;

/// An amount, in millionths of a unit of whatever currency the prices are in. In JSON it is a
/// text such as `"0.40"`.
///
/// ```
/// use kikitori_llm::Money;
/// let half: Money = "0.5".parse().unwrap();
/// assert_eq!(half, Money::from_millionths(500_000));
/// assert_eq!(half.to_string(), "0.50");
/// assert!("-1".parse::<Money>().is_err());
/// ```
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Money(u64);

from_json_by_serde!(Money);

/// A text that is no amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write an amount as digits with at most six after the point, such as 0.40")]
pub struct NotMoney;

impl Money {
    /// So many millionths of a unit.
    pub const fn from_millionths(millionths: u64) -> Self {
        Self(millionths)
    }

    /// The amount in millionths of a unit.
    pub fn millionths(self) -> u64 {
        self.0
    }

    /// Both together, or the largest amount there is.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left of it, down to nothing.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl FromStr for Money {
    type Err = NotMoney;

    fn from_str(text: &str) -> Result<Self, NotMoney> {
        let (units, rest) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let are_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
        let is_short = rest.len() <= PLACES && !(units.is_empty() && rest.is_empty());
        if !is_short || !are_digits(units) || !are_digits(rest) {
            return Err(NotMoney);
        }
        let digits = |text: &str| match text {
            "" => Ok(0),
            text => text.parse::<u64>().map_err(|_| NotMoney),
        };
        let fraction = digits(&format!("{rest:0<PLACES$}"))?;
        let whole = digits(units)?.checked_mul(MILLION).ok_or(NotMoney)?;
        whole.checked_add(fraction).map(Self).ok_or(NotMoney)
    }
}

impl TryFrom<String> for Money {
    type Error = NotMoney;

    fn try_from(text: String) -> Result<Self, NotMoney> {
        text.parse()
    }
}

impl From<Money> for String {
    fn from(money: Money) -> Self {
        money.to_string()
    }
}

impl fmt::Display for Money {
    /// At least two digits after the point, and as many more as the amount has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = format!("{:06}", self.0 % MILLION);
        let shown = fraction.trim_end_matches('0');
        write!(f, "{}.{shown:0<2}", self.0 / MILLION)
    }
}

/// What a model's tokens cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// A million tokens that the model reads.
    pub prompt: Money,
    /// A million tokens that it writes.
    pub completion: Money,
}

impl Price {
    /// What so many tokens cost, rounded up.
    pub fn of(self, prompt_tokens: u64, completion_tokens: u64) -> Money {
        cost(self.prompt, prompt_tokens).plus(cost(self.completion, completion_tokens))
    }

    /// The tokens that can be written for `amount`; without bound where they cost nothing.
    pub(crate) fn tokens_for(self, amount: Money) -> u64 {
        let tokens = u128::from(amount.0) * u128::from(MILLION);
        match u128::from(self.completion.0) {
            0 => u64::MAX,
            price => u64::try_from(tokens / price).unwrap_or(u64::MAX),
        }
    }
}

fn cost(per_million: Money, tokens: u64) -> Money {
    let millionths = u128::from(per_million.0) * u128::from(tokens);
    Money(u64::try_from(millionths.div_ceil(u128::from(MILLION))).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        let cases = [
            ("0", Some((0, "0.00"))),
            ("12", Some((12_000_000, "12.00"))),
            (" 0.4 ", Some((400_000, "0.40"))),
            (".5", Some((500_000, "0.50"))),
            ("1.", Some((1_000_000, "1.00"))),
            ("0.000001", Some((1, "0.000001"))),
            ("1.125", Some((1_125_000, "1.125"))),
            ("0.0000001", None),
            ("", None),
            (".", None),
            ("-1", None),
            ("1e3", None),
            ("+1", None),
            ("1.2.3", None),
            ("１", None),
            ("99999999999999999999", None),
            ("18446744073710", None),
        ];
        for (text, expected) in cases {
            let read = text.parse::<Money>().ok();
            assert_eq!(
                read.map(Money::millionths),
                expected.map(|it| it.0),
                "{text}"
            );
            let written = read.map(|it| it.to_string());
            assert_eq!(written.as_deref(), expected.map(|it| it.1), "{text}");
        }
    }

    #[test]
    fn tokens_cost_what_the_price_says_rounded_up() {
        let price = Price {
            prompt: Money(400_000),
            completion: Money(1_600_000),
        };
        for (prompt, completion, expected) in [
            (0, 0, 0),
            (1_000_000, 0, 400_000),
            (0, 1_000_000, 1_600_000),
            (1, 1, 1 + 2),
            (u64::MAX, u64::MAX, u64::MAX),
        ] {
            assert_eq!(price.of(prompt, completion), Money(expected));
        }
        assert_eq!(price.tokens_for(Money(1_600)), 1_000);
        let free = Price {
            prompt: Money(0),
            completion: Money(0),
        };
        assert_eq!(free.tokens_for(Money(0)), u64::MAX);
    }
}
