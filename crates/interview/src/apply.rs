//! What each update changes. Every update can be applied to every state: one that does not fit,
//! because a record before it was lost, changes what it can.

mod field;
mod page_followed;
mod run;
mod settled;
mod turn;

use kikitori_agent::ToolOutput;
use kikitori_journal::Journaled;

use serde_json::json;

use crate::state::MainSessionState;
use crate::update::SessionUpdate;

impl MainSessionState {
    /// Changes the state by `update`.
    pub fn apply_update(&mut self, update: SessionUpdate) {
        match update {
            SessionUpdate::Stepped { at } => {
                self.step = self.step.saturating_add(1);
                self.updated_at = at;
            }
            SessionUpdate::Answered {
                text,
                page,
                about_anything,
                tells,
            } => self.answered(text, page, about_anything, tells),
            SessionUpdate::TurnWithdrawn => self.turn_withdrawn(),
            SessionUpdate::RunStarted {
                agent,
                max_turns,
                brief,
                review,
            } => self.run_started(agent, max_turns, brief, review),
            SessionUpdate::Activated { call } => self.activated(call),
            SessionUpdate::RunEnded => self.run_ended(),
            SessionUpdate::RunDropped => self.run_dropped(),
            SessionUpdate::Replied { reply, remaining } => self.replied(reply, remaining),
            SessionUpdate::Used { agent, usage } => self.used(agent, usage),
            SessionUpdate::CallBegun { call } => self.call_begun(&call),
            SessionUpdate::CallEnded {
                run_step,
                call,
                result,
                then,
            } => self.call_ended(run_step, call.as_ref(), ToolOutput::from(result), then),
            SessionUpdate::BootstrapSet(bootstrap) => self.bootstrap_set(bootstrap),
            SessionUpdate::SettledByHand { before } => self.settled_by_hand(&before),
            SessionUpdate::Planned(plan) => self.planned(plan),
            SessionUpdate::ReviewRecorded { run_step } => self.review_recorded(run_step),
            SessionUpdate::FieldRecorded { field_id, record } => {
                self.field_recorded(&field_id, record);
            }
            SessionUpdate::LinesChanged {
                field_id,
                changes,
                words,
            } => {
                self.lines_changed(&field_id, changes, words);
            }
            // Of several, the first: the other fields are asked for in their turn.
            SessionUpdate::FollowUpDue { run_step } => {
                self.follow_up_due.get_or_insert(run_step);
            }
            SessionUpdate::NotHeard {
                field_id,
                quote,
                problem,
            } => {
                let progress = self.field_progress.get(&field_id);
                let records = progress.map_or(0, |progress| progress.records);
                let row = json!({
                    "field_id": field_id, "quote": quote, "problem": problem, "record": records
                });
                self.push_pending("notHeard", "field_id", row);
            }
            SessionUpdate::GivenBack { rest } => self.given_back = Some(rest),
            SessionUpdate::OwnQuestion {
                field_id,
                text,
                suggestions,
                stands_in,
                tells_heard,
            } => self.own_question(field_id, text, &suggestions, stands_in, tells_heard),
            SessionUpdate::EntryBegun => self.entry_begun(),
            SessionUpdate::Entered { field_id, text } => self.entered(field_id, text),
            SessionUpdate::Delivered { receipt } => self.receipt = Some(receipt),
            SessionUpdate::FieldReviewed {
                sub_session,
                own_words,
            } => self.field_reviewed(&sub_session, own_words),
            SessionUpdate::FieldCorrected { field_id, new, .. } => {
                self.field_corrected(&field_id, new);
            }
            SessionUpdate::FieldDeclined { field_id } => self.field_declined(&field_id),
            SessionUpdate::FieldsAdded { fields, facts } => self.fields_added(fields, facts),
            SessionUpdate::OptionsChanged { fields } => self.options_changed(fields),
            SessionUpdate::FieldsHidden { fields } => self.hidden_fields = fields,
            SessionUpdate::FieldReopened { field_id } => self.field_reopened(&field_id),
            SessionUpdate::FieldTurnedDown { field_id, said } => {
                self.field_turned_down(&field_id, said);
            }
            SessionUpdate::FieldEntered { index } => self.field_entered(index),
            SessionUpdate::FollowUpCounted => self.follow_up_counted(),
            SessionUpdate::Failed(failure) => {
                self.agent_stack.clear();
                self.failure = Some(failure);
            }
            SessionUpdate::FailureCleared { resets_follow_ups } => {
                self.agent_stack.clear();
                self.failure = None;
                self.turn = None;
                self.earlier_turns.clear();
                if resets_follow_ups {
                    self.follow_up_count = 0;
                }
            }
            SessionUpdate::Submitted { local_time } => self.submitted_at = Some(local_time),
            SessionUpdate::Reopened => {
                self.submitted_at = None;
                self.reopened = self.reopened.saturating_add(1);
            }
            SessionUpdate::Compacted { messages } => self.compacted_messages = messages,
            SessionUpdate::ContextLearnt { tokens } => self.context_tokens = tokens,
        }
    }
}

impl Journaled for MainSessionState {
    type Update = SessionUpdate;
    const KIND: &'static str = "interview";

    fn apply(&mut self, update: SessionUpdate) {
        self.apply_update(update);
    }
}
