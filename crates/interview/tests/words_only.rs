//! An endpoint that takes neither tools nor schemas does for an interview as well: a call is asked for
//! in words, and taken from what the model writes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use kikitori_llm::{ChatClient, ChatRequest, Endpoint, Message, Profile};
use kikitori_ports::NoTimer;
use kikitori_scripted::{MODEL_NAME, Player, ScriptedModel, schema_only};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// The request as one that is held to the schema of the call which its rules ask for in words.
fn with_schema(request: &ChatRequest) -> ChatRequest {
    assert!(request.tools.is_empty() && !request.extra.contains_key("response_format"));
    let Message::System { content, .. } = &request.messages[0] else {
        panic!("{request:?}")
    };
    let (_, tools) = content.split_once("You have tools.").unwrap();
    let (_, listed) = tools.split_once("\n- ").unwrap();
    let (name, rest) = listed.split_once(": ").unwrap();
    let (_, schema) = rest.split_once("\n  ").unwrap();
    let arguments: Value = serde_json::from_str(schema.lines().next().unwrap()).unwrap();
    let mut request = request.clone();
    let schema = json!({"type": "object", "properties": {
        "name": {"type": "string", "enum": [name]}, "arguments": arguments}});
    request.extra.insert(
        "response_format".to_owned(),
        json!({"type": "json_schema", "json_schema": {"name": "call", "schema": schema}}),
    );
    request
}

#[test]
fn an_interview_is_held_in_plain_text() {
    let plays = schema_only(respond);
    let model = ScriptedModel::playing(
        Player::new().otherwise(move |request| plays(&with_schema(request))),
    );
    let endpoint = Endpoint {
        base_url: "scripted:/v1".to_owned(),
        model: MODEL_NAME.to_owned(),
    };
    let client =
        ChatClient::new(Rc::new(model), Rc::new(NoTimer), endpoint).with_profile(Profile {
            tools: false,
            json_schema: false,
            json_object: false,
            ..Profile::default()
        });
    let mut driver = start(ports(Rc::new(client), Rc::new(MemoryStore::new())));
    let submission = finish(&mut driver, &ANSWERS);
    let value = |field: usize| submission.fields[field].text.as_deref();
    assert_eq!(value(0), Some("Ada Lovelace"));
    assert!(
        value(1).unwrap().contains("My back hurts"),
        "{:?}",
        value(1)
    );
}
