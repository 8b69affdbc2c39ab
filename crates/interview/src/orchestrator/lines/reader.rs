//! What a LineReader is told of its lines, and what holds of what it says of them.

use kikitori_agent::as_data;
use kikitori_agent::{CallStatus, FunctionCallResult, LoopControl, ToolOutput};
use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::lines::{
    AsideReason, Claim, Confidence, Lacking, has_digit, holds, is_total, judge,
};
use kikitori_form::values::{CheckContext, Value};
use kikitori_llm::ToolCall;
use serde_json::{Value as Json, json};

use super::around::{is_around, is_their_total};
use super::{Orchestrator, most_lines};
use crate::language_name::language_name;
use crate::lines::{Line, LineChange, LineSheet, SetAside, kept_values};
use crate::prompts::{LineReaderOpening, json_data, render};
use crate::state::AgentStackEntry;
use crate::tools::{LineRead, LineReaderContext, ReadClaim};
use crate::update::SessionUpdate;

/// Characters of a line that a model is shown.
const MAX_LINE_CHARS: usize = 1_000;
/// Lines with names of columns that a model is shown.
const HEADINGS_TOLD: usize = 3;
/// Items that one line of a list may name.
const ITEMS_A_LINE: usize = 10;
/// So often a reading that does not hold goes back to the model.
const REPAIRS: usize = 1;

impl Orchestrator {
    /// The lines of a LineReader's batch that nobody has read, each with its words.
    fn batch_of(&self, entry: &AgentStackEntry) -> Vec<(Line, String)> {
        let Some((sub_session, batch)) = entry
            .sub_session
            .as_ref()
            .and_then(|it| Some((it, it.lines?)))
        else {
            return Vec::new();
        };
        let sheet = self.state.lines.get(&sub_session.field_id);
        let lines = sheet.iter().flat_map(|sheet| &sheet.lines);
        let lines = lines.filter(|line| {
            let is_in = (batch.first..=batch.last).contains(&line.number);
            is_in && line.is_unread()
        });
        lines
            .filter_map(|line| {
                let words = self.state.evidence_text(line.source.as_ref()?)?;
                Some((line.clone(), words.to_owned()))
            })
            .collect()
    }

    /// What a LineReader is told: the group's fields and its lines.
    pub(in super::super) fn reader_opening(&self, entry: &AgentStackEntry) -> String {
        let language = self.state.language();
        let field = entry.sub_session.as_ref().map(|it| &it.field_id);
        let field = field.and_then(|id| self.state.form.field(id));
        let group = field.map_or(Json::Null, |field| {
            super::super::shown_form::whole_field(&self.state.form, field, language)
        });
        let lines = self.batch_of(entry).into_iter();
        let lines: Vec<Json> = lines
            .map(|(line, words)| {
                let text = crate::bounds::cut(&words, MAX_LINE_CHARS);
                json!({"line": line.number, "text": text})
            })
            .collect();
        let headings = self.headings_of(entry);
        render(&LineReaderOpening {
            group: json_data(&group),
            language: language_name(language),
            headings: (!headings.is_empty()).then(|| json_data(&headings)),
            lines: json_data(&lines),
            local_time: self.local_time().map(|it| as_data(&it)),
        })
    }

    /// What the lines that name columns say, in the messages of a batch's lines.
    fn headings_of(&self, entry: &AgentStackEntry) -> Vec<String> {
        let batch = self.batch_of(entry);
        let is_of_batch = |message: usize| {
            let mut sources = batch.iter().filter_map(|(line, _)| line.source);
            sources.any(|source| source.message == message)
        };
        let field = entry.sub_session.as_ref().map(|it| &it.field_id);
        let sheet = field.and_then(|id| self.state.lines.get(id));
        let aside = sheet.into_iter().flat_map(|sheet| &sheet.set_aside);
        let headers =
            aside.filter(|it| it.reason == AsideReason::Header && is_of_batch(it.source.message));
        let words = headers.filter_map(|it| self.state.evidence_text(&it.source));
        let words = words.take(HEADINGS_TOLD);
        words
            .map(|it| crate::bounds::cut(it, MAX_LINE_CHARS))
            .collect()
    }

    /// Holds what a model says of lines against them, and records what fits.
    pub(in super::super) fn judge_reading(&mut self, call: &ToolCall) -> ToolOutput {
        let (name, arguments) = (&call.function.name, &call.function.arguments);
        let mut context = LineReaderContext::default();
        let Some(tools) = &self.tools.line_reader else {
            return ended("There is nothing to read.");
        };
        let output = tools.call(name, arguments, &mut context);
        let is_last_try = self.reads_refused() >= REPAIRS;
        let Some(said) = context.read else {
            return match is_last_try {
                true => ended("Not recorded."),
                false => output,
            };
        };
        let before = self.read_before();
        let judged = self.judge_lines(&said, &before, is_last_try);
        let Some((field_id, changes, problems)) = judged else {
            return ended("There is nothing to read.");
        };
        if !changes.is_empty() {
            self.emit(SessionUpdate::LinesChanged {
                field_id,
                changes,
                words: None,
            });
        }
        match problems.is_empty() || is_last_try {
            true => ended("Recorded what holds."),
            false => FunctionCallResult::error(format!(
                "The lines not named here are recorded. {}. Call read_lines again with these lines only, \
                 and leave out a value that the line does not tell.",
                problems.join("; ")
            ))
            .into(),
        }
    }

    fn reads_refused(&self) -> usize {
        let active = self.state.agent_stack.last();
        let calls = active.into_iter().flat_map(|it| it.run.tool_calls());
        let refused = calls.filter(|(_, result)| result.status == CallStatus::Error);
        refused.count()
    }

    /// What the model has said of lines before, of which not all held.
    fn read_before(&self) -> Vec<LineRead> {
        let active = self.state.agent_stack.last();
        let calls = active.into_iter().flat_map(|it| it.run.tool_calls());
        let refused = calls.filter(|(_, result)| result.status == CallStatus::Error);
        let read = refused.filter_map(|(call, _)| {
            let mut context = LineReaderContext::default();
            let (name, arguments) = (&call.function.name, &call.function.arguments);
            let tools = self.tools.line_reader.as_ref()?;
            tools.call(name, arguments, &mut context);
            context.read
        });
        read.flatten().collect()
    }

    /// What holds of a model's reading, and what does not. Of a line of which something does not, the
    /// rest counts on the last try.
    fn judge_lines(
        &self,
        said: &[LineRead],
        said_before: &[LineRead],
        is_last_try: bool,
    ) -> Option<(FieldId, Vec<LineChange>, Vec<String>)> {
        let active = self.state.agent_stack.last()?;
        let field_id = active.sub_session.as_ref()?.field_id.clone();
        let field = self.state.form.field(&field_id)?;
        let group = &self.group_told(field)?;
        let batch = self.batch_of(active);
        let sheet = self.state.lines.get(&field_id)?;
        let mut room = most_lines(group).saturating_sub(sheet.lines.len());
        let mut number = sheet.numbered;
        let at = self.state.updated_at;
        self.in_context(at, |context| {
            let (mut changes, mut problems): (Vec<LineChange>, Vec<String>) = Default::default();
            for (line, words) in &batch {
                let of_line = said.iter().filter(|it| it.number == line.number);
                let of_line: Vec<&LineRead> = of_line.take(ITEMS_A_LINE).collect();
                let Some((first, more)) = of_line.split_first() else {
                    problems.push(format!("line {} is not there", line.number));
                    continue;
                };
                let before = |number: u32, field: &str| value_in(sheet, &changes, number, field);
                let of_before = said_before.iter().find(|it| it.number == line.number);
                let reading = Reading {
                    said: first,
                    said_before: of_before,
                };
                let (change, misread) = judged(group, line, words, &reading, &before, context);
                let is_none = || {
                    is_around(sheet, said, line, first, words)
                        || is_their_total(sheet, &changes, line, first, words, context)
                };
                let change = match (first.aside, line.source) {
                    (Some(reason), Some(source)) if is_none() => {
                        LineChange::SetAside(SetAside { source, reason })
                    }
                    _ => change,
                };
                let is_whole = misread.is_empty();
                problems.extend(misread);
                if !is_whole && !is_last_try {
                    continue;
                }
                changes.push(change);
                for item in more.iter().filter(|it| it.aside.is_none()) {
                    if room == 0 {
                        break;
                    }
                    let next = Line {
                        number: number.saturating_add(1),
                        ..line.clone()
                    };
                    let before =
                        |number: u32, field: &str| value_in(sheet, &changes, number, field);
                    let reading = Reading {
                        said: item,
                        said_before: None,
                    };
                    let (change, misread) = judged(group, &next, words, &reading, &before, context);
                    if let LineChange::Put(line) = change
                        && misread.is_empty()
                        && !line.values.is_empty()
                    {
                        (number, room) = (next.number, room - 1);
                        changes.push(LineChange::Put(line));
                    }
                }
            }
            for read in said {
                if !batch.iter().any(|(line, _)| line.number == read.number) {
                    problems.push(format!("line {} is not among them", read.number));
                }
            }
            (field_id.clone(), changes, problems)
        })
    }
}

/// What a model says of a line.
struct Reading<'a> {
    said: &'a LineRead,
    /// The same in its call before, of which something did not hold.
    said_before: Option<&'a LineRead>,
}

/// The value of a field in a line that a model names: as it has just read it, or as it is there.
fn value_in(sheet: &LineSheet, changes: &[LineChange], number: u32, field: &str) -> Option<Value> {
    let read = changes.iter().rev().find_map(|change| match change {
        LineChange::Put(line) if line.number == number => Some(line),
        _ => None,
    });
    let line = read.or_else(|| sheet.line(number))?;
    let value = line.values.iter().find(|it| it.field.as_str() == field)?;
    Some(value.value.0.clone())
}

/// What is said of one line, as far as it holds, and what does not. `before` has the values of other
/// lines.
fn judged(
    group: &Group,
    line: &Line,
    words: &str,
    reading: &Reading<'_>,
    before: &dyn Fn(u32, &str) -> Option<Value>,
    context: &CheckContext<'_>,
) -> (LineChange, Vec<String>) {
    let said = reading.said;
    let put = |values, lacking, confidence| {
        LineChange::Put(Line {
            values,
            lacking,
            confidence,
            ..line.clone()
        })
    };
    if let Some(reason) = said.aside {
        // A line with figures may well be one of the list: people decide.
        let is_none = !has_digit(words) || (reason == AsideReason::Total && is_total(words));
        let change = match (is_none, line.source) {
            (true, Some(source)) => LineChange::SetAside(SetAside { source, reason }),
            _ => put(Vec::new(), vec![Lacking::Unclear], Confidence::Low),
        };
        return (change, Vec::new());
    }
    let mut misread = Vec::new();
    let mut claims: Vec<Claim> = Vec::new();
    let (unknown, told): (Vec<&ReadClaim>, Vec<&ReadClaim>) =
        said.claims.iter().partition(|it| it.not_known);
    for it in told {
        let same = it
            .same_as
            .map(|number| (number, before(number, &it.claim.field)));
        match same {
            Some((number, None)) => {
                let field = &it.claim.field;
                misread.push(format!("{field}: line {number} has none"));
            }
            Some((number, _)) if number == line.number => {
                misread.push(format!(
                    "{}: a line is not the same as itself",
                    it.claim.field
                ));
            }
            same => claims.push(Claim {
                same: same.and_then(|(_, value)| value),
                ..it.claim.clone()
            }),
        }
    }
    let judged = judge(group, words, &claims, said.confidence, context);
    misread.extend(judged.problems);
    let mut read = judged.read;
    if let Some(said_before) = reading.said_before {
        keep_refused(
            group,
            words,
            said_before,
            &claims,
            &mut read.lacking,
            context,
        );
    }
    let has_words = read
        .lacking
        .iter()
        .any(|it| matches!(it, Lacking::Unreadable(_)));
    for it in unknown {
        match holds(words, &it.claim.quote) {
            true => {
                for lacking in &mut read.lacking {
                    lacking.note_not_known(|id| id.as_str() == it.claim.field);
                }
            }
            false => {
                let field = &it.claim.field;
                misread.push(format!("{field}: its quote does not stand in the line"));
            }
        }
    }
    if (read.values.is_empty() && !has_words) || (said.unclear && read.lacking.is_empty()) {
        read.lacking = vec![Lacking::Unclear];
    }
    let misread = match misread.is_empty() {
        true => Vec::new(),
        false => vec![format!("line {}: {}", line.number, misread.join(", "))],
    };
    let change = put(kept_values(read.values), read.lacking, read.confidence);
    (change, misread)
}

/// Keeps the words that a reader had quoted for a field and that are no value of it: who is told so
/// leaves them out, and then nobody would know that they were there.
fn keep_refused(
    group: &Group,
    words: &str,
    said_before: &LineRead,
    claims: &[Claim],
    lacking: &mut Vec<Lacking>,
    context: &CheckContext<'_>,
) {
    for it in said_before.claims.iter().filter(|it| it.same_as.is_none()) {
        let claim = &it.claim;
        let is_read_now = |now: &Claim| {
            now.field == claim.field
                || holds(&now.quote, &claim.quote)
                || holds(&claim.quote, &now.quote)
        };
        if claims.iter().any(is_read_now) {
            continue;
        }
        let alone = judge(
            group,
            words,
            std::slice::from_ref(claim),
            Confidence::Low,
            context,
        );
        let refused = alone.read.lacking.into_iter().find_map(|it| match it {
            Lacking::Unreadable(it) if it.field.as_str() == claim.field => Some(it),
            _ => None,
        });
        let Some(refused) = refused else {
            continue;
        };
        let is_of_field = |it: &Lacking| match it {
            Lacking::Missing(id) => *id == refused.field,
            Lacking::Unreadable(it) => it.field == refused.field,
            _ => false,
        };
        match lacking.iter().position(is_of_field) {
            Some(place) => {
                if let Some(known @ Lacking::Missing(_)) = lacking.get_mut(place) {
                    *known = Lacking::Unreadable(refused);
                }
            }
            None => lacking.push(Lacking::Unreadable(refused)),
        }
    }
}

fn ended(told: &str) -> ToolOutput {
    ToolOutput {
        result: FunctionCallResult::success(told),
        then: LoopControl::Finish,
    }
}
