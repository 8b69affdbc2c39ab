//! What the Interviewer reports of one field, checked.

use super::super::Orchestrator;
use super::super::lines::HeardLines;
use super::super::order::FieldThen;
use super::super::wording::{told_unnamed, told_unsaid};
use super::last_lines::names_null;
use super::{Entry, REFUSALS};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::quotes::{locate, locate_parts, locate_whole, with_whole_figures};
use crate::tools::{Heard, HeardOutcome};
use crate::value::{Collected, Evidence};
use kikitori_form::values::{Refusal, StoredValue, Value, unsaid};
use kikitori_form::{FieldId, FormField};
use serde_json::json;

/// A list has so many lines.
const LEAST_LINES: usize = 3;

/// What a model may do beside mending what it reported.
pub(in crate::orchestrator) const OTHERWISE: &str =
    ". If their words do not give that, the outcome is not_enough: ask for it";

/// Why what is reported of a field is no answer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotAnAnswer {
    /// No words are there that it rests on.
    NoWords,
    /// It is no value of the field.
    Refused(Refusal),
    /// The respondent did not say this of it.
    Unsaid(String),
    /// They did not name this option, although they named others.
    Unnamed(String),
}

impl NotAnAnswer {
    /// The member of the report that it is about, and what the model is told.
    fn told(&self, field: &FormField) -> (&'static str, String) {
        match self {
            Self::NoWords => ("quote", "an answer rests on words".to_owned()),
            Self::Refused(refusal) => {
                let problem = refusal.for_model(&field.answer);
                ("value", format!("{problem}{OTHERWISE}"))
            }
            Self::Unsaid(unsaid) => ("value", told_unsaid(unsaid)),
            Self::Unnamed(option) => ("value", told_unnamed(option)),
        }
    }
}

impl Orchestrator {
    pub(super) fn hear_entry(
        &self,
        position: usize,
        heard: &Heard,
    ) -> Result<Entry, (&'static str, String)> {
        let state = &self.state;
        let field = FieldId::new(&heard.field_id).and_then(|id| state.form.field(&id));
        let Some(field) = field else {
            let problem = format!("the form has no field {}", json!(heard.field_id));
            return Err(("field_id", problem));
        };
        let (heard, zone) = self.without_zone(field, heard);
        let heard = &heard;
        let field_id = &field.field_id;
        if state.under_review().contains(field_id) {
            let problem = format!("{field_id} is under review: leave it out");
            return Err(("field_id", problem));
        }
        let evidence = self.words_of(heard);
        if evidence.is_none() && heard.quote.is_some() {
            let problem =
                "these words are in none of the respondent's messages: copy theirs exactly";
            return Err(("quote", problem.to_owned()));
        }
        let was_done = state.is_done(field_id);
        let is_open_part = heard.outcome == HeardOutcome::NotEnough && !was_done;
        if evidence.is_none() && !is_open_part {
            let problem = "say in which of the respondent's words you heard it";
            return Err(("quote", problem.to_owned()));
        }
        let entry = |record: Option<FieldRecord>, then: FieldThen, review: bool| Entry {
            position,
            field_id: field_id.clone(),
            record,
            then,
            review,
            lines: Vec::new(),
            reads: false,
            not_taken: Vec::new(),
        };
        let of_changes = |lines: HeardLines| {
            let (done, value) = lines.then;
            Entry {
                lines: lines.changes,
                reads: lines.reads,
                not_taken: lines.not_taken,
                ..entry(lines.record, FieldThen { done, value }, false)
            }
        };
        let kept = |done: bool| FieldThen {
            done,
            value: state
                .collected_fields
                .get(field_id)
                .map(|it| it.value.clone()),
        };
        let told = matches!(
            heard.outcome,
            HeardOutcome::Answered | HeardOutcome::NotEnough
        );
        // The program asks for it and keeps it. Nobody but they can say that it was no answer.
        let is_recorded = state.collected_fields.contains_key(field_id);
        if field.private && is_recorded && told {
            // Who reports it would tell them that it is changed.
            let problem = "the program keeps it, and this changes nothing of it: leave it out, and tell \
                them to write its whole new value with its name";
            return Err(("field_id", problem.to_owned()));
        }
        if field.private && !(is_recorded && heard.outcome == HeardOutcome::Refused) {
            return Ok(entry(None, kept(was_done), false));
        }
        let mut record = FieldRecord {
            evidence: evidence.into_iter().collect(),
            facts: heard.facts.clone(),
            missing: heard.missing.clone(),
            ..FieldRecord::new(None, RecordedBy::Conversation)
        };
        let is_separate = state.form.is_reviewed_separately(field);
        if is_separate && told {
            if evidence.is_none() {
                let problem = "say in which of the respondent's words you heard it";
                return Err(("quote", problem.to_owned()));
            }
            let collected = state.collected_fields.get(field_id).filter(|_| was_done);
            let is_judged = collected.is_some_and(|it| {
                let mut messages = it.evidence.iter().map(|it| it.message);
                messages.any(|message| Some(message) == evidence.map(|it| it.message))
            });
            // Once a message, or Reviewer and Interviewer would have each other begin anew for ever.
            if is_judged || (was_done && self.is_judged_anew(field_id)) {
                return Ok(entry(None, kept(true), false));
            }
            // Only its Reviewer says what is missing.
            record.missing.clear();
            return Ok(entry(Some(record), kept(true), true));
        }
        let has_lines = self.lines_of(field).is_some() && heard.value.is_some();
        // Who will not give a value of a line leaves it as open as who does not know it.
        let unknown = (has_lines && heard.outcome == HeardOutcome::Refused && names_null(heard))
            .then(|| Heard {
                outcome: HeardOutcome::DoesNotKnow,
                ..heard.clone()
            });
        let heard = unknown.as_ref().unwrap_or(heard);
        // A list that is quoted is read, whatever is said to be missing of it.
        let quotes_list = heard.value.is_none() && evidence.is_some_and(|it| self.is_list(&it));
        let adds_lines = heard.outcome == HeardOutcome::Answered || has_lines || quotes_list;
        let sheet = state.lines.get(field_id);
        let is_of_list = |it: &Evidence| sheet.is_some_and(|sheet| sheet.has_words_of(it.message));
        let of_lines = record.evidence.first().copied();
        if let Some(evidence) = of_lines.filter(|it| told && (adds_lines || is_of_list(it)))
            && self.lines_of(field).is_some()
        {
            return Ok(of_changes(self.hear_lines(field, heard, &evidence)?));
        }
        if has_lines
            && !told
            && let Some(evidence) = of_lines
            && let Some(lines) = self.last_lines(field, heard, &evidence)?
        {
            return Ok(of_changes(lines));
        }
        if heard.outcome == HeardOutcome::DoesNotKnow
            && self.lines_of(field).is_some()
            && let Some(lines) = self.nothing_more_known(field, Vec::new(), &record.evidence)
        {
            return Ok(of_changes(lines));
        }
        if heard.outcome != HeardOutcome::Answered {
            record.told = self.told_in_part(field, heard.value.as_deref(), &record.evidence);
        }
        match heard.outcome {
            HeardOutcome::Answered => {
                if !heard.missing.is_empty() {
                    let problem = "it is answered, so nothing is missing".to_owned();
                    return Err(("missing", problem));
                }
                let evidence = record.evidence.first().copied();
                let moved = zone.as_ref();
                let moved =
                    moved.and_then(|zone| self.told_in_zone(field, heard, &record.evidence, zone));
                let collected = state.collected_fields.get(field_id);
                let (value, record) = match (moved, collected) {
                    (Some(moved), Some(collected)) => (collected.value.clone(), moved),
                    _ => {
                        let answered = self.answered(field, heard, evidence, record);
                        let (value, record) = answered.map_err(|it| it.told(field))?;
                        if let Some(problem) =
                            self.tells_of_health_besides(&value, &record.evidence)
                        {
                            return Err(("value", problem));
                        }
                        // Once: that they mean just this, nobody but the model can tell.
                        if self.asks_refused() == 0
                            && let Some(problem) = self
                                .loses_unnamed(field, &value, &record)
                                .or_else(|| self.made_definite(field, &record))
                                .or_else(|| self.names_private_besides(&value, &record.evidence))
                        {
                            return Err(("value", problem));
                        }
                        (value, FieldRecord { zone, ..record })
                    }
                };
                let is_known = was_done
                    && collected.is_some_and(|it| {
                        let is_moved = record.zone.is_some() && record.zone != it.zone;
                        let moves = is_moved
                            || (record.is_of_the_clock() && self.is_told_elsewhere(evidence, it));
                        it.value == value && !self.is_better(&record.evidence, it) && !moves
                    });
                let then = FieldThen {
                    done: true,
                    value: Some(value),
                };
                Ok(entry(Some(record).filter(|_| !is_known), then, false))
            }
            HeardOutcome::NotEnough => {
                if heard.missing.is_empty() {
                    let problem = "it is not enough, so say what is missing".to_owned();
                    return Err(("missing", problem));
                }
                Ok(entry(Some(record), kept(false), false))
            }
            HeardOutcome::Skipped if field.required => {
                let problem = "the field is required: refused, or does_not_know".to_owned();
                Err(("outcome", problem))
            }
            HeardOutcome::Skipped | HeardOutcome::DoesNotKnow | HeardOutcome::Refused => {
                record.outcome = self.ends_as(field, heard.outcome);
                record.refused = heard.outcome == HeardOutcome::Refused && field.required;
                record.missing.clear();
                match record.outcome {
                    // What was found missing before still is.
                    None => {
                        let progress = state.field_progress.get(field_id);
                        let missing = progress.map(|progress| progress.missing_facts.clone());
                        record.missing = missing.unwrap_or_default();
                    }
                    // Words of a refusal are no part of an answer.
                    Some(_) if heard.facts.is_empty() && heard.outcome == HeardOutcome::Refused => {
                        record.evidence.clear();
                    }
                    Some(_) => {}
                }
                let record = self.with_what_was_given(field, record);
                let value = self.value_by(field, &record);
                let then = FieldThen {
                    done: record.outcome.is_some(),
                    value,
                };
                let is_known = was_done && state.outcome_of(field_id) == record.outcome;
                Ok(entry(Some(record).filter(|_| !is_known), then, false))
            }
        }
    }

    /// How a field ends of which they say that they have no answer; none where it is asked for once more.
    pub(super) fn ends_as(&self, field: &FormField, outcome: HeardOutcome) -> Option<FieldOutcome> {
        let progress = self.state.field_progress.get(&field.field_id);
        let refusals = progress.map_or(0, |progress| progress.refusals);
        match outcome {
            HeardOutcome::DoesNotKnow => Some(FieldOutcome::DoesNotKnow),
            _ if !field.required => Some(FieldOutcome::Skipped),
            // What was given and is taken back is not asked for once more.
            _ if self.state.is_done(&field.field_id) || refusals + 1 >= REFUSALS => {
                Some(FieldOutcome::Declined)
            }
            _ => None,
        }
    }

    /// Whether these words are several lines, and more than an answer about one or two of them.
    fn is_list(&self, evidence: &Evidence) -> bool {
        let words = self.state.evidence_text(evidence).unwrap_or_default();
        let lines = words.lines().filter(|line| !line.trim().is_empty());
        lines.count() >= LEAST_LINES
    }

    /// Where the words stand that a report rests on.
    pub(in crate::orchestrator) fn words_of(&self, heard: &Heard) -> Option<Evidence> {
        let messages = &self.state.messages;
        match (&heard.quote, &heard.value) {
            // Of words from several messages the latest.
            (Some(quote), _) => {
                let found = locate(quote, messages);
                let found = found.or_else(|| locate_parts(quote, messages).pop())?;
                Some(with_whole_figures(found, messages))
            }
            // A value that stands in what they said is its own quote.
            (None, Some(value)) => locate_whole(value, messages),
            (None, None) => None,
        }
    }

    /// The value that a report gives, and the record of it.
    pub(in crate::orchestrator) fn answered(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: Option<Evidence>,
        mut record: FieldRecord,
    ) -> Result<(Value, FieldRecord), NotAnAnswer> {
        let evidence = evidence.ok_or(NotAnAnswer::NoWords)?;
        let checked = self
            .check_said(field, heard.value.as_deref(), &evidence)
            .map_err(NotAnAnswer::Refused)?;
        if let Some(option) = self.unnamed_in(field, &checked.value, &[evidence]) {
            return Err(NotAnAnswer::Unnamed(option));
        }
        if let Some(unsaid) = self.not_said(field, &checked.value, &[evidence]) {
            return Err(NotAnAnswer::Unsaid(unsaid));
        }
        let value = self.complete(field, &mut record, checked.value);
        record.said = checked.said.filter(|_| !matches!(value, Value::Text(_)));
        Ok((value, record))
    }

    /// Completes the record of an answered field: with what was said about it before, and with its
    /// value, which is not stored where it is those words.
    pub(in crate::orchestrator) fn complete(
        &self,
        field: &FormField,
        record: &mut FieldRecord,
        value: Value,
    ) -> Value {
        let progress = self.state.field_progress.get(&field.field_id);
        let mut before = self.still_rests_on(field, &value, &record.evidence);
        before.extend(progress.iter().flat_map(|progress| &progress.evidence));
        record.evidence = joined(before, &record.evidence);
        let value = self.own_words(field, &mut record.evidence).unwrap_or(value);
        let quoted = self.state.quoted(&record.evidence);
        let is_quoted = matches!(&value, Value::Text(text) if *text == quoted);
        record.value = (!is_quoted).then(|| StoredValue(value.clone()));
        record.outcome = Some(FieldOutcome::Answered);
        value
    }

    /// The words of the recorded answer that a corrected one rests on too: a text that has words which those
    /// of the correction do not have, several choices of which some stay.
    fn still_rests_on(
        &self,
        field: &FormField,
        value: &Value,
        correction: &[Evidence],
    ) -> Vec<Evidence> {
        let recorded = self.state.collected_fields.get(&field.field_id);
        let recorded = recorded.filter(|it| it.by == RecordedBy::Conversation && !field.private);
        let Some(recorded) = recorded else {
            return Vec::new();
        };
        let fold = |text: &str| self.locale.fold(text);
        let still = match (value, &recorded.value) {
            (Value::Text(text), Value::Text(_)) => {
                unsaid(text, &[&self.state.quoted(correction)], &fold).is_some()
            }
            (Value::Choices(now), Value::Choices(before)) => {
                now.iter().any(|it| before.contains(it))
            }
            _ => false,
        };
        match still {
            true => recorded.evidence.clone(),
            false => Vec::new(),
        }
    }

    /// Whether a message tells a time once more, and names another zone than it was told in before.
    fn is_told_elsewhere(&self, told: Option<Evidence>, recorded: &Collected) -> bool {
        let mut before = recorded.evidence.iter().map(|it| it.message);
        let is_new = told.is_some_and(|told| !before.any(|message| message == told.message));
        let zone = self.settings_told.borrow().zone.clone();
        is_new && zone.is_some() && zone != recorded.zone
    }

    /// Whether other words tell more of a value that is recorded than those that it rests on: they
    /// hold them, or name the value, which those do not.
    fn is_better(&self, evidence: &[Evidence], recorded: &Collected) -> bool {
        let names_it = |evidence: &[Evidence]| {
            let fold = |text: &str| self.locale.fold(text);
            fold(&self.state.quoted(evidence)).contains(&fold(&recorded.value.to_string()))
        };
        let is_within = |old: &Evidence| evidence.iter().any(|new| new != old && new.holds(old));
        let old = &recorded.evidence;
        let holds_all = !old.is_empty() && old.iter().all(is_within);
        holds_all || (names_it(evidence) && !names_it(old))
    }
}

/// Words that a value rests on, those within others left out.
pub(in crate::orchestrator) fn joined(before: Vec<Evidence>, new: &[Evidence]) -> Vec<Evidence> {
    let mut all = before;
    for new in new {
        if all.iter().any(|it| it.holds(new)) {
            continue;
        }
        all.retain(|it| !new.holds(it));
        all.push(*new);
    }
    all
}
