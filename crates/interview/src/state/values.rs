//! The values of a session's fields: where they stand, and as people read them.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::values::{Formats, NoFormats, Value as FormValue, in_words};

use super::MainSessionState;
use crate::lines::{Line, LineSheet, count_in_words, count_with_todo};
use crate::locale::language_of;
use crate::message::{SessionMessage, Speaker};
use crate::value::{Collected, Evidence, RecordedValue, ValueSource};

/// Whether a number is written in words: an extension has one.
fn is_spelled_out(said: &str) -> bool {
    let words = said.split(|it: char| !it.is_alphabetic());
    words.filter(|it| it.chars().nth(2).is_some()).count() > 2
}

impl MainSessionState {
    /// The words that a value rests on, if they are there.
    pub fn evidence_text(&self, evidence: &Evidence) -> Option<&str> {
        let message = self.messages.get(evidence.message)?.shown()?;
        message.text.get(evidence.start..evidence.end)
    }

    /// The value of a field as people who read `language` are shown it, written as `formats` knows.
    pub fn value_shown(
        &self,
        field: &FieldId,
        language: &str,
        formats: &dyn Formats,
    ) -> Option<String> {
        let collected = self.collected_fields.get(field)?;
        Some(self.collected_in_words(field, collected, language, formats))
    }

    /// The value that a field had before it was changed last, as [`Self::value_shown`] tells it.
    pub fn value_before(
        &self,
        field: &FieldId,
        language: &str,
        formats: &dyn Formats,
    ) -> Option<String> {
        let before = self.field_progress.get(field)?.before.as_ref()?;
        let collected = self.value_at(field, before)?;
        Some(self.collected_in_words(field, &collected, language, formats))
    }

    /// A value as people read it: a phone number as it was given, a time with its zone.
    pub(crate) fn collected_in_words(
        &self,
        field: &FieldId,
        collected: &Collected,
        language: &str,
        formats: &dyn Formats,
    ) -> String {
        let shown = self.shown_field(field);
        let text = match shown {
            Some(field) => in_words(&collected.value, &field.answer, language, formats),
            None => collected.value.to_string(),
        };
        match (&collected.value, &collected.said, &collected.zone) {
            // Digits that were spelled out are digits.
            (FormValue::Phone(_), Some(said), _) if !is_spelled_out(said) => said.clone(),
            (FormValue::DateTime(_) | FormValue::Time(_), _, Some(zone)) => {
                match language_of(language).as_str() {
                    "ja" => format!("{text}（{zone}）"),
                    _ => format!("{text} ({zone})"),
                }
            }
            _ => text,
        }
    }

    /// The value of a field as messages tell it: of lines only how many there are.
    pub(crate) fn value_told(&self, field: &FieldId, language: &str) -> Option<String> {
        let collected = self.collected_fields.get(field)?;
        let told = self.told_in_words(field, collected, language);
        let todo = self
            .lines
            .get(field)
            .map_or(0, |sheet| sheet.todo().count());
        match &collected.value {
            FormValue::Group(whole) if todo > 0 => {
                Some(count_with_todo(whole.len() + todo, todo, language))
            }
            _ => Some(told),
        }
    }

    /// What a field holds or held, in a few words.
    pub(crate) fn told_in_words(
        &self,
        field: &FieldId,
        collected: &Collected,
        language: &str,
    ) -> String {
        match (&collected.value, self.lines.get(field)) {
            (FormValue::Group(lines), Some(_)) if !lines.is_empty() => {
                count_in_words(lines.len(), language)
            }
            // It is made of the state alone, the same on every platform.
            _ => self.collected_in_words(field, collected, language, &NoFormats),
        }
    }

    /// The words by which a field was passed over, if it was in words.
    pub fn words_of_passing_over(&self, field: &FieldId) -> Option<String> {
        let progress = self.field_progress.get(field)?;
        // Who takes an answer back says what there is no more.
        if !progress.taken_back.is_empty() {
            return None;
        }
        let words = self.words_meant(field, &progress.passed_over).join("\n");
        Some(words).filter(|words| !words.is_empty())
    }

    /// The words that a line came from, and below them those that corrected it.
    pub fn words_of_line(&self, sheet: &LineSheet, line: &Line) -> Option<String> {
        let corrections = sheet.corrections.iter();
        let corrections = corrections.filter(|it| it.number == line.number);
        let words = line.source.into_iter();
        let words: Vec<Evidence> = words.chain(corrections.map(|it| it.words)).collect();
        let words = self.words_of_lines_meant(self.words_of(&words));
        Some(words).filter(|words| !words.is_empty())
    }

    /// What is to be asked about a line, in the language that is spoken, or else in English.
    pub fn missing_of_line(&self, line: &Line, group: &Group) -> Vec<String> {
        line.sentences_by(group, self.language(), &|english| {
            self.own_sentence(english)
        })
    }

    /// A private value that another one replaces, or that is taken out, is withheld like the one that is recorded.
    fn withhold_before(&mut self, field: &FieldId, new: Option<&Collected>) {
        let is_private = self.form.field(field).is_some_and(|it| it.private);
        let before = self.collected_fields.get(field).filter(|_| is_private);
        let Some(before) = before.filter(|before| new.is_none_or(|it| it.value != before.value))
        else {
            return;
        };
        let before = [Some(before.value.to_string()), before.said.clone()];
        let progress = self.field_progress.entry(field.clone()).or_default();
        for value in before.into_iter().flatten() {
            if !progress.withheld.contains(&value) {
                progress.withheld.push(value);
            }
        }
    }

    /// Sets where the value of a field stands, and with it the value.
    pub(crate) fn set_value(&mut self, field: &FieldId, source: Option<ValueSource>) {
        let value = source.as_ref().and_then(|it| self.value_at(field, it));
        self.withhold_before(field, value.as_ref());
        self.take_words_back(field, value.as_ref());
        match value {
            Some(value) => self.collected_fields.insert(field.clone(), value),
            None => self.collected_fields.remove(field),
        };
        match source {
            Some(source) => self.value_sources.insert(field.clone(), source),
            None => self.value_sources.remove(field),
        };
    }

    pub(crate) fn value_at(&self, field: &FieldId, source: &ValueSource) -> Option<Collected> {
        match source {
            ValueSource::Review { run_step } => {
                let value = self.review_on_record(*run_step)?.field_value?;
                Some(Collected::text(value))
            }
            ValueSource::OwnWords { messages } => {
                let said = self.messages.iter().take(*messages);
                let said = said.filter_map(SessionMessage::shown).filter(|message| {
                    message.speaker == Speaker::Respondent
                        && message.field_id.as_ref() == Some(field)
                });
                let said: Vec<&str> = said.map(|message| message.text.as_str()).collect();
                Some(Collected::text(said.join("\n")))
            }
            ValueSource::Text(text) => Some(Collected::text(text.clone())),
            ValueSource::Lines { by } => {
                let sheet = self.lines.get(field)?;
                Some(Collected {
                    value: sheet.value()?,
                    said: None,
                    evidence: sheet.evidence(),
                    zone: None,
                    by: *by,
                })
            }
            ValueSource::Recorded(RecordedValue {
                value,
                said,
                evidence,
                zone,
                by,
            }) => Some(Collected {
                value: match value {
                    Some(value) => value.0.clone(),
                    None => FormValue::Text(self.quoted(evidence)),
                },
                said: said.clone(),
                evidence: evidence.clone(),
                zone: zone.clone(),
                by: *by,
            }),
        }
    }

    /// The words that a value rests on, as they are shown and leave with it: without private values that
    /// were recorded since, and once where a part of them was quoted again.
    pub fn words_of(&self, evidence: &[Evidence]) -> Vec<String> {
        let is_within = |it: &&Evidence, other: &Evidence| {
            let (starts, ends) = (other.start <= it.start, it.end <= other.end);
            other.message == it.message && starts && ends && other != *it
        };
        let whole = evidence
            .iter()
            .filter(|it| !evidence.iter().any(|other| is_within(it, other)));
        let words = whole.filter_map(|it| Some((it.message, self.evidence_text(it)?)));
        let shown = words.map(|(message, words)| self.as_sent(message, words.trim()).into_owned());
        shown.collect()
    }

    /// The words that a value rests on, one below the other.
    pub(crate) fn quoted(&self, evidence: &[Evidence]) -> String {
        let words = evidence.iter().filter_map(|it| self.evidence_text(it));
        words.map(str::trim).collect::<Vec<_>>().join("\n")
    }
}
