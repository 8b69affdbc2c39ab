//! A model that plays the agents by what each request offers, and by the data in it. It knows no
//! wording of any prompt.

use std::rc::Rc;

use kikitori_llm::{ChatRequest, Completion, Message, Model};
use kikitori_scripted::{Player, ScriptedModel, tags};
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
        .calling("create_plan", architect)
        .calling("review", review)
        .calling("ask", ask)
}

/// What the Interviewer is told last.
pub fn now(request: &ChatRequest) -> Value {
    tags::latest_json(request, "now").unwrap_or_default()
}

/// The form as the Interviewer is told it.
pub fn form_told(request: &ChatRequest) -> Value {
    match request.messages.first() {
        Some(Message::System { content, .. }) => tags::json(content, "form").unwrap_or_default(),
        _ => Value::Null,
    }
}

/// What the respondent has said since they were asked last, oldest first.
pub fn said_last(request: &ChatRequest) -> Vec<String> {
    let mut said = Vec::new();
    for message in request.messages.iter().rev() {
        match message {
            Message::User { content, .. } => {
                if let Some(text) = tags::block(content, "respondent_message") {
                    said.push(tags::unescape(text));
                }
            }
            Message::Tool { content, .. } if content.starts_with("Asked") => break,
            _ => {}
        }
    }
    said.reverse();
    said
}

/// A report that an answer to a field is what was said.
pub fn heard(field_id: &str, quote: &str) -> Value {
    json!({"field_id": field_id, "quote": quote, "value": null, "facts": null, "missing": null,
        "outcome": "answered"})
}

/// A call of `ask` with these entries, asking for what comes next.
pub fn asking(request: &ChatRequest, heard: Vec<Value>) -> Value {
    let now = now(request);
    let settled = |id: &str| {
        let is_it = |entry: &&Value| entry["field_id"] == id;
        let refused_before = now["refused"]
            .as_array()
            .is_some_and(|all| all.iter().any(|it| it == id));
        heard.iter().find(is_it).is_some_and(|entry| {
            let outcome = entry["outcome"].as_str().unwrap_or_default();
            let ends = match outcome {
                "not_enough" => false,
                "refused" => refused_before || !required(request, id),
                _ => true,
            };
            ends || now["last_try"] == true
        }) || now["under_review"] == id
    };
    let open: Vec<&str> = now["open"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|id| !settled(id))
        .collect();
    let asked = now["asked"].as_str().filter(|id| open.contains(id));
    let next = asked.or(open.first().copied());
    let message = match next {
        Some(id) => {
            let fields = form_told(request)["fields"].clone();
            let mut fields = fields.as_array().cloned().unwrap_or_default().into_iter();
            let field = fields.find(|it| it["field_id"] == id).unwrap_or_default();
            format!("Please tell me: {}", field["label"].as_str().unwrap_or(id))
        }
        None => "Thank you.".to_owned(),
    };
    // What brings nothing for the form is a remark.
    let is_theirs = heard.is_empty() && now["under_review"].is_null();
    let remark = said_last(request).pop().filter(|_| is_theirs);
    json!({"heard": heard, "question": remark, "language": null, "country": null, "time_zone": null,
        "asks": next, "message": message, "suggestions": null})
}

fn required(request: &ChatRequest, id: &str) -> bool {
    let form = form_told(request);
    let mut fields = form["fields"].as_array().into_iter().flatten();
    fields.any(|it| it["field_id"] == id && it["required"] == true)
}

/// Everything that is said is the whole answer to what was asked; `skip` and `No` are none.
fn ask(request: &ChatRequest) -> Value {
    let now = now(request);
    let said = said_last(request);
    let asked = now["asked"].as_str().unwrap_or_default().to_owned();
    let open = now["open"].as_array().cloned().unwrap_or_default();
    let is_heard = open.contains(&now["asked"]) && now["under_review"] != asked.as_str();
    let mut entries = Vec::new();
    if let (Some(last), true) = (said.last(), is_heard) {
        // Of a long message only the beginning is told.
        let told = last.split(" [… ").next().unwrap_or_default();
        let mut entry = heard(&asked, told);
        if last == "skip" && !required(request, &asked) {
            entry["outcome"] = json!("skipped");
        } else if last == "No" {
            entry["outcome"] = json!("refused");
        } else if said.len() > 1 {
            entry["value"] = json!(said.join("; "));
        }
        entries.push(entry);
    }
    asking(request, entries)
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
    let answers = tags::blocks(said.unwrap_or_default(), "answer");
    let answers: Vec<String> = answers.map(|it| tags::unescape(it.inside)).collect();
    let last = answers.last().cloned().unwrap_or_default();
    let declined = last == "skip" && field["required"] == false;
    let facts = field["facts"].as_array().map_or(0, Vec::len);
    if !declined && facts > answers.len() {
        let missing = field["facts"][answers.len()]["fact"].clone();
        let message = format!("And {}?", missing.as_str().unwrap_or("the rest"));
        return json!({
            "quote": last, "extracted_facts": [last], "missing_facts": [missing],
            "feedback": "Ask for the rest.", "refused": null, "field_value": null,
            "follow_up": {"message": message, "suggestions": null}, "passed": false,
        });
    }
    let value = (!declined).then(|| answers.join("; "));
    json!({
        "quote": last, "extracted_facts": null, "missing_facts": null, "feedback": null,
        "refused": null, "field_value": value, "follow_up": null, "passed": true,
    })
}
