//! What became of fields: where the conversation tells it, and how it is read out.

use kikitori_form::file::answer::AnswerType;
use kikitori_interview::{FieldId, MainSessionState, Speaker, several};
use leptos::prelude::*;

use super::turn::{Recorded, pending};
use super::{Opening, Session, Turn};
use crate::components::place_line::place_in_words;
use crate::components::recorded::read_out;
use kikitori_parts::format::shortened;
use kikitori_parts::signals::set_if_new;

/// An answer is read out up to here: as a sign that it was taken, not to be heard again.
const READ_OUT_CHARS: usize = 80;

impl Session {
    /// The message that told last what became of a field, by its place in the conversation.
    pub fn told_by(self, field: &FieldId) -> Option<usize> {
        self.turns.with(|turns| {
            let mut turns = turns.iter().rev();
            let last = turns.find(|turn| turn.recorded.iter().any(|it| it.field_id == *field));
            last.map(|turn| turn.index)
        })
    }

    /// What became of a field last.
    pub fn last_record(self, field: &FieldId) -> Option<Recorded> {
        let of = |all: &[Recorded]| all.iter().find(|it| it.field_id == *field).cloned();
        let pending = self.pending.with(|pending| of(pending));
        pending.or_else(|| {
            self.turns
                .with(|turns| turns.iter().rev().find_map(|turn| of(&turn.recorded)))
        })
    }

    /// Whether what became of a field is told below the conversation: no message has told it yet, and the
    /// one that told of the field before is not the last that told of any. Nobody looks further up for it.
    pub fn is_told_below(self, field: &FieldId) -> bool {
        let is_pending = |it: &Vec<Recorded>| it.iter().any(|it| it.field_id == *field);
        let last = self.turns.with(|turns| {
            let mut turns = turns.iter().rev();
            let told = turns.find(|turn| !turn.recorded.is_empty());
            told.map(|turn| turn.index)
        });
        let told_by = self.told_by(field);
        self.pending.with(is_pending) && (told_by.is_none() || told_by != last)
    }

    /// Whether where they are became another place with what was said last.
    pub fn has_just_moved(self) -> bool {
        let turns = self.turns.with(Vec::len);
        // It is told with the message or before it.
        self.place_moved.get().is_some_and(|at| turns <= at + 1)
    }

    /// What the answer to a field was before it became what it is.
    pub fn changed_from(self, field: &FieldId) -> Option<String> {
        let entry = self.entry(field)?;
        entry.before.filter(|old| entry.value.as_ref() != Some(old))
    }

    /// What of an answer is gone in the one that it became. Of several things those that stay are left out,
    /// as nobody takes what is struck out for what still holds; of anything else it is the whole.
    pub fn gone_of(self, field: &FieldId, old: &str, new: &str) -> Option<String> {
        let form = self.form_file.get();
        let answer = form.field(field).map(|it| &it.answer);
        if !matches!(answer, Some(AnswerType::Choices(_))) {
            return Some(old.to_owned());
        }
        let ((before, between), (kept, _)) = (several(old), several(new));
        let gone = before.into_iter().filter(|it| !kept.contains(it));
        let gone: Vec<&str> = gone.collect();
        (!gone.is_empty()).then(|| gone.join(between))
    }

    /// What was recorded as it reads in the language of the interview, where that is known: messages tell it
    /// without knowing how other languages than English and Japanese write days and amounts.
    pub fn as_it_reads(self, recorded: &Recorded, told: &str) -> String {
        let id = &recorded.field_id;
        let known = match self.last_record(id) {
            Some(last) if last == *recorded => self.entry(id).and_then(|entry| entry.value),
            Some(last) if last.old == recorded.new => self.changed_from(id),
            _ => None,
        };
        known.unwrap_or_else(|| told.to_owned())
    }

    /// Shows what no message has told yet. What was put in by hand is read out at once, as nothing
    /// else need come of it.
    pub(super) fn show_pending(self, state: &MainSessionState) {
        let pending = pending(state);
        let is_by_hand = state.turn.as_ref().is_some_and(|turn| turn.by_hand);
        let known = self.pending.get_untracked();
        // What is read out is what became of it last, which these are.
        set_if_new(self.pending, pending.clone());
        if is_by_hand && self.is_open() {
            let fresh: Vec<Recorded> = pending
                .iter()
                .filter(|it| !known.contains(it))
                .cloned()
                .collect();
            if !fresh.is_empty() {
                let said = fresh.iter().map(|it| read_out(self, it, shorten));
                self.page
                    .announcement
                    .set(said.collect::<Vec<_>>().join(" "));
                self.read_out.update_value(|told| told.extend(fresh));
            }
        }
    }

    /// One announcement for all that the assistant has said at once, without what was read out.
    pub(super) fn announce(self, fresh: &[Turn]) {
        if !self.is_open() {
            return;
        }
        let mut told = Vec::new();
        self.read_out.update_value(|all| told = std::mem::take(all));
        let mut said = Vec::new();
        for turn in fresh
            .iter()
            .filter(|turn| turn.speaker == Speaker::Assistant)
        {
            let recorded = turn.recorded.iter().filter(|it| !told.contains(it));
            said.extend(recorded.map(|recorded| read_out(self, recorded, shorten)));
            said.push(turn.text.clone());
        }
        if untrack(|| self.has_just_moved()) {
            said.insert(0, untrack(|| place_in_words(self)));
        }
        if !said.is_empty() {
            self.page.announcement.set(said.join(" "));
        }
    }

    fn is_open(self) -> bool {
        self.opening
            .with_untracked(|opening| *opening == Opening::Open)
    }
}

fn shorten(text: &str) -> String {
    shortened(text, READ_OUT_CHARS).into_owned()
}
