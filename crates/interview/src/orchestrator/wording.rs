//! Whether an answer is what the respondent said, or what somebody made of it.

use super::Orchestrator;
use crate::field::{FieldRecord, RecordedBy};
use crate::message::{SessionMessage, Speaker};
use crate::tools::{Heard, HeardOutcome};
use crate::value::Evidence;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::lines::Confidence;
use kikitori_form::values::{
    Chosen, Grounds, Told, Value, grounds, in_words, is_of_the_clock, is_spoken_of, left_open_by,
    lost_unnamed, tells_of_health, told_by_clock, unnamed, unsaid, unsaid_but_for_endings,
};
use kikitori_form::{FieldId, FormField};

impl Orchestrator {
    /// Whether a recorded answer is not plainly what the respondent said: a summary, a translation, a
    /// number that somebody has reckoned, an option that fits their words. They are shown their own
    /// words beside it.
    pub(super) fn is_reworded(&self, field: &FieldId) -> bool {
        let collected = self.state.collected_fields.get(field);
        let collected = collected.filter(|it| it.by == RecordedBy::Conversation);
        let (Some(collected), Some(field)) = (collected, self.state.form.field(field)) else {
            return false;
        };
        let is_quoted = || match &collected.value {
            Value::Text(text) => *text == self.state.quoted(&collected.evidence),
            _ => false,
        };
        let has_words = !field.private && !collected.evidence.is_empty();
        has_words
            && !is_quoted()
            && (self
                .unsaid_in(field, &collected.value, &collected.evidence, false, unsaid)
                .is_some()
                || self.grounds_of(field, &collected.value, &collected.evidence) != Grounds::Said)
    }

    /// What of an answer they did not say: of a short text its first words, a value that is another one
    /// than their words say. A long text sums up. Who is asked whether they have none of something may
    /// say yes, and of several choices one may be taken away: those are marked only.
    pub(super) fn not_said(
        &self,
        field: &FormField,
        value: &Value,
        evidence: &[Evidence],
    ) -> Option<String> {
        let is_short = !matches!(
            field.answer,
            AnswerType::LongText(_) | AnswerType::Address(_)
        );
        let is_strict = matches!(
            value,
            Value::Number(_)
                | Value::Rating(_)
                | Value::Choice(Chosen::Option(_))
                | Value::Email(_)
                | Value::Phone(_)
                | Value::Url(_)
        );
        if let Some(unnamed) = self.unnamed_in(field, value, evidence) {
            return Some(unnamed);
        }
        let is_another = is_strict && self.grounds_of(field, value, evidence) == Grounds::OtherSaid;
        match is_another {
            true => Some(self.shown_to_them(field, value)),
            false => is_short.then(|| {
                let language = self.state.language();
                self.unsaid_in(field, value, evidence, true, |text, said, fold| {
                    unsaid_but_for_endings(text, said, language, fold)
                })
            })?,
        }
    }

    /// What they chose of several options before.
    fn chosen_before(&self, field: &FormField) -> Vec<Chosen> {
        let state = &self.state;
        let progress = state.field_progress.get(&field.field_id);
        let before = progress.and_then(|it| state.value_at(&field.field_id, it.before.as_ref()?));
        let recorded = state.collected_fields.get(&field.field_id);
        let known = recorded.into_iter().chain(before.as_ref());
        let known = known.flat_map(|it| match &it.value {
            Value::Choices(known) => known.as_slice(),
            _ => &[],
        });
        known.cloned().collect()
    }

    /// The option of several that they named by no word, although they named others.
    pub(super) fn unnamed_in(
        &self,
        field: &FormField,
        value: &Value,
        evidence: &[Evidence],
    ) -> Option<String> {
        let state = &self.state;
        let shown = state.shown_field(&field.field_id)?;
        let (Value::Choices(chosen), AnswerType::Choices(answer)) = (value, &shown.answer) else {
            return None;
        };
        let known = self.chosen_before(field);
        let said = self.said_of(field, evidence);
        let own = state.form.own_language();
        self.in_context(state.updated_at, |context| {
            unnamed(answer, chosen, &known, &said, own, context).map(str::to_owned)
        })?
    }

    /// What a model is told whose report takes options away that their message does not name.
    pub(super) fn loses_unnamed(
        &self,
        field: &FormField,
        value: &Value,
        record: &FieldRecord,
    ) -> Option<String> {
        let state = &self.state;
        let recorded = state.collected_fields.get(&field.field_id)?;
        let (Value::Choices(chosen), Value::Choices(known)) = (value, &recorded.value) else {
            return None;
        };
        let shown = state.shown_field(&field.field_id);
        let AnswerType::Choices(answer) = &shown.as_ref().unwrap_or(field).answer else {
            return None;
        };
        // What they have said since it was recorded: they may have named it a message before.
        let progress = state.field_progress.get(&field.field_id);
        let since = progress.and_then(|it| it.settled_by).or(state.said_last());
        let rests_on = |at: usize| record.evidence.iter().any(|it| it.message == at);
        let is_since = |at: usize| since.is_some_and(|since| since <= at) || rests_on(at);
        let was_told_in = |at: usize| recorded.evidence.iter().any(|it| it.message == at);
        let messages = state.messages.iter().enumerate();
        let messages = messages.filter(|(at, _)| is_since(*at) && !was_told_in(*at));
        let messages = messages.filter_map(|(_, it)| match it {
            SessionMessage::Respondent(said) if !said.private => Some(said.text.as_str()),
            _ => None,
        });
        let said: Vec<&str> = messages.collect();
        let lost = self.in_context(state.updated_at, |context| {
            lost_unnamed(answer, chosen, known, &said, context)
        })?;
        (!lost.is_empty()).then(|| {
            format!(
                "this takes away {}, of which they said nothing: `value` is all that they chose, with \
                the new; or the same once more if they want only this",
                quoted_list(&lost)
            )
        })
    }

    /// The words that a value rests on.
    fn said_in<'a>(&'a self, evidence: &'a [Evidence]) -> impl Iterator<Item = &'a str> {
        let evidence = evidence.iter();
        evidence.filter_map(|it| self.state.evidence_text(it))
    }

    /// What a model is told whose value tells of somebody's health, which the form keeps private and the words that it
    /// rests on do not tell.
    pub(super) fn tells_of_health_besides(
        &self,
        value: &Value,
        evidence: &[Evidence],
    ) -> Option<String> {
        let Value::Text(text) = value else {
            return None;
        };
        let fold = |text: &str| self.locale.fold(text);
        let tells = |text: &str| !tells_of_health(text, &fold).is_empty();
        let mut said = self.said_in(evidence);
        // A long text is looked at only where the form keeps it.
        let is_besides = self.state.keeps_health_private() && tells(text) && !said.any(tells);
        is_besides.then(|| {
            "it tells of somebody's health, which no word of its quote does and which the program keeps: leave that out"
                .to_owned()
        })
    }

    /// What a model is told whose text names a private field, which the words that it rests on do not.
    pub(super) fn names_private_besides(
        &self,
        value: &Value,
        evidence: &[Evidence],
    ) -> Option<String> {
        let Value::Text(text) = value else {
            return None;
        };
        let fold = |text: &str| self.locale.fold(text);
        let private = self.state.form.fields.iter().filter(|it| it.private);
        let mut names = private.filter(|field| {
            let shown = self.state.shown_field(&field.field_id);
            let shown = shown.as_ref().unwrap_or(field);
            let is_named = |text: &str| is_spoken_of(shown, text, &fold);
            is_named(text) && !self.said_in(evidence).any(is_named)
        });
        names.next().map(|field| {
            format!(
                "it speaks of {}, which no word of its quote does and which the program keeps: leave that out",
                field.field_id
            )
        })
    }

    /// What a model is told once whose report makes a day or a time of words that leave it open.
    pub(super) fn made_definite(&self, field: &FormField, record: &FieldRecord) -> Option<String> {
        if !is_of_the_clock(&field.answer) {
            return None;
        }
        let mut said = self.said_in(&record.evidence);
        let fold = |text: &str| self.locale.fold(text);
        let hedge = said.find_map(|it| left_open_by(it, &fold))?;
        Some(format!(
            "their words leave it open (“{hedge}”): not_enough, with what is missing; or the same once more if they \
             mean it for certain"
        ))
    }

    fn shown_to_them(&self, field: &FormField, value: &Value) -> String {
        let shown = self.state.shown_field(&field.field_id);
        let answer = shown.as_ref().map_or(&field.answer, |it| &it.answer);
        in_words(value, answer, self.state.language(), &*self.locale)
    }

    /// What their words say of a value that is no text.
    fn grounds_of(&self, field: &FormField, value: &Value, evidence: &[Evidence]) -> Grounds {
        let is_text = matches!(
            value,
            Value::Text(_) | Value::Address(_) | Value::Group(_) | Value::Choice(Chosen::Other(_))
        );
        let Some(last) = evidence.last().filter(|_| !is_text) else {
            return Grounds::Said;
        };
        let state = &self.state;
        let id = &field.field_id;
        let before = state.field_progress.get(id);
        let before = before.and_then(|it| state.value_at(id, it.before.as_ref()?));
        let recorded = state.collected_fields.get(id);
        let recorded = recorded.filter(|it| it.value != *value);
        let words = state.evidence_text(last).unwrap_or_default();
        let message = state.messages.get(last.message);
        let at = message
            .and_then(SessionMessage::shown)
            .map_or(state.updated_at, |message| message.at);
        let shown = state.shown_field(id);
        let answer = shown.as_ref().map_or(&field.answer, |it| &it.answer);
        let called = state.label_of(id).unwrap_or_default();
        if is_of_the_clock(answer) {
            let told_before = self.told_before(field, last);
            let told = Told {
                words,
                asked: self.asked_before(last).unwrap_or_default(),
                before: &told_before,
                recorded: recorded.or(before.as_ref()).map(|it| &it.value),
            };
            let value = value.to_string();
            let sure = self.in_context(at, |context| {
                told_by_clock(answer, told, Some(&value), context).map(|it| it.1)
            });
            return match sure {
                Some(Ok(Confidence::High | Confidence::Medium)) => Grounds::Said,
                _ => Grounds::Unclear,
            };
        }
        let known = before.iter().chain(recorded);
        let known: Vec<String> = known.map(|it| it.value.to_string()).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let others = self.other_values(id);
        let mut around = self.said_of(field, evidence);
        around.extend(
            known
                .iter()
                .copied()
                .chain(others.iter().map(String::as_str)),
        );
        self.in_context(at, |context| {
            grounds(answer, value, called, words, (&around, &known), context)
        })
        .unwrap_or(Grounds::Unclear)
    }

    /// What a model insists on although they did not say it, as they are shown it: only they know
    /// whether it is meant.
    pub(super) fn unconfirmed(&self, heard: &Heard) -> Option<(FieldId, String)> {
        let field = FieldId::new(&heard.field_id).and_then(|id| self.state.form.field(&id))?;
        let is_said = heard.outcome == HeardOutcome::Answered && !field.private;
        let (quote, value) = (heard.quote.as_deref()?, heard.value.as_deref()?);
        let evidence = crate::quotes::locate(quote, &self.state.messages).filter(|_| is_said)?;
        let checked = self.check_said(field, Some(value), &evidence).ok()?;
        self.not_said(field, &checked.value, &[evidence])?;
        let shown = self.shown_to_them(field, &checked.value);
        Some((field.field_id.clone(), shown))
    }

    /// What they said of a field, here and before, and the questions that this answers.
    fn said_of(&self, field: &FormField, evidence: &[Evidence]) -> Vec<&str> {
        let state = &self.state;
        let progress = state.field_progress.get(&field.field_id);
        let before = progress.iter().flat_map(|it| &it.evidence);
        let quoted = evidence.iter().chain(before);
        let mut said: Vec<&str> = quoted.filter_map(|it| state.evidence_text(it)).collect();
        let messages = state.chat();
        let answers = messages.filter(|it| it.field_id.as_ref() == Some(&field.field_id));
        let answers = answers.filter(|it| it.speaker == Speaker::Respondent && !it.private);
        said.extend(answers.map(|it| it.text.as_str()));
        said.extend(evidence.iter().filter_map(|it| self.asked_before(it)));
        said
    }

    /// The values of other fields that models are told.
    fn other_values(&self, field: &FieldId) -> Vec<String> {
        let others = self.state.collected_fields.iter();
        let others = others.filter(|(id, _)| *id != field && !self.is_private(id));
        others.map(|(_, it)| it.value.to_string()).collect()
    }

    /// The first words of a value that they said neither where it is told nor when they were asked
    /// for it, and that they were not asked about, as `unsaid` tells them. What may be the same as another
    /// answer is let pass where `known` counts: of the same name somebody else may be meant, so that it is
    /// never called theirs.
    fn unsaid_in(
        &self,
        field: &FormField,
        value: &Value,
        evidence: &[Evidence],
        known: bool,
        unsaid: impl for<'a> Fn(&'a str, &[&str], &dyn Fn(&str) -> String) -> Option<&'a str>,
    ) -> Option<String> {
        let before = self.chosen_before(field);
        let texts: Vec<&str> = match value {
            Value::Text(text) => vec![text],
            Value::Address(lines) => lines.iter().map(String::as_str).collect(),
            Value::Choice(Chosen::Other(text)) => vec![text],
            Value::Choices(all) => all
                .iter()
                .filter(|it| !before.contains(it))
                .filter_map(|it| match it {
                    Chosen::Other(text) => Some(text.as_str()),
                    Chosen::Option(_) => None,
                })
                .collect(),
            _ => return None,
        };
        let mut said = self.said_of(field, evidence);
        // Who corrects a part of it has said the rest before.
        let recorded = self.state.collected_fields.get(&field.field_id);
        said.extend(recorded.filter(|_| known).and_then(|it| match &it.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        }));
        let fold = |text: &str| self.locale.fold(text);
        texts.into_iter().find_map(|text| {
            let unsaid_here = unsaid(text, &said, &fold)?;
            let mut others = self.other_values(&field.field_id).into_iter();
            let is_known = known && others.any(|it| unsaid(text, &[&it], &fold).is_none());
            (!is_known).then(|| unsaid_here.to_owned())
        })
    }

    /// What they said of a field before these words, which was not enough or is a part of its answer.
    pub(super) fn told_before(&self, field: &FormField, words: &Evidence) -> String {
        let state = &self.state;
        let progress = state.field_progress.get(&field.field_id);
        let recorded = state.collected_fields.get(&field.field_id);
        let told = progress.into_iter().flat_map(|it| &it.evidence);
        let told = told.chain(recorded.into_iter().flat_map(|it| &it.evidence));
        let told: Vec<Evidence> = told.filter(|it| *it != words).copied().collect();
        state.quoted(&told)
    }

    /// The question that these words answer.
    pub(super) fn asked_before(&self, evidence: &Evidence) -> Option<&str> {
        let messages = self.state.messages.get(..evidence.message)?;
        let mut shown = messages.iter().rev().filter_map(SessionMessage::shown);
        let asked = shown.find(|it| it.speaker == Speaker::Assistant)?;
        Some(&asked.text)
    }
}

fn quoted_list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|it| format!("“{it}”")).collect();
    quoted.join(", ")
}

/// What a model is told that reports an option which they did not name.
pub(super) fn told_unnamed(option: &str) -> String {
    format!(
        "no word of theirs names “{option}”, as others are named: report those without it, and ask whether it \
         is meant too if it may be"
    )
}

/// What a model is told that reports words which they did not say.
pub(super) fn told_unsaid(unsaid: &str) -> String {
    format!(
        "they did not say “{unsaid}” of it. Give it in their words, and quote all of them that it \
        rests on; or else it is not enough: ask whether that is meant"
    )
}
