//! Lines that a message adds, corrects or takes away, as the Interviewer reports them.

use kikitori_form::file::answer::Group;
use kikitori_form::lines::{Confidence, Lacking, Reading, holds, read};
use kikitori_form::values::{CheckContext, Refusal, StoredValue, Value};
use kikitori_form::{FieldId, FormField};
use serde_json::{Map, Value as Json};

use super::reported::{JUST_LIKE_IT, Reported, changes_by, items_of};
use super::said::{NotTaken, Said, Why};
use super::{Orchestrator, group_of, is_settled, is_whole, most_lines};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::lines::{
    LINE_NUMBER, LINE_REMOVED, LINE_ZONE, Line, LineChange, LineSheet, SetAside, count_in_words,
    kept_values,
};
use crate::locale::TimeZone;
use crate::message::SessionMessage;
use crate::quotes::{locate, without_what_is_left_out};
use crate::tools::{Heard, HeardOutcome};
use crate::value::Evidence;

/// What a message makes of the lines of a field.
pub(in super::super) struct HeardLines {
    /// In order.
    pub changes: Vec<LineChange>,
    /// What then becomes of the field; none where it is as it was.
    pub record: Option<FieldRecord>,
    /// Whether it would not be asked for any more, and its value.
    pub then: (bool, Option<Value>),
    /// Whether there are lines that nobody has read yet.
    pub reads: bool,
    /// What of it does not fit.
    pub not_taken: Vec<NotTaken>,
}

type Problem = (&'static str, String);

impl Orchestrator {
    /// Checks what is reported of lines against the words and against the lines that are there.
    pub(in super::super) fn hear_changes(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: &Evidence,
    ) -> Result<HeardLines, Problem> {
        let Some(group) = &self.group_told(field) else {
            return Err(("value", "it has no lines".to_owned()));
        };
        let state = &self.state;
        let sheet = state.sheet_of(&field.field_id);
        let was_done = state.is_done(&field.field_id);
        let unchanged = HeardLines {
            changes: Vec::new(),
            record: None,
            then: (was_done, sheet.value().filter(|_| was_done)),
            reads: false,
            not_taken: Vec::new(),
        };
        let items = heard.value.as_deref().map(items_of);
        let told = items.iter().flatten().flatten();
        let mut zones = told.filter_map(|item| item.get(LINE_ZONE));
        let is_zone = |name: &Json| {
            let zone = name.as_str().and_then(TimeZone::new);
            zone.is_some_and(|zone| self.locale.is_time_zone(&zone))
        };
        if zones.any(|name| !name.is_null() && !is_zone(name)) {
            let problem = format!("{LINE_ZONE}: expected an IANA name such as Asia/Tokyo");
            return Err(("value", problem));
        }
        let names_a_line = |items: &Vec<Map<String, Json>>| {
            items.iter().any(|item| item.contains_key(LINE_NUMBER))
        };
        let says_none = matches!(&items, Some(Some(items)) if items.is_empty());
        let ends = heard.outcome == HeardOutcome::Answered && !was_done && is_whole(group, &sheet);
        let no_more = || HeardLines {
            record: Some(self.sheet_record(field, &sheet, RecordedBy::Conversation)),
            then: (true, sheet.value()),
            changes: Vec::new(),
            reads: false,
            not_taken: Vec::new(),
        };
        if says_none && ends {
            return Ok(no_more());
        }
        if says_none && heard.outcome == HeardOutcome::NotEnough && !was_done {
            return Ok(self.more_to_come(field, heard, &sheet));
        }
        if says_none {
            return self.hear_that_there_are_none(field, group, evidence);
        }
        let is_again = self.are_lines_reported(&field.field_id, evidence);
        let is_of_list = !is_again && sheet.has_words_of(evidence.message);
        if is_of_list && !matches!(&items, Some(Some(items)) if names_a_line(items)) {
            // The program has read it.
            return Ok(unchanged);
        }
        let message = state.messages.get(evidence.message);
        let at = message
            .and_then(SessionMessage::shown)
            .map_or(state.updated_at, |message| message.at);
        let was_said = |text: &str| {
            let mut lines = sheet.lines.iter().flat_map(|line| &line.values);
            locate(text, &state.messages).is_some()
                && !lines.any(|it| holds(&it.value.0.to_string(), text))
        };
        let is_of_other = |name: &str, value: &Json| {
            let mut values = sheet.lines.iter().flat_map(|line| &line.values);
            values.any(|it| {
                it.field.as_str() == name
                    && serde_json::to_value(&it.value.0).is_ok_and(|it| is_same(&it, value))
            })
        };
        let is_answer = |text: &str| {
            let mut values = state.collected_fields.values();
            values.any(|it| matches!(&it.value, Value::Text(it) if it == text))
        };
        let words = state.evidence_text(evidence).unwrap_or_default();
        let quoted = match &heard.quote {
            Some(quote) => without_what_is_left_out(quote, words),
            None => words.to_owned(),
        };
        let reported = self.in_context(at, |context| match items {
            Some(Some(items)) => {
                let said = Said {
                    words: &quoted,
                    asked: self.asked_before(evidence).unwrap_or_default(),
                    is_asked: self.asked_field() == Some(field),
                    evidence,
                    is_again,
                    is_insisted_on: self.asks_refused() > 0,
                    is_another_wanted: self.was_told(JUST_LIKE_IT),
                    own: None,
                    was_said: &was_said,
                    is_answer: &is_answer,
                    is_of_other: &is_of_other,
                    is_reported: &|name, option| {
                        let mut values = items.iter().filter_map(|item| item.get(name));
                        values.any(|it| it.to_string().contains(option))
                    },
                    told_of_lines: &told_of_lines(&sheet, evidence.message),
                    taken_away: &self.lines_taken_away(&field.field_id, &sheet),
                    texts: &texts_of(&sheet),
                    figures: &figures_of(&sheet, &items),
                    null_is_not_known: heard.outcome == HeardOutcome::DoesNotKnow,
                };
                let reported = changes_by(group, &sheet, items.clone(), said, context);
                if reported.not_taken.is_empty() || quoted == words {
                    return reported;
                }
                // What a long quote leaves out between its ends may tell of lines too.
                let whole = changes_by(
                    group,
                    &sheet,
                    items.clone(),
                    Said { words, ..said },
                    context,
                );
                match whole.not_taken.len() < reported.not_taken.len() {
                    true => whole,
                    false => reported,
                }
            }
            _ => Reported {
                changes: self.lines_in_words(group, &sheet, evidence, context),
                not_taken: Vec::new(),
            },
        });
        let no_list = || {
            let problem =
                "expected a JSON array with an object for each line, or [] if there are none";
            ("value", problem.to_owned())
        };
        let Reported { changes, not_taken } = reported.ok_or_else(no_list)?;
        if changes.is_empty() && !not_taken.is_empty() {
            return Ok(HeardLines {
                not_taken,
                ..unchanged
            });
        }
        if changes.is_empty() && !is_again {
            return if ends { Ok(no_more()) } else { Err(no_list()) };
        }
        let before = sheet.changed(&changes);
        let changes = sheet.counted(changes);
        let then = sheet.changed(&changes);
        // A line is called by the number that it has then.
        let renumbered = |number: u32| {
            let place = before.lines.iter().position(|it| it.number == number)?;
            then.lines.get(place).map(|line| line.number)
        };
        let not_taken = not_taken.into_iter().map(|it| NotTaken {
            line: it.line.and_then(renumbered),
            ..it
        });
        let not_taken: Vec<NotTaken> = not_taken.collect();
        if then.lines.len() > most_lines(group) {
            let most = most_lines(group);
            let why = Refusal::TooMany {
                max: u32::try_from(most).unwrap_or(u32::MAX),
            };
            let problem = format!("{most} lines are the most");
            return Ok(HeardLines {
                not_taken: vec![self.of_list(evidence, problem, why)],
                ..unchanged
            });
        }
        let lacks_no_more = before.lacks_no_more_than(&sheet);
        let mut record = self.changed_record(field, &then, lacks_no_more, RecordedBy::Conversation);
        let ends_open = record.outcome == Some(FieldOutcome::Unresolved);
        let mut missing = self.missing_besides(field, heard, &sheet, &then);
        let is_more_to_come = heard.outcome == HeardOutcome::NotEnough
            && !was_done
            && !missing.is_empty()
            && then.lines.len() < most_lines(group);
        let done = (is_settled(group, &then) || ends_open) && !is_more_to_come;
        if !done {
            missing.append(&mut record.missing);
            record = FieldRecord {
                missing,
                ..FieldRecord::new(None, RecordedBy::Conversation)
            };
        }
        Ok(HeardLines {
            record: Some(record),
            then: (done, then.value().filter(|_| done)),
            reads: then.lines.iter().any(Line::is_unread),
            changes: as_new(&sheet, state.lines.contains_key(&field.field_id), changes),
            not_taken,
        })
    }

    /// That a list does not fit as a whole.
    fn of_list(&self, evidence: &Evidence, problem: String, why: Refusal) -> NotTaken {
        let words = self.state.evidence_text(evidence).unwrap_or_default();
        NotTaken {
            line: None,
            field: None,
            words: words.to_owned(),
            problem,
            why: Why::Refused(why),
            is_kept: false,
            recorded_as: None,
        }
    }

    /// What is missing of a group beside what its lines lack: what is reported now, or was before as
    /// long as no line has come.
    fn missing_besides(
        &self,
        field: &FormField,
        heard: &Heard,
        before: &LineSheet,
        then: &LineSheet,
    ) -> Vec<String> {
        let reported = match heard.outcome {
            HeardOutcome::NotEnough => heard.missing.clone(),
            _ if then.lines.len() > before.lines.len() => return Vec::new(),
            _ => {
                let progress = self.state.field_progress.get(&field.field_id);
                progress.map_or_else(Vec::new, |it| it.missing_facts.clone())
            }
        };
        let of_lines = self.sheet_record(field, before, RecordedBy::Conversation);
        let language = self.state.language();
        let fold = |text: &str| self.locale.fold(text);
        let lacks = |missing: &str| {
            let group = group_of(field).into_iter();
            let fields = group.flat_map(|group| &group.fields);
            let missing = fold(missing);
            let mut named =
                fields.filter(|it| missing.contains(&fold(it.label.in_language(language))));
            named.any(|column| then.todo().any(|line| line.lacks_of(&column.id)))
        };
        // What a line lacks is told of that line.
        let is_other = |it: &String| !of_lines.missing.contains(it) && !lacks(it);
        reported.into_iter().filter(is_other).collect()
    }

    /// That they have more lines, and name none of them yet.
    fn more_to_come(&self, field: &FormField, heard: &Heard, sheet: &LineSheet) -> HeardLines {
        let mut record = self.sheet_record(field, sheet, RecordedBy::Conversation);
        let mut missing = self.missing_besides(field, heard, sheet, sheet);
        missing.append(&mut record.missing);
        HeardLines {
            record: Some(FieldRecord {
                missing,
                ..FieldRecord::new(None, RecordedBy::Conversation)
            }),
            then: (false, None),
            changes: Vec::new(),
            reads: false,
            not_taken: Vec::new(),
        }
    }

    /// That there are no lines to give, which answers a field that asks for none.
    fn hear_that_there_are_none(
        &self,
        field: &FormField,
        group: &Group,
        evidence: &Evidence,
    ) -> Result<HeardLines, Problem> {
        let least = group.min_lines.map_or(0, |min| min.0);
        let id = &field.field_id;
        if field.required || least > 0 {
            let least = least.max(1);
            let problem = format!(
                "{} at the least; who has none to give has not_enough",
                count_in_words(least as usize, "en")
            );
            let sheet = self.state.sheet_of(id);
            let was_done = self.state.is_done(id);
            return Ok(HeardLines {
                changes: Vec::new(),
                record: None,
                then: (was_done, sheet.value().filter(|_| was_done)),
                reads: false,
                not_taken: vec![self.of_list(evidence, problem, Refusal::TooFew { min: least })],
            });
        }
        if !self.state.sheet_of(id).lines.is_empty() {
            let problem = format!("there are lines: take each away by {LINE_REMOVED}");
            return Err(("value", problem));
        }
        let none = Value::Group(Vec::new());
        let is_known = self.state.is_done(id)
            && self.state.collected_fields.get(id).map(|it| &it.value) == Some(&none);
        let record = FieldRecord {
            value: Some(StoredValue(none.clone())),
            evidence: vec![*evidence],
            ..FieldRecord::new(Some(FieldOutcome::Answered), RecordedBy::Conversation)
        };
        Ok(HeardLines {
            changes: Vec::new(),
            record: Some(record).filter(|_| !is_known),
            then: (true, Some(none)),
            reads: false,
            not_taken: Vec::new(),
        })
    }

    /// The lines of a list that is quoted: what code reads in columns, and what is still to be read.
    fn lines_in_words(
        &self,
        group: &Group,
        sheet: &LineSheet,
        evidence: &Evidence,
        context: &CheckContext<'_>,
    ) -> Vec<LineChange> {
        let words = self.state.evidence_text(evidence).unwrap_or_default();
        let mut number = sheet.numbered;
        let lines = read(group, words, context);
        let is_list = lines.len() > 1;
        let lines = lines.into_iter().filter_map(|(line, reading)| {
            let source = Evidence {
                message: evidence.message,
                start: evidence.start + line.start,
                end: evidence.start + line.end,
            };
            let (values, lacking, confidence) = match reading {
                Reading::Line(read) if read.needs_a_reader(group, context.language) => {
                    (Vec::new(), vec![Lacking::NotRead], Confidence::Low)
                }
                Reading::Line(read) => (read.values, read.lacking, read.confidence),
                Reading::Unsettled if is_list => {
                    (Vec::new(), vec![Lacking::NotRead], Confidence::Low)
                }
                Reading::Unsettled => return None,
                Reading::Aside(_) if !is_list => return None,
                Reading::Aside(reason) => {
                    return Some(LineChange::SetAside(SetAside { source, reason }));
                }
            };
            number = number.saturating_add(1);
            Some(LineChange::Put(Line {
                number,
                source: Some(source),
                values: kept_values(values),
                lacking,
                confidence,
                by: RecordedBy::Conversation,
                zone: None,
            }))
        });
        lines.collect()
    }
}

/// Whether a model writes the same value, as a number or as its digits.
fn is_same(value: &Json, written: &Json) -> bool {
    let text = |it: &Json| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
    text(value) == text(written)
}

/// Where the lines have no sheet yet, those that are there come first.
pub(in super::super) fn as_new(
    sheet: &LineSheet,
    has_sheet: bool,
    changes: Vec<LineChange>,
) -> Vec<LineChange> {
    let before = sheet.lines.iter().filter(|_| !has_sheet);
    let before = before.map(|line| LineChange::Put(line.clone()));
    before.chain(changes).collect()
}

/// What lines have that came from this message.
fn told_of_lines(sheet: &LineSheet, message: usize) -> Vec<(FieldId, Value)> {
    let lines = sheet.lines.iter();
    let lines = lines.filter(|line| line.source.is_some_and(|it| it.message == message));
    let values = lines.flat_map(|line| &line.values);
    values
        .map(|it| (it.field.clone(), it.value.0.clone()))
        .collect()
}

/// The texts that stand in the lines that are there.
fn texts_of(sheet: &LineSheet) -> String {
    let values = sheet.lines.iter().flat_map(|line| &line.values);
    let texts = values.filter_map(|it| match &it.value.0 {
        Value::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The figures that stand in the values of the lines that are there and of those that are reported.
fn figures_of(sheet: &LineSheet, items: &[Map<String, Json>]) -> Vec<String> {
    let known = sheet.lines.iter().flat_map(|line| &line.values);
    let known = known.map(|it| it.value.0.to_string());
    let reported = items.iter().flat_map(Map::values).map(|it| match it {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    });
    let texts: Vec<String> = known.chain(reported).collect();
    let figures = texts
        .iter()
        .flat_map(|it| it.split(|letter: char| !letter.is_ascii_digit()));
    let figures = figures.filter(|it| !it.is_empty());
    figures.map(str::to_owned).collect()
}
