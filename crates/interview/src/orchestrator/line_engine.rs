//! Where the interview asks for what reads and keeps lines. It is asked for through one table of
//! functions, so that a page can load it when a form has lines, and not before.

use kikitori_agent::{FunctionCallResult, LoopControl, RegistryError, ToolOutput, ToolRegistry};
use kikitori_form::file::answer::Group;
use kikitori_form::values::Refusal;
use kikitori_form::{FieldId, FormField};
use kikitori_llm::ToolCall;
use serde_json::{Map, Value as Json};

use super::Orchestrator;
use super::lines::{EditedLines, HeardLines, LineEdit, group_of};
use crate::field::{FieldRecord, RecordedBy};
use crate::lines::{LineChange, LineSheet};
use crate::state::AgentStackEntry;
use crate::tools::{Heard, LineReaderContext, line_reader_tools};
use crate::value::Evidence;

/// What reads and keeps the lines of groups; see [`line_engine`].
pub struct LineEngine {
    pub(crate) tools: fn() -> Result<ToolRegistry<LineReaderContext>, RegistryError>,
    read_list: fn(&mut Orchestrator, Option<&FormField>) -> Taken,
    conclude: fn(&mut Orchestrator, &FieldId),
    after_reader: fn(&mut Orchestrator, &FieldId),
    start_readers: fn(&mut Orchestrator, &FieldId, bool) -> bool,
    judge: fn(&mut Orchestrator, &ToolCall) -> ToolOutput,
    list_to_ask_about: fn(&Orchestrator) -> Option<FieldId>,
    ask_after_list: fn(&mut Orchestrator) -> bool,
    ask_for_todo: fn(&mut Orchestrator, &FieldId),
    question: fn(&Orchestrator, &FieldId) -> Option<String>,
    record: fn(&Orchestrator, &FormField, &LineSheet, RecordedBy) -> FieldRecord,
    hear: fn(&Orchestrator, &FormField, &Heard, &Evidence) -> Result<HeardLines, Problem>,
    check_edits: fn(&Orchestrator, &FormField, &[LineEdit], u64) -> Result<EditedLines, Refusal>,
    check_list: fn(&Orchestrator, &FormField, &[Json], u64) -> Changes,
    shown: fn(&Orchestrator, u64) -> Map<String, Json>,
    opening: fn(&Orchestrator, &AgentStackEntry) -> String,
}

/// What becomes of lines, or why what was put in does not fit.
type Changes = Result<Vec<LineChange>, Refusal>;

/// What does not fit of a report: the member, and why.
type Problem = (&'static str, String);

/// What was done with the last message as a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is none.
    No,
    /// Models are at work on some of it.
    Reading,
    /// All of it is read, and there is nothing else in it.
    Whole(FieldId),
    /// It was refused, and the respondent told why.
    Refused,
}

static LINE_ENGINE: LineEngine = LineEngine {
    tools: line_reader_tools,
    read_list: Orchestrator::read_list,
    conclude: Orchestrator::conclude_sheet,
    after_reader: Orchestrator::after_reader,
    start_readers: Orchestrator::start_line_readers,
    judge: Orchestrator::judge_reading,
    list_to_ask_about: Orchestrator::list_to_ask_about,
    ask_after_list: Orchestrator::ask_after_list,
    ask_for_todo: Orchestrator::ask_for_todo,
    question: Orchestrator::question_about_open_lines,
    record: Orchestrator::sheet_record,
    hear: Orchestrator::hear_changes,
    check_edits: Orchestrator::check_edits,
    check_list: Orchestrator::check_list,
    shown: Orchestrator::shown_lines,
    opening: Orchestrator::reader_opening,
};

/// What reads and keeps the lines of groups. An interview without it takes a group as one value.
pub fn line_engine() -> &'static LineEngine {
    &LINE_ENGINE
}

impl std::fmt::Debug for LineEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LineEngine")
    }
}

impl Orchestrator {
    fn line_engine(&self) -> Option<&'static LineEngine> {
        self.tools.lines
    }

    /// The group of a field whose lines are kept one by one. One with a Reviewer of its own is judged
    /// as a whole.
    pub(super) fn lines_of<'a>(&'a self, field: &'a FormField) -> Option<&'a Group> {
        self.line_engine()?;
        group_of(field).filter(|_| !self.state.form.is_reviewed_separately(field))
    }

    pub(super) fn take_lines(&mut self, asked: Option<&FormField>) -> Taken {
        match self.line_engine() {
            Some(engine) => (engine.read_list)(self, asked),
            None => Taken::No,
        }
    }

    /// Has the lines of a group read that nobody has read yet, beside whatever is asked next.
    pub(super) fn start_reading(&mut self, field_id: &FieldId) {
        if let Some(engine) = self.line_engine() {
            (engine.start_readers)(self, field_id, true);
        }
    }

    pub(super) fn conclude_lines(&mut self, field_id: &FieldId) {
        if let Some(engine) = self.line_engine() {
            (engine.conclude)(self, field_id);
        }
    }

    pub(super) fn lines_read(&mut self, field_id: &FieldId) {
        if let Some(engine) = self.line_engine() {
            (engine.after_reader)(self, field_id);
        }
    }

    pub(super) fn perform_read_lines(&mut self, call: &ToolCall) -> ToolOutput {
        match self.line_engine() {
            Some(engine) => (engine.judge)(self, call),
            None => ToolOutput {
                result: FunctionCallResult::success("There is nothing to read."),
                then: LoopControl::Finish,
            },
        }
    }

    /// The field about whose lines code asks next, whatever a model asks.
    pub(super) fn lines_asked_next(&self) -> Option<FieldId> {
        (self.line_engine()?.list_to_ask_about)(self)
    }

    pub(super) fn ask_about_lines(&mut self) -> bool {
        let engine = self.line_engine();
        engine.is_some_and(|engine| (engine.ask_after_list)(self))
    }

    pub(super) fn ask_for_lines(&mut self, field_id: &FieldId) {
        if let Some(engine) = self.line_engine() {
            (engine.ask_for_todo)(self, field_id);
        }
    }

    /// What is asked about the lines of a field of which something is missing.
    pub(super) fn question_of_lines(&self, field: &FormField) -> Option<String> {
        self.lines_of(field)?;
        (self.line_engine()?.question)(self, &field.field_id)
    }

    pub(super) fn lines_record(
        &self,
        field: &FormField,
        sheet: &LineSheet,
        by: RecordedBy,
    ) -> FieldRecord {
        match self.line_engine() {
            Some(engine) => (engine.record)(self, field, sheet, by),
            None => FieldRecord::new(None, by),
        }
    }

    pub(super) fn hear_lines(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: &Evidence,
    ) -> Result<HeardLines, Problem> {
        match self.line_engine() {
            Some(engine) => (engine.hear)(self, field, heard, evidence),
            None => Err(("value", "it has no lines".to_owned())),
        }
    }

    pub(super) fn edited_lines(
        &self,
        field: &FormField,
        edits: &[LineEdit],
        now_ms: u64,
    ) -> Result<EditedLines, Refusal> {
        let engine = self.line_engine().ok_or(Refusal::WrongKind)?;
        (engine.check_edits)(self, field, edits, now_ms)
    }

    pub(super) fn entered_list(
        &self,
        field: &FormField,
        rows: &[Json],
        now_ms: u64,
    ) -> Result<Vec<LineChange>, Refusal> {
        let engine = self.line_engine().ok_or(Refusal::WrongKind)?;
        (engine.check_list)(self, field, rows, now_ms)
    }

    pub(super) fn lines_now(&self, context: u64) -> Map<String, Json> {
        let engine = self.line_engine();
        engine.map_or_else(Map::new, |engine| (engine.shown)(self, context))
    }

    pub(super) fn line_reader_opening(&self, entry: &AgentStackEntry) -> String {
        let engine = self.line_engine();
        engine.map_or_else(String::new, |engine| (engine.opening)(self, entry))
    }
}
