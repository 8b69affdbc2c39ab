//! Private values in messages about something else: no model is sent those either.

use super::Orchestrator;
use crate::message::SessionMessage;
use crate::orchestrator::order::WhatIf;
use crate::update::SessionUpdate;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Pick, Picked, filled, is_named_before, is_plain, pick};
use kikitori_form::{FieldId, FormField};

/// So many letters and digits at least has a value that is found again in a message.
const LEAST: usize = 5;

/// What a message tells of a private field.
enum Told {
    /// Its value, with the field named before it.
    Value(Picked),
    /// What may be its value, or was told of it before.
    Perhaps,
}

impl Orchestrator {
    /// The private field that a message tells of although it is not asked for.
    pub(in crate::orchestrator) fn tells_privately(&self, text: &str, at: u64) -> Option<FieldId> {
        let asked = self.state.asked_fields();
        let private = self.state.form.fields.iter().filter(|field| {
            field.private && asked.contains(&field.field_id) && self.lines_of(field).is_none()
        });
        let told: Vec<_> = private
            .filter_map(|field| Some((field, self.told_of(field, text, at)?)))
            .collect();
        // Who sends what was given back once more has read why.
        let is_insisted_on = self.state.given_back.as_deref() == Some(text.trim());
        let value = told.iter().find(|(_, told)| matches!(told, Told::Value(_)));
        let found = value.or_else(|| told.first().filter(|_| !is_insisted_on));
        found.map(|(field, _)| field.field_id.clone())
    }

    /// Keeps what the last message tells of a private field, and gives the rest back; all of it where
    /// nobody can tell whether it is the field's.
    pub(super) fn hear_told(&mut self, field: &FormField) {
        let messages = self.state.messages.iter().enumerate();
        let said = messages
            .rev()
            .find_map(|(position, message)| match message {
                SessionMessage::Respondent(said) => Some((position, said.text.clone(), said.at)),
                _ => None,
            });
        let Some((message, text, at)) = said else {
            return;
        };
        if let Some(Told::Value(picked)) = self.told_of(field, &text, at) {
            return self.take_picked(field, message, picked);
        }
        self.emit(SessionUpdate::GivenBack {
            rest: text.trim().to_owned(),
        });
        let label = self.state.label_of(&field.field_id).unwrap_or_default();
        let text = filled(self.word(|it| it.may_be_private), [label.to_owned()]);
        let field_id = self.asked_field().map(|asked| asked.field_id.clone());
        self.emit(SessionUpdate::OwnQuestion {
            field_id,
            text,
            suggestions: Vec::new(),
            stands_in: false,
            tells_heard: false,
        });
    }

    fn told_of(&self, field: &FormField, text: &str, at: u64) -> Option<Told> {
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        let found = self.in_context(at, |context| pick(text, shown, context))?;
        if let Pick::One(picked) = found
            && picked.is_plain
        {
            let fold = |text: &str| self.locale.fold(text);
            let others = self.state.form.fields.iter().filter(|it| !it.private);
            let is_named = |field: &FormField| is_named_before(field, text, picked.start, &fold);
            if is_named(field) && !others.clone().any(is_named) {
                return Some(Told::Value(picked));
            }
            let record = self.state.collected_fields.get(&field.field_id);
            let is_recorded = record.is_some_and(|it| it.value == picked.checked.value);
            let is_awaited = self.state.open_if(&WhatIf::new()).contains(&field.field_id);
            let kind = std::mem::discriminant(&field.answer);
            let mut kinds = others.map(|it| std::mem::discriminant(&it.answer));
            let is_only = is_contact(&field.answer) && !kinds.any(|it| it == kind);
            if is_recorded || (is_awaited && is_only) {
                return Some(Told::Perhaps);
            }
        }
        self.repeats(field, text).then_some(Told::Perhaps)
    }

    /// Whether a message has the words of what is recorded of a private field.
    fn repeats(&self, field: &FormField, text: &str) -> bool {
        let Some(recorded) = self.state.collected_fields.get(&field.field_id) else {
            return false;
        };
        let evidence = recorded.evidence.iter();
        let words = evidence.filter_map(|it| self.state.evidence_text(it));
        let written = recorded.value.to_string();
        let mut values = words.chain([written.as_str()]);
        let text = text.to_ascii_lowercase();
        values.any(|value| {
            let value = value.trim().to_ascii_lowercase();
            is_telling(&value) && has_whole(&text, &value)
        })
    }
}

/// Whether an answer is an address at which somebody is reached.
fn is_contact(answer: &AnswerType) -> bool {
    matches!(answer, AnswerType::Email(_) | AnswerType::Phone(_))
}

/// Whether a value stands in no other message by chance: a number of some length, an address, or several
/// words.
fn is_telling(value: &str) -> bool {
    let length = value.chars().filter(|it| it.is_alphanumeric()).count();
    length >= LEAST && (is_plain(value) || value.split_whitespace().nth(1).is_some())
}

/// Whether a value stands in a text, and not in the middle of a longer one.
fn has_whole(text: &str, value: &str) -> bool {
    let is_within = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
    text.match_indices(value).any(|(at, found)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let after = text
            .get(at + found.len()..)
            .and_then(|it| it.chars().next());
        !is_within(before) && !is_within(after)
    })
}
