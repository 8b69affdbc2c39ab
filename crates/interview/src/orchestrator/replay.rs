//! A recorded conversation on another form: code's own decisions, made anew.
//!
//! No model is asked. What the recorded models reported of each message is checked as it was then,
//! against the form at hand; so is what the respondent put into fields by hand, and what else the
//! recording holds as an answer.

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_llm::{Message, ToolCall};

use super::hear::NotAnAnswer;
use super::{Limits, Orchestrator};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::locale::Locale;
use crate::message::SessionMessage;
use crate::state::MainSessionState;
use crate::tools::{Ask, Heard, HeardOutcome, InterviewTools, InterviewerContext};
use crate::value::Collected;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::StoredValue;
use kikitori_form::{FieldId, FormField, SessionForm};

/// What code makes of a recorded conversation.
pub(crate) struct Redone {
    /// The form as it is filled in by it.
    pub state: MainSessionState,
    /// What was reported last of a field and is no answer to it, with the words.
    pub not_taken: BTreeMap<FieldId, (NotAnAnswer, Option<String>)>,
}

/// Makes code's decisions about a recorded conversation anew, on `form`.
pub(crate) fn redone(
    recorded: &MainSessionState,
    form: SessionForm,
    tools: Rc<InterviewTools>,
    locale: Rc<dyn Locale>,
) -> Redone {
    let id = recorded.session_id.clone();
    let mut state = MainSessionState::new(id, form, recorded.page.clone(), recorded.created_at);
    state.bootstrap.clone_from(&recorded.bootstrap);
    state.translations.clone_from(&recorded.translations);
    state
        .translated_forms
        .clone_from(&recorded.translated_forms);
    state.updated_at = recorded.updated_at;
    let mut engine = Orchestrator::of(Rc::new(state), tools, locale, Limits::default());
    let mut not_taken = BTreeMap::new();
    for message in &recorded.messages {
        let state = Rc::make_mut(&mut engine.state);
        if let SessionMessage::Respondent(said) = message
            && let Some(page) = &said.data.input
        {
            state.page.clone_from(page);
        }
        state.messages.push(message.clone());
        for ask in engine.reports_in(message) {
            engine.take_settings(&ask);
            for heard in &ask.heard {
                engine.hear_again(heard, &mut not_taken);
            }
            engine.forget_settings();
        }
    }
    engine.take_what_nobody_reported(recorded, &mut not_taken);
    Redone {
        state: Rc::unwrap_or_clone(engine.state),
        not_taken,
    }
}

type NotTaken = BTreeMap<FieldId, (NotAnAnswer, Option<String>)>;

impl Orchestrator {
    /// The calls of `ask` in a message of the Interviewer's model.
    fn reports_in(&self, message: &SessionMessage) -> Vec<Ask> {
        let SessionMessage::Model {
            message: Message::Assistant(reply),
            ..
        } = message
        else {
            return Vec::new();
        };
        let read = |call: &ToolCall| {
            let (name, arguments) = (&call.function.name, &call.function.arguments);
            let mut context = InterviewerContext::default();
            // What was no call then is none now.
            let _ = self.tools.interviewer.call(name, arguments, &mut context);
            context.asked
        };
        reply.tool_calls.iter().filter_map(read).collect()
    }

    fn hear_again(&mut self, heard: &Heard, not_taken: &mut NotTaken) {
        let field = FieldId::new(&heard.field_id).and_then(|id| self.state.form.field(&id));
        // Lines stand for themselves, whoever read them.
        let is_group = |field: &&FormField| matches!(field.answer, AnswerType::Group(_));
        let Some(field) = field.filter(|it| !it.private && !is_group(it)).cloned() else {
            return;
        };
        let evidence = self.words_of(heard);
        let record = FieldRecord {
            evidence: evidence.into_iter().collect(),
            facts: heard.facts.clone(),
            missing: heard.missing.clone(),
            ..FieldRecord::new(None, RecordedBy::Conversation)
        };
        let ends_as = |outcome| FieldRecord {
            outcome: Some(outcome),
            refused: heard.outcome == HeardOutcome::Refused,
            missing: Vec::new(),
            ..record.clone()
        };
        let id = field.field_id.clone();
        let record = match heard.outcome {
            HeardOutcome::Answered => match self.answered(&field, heard, evidence, record) {
                Ok((_, record)) => record,
                Err(why) => {
                    let words = evidence.and_then(|it| self.state.evidence_text(&it));
                    let words = words.map(str::to_owned);
                    not_taken.insert(id, (why, words));
                    return;
                }
            },
            HeardOutcome::NotEnough => record,
            HeardOutcome::DoesNotKnow => ends_as(FieldOutcome::DoesNotKnow),
            HeardOutcome::Refused if field.required => ends_as(FieldOutcome::Declined),
            HeardOutcome::Refused | HeardOutcome::Skipped => ends_as(FieldOutcome::Skipped),
        };
        not_taken.remove(&id);
        let record = self.with_what_was_given(&field, record);
        self.record_field(id, record);
    }

    /// Takes from the recording what is reported in no call of `ask`: what was put in by hand, what
    /// code asked for, lines, and what a Reviewer found.
    fn take_what_nobody_reported(&mut self, recorded: &MainSessionState, not_taken: &mut NotTaken) {
        for field in self.state.form.fields.clone() {
            let id = &field.field_id;
            let Some(collected) = recorded.collected_fields.get(id) else {
                self.take_away_again(recorded, id);
                continue;
            };
            let is_reported = collected.by == RecordedBy::Conversation
                && (self.state.collected_fields.contains_key(id) || not_taken.contains_key(id));
            if is_reported {
                continue;
            }
            match self.checked_anew(&field, collected) {
                Ok(record) => {
                    not_taken.remove(id);
                    self.record_field(id.clone(), record);
                }
                Err(why) => {
                    let words = recorded.quoted(&collected.evidence);
                    let words = Some(words).filter(|it| !it.is_empty());
                    not_taken.insert(id.clone(), (why, words));
                }
            }
        }
    }

    /// Passes over what the respondent passed over by hand after they had answered it.
    fn take_away_again(&mut self, recorded: &MainSessionState, id: &FieldId) {
        let progress = recorded.field_progress.get(id);
        let had_value = progress.is_some_and(|it| it.before.is_some());
        let outcome = recorded.outcome_of(id).filter(|_| had_value);
        if let Some(outcome) = outcome
            && self.state.collected_fields.contains_key(id)
        {
            let record = FieldRecord::new(Some(outcome), RecordedBy::Entry);
            self.record_field(id.clone(), record);
        }
    }

    /// A recorded value as one of `field`.
    fn checked_anew(
        &self,
        field: &FormField,
        collected: &Collected,
    ) -> Result<FieldRecord, NotAnAnswer> {
        // It cannot fail: all that is in a value has its JSON.
        let normal = serde_json::to_value(&collected.value).unwrap_or_default();
        let checked = self.check(field, &normal, self.state.updated_at);
        let value = checked.map_err(NotAnAnswer::Refused)?.value;
        let is_told = collected.by == RecordedBy::Conversation && !collected.evidence.is_empty();
        if is_told
            && !field.private
            && let Some(unsaid) = self.not_said(field, &value, &collected.evidence)
        {
            return Err(NotAnAnswer::Unsaid(unsaid));
        }
        let is_same = value == collected.value;
        Ok(FieldRecord {
            value: Some(StoredValue(value)),
            said: collected.said.clone().filter(|_| is_same),
            evidence: collected.evidence.clone(),
            zone: collected.zone.clone(),
            ..FieldRecord::new(Some(FieldOutcome::Answered), collected.by)
        })
    }
}
