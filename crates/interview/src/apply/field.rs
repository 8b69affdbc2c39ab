//! The fields: which one is asked for, and what reviews make of them.

use kikitori_agent::AgentStep;
use serde_json::{Value, json};

use crate::agent_kind::AgentKind;
use crate::field::{
    FieldBefore, FieldOutcome, FieldProgress, FieldRecord, FieldReview, FieldState, RecordedBy,
};
use crate::lines::LineChange;
use crate::state::MainSessionState;
use crate::tools::{ReviewResult, review_of};
use crate::value::{Evidence, RecordedValue, ValueSource};
use kikitori_form::FieldId;

impl MainSessionState {
    pub(super) fn set_field_state(&mut self, field_id: &FieldId, field_state: FieldState) {
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.state = field_state;
    }

    /// Notes how a field was before the turn changed it, so that the turn can be taken back.
    pub(super) fn keep_before(&mut self, field_id: &FieldId) {
        let before = FieldBefore {
            field_id: field_id.clone(),
            progress: self
                .field_progress
                .get(field_id)
                .cloned()
                .unwrap_or_default(),
            source: self.value_sources.get(field_id).cloned(),
            lines: self.lines.get(field_id).cloned(),
        };
        // What a Reviewer finds after a step back belongs to the turn before.
        let turn = self.turn.as_mut().or_else(|| self.earlier_turns.last_mut());
        if let Some(turn) = turn
            && !turn.corrected.iter().any(|it| it.field_id == *field_id)
        {
            turn.corrected.push(before);
        }
    }

    pub(super) fn field_recorded(&mut self, field_id: &FieldId, record: FieldRecord) {
        self.keep_before(field_id);
        // What lines were before is told of each.
        let old = self.value_sources.get(field_id).cloned();
        let old = old.filter(|old| !matches!(old, ValueSource::Lines { .. }));
        let old_value = self
            .collected_fields
            .get(field_id)
            .map(|it| it.value.clone());
        let old_zone = self
            .collected_fields
            .get(field_id)
            .and_then(|it| it.zone.clone());
        let old_outcome = self.outcome_of(field_id).filter(|_| self.is_done(field_id));
        let said_last = self.said_last();
        let settled_by = match record.by {
            RecordedBy::Conversation => said_last,
            RecordedBy::Entry => Some(self.messages.len()),
        };
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        let was_done = progress.state == FieldState::Done;
        if was_done {
            // What was learnt from the old answer may be as wrong as it was.
            progress.facts.clear();
            progress.told = None;
        }
        progress.learn(&record.facts);
        progress.missing_facts.clone_from(&record.missing);
        progress.feedback = None;
        progress.refusals = progress.refusals.saturating_add(u32::from(record.refused));
        if record.told.is_some() || record.tells() {
            progress.told.clone_from(&record.told);
        }
        // Words of a refusal are no part of the answer that may follow, unless they tell something.
        if record.refused && record.facts.is_empty() {
            progress.evidence.retain(|it| Some(it.message) != said_last);
        } else {
            for evidence in &record.evidence {
                if !progress.evidence.contains(evidence) {
                    progress.evidence.push(*evidence);
                }
            }
        }
        let Some(outcome) = record.outcome else {
            progress.state = FieldState::Interviewing;
            if was_done {
                progress.settled_by = settled_by;
            }
            return;
        };
        let (by, has_lines) = (record.by, record.lines);
        progress.passed_over = match outcome {
            FieldOutcome::Skipped | FieldOutcome::DoesNotKnow => record.evidence.clone(),
            _ => Vec::new(),
        };
        progress.state = FieldState::Done;
        progress.outcome = Some(outcome);
        progress.not_accepted = None;
        progress.evidence.clear();
        progress.told = None;
        progress.follow_ups = 0;
        let source = match outcome {
            FieldOutcome::Answered if record.lines => {
                progress.refusals = 0;
                Some(ValueSource::Lines { by: record.by })
            }
            FieldOutcome::Answered => {
                progress.refusals = 0;
                Some(recorded_value(record))
            }
            // What was given of it.
            FieldOutcome::Unresolved if record.lines => Some(ValueSource::Lines { by: record.by }),
            FieldOutcome::Unresolved if record.value.is_some() => Some(recorded_value(record)),
            _ => None,
        };
        self.set_value(field_id, source);
        let collected = self.collected_fields.get(field_id);
        let value = collected.map(|it| &it.value);
        // The same hour of another zone is another time.
        let is_of_zone = old_zone == collected.and_then(|it| it.zone.clone());
        let is_same = old_outcome == Some(outcome) && old_value.as_ref() == value && is_of_zone;
        // Who says of a line that it is right changes nothing of its list.
        let is_changed = has_lines && self.is_list_changed_in_turn(field_id);
        let is_list_as_it_was = by == RecordedBy::Entry && !is_changed;
        let is_only_reworded = was_done && is_same && (!has_lines || is_list_as_it_was);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        if !is_only_reworded || by == RecordedBy::Entry {
            progress.settled_by = settled_by;
        }
        if is_only_reworded {
            // Only the words that it rests on are others.
            return;
        }
        progress.records = progress.records.saturating_add(1);
        let is_judged_alike = outcome == FieldOutcome::Answered && is_of_zone && !has_lines;
        if is_judged_alike && old_value.is_some() && old_value.as_ref() == value {
            // Who judged it once more has found nothing to change.
            return;
        }
        if was_done && old.is_some() {
            progress.before.clone_from(&old);
        }
        // What they said is told of by itself: what was put in by hand before it is told already.
        if is_changed && (by == RecordedBy::Conversation || !self.waits_to_be_told(field_id)) {
            let before = self.lines_before_turn(field_id);
            let progress = self.field_progress.entry(field_id.clone()).or_default();
            progress.lines_before = before;
        }
        self.tell(field_id, outcome, by, old);
    }

    pub(super) fn lines_changed(
        &mut self,
        field_id: &FieldId,
        changes: Vec<LineChange>,
        words: Option<Evidence>,
    ) {
        self.keep_before(field_id);
        let said_last = self.said_last();
        let said = said_last.and_then(|message| {
            let said = self.messages.get(message)?.shown()?;
            Some(Evidence {
                message,
                start: 0,
                end: said.text.len(),
            })
        });
        let said = words.filter(|it| Some(it.message) == said_last).or(said);
        let said = said.and_then(|it| {
            let message = self.messages.get(it.message)?.shown()?;
            Some((it, message.text.get(it.start..it.end)?))
        });
        let sheet = self.lines.entry(field_id.clone()).or_default();
        let by_hand = self.turn.as_ref().is_some_and(|turn| turn.by_hand);
        if let Some((words, text)) = said.filter(|_| !by_hand) {
            sheet.note_corrections(&changes, words, text);
        }
        let zone = &self.bootstrap.timezone;
        for mut change in changes {
            if let LineChange::Put(line) = &mut change {
                sheet.tell_zone(line, zone.as_ref());
            }
            sheet.change(change);
        }
        let source = self.value_sources.get(field_id).cloned();
        if matches!(source, Some(ValueSource::Lines { .. })) {
            self.set_value(field_id, source);
        }
    }

    /// The next message to the respondent carries what became of a field. What it was and is, is put
    /// into words then: the language may be another.
    fn tell(
        &mut self,
        field_id: &FieldId,
        outcome: FieldOutcome,
        by: RecordedBy,
        before: Option<ValueSource>,
    ) {
        let progress = self.field_progress.get(field_id);
        let recorded = json!({
            "field_id": field_id,
            "outcome": outcome,
            "by": by,
            "at": self.updated_at,
            "record": progress.map_or(0, |progress| progress.records),
            "before": before,
            "step": self.step,
            "heard": self.is_asking(),
        });
        self.push_pending("recorded", "field_id", recorded);
    }

    /// Whether the respondent has not been told of the field as it was before.
    fn waits_to_be_told(&self, field_id: &FieldId) -> bool {
        let rows = self.pending_data.get("recorded").and_then(Value::as_array);
        let mut rows = rows.into_iter().flatten();
        rows.any(|row| row.get("field_id") == Some(&json!(field_id)))
    }

    /// Whether the call that is being made is the Interviewer's, which tells the respondent itself
    /// what it heard.
    fn is_asking(&self) -> bool {
        let active = self.agent_stack.last();
        active.is_some_and(|active| {
            active.agent == AgentKind::Interviewer
                && matches!(active.run.next_step(), AgentStep::RunTool(_))
        })
    }

    /// Adds to what the next message to the respondent carries under a name. What is told of the same
    /// `of` once more replaces what was told before.
    pub(super) fn push_pending(&mut self, name: &str, of: &str, mut item: Value) {
        let items = self.pending_data.entry(name).or_insert_with(|| json!([]));
        if let Value::Array(items) = items {
            let same = items.iter().position(|it| it.get(of) == item.get(of));
            let told_before = same.map(|at| items.remove(at));
            // What nobody has been told of yet is not what it changed from.
            let before = told_before.as_ref().and_then(|it| it.get("before"));
            let before = before.filter(|before| !before.is_null());
            if let (Some(before), Some(now)) = (before, item.get_mut("before")) {
                now.clone_from(before);
            }
            items.push(item);
        }
    }

    pub(super) fn follow_up_counted(&mut self) {
        self.follow_up_count = self.follow_up_count.saturating_add(1);
        self.follow_ups = self.follow_ups.saturating_add(1);
        let field = self.current_field();
        let field_id = field.map(|(planned, _)| planned.field_id.clone());
        if let Some(progress) = field_id.and_then(|id| self.field_progress.get_mut(&id)) {
            progress.follow_ups = progress.follow_ups.saturating_add(1);
        }
    }

    pub(super) fn review_recorded(&mut self, run_step: u64) {
        let active = self.agent_stack.last();
        let Some(sub_session) = active.and_then(|active| active.sub_session.clone()) else {
            return;
        };
        let Some(review) = self.review_on_record(run_step) else {
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
    pub(crate) fn review_on_record(&self, run_step: u64) -> Option<ReviewResult> {
        let step = self.run_steps.get(usize::try_from(run_step).ok()?)?;
        review_of(&step.input)
    }

    pub(super) fn field_reviewed(&mut self, sub_session: &str, own_words: bool) {
        let Some(review) = self.sub_session_results.get(sub_session).cloned() else {
            return;
        };
        let field_id = review.field_id.clone();
        let recorded = self.review_on_record(review.run_step);
        let refused = recorded.as_ref().is_some_and(|review| review.refused);
        let value = recorded.and_then(|review| review.field_value);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.learn(&review.extracted_facts);
        progress.missing_facts.clone_from(&review.missing_facts);
        progress.feedback.clone_from(&review.feedback);
        if !review.passed {
            progress.state = FieldState::Interviewing;
            progress.refusals = progress.refusals.saturating_add(u32::from(refused));
            return;
        }
        progress.state = FieldState::Done;
        progress.refusals = 0;
        progress.outcome = None;
        let source = match own_words {
            true => ValueSource::OwnWords {
                messages: self.messages.len(),
            },
            false => ValueSource::Review {
                run_step: review.run_step,
            },
        };
        let outcome = match value {
            Some(_) => FieldOutcome::Answered,
            None => FieldOutcome::Skipped,
        };
        self.set_value(&field_id, value.map(|_| source));
        self.follow_up_count = 0;
        self.tell(&field_id, outcome, RecordedBy::Conversation, None);
    }

    pub(super) fn field_corrected(&mut self, field_id: &FieldId, new: String) {
        self.keep_before(field_id);
        let old = self.value_sources.get(field_id).cloned();
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.facts.clear();
        self.set_value(field_id, Some(ValueSource::Text(new)));
        self.tell(
            field_id,
            FieldOutcome::Answered,
            RecordedBy::Conversation,
            old,
        );
    }

    pub(super) fn field_declined(&mut self, field_id: &FieldId) {
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.state = FieldState::Pending;
        progress.outcome = Some(FieldOutcome::Declined);
        progress.missing_facts.clear();
        progress.feedback = None;
        self.follow_up_count = 0;
        self.tell(
            field_id,
            FieldOutcome::Declined,
            RecordedBy::Conversation,
            None,
        );
    }

    pub(super) fn field_turned_down(&mut self, field_id: &FieldId, said: String) {
        let before = self.field_progress.get(field_id);
        let times = before.map_or(0, |it| it.turned_down).saturating_add(1);
        self.field_reopened(field_id);
        if let Some(progress) = self.field_progress.get_mut(field_id) {
            progress.turned_down = times;
            progress.not_accepted = Some(said);
            progress.state = FieldState::Interviewing;
        }
    }

    pub(super) fn field_reopened(&mut self, field_id: &FieldId) {
        self.keep_before(field_id);
        self.set_value(field_id, None);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        *progress = FieldProgress {
            // Words before that make no answer of it.
            settled_by: Some(self.messages.len()),
            records: progress.records.saturating_add(1),
            withheld: std::mem::take(&mut progress.withheld),
            ..FieldProgress::default()
        };
        // What nobody was told of yet is not so any more.
        if let Some(Value::Array(told)) = self.pending_data.get_mut("recorded") {
            told.retain(|it| it.get("field_id") != Some(&json!(field_id)));
        }
    }

    pub(super) fn field_entered(&mut self, index: usize) {
        if index != self.current_field_index {
            self.current_field_index = index;
            self.follow_up_count = 0;
        }
        let field = self.current_field();
        if let Some(field_id) = field.map(|(planned, _)| planned.field_id.clone()) {
            self.keep_before(&field_id);
            // What is asked of an answer that stands opens nothing, unless it is all that is asked.
            if !self.is_done(&field_id) || self.is_asked_out() {
                self.set_field_state(&field_id, FieldState::Interviewing);
            }
        }
    }
}

fn recorded_value(record: FieldRecord) -> ValueSource {
    ValueSource::Recorded(RecordedValue {
        value: record.value,
        said: record.said,
        evidence: record.evidence,
        zone: record.zone,
        by: record.by,
    })
}
