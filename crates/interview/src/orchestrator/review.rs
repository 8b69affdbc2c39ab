//! From a review's start to what it changes.

use super::Orchestrator;
use super::hear::REFUSALS;
use super::wording::told_unsaid;
use crate::agent_kind::AgentKind;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::message::Speaker;
use crate::quotes::locate_parts;
use crate::state::SubSession;
use crate::tools::{FollowUp, ReviewResult};
use crate::update::{ReviewOf, SessionUpdate};
use crate::value::Evidence;
use kikitori_form::values::{StoredValue, Value};
use kikitori_form::{FieldId, FormField};

impl Orchestrator {
    /// Starts a Reviewer in a sub-session of its own, beside whoever is at work.
    pub(super) fn start_review(&mut self, field_id: FieldId, early: bool) {
        let review = ReviewOf {
            field_id,
            waiting_call: None,
            lines: None,
            early,
        };
        self.push_run(AgentKind::Reviewer, Some(review));
    }

    pub(super) fn field_under_review(&self) -> Option<&FieldId> {
        let sub_session = self.state.agent_stack.last()?.sub_session.as_ref()?;
        Some(&sub_session.field_id)
    }

    /// Whether a review that does not contradict itself fits the field and what was said.
    ///
    /// # Errors
    /// What does not fit, for the model.
    pub(super) fn check_review(&self, review: &ReviewResult) -> Result<(), String> {
        let field = self.field_under_review();
        let field = field.and_then(|id| self.state.form.field(id));
        let value = review.field_value.as_ref().filter(|_| review.passed);
        let (Some(field), Some(value)) = (field, value) else {
            return Ok(());
        };
        let (evidence, last) = self.evidence_of(field, review)?;
        let checked = self
            .check_said(field, Some(value), &last)
            .map_err(|refusal| format!("field_value: {}", refusal.for_model(&field.answer)))?;
        let is_again = self.refused_calls("review") > 0;
        let is_older = self.is_older(&field.field_id, &last);
        if is_older && !is_again && self.reworded(field, &checked.value, &evidence).is_none() {
            return Err(format!(
                "quote: {} was changed after they said that: quote what they said last of it",
                field.field_id
            ));
        }
        // Once: its words are shown beside what they said.
        let unsaid = self.not_said(field, &checked.value, &evidence);
        match unsaid.filter(|_| !is_again) {
            Some(unsaid) => Err(format!("field_value: {}", told_unsaid(&unsaid))),
            None => Ok(()),
        }
    }

    /// The words that a review rests on, of one answer or of several, and the last of them.
    fn evidence_of(
        &self,
        field: &FormField,
        review: &ReviewResult,
    ) -> Result<(Vec<Evidence>, Evidence), String> {
        let quote = review.quote.as_deref().ok_or_else(|| {
            "quote: say in which of the respondent's words the answer stands".to_owned()
        })?;
        let found = locate_parts(quote, &self.state.messages);
        // In whatever order they are quoted.
        let last = found.iter().max_by_key(|it| (it.message, it.start));
        let last = last.copied().ok_or_else(|| {
            format!(
                "quote: these words are in none of the answers about {}: copy theirs exactly",
                field.field_id
            )
        })?;
        Ok((found, last))
    }

    /// The words that the recorded answer rests on, where a review writes that in another way and quotes
    /// nothing else, but the last of it: their last message may only ask for another language or wording.
    fn reworded(
        &self,
        field: &FormField,
        value: &Value,
        quoted: &[Evidence],
    ) -> Option<Vec<Evidence>> {
        let recorded = self.state.collected_fields.get(&field.field_id)?;
        let rests_on = |it: &Evidence| {
            let mut own = recorded.evidence.iter();
            own.any(|own| own.message == it.message)
        };
        let last = |words: &[Evidence]| words.iter().map(|it| it.message).max();
        let is_reworded = recorded.value != *value
            && quoted.iter().all(rests_on)
            && last(quoted) == last(&recorded.evidence);
        is_reworded.then(|| recorded.evidence.clone())
    }

    /// Where all of their last message stands, unless it is private.
    fn last_answer_whole(&self) -> Option<Evidence> {
        let message = self.state.said_last()?;
        let said = self.state.messages.get(message)?.shown()?;
        (!said.private && !said.text.is_empty()).then_some(Evidence {
            message,
            start: 0,
            end: said.text.len(),
        })
    }

    /// A Reviewer's run is over.
    pub(super) fn review_completed(&mut self, sub_session: &SubSession) {
        let result = self.state.sub_session_results.get(&sub_session.id);
        let recorded = result.and_then(|it| self.state.review_on_record(it.run_step));
        let field = self.state.form.field(&sub_session.field_id).cloned();
        let (Some(review), Some(field), Some(run_step)) =
            (recorded, field, result.map(|it| it.run_step))
        else {
            return self.review_came_to_nothing(sub_session);
        };
        match review.passed {
            true => self.review_passed(&field, &review),
            false => self.review_not_passed(&field, &review, run_step),
        }
        let is_waited_for = self.has_run(AgentKind::Interviewer) || self.is_reviewing();
        if is_waited_for {
            return;
        }
        if sub_session.early && !self.last_is_of_respondent() {
            self.ask_on_if_settled();
        } else if !self.ask_what_is_missing() {
            self.ask_next_by_code(true);
        }
    }

    /// A Reviewer whose reports were of no use is not asked again: nothing has passed, and the field is asked
    /// for in its turn, as often as it may be.
    pub(super) fn review_came_to_nothing(&mut self, sub_session: &SubSession) {
        let field = self.state.form.field(&sub_session.field_id).cloned();
        if let Some(field) = field.filter(|it| !self.state.is_done(&it.field_id)) {
            let progress = self.state.field_progress.get(&field.field_id);
            let missing = progress.map_or_else(Vec::new, |it| it.missing_facts.clone());
            let record = FieldRecord {
                missing,
                ..FieldRecord::new(None, RecordedBy::Conversation)
            };
            let record = match sub_session.early || self.may_follow_up(&field) {
                true => record,
                false => self.unresolved(&field, Some(record)),
            };
            if !sub_session.early && record.outcome.is_none() {
                self.emit(SessionUpdate::FollowUpCounted);
            }
            self.record_field(field.field_id, record);
        }
        // Somebody has to ask on.
        if !self.is_at_work() && self.last_is_of_respondent() {
            self.ask_next_by_code(true);
        }
    }

    fn review_passed(&mut self, field: &FormField, review: &ReviewResult) {
        let mut record = FieldRecord {
            facts: review.extracted_facts.clone(),
            ..FieldRecord::new(Some(FieldOutcome::Skipped), RecordedBy::Conversation)
        };
        if let Some(value) = &review.field_value
            && let Ok((evidence, last)) = self.evidence_of(field, review)
            && let Ok(checked) = self.check_said(field, Some(value), &last)
        {
            let is_older = self.is_older(&field.field_id, &last);
            match self.reworded(field, &checked.value, &evidence) {
                _ if !is_older => {
                    record.evidence.extend(evidence);
                    self.complete(field, &mut record, checked.value);
                }
                Some(rests_on) => {
                    record.evidence = rests_on;
                    record.value = Some(StoredValue(checked.value));
                    record.outcome = Some(FieldOutcome::Answered);
                }
                None => return self.stays_as_it_was(field),
            }
            record.said = checked.said.filter(|_| record.value.is_some());
        } else {
            record = self.with_what_was_given(field, record);
        }
        let field_id = field.field_id.clone();
        self.record_field(field_id, record);
    }

    /// A field whose correction came to nothing has its value still.
    fn stays_as_it_was(&mut self, field: &FormField) {
        if self.state.collected_fields.contains_key(&field.field_id) {
            let record = self.unresolved(field, None);
            self.record_field(field.field_id.clone(), record);
        }
    }

    fn review_not_passed(&mut self, field: &FormField, review: &ReviewResult, run_step: u64) {
        let progress = self.state.field_progress.get(&field.field_id);
        let refusals = progress.map_or(0, |progress| progress.refusals);
        let mut record = FieldRecord {
            facts: review.extracted_facts.clone(),
            missing: review.missing_facts.clone(),
            refused: review.refused,
            ..FieldRecord::new(None, RecordedBy::Conversation)
        };
        let quote = review.quote.as_deref();
        let quoted = quote.map(|quote| locate_parts(quote, &self.state.messages));
        let mut evidence = quoted.unwrap_or_default();
        // Only what passes has to be quoted: what was told before that stands in their answer.
        if evidence.is_empty() && !review.extracted_facts.is_empty() {
            evidence.extend(self.last_answer_whole());
        }
        if !review.refused || !review.extracted_facts.is_empty() {
            record.evidence = evidence;
        }
        record.told = self.told_in_part(field, review.field_value.as_deref(), &record.evidence);
        let is_declined = review.refused && refusals + 1 >= REFUSALS;
        let goes_on = !is_declined && self.may_follow_up(field);
        if is_declined {
            record.outcome = Some(FieldOutcome::Declined);
            record = self.with_what_was_given(field, record);
        } else if !goes_on {
            record = self.unresolved(field, Some(record));
        }
        let field_id = field.field_id.clone();
        self.record_field(field_id, record);
        // Beside a question that stands already it is asked for in its turn.
        if goes_on && self.last_is_of_respondent() {
            self.emit(SessionUpdate::FollowUpDue { run_step });
        }
    }

    /// The call of `review` whose question comes next, and its field, which is still open.
    pub(super) fn follow_up_due(&self) -> Option<(u64, FieldId)> {
        let run_step = self.state.follow_up_due?;
        let mut results = self.state.sub_session_results.values();
        let reviewed = results.find(|it| it.run_step == run_step)?;
        let is_open = !self.state.is_done(&reviewed.field_id);
        is_open.then(|| (run_step, reviewed.field_id.clone()))
    }

    /// Whether a Reviewer has judged a field since the respondent said something.
    pub(super) fn is_judged_anew(&self, field_id: &FieldId) -> bool {
        let said = self
            .state
            .chat()
            .filter(|message| message.speaker == Speaker::Respondent);
        let Some(said) = said.last().map(|message| message.at) else {
            return false;
        };
        let results = self.state.sub_session_results.values();
        let calls = results
            .filter(|it| it.field_id == *field_id)
            .map(|it| it.run_step);
        calls.into_iter().any(|call| {
            let call = usize::try_from(call)
                .ok()
                .and_then(|it| self.state.run_steps.get(it));
            call.is_some_and(|call| call.started_at >= said)
        })
    }

    /// Asks for what a Reviewer found missing, instead of what was prepared; whether there is
    /// anything.
    pub(super) fn ask_what_is_missing(&mut self) -> bool {
        let Some((run_step, field_id)) = self.follow_up_due() else {
            return false;
        };
        // Another question was asked since, which was the last that may follow up.
        if !self.has_follow_ups_left() {
            let field = self.state.form.field(&field_id).cloned();
            if let Some(field) = field {
                let record = self.unresolved(&field, None);
                self.record_field(field_id, record);
            }
            return false;
        }
        let review = self.state.review_on_record(run_step);
        let follow_up = review.and_then(|review| review.follow_up);
        // What the Interviewer could not report is told before: nobody would hear of it later.
        let taken_down = match self.told_of_not_taken(&field_id) {
            Some(told) => Some(told),
            None => self.prepared_acknowledgement(),
        };
        self.drop_agent(AgentKind::Interviewer);
        if let Some(index) = self.state.place_of(&field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        self.emit(SessionUpdate::FollowUpCounted);
        match follow_up {
            Some(FollowUp {
                message,
                suggestions,
            }) => self.emit(SessionUpdate::OwnQuestion {
                field_id: Some(field_id),
                tells_heard: taken_down.is_some(),
                text: match taken_down {
                    Some(taken_down) => format!("{taken_down}\n{message}"),
                    None => message,
                },
                suggestions,
                stands_in: false,
            }),
            None => self.ask_by_code(&field_id, None, false),
        }
        true
    }
}
