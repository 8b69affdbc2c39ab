//! The Architect: the form's own order and texts.

use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, says};
use serde::Deserialize;
use serde_json::json;

use crate::conversation::has_worked;
use crate::field::Field;
use crate::parse;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Form {
    fields: Vec<Field>,
}

/// Plans the interview.
pub fn reply(messages: &[Message]) -> Completion {
    if has_worked(messages, "create_plan") {
        return says("The plan is made.");
    }
    let opening = messages.iter().find_map(|message| match message {
        Message::User { content, .. } => parse::block(content, "form").map(|_| content),
        _ => None,
    });
    let Some(opening) = opening else {
        return says("I was given no form to plan.");
    };
    let Some(form) = parse::json::<Form>(opening, "form") else {
        return says("I could not read the form that I was given.");
    };
    let ids: Vec<&str> = form.fields.iter().map(|it| it.field_id.as_str()).collect();
    calls(
        "create_plan",
        json!({ "field_ids": ids, "translations": null }),
    )
}
