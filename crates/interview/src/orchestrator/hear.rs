//! What a message says, as the Interviewer reports it, checked against the interview.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::Orchestrator;
use super::order::{FieldThen, WhatIf};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::locale::{CountryCode, LanguageTag, TimeZone};
use crate::quotes::locate;
use crate::tools::{Ask, Heard, HeardOutcome};
use crate::value::Evidence;
use kikitori_form::values::{StoredValue, Value};
use kikitori_form::{FieldId, FormField};

/// Stands for the country where a form needs it. No field can be called so.
pub(crate) const COUNTRY: &str = "@country";
/// After so many refusals a field that has to be answered is not asked for any more.
pub(super) const REFUSALS: u32 = 2;

/// What of a call of `ask` fits the interview, and what does not.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    /// What becomes of fields.
    pub records: Vec<(FieldId, FieldRecord)>,
    /// Fields that a Reviewer is to judge.
    pub reviews: Vec<FieldId>,
    /// The Greeter's calls that settle what was said of language, country and time zone.
    pub settles: Vec<(&'static str, Json)>,
    /// The field that was asked for stays open although something was said.
    pub follows_up: bool,
    /// What does not fit, for the model.
    pub problems: Vec<String>,
}

/// What one entry makes of its field.
struct Entry {
    position: usize,
    field_id: FieldId,
    /// None where it is as the form has it already.
    record: Option<FieldRecord>,
    then: FieldThen,
    review: bool,
}

impl Orchestrator {
    /// Checks what the Interviewer reports and asks.
    pub(super) fn hear(&self, ask: &Ask) -> Hearing {
        let mut hearing = Hearing::default();
        self.hear_settings(ask, &mut hearing);
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen = BTreeSet::new();
        for (position, heard) in ask.heard.iter().enumerate() {
            if !seen.insert(&heard.field_id) {
                let problem = format!("{} is there twice", heard.field_id);
                hearing.problem(position, "field_id", &problem);
            } else if heard.field_id == COUNTRY {
                self.hear_country(position, heard, &mut hearing);
            } else {
                match self.hear_entry(position, heard) {
                    Ok(entry) => entries.push(entry),
                    Err((member, problem)) => hearing.problem(position, member, &problem),
                }
            }
        }
        let what_if = what_if(&entries);
        let asked = self.state.asked_if(&what_if);
        entries.retain(|entry| {
            let is_asked = asked.contains(&entry.field_id);
            if !is_asked {
                let problem = format!(
                    "{} is not asked: its condition does not hold",
                    entry.field_id
                );
                hearing.problem(entry.position, "field_id", &problem);
            }
            is_asked
        });
        self.end_what_has_no_try_left(ask, &mut entries, &mut hearing);
        self.check_what_is_asked(ask, &entries, &mut hearing);
        for entry in entries {
            if entry.review {
                hearing.reviews.push(entry.field_id.clone());
            }
            let field_id = entry.field_id;
            hearing
                .records
                .extend(entry.record.map(|record| (field_id, record)));
        }
        hearing
    }

    fn hear_settings(&self, ask: &Ask, hearing: &mut Hearing) {
        let settled = &self.state.bootstrap;
        if let Some(tag) = &ask.language {
            let language = LanguageTag::new(tag);
            match language.and_then(|tag| self.locale.canonical_language(&tag)) {
                Some(tag) if settled.language.as_ref() == Some(&tag) => {}
                Some(tag) => hearing
                    .settles
                    .push(("set_language", json!({"language": tag}))),
                None => hearing
                    .problems
                    .push("language: expected a BCP 47 tag such as en, or null".to_owned()),
            }
        }
        if let Some(code) = &ask.country {
            let country = CountryCode::new(code).filter(|code| self.locale.is_country(code));
            match country {
                Some(code) if settled.country.as_ref() == Some(&code) => {}
                Some(code) => hearing
                    .settles
                    .push(("set_country", json!({"country": code}))),
                None => hearing.problems.push(
                    "country: expected an ISO 3166-1 alpha-2 code such as JP, or null".to_owned(),
                ),
            }
        }
        if let Some(name) = &ask.time_zone {
            match TimeZone::new(name).filter(|zone| self.locale.is_time_zone(zone)) {
                Some(zone) if settled.timezone.as_ref() == Some(&zone) => {}
                Some(zone) => hearing
                    .settles
                    .push(("set_timezone", json!({"timezone": zone}))),
                None => hearing.problems.push(
                    "time_zone: expected an IANA name such as Asia/Tokyo, or null".to_owned(),
                ),
            }
        }
    }

    fn hear_country(&self, position: usize, heard: &Heard, hearing: &mut Hearing) {
        let country = match heard.outcome {
            HeardOutcome::NotEnough => return,
            HeardOutcome::Answered => {
                let code = heard.value.as_deref().and_then(CountryCode::new);
                let country = code.filter(|code| self.locale.is_country(code));
                if country.is_none() {
                    let problem = "expected an ISO 3166-1 alpha-2 code such as JP";
                    return hearing.problem(position, "value", problem);
                }
                country
            }
            _ => None,
        };
        hearing
            .settles
            .push(("set_country", json!({"country": country})));
    }

    fn hear_entry(&self, position: usize, heard: &Heard) -> Result<Entry, (&'static str, String)> {
        let state = &self.state;
        let field = FieldId::new(&heard.field_id).and_then(|id| state.form.field(&id));
        let Some(field) = field else {
            let problem = format!("the form has no field {:?}", heard.field_id);
            return Err(("field_id", problem));
        };
        let field_id = &field.field_id;
        if field.private {
            let problem = format!("{field_id} is private: the program asks for it and keeps it");
            return Err(("field_id", problem));
        }
        if state.under_review().contains(field_id) {
            let problem = format!("{field_id} is under review: leave it out");
            return Err(("field_id", problem));
        }
        let evidence = match &heard.quote {
            Some(quote) => Some(locate(quote, &state.messages).ok_or_else(|| {
                let problem =
                    "these words are in none of the respondent's messages: copy theirs exactly";
                ("quote", problem.to_owned())
            })?),
            None => None,
        };
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
        };
        let kept = |done: bool| FieldThen {
            done,
            value: state
                .collected_fields
                .get(field_id)
                .map(|it| it.value.clone()),
        };
        let mut record = FieldRecord {
            evidence: evidence.into_iter().collect(),
            facts: heard.facts.clone(),
            missing: heard.missing.clone(),
            ..FieldRecord::new(None, RecordedBy::Conversation)
        };
        let is_separate = state.form.is_reviewed_separately(field);
        let told = matches!(
            heard.outcome,
            HeardOutcome::Answered | HeardOutcome::NotEnough
        );
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
            if is_judged {
                return Ok(entry(None, kept(true), false));
            }
            // Only its Reviewer says what is missing.
            record.missing.clear();
            return Ok(entry(Some(record), kept(true), true));
        }
        match heard.outcome {
            HeardOutcome::Answered => {
                if !heard.missing.is_empty() {
                    let problem = "it is answered, so nothing is missing".to_owned();
                    return Err(("missing", problem));
                }
                let evidence = record.evidence.first().copied();
                let (value, record) = self.answered(field, heard, evidence, record)?;
                let collected = state.collected_fields.get(field_id);
                let is_known = was_done && collected.is_some_and(|it| it.value == value);
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
                let refusals = state.field_progress.get(field_id);
                let refusals = refusals.map_or(0, |progress| progress.refusals);
                record.missing.clear();
                record.outcome = match heard.outcome {
                    HeardOutcome::DoesNotKnow => Some(FieldOutcome::DoesNotKnow),
                    _ if !field.required => Some(FieldOutcome::Skipped),
                    // What was given and is taken back is not asked for once more.
                    _ if was_done || refusals + 1 >= REFUSALS => Some(FieldOutcome::Declined),
                    _ => None,
                };
                record.refused = heard.outcome == HeardOutcome::Refused && field.required;
                let then = FieldThen {
                    done: record.outcome.is_some(),
                    value: None,
                };
                let is_known = was_done && state.outcome_of(field_id) == record.outcome;
                Ok(entry(Some(record).filter(|_| !is_known), then, false))
            }
        }
    }

    fn answered(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: Option<Evidence>,
        mut record: FieldRecord,
    ) -> Result<(Value, FieldRecord), (&'static str, String)> {
        let Some(evidence) = evidence else {
            return Err(("quote", "an answer rests on words".to_owned()));
        };
        let checked = self
            .check_said(field, heard.value.as_deref(), &evidence)
            .map_err(|refusal| {
                let problem = format!(
                    "{} If their words do not give that, the outcome is not_enough.",
                    refusal.sentence("en")
                );
                ("value", problem)
            })?;
        let value = self.complete(field, &mut record, checked.value);
        record.said = checked.said.filter(|_| !matches!(value, Value::Text(_)));
        Ok((value, record))
    }

    /// Completes the record of an answered field: with what was said about it before, and with its
    /// value, which is not stored where it is those words.
    pub(super) fn complete(
        &self,
        field: &FormField,
        record: &mut FieldRecord,
        value: Value,
    ) -> Value {
        let progress = self.state.field_progress.get(&field.field_id);
        let before = progress.map(|progress| progress.evidence.clone());
        let mut evidence = before.unwrap_or_default();
        for new in &record.evidence {
            if !evidence.contains(new) {
                evidence.push(*new);
            }
        }
        record.evidence = evidence;
        let value = self.own_words(field, &mut record.evidence).unwrap_or(value);
        let quoted = self.state.quoted(&record.evidence);
        let is_quoted = matches!(&value, Value::Text(text) if *text == quoted);
        record.value = (!is_quoted).then(|| StoredValue(value.clone()));
        record.outcome = Some(FieldOutcome::Answered);
        value
    }

    /// Ends the asking for the field that was asked for, if it is still open and may not be followed
    /// up.
    fn end_what_has_no_try_left(&self, ask: &Ask, entries: &mut Vec<Entry>, hearing: &mut Hearing) {
        let Some(asked) = self.asked_field() else {
            return;
        };
        let is_heard = self.last_is_of_respondent();
        let what_if = what_if(entries);
        let is_open = self.state.open_if(&what_if).contains(&asked.field_id);
        let is_judged = self.state.under_review().contains(&asked.field_id)
            || self.state.follow_up_due.is_some();
        if !is_heard || !is_open || is_judged {
            return;
        }
        hearing.follows_up = true;
        let asks_back = ask.question.is_some() && self.has_follow_ups_left();
        if self.may_follow_up(asked) || asks_back {
            return;
        }
        hearing.follows_up = false;
        let position = entries
            .iter()
            .position(|entry| entry.field_id == asked.field_id);
        let heard = position.and_then(|position| entries.get_mut(position));
        let record = match heard {
            Some(entry) => {
                entry.then.done = true;
                entry.record.take()
            }
            None => None,
        };
        let record = self.unresolved(asked, record);
        match position.and_then(|position| entries.get_mut(position)) {
            Some(entry) => entry.record = Some(record),
            None => entries.push(Entry {
                position: 0,
                field_id: asked.field_id.clone(),
                then: FieldThen {
                    done: true,
                    value: self
                        .state
                        .collected_fields
                        .get(&asked.field_id)
                        .map(|it| it.value.clone()),
                },
                record: Some(record),
                review: false,
            }),
        }
    }

    /// The record of a field that may not be asked about again: unresolved, or as it was before a
    /// correction that came to nothing.
    pub(super) fn unresolved(&self, field: &FormField, record: Option<FieldRecord>) -> FieldRecord {
        let mut record = record.unwrap_or_else(|| FieldRecord::new(None, RecordedBy::Conversation));
        let progress = self.state.field_progress.get(&field.field_id);
        match self.state.collected_fields.get(&field.field_id) {
            Some(kept) => FieldRecord {
                outcome: Some(FieldOutcome::Answered),
                value: Some(StoredValue(kept.value.clone())),
                said: kept.said.clone(),
                evidence: kept.evidence.clone(),
                by: kept.by,
                missing: Vec::new(),
                ..record
            },
            None => {
                if let (true, Some(progress)) = (record.missing.is_empty(), progress) {
                    record.missing.clone_from(&progress.missing_facts);
                }
                record.outcome = Some(FieldOutcome::Unresolved);
                record
            }
        }
    }

    /// That `asks` names the field that comes next.
    fn check_what_is_asked(&self, ask: &Ask, entries: &[Entry], hearing: &mut Hearing) {
        // A Reviewer has come first and asks for what is missing: this question is not shown.
        if self.state.follow_up_due.is_some() {
            return;
        }
        let asks = ask.asks.as_deref();
        let settles_country = hearing
            .settles
            .iter()
            .any(|(tool, _)| *tool == "set_country");
        if self.state.needs_country() && !settles_country {
            if asks != Some(COUNTRY) {
                let problem = format!("asks: the country comes first: {COUNTRY}");
                hearing.problems.push(problem);
            }
            return;
        }
        let what_if = what_if(entries);
        let is_reviewed = |id: &FieldId| entries.iter().any(|it| it.review && it.field_id == *id);
        let next = self.state.next_if(&what_if);
        let is_next = match (&next, asks) {
            (None, None) => true,
            (Some(next), Some(asks)) => {
                // What was just corrected in part may be asked for at once.
                let open = self.state.open_if(&what_if);
                let is_open = open.iter().any(|id| id.as_str() == asks);
                let is_heard = entries
                    .iter()
                    .any(|it| it.field_id.as_str() == asks && !is_reviewed(&it.field_id));
                next.as_str() == asks || (is_open && is_heard)
            }
            _ => false,
        };
        if is_next {
            return;
        }
        hearing.problems.push(match next {
            Some(next) => format!("asks: the field that comes next is {next}"),
            None => "asks: no field is left, so null, and message is a last word".to_owned(),
        });
    }

    /// Whether the field may be asked about once more.
    pub(super) fn may_follow_up(&self, field: &FormField) -> bool {
        let progress = self.state.field_progress.get(&field.field_id);
        let asked = progress.map_or(0, |progress| progress.follow_ups);
        let most = field.follow_ups.unwrap_or(self.limits.max_follow_ups);
        asked < most && self.has_follow_ups_left()
    }

    /// Whether anything may be asked about once more.
    pub(super) fn has_follow_ups_left(&self) -> bool {
        let budget = self.state.form.budget.as_ref();
        let most = budget.and_then(|budget| budget.follow_ups);
        let most = most.map_or(self.limits.max_interview_follow_ups, |most| most.0);
        self.state.follow_ups < most
    }
}

impl Hearing {
    fn problem(&mut self, position: usize, member: &str, problem: &str) {
        self.problems
            .push(format!("heard[{position}].{member}: {problem}"));
    }
}

fn what_if(entries: &[Entry]) -> WhatIf {
    let entries = entries.iter();
    entries
        .map(|entry| (entry.field_id.clone(), entry.then.clone()))
        .collect()
}
