//! The fields: which one is asked for, and what reviews make of them.

use serde_json::json;

use crate::field::{FieldReview, FieldState, ValueSource};
use crate::state::MainSessionState;
use crate::tools::{ReviewResult, review_of};
use kikitori_form::FieldId;

impl MainSessionState {
    pub(super) fn set_field_state(&mut self, field_id: &FieldId, field_state: FieldState) {
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.state = field_state;
    }

    pub(super) fn review_recorded(&mut self, run_step: u64) {
        let active = self.agent_stack.last();
        let Some(sub_session) = active.and_then(|active| active.sub_session.clone()) else {
            return;
        };
        let Some(review) = self.review_on_record(&sub_session.field_id, run_step) else {
            return;
        };
        let review = FieldReview {
            field_id: sub_session.field_id,
            run_step,
            passed: review.passed,
            feedback: review.feedback,
            missing_facts: review.missing_facts,
            extracted_facts: review.extracted_facts,
        };
        self.sub_session_results.insert(sub_session.id, review);
    }

    /// The review that a call on record makes of a field.
    pub(crate) fn review_on_record(
        &self,
        field_id: &FieldId,
        run_step: u64,
    ) -> Option<ReviewResult> {
        let step = self.run_steps.get(usize::try_from(run_step).ok()?)?;
        let required = self.form.field(field_id).is_none_or(|field| field.required);
        review_of(&step.input, required)
    }

    pub(super) fn field_reviewed(&mut self, sub_session: &str, own_words: bool) {
        let Some(review) = self.sub_session_results.get(sub_session).cloned() else {
            return;
        };
        let field_id = review.field_id.clone();
        let value = self
            .review_on_record(&field_id, review.run_step)
            .and_then(|review| review.field_value);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.learn(&review.extracted_facts);
        progress.missing_facts.clone_from(&review.missing_facts);
        progress.feedback.clone_from(&review.feedback);
        if !review.passed {
            progress.state = FieldState::Interviewing;
            return;
        }
        progress.state = FieldState::Done;
        let label = self
            .current_field()
            .map(|(planned, _)| planned.label.clone());
        self.pending_data.insert(
            "review".to_owned(),
            json!({"field_id": field_id, "label": label, "declined": value.is_none()}),
        );
        let source = match own_words {
            true => ValueSource::OwnWords {
                messages: self.messages.len(),
            },
            false => ValueSource::Review {
                run_step: review.run_step,
            },
        };
        self.set_value(&field_id, value.map(|_| source));
        self.follow_up_count = 0;
    }

    pub(super) fn field_entered(&mut self, index: usize) {
        if index != self.current_field_index {
            self.current_field_index = index;
            self.follow_up_count = 0;
        }
        let field = self.current_field();
        if let Some(field_id) = field.map(|(planned, _)| planned.field_id.clone()) {
            self.set_field_state(&field_id, FieldState::Interviewing);
        }
    }
}
