//! What the Interviewer is told last: what is recorded, what is open, what came of the last message.

use serde_json::{Map, Value, json};

use super::hear::{COUNTRY, OTHERWISE};
use super::not_taken::NotHeardRow;
use super::order::WhatIf;
use super::{Orchestrator, history};
use crate::field::FieldProgress;
use crate::language_name::language_name;
use crate::lines::{changes_told, moves_told};
use crate::message::{SessionMessage, Speaker};
use crate::prompts::{Now, Task, json_data, render};
use kikitori_agent::AgentRun;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::{FieldId, FormField};
use kikitori_llm::{Message, estimated_tokens};

/// The values that are recorded may take this part of a context.
const PART_FOR_VALUES: u64 = 8;

/// See [`Orchestrator::told_now`].
#[derive(Debug)]
pub(super) struct ToldNow {
    /// How many messages the conversation had.
    messages: usize,
    context: u64,
    text: String,
}

impl Orchestrator {
    /// The message that a request of the Interviewer's ends with, before what its run has brought. A
    /// repair is told the same as the first request: what its reply has changed since its error says.
    pub(super) fn now_of(&self, run: &AgentRun, context: u64) -> String {
        let messages = self.state.messages.len();
        let mut told = self.told_now.borrow_mut();
        let is_of_run = |it: &&ToldNow| it.messages == messages && it.context == context;
        if let Some(told) = told.as_ref().filter(is_of_run)
            && !run.messages().is_empty()
        {
            return told.text.clone();
        }
        let text = self.now(context);
        *told = Some(ToldNow {
            messages,
            context,
            text: text.clone(),
        });
        text
    }

    /// Takes note of what has changed while the first reply of a run is waited for, as a review that has
    /// ended: a repair is told so.
    pub(super) fn note_for_repair(&self, run: &AgentRun) {
        let told = self.told_now.borrow();
        let context = told.as_ref().map(|told| told.context);
        drop(told);
        if let Some(context) = context.filter(|_| run.messages().is_empty()) {
            self.now_of(run, context);
        }
    }

    fn now(&self, context: u64) -> String {
        let state = &self.state;
        let mut now = Map::new();
        let mut put = |name: &str, value: Value| now.insert(name.to_owned(), value);
        let (recorded, without_value) = self.recorded(context);
        if !recorded.is_empty() {
            put("recorded", Value::Object(recorded));
        }
        if !without_value.is_empty() {
            put("without_value", Value::Object(without_value));
        }
        let lines = self.lines_now(context);
        if !lines.is_empty() {
            put("lines", Value::Object(lines));
        }
        // What the Interviewer has reported itself the program has not read.
        let reported = self.fields_with_lines_reported();
        if let Some(field_id) = self.list_read().filter(|it| !reported.contains(it)) {
            put("list_read", json!(field_id));
        }
        let effect = self.effect(context);
        if !effect.is_empty() {
            put("effect", json!(effect));
        }
        let task = self.task();
        let mut unheard = self.unheard();
        unheard.retain(|_| task != Task::Begin);
        if !unheard.is_empty() {
            put("unheard", json!(unheard));
        }
        let mut open: Vec<String> = Vec::new();
        if state.needs_country() {
            open.push(COUNTRY.to_owned());
        }
        let fields = state.open_if(&WhatIf::new());
        open.extend(fields.iter().map(FieldId::to_string));
        let is_begun = state.chat().any(|it| it.speaker == Speaker::Assistant);
        let asked = self.asked_field();
        if is_begun && state.needs_country() {
            put("asked", json!(COUNTRY));
        }
        if let Some(asked) = asked {
            // Of what they passed over nothing is asked any more, nor anything after a last word.
            let questions = state.chat().filter(|it| it.speaker == Speaker::Assistant);
            let is_last_word = questions.last().is_some_and(|it| it.field_id.is_none());
            let is_over = state.is_done(&asked.field_id)
                && (is_last_word || !state.collected_fields.contains_key(&asked.field_id));
            if !is_over {
                put("asked", json!(asked.field_id));
            }
            let is_open = fields.contains(&asked.field_id);
            if is_open && !self.may_follow_up(asked) && self.last_is_of_respondent() {
                put("last_try", json!(true));
            }
        }
        let under_review: Vec<FieldId> = state.under_review().into_iter().collect();
        match under_review.as_slice() {
            [] => {}
            [one] => {
                put("under_review", json!(one));
            }
            several => {
                put("under_review", json!(several));
            }
        }
        let progress = |wanted: fn(&FieldProgress) -> bool| {
            fields.iter().filter_map(move |id| {
                let progress = state.field_progress.get(id)?;
                (wanted(progress) && !self.is_private(id)).then_some((id, progress))
            })
        };
        // What a Reviewer is at work on may be there by now.
        let missing: Map<String, Value> = progress(|it| !it.missing_facts.is_empty())
            .filter(|(id, _)| !under_review.contains(id))
            .map(|(id, _)| (id.to_string(), self.missing_of_field(id, true)))
            .filter(|(_, missing)| !missing.is_empty())
            .map(|(id, missing)| (id, json!(missing)))
            .collect();
        if !missing.is_empty() {
            put("missing", Value::Object(missing));
        }
        let not_accepted: Map<String, Value> = progress(|it| it.not_accepted.is_some())
            .map(|(id, progress)| (id.to_string(), json!(progress.not_accepted)))
            .collect();
        if !not_accepted.is_empty() {
            put("not_accepted_by_the_page", Value::Object(not_accepted));
        }
        let told: Map<String, Value> = progress(|_| true)
            .filter(|(id, _)| !under_review.contains(id))
            .filter_map(|(id, _)| {
                let field = state.form.field(id)?;
                let kept = self
                    .part_kept(field)
                    .or_else(|| self.words_told_so_far(field))?;
                Some((
                    id.to_string(),
                    json!(history::collected_value(&kept, context)),
                ))
            })
            .collect();
        if !told.is_empty() {
            put("told_in_part", Value::Object(told));
        }
        let refused: Vec<&FieldId> = progress(|it| it.refusals > 0).map(|(id, _)| id).collect();
        if !refused.is_empty() {
            put("refused", json!(refused));
        }
        put("open", json!(open));
        let blocking = self.blocking();
        if !blocking.is_empty() {
            put("still_needed", json!(blocking));
        }
        put("language", json!(state.bootstrap.language));
        if !is_begun && let Some(because) = state.page.language_because(state.language()) {
            put("language_because", json!(because));
        }
        if let Some(country) = &state.bootstrap.country {
            put("country", json!(country));
        }
        put("time_zone", json!(state.bootstrap.timezone));
        if let Some(local_time) = self.local_time() {
            put("local_time", json!(local_time));
        }
        render(&Now {
            now: json_data(&now),
            task,
            has_unheard: !unheard.is_empty(),
            owner_reads: self.owner_reads().filter(|_| task == Task::TakeUp),
            language: language_name(state.language()),
        })
    }

    /// The name of the language that whoever made the form reads, where another one is spoken.
    pub(super) fn owner_reads(&self) -> Option<String> {
        let form = &self.state.form;
        let is_foreign = !form.is_read_in(self.state.language());
        is_foreign.then(|| language_name(form.own_language()))
    }

    /// The field whose lines the program has taken from the last message.
    pub(super) fn list_read(&self) -> Option<&FieldId> {
        let mut messages = self.state.messages.iter().enumerate().rev();
        let (place, _) = messages.find(|(_, it)| matches!(it, SessionMessage::Respondent(_)))?;
        let mut sheets = self.state.lines.iter();
        let (field_id, _) = sheets.find(|(_, sheet)| sheet.has_words_of(place))?;
        Some(field_id).filter(|id| self.last_is_of_respondent() && !self.is_private(id))
    }

    fn task(&self) -> Task {
        if !self.state.chat().any(|it| it.speaker == Speaker::Assistant) {
            Task::Begin
        } else if self.last_is_of_respondent() && !self.last_is_private() {
            Task::TakeUp
        } else {
            Task::AskNext
        }
    }

    /// Whether what was said last is kept from every model.
    pub(super) fn last_is_private(&self) -> bool {
        self.state.chat().last().is_some_and(|last| last.private)
    }

    /// The values of fields that are done, and how others ended.
    fn recorded(&self, context: u64) -> (Map<String, Value>, Map<String, Value>) {
        let state = &self.state;
        let asked = state.asked_fields();
        let (mut values, mut others) = (Map::new(), Map::new());
        let mut room = context / PART_FOR_VALUES;
        let fields: Vec<&FormField> = state
            .form
            .fields
            .iter()
            .filter(|field| asked.contains(&field.field_id))
            .collect();
        // The newest matter most where there is no room for all.
        for field in fields.into_iter().rev() {
            let id = &field.field_id;
            match state.collected_fields.get(id) {
                Some(_) if state.lines.contains_key(id) && !field.private => {
                    values.insert(id.to_string(), json!(state.value_told(id, "en")));
                }
                Some(_) if field.private => {
                    others.insert(id.to_string(), json!("kept by the program"));
                }
                Some(collected) => {
                    let value = state.value_as_sent(id).unwrap_or_default();
                    // Who corrects a text writes all of it anew.
                    let mut shown = history::collected_value(&value, context);
                    // Who says later where they are may mean earlier times too.
                    let settled = state.bootstrap.timezone.as_ref();
                    if let Some(zone) = &collected.zone
                        && settled.is_some_and(|settled| settled != zone)
                    {
                        shown = format!("{shown} ({zone})");
                    }
                    let tokens = estimated_tokens(&shown) + estimated_tokens(id.as_str());
                    let shown = match room.checked_sub(tokens) {
                        Some(left) => {
                            room = left;
                            shown
                        }
                        None => "(recorded)".to_owned(),
                    };
                    values.insert(id.to_string(), json!(shown));
                }
                None => {
                    let outcome = state.outcome_of(id).filter(|_| state.is_done(id));
                    if let Some(outcome) = outcome {
                        others.insert(id.to_string(), json!(outcome.name()));
                    }
                }
            }
        }
        (in_form_order(values), in_form_order(others))
    }

    /// What has come of messages and entries, and was not told by the question that came with it.
    fn effect(&self, context: u64) -> Vec<String> {
        let mut told: Vec<&Map<String, Value>> = Vec::new();
        for message in self.state.messages.iter().rev() {
            let SessionMessage::Model {
                message,
                shown: Some(shown),
            } = message
            else {
                continue;
            };
            told.push(&shown.data.results);
            // The questions of code and of a Reviewer tell nothing of other fields.
            if matches!(message, Message::Assistant(reply) if !reply.tool_calls.is_empty()) {
                break;
            }
        }
        let rows = |data: &Map<String, Value>, name: &str| {
            let rows = data.get(name).and_then(Value::as_array);
            rows.into_iter().flatten().cloned().collect::<Vec<_>>()
        };
        let mut effect = Vec::new();
        for data in told.into_iter().rev() {
            let is_untold = |row: &Value| row.get("told") == Some(&json!(false));
            let recorded = rows(data, "recorded").into_iter().filter(is_untold);
            let is_current = |row: &Value| {
                let id = row.get("field_id").and_then(Value::as_str);
                let record = row.get("record").and_then(Value::as_u64);
                let record = record.and_then(|it| u32::try_from(it).ok());
                id.and_then(FieldId::new)
                    .is_some_and(|id| self.state.is_current(&id, record))
            };
            let recorded = recorded.filter(is_current);
            effect.extend(recorded.filter_map(|row| self.effect_on_field(&row, context)));
            let settled = rows(data, "settled").into_iter().filter(is_untold);
            effect.extend(settled.filter_map(|row| settled_as(&row)));
        }
        effect.extend(self.not_recorded());
        let pending = &self.state.pending_data;
        let recorded = rows(pending, "recorded").into_iter();
        let recorded = recorded.map(|row| self.state.told_row(&row));
        effect.extend(recorded.filter_map(|row| self.effect_on_field(&row, context)));
        effect.extend(rows(pending, "settled").iter().filter_map(settled_as));
        effect
    }

    /// What was said of fields and is not recorded, as long as that is not settled: of each field the
    /// last of it.
    fn not_recorded(&self) -> Vec<String> {
        let mut seen: Vec<FieldId> = Vec::new();
        let mut told = Vec::new();
        let messages = self.state.messages.iter().rev();
        let mut replies = 0;
        for shown in messages.filter_map(SessionMessage::shown) {
            replies += usize::from(shown.speaker == Speaker::Assistant);
            for row in self.not_heard_rows(&shown.data.results) {
                let has_lines = self.state.lines.contains_key(&row.field_id);
                // What lines lack is told with them, and asked for, from then on.
                let is_told_otherwise = has_lines && replies > 1;
                if !is_told_otherwise && !seen.contains(&row.field_id) {
                    seen.push(row.field_id.clone());
                    told.push(not_heard_as(&row, has_lines));
                }
            }
        }
        told.reverse();
        told
    }

    fn effect_on_field(&self, recorded: &Value, context: u64) -> Option<String> {
        let text = |name: &str| recorded.get(name).and_then(Value::as_str);
        let id = FieldId::new(text("field_id")?)?;
        let value = |name: &str| Some(self.state.told_as_sent(&id, text(name)?.to_owned()));
        if self.is_private(&id) {
            let was_there = text("old").is_some();
            return Some(match text("outcome")? {
                "answered" if was_there => format!("{id}: changed, and kept by the program"),
                "answered" => format!("{id}: kept by the program"),
                outcome => format!("{id}: {outcome}, and nothing is kept of it"),
            });
        }
        let field = self.state.form.field(&id);
        let blocks = field.is_some_and(|field| self.state.blocks(field));
        // No message of theirs has what they put in by hand.
        let is_by_hand = text("by") == Some("entry");
        let cut = |value: &str| match is_by_hand {
            true => history::collected_value(value, context),
            false => history::said_back(value),
        };
        let by_hand = match is_by_hand {
            true => " by them in the form itself",
            false => "",
        };
        let lines = || match self.changes_of_lines(&id) {
            Some(changes) => format!(" ({})", cut(&changes)),
            None => String::new(),
        };
        Some(
            match (
                text("outcome")?,
                value("old").as_deref(),
                value("new").as_deref(),
            ) {
                ("answered", Some(old), Some(new)) if old != new => {
                    format!(
                        "{id}: changed{by_hand} from {} to {}",
                        json!(history::said_back(old)),
                        json!(cut(new))
                    )
                }
                ("answered", _, Some(new)) => {
                    format!("{id}: recorded{by_hand} as {}{}", json!(cut(new)), lines())
                }
                (outcome @ ("declined" | "does_not_know"), _, _) if blocks => {
                    format!(
                        "{id}: {outcome}{by_hand}; the form cannot be finished without it, and they may still give it"
                    )
                }
                ("declined", _, _) => {
                    format!("{id}: declined{by_hand}; the form is sent with it left open")
                }
                ("unresolved", _, Some(new)) => {
                    // Of a list that has ended nobody knows the rest.
                    let rest = match self.state.lines.contains_key(&id) && self.state.is_done(&id) {
                        true => "what nobody knows of it is noted so",
                        false => "the rest stays open",
                    };
                    format!(
                        "{id}: recorded{by_hand} as {}{}; {rest}",
                        json!(cut(new)),
                        lines()
                    )
                }
                (outcome, _, _) => format!("{id}: {outcome}{by_hand}"),
            },
        )
    }

    /// What of a list is another than it was told before.
    fn changes_of_lines(&self, field: &FieldId) -> Option<String> {
        let changed = self.state.changed_lines(field);
        let moved = self.state.moved_lines(field);
        let shown = self.state.form.field(field);
        let Some(AnswerType::Group(group)) = shown.map(|field| &field.answer) else {
            return None;
        };
        match (changed.is_empty(), moved.is_empty()) {
            (false, _) => Some(changes_told(&changed, group)),
            (true, false) => Some(moves_told(&moved, group)),
            (true, true) => None,
        }
    }
}

/// What was said of a field and is no answer to it; of one that has lines, some of it is recorded.
fn not_heard_as(row: &NotHeardRow, has_lines: bool) -> String {
    // As JSON, which leaves letters of all writings as they are.
    let (field, quote) = (&row.field_id, json!(history::said_back(&row.quote)));
    let because = row.problem.as_deref();
    let because = because.map(|it| it.strip_suffix(OTHERWISE).unwrap_or(it));
    let because = because.map_or_else(String::new, |it| format!(" ({})", history::said_back(it)));
    match has_lines {
        true => format!(
            "{field}: of {quote} only what stands in its lines is recorded{because}: take up the rest"
        ),
        false => {
            format!("{field}: not recorded, though they said {quote}{because}: take it up again")
        }
    }
}

/// What is settled in another way than the last question said.
fn settled_as(row: &Value) -> Option<String> {
    let what = row.get("what").and_then(Value::as_str)?;
    let new = row.get("new").and_then(Value::as_str)?;
    Some(format!("{what}: {new} from now on"))
}

/// What was put in from the last field to the first, the other way round.
fn in_form_order(members: Map<String, Value>) -> Map<String, Value> {
    let mut members: Vec<_> = members.into_iter().collect();
    members.reverse();
    members.into_iter().collect()
}
