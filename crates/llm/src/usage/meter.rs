//! What model calls came to, and the caps that no call may take it over.

use std::cell::RefCell;
use std::fmt;

use futures::channel::oneshot;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::{ChatRequest, Completion};
use crate::usage::money::{Money, Price};
use kikitori_ports::TransportError;

/// Tokens that one reply may have where there is a cap on them, reasoning included. A client asks
/// for fewer where an endpoint does not take as many.
const LONGEST_REPLY: u64 = 8_192;
/// A reply that may have fewer tokens than this would only be cut off.
const SHORTEST_REPLY: u64 = 64;

/// What calls of a model came to, of one run or of a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageTotals {
    /// Calls, those that failed too. What a client sends again by itself is one call.
    pub calls: u64,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Money, for calls whose price was known.
    pub cost: Money,
    /// Whether a server did not count, so that a part of the tokens is an estimate.
    pub estimated: bool,
}

impl UsageTotals {
    /// What a call came to that was answered. What its server did not count is estimated;
    /// `prompt` answers the tokens of its request then ([`ChatRequest::estimated_tokens`]).
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

    /// What a call came to that was stopped, or whose reply is of no use. `error` says why it is
    /// not; none stands for a call that a person stopped. Where a server had begun to work on it,
    /// the request counts as read. `written` are the tokens that arrived, by estimate, and `bound`
    /// is what the reply might have had, which counts where it was reached.
    pub fn given_up(
        error: Option<&LlmError>,
        price: Option<Price>,
        written: u64,
        bound: Option<u64>,
        prompt: impl FnOnce() -> u64,
    ) -> Self {
        let written = match error {
            Some(
                LlmError::Status { .. } | LlmError::Transport(TransportError::Unreachable { .. }),
            ) => {
                return Self::of_call(0, 0, price);
            }
            Some(LlmError::TokenLimit) => written.max(bound.unwrap_or(0)),
            _ => written,
        };
        Self {
            estimated: true,
            ..Self::of_call(prompt(), written, price)
        }
    }

    fn of_call(prompt_tokens: u64, completion_tokens: u64, price: Option<Price>) -> Self {
        let cost = price.map(|it| it.of(prompt_tokens, completion_tokens));
        Self {
            calls: 1,
            prompt_tokens,
            completion_tokens,
            cost: cost.unwrap_or_default(),
            estimated: false,
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

/// What calls may come to at most; what is absent has no cap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

/// What a cap is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapKind {
    /// Calls.
    Calls,
    /// Tokens read.
    PromptTokens,
    /// Tokens written.
    CompletionTokens,
    /// Money.
    Cost,
}

/// The next call would go over a cap, so it is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum BudgetExceeded {
    /// What was spent, with what the next call needs at least, is more than the cap.
    #[error("{what} are capped at {limit}, and {spent} are used")]
    Reached {
        /// What the cap is on.
        what: CapKind,
        /// The cap: calls, tokens, or millionths of a unit of money.
        limit: u64,
        /// What is used of it.
        spent: u64,
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
            cost: narrower(self.cost, other.cost),
        }
    }

    /// Lets `request` pass if it fits under every cap after what was `spent`, and holds its reply
    /// to the tokens that are left.
    ///
    /// The request's own tokens are an estimate, and a server may not heed the bound on its
    /// reply: so a cap can be overrun by what one call was underestimated, and no call begins
    /// after that. What a killed tab had under way is not counted.
    ///
    /// # Errors
    /// [`BudgetExceeded`] when it does not fit.
    ///
    /// ```
    /// use kikitori_llm::{Caps, ChatRequest, Message, UsageTotals};
    /// let caps = Caps { calls: Some(1), completion_tokens: Some(500), ..Caps::default() };
    /// let mut request = ChatRequest { messages: vec![Message::user("Hello")], ..Default::default() };
    /// caps.admit(UsageTotals::default(), None, &mut request).unwrap();
    /// assert_eq!(request.max_tokens, Some(500));
    /// let spent = UsageTotals { calls: 1, ..UsageTotals::default() };
    /// assert!(caps.admit(spent, None, &mut request).is_err());
    /// ```
    pub fn admit(
        self,
        spent: UsageTotals,
        price: Option<Price>,
        request: &mut ChatRequest,
    ) -> Result<(), BudgetExceeded> {
        let fits = |what, spent: u64, needed: u64, limit: Option<u64>| match limit {
            Some(limit) if spent.saturating_add(needed) > limit => {
                Err(BudgetExceeded::Reached { what, limit, spent })
            }
            _ => Ok(()),
        };
        fits(CapKind::Calls, spent.calls, 1, self.calls)?;
        let mut longest = None;
        if self.prompt_tokens.is_some() || self.cost.is_some() {
            let prompt = request.estimated_tokens();
            fits(
                CapKind::PromptTokens,
                spent.prompt_tokens,
                prompt,
                self.prompt_tokens,
            )?;
            if let Some(limit) = self.cost {
                let price = price.ok_or(BudgetExceeded::NoPrice)?;
                let needed = price.of(prompt, SHORTEST_REPLY).millionths();
                let used = spent.cost.millionths();
                fits(CapKind::Cost, used, needed, Some(limit.millionths()))?;
                let left = limit.minus(spent.cost).minus(price.of(prompt, 0));
                longest = Some(price.tokens_for(left));
            }
        }
        if let Some(limit) = self.completion_tokens {
            let used = spent.completion_tokens;
            fits(CapKind::CompletionTokens, used, SHORTEST_REPLY, Some(limit))?;
            let left = limit.saturating_sub(used);
            longest = Some(longest.map_or(left, |longest| longest.min(left)));
        }
        if let Some(longest) = longest {
            let longest = longest.min(LONGEST_REPLY);
            let asked = request.max_tokens.unwrap_or(longest);
            request.max_tokens = Some(asked.min(longest));
        }
        Ok(())
    }
}

/// Counts calls that may be under way side by side, and holds them to [`Caps`] together.
#[derive(Debug, Default)]
pub struct Meter {
    caps: Caps,
    price: Option<Price>,
    counts: RefCell<Counts>,
    /// Those who wait for a call to end.
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
}

#[derive(Debug, Default)]
struct Counts {
    spent: UsageTotals,
    /// What calls that are under way may come to.
    reserved: UsageTotals,
}

impl Meter {
    /// A meter that goes on from what was `spent` before.
    pub fn new(caps: Caps, price: Option<Price>, spent: UsageTotals) -> Self {
        Self {
            caps,
            price,
            counts: RefCell::new(Counts {
                spent,
                ..Counts::default()
            }),
            waiting: RefCell::default(),
        }
    }

    /// What the calls came to that have ended.
    pub fn spent(&self) -> UsageTotals {
        self.counts.borrow().spent
    }

    /// Lets a call pass, as [`Caps::admit`] does. Those that are under way count as if their
    /// replies were as long as they may be; a call that fits only without them waits for them.
    ///
    /// # Errors
    /// [`BudgetExceeded`] when it does not fit after what was spent.
    pub async fn reserve(
        &self,
        request: &mut ChatRequest,
    ) -> Result<Reservation<'_>, BudgetExceeded> {
        loop {
            let (spent, reserved) = {
                let counts = self.counts.borrow();
                (counts.spent, counts.reserved)
            };
            let mut admitted = request.clone();
            let fits = self
                .caps
                .admit(spent.plus(reserved), self.price, &mut admitted);
            if fits.is_ok() {
                *request = admitted;
                return Ok(self.reserved_for(request));
            }
            self.caps.admit(spent, self.price, &mut admitted)?;
            let (ended, end) = oneshot::channel();
            self.waiting.borrow_mut().push(ended);
            // It is dropped only with the meter.
            let _ = end.await;
        }
    }

    fn reserved_for(&self, request: &ChatRequest) -> Reservation<'_> {
        let prompt_tokens = request.estimated_tokens();
        let completion_tokens = request.max_tokens.unwrap_or(0);
        let reserved = UsageTotals::of_call(prompt_tokens, completion_tokens, self.price);
        let mut counts = self.counts.borrow_mut();
        counts.reserved = counts.reserved.plus(reserved);
        Reservation {
            meter: self,
            reserved,
            written: 0,
            is_settled: false,
        }
    }
}

/// A call that is under way. One that is dropped counts as stopped.
#[derive(Debug)]
pub struct Reservation<'a> {
    meter: &'a Meter,
    reserved: UsageTotals,
    written: u64,
    is_settled: bool,
}

impl Reservation<'_> {
    /// Takes note of what has arrived of the reply, in case there is no more of it.
    pub fn heard(&mut self, delta: &Delta) {
        self.written += delta.estimated_tokens();
    }

    /// Counts what came of the call, and answers what this one came to.
    pub fn settle(mut self, outcome: Result<&Completion, &LlmError>) -> UsageTotals {
        let read = self.reserved.prompt_tokens;
        let this = match outcome {
            Ok(reply) => UsageTotals::answered(reply, self.meter.price, || read),
            Err(error) => self.given_up(Some(error)),
        };
        self.count(this);
        this
    }

    fn given_up(&self, error: Option<&LlmError>) -> UsageTotals {
        let (read, bound) = (self.reserved.prompt_tokens, self.reserved.completion_tokens);
        let price = self.meter.price;
        UsageTotals::given_up(error, price, self.written, Some(bound), || read)
    }

    fn count(&mut self, this: UsageTotals) {
        self.is_settled = true;
        let mut counts = self.meter.counts.borrow_mut();
        let (all, mine) = (counts.reserved, self.reserved);
        counts.reserved = UsageTotals {
            calls: all.calls.saturating_sub(mine.calls),
            prompt_tokens: all.prompt_tokens.saturating_sub(mine.prompt_tokens),
            completion_tokens: all.completion_tokens.saturating_sub(mine.completion_tokens),
            cost: all.cost.minus(mine.cost),
            estimated: false,
        };
        counts.spent = counts.spent.plus(this);
        drop(counts);
        for waiting in self.meter.waiting.take() {
            // One that waits no more has gone.
            let _ = waiting.send(());
        }
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if !self.is_settled {
            self.count(self.given_up(None));
        }
    }
}

#[cfg(test)]
#[path = "meter_tests.rs"]
mod tests;
