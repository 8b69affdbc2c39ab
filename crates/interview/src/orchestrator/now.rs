//! What the Interviewer is told last: what is recorded, what is open, what came of the last message.

use serde_json::{Map, Value, json};

use super::hear::COUNTRY;
use super::order::WhatIf;
use super::{Orchestrator, history};
use crate::field::{FieldOutcome, FieldProgress};
use crate::language_name::language_name;
use crate::message::Speaker;
use crate::prompts::{Now, Task, json_data, render};
use kikitori_form::{FieldId, FormField};
use kikitori_llm::estimated_tokens;

/// The values that are recorded may take this part of a context.
const PART_FOR_VALUES: u64 = 8;

impl Orchestrator {
    /// The message that a request of the Interviewer's ends with, before what its run has brought.
    pub(super) fn now(&self, context: u64) -> String {
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
        let effect = self.effect();
        if !effect.is_empty() {
            put("effect", json!(effect));
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
            put("asked", json!(asked.field_id));
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
        let missing: Map<String, Value> = progress(|it| !it.missing_facts.is_empty())
            .map(|(id, it)| (id.to_string(), json!(it.missing_facts)))
            .collect();
        if !missing.is_empty() {
            put("missing", Value::Object(missing));
        }
        let refused: Vec<&FieldId> = progress(|it| it.refusals > 0).map(|(id, _)| id).collect();
        if !refused.is_empty() {
            put("refused", json!(refused));
        }
        put("open", json!(open));
        put("language", json!(state.bootstrap.language));
        put("country", json!(state.bootstrap.country));
        put("time_zone", json!(state.bootstrap.timezone));
        if let Some(local_time) = self.local_time() {
            put("local_time", json!(local_time));
        }
        render(&Now {
            now: json_data(&now),
            task: self.task(),
            language: language_name(state.language()),
        })
    }

    fn task(&self) -> Task {
        if !self.state.chat().any(|it| it.speaker == Speaker::Assistant) {
            Task::Begin
        } else if self.last_is_of_respondent() {
            Task::TakeUp
        } else {
            Task::AskNext
        }
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
                Some(_) if field.private => {
                    others.insert(id.to_string(), json!("kept by the program"));
                }
                Some(collected) => {
                    let shown = history::said_back(&collected.value.to_string());
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

    /// What came of the message before the last, and of the last so far.
    fn effect(&self) -> Vec<String> {
        let chat: Vec<_> = self.state.chat().collect();
        let asked = chat
            .iter()
            .rev()
            .find(|message| message.speaker == Speaker::Assistant);
        let told = asked.and_then(|message| message.data.results.get("recorded"));
        let pending = self.state.pending_data.get("recorded");
        let all = told.into_iter().chain(pending);
        let all = all.filter_map(Value::as_array).flatten();
        all.filter_map(|it| self.effect_on_field(it)).collect()
    }

    fn effect_on_field(&self, recorded: &Value) -> Option<String> {
        let text = |name: &str| recorded.get(name).and_then(Value::as_str);
        let id = FieldId::new(text("field_id")?)?;
        if self.is_private(&id) {
            return Some(format!("{id}: kept by the program"));
        }
        let cut = |value: &str| history::said_back(value);
        Some(match (text("outcome")?, text("old"), text("new")) {
            ("answered", Some(old), Some(new)) if old != new => {
                format!("{id}: changed from {:?} to {:?}", cut(old), cut(new))
            }
            ("answered", _, Some(new)) => format!("{id}: recorded as {:?}", cut(new)),
            ("declined", _, _) if self.blocks_by_id(&id) => {
                format!(
                    "{id}: declined; the form cannot be sent without it, and they may still give it"
                )
            }
            ("declined", _, _) => format!("{id}: declined; the form is sent with it left open"),
            (outcome, _, _) => format!("{id}: {outcome}"),
        })
    }

    fn blocks_by_id(&self, id: &FieldId) -> bool {
        let field = self.state.form.field(id);
        field.is_some_and(|field| {
            field.if_declined != Some(kikitori_form::file::IfDeclined::LeaveOpen)
                && self.state.outcome_of(id) == Some(FieldOutcome::Declined)
        })
    }
}

/// What was put in from the last field to the first, the other way round.
fn in_form_order(members: Map<String, Value>) -> Map<String, Value> {
    let mut members: Vec<_> = members.into_iter().collect();
    members.reverse();
    members.into_iter().collect()
}
