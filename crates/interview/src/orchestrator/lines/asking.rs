//! What code says about lines, in English and Japanese.

use kikitori_form::FieldId;

use super::super::order::WhatIf;
use super::{NAMED_AT_ONCE, Orchestrator, group_of};
use crate::field::FieldOutcome;
use crate::lines::is_japanese;
use crate::message::{SessionMessage, Speaker};
use crate::update::SessionUpdate;

/// Characters of a line's words in a question.
const WORDS_SHOWN: usize = 60;

/// That there are more lines than fit.
pub(super) fn too_many(language: &str, count: usize, most: usize) -> String {
    match is_japanese(language) {
        true => format!(
            "{count}行ありますが、このフォームに入るのは{most}行までです。何も記録していません。{most}行までに減らして、もう一度お送りください。"
        ),
        false => format!(
            "That is {count} lines, and {most} fit into this form. Nothing was recorded. Please send {most} lines at most."
        ),
    }
}

/// What is missing of one line.
pub(super) fn in_line(language: &str, number: u32, told: &str) -> String {
    match is_japanese(language) {
        true => format!("{number}行目：{told}"),
        false => format!("line {number}: {told}"),
    }
}

impl Orchestrator {
    /// Asks about the lines of which something is missing, right after they were read; whether there
    /// are any.
    pub(in super::super) fn ask_after_list(&mut self) -> bool {
        let mut messages = self.state.messages.iter();
        let last = messages.rposition(|message| {
            matches!(message, SessionMessage::Respondent(said)
                if said.speaker == Speaker::Respondent && !said.entered)
        });
        let Some(last) = last.filter(|_| self.last_is_of_respondent()) else {
            return false;
        };
        let open = self.state.open_if(&WhatIf::new());
        let field_id = open.into_iter().find(|id| {
            let sheet = self.state.lines.get(id);
            sheet.is_some_and(|it| it.has_words_of(last) && !it.lines.is_empty())
        });
        let Some(field_id) = field_id else {
            return false;
        };
        self.drop_agent(crate::agent_kind::AgentKind::Interviewer);
        self.ask_for_todo(&field_id);
        true
    }

    /// Asks for what is missing of a group's lines, or leaves them as they are where it was asked
    /// for as often as may be.
    pub(in super::super) fn ask_for_todo(&mut self, field_id: &FieldId) {
        let Some(field) = self.state.form.field(field_id).cloned() else {
            return;
        };
        if let Some(index) = self.state.place_of(field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        if !self.may_follow_up(&field) {
            let mut record = self.unresolved(&field, None);
            record.outcome.get_or_insert(FieldOutcome::Unresolved);
            self.emit(SessionUpdate::FieldRecorded {
                field_id: field_id.clone(),
                record,
            });
            return self.ask_next();
        }
        self.emit(SessionUpdate::FollowUpCounted);
        let text = self.question_about_lines(field_id);
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text,
            suggestions: Vec::new(),
            stands_in: false,
        });
    }

    /// What was read, and what is missing of which lines.
    fn question_about_lines(&self, field_id: &FieldId) -> String {
        let language = self.state.language();
        let is_japanese = is_japanese(language);
        let sheet = self.state.sheet_of(field_id);
        let field = self.state.form.field(field_id);
        let group = field.and_then(|field| Some((field, group_of(field)?)));
        let Some((field, group)) = group else {
            return String::new();
        };
        let (all, todo) = (sheet.lines.len(), sheet.todo().count());
        let aside = sheet.set_aside.len();
        let mut said = match is_japanese {
            true => format!("{all}行のうち{}行を読み取りました。", all - todo),
            false => format!("I have read {} of {all} lines.", all - todo),
        };
        if aside > 0 {
            said.push_str(&match is_japanese {
                true => format!("見出しや合計など{aside}行は明細に入れていません。"),
                false if aside == 1 => " One more is a heading, a total or a remark.".to_owned(),
                false => format!(" {aside} more are headings, totals or remarks."),
            });
        }
        let mut lines = vec![said];
        if todo == 0 {
            let least = group.min_lines.map_or(1, |min| min.0.max(1));
            lines.push(match is_japanese {
                true => format!("少なくとも{least}行必要です。ほかに何がありますか。"),
                false => format!("At least {least} are needed. What else is there?"),
            });
        } else {
            lines.push(match is_japanese {
                true => "次の行について教えてください。".to_owned(),
                false if todo == 1 => "What about this one?".to_owned(),
                false => "What about these?".to_owned(),
            });
        }
        for line in sheet.todo().take(NAMED_AT_ONCE) {
            if field.private {
                // The models that are asked later see this question. The table says what is missing.
                lines.push(match is_japanese {
                    true => format!("{}行目", line.number),
                    false => format!("Line {}", line.number),
                });
                continue;
            }
            let told = line.sentences(group, language).join(", ");
            let words = line.source.and_then(|it| self.state.evidence_text(&it));
            let words = words.map(|text| {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                crate::bounds::cut(&text, WORDS_SHOWN)
            });
            lines.push(match (is_japanese, words) {
                (true, Some(words)) => format!("{}行目「{words}」：{told}", line.number),
                (false, Some(words)) => format!("Line {} “{words}”: {told}", line.number),
                (_, None) => in_line(language, line.number, &told),
            });
        }
        let more = todo.saturating_sub(NAMED_AT_ONCE);
        if more > 0 {
            lines.push(match is_japanese {
                true => format!("ほか{more}行"),
                false => format!("And {more} more."),
            });
        }
        if field.private && todo > 0 {
            lines.push(match is_japanese {
                true => "表で直接お直しください。".to_owned(),
                false => "Please mend them in the table.".to_owned(),
            });
        }
        lines.join("\n")
    }
}
