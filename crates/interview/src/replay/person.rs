//! The person of a recording, who is asked again: says what they said of a field when it is asked
//! for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::field::{FieldOutcome, RecordedBy};
use crate::message::{PageContext, SessionMessage};
use crate::orchestrator::Entry;
use crate::state::MainSessionState;
use kikitori_form::{FieldId, FormField};

/// What they do when they are asked for a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Act {
    /// They say this, as they did at that time.
    Say {
        text: String,
        at: u64,
        page: PageContext,
    },
    /// They put this in by hand, as they did.
    PutIn(Entry),
    /// The recording has nothing that may be said, or nothing more.
    Nothing,
}

/// The person of a recording.
pub(super) struct Person<'a> {
    recorded: &'a MainSessionState,
    /// What they said when they were asked for a field, and did not say again yet.
    answers: BTreeMap<FieldId, VecDeque<Act>>,
    /// Fields that were asked for.
    asked: BTreeSet<FieldId>,
}

impl<'a> Person<'a> {
    /// The one of this recording.
    pub fn of(recorded: &'a MainSessionState) -> Self {
        let mut answers: BTreeMap<FieldId, VecDeque<Act>> = BTreeMap::new();
        for message in &recorded.messages {
            // What was put in by hand is put in by hand again.
            if let SessionMessage::Respondent(said) = message
                && let Some(field) = said.field_id.as_ref().filter(|_| !said.entered)
            {
                let page = said.data.input.clone().unwrap_or_default();
                let (text, at) = (said.text.clone(), said.at);
                let answers = answers.entry(field.clone()).or_default();
                answers.push_back(Act::Say { text, at, page });
            }
        }
        Self {
            recorded,
            answers,
            asked: BTreeSet::new(),
        }
    }

    /// What they do when they are asked for `field`.
    pub fn asked_for(&mut self, field: &FormField) -> Act {
        let id = &field.field_id;
        let is_first = self.asked.insert(id.clone());
        if self.is_kept_back(field) {
            return Act::Nothing;
        }
        if let Some(said) = self.answers.get_mut(id).and_then(VecDeque::pop_front) {
            return said;
        }
        match is_first {
            true => self.volunteered(id),
            false => Act::Nothing,
        }
    }

    /// Whether what they said of the field was for no model, and would be told to one now.
    pub fn is_kept_back(&self, field: &FormField) -> bool {
        let recorded = self.recorded.form.field(&field.field_id);
        recorded.is_some_and(|it| it.private) && !field.private
    }

    /// What they gave of a field that they were not asked for.
    fn volunteered(&self, id: &FieldId) -> Act {
        let recorded = self.recorded;
        let Some(collected) = recorded.collected_fields.get(id) else {
            return match recorded.outcome_of(id) {
                Some(FieldOutcome::Skipped) => Act::PutIn(Entry::Skip),
                Some(FieldOutcome::DoesNotKnow) => Act::PutIn(Entry::DoesNotKnow),
                Some(FieldOutcome::Declined) => Act::PutIn(Entry::Decline),
                Some(FieldOutcome::Answered | FieldOutcome::Unresolved) | None => Act::Nothing,
            };
        };
        let words = recorded.quoted(&collected.evidence);
        let first = collected.evidence.first();
        let message = first.and_then(|it| recorded.messages.get(it.message)?.shown());
        match message.filter(|_| collected.by == RecordedBy::Conversation && !words.is_empty()) {
            Some(message) => Act::Say {
                text: words,
                at: message.at,
                page: message.data.input.clone().unwrap_or_default(),
            },
            // It cannot fail: all that is in a value has its JSON.
            None => Act::PutIn(Entry::Value(
                serde_json::to_value(&collected.value).unwrap_or_default(),
            )),
        }
    }
}
