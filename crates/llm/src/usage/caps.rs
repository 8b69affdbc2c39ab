//! Caps on usage.

use std::fmt;

use kikitori_json::FromJson;
use serde::Serialize;
use thiserror::Error;

use crate::usage::money::{Money, Price};
use crate::usage::totals::UsageTotals;

/// Tokens that one reply may have where there is a cap on them, reasoning included. A client asks
/// for fewer where an endpoint does not take as many.
pub(super) const LONGEST_REPLY: u64 = 8_192;
/// A reply that may have fewer tokens than this would only be cut off.
const SHORTEST_REPLY: u64 = 64;

/// The most that calls may use; what is absent has no cap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Caps {
    /// Calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// Tokens read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u64>,
    /// Tokens written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_tokens: Option<u64>,
    /// Tokens, read and written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

/// What a cap holds for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum CapScope {
    /// One run of an agent; the next run begins anew.
    Run,
    /// The whole session.
    Session,
}

/// What a cap is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum CapKind {
    /// Calls.
    Calls,
    /// Tokens read.
    PromptTokens,
    /// Tokens written.
    CompletionTokens,
    /// Tokens, read and written.
    Tokens,
    /// Money.
    Cost,
}

/// The next call would go over a cap, so it is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson, Error)]
#[serde(rename_all = "snake_case")]
pub enum BudgetExceeded {
    /// What was used, with what the next request needs at least, is more than the cap.
    #[error("{what} are capped at {limit}, and {used} are used")]
    Reached {
        /// What the cap is on.
        what: CapKind,
        /// The cap: calls, tokens, or millionths of a unit of money.
        limit: u64,
        /// What is used of it.
        #[serde(rename = "spent")]
        used: u64,
    },
    /// Money is capped, and nobody said what this model costs.
    #[error("money is capped, but the price of this model is not set")]
    NoPrice,
}

impl fmt::Display for CapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Calls => "model calls",
            Self::PromptTokens => "tokens read",
            Self::CompletionTokens => "tokens written",
            Self::Tokens => "tokens",
            Self::Cost => "costs (in millionths)",
        })
    }
}

impl Caps {
    /// The narrower of both, cap by cap.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        fn narrower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            match (one, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            }
        }
        Self {
            calls: narrower(self.calls, other.calls),
            prompt_tokens: narrower(self.prompt_tokens, other.prompt_tokens),
            completion_tokens: narrower(self.completion_tokens, other.completion_tokens),
            tokens: narrower(self.tokens, other.tokens),
            cost: narrower(self.cost, other.cost),
        }
    }

    /// Whether they bound the tokens of one reply.
    pub fn bounds_replies(self) -> bool {
        self.completion_tokens.is_some() || self.tokens.is_some() || self.cost.is_some()
    }

    /// Lets a request of `prompt_tokens` pass if it fits under every cap after what was `used`.
    /// Answers the bound on its reply: `max_tokens`, or the tokens that are left.
    ///
    /// The request's own tokens are an estimate, and a server may ignore the bound on its
    /// reply: so a cap can be overrun by what one request was underestimated, and none is sent
    /// after that. What a killed tab had under way is not counted.
    ///
    /// # Errors
    /// [`BudgetExceeded`] when it does not fit.
    ///
    /// ```
    /// use kikitori_llm::{Caps, UsageTotals};
    /// let caps = Caps { calls: Some(1), completion_tokens: Some(500), ..Caps::default() };
    /// assert_eq!(caps.admit(UsageTotals::default(), None, 20, None), Ok(Some(500)));
    /// let used = UsageTotals { calls: 1, ..UsageTotals::default() };
    /// assert!(caps.admit(used, None, 20, None).is_err());
    /// ```
    pub fn admit(
        self,
        used: UsageTotals,
        price: Option<Price>,
        prompt_tokens: u64,
        max_tokens: Option<u64>,
    ) -> Result<Option<u64>, BudgetExceeded> {
        let fits = |what, used: u64, needed: u64, limit: Option<u64>| match limit {
            Some(limit) if used.saturating_add(needed) > limit => {
                Err(BudgetExceeded::Reached { what, limit, used })
            }
            _ => Ok(()),
        };
        fits(CapKind::Calls, used.calls, 1, self.calls)?;
        fits(
            CapKind::PromptTokens,
            used.prompt_tokens,
            prompt_tokens,
            self.prompt_tokens,
        )?;
        let mut longest: Option<u64> = None;
        let mut bound = |left: u64| {
            longest = Some(longest.map_or(left, |longest| longest.min(left)));
        };
        if let Some(limit) = self.cost {
            let price = price.ok_or(BudgetExceeded::NoPrice)?;
            let needed = price.of(prompt_tokens, SHORTEST_REPLY).millionths();
            let cap = Some(limit.millionths());
            fits(CapKind::Cost, used.cost.millionths(), needed, cap)?;
            let left = limit.minus(used.cost).minus(price.of(prompt_tokens, 0));
            bound(price.tokens_for(left));
        }
        if let Some(limit) = self.tokens {
            let both = used.prompt_tokens.saturating_add(used.completion_tokens);
            let needed = prompt_tokens.saturating_add(SHORTEST_REPLY);
            fits(CapKind::Tokens, both, needed, Some(limit))?;
            bound(limit.saturating_sub(both).saturating_sub(prompt_tokens));
        }
        if let Some(limit) = self.completion_tokens {
            let written = used.completion_tokens;
            let what = CapKind::CompletionTokens;
            fits(what, written, SHORTEST_REPLY, Some(limit))?;
            bound(limit.saturating_sub(written));
        }
        let longest = longest.map(|longest| longest.min(LONGEST_REPLY));
        Ok(match (max_tokens, longest) {
            (Some(asked), Some(longest)) => Some(asked.min(longest)),
            (asked, longest) => asked.or(longest),
        })
    }
}
