//! From a review's start to what it changes.

use kikitori_agent::FunctionCallResult;
use kikitori_llm::ToolCallId;
use serde_json::{Map, Value, json};

use super::{Orchestrator, history};
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::field::FieldReview;
use crate::state::SubSession;
use crate::update::{AfterCall, ReviewOf, SessionUpdate};
use kikitori_form::FieldId;

/// After so many refusals a field that has to be answered is left open.
pub(super) const REFUSALS: u32 = 2;

impl Orchestrator {
    /// Puts a Reviewer on top of the stack, in a sub-session of its own.
    pub(super) fn start_review(&mut self, field_id: FieldId, waiting_call: Option<ToolCallId>) {
        let review = ReviewOf {
            field_id,
            waiting_call,
        };
        self.push_run(AgentKind::Reviewer, None, Some(review));
    }

    pub(super) fn current_field_id(&self) -> Option<FieldId> {
        let field = self.state.current_field();
        field.map(|(planned, _)| planned.field_id.clone())
    }

    pub(super) fn field_under_review(&self) -> Option<&FieldId> {
        let sub_session = self.state.agent_stack.last()?.sub_session.as_ref()?;
        Some(&sub_session.field_id)
    }

    /// A Reviewer's run is over.
    pub(super) fn review_completed(&mut self, sub_session: &SubSession) {
        let result = self.state.sub_session_results.get(&sub_session.id).cloned();
        let Some(review) = result else {
            // A Reviewer's run completes only by a review; without one nothing has passed.
            return self.start_next_agent();
        };
        let field_id = &sub_session.field_id;
        let recorded = self.state.review_on_record(field_id, review.run_step);
        let (corrects, question) = recorded
            .map(|recorded| (recorded.corrects, recorded.question))
            .unwrap_or_default();
        for correction in corrects {
            self.correct(correction.field_id, correction.field_value);
        }
        let context = self.context_tokens();
        let own_words = review.passed && history::was_cut(&self.state, field_id, context);
        self.emit(SessionUpdate::FieldReviewed {
            sub_session: sub_session.id.clone(),
            own_words,
        });
        let refusals = self.state.field_progress.get(field_id);
        let is_declined =
            !review.passed && refusals.is_some_and(|progress| progress.refusals >= REFUSALS);
        if is_declined {
            let field_id = field_id.clone();
            self.emit(SessionUpdate::FieldDeclined { field_id });
        }
        if !review.passed && !is_declined {
            return self.field_not_passed(sub_session, &review);
        }
        // An Interviewer that asked for this review has nothing left to ask about the field.
        if sub_session.waiting_call.is_some() {
            let outcome = if is_declined { "declined" } else { "passed" };
            self.complete_waiting_call(None, FunctionCallResult::success(outcome));
            self.emit(SessionUpdate::RunDropped);
        }
        match self.all_fields_are_done() {
            true => self.close(question.as_deref()),
            false => self.start_next_agent(),
        }
    }

    /// Writes down another answer to a field that is done.
    fn correct(&mut self, field_id: FieldId, new: String) {
        let old = self.state.collected_fields.get(&field_id).cloned();
        if self.state.is_done(&field_id) && old.as_ref() != Some(&new) {
            self.emit(SessionUpdate::FieldCorrected { field_id, old, new });
        }
    }

    /// Has the Interviewer say a last word where one is owed: the respondent asked something, or is
    /// to hear what was changed.
    fn close(&mut self, question: Option<&str>) {
        if question.is_some() || self.state.pending_data.contains_key("corrected") {
            let brief = self.closing_brief(question);
            self.push_run(AgentKind::Interviewer, Some(brief), None);
        }
    }

    fn field_not_passed(&mut self, sub_session: &SubSession, review: &FieldReview) {
        if let Some(call) = &sub_session.waiting_call {
            let mut verdict = verdict_of(false, review.feedback.as_deref(), &review.missing_facts);
            if let Some(corrected) = self.state.pending_data.get("corrected") {
                verdict.insert("corrected".to_owned(), history::changes(corrected));
            }
            let result = FunctionCallResult::success(Value::Object(verdict).to_string());
            return self.complete_waiting_call(Some(call.clone()), result);
        }
        self.emit(SessionUpdate::FollowUpCounted);
        if self.state.follow_up_count <= self.limits.max_follow_ups {
            return self.start_next_agent();
        }
        let field = self.state.current_field();
        let label = field.map(|(planned, _)| planned.label.clone());
        self.fail(Failure::FollowUpLimit {
            field_id: sub_session.field_id.clone(),
            label: label.unwrap_or_else(|| sub_session.field_id.to_string()),
            times: self.limits.max_follow_ups,
        });
    }

    /// The verdict that stands on what the respondent has said about `field_id`; none where they
    /// have said more since, or nothing was reviewed.
    pub(super) fn standing_verdict(&self, field_id: &FieldId) -> Option<String> {
        let progress = self.state.field_progress.get(field_id)?;
        let answers = self.state.answers_about(field_id).count();
        let is_reviewed = usize::try_from(progress.reviewed_answers) == Ok(answers);
        let stands = answers > 0 && is_reviewed;
        let verdict = || {
            let feedback = progress.feedback.as_deref();
            let verdict = verdict_of(false, feedback, &progress.missing_facts);
            Value::Object(verdict).to_string()
        };
        stands.then(verdict)
    }

    /// Completes the record of the `subtask` call that the review was made for, and `call` of the
    /// run that waits for it.
    fn complete_waiting_call(&mut self, call: Option<ToolCallId>, result: FunctionCallResult) {
        if let Some(run_step) = self.waiting_call() {
            self.emit(SessionUpdate::CallEnded {
                run_step,
                call,
                result,
                then: AfterCall::Continue,
            });
        }
    }
}

fn verdict_of(passed: bool, feedback: Option<&str>, missing: &[String]) -> Map<String, Value> {
    let mut verdict = Map::new();
    verdict.insert("passed".to_owned(), json!(passed));
    verdict.insert("feedback".to_owned(), json!(feedback));
    verdict.insert("missing_facts".to_owned(), json!(missing));
    verdict
}
