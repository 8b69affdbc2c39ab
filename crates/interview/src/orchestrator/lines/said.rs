//! What reported lines rest on, and what of them does not fit.

use kikitori_form::FieldId;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::{Confidence, SourceLine, holds, source_lines};
use kikitori_form::values::{Refusal, Value, is_of_the_clock};
use serde_json::{Map, Value as Json};

use super::meant::is_text;
use crate::field::RecordedBy;
use crate::lines::about::{Signs, clauses_about};
use crate::lines::apart::told_apart;
use crate::lines::{Line, LineSheet};
use crate::value::Evidence;

/// More things than these nobody names in a sentence; each is looked for among the words of all.
const MOST_APART: usize = 30;

/// What reported lines rest on.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    /// The words of the message.
    pub words: &'a str,
    /// The question that they answer.
    pub asked: &'a str,
    /// Whether it was about these lines.
    pub is_asked: bool,
    pub evidence: &'a Evidence,
    /// Whether they were reported before in the same turn, and what fitted of that is recorded.
    pub is_again: bool,
    /// Whether a report of the same message went back before.
    pub is_insisted_on: bool,
    /// Whether it did because a line is there that is just like one of it.
    pub is_another_wanted: bool,
    /// Those of the words that a line's values may rest on, where they are not all: of a list that is
    /// read no line has what stands in another.
    pub own: Option<&'a str>,
    /// Whether they said this in any of their messages, and of no line that is there: who says "I" has told
    /// their name before.
    pub was_said: &'a dyn Fn(&str) -> bool,
    /// Whether this text is the answer to another field: a line of that name may be whoever says "I".
    pub is_answer: &'a dyn Fn(&str) -> bool,
    /// Whether a line that is there has this value of this field: who says "the same" gives no other words.
    pub is_of_other: &'a dyn Fn(&str, &Json) -> bool,
    /// Whether this option of a field is reported of some line in the same call.
    pub is_reported: &'a dyn Fn(&str, &str) -> bool,
    /// What the lines have that came from the same message.
    pub told_of_lines: &'a [(FieldId, Value)],
    /// The lines that were there before.
    pub taken_away: &'a [Line],
    /// What stands as text in the lines that are there.
    pub texts: &'a str,
    /// The figures of all lines that are there or reported.
    pub figures: &'a [String],
    /// Whether null says of a line's field that they do not know it.
    pub null_is_not_known: bool,
}

/// What a message has of a new line among others.
#[derive(Debug, Clone, Copy)]
pub(super) enum ToldOf {
    /// The clause that names it, and all that is about it.
    Clauses([Evidence; 2]),
    /// Words that are about it and say something else of it.
    Another(Evidence),
}

impl Said<'_> {
    /// The words that a new line came from: the one line of them that holds all its values, or else
    /// all of them. A day or a time may be told in other words than its value's.
    pub fn source_of(&self, group: &Group, item: &Map<String, Json>) -> Evidence {
        let is_of_the_clock = |name: &String| {
            let mut fields = group.fields.iter();
            fields.any(|it| it.id.as_str() == name && is_of_the_clock(&it.answer))
        };
        let values: Vec<String> = item
            .iter()
            .filter(|(name, value)| !value.is_null() && !is_of_the_clock(name))
            .map(|(_, value)| written(value))
            .collect();
        let holds_all = |line: &SourceLine<'_>| values.iter().all(|it| holds(line.text, it));
        let mut found = source_lines(self.words).filter(holds_all);
        match (found.next(), found.next()) {
            (Some(line), None) if !values.is_empty() => Evidence {
                message: self.evidence.message,
                start: self.evidence.start + line.start,
                end: self.evidence.start + line.end,
            },
            _ => *self.evidence,
        }
    }

    /// The words that values may rest on.
    pub fn grounds(&self) -> &str {
        self.own.unwrap_or(self.words)
    }

    /// The words without those that other lines came from, where this line came from some of them; none
    /// where it has come from others, or all of them.
    pub fn without_others(&self, line: &Line, sheet: &LineSheet) -> Option<String> {
        let (start, end) = (self.evidence.start, self.evidence.end);
        let is_within = |it: &Evidence| {
            let is_part = (it.start, it.end) != (start, end);
            it.message == self.evidence.message && it.start >= start && it.end <= end && is_part
        };
        let own = line.source.filter(is_within)?;
        let lines = sheet.lines.iter().filter(|it| !it.values.is_empty());
        let sources = lines.filter_map(|it| it.source);
        let mut others: Vec<Evidence> = sources.filter(|it| is_within(it) && *it != own).collect();
        others.sort_by_key(|it| it.start);
        let (mut rest, mut at) = (String::new(), start);
        for other in others {
            let before = self
                .words
                .get(at.saturating_sub(start)..other.start.saturating_sub(start));
            rest.push_str(before.unwrap_or_default());
            rest.push('\n');
            at = at.max(other.end);
        }
        rest.push_str(
            self.words
                .get(at.saturating_sub(start)..)
                .unwrap_or_default(),
        );
        Some(rest)
    }

    /// The words of one line.
    pub fn of_line(&self, source: Option<Evidence>) -> String {
        let within = source.and_then(|it| {
            let start = it.start.checked_sub(self.evidence.start)?;
            let end = it.end.checked_sub(self.evidence.start)?;
            self.words.get(start..end)
        });
        within.unwrap_or(self.words).to_owned()
    }

    /// Where the words tell of one new line among others that are reported with it: the clause that names
    /// it, and all that is about it. None where they stand on a line of their own, or that cannot be told.
    pub fn clauses_of(
        &self,
        group: &Group,
        item: &Map<String, Json>,
        others: &[&Map<String, Json>],
    ) -> Option<ToldOf> {
        if others.len() > MOST_APART || self.source_of(group, item) != *self.evidence {
            return None;
        }
        // By their texts, or else by the option that each of them has.
        let found = [By::Text, By::Option].into_iter().filter_map(|by| {
            let others: Vec<Signs> = others.iter().map(|it| signs_of(group, it, by)).collect();
            let others: Vec<&Signs> = others.iter().collect();
            let own = signs_of(group, item, by);
            let found = clauses_about(self.words, &own, &others);
            let apart = || told_apart(self.words, &own, &others);
            match (found, by) {
                (None, By::Text) => apart(),
                (Some(it), By::Text) if !it.is_told && !it.tells_another => apart().or(found),
                _ => found,
            }
        });
        let found: Vec<_> = found.collect();
        let told = found.iter().find(|it| it.is_told);
        let found = told.or(found.first())?;
        let evidence = |(start, end): (usize, usize)| Evidence {
            message: self.evidence.message,
            start: self.evidence.start + start,
            end: self.evidence.start + end,
        };
        match (found.is_told, found.tells_another) {
            (true, _) => Some(ToldOf::Clauses([found.clause, found.about].map(evidence))),
            (false, true) => Some(ToldOf::Another(evidence(found.about))),
            (false, false) => None,
        }
    }

    /// A line that was not there before, still without values.
    pub fn new_line(&self, number: u32, source: Evidence) -> Line {
        Line {
            number,
            source: Some(source),
            values: Vec::new(),
            lacking: Vec::new(),
            confidence: Confidence::High,
            by: RecordedBy::Conversation,
            zone: None,
        }
    }
}

/// A reported value as a text, without the marks of JSON around one.
pub(super) fn written(value: &Json) -> String {
    let text = value.as_str();
    text.map_or_else(|| value.to_string(), str::to_owned)
}

/// What lines are known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Their texts.
    Text,
    /// The option that each has to have.
    Option,
}

/// By what a reported line is known in words.
fn signs_of(group: &Group, item: &Map<String, Json>, by: By) -> Signs {
    let mut signs = Signs::default();
    let by_option = by == By::Option;
    for (name, value) in item {
        let mut fields = group.fields.iter();
        let Some(field) = fields.find(|it| it.id.as_str() == name) else {
            continue;
        };
        match (&field.answer, value) {
            (answer, Json::String(text)) if is_text(answer) && !by_option => {
                signs.names.push(text.clone());
            }
            (AnswerType::Choice(choice), Json::String(text)) if by_option && field.required => {
                let mut options = choice.options.iter();
                let option = options.find(|it| it.value.as_str() == text);
                let labels = option.into_iter().flat_map(|it| it.label.all());
                signs.names.extend(labels.map(str::to_owned));
                signs.names.push(text.clone());
            }
            (answer, value) if is_of_the_clock(answer) => {
                signs.days.extend(value.as_str().map(str::to_owned));
            }
            (_, Json::Null) => {}
            (_, Json::String(text)) => signs.values.push(text.clone()),
            (_, other) => signs.values.push(other.to_string()),
        }
    }
    // Of one thing the figure is seldom said, and may be a part of any other.
    signs.values.retain(|value| value != "1");
    signs
}

/// What is reported of lines and does not fit.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct NotTaken {
    /// The line, where one is named that is there.
    pub line: Option<u32>,
    /// The line's field, where it is about one.
    pub field: Option<FieldId>,
    /// The respondent's words.
    pub words: String,
    /// Why, for the model.
    pub problem: String,
    /// Why, for people.
    pub why: Why,
    /// Whether the words are kept with a new line, which is asked about.
    pub is_kept: bool,
    /// The number of the new line that is there without it.
    pub recorded_as: Option<u32>,
}

/// Why something is not taken, for people.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) enum Why {
    /// It is no value of its field.
    Refused(Refusal),
    /// There is no line of this number.
    NoLine(u32),
    /// The line of this number is the same.
    Same(u32),
    /// The words do not tell it.
    Unclear,
}

impl NotTaken {
    /// Of a line that is not there at all one thing is told.
    pub fn as_one(not_taken: Vec<Self>) -> Option<Self> {
        let problems: Vec<String> = not_taken.iter().map(|it| it.problem.clone()).collect();
        let is_one = problems.len() == 1;
        let first = not_taken.into_iter().next()?;
        Some(Self {
            field: first.field.filter(|_| is_one),
            why: match is_one {
                true => first.why,
                false => Why::Unclear,
            },
            problem: problems.join("; "),
            ..first
        })
    }
}
