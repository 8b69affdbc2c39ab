//! The fields: which one is asked for, and what reviews make of them.

use serde_json::{Value, json};

use crate::field::{FieldBefore, FieldOutcome, FieldReview, FieldState, ValueSource};
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
        let recorded = self.review_on_record(&field_id, review.run_step);
        let refused = recorded.as_ref().is_some_and(|review| review.refused);
        let value = recorded.and_then(|review| review.field_value);
        let answers = u32::try_from(self.answers_about(&field_id).count()).unwrap_or(u32::MAX);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.learn(&review.extracted_facts);
        progress.missing_facts.clone_from(&review.missing_facts);
        progress.feedback.clone_from(&review.feedback);
        progress.reviewed_answers = answers;
        if !review.passed {
            progress.state = FieldState::Interviewing;
            progress.refusals = progress.refusals.saturating_add(u32::from(refused));
            return;
        }
        progress.state = FieldState::Done;
        progress.refusals = 0;
        progress.outcome = None;
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

    pub(super) fn field_corrected(&mut self, field_id: &FieldId, old: Option<String>, new: String) {
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        let before = FieldBefore {
            field_id: field_id.clone(),
            progress: progress.clone(),
            source: self.value_sources.get(field_id).cloned(),
        };
        // What was learnt from the old answer may be as wrong as it was.
        progress.facts.clear();
        if let Some(turn) = &mut self.turn
            && !turn.corrected.iter().any(|it| it.field_id == *field_id)
        {
            turn.corrected.push(before);
        }
        let label = self.label_of(field_id).map(str::to_owned);
        let change = json!({"field_id": field_id, "label": label, "old": old, "new": new});
        let changes = self
            .pending_data
            .entry("corrected")
            .or_insert_with(|| json!([]));
        if let Value::Array(changes) = changes {
            changes.push(change);
        }
        self.set_value(field_id, Some(ValueSource::Text(new)));
    }

    pub(super) fn field_declined(&mut self, field_id: &FieldId) {
        let label = self.label_of(field_id).map(str::to_owned);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.state = FieldState::Pending;
        progress.outcome = Some(FieldOutcome::Declined);
        progress.missing_facts.clear();
        progress.feedback = None;
        self.follow_up_count = 0;
        let left_open = json!({"field_id": field_id, "label": label});
        self.pending_data.insert("left_open".to_owned(), left_open);
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
