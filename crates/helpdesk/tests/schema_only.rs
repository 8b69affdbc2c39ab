//! A question is answered by an endpoint that knows no tools and heeds a schema.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use kikitori_helpdesk::*;
use kikitori_llm::{ChatClient, ChatRequest, Completion, Endpoint, ToolDefinition};
use kikitori_ports::NoTimer;
use kikitori_scripted::{MODEL_NAME, Player, ScriptedModel, says, schema_only};
use kikitori_store::RecordingStore;
use serde_json::json;
use support::*;

/// The player's reply, as text where a value is asked for by a schema.
fn respond(request: &ChatRequest) -> Completion {
    let format = request.extra.get("response_format");
    let name = format.and_then(|it| it.pointer("/json_schema/name")?.as_str());
    let Some(name) = name else {
        return player().respond(request);
    };
    let mut offering = request.clone();
    offering.tools = vec![ToolDefinition::function(name, "", json!({}))].into();
    let reply = player().respond(&offering).message;
    says(reply.tool_calls[0].function.arguments.as_str())
}

#[test]
fn a_question_is_answered_where_a_schema_stands_for_tools() {
    let model = ScriptedModel::playing(Player::new().otherwise(schema_only(respond)));
    let endpoint = Endpoint {
        base_url: "scripted:/v1".to_owned(),
        model: MODEL_NAME.to_owned(),
    };
    let client = ChatClient::new(Rc::new(model), Rc::new(NoTimer), endpoint);
    let store = Rc::new(RecordingStore::new());
    let ports = stored_ports(Rc::new(client), store.clone(), Settings::default());
    let result = result(asked(QUESTION, &ports));
    assert!(result.answer.text().contains("JSON file"), "{result:?}");
    assert_eq!((result.subtasks.len(), result.answer.gaps), (2, Vec::new()));
    let steps = run_steps(&*store);
    assert_eq!(steps.len(), 2);
    assert!(steps.iter().all(|step| step.output.is_some()));
}
