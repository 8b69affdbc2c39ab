//! What code says about lines, in English and Japanese, and in other languages where it was translated.

use kikitori_form::lines::tells_number;
use kikitori_form::values::Marks;
use kikitori_form::{FieldId, FormField};

use super::super::missing::LINE;
use super::super::order::WhatIf;
use super::{NAMED_AT_ONCE, NotTaken, Orchestrator, Why, group_of, is_settled};
use crate::field::FieldOutcome;
use crate::lines::is_japanese;
use crate::message::{SessionMessage, Speaker};
use crate::update::SessionUpdate;

/// What is said of lines in English, with `{}` where something is filled in.
pub(in super::super) const SENTENCES: [&str; 15] = [
    READ, ONE_ASIDE, ASIDE, TOO_FEW, THIS_ONE, THESE, LINE, LINE_SAYS, NOT_READ, OPTIONAL, MORE,
    MEND, TOO_MANY, NO_LINE, SAME_LINE,
];
const READ: &str = "Complete lines: {} of {}.";
const ONE_ASIDE: &str = "One more is a heading, a total or a remark.";
const ASIDE: &str = "{} more are headings, totals or remarks.";
const TOO_FEW: &str = "At least {} are needed. What else is there?";
const THIS_ONE: &str = "Could you say a little more about this line?";
const THESE: &str = "Could you say a little more about these lines?";
pub(super) const LINE_SAYS: &str = "Line {} “{}”: {}";
pub(super) const NOT_READ: &str = "{}: “{}” could not be read";
pub(super) const OPTIONAL: &str = "It can be left out.";
const MORE: &str = "And {} more.";
const MEND: &str = "Please mend them in the table.";
const TOO_MANY: &str = "That is {} lines, and {} fit into this form. Nothing was recorded. Please send {} lines at most.";
const NO_LINE: &str = "There is no line {}.";
const SAME_LINE: &str = "That is there already, as line {}.";

impl Orchestrator {
    /// That there are more lines than fit.
    pub(super) fn too_many(&self, count: usize, most: usize) -> String {
        let japanese = "{}行ありますが、このフォームに入るのは{}行までです。何も記録していません。{}行までに減らして、もう一度お送りください。";
        let (count, most) = (count.to_string(), most.to_string());
        self.told(TOO_MANY, japanese, [count, most.clone(), most])
    }

    pub(super) fn marks(&self) -> Marks {
        Marks::of(self.state.language())
    }

    /// What was said of a line and is not taken, and why.
    pub(in super::super) fn not_taken_of_line(&self, field: &FormField, it: &NotTaken) -> String {
        let shown = self.state.shown_field(&field.field_id);
        let group = group_of(shown.as_ref().unwrap_or(field));
        let of_line = it.field.as_ref().zip(group).and_then(|(id, group)| {
            let of_line = group.fields.iter().find(|field| field.id == *id)?;
            Some(of_line.label.in_language(self.state.language()))
        });
        let label = of_line.or_else(|| self.state.label_of(&field.field_id));
        let words = it.words.split_whitespace().collect::<Vec<_>>().join(" ");
        let why = match &it.why {
            Why::Refused(refusal) => Some(self.refusal_told(refusal)),
            // A number that they did not say tells them nothing.
            Why::NoLine(number) if tells_number(&words, &number.to_string()) => {
                Some(self.told(NO_LINE, "{}行目はありません。", [number.to_string()]))
            }
            Why::Same(number) => {
                let japanese = "同じ内容がすでに{}行目にあります。";
                Some(self.told(SAME_LINE, japanese, [number.to_string()]))
            }
            Why::NoLine(_) | Why::Unclear => None,
        };
        let told = self.not_taken_told(&words, label.unwrap_or_default(), why);
        match it.line {
            Some(number) => self.in_line(number, &told),
            None => told,
        }
    }

    /// A question that was put in other words before: who has those translated is told them.
    fn told_or_before(&self, now: &'static str, before: &str, japanese: &'static str) -> String {
        let is_japanese = is_japanese(self.state.language());
        let before = self.state.own_sentence(before).filter(|_| !is_japanese);
        match before.filter(|_| self.state.own_sentence(now).is_none()) {
            Some(before) => before.to_owned(),
            None => self.told(now, japanese, []),
        }
    }

    /// The field about whose lines code asks next: they were in the last message, are read, and something
    /// is missing of them.
    pub(in super::super) fn list_to_ask_about(&self) -> Option<FieldId> {
        let mut messages = self.state.messages.iter();
        let last = messages.rposition(|message| {
            matches!(message, SessionMessage::Respondent(said)
                if said.speaker == Speaker::Respondent && !said.entered)
        });
        let last = last.filter(|_| self.last_is_of_respondent())?;
        let open = self.state.open_if(&WhatIf::new());
        let under_review = self.state.under_review();
        let mut open = open.into_iter().filter(|id| !under_review.contains(id));
        open.find(|id| {
            let sheet = self.state.lines.get(id);
            let sheet = sheet.filter(|it| it.has_words_of(last) && !it.lines.is_empty());
            let group = self.state.form.field(id).and_then(group_of);
            // What may be missing beside lines that are whole only a model can ask for.
            sheet
                .zip(group)
                .is_some_and(|(sheet, group)| !is_settled(group, sheet))
        })
    }

    /// Asks about the lines of which something is missing, right after they were read; whether there
    /// are any.
    pub(in super::super) fn ask_after_list(&mut self) -> bool {
        let Some(field_id) = self.list_to_ask_about() else {
            return false;
        };
        // What the model says of what was said is not lost with its question.
        let acknowledged = self.prepared_acknowledgement();
        self.drop_agent(crate::agent_kind::AgentKind::Interviewer);
        self.ask_for_missing(&field_id, acknowledged);
        true
    }

    /// Asks for what is missing of a group's lines, or leaves them as they are where it was asked
    /// for as often as may be.
    pub(in super::super) fn ask_for_todo(&mut self, field_id: &FieldId) {
        self.ask_for_missing(field_id, None);
    }

    /// The same, after what a model says of what was said.
    fn ask_for_missing(&mut self, field_id: &FieldId, acknowledged: Option<String>) {
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
        let mut text = self.not_taken_at_once(None);
        let tells_heard = text.is_empty() && acknowledged.is_some();
        text.extend(acknowledged.filter(|_| tells_heard));
        text.push(self.question_about_lines(field_id));
        let text = text.join("\n");
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text,
            suggestions: Vec::new(),
            stands_in: false,
            tells_heard,
        });
    }

    /// What is missing of which lines, where there are such.
    pub(in super::super) fn question_about_open_lines(&self, field_id: &FieldId) -> Option<String> {
        let is_any = self.state.sheet_of(field_id).open().next().is_some();
        is_any.then(|| self.question_about_lines(field_id))
    }

    /// What was read, and what is missing of which lines.
    fn question_about_lines(&self, field_id: &FieldId) -> String {
        let sheet = self.state.sheet_of(field_id);
        let shown = self.state.shown_field(field_id);
        let field = shown.as_ref().or(self.state.form.field(field_id));
        let group = field.and_then(|field| Some((field, group_of(field)?)));
        let Some((field, group)) = group else {
            return String::new();
        };
        let (all, open) = (sheet.lines.len(), sheet.open().count());
        let complete = all - sheet.todo().count();
        let read = match is_japanese(self.state.language()) {
            true => [all, complete],
            false => [complete, all],
        };
        let read = read.map(|count| count.to_string());
        let mut said = Vec::new();
        // Who hears that none is begins to feel examined.
        if complete > 0 {
            said.push(self.told(READ, "{}行のうち{}行がそろいました。", read));
        }
        let aside = sheet.set_aside.len();
        let japanese = "見出しや合計など{}行は明細に入れていません。";
        match aside {
            0 => {}
            1 => said.push(self.told(ONE_ASIDE, japanese, ["1".to_owned()])),
            _ => said.push(self.told(ASIDE, japanese, [aside.to_string()])),
        }
        let mut lines = vec![said.join(self.marks().space)];
        lines.retain(|it| !it.is_empty());
        let japanese = "次の行について、もう少し教えてください。";
        lines.push(match open {
            0 => {
                let least = group.min_lines.map_or(1, |min| min.0.max(1)).to_string();
                let japanese = "少なくとも{}行必要です。ほかに何がありますか。";
                self.told(TOO_FEW, japanese, [least])
            }
            1 => self.told_or_before(THIS_ONE, "What about this one?", japanese),
            _ => self.told_or_before(THESE, "What about these?", japanese),
        });
        let named = sheet.open().take(NAMED_AT_ONCE);
        match field.private {
            // The models that are asked later see this question. The table says what is missing.
            true => lines.extend(named.map(|line| {
                let number = line.number.to_string();
                self.told(LINE, "{}行目", [number])
            })),
            false => lines.extend(self.asked_about_each(&sheet, named, group)),
        }
        let more = open.saturating_sub(NAMED_AT_ONCE);
        if more > 0 {
            lines.push(self.told(MORE, "ほか{}行", [more.to_string()]));
        }
        if field.private && open > 0 {
            lines.push(self.told(MEND, "表で直接お直しください。", []));
        }
        lines.join("\n")
    }
}
