//! What a message says, as the Interviewer reports it, checked against the interview.

mod changed;
mod claimed;
mod contradicted;
mod entry;
mod last_lines;
mod nothing;
mod older;
mod otherwise;
mod passed_over;
mod reported;
mod tries;
mod twice;
mod zoned;

pub(crate) use entry::NotAnAnswer;
pub(super) use entry::{OTHERWISE, joined};

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::Orchestrator;
use super::lines::NotTaken;
use super::not_taken::QUOTE_SHOWN;
use super::order::{FieldThen, WhatIf};
use crate::field::FieldRecord;
use crate::lines::LineChange;
use crate::locale::{CountryCode, LanguageTag, TimeZone};
use crate::quotes::locate;
use crate::tools::{Ask, Heard, HeardOutcome};
use crate::value::Evidence;
use kikitori_form::FieldId;

/// Stands for the country where a form needs it. No field can be called so.
pub(crate) const COUNTRY: &str = "@country";
/// After so many refusals a field that has to be answered is not asked for any more.
pub(super) const REFUSALS: u32 = 2;

/// What of a call of `ask` fits the interview, and what does not.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    /// What becomes of fields.
    pub records: Vec<(FieldId, FieldRecord)>,
    /// What becomes of lines, before that, and the words that tell it.
    pub lines: Vec<(FieldId, Vec<LineChange>, Option<Evidence>)>,
    /// Fields that a Reviewer is to judge.
    pub reviews: Vec<FieldId>,
    /// Groups with lines that are to be read.
    pub reads: Vec<FieldId>,
    /// The Greeter's calls that settle what was said of language, country and time zone.
    pub settles: Vec<(&'static str, Json)>,
    /// The field that was asked for stays open although something was said.
    pub follows_up: bool,
    /// What does not fit, for the model.
    pub problems: Vec<String>,
    /// The same of lines of groups.
    pub line_problems: Vec<(FieldId, LineProblem)>,
    /// Fields of which something was said that does not fit.
    pub not_heard: Vec<NotHeard>,
    /// What the message says to be done and is not, a sentence of code's for each.
    pub untrue: Vec<String>,
    /// Texts that they did not say, whatever they said.
    pub unconfirmed: Vec<(FieldId, String)>,
}

/// What was said of a field and does not fit.
#[derive(Debug)]
pub(super) struct NotHeard {
    pub field_id: FieldId,
    /// The respondent's words.
    pub quote: String,
    /// Why, for the model.
    pub problem: String,
    /// What of it is not taken and why, for people: a sentence for each.
    pub told: Vec<String>,
}

/// What does not fit of a line, for the model.
#[derive(Debug)]
pub(super) struct LineProblem {
    pub text: String,
    /// The number of the line that is there without it, once what fits is recorded.
    recorded_as: Option<u32>,
}

impl LineProblem {
    /// The same, where what fits is recorded.
    pub fn of_recorded(&self) -> String {
        match self.recorded_as {
            Some(number) => format!("{} (recorded as line {number} without it)", self.text),
            None => self.text.clone(),
        }
    }
}

/// What one entry makes of its field.
struct Entry {
    position: usize,
    field_id: FieldId,
    /// None where it is as the form has it already.
    record: Option<FieldRecord>,
    then: FieldThen,
    review: bool,
    lines: Vec<LineChange>,
    reads: bool,
    /// What is reported of its lines and does not fit.
    not_taken: Vec<NotTaken>,
}

impl Orchestrator {
    /// Checks what the Interviewer reports and asks.
    pub(super) fn hear(&self, ask: &Ask) -> Hearing {
        let joined = self.with_lists_joined(ask);
        let ask = joined.as_ref().unwrap_or(ask);
        let mut hearing = Hearing::default();
        self.hear_settings(ask, &mut hearing);
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut refused = BTreeSet::new();
        for (position, heard) in ask.heard.iter().enumerate() {
            if !seen.insert(&heard.field_id) {
                let problem = format!("{} is there twice", heard.field_id);
                hearing.problem(position, "field_id", &problem);
            } else if self.is_judged_beside(&heard.field_id) {
                // Its Reviewer hears the same words, and may be the first or the last to reply.
            } else if heard.field_id == COUNTRY {
                self.hear_country(position, heard, &mut hearing);
            } else {
                let borrowed = self.borrowed(ask, heard).map(|problem| ("quote", problem));
                match borrowed.map_or_else(|| self.hear_entry(position, heard), Err) {
                    Ok(entry) => {
                        for it in &entry.not_taken {
                            let problem = LineProblem {
                                text: format!(
                                    "heard[{position}].value: {}: {}",
                                    heard.field_id, it.problem
                                ),
                                recorded_as: it.recorded_as,
                            };
                            let field_id = entry.field_id.clone();
                            hearing.line_problems.push((field_id, problem));
                        }
                        hearing
                            .not_heard
                            .extend(self.lines_not_heard(heard, &entry));
                        entries.push(entry);
                    }
                    Err((member, problem)) => {
                        refused.extend(FieldId::new(&heard.field_id));
                        hearing.not_heard.extend(self.not_heard(heard, &problem));
                        let problem = format!("{}: {problem}", heard.field_id);
                        hearing.problem(position, member, &problem);
                        hearing.unconfirmed.extend(self.unconfirmed(heard));
                    }
                }
            }
        }
        self.drop_older(ask, &mut entries, &mut hearing);
        self.end_what_was_reported(ask, &mut entries);
        let what_if = what_if(&entries);
        let asked = self.state.asked_if(&what_if);
        let undecided = self.state.form.hanging_on(refused);
        entries.retain(|entry| {
            let is_asked = asked.contains(&entry.field_id);
            if !is_asked && !undecided.contains(&entry.field_id) {
                let problem = format!(
                    "{} is not asked: its condition does not hold",
                    entry.field_id
                );
                hearing.problem(entry.position, "field_id", &problem);
            }
            is_asked
        });
        self.end_what_has_no_try_left(ask, &mut entries, &mut hearing);
        if hearing.fits() {
            self.check_that_something_is_heard(ask, &entries, &mut hearing);
        }
        // What comes next depends on what was heard: it is told once that fits.
        if hearing.fits() {
            self.check_what_is_asked(ask, &entries, &mut hearing);
        }
        if hearing.fits() {
            self.check_what_is_claimed(ask, &mut hearing);
            self.check_what_is_told_otherwise(ask, &mut hearing);
            self.check_what_is_said_to_be_removed(ask, &mut hearing);
            self.check_what_is_contradicted(ask, &mut hearing);
        }
        if hearing.fits() {
            self.check_what_is_said_to_be_changed(ask, &mut hearing);
        }
        if hearing.fits() {
            self.check_what_is_passed_over(ask, &mut hearing);
        }
        for entry in entries {
            if entry.review {
                hearing.reviews.push(entry.field_id.clone());
            }
            if entry.reads {
                hearing.reads.push(entry.field_id.clone());
            }
            let field_id = entry.field_id;
            if !entry.lines.is_empty() {
                let heard = ask.heard.get(entry.position);
                let words = heard.and_then(|it| self.words_of(it));
                hearing.lines.push((field_id.clone(), entry.lines, words));
            }
            hearing
                .records
                .extend(entry.record.map(|record| (field_id, record)));
        }
        hearing
    }

    /// Whether a Reviewer is at work on this field: it judges what was said of it, whatever is reported.
    fn is_judged_beside(&self, field_id: &str) -> bool {
        let field = FieldId::new(field_id).and_then(|id| self.state.form.field(&id));
        field.is_some_and(|field| {
            self.state.form.is_reviewed_separately(field)
                && self.state.under_review().contains(&field.field_id)
        })
    }

    /// A report that does not fit, if it names a field and the respondent's words.
    fn not_heard(&self, heard: &Heard, problem: &str) -> Option<NotHeard> {
        let field = FieldId::new(&heard.field_id)?;
        let field = self.state.form.field(&field).filter(|it| !it.private)?;
        let evidence = locate(heard.quote.as_deref()?, &self.state.messages)?;
        let quote = self.state.evidence_text(&evidence)?.to_owned();
        let is_answer = heard.outcome == HeardOutcome::Answered && self.lines_of(field).is_none();
        let refusal = is_answer
            .then(|| {
                self.check_said(field, heard.value.as_deref(), &evidence)
                    .err()
            })
            .flatten();
        let why = refusal.map(|refusal| self.refusal_told(&refusal));
        // Of many words those that were reported.
        let value = heard.value.as_deref().filter(|it| quote.contains(it));
        let words = match quote.chars().nth(QUOTE_SHOWN) {
            Some(_) => value.unwrap_or(&quote),
            None => &quote,
        };
        let label = self.state.label_of(&field.field_id).unwrap_or_default();
        Some(NotHeard {
            told: vec![self.not_taken_told(words, label, why)],
            field_id: field.field_id.clone(),
            quote,
            problem: problem.to_owned(),
        })
    }

    /// The same of lines of which others, or other values, are taken. What is kept with its line is
    /// asked about there.
    fn lines_not_heard(&self, heard: &Heard, entry: &Entry) -> Option<NotHeard> {
        let lost = entry.not_taken.iter().filter(|it| !it.is_kept);
        let lost: Vec<&NotTaken> = lost.collect();
        let field = self.state.form.field(&entry.field_id)?;
        let evidence = self.words_of(heard).filter(|_| !lost.is_empty())?;
        let quote = self.state.evidence_text(&evidence)?.to_owned();
        let problems: Vec<&str> = lost.iter().map(|it| it.problem.as_str()).collect();
        let told = lost.iter().map(|it| self.not_taken_of_line(field, it));
        Some(NotHeard {
            field_id: field.field_id.clone(),
            quote,
            problem: problems.join("; "),
            told: told.collect(),
        })
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

    /// That `asks` names the field that comes next.
    fn check_what_is_asked(&self, ask: &Ask, entries: &[Entry], hearing: &mut Hearing) {
        let asks = ask.asks.as_deref();
        // A Reviewer, or who read lines, has come first, and what is missing is asked for: this question,
        // which was right when it was asked for, is not shown.
        let was_right = |list: FieldId| {
            let mut then = what_if(entries);
            let value = self.state.collected_fields.get(&list);
            let value = value.map(|it| it.value.clone());
            then.insert(list, FieldThen { done: true, value });
            self.state.next_if(&then).as_ref().map(FieldId::as_str) == asks
        };
        if self.follow_up_due().is_some() || self.lines_asked_next().is_some_and(was_right) {
            return;
        }
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
        // What becomes of a list that is still to be read nobody knows yet: code asks about its lines.
        let mut once_read = what_if(entries);
        for entry in entries.iter().filter(|entry| entry.reads) {
            if let Some(then) = once_read.get_mut(&entry.field_id) {
                then.done = true;
            }
        }
        let after_reading = self.state.next_if(&once_read);
        let what_if = what_if(entries);
        let next = self.state.next_if(&what_if);
        let is_next = match (&next, asks) {
            (None, None) => true,
            _ if asks == after_reading.as_ref().map(FieldId::as_str) => true,
            // They may want to give it after all.
            (None, Some(asks)) => {
                FieldId::new(asks).is_some_and(|id| self.may_be_given_after_all(&id))
            }
            (Some(next), Some(asks)) => {
                // What was just told in part may be asked for at once. Of what goes to a Reviewer
                // that is not shown: it asks itself.
                let open = self.state.open_if(&what_if);
                let is_open = open.iter().any(|id| id.as_str() == asks);
                let mut entries = entries.iter();
                let heard = entries.find(|it| it.field_id.as_str() == asks);
                next.as_str() == asks || heard.is_some_and(|it| is_open || it.review)
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
}

impl Hearing {
    /// Whether all of it fits.
    pub fn fits(&self) -> bool {
        self.problems.is_empty() && self.line_problems.is_empty()
    }

    /// Whether anything comes of it.
    pub fn brings_something(&self) -> bool {
        let of_fields = !self.records.is_empty() || !self.lines.is_empty();
        of_fields || !self.reviews.is_empty() || !self.reads.is_empty() || !self.settles.is_empty()
    }

    /// All that does not fit, for the model.
    pub fn all_problems(&self) -> Vec<String> {
        let of_lines = self.line_problems.iter().map(|(_, it)| &it.text);
        self.problems.iter().chain(of_lines).cloned().collect()
    }

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
