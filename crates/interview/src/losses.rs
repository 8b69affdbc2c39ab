//! What of a session was lost to records that cannot be read, in the person's terms.

use kikitori_journal::{Damage, DamageReason};

/// How much of a session is missing, each as a number of records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Losses {
    /// Steps: each may have held an answer, a question or what became of them.
    pub steps: u64,
    /// Messages, of a session as older pages stored it.
    pub messages: u64,
    /// Answers to fields, of such a session.
    pub answers: u64,
    /// What is shown nowhere but in the record of tool calls, or not at all.
    pub others: u64,
}

impl Losses {
    /// What this damage cost.
    pub(crate) fn of(damage: &[Damage]) -> Self {
        let mut losses = Self::default();
        for Damage { key, reason } in damage {
            let records = match reason {
                DamageReason::Unreadable(_) => 1,
                DamageReason::Missing { records } => *records,
            };
            // `session/<id>/<part>/…`
            let part = key.split('/').nth(2).unwrap_or_default();
            let lost = match part {
                "journal" => &mut losses.steps,
                "message" => &mut losses.messages,
                "field" => &mut losses.answers,
                _ => &mut losses.others,
            };
            *lost = lost.saturating_add(records);
        }
        losses
    }

    /// Whether nothing is missing.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
