//! From a review's start to what it changes.

use kikitori_agent::FunctionCallResult;
use kikitori_llm::ToolCallId;
use kikitori_store::StrictValue;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Environment, Failure, Orchestrator, history};
use crate::field::FieldState;
use crate::form::FieldId;
use crate::state::{AgentKind, SubSession};
use crate::tools::ReviewResult;

/// What a Reviewer's sub-session came to, as the state keeps it.
#[derive(Serialize, Deserialize)]
struct FieldReview {
    field_id: FieldId,
    #[serde(flatten)]
    review: ReviewResult,
}

impl Orchestrator {
    /// Puts a Reviewer on top of the stack, in a sub-session of its own.
    pub(super) fn start_review(&mut self, field_id: FieldId, waiting_call: Option<ToolCallId>) {
        self.set_field_state(&field_id, FieldState::Reviewing);
        self.push_run(AgentKind::Reviewer, None);
        let id = format!("review-{}", self.state.step);
        if let Some(entry) = self.state.agent_stack.last_mut() {
            entry.sub_session = Some(SubSession {
                id,
                field_id,
                waiting_call,
            });
        }
    }

    pub(super) fn field_under_review(&self) -> Option<FieldId> {
        let sub_session = self.state.agent_stack.last()?.sub_session.as_ref()?;
        Some(sub_session.field_id.clone())
    }

    pub(super) fn keep_review(&mut self, result: ReviewResult) {
        let sub_session = self
            .state
            .agent_stack
            .last()
            .and_then(|entry| entry.sub_session.as_ref());
        let Some(sub_session) = sub_session.cloned() else {
            return;
        };
        let kept = FieldReview {
            field_id: sub_session.field_id,
            review: result,
        };
        let value = serde_json::to_value(kept).unwrap_or_default();
        self.unsaved.touch_sub_session(&sub_session.id);
        self.state.sub_session_results.insert(sub_session.id, value);
    }

    pub(super) fn review_completed(&mut self, sub_session: &SubSession, environment: &Environment) {
        let kept = self.state.sub_session_results.get(&sub_session.id).cloned();
        let kept = kept.and_then(|value| FieldReview::deserialize(StrictValue(value)).ok());
        let Some(FieldReview { review, .. }) = kept else {
            // A Reviewer's run completes only by a review; without one nothing has passed.
            return self.start_next_agent();
        };
        let field_id = &sub_session.field_id;
        self.unsaved.touch_field(field_id);
        let progress = self
            .state
            .field_progress
            .entry(field_id.clone())
            .or_default();
        progress.learn(review.extracted_facts.clone());
        progress.missing_facts.clone_from(&review.missing_facts);
        progress.feedback.clone_from(&review.feedback);
        if review.passed {
            progress.state = FieldState::Done;
            self.field_passed(sub_session, review);
        } else {
            progress.state = FieldState::Interviewing;
            self.field_not_passed(sub_session, &review, environment);
        }
    }

    fn field_passed(&mut self, sub_session: &SubSession, review: ReviewResult) {
        let field_id = sub_session.field_id.clone();
        let label = self
            .state
            .current_field()
            .map(|(planned, _)| planned.label.clone());
        self.state.pending_data.insert(
            "review".to_owned(),
            json!({"field_id": field_id, "label": label, "declined": review.field_value.is_none()}),
        );
        if let Some(value) = review.field_value {
            let context = self.context_tokens();
            let own_words = history::own_words_if_cut(&self.state, &field_id, context);
            let value = own_words.unwrap_or(value);
            self.state.collected_fields.insert(field_id, value);
        }
        self.state.follow_up_count = 0;
        // An Interviewer that asked for this review has nothing left to ask about the field.
        if sub_session.waiting_call.is_some() {
            self.complete_waiting_call(FunctionCallResult::success("passed"));
            self.state.agent_stack.pop();
        }
        self.start_next_agent();
    }

    fn field_not_passed(
        &mut self,
        sub_session: &SubSession,
        review: &ReviewResult,
        environment: &Environment,
    ) {
        if let Some(call) = &sub_session.waiting_call {
            let message = json!({
                "passed": false,
                "feedback": review.feedback,
                "missing_facts": review.missing_facts,
            });
            let output = FunctionCallResult::success(message.to_string());
            self.complete_waiting_call(output.clone());
            if let Some(interviewer) = self.state.agent_stack.last_mut() {
                // The run waits for this very call, so the outcome cannot be refused.
                let _taken = interviewer.run.tool_finished(call, output.into());
            }
            return self.record_the_next_call(environment.now_ms);
        }
        self.state.follow_up_count += 1;
        if self.state.follow_up_count > self.limits.max_follow_ups {
            let label = self
                .state
                .current_field()
                .map(|(planned, _)| planned.label.clone());
            self.state.failure = Some(Failure::FollowUpLimit {
                field_id: sub_session.field_id.clone(),
                label: label.unwrap_or_else(|| sub_session.field_id.to_string()),
                times: self.limits.max_follow_ups,
            });
            return;
        }
        self.start_next_agent();
    }

    /// Completes the record of the `subtask` call that the review was made for.
    fn complete_waiting_call(&mut self, result: FunctionCallResult) {
        let steps = &mut self.state.run_steps;
        // The review's own call ended last.
        let ended = steps.last().and_then(|step| step.finished_at);
        let waiting = steps
            .iter_mut()
            .enumerate()
            .rfind(|(_, step)| step.tool == "subtask" && step.output.is_none());
        if let Some((position, step)) = waiting {
            let ended = ended.unwrap_or(step.started_at);
            step.complete(result, ended);
            self.unsaved.touch_run_step(position);
        }
    }

    /// Completes the record of a `subtask` call whose Reviewer came to nothing.
    pub(super) fn abandon_waiting_calls(&mut self, reason: &str) {
        self.complete_waiting_call(FunctionCallResult::error(reason));
    }
}
