//! Whether the words of an answer are the respondent's, or what somebody made of them.

use super::Orchestrator;
use crate::field::RecordedBy;
use crate::message::{SessionMessage, Speaker};
use crate::tools::{Heard, HeardOutcome};
use crate::value::Evidence;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Chosen, Value, unsaid};
use kikitori_form::{FieldId, FormField};

impl Orchestrator {
    /// Whether a recorded text says in other words what the respondent said: a summary, a
    /// translation, a name in full. They are shown their own words beside it.
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
            && self
                .unsaid_in(field, &collected.value, &collected.evidence)
                .is_some()
    }

    /// What of a short text they did not say. A long one sums up.
    pub(super) fn short_text_unsaid(
        &self,
        field: &FormField,
        value: &Value,
        evidence: &[Evidence],
    ) -> Option<String> {
        let is_short = !matches!(
            field.answer,
            AnswerType::LongText(_) | AnswerType::Address(_)
        );
        is_short.then(|| self.unsaid_in(field, value, evidence))?
    }

    /// A short text that a model insists on although they did not say it: only they know whether it
    /// is meant.
    pub(super) fn unconfirmed(&self, heard: &Heard) -> Option<(FieldId, String)> {
        let field = FieldId::new(&heard.field_id).and_then(|id| self.state.form.field(&id))?;
        let is_said = heard.outcome == HeardOutcome::Answered && !field.private;
        let (quote, value) = (heard.quote.as_deref()?, heard.value.as_deref()?);
        let evidence = crate::quotes::locate(quote, &self.state.messages).filter(|_| is_said)?;
        let checked = self.check_said(field, Some(value), &evidence).ok()?;
        self.short_text_unsaid(field, &checked.value, &[evidence])?;
        Some((field.field_id.clone(), checked.value.to_string()))
    }

    /// The first words of a value that they said neither where it is told nor when they were asked
    /// for it, and that they were not asked about.
    fn unsaid_in(&self, field: &FormField, value: &Value, evidence: &[Evidence]) -> Option<String> {
        let texts: Vec<&str> = match value {
            Value::Text(text) => vec![text],
            Value::Address(lines) => lines.iter().map(String::as_str).collect(),
            Value::Choice(Chosen::Other(text)) => vec![text],
            Value::Choices(all) => all
                .iter()
                .filter_map(|it| match it {
                    Chosen::Other(text) => Some(text.as_str()),
                    Chosen::Option(_) => None,
                })
                .collect(),
            _ => return None,
        };
        let state = &self.state;
        let progress = state.field_progress.get(&field.field_id);
        let before = progress.iter().flat_map(|it| &it.evidence);
        let quoted = evidence.iter().chain(before);
        let mut said: Vec<&str> = quoted.filter_map(|it| state.evidence_text(it)).collect();
        let answers = state.chat_about(&field.field_id);
        let answers = answers.filter(|it| it.speaker == Speaker::Respondent && !it.private);
        said.extend(answers.map(|it| it.text.as_str()));
        said.extend(evidence.iter().filter_map(|it| self.asked_before(it)));
        let fold = |text: &str| self.locale.fold(text);
        texts.into_iter().find_map(|text| {
            let unsaid_here = unsaid(text, &said, &fold)?;
            // It may be the same as another answer.
            let others = state.collected_fields.iter();
            let mut others = others
                .filter(|(id, _)| **id != field.field_id && !self.is_private(id))
                .map(|(_, it)| it.value.to_string());
            let is_known = others.any(|it| unsaid(text, &[&it], &fold).is_none());
            (!is_known).then(|| unsaid_here.to_owned())
        })
    }

    /// The question that these words answer.
    pub(super) fn asked_before(&self, evidence: &Evidence) -> Option<&str> {
        let messages = self.state.messages.get(..evidence.message)?;
        let mut shown = messages.iter().rev().filter_map(SessionMessage::shown);
        let asked = shown.find(|it| it.speaker == Speaker::Assistant)?;
        Some(&asked.text)
    }
}

/// What a model is told that reports words which they did not say.
pub(super) fn told_unsaid(unsaid: &str) -> String {
    format!(
        "they did not say “{unsaid}” of it. Give it in their words, and quote all of them that it \
        rests on; or else it is not enough: ask whether that is meant"
    )
}
