//! Messages of which nothing is reported: code cannot read in every language whether a reply claims
//! to have taken something down, so a reply that reports nothing is not shown as it is.

use super::super::Orchestrator;
use super::super::asking::REPAIRS;
use super::super::order::WhatIf;
use super::{COUNTRY, Entry, Hearing};
use crate::message::Speaker;
use crate::tools::{Ask, ReviewResult};
use kikitori_agent::CallStatus;
use kikitori_form::FieldId;
use serde_json::Value;

/// What the model is told that reports nothing of a message.
const NOTHING: &str = "heard: nothing is reported of their last message, so nothing of it can be \
    called noted. Report what it answers, adds, corrects or takes back; if it does none of that, put \
    what they ask, remark or tell of what the program keeps in `question`";

impl Orchestrator {
    /// That a call says something of what was typed, if nobody else has it: a value, a refusal, what
    /// is missing, another language, or that it was a question or a remark.
    pub(super) fn check_that_something_is_heard(
        &self,
        ask: &Ask,
        entries: &[Entry],
        hearing: &mut Hearing,
    ) {
        let says_besides = ask.question.is_some()
            || ask.language.is_some()
            || ask.country.is_some()
            || ask.time_zone.is_some();
        let is_to_be_heard = self.last_is_of_respondent() && !self.last_is_private();
        let settles = ask.heard.iter().any(|heard| heard.field_id == COUNTRY);
        let reports = settles || entries.iter().any(|entry| self.takes_up(entry, ask));
        let is_nothing =
            is_to_be_heard && !says_besides && !reports && !self.is_taken_up_elsewhere();
        if is_nothing {
            hearing.problems.push(NOTHING.to_owned());
        }
    }

    /// Whether an entry is about what was said since the last question, or changes something. What
    /// was known before is no report of a new message, however often it is repeated.
    fn takes_up(&self, entry: &Entry, ask: &Ask) -> bool {
        let Some(heard) = ask.heard.get(entry.position) else {
            return false;
        };
        // One that the asking ends for is put in by code.
        let is_reported = heard.field_id == entry.field_id.as_str();
        let changes = entry.record.is_some() || entry.review || entry.reads;
        let is_new = || {
            let evidence = self.words_of(heard);
            evidence.is_some_and(|it| it.message >= self.first_since_the_question())
        };
        is_reported && (changes || !entry.lines.is_empty() || is_new())
    }

    /// The place of the first message after the last question.
    pub(in crate::orchestrator) fn first_since_the_question(&self) -> usize {
        let messages = self.state.messages.iter();
        let asked = messages.map(|it| it.shown().map(|shown| shown.speaker));
        let asked: Vec<_> = asked.collect();
        let last = asked
            .iter()
            .rposition(|speaker| *speaker == Some(Speaker::Assistant));
        last.map_or(0, |last| last + 1)
    }

    /// Whether somebody else has the last message, or something has come of it already: a Reviewer
    /// judges it, it is a list that the program reads, or an earlier call of the same turn recorded
    /// what it says.
    pub(in crate::orchestrator) fn is_taken_up_elsewhere(&self) -> bool {
        let mut fields = self.state.form.fields.iter();
        self.is_reviewing()
            || self.was_told_this_turn("recorded", |_| true)
            || self.was_told_this_turn("settled", |_| true)
            || self.list_read().is_some()
            || self.is_given_up_by_a_review()
            || fields.any(|field| self.is_taken_by_a_review(&field.field_id))
    }

    /// Whether an earlier call of the same turn has recorded something of another field.
    pub(super) fn is_recorded_besides(&self, field_id: &FieldId) -> bool {
        self.was_told_this_turn("recorded", |row| {
            row.get("field_id")
                .is_some_and(|it| it != field_id.as_str())
        })
    }

    /// Whether something has come of their words that no message has told them yet.
    fn was_told_this_turn(&self, name: &str, is_meant: impl Fn(&Value) -> bool) -> bool {
        let rows = self.state.pending_data.get(name).and_then(Value::as_array);
        let is_of_words = |row: &&Value| row.get("by").is_none_or(|by| by != "entry");
        rows.is_some_and(|rows| rows.iter().filter(is_of_words).any(is_meant))
    }

    /// Whether a Reviewer's reports of the last message were of no use: its field is asked for once more.
    fn is_given_up_by_a_review(&self) -> bool {
        let Some(said) = self
            .state
            .chat()
            .filter(|it| it.speaker == Speaker::Respondent)
            .last()
        else {
            return false;
        };
        let steps = self.state.run_steps.iter().rev();
        let steps = steps.take_while(|step| step.started_at >= said.at);
        let refused = steps.filter(|step| {
            let output = step.output.as_ref();
            step.tool == "review" && output.is_some_and(|it| it.status == CallStatus::Error)
        });
        refused.count() > REPAIRS
    }

    /// Whether a Reviewer has found something for its field in the last message.
    fn is_taken_by_a_review(&self, field_id: &FieldId) -> bool {
        let results = self.state.sub_session_results.values();
        let of_field = results.filter(|it| it.field_id == *field_id);
        // Not the last by its id, of which `review-9` comes behind `review-10`.
        let last = of_field.max_by_key(|it| it.run_step);
        let review = last.and_then(|it| self.state.review_on_record(it.run_step));
        let takes = |review: ReviewResult| {
            let is_told = review.quote.is_some() || !review.extracted_facts.is_empty();
            review.passed || review.refused || is_told
        };
        self.is_judged_anew(field_id) && review.is_some_and(takes)
    }

    /// Whether nothing came of what was said, although an Interviewer has ended its turn and every
    /// Reviewer its own: it trusted that one of them would find something in it.
    pub(in crate::orchestrator) fn is_left_to_nobody(&self) -> bool {
        let is_to_be_heard = self.last_is_of_respondent() && !self.last_is_private();
        is_to_be_heard && self.prepared_reports_nothing() && !self.is_taken_up_elsewhere()
    }

    /// The open field that was asked for and all of the last message, where nothing was reported of it:
    /// it is asked for once more, under those words.
    pub(in crate::orchestrator) fn nothing_heard(&self) -> Option<(FieldId, String)> {
        let asked = self.asked_field()?.field_id.clone();
        let is_open = self.state.open_if(&WhatIf::new()).contains(&asked);
        let said = self.state.chat().last()?;
        let is_said = said.speaker == Speaker::Respondent && !said.entered && !said.private;
        (is_open && is_said).then(|| (asked, said.text.clone()))
    }
}
