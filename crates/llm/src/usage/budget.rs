//! Caps on what model calls may use, and what models cost.

use std::collections::BTreeMap;

use kikitori_json::FromJson;
use serde::Serialize;

use crate::usage::caps::Caps;
use crate::usage::money::Price;

/// Caps and a table of prices, as a site's owner ships them and as a person sets them.
///
/// ```
/// use kikitori_llm::Budget;
/// let budget: Budget = serde_json::from_str(r#"{
///     "caps": {"calls": 200, "cost": "1.50"},
///     "prices": {"small": {"prompt": "0.40", "completion": "1.60"}}
/// }"#).unwrap();
/// let price = budget.price_of("small").unwrap();
/// assert_eq!(price.of(1_000_000, 0).to_string(), "0.40");
/// assert_eq!(budget.price_of("large"), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Caps on the calls of one session, or of one question to the help desk.
    pub caps: Caps,
    /// What a million tokens of each model cost, by the name that requests use, in one currency.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub prices: BTreeMap<String, Price>,
}

impl Budget {
    /// What tokens of `model` cost, where the table has it.
    pub fn price_of(&self, model: &str) -> Option<Price> {
        self.prices.get(model).copied()
    }

    /// This budget within another: the narrower cap of each, and this table's price before the
    /// other's.
    #[must_use]
    pub fn within(mut self, other: Self) -> Self {
        self.caps = self.caps.and(other.caps);
        for (model, price) in other.prices {
            self.prices.entry(model).or_insert(price);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str) -> Result<Budget, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_no_budget_is_refused_with_its_place() {
        for (text, said) in [
            (r#"{"cap": {}}"#, "unknown field `cap`"),
            (r#"{"caps": {"call": 1}}"#, "unknown field `call`"),
            (r#"{"caps": {"calls": -1}}"#, "invalid value"),
            (r#"{"caps": {"cost": "-1"}}"#, "digits"),
            (
                r#"{"prices": {"m": {"prompt": "1"}}}"#,
                "missing field `completion`",
            ),
        ] {
            let error = budget(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        assert_eq!(budget("{}"), Ok(Budget::default()));
    }

    #[test]
    fn the_narrower_cap_and_the_own_price_count() {
        let own = budget(
            r#"{"caps": {"calls": 5}, "prices": {"a": {"prompt": "1", "completion": "1"}}}"#,
        );
        let owners = budget(
            r#"{"caps": {"calls": 9, "cost": "2"}, "prices": {
                "a": {"prompt": "7", "completion": "7"}, "b": {"prompt": "3", "completion": "3"}}}"#,
        );
        let both = budget(
            r#"{"caps": {"calls": 5, "cost": "2"}, "prices": {
                "a": {"prompt": "1", "completion": "1"}, "b": {"prompt": "3", "completion": "3"}}}"#,
        );
        assert_eq!(own.and_then(|own| Ok(own.within(owners?))), both);
    }
}
