//! Accumulated usage and cost.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::protocol::request::Completion;
use crate::usage::money::{Money, Price};

/// Accumulated usage and cost of model calls, of one run or of a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageTotals {
    /// Requests that were sent, those that failed too.
    pub calls: u64,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Money, for calls whose price was known.
    #[serde(skip_serializing_if = "is_default")]
    pub cost: Money,
    /// Whether a server did not count, so that a part of the tokens is an estimate.
    #[serde(skip_serializing_if = "is_default")]
    pub estimated: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl UsageTotals {
    /// Usage of a request that was answered. What its server did not count is estimated;
    /// `prompt` answers its own tokens then.
    pub fn answered(
        reply: &Completion,
        price: Option<Price>,
        prompt: impl FnOnce() -> u64,
    ) -> Self {
        let usage = reply.usage.as_ref();
        let read = usage.map_or(0, |usage| usage.prompt_tokens);
        let written = usage.map_or(0, |usage| usage.completion_tokens);
        let estimate = reply.estimated_tokens();
        let counted = read > 0 && (written > 0 || estimate == 0);
        let read = if read > 0 { read } else { prompt() };
        let written = if written > 0 { written } else { estimate };
        Self {
            estimated: !counted,
            ..Self::of_call(read, written, price)
        }
    }

    pub(crate) fn of_call(
        prompt_tokens: u64,
        completion_tokens: u64,
        price: Option<Price>,
    ) -> Self {
        let cost = price.map(|it| it.of(prompt_tokens, completion_tokens));
        Self {
            calls: 1,
            prompt_tokens,
            completion_tokens,
            cost: cost.unwrap_or_default(),
            estimated: false,
        }
    }

    /// What is left of it without `other`, down to nothing.
    #[must_use]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self {
            calls: self.calls.saturating_sub(other.calls),
            prompt_tokens: self.prompt_tokens.saturating_sub(other.prompt_tokens),
            completion_tokens: self
                .completion_tokens
                .saturating_sub(other.completion_tokens),
            cost: self.cost.minus(other.cost),
            estimated: self.estimated,
        }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls.saturating_add(other.calls),
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self
                .completion_tokens
                .saturating_add(other.completion_tokens),
            cost: self.cost.plus(other.cost),
            estimated: self.estimated || other.estimated,
        }
    }
}
