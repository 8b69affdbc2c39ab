//! From a review's start to what it changes.

use kikitori_agent::FunctionCallResult;
use kikitori_llm::ToolCallId;
use serde_json::json;

use super::{Orchestrator, history};
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::field::FieldReview;
use crate::state::SubSession;
use crate::update::{AfterCall, ReviewOf, SessionUpdate};
use kikitori_form::FieldId;

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
        let context = self.context_tokens();
        let own_words =
            review.passed && history::was_cut(&self.state, &sub_session.field_id, context);
        self.emit(SessionUpdate::FieldReviewed {
            sub_session: sub_session.id.clone(),
            own_words,
        });
        if review.passed {
            // An Interviewer that asked for this review has nothing left to ask about the field.
            if sub_session.waiting_call.is_some() {
                self.complete_waiting_call(None, FunctionCallResult::success("passed"));
                self.emit(SessionUpdate::RunDropped);
            }
            return self.start_next_agent();
        }
        self.field_not_passed(sub_session, &review);
    }

    fn field_not_passed(&mut self, sub_session: &SubSession, review: &FieldReview) {
        if let Some(call) = &sub_session.waiting_call {
            let message = json!({
                "passed": false,
                "feedback": review.feedback,
                "missing_facts": review.missing_facts,
            });
            let result = FunctionCallResult::success(message.to_string());
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
