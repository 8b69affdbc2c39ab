//! Answers that are gone: taken back with one step, or no longer asked for.

use std::collections::BTreeMap;

use kikitori_interview::{FieldId, FieldOutcome, OutlineEntry};
use leptos::prelude::*;

use super::{Opening, Session};
use crate::components::gone::in_one_line;
use kikitori_parts::signals::set_if_new;

/// Answers that are gone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gone {
    /// Why they are.
    pub why: WhyGone,
    /// What became of each.
    pub fields: Vec<GoneField>,
}

/// Why answers are gone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum WhyGone {
    /// The person took their last step back.
    #[default]
    TakenBack,
    /// Another answer makes them needless.
    NotAsked,
}

/// What a field is not any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoneField {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    pub label: String,
    /// How its asking had ended; none where it had an answer and was still asked about.
    pub outcome: Option<FieldOutcome>,
    /// What it was, if it was something.
    pub was: Option<String>,
    /// What it is again, if it is something.
    pub is: Option<String>,
}

impl Session {
    /// Shows and reads out what is gone for this reason, where the fields were `before` what they are now.
    pub(super) fn show_gone(self, why: WhyGone, before: &[OutlineEntry]) {
        let fields = self.outline.with_untracked(|now| match why {
            WhyGone::TakenBack => differences(before, now),
            WhyGone::NotAsked => not_asked(before, now),
        });
        let is_open = self
            .opening
            .with_untracked(|opening| *opening == Opening::Open);
        if fields.is_empty() || !is_open {
            return;
        }
        let gone = Gone { why, fields };
        let told = untrack(|| in_one_line(self, &gone));
        self.page.announcement.update(|said| {
            // Behind what became of the answer that makes them needless.
            *said = match why {
                WhyGone::NotAsked if !said.is_empty() => format!("{said} {told}"),
                _ => told,
            };
        });
        self.gone.set(gone);
    }

    /// What is gone is old news once they go on.
    pub(super) fn forget_gone(self) {
        set_if_new(self.gone, Gone::default());
    }
}

fn differences(before: &[OutlineEntry], now: &[OutlineEntry]) -> Vec<GoneField> {
    let now: BTreeMap<&FieldId, &OutlineEntry> = now.iter().map(|it| (&it.field_id, it)).collect();
    let gone = before.iter().flat_map(|old| {
        let now = now.get(&old.field_id);
        let is = now.and_then(|it| it.value.clone());
        let is_same = is == old.value && now.is_none_or(|it| it.outcome == old.outcome);
        let was_something = old.value.is_some() || old.outcome.is_some();
        let is = is.filter(|is| old.value.as_ref() != Some(is));
        if !was_something || is_same {
            return Vec::new();
        }
        let pairs = match (&old.value, is) {
            // Of a list only what is another, line by line.
            (Some(was), Some(is)) if was.contains('\n') || is.contains('\n') => pairs(was, &is),
            (was, is) => vec![(was.clone(), is)],
        };
        let pairs = pairs.into_iter();
        let rows = pairs.map(|(was, is)| GoneField {
            was,
            is,
            ..gone_field(old)
        });
        rows.collect()
    });
    gone.collect()
}

/// The lines that a text has and another has not, beside those of the other that begin alike.
fn pairs(was: &str, is: &str) -> Vec<(Option<String>, Option<String>)> {
    let begins = |line: &str| line.split([',', '、']).next().unwrap_or(line).to_owned();
    let mut back: Vec<&str> = others(is, was);
    let mut pairs: Vec<_> = others(was, is)
        .into_iter()
        .map(|gone| {
            let place = back.iter().position(|it| begins(it) == begins(gone));
            let is = place.map(|place| back.remove(place).to_owned());
            (Some(gone.to_owned()), is)
        })
        .collect();
    pairs.extend(back.into_iter().map(|back| (None, Some(back.to_owned()))));
    match pairs.is_empty() {
        // One of two that are alike.
        true => vec![(Some(was.to_owned()), Some(is.to_owned()))],
        false => pairs,
    }
}

/// The lines of a text that another does not have.
fn others<'a>(text: &'a str, other: &str) -> Vec<&'a str> {
    let lines = text.lines();
    let lines = lines.filter(|line| !other.lines().any(|it| it == *line));
    lines.collect()
}

/// The answers of fields that are among the fields no more.
fn not_asked(before: &[OutlineEntry], now: &[OutlineEntry]) -> Vec<GoneField> {
    let is_there = |old: &OutlineEntry| now.iter().any(|it| it.field_id == old.field_id);
    let gone = before
        .iter()
        .filter(|old| old.value.is_some() && !is_there(old));
    gone.map(gone_field).collect()
}

fn gone_field(old: &OutlineEntry) -> GoneField {
    GoneField {
        field_id: old.field_id.clone(),
        label: old.label.clone(),
        outcome: old.outcome,
        was: old.value.clone(),
        is: None,
    }
}
