//! What the respondent's words are worth as an answer: code's own check.

use serde_json::Value as Json;
use std::time::Duration;

use super::{Orchestrator, history};
use crate::message::SessionMessage;
use crate::value::Evidence;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{
    CheckContext, Checked, Refusal, Told, Value, check, is_of_the_clock, told_by_clock,
};
use kikitori_form::{FieldId, FormField, dates, narrow_letter};

impl Orchestrator {
    /// Checks what is typed or clicked into a field, as it is checked when it is taken.
    ///
    /// # Errors
    /// [`Refusal`], which says what to do.
    pub fn check_entry(&self, field: &FieldId, input: &Json) -> Result<Checked, Refusal> {
        match self.state.form.field(field) {
            Some(field) => self.check(field, input, self.state.updated_at),
            None => Err(Refusal::WrongKind),
        }
    }

    /// Checks an answer that was given at this time.
    pub(super) fn check(
        &self,
        field: &FormField,
        input: &Json,
        at_ms: u64,
    ) -> Result<Checked, Refusal> {
        // Options are known by what they are called in a translation too.
        let shown = self.state.shown_field(&field.field_id);
        let answer = shown.as_ref().map_or(&field.answer, |shown| &shown.answer);
        let checked = self.in_context(at_ms, |context| check(answer, input, context));
        checked.unwrap_or(Err(Refusal::WrongKind))
    }

    /// The same of an answer of which another part is known or still to come: `ease` asks for less.
    pub(super) fn check_part(
        &self,
        field: &FormField,
        input: &Json,
        at_ms: u64,
        ease: impl FnOnce(&mut AnswerType),
    ) -> Result<Checked, Refusal> {
        let shown = self.state.shown_field(&field.field_id);
        let mut answer = shown.map_or_else(|| field.answer.clone(), |shown| shown.answer);
        ease(&mut answer);
        let checked = self.in_context(at_ms, |context| check(&answer, input, context));
        checked.unwrap_or(Err(Refusal::WrongKind))
    }

    /// Does something with what answers that were given at this time are checked against.
    pub(super) fn in_context<T>(
        &self,
        at_ms: u64,
        with: impl FnOnce(&CheckContext<'_>) -> T,
    ) -> Option<T> {
        let told = self.settings_told.borrow();
        let country = told.country.as_ref();
        let country = country.or(self.state.bootstrap.country.as_ref());
        let language = told.language.as_ref();
        let today = self.iso_day(at_ms);
        let today = today.as_deref().and_then(dates::from_iso);
        let today = today.or_else(|| dates::from_iso("1970-01-01"));
        let mut today = today?;
        if self.iso_day(at_ms).is_none() {
            // Nobody knows where they are: the day at Greenwich.
            let since = Duration::from_millis(at_ms);
            today = today.checked_add(since).unwrap_or(today);
        }
        let context = CheckContext {
            today,
            language: language.map_or(self.state.language(), |tag| tag.as_str()),
            country: country.map(|country| country.as_str()),
            fold: &|text| self.locale.fold(text),
            fits: &|pattern, text| self.locale.fits(pattern, text),
        };
        Some(with(&context))
    }

    /// Checks what a model says that the answer is, told in the words of `evidence`. A day or a time
    /// is judged as [`told_by_clock`] judges it, in lines too.
    pub(super) fn check_said(
        &self,
        field: &FormField,
        value: Option<&str>,
        evidence: &Evidence,
    ) -> Result<Checked, Refusal> {
        let state = &self.state;
        let words = state.evidence_text(evidence).unwrap_or_default().trim();
        let message = state.messages.get(evidence.message);
        let at = message
            .and_then(SessionMessage::shown)
            .map_or(state.updated_at, |message| message.at);
        if is_of_the_clock(&field.answer) {
            let recorded = state.collected_fields.get(&field.field_id);
            let before = self.told_before(field, evidence);
            let told = Told {
                words,
                asked: self.asked_before(evidence).unwrap_or_default(),
                before: &before,
                recorded: recorded.map(|it| &it.value),
            };
            let checked = self.in_context(at, |context| {
                told_by_clock(&field.answer, told, value, context)
            });
            return checked.unwrap_or(Err(Refusal::WrongKind)).map(|it| it.0);
        }
        let Some(value) = value else {
            return self.check(field, &Json::from(words), at);
        };
        let mut checked = self.check(field, &as_input(field, value), at)?;
        if let (AnswerType::Phone(_), Value::Phone(number)) = (&field.answer, &checked.value) {
            // As they wrote it, with its hyphens.
            let pieces = words.split(|it| !is_of_phone(it)).map(str::trim);
            let mut pieces = pieces.filter(|it| it.chars().count() > 4);
            let is_it = |piece: &&str| {
                let read = self.check(field, &Json::from(*piece), at);
                read.is_ok_and(|read| read.value == Value::Phone(number.clone()))
            };
            let written = pieces.find(is_it).map(str::to_owned);
            checked.said = written.or(checked.said);
        }
        Ok(checked)
    }

    /// Where a model may have seen only a part of the words that a text rests on, its wording would
    /// lose the rest: then the whole messages are the answer.
    pub(super) fn own_words(&self, field: &FormField, evidence: &mut [Evidence]) -> Option<Value> {
        let is_text = matches!(
            field.answer,
            AnswerType::LongText(_) | AnswerType::ShortText(_)
        );
        let mut was_cut = false;
        for evidence in evidence.iter_mut().filter(|_| is_text) {
            let message = self.state.messages.get(evidence.message);
            let Some(message) = message.and_then(SessionMessage::shown) else {
                continue;
            };
            if history::is_cut(&message.text, self.context_tokens()) {
                was_cut = true;
                (evidence.start, evidence.end) = (0, message.text.len());
            }
        }
        was_cut.then(|| Value::Text(self.state.quoted(evidence)))
    }

    /// The day that it is for the respondent, as ISO 8601 writes it.
    fn iso_day(&self, at_ms: u64) -> Option<String> {
        let (state, page) = (&self.state, &self.state.page);
        let told = self.settings_told.borrow();
        let settled = told.zone.as_ref().or(state.bootstrap.timezone.as_ref());
        let zone = settled.or(page.time_zone.as_ref());
        let local_time = zone
            .and_then(|zone| self.locale.local_time(zone, at_ms))
            .or_else(|| page.local_time.clone())?;
        // With the weekday before it.
        let from_day = local_time.rsplit(' ').next()?;
        from_day.get(..10).map(str::to_owned)
    }
}

/// Whether phone numbers are written with it.
fn is_of_phone(letter: char) -> bool {
    let narrow = narrow_letter(letter);
    narrow.is_ascii_digit() || "+-() ./ー".contains(narrow)
}

/// Lists and lines are told as JSON.
fn as_input(field: &FormField, value: &str) -> Json {
    let takes_json = matches!(
        field.answer,
        AnswerType::Choices(_) | AnswerType::Address(_) | AnswerType::Group(_)
    );
    let json = takes_json
        .then(|| serde_json::from_str::<Json>(value).ok())
        .flatten()
        .filter(Json::is_array);
    json.unwrap_or_else(|| Json::from(value))
}
