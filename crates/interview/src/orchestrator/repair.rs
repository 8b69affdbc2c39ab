//! A report of which something does not fit goes back once: what fits is recorded before, so that nobody
//! has to report it again.

use std::collections::BTreeSet;

use kikitori_agent::{FunctionCallResult, RunStep};
use kikitori_form::FieldId;
use serde_json::json;

use super::Orchestrator;
use super::asking::listed;
use super::hear::Hearing;
use crate::field::{FieldOutcome, FieldRecord};
use crate::lines::LineChange;
use crate::message::SessionMessage;
use crate::tools::Ask;
use crate::update::SessionUpdate;
use crate::value::Evidence;

/// Names the groups of which a refused report has recorded lines, in what stays on record of its call.
const LINES: &str = "lines";
/// Names all fields of which it has recorded something.
const RECORDED: &str = "recorded";

/// What was recorded of a report.
#[derive(Default)]
struct Recorded {
    /// The fields.
    fields: Vec<FieldId>,
    /// As the model is told of them.
    told: Vec<String>,
    /// Those of which lines were recorded.
    lines: Vec<FieldId>,
}

impl Orchestrator {
    /// Records what fits of a call in which something does not, and says what is: what does not fit,
    /// and what a second report would count twice, waits for that.
    pub(super) fn sent_back(&mut self, ask: &Ask, hearing: Hearing) -> FunctionCallResult {
        // Another time zone or language may make other values of it.
        let recorded = match hearing.settles.is_empty() {
            true => self.record_what_fits(&hearing),
            false => Recorded::default(),
        };
        let problems = hearing.problems.iter().cloned();
        let of_lines = hearing.line_problems.iter();
        let of_lines =
            of_lines.map(
                |(field_id, problem)| match recorded.lines.contains(field_id) {
                    true => problem.of_recorded(),
                    false => problem.text.clone(),
                },
            );
        let problems: Vec<String> = problems.chain(of_lines).collect();
        let problems = listed(&problems);
        if recorded.fields.is_empty() {
            return FunctionCallResult::error(format!(
                "Not asked and nothing recorded. {problems}. Call ask again with all of it."
            ));
        }
        let is_private = |id: &str| FieldId::new(id).is_some_and(|id| self.is_private(&id));
        let is_recorded = |id: &str| recorded.fields.iter().any(|it| it.as_str() == id);
        let reported = ask.heard.iter().map(|it| it.field_id.as_str());
        let waits = reported.filter(|id| !is_recorded(id) && !is_private(id));
        let waits: Vec<&str> = waits.collect();
        let waits = match waits.is_empty() {
            true => String::new(),
            false => format!(" Not recorded yet, until all fits: {}.", waits.join(", ")),
        };
        let lines: Vec<&str> = recorded.lines.iter().map(FieldId::as_str).collect();
        let again = match lines.is_empty() {
            true => "with all that is not recorded yet".to_owned(),
            false => format!(
                "with the rest; of {} only the lines that do not fit, by `@line` where they have a number",
                lines.join(", ")
            ),
        };
        let told = format!(
            "Not asked. Recorded: {}.{waits} {problems}. Call ask again {again}.",
            recorded.told.join(", ")
        );
        FunctionCallResult::error(told)
            .with_data(json!({ LINES: recorded.lines, RECORDED: recorded.fields }))
    }

    /// Records the values and lines that fit of a call in which others do not. What a second report
    /// would count twice waits for it, and so does what other agents do.
    fn record_what_fits(&mut self, hearing: &Hearing) -> Recorded {
        let mut recorded = Recorded::default();
        for (field_id, changes, words) in &hearing.lines {
            if hearing.reads.contains(field_id) {
                continue;
            }
            // The numbers stay until the second report has come, which may name them.
            let is_kept = |it: &&LineChange| **it != LineChange::CountFromOne;
            let changes: Vec<LineChange> = changes.iter().filter(is_kept).cloned().collect();
            let numbers = changes.iter().filter_map(|change| match change {
                LineChange::Put(line) => Some(line.number),
                _ => None,
            });
            // Of several changes of a line it is one.
            let numbers: BTreeSet<u32> = numbers.collect();
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            recorded.told.push(match numbers.as_slice() {
                [] => field_id.to_string(),
                [one] => format!("{field_id} (line {one})"),
                several => format!("{field_id} (lines {})", several.join(", ")),
            });
            self.emit(SessionUpdate::LinesChanged {
                field_id: field_id.clone(),
                changes,
                words: *words,
            });
            recorded.fields.push(field_id.clone());
            recorded.lines.push(field_id.clone());
        }
        for (field_id, record) in &hearing.records {
            let has_lines = recorded.lines.contains(field_id);
            let is_whole = record.outcome == Some(FieldOutcome::Answered) && !record.lines;
            let is_reviewed = hearing.reviews.contains(field_id);
            if has_lines {
                let record = self.record_of_lines(hearing, field_id, record);
                self.record_field(field_id.clone(), record);
            } else if is_whole && !is_reviewed {
                recorded.fields.push(field_id.clone());
                recorded.told.push(field_id.to_string());
                self.record_field(field_id.clone(), record.clone());
            }
        }
        recorded
    }

    /// What becomes of a group of which lines are recorded: it stays open while others go back.
    fn record_of_lines(
        &self,
        hearing: &Hearing,
        field_id: &FieldId,
        record: &FieldRecord,
    ) -> FieldRecord {
        let mut of_field = hearing.line_problems.iter();
        let goes_back = of_field.any(|(of, _)| of == field_id);
        let ends = record.outcome == Some(FieldOutcome::Answered)
            && (!goes_back || self.state.is_done(field_id));
        match ends {
            true => record.clone(),
            false => FieldRecord {
                outcome: None,
                lines: false,
                ..record.clone()
            },
        }
    }

    /// Whether lines of a message were reported since the last question, and what fitted of that is
    /// recorded.
    pub(super) fn are_lines_reported(&self, field_id: &FieldId, words: &Evidence) -> bool {
        words.message >= self.first_since_the_question()
            && self.fields_with_lines_reported().contains(field_id)
    }

    /// The groups of which lines were reported since the last question by a call that went back.
    pub(super) fn fields_with_lines_reported(&self) -> Vec<FieldId> {
        let messages = self.state.messages.iter();
        let said = messages.skip(self.first_since_the_question());
        let Some(first) = said.filter_map(SessionMessage::shown).next() else {
            return Vec::new();
        };
        let steps = self.state.run_steps.iter().rev();
        let steps = steps.take_while(|step| step.started_at >= first.at);
        let reported = steps.filter(|step| step.tool == "ask").filter_map(|step| {
            let data = step.output.as_ref()?.result.data.as_ref()?;
            data.get(LINES)?.as_array()
        });
        let fields = reported
            .flatten()
            .filter_map(|it| FieldId::new(it.as_str()?));
        fields
            .filter(|field_id| self.state.lines.contains_key(field_id))
            .collect()
    }

    /// Has the lines of a group count from 1 again, once nobody names them by the numbers that they had.
    pub(super) fn count_lines(&mut self, field_id: &FieldId) {
        let sheet = self.state.lines.get(field_id);
        let changes = sheet.map_or_else(Vec::new, |sheet| sheet.counted(Vec::new()));
        if !changes.is_empty() {
            self.emit(SessionUpdate::LinesChanged {
                field_id: field_id.clone(),
                changes,
                words: None,
            });
        }
    }
}

/// The fields of which a call of `ask` with these arguments has recorded something although it went back.
pub(super) fn recorded_of<'a>(steps: &'a [RunStep], arguments: &str) -> Vec<&'a str> {
    let mut calls = steps.iter().rev();
    let recorded = calls.find_map(|step| {
        let is_it = step.tool == "ask" && step.input == arguments;
        let output = step.output.as_ref().filter(|_| is_it)?;
        output.result.data.as_ref()?.get(RECORDED)?.as_array()
    });
    let recorded = recorded.into_iter().flatten();
    recorded.filter_map(serde_json::Value::as_str).collect()
}
