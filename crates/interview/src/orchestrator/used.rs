//! What an interview has used of its bounds, for whoever shows it.

use kikitori_form::FieldId;
use kikitori_llm::Money;

use super::Orchestrator;
use crate::interview::call_limits;

/// What was used of something, and the most that may be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used<T> {
    /// So much by now.
    pub used: T,
    /// The most; none where there is no bound.
    pub limit: Option<T>,
}

/// What an interview has used of its bounds: the narrower ones of the form and of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsedBounds {
    /// Questions that asked about something again.
    pub follow_ups: Used<u32>,
    /// Calls of a model.
    pub calls: Used<u64>,
    /// Tokens, read and written.
    pub tokens: Used<u64>,
    /// Tokens read.
    pub prompt_tokens: Used<u64>,
    /// Tokens written.
    pub completion_tokens: Used<u64>,
    /// Money, where the model's price is known.
    pub cost: Used<Money>,
}

impl<T: PartialOrd> Used<T> {
    /// Whether more may be used.
    pub fn has_left(&self) -> bool {
        self.limit.as_ref().is_none_or(|limit| self.used < *limit)
    }
}

impl Orchestrator {
    /// What was used of the interview's bounds. Those of each field stand in the
    /// [outline](Self::outline).
    pub fn used_bounds(&self) -> UsedBounds {
        let caps = call_limits(self.limits, &self.state.form).session_caps;
        let spent = &self.state.spent;
        let budget = self.state.form.budget.as_ref();
        let follow_ups = budget.and_then(|budget| budget.follow_ups);
        let follow_ups = follow_ups.map_or(self.limits.max_interview_follow_ups, |most| most.0);
        let used = |used, limit| Used { used, limit };
        UsedBounds {
            follow_ups: Used {
                used: self.state.follow_ups,
                limit: Some(follow_ups),
            },
            calls: used(spent.calls, caps.calls),
            tokens: used(
                spent.prompt_tokens.saturating_add(spent.completion_tokens),
                caps.tokens,
            ),
            prompt_tokens: used(spent.prompt_tokens, caps.prompt_tokens),
            completion_tokens: used(spent.completion_tokens, caps.completion_tokens),
            cost: Used {
                used: spent.cost,
                limit: caps.cost,
            },
        }
    }

    /// How often a field was asked about again, and may be.
    pub(super) fn follow_ups_of(&self, field_id: &FieldId) -> Used<u32> {
        let progress = self.state.field_progress.get(field_id);
        let field = self.state.form.field(field_id);
        let of_form = field.and_then(|field| field.follow_ups);
        Used {
            used: progress.map_or(0, |progress| progress.follow_ups),
            limit: Some(of_form.unwrap_or(self.limits.max_follow_ups)),
        }
    }
}
