//! What the respondent puts into fields by hand: checked by code, recorded without a model.

use serde_json::Value as Json;

use super::lines::{LineEdit, whole_rows};
use super::own_question::Offers;
use super::{EngineError, Entry, FieldEntry, MAX_ANSWER_BYTES, Orchestrator, Pause};
use crate::agent_kind::AgentKind;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::lines::{LINE_ZONE, LineChange};
use crate::receipt::Receipt;
use crate::update::SessionUpdate;
use kikitori_form::file::Submit;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::lines::beside_lines;
use kikitori_form::values::{Refusal, StoredValue, Value, in_words};
use kikitori_form::{FieldId, FormField};

/// A record of a field, and what of it the conversation shows.
struct Checked {
    field_id: FieldId,
    record: FieldRecord,
    shown: Option<String>,
    lines: Vec<LineChange>,
    /// Whether only the order of lines is another, which answers nothing.
    is_order: bool,
}

impl Orchestrator {
    /// Records what was put into fields, all of it or nothing. It is taken at any time until the form
    /// is confirmed. Agents at work go on with what is recorded then; a stop afterwards takes nothing
    /// of it back.
    pub(super) fn enter(
        &mut self,
        entries: Vec<FieldEntry>,
        now_ms: u64,
    ) -> Result<(), EngineError> {
        if self.state.submitted_at.is_some() {
            return Err(EngineError::NotExpected { what: "an entry" });
        }
        let is_only_right = entries.iter().all(|it| says_right(&it.entry));
        let entries = entries.into_iter().map(|it| self.checked(it, now_ms));
        let entries = entries.collect::<Result<Vec<Checked>, EngineError>>()?;
        match is_only_right && !entries.is_empty() {
            true => self.note_right(entries, now_ms),
            false => self.record_entries(entries, Vec::new(), now_ms),
        }
        Ok(())
    }

    /// Notes of lines that they are right. That is no answer and changes none: the question at hand stands,
    /// and agents at work go on.
    fn note_right(&mut self, entries: Vec<Checked>, now_ms: u64) {
        self.emit(SessionUpdate::Stepped { at: now_ms });
        if !self.is_at_work() {
            self.emit(SessionUpdate::EntryBegun);
        }
        for Checked {
            field_id, lines, ..
        } in entries
        {
            self.emit(SessionUpdate::LinesChanged {
                field_id,
                changes: lines,
                words: None,
            });
        }
    }

    /// The same of what is known already: what does not fit is left out, and what is required and known no
    /// more is asked for. It is taken after the form is confirmed, too, unless that goes to a server.
    pub(super) fn fill(
        &mut self,
        entries: Vec<FieldEntry>,
        now_ms: u64,
    ) -> Result<(), EngineError> {
        let is_confirmed = self.state.submitted_at.is_some();
        let goes_to_server = matches!(self.state.form.submit, Some(Submit::Post(_)));
        if is_confirmed && goes_to_server {
            return Err(EngineError::NotExpected { what: "an entry" });
        }
        let (emptied, entries): (Vec<FieldEntry>, Vec<FieldEntry>) =
            entries.into_iter().partition(|it| self.is_emptied(it));
        let fitting = entries
            .into_iter()
            .filter_map(|it| self.checked(it, now_ms).ok());
        let entries = fitting.collect();
        let emptied = emptied.into_iter().map(|it| it.field_id).collect();
        match is_confirmed {
            true => self.record_confirmed(entries, emptied, now_ms),
            false => self.record_entries(entries, emptied, now_ms),
        }
        Ok(())
    }

    /// Whether it takes back what a required field has.
    fn is_emptied(&self, FieldEntry { field_id, entry }: &FieldEntry) -> bool {
        let field = self.state.form.field(field_id);
        let is_needed = field.is_some_and(|it| it.required && self.is_taken_back(it));
        is_needed && *entry == Entry::Value(Json::Null)
    }

    fn record_entries(&mut self, entries: Vec<Checked>, emptied: Vec<FieldId>, now_ms: u64) {
        if entries.is_empty() && emptied.is_empty() {
            // Who has filled in everything gets on also where no model is of any help.
            if self.stands_still() && self.state.is_asked_out() {
                self.emit(SessionUpdate::Stepped { at: now_ms });
                self.go_on_from_entries(false);
            }
            return;
        }
        let was_at_work = self.is_at_work();
        let is_reopened = !emptied.is_empty() && self.state.is_asked_out();
        let asked = self.asked_field().map(|field| field.field_id.clone());
        // Who mends one line of several is not asked anew for the others.
        let leaves_open = emptied.is_empty()
            && entries
                .iter()
                .all(|it| it.record.outcome.is_none() || it.is_order);
        let answers = entries
            .iter()
            .any(|it| Some(&it.field_id) == asked.as_ref() && !it.is_order);
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.emit(SessionUpdate::EntryBegun);
        // A click that answers the question stands in the conversation, as words would.
        if let [only] = entries.as_slice()
            && let Some(text) = &only.shown
            && answers
            && !was_at_work
            // Where something is still open the question at hand stands, with its suggestions.
            && !leaves_open
        {
            self.emit(SessionUpdate::Entered {
                field_id: only.field_id.clone(),
                text: text.clone(),
            });
        }
        self.put_on_record(entries, emptied);
        if leaves_open && !was_at_work {
            return;
        }
        self.go_on_from_entries(was_at_work || answers || is_reopened);
    }

    /// What a form has of them that they have confirmed. It stays confirmed, unless something is open now.
    fn record_confirmed(&mut self, entries: Vec<Checked>, emptied: Vec<FieldId>, now_ms: u64) {
        if entries.is_empty() && emptied.is_empty() {
            return;
        }
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.emit(SessionUpdate::EntryBegun);
        self.put_on_record(entries, emptied);
        let is_asked_out = self.state.is_asked_out();
        if is_asked_out && self.blocking().is_empty() {
            return;
        }
        self.emit(SessionUpdate::Reopened);
        if !is_asked_out {
            self.go_on_from_entries(true);
        }
    }

    fn put_on_record(&mut self, entries: Vec<Checked>, emptied: Vec<FieldId>) {
        for Checked {
            field_id,
            record,
            lines,
            ..
        } in entries
        {
            if !lines.is_empty() {
                let field_id = field_id.clone();
                self.emit(SessionUpdate::LinesChanged {
                    field_id,
                    changes: lines,
                    words: None,
                });
            }
            self.record_field(field_id, record);
        }
        for field_id in emptied {
            self.emit(SessionUpdate::FieldReopened { field_id });
        }
    }

    /// Has what is still open asked for, unless the question at hand stands.
    fn go_on_from_entries(&mut self, is_next_wanted: bool) {
        let stood_still = self.stands_still();
        if self.state.is_asked_out() && self.state.failure.is_some() {
            // Nothing is left that has to be asked for.
            let resets_follow_ups = false;
            self.emit(SessionUpdate::FailureCleared { resets_follow_ups });
        }
        if self.state.failure.is_some() {
            return;
        }
        let asked = self.asked_field().map(|field| field.field_id.clone());
        let is_over = asked.is_none_or(|asked| {
            let open = self.state.open_if(&super::order::WhatIf::new());
            !open.contains(&asked)
        });
        if !is_next_wanted && !is_over {
            return;
        }
        self.halt = None;
        let early = self.state.early_reviews();
        self.drop_runs_but(|entry| entry.agent == AgentKind::LineReader && entry.is_early());
        self.resume_early(early);
        // Where the model is away, or of no use, and nothing is left to ask for, nobody waits for it.
        if stood_still && self.state.is_asked_out() {
            return;
        }
        match self.next_in_own_words() {
            // Why it is asked stands beside it for who wonders.
            Some(next) => self.ask_with(
                &next,
                None,
                false,
                Offers {
                    tells_why: true,
                    ..Offers::default()
                },
            ),
            None => self.go_on(),
        }
    }

    /// Takes back what the respondent said or entered last, with all that came of it.
    pub(super) fn go_back(&mut self, now_ms: u64) -> Result<(), EngineError> {
        if !self.can_go_back() {
            return Err(EngineError::NotExpected {
                what: "a step back",
            });
        }
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.leave_calls();
        self.withdraw_turn();
        if self.last_is_of_respondent() {
            self.go_on();
        }
        Ok(())
    }

    /// Whether there is a step to take back: nobody is at work, and the last one is known.
    pub fn can_go_back(&self) -> bool {
        let is_paused = matches!(self.pause(), Some(Pause::Answer | Pause::Confirm));
        is_paused && self.state.last_turn().is_some()
    }

    /// Keeps what the server said that the confirmed form was sent to.
    pub(super) fn delivered(&mut self, receipt: Receipt, now_ms: u64) -> Result<(), EngineError> {
        if self.state.submitted_at.is_none() {
            return Err(EngineError::NotExpected { what: "a receipt" });
        }
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.emit(SessionUpdate::Delivered { receipt });
        Ok(())
    }

    fn checked(
        &self,
        FieldEntry { field_id, entry }: FieldEntry,
        now_ms: u64,
    ) -> Result<Checked, EngineError> {
        let Some(field) = self.state.form.field(&field_id) else {
            return Err(EngineError::NotExpected {
                what: "an entry for a field that the form does not have",
            });
        };
        let (mut lines, mut is_order) = (Vec::new(), false);
        let record = |outcome| FieldRecord::new(Some(outcome), RecordedBy::Entry);
        let (record, shown) = match self.told_here(field, entry) {
            Entry::Lines(edits) => {
                if self.lines_of(field).is_none() {
                    return Err(refused(field, Refusal::WrongKind));
                }
                let edited = self.edited_lines(field, &edits, now_ms);
                let edited = edited.map_err(|refusal| refused(field, refusal))?;
                (lines, is_order) = (edited.changes, edited.is_order);
                (edited.record, edited.shown)
            }
            Entry::Value(typed) if self.lines_of(field).is_some() && typed.is_array() => {
                let sheet = self.state.sheet_of(&field.field_id);
                let whole = whole_rows(&sheet, &typed);
                let rows = typed.as_array().map(Vec::as_slice).unwrap_or_default();
                let whole_rows = whole.as_array().map_or(0, Vec::len);
                let lacking = rows.len().saturating_sub(whole_rows);
                let value = match whole_rows > 0 || rows.is_empty() {
                    true => Some(self.checked_lines(field, &whole, lacking, now_ms)?),
                    false => None,
                };
                let changes = self.entered_list(field, rows, now_ms);
                lines = changes.map_err(|refusal| refused(field, refusal))?;
                let then = sheet.changed(&lines);
                let record = match then.todo().next() {
                    Some(_) => self.lines_record(field, &then, RecordedBy::Entry),
                    None => FieldRecord {
                        lines: true,
                        ..record(FieldOutcome::Answered)
                    },
                };
                (record, value.map(|value| self.shown(field, &value)))
            }
            Entry::Value(Json::Null) if self.is_taken_back(field) => (self.taken_back(field), None),
            Entry::Value(typed) => {
                let zone = self.state.collected_fields.get(&field.field_id);
                let zone = zone.and_then(|it| it.zone.clone());
                let (record, shown) = self.entered(field, &typed, now_ms)?;
                (FieldRecord { zone, ..record }, Some(shown))
            }
            Entry::Here(typed) => {
                let (record, shown) = self.entered(field, &typed, now_ms)?;
                (record, Some(shown))
            }
            Entry::Skip if field.required => return Err(refused(field, Refusal::Empty)),
            Entry::Skip => {
                let said = self.word(|it| it.skip).to_owned();
                (self.passed_over(field), Some(said))
            }
            Entry::DoesNotKnow => {
                let record = record(FieldOutcome::DoesNotKnow);
                (self.with_what_was_given(field, record), None)
            }
            Entry::Decline if field.required => {
                let record = record(FieldOutcome::Declined);
                (self.with_what_was_given(field, record), None)
            }
            Entry::Decline => (self.passed_over(field), None),
        };
        Ok(Checked {
            field_id,
            record,
            shown,
            lines,
            is_order,
        })
    }

    /// Of a list that is told where they are, each line.
    fn told_here(&self, field: &FormField, entry: Entry) -> Entry {
        let zone = self.state.bootstrap.timezone.as_ref();
        match (entry, zone) {
            (Entry::Here(Json::Array(mut rows)), Some(zone)) if self.lines_of(field).is_some() => {
                for row in rows.iter_mut().filter_map(Json::as_object_mut) {
                    row.insert(LINE_ZONE.to_owned(), zone.as_str().into());
                }
                Entry::Value(Json::Array(rows))
            }
            (entry, _) => entry,
        }
    }

    /// The record of a field that they pass over. What is recorded is taken back by it; lines of a group
    /// that is still open are not.
    fn passed_over(&self, field: &FormField) -> FieldRecord {
        let record = FieldRecord::new(Some(FieldOutcome::Skipped), RecordedBy::Entry);
        match self.state.collected_fields.contains_key(&field.field_id) {
            true => record,
            false => self.with_lines_given(field, record),
        }
    }

    /// Whether there is something to take back; lines are taken back one by one.
    fn is_taken_back(&self, field: &FormField) -> bool {
        let is_recorded = self.state.collected_fields.contains_key(&field.field_id);
        is_recorded && self.lines_of(field).is_none()
    }

    /// The record of a field whose value they take back: what is required is left open, and the form cannot
    /// be confirmed without it.
    fn taken_back(&self, field: &FormField) -> FieldRecord {
        match field.required {
            true => FieldRecord::new(Some(FieldOutcome::Declined), RecordedBy::Entry),
            false => self.passed_over(field),
        }
    }

    fn shown(&self, field: &FormField, value: &Value) -> String {
        in_words(value, &field.answer, self.state.language(), &*self.locale)
    }

    /// The record of a value, and how it is shown.
    fn entered(
        &self,
        field: &FormField,
        typed: &Json,
        now_ms: u64,
    ) -> Result<(FieldRecord, String), EngineError> {
        let (value, said) = self.checked_value(field, typed, now_ms)?;
        let shown = self.shown(field, &value);
        let record = FieldRecord {
            value: Some(StoredValue(value)),
            said,
            ..FieldRecord::new(Some(FieldOutcome::Answered), RecordedBy::Entry)
        };
        Ok((record, shown))
    }

    /// The lines that are whole, of a list of which others lack something.
    fn checked_lines(
        &self,
        field: &FormField,
        whole: &Json,
        lacking: usize,
        now_ms: u64,
    ) -> Result<Value, EngineError> {
        within_bounds(whole)?;
        let checked = self.check_part(field, whole, now_ms, |answer| {
            if let AnswerType::Group(group) = answer {
                *group = beside_lines(group, lacking);
            }
        });
        checked
            .map(|it| it.value)
            .map_err(|refusal| refused(field, refusal))
    }

    fn checked_value(
        &self,
        field: &FormField,
        typed: &Json,
        now_ms: u64,
    ) -> Result<(Value, Option<String>), EngineError> {
        within_bounds(typed)?;
        match self.check(field, typed, now_ms) {
            Ok(checked) => Ok((checked.value, checked.said)),
            Err(refusal) => Err(refused(field, refusal)),
        }
    }
}

/// Whether it says of lines that they are right, and nothing else.
fn says_right(entry: &Entry) -> bool {
    let Entry::Lines(edits) = entry else {
        return false;
    };
    let is_right = |edit: &LineEdit| matches!(edit, LineEdit::Confirm { .. });
    !edits.is_empty() && edits.iter().all(is_right)
}

fn within_bounds(typed: &Json) -> Result<(), EngineError> {
    let bytes = match typed {
        Json::String(text) => text.len(),
        other => other.to_string().len(),
    };
    match bytes > MAX_ANSWER_BYTES {
        true => Err(EngineError::AnswerTooLong { bytes }),
        false => Ok(()),
    }
}

fn refused(field: &FormField, refusal: Refusal) -> EngineError {
    EngineError::EntryRefused {
        field_id: field.field_id.clone(),
        refusal,
    }
}
