//! A model that plays the four agents by what each request offers, and by the data in it. It knows
//! no wording of any prompt.

use std::rc::Rc;

use kikitori_llm::{ChatRequest, Completion, Message, Model, ToolCall};
use kikitori_scripted::{Player, ScriptedModel, calls, tags};
use serde_json::{Value, json};

/// Answers a request.
pub fn respond(request: &ChatRequest) -> Completion {
    player().respond(request)
}

/// The same as a model.
pub fn scripted() -> Rc<dyn Model> {
    Rc::new(ScriptedModel::playing(player()))
}

fn player() -> Player {
    Player::new()
        .replying("set_language", greeter)
        .calling("create_plan", architect)
        .calling("review", review)
        .calling("ask", |request| {
            let brief: Value = tags::latest_json(request, "brief").unwrap_or_default();
            let label = brief["field"]["label"].as_str().unwrap_or("it");
            json!({"message": format!("Please tell me: {label}"), "suggestions": null})
        })
}

/// The tools that were called since the last brief.
fn called_in_this_run(request: &ChatRequest) -> Vec<String> {
    let mut called = Vec::new();
    for message in request.messages.iter().rev() {
        match message {
            Message::User { content, .. } if content.contains("<brief>\n") => break,
            Message::Assistant(reply) => {
                called.extend(reply.tool_calls.iter().map(|it| it.function.name.clone()));
            }
            _ => {}
        }
    }
    called
}

fn greeter(request: &ChatRequest) -> Completion {
    let brief: Value = tags::latest_json(request, "brief").unwrap_or_default();
    let said = request
        .messages
        .iter()
        .rev()
        .find_map(|message| match message {
            Message::User { content, .. } => {
                let (_, from) = content.rsplit_once("<respondent_message>")?;
                Some(from.split_once("</respondent_message>")?.0)
            }
            _ => None,
        });
    let ask = |message: &str| {
        calls(
            "ask",
            json!({"message": message, "suggestions": ["English"]}),
        )
    };
    let country = || {
        let mut reply = calls("set_country", json!({"country": "JP"}));
        let zone = ToolCall::new("", "set_timezone", r#"{"timezone":null}"#);
        reply.message.tool_calls.push(zone);
        reply
    };
    let called = called_in_this_run(request);
    let has_called = |tool: &str| called.iter().any(|name| name == tool);
    if has_called("set_country") && !has_called("set_timezone") {
        return calls("set_timezone", json!({"timezone": null}));
    }
    match (brief["section"].as_str(), said) {
        (Some("language"), None) => ask("Which language would you like to use?"),
        (Some("language"), Some(said)) if !has_called("set_language") => {
            let mut reply = calls("set_language", json!({"language": "en"}));
            if said.contains("Japan") {
                reply
                    .message
                    .tool_calls
                    .extend(country().message.tool_calls);
            }
            reply
        }
        (Some("language"), _) => ask("Which country do you live in?"),
        (_, Some(said)) if said.contains("Japan") && !has_called("set_country") => country(),
        _ => ask("Which country do you live in?"),
    }
}

fn architect(request: &ChatRequest) -> Value {
    let form: Value = tags::latest_json(request, "form").unwrap_or_default();
    let fields = form["fields"].as_array().into_iter().flatten();
    let ids: Vec<_> = fields.map(|field| field["field_id"].clone()).collect();
    json!({"field_ids": ids, "translations": null})
}

/// The first answer to a field with two facts misses one of them; every other answer is enough.
fn review(request: &ChatRequest) -> Value {
    let field: Value = tags::latest_json(request, "field").unwrap_or_default();
    let said = request.messages.iter().find_map(|message| match message {
        Message::User { content, .. } => tags::block(content, "conversation"),
        _ => None,
    });
    let answers: Vec<String> = said
        .unwrap_or_default()
        .split("<answer>")
        .skip(1)
        .filter_map(|rest| Some(tags::unescape(rest.split_once("</answer>")?.0)))
        .collect();
    let last = answers.last().cloned().unwrap_or_default();
    let declined = last == "skip" && field["required"] == false;
    let facts = field["facts"].as_array().map_or(0, Vec::len);
    if !declined && facts > answers.len() {
        let missing = field["facts"][answers.len()]["fact"].clone();
        return json!({
            "extracted_facts": [last], "missing_facts": [missing], "feedback": "Ask for the rest.",
            "field_value": null, "passed": false,
        });
    }
    let value = (!declined).then(|| answers.join("; "));
    json!({
        "extracted_facts": null, "missing_facts": null, "feedback": null,
        "field_value": value, "passed": true,
    })
}
