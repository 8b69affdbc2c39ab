//! A pasted list: split and read by code, and what code cannot read by models, a batch a call.

use kikitori_form::file::answer::MAX_LINES;
use kikitori_form::lines::{Confidence, Lacking, LineRead, Reading, read, source_lines};
use kikitori_form::{FieldId, FormField};

use super::super::line_engine::Taken;
use super::super::order::WhatIf;
use super::{Orchestrator, group_of, most_lines};
use crate::agent_kind::AgentKind;
use crate::lines::{Line, LineChange, LineSheet, SetAside, kept_values};
use crate::message::{SessionMessage, Speaker};
use crate::state::AgentStackEntry;
use crate::update::{LineBatch, ReviewOf, SessionUpdate};
use crate::value::Evidence;

/// So many lines one call reads.
const LINES_A_CALL: usize = 25;
/// So many calls read one list. What is left is asked for.
const CALLS_A_LIST: usize = 8;
/// A list that stands among other things, or is one more, has so many lines in plain columns.
const PLAIN_LINES: usize = 3;
/// Lines that are none may stand among so many.
const MAX_SOURCE_LINES: usize = MAX_LINES as usize * 2;

impl Orchestrator {
    /// The respondent's last message: its place, text and time.
    fn last_said(&self) -> Option<(usize, String, u64)> {
        let messages = self.state.messages.iter().enumerate();
        messages.rev().find_map(|(place, message)| match message {
            SessionMessage::Respondent(said)
                if said.speaker == Speaker::Respondent && !said.entered =>
            {
                Some((place, said.text.clone(), said.at))
            }
            _ => None,
        })
    }

    /// Takes the last message as lines of the field that was asked for, or of another one that is
    /// open where it plainly is a table of its.
    pub(in super::super) fn read_list(&mut self, asked: Option<&FormField>) -> Taken {
        let Some((message, text, at)) = self.last_said() else {
            return Taken::No;
        };
        let count = source_lines(&text).take(MAX_SOURCE_LINES + 1).count();
        if count < 2 {
            return Taken::No;
        }
        let open = self.state.open_if(&WhatIf::new());
        let fields: Vec<FormField> = asked
            .into_iter()
            .chain(open.iter().filter_map(|id| self.state.form.field(id)))
            .filter(|field| open.contains(&field.field_id) && self.lines_of(field).is_some())
            .cloned()
            .collect();
        let known = fields.iter().find(|field| {
            let sheet = self.state.lines.get(&field.field_id);
            sheet.is_some_and(|sheet| sheet.has_words_of(message))
        });
        if let Some(field) = known {
            // What was read stands; models that were interrupted begin anew.
            let is_reading = self.start_line_readers(&field.field_id, false);
            return match is_reading {
                true => Taken::Reading,
                false => Taken::No,
            };
        }
        for field in &fields {
            let Some(group) = group_of(field) else {
                continue;
            };
            let is_asked = asked.is_some_and(|asked| asked.field_id == field.field_id);
            let sheet = self.state.sheet_of(&field.field_id);
            let is_first = is_asked && sheet.lines.is_empty();
            if field.private && !is_asked {
                continue;
            }
            if count > MAX_SOURCE_LINES {
                match is_first {
                    true => return self.refuse_list(field, count, most_lines(group)),
                    false => continue,
                }
            }
            let found = self.in_context(at, |context| {
                let found = read(group, &text, context);
                let owned = found.into_iter();
                let owned = owned.map(|(line, reading)| (line.start, line.end, reading));
                owned.collect::<Vec<(usize, usize, Reading)>>()
            });
            let found = found.unwrap_or_default();
            let plain = found.iter();
            let plain = plain.filter(|(_, _, it)| matches!(it, Reading::Line(_)));
            if !is_first && plain.count() < PLAIN_LINES {
                continue;
            }
            let lines = found.iter();
            let lines = lines.filter(|(_, _, it)| !matches!(it, Reading::Aside(_)));
            let count = lines.count();
            if sheet.lines.len() + count > most_lines(group) {
                return self.refuse_list(field, count, most_lines(group));
            }
            if count == 0 {
                continue;
            }
            return self.keep_list(field, &sheet, message, found);
        }
        Taken::No
    }

    fn keep_list(
        &mut self,
        field: &FormField,
        sheet: &LineSheet,
        message: usize,
        found: Vec<(usize, usize, Reading)>,
    ) -> Taken {
        let mut number = sheet.numbered;
        let is_private = field.private;
        let language = self.state.language().to_owned();
        let needs_a_reader = |line: &LineRead| {
            let group = group_of(field).filter(|_| !is_private);
            group.is_some_and(|group| line.needs_a_reader(group, &language))
        };
        let changes = found.into_iter().map(|(start, end, reading)| {
            let source = Evidence {
                message,
                start,
                end,
            };
            let (values, lacking, confidence) = match reading {
                Reading::Aside(reason) => {
                    return LineChange::SetAside(SetAside { source, reason });
                }
                // Whoever reads it reads all of it.
                Reading::Line(line) if needs_a_reader(&line) => {
                    (Vec::new(), vec![Lacking::NotRead], Confidence::Low)
                }
                Reading::Line(line) => (line.values, line.lacking, line.confidence),
                // No model may see it.
                Reading::Unsettled if is_private => {
                    (Vec::new(), vec![Lacking::Unclear], Confidence::Low)
                }
                Reading::Unsettled => (Vec::new(), vec![Lacking::NotRead], Confidence::Low),
            };
            number = number.saturating_add(1);
            LineChange::Put(Line {
                number,
                source: Some(source),
                values: kept_values(values),
                lacking,
                confidence,
                by: crate::field::RecordedBy::Conversation,
                zone: None,
            })
        });
        let changes: Vec<LineChange> = changes.collect();
        let field_id = field.field_id.clone();
        self.emit(SessionUpdate::LinesChanged {
            field_id: field_id.clone(),
            changes,
            words: None,
        });
        match self.start_line_readers(&field_id, false) {
            true => Taken::Reading,
            false => Taken::Whole(field_id),
        }
    }

    /// Starts a model for each batch of lines that nobody has read; whether there is any.
    pub(in super::super) fn start_line_readers(&mut self, field_id: &FieldId, early: bool) -> bool {
        let sheet = self.state.lines.get(field_id);
        let lines = sheet.iter().flat_map(|sheet| &sheet.lines);
        let unread: Vec<u32> = lines
            .filter(|line| line.is_unread())
            .map(|line| line.number)
            .collect();
        let batches: Vec<LineBatch> = unread
            .chunks(LINES_A_CALL)
            .take(CALLS_A_LIST)
            .filter_map(|batch| {
                Some(LineBatch {
                    first: *batch.first()?,
                    last: *batch.last()?,
                })
            })
            .collect();
        let is_any = !batches.is_empty();
        for lines in batches {
            let review = ReviewOf {
                field_id: field_id.clone(),
                waiting_call: None,
                lines: Some(lines),
                early,
            };
            self.push_run(AgentKind::LineReader, Some(review));
        }
        is_any
    }

    fn refuse_list(&mut self, field: &FormField, count: usize, most: usize) -> Taken {
        if !self.may_follow_up(field) {
            return Taken::No;
        }
        if let Some(index) = self.state.place_of(&field.field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        self.emit(SessionUpdate::FollowUpCounted);
        let text = self.too_many(count, most);
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field.field_id.clone()),
            text,
            suggestions: Vec::new(),
            stands_in: false,
            tells_heard: false,
        });
        Taken::Refused
    }

    /// Goes on after a LineReader, once it is the last one of its field.
    pub(in super::super) fn after_reader(&mut self, field_id: &FieldId) {
        let is_reading = |entry: &AgentStackEntry| {
            let sub_session = entry.sub_session.as_ref();
            entry.agent == AgentKind::LineReader
                && sub_session.is_some_and(|it| it.field_id == *field_id)
        };
        if self.state.agent_stack.iter().any(is_reading) {
            return;
        }
        self.conclude_sheet(field_id);
        let is_waited_for = [
            AgentKind::Interviewer,
            AgentKind::Reviewer,
            AgentKind::LineReader,
        ];
        let is_waited_for = is_waited_for.iter().any(|agent| self.has_run(*agent));
        if !is_waited_for && !self.last_is_of_respondent() {
            return self.ask_on_if_settled();
        }
        if !is_waited_for && !self.ask_what_is_missing() && !self.ask_after_list() {
            self.ask_next_by_code(true);
        }
    }
}
