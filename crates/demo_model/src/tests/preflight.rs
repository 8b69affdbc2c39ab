//! A preflight finds the scripted model able to do all that the page uses.

use std::rc::Rc;

use futures::FutureExt;
use kikitori_llm::{
    ChatClient, ChatRequest, Endpoint, Message, NoNetworkProbe, Outcome, Profile, Step,
    StructuredOutputMode, preflight,
};
use kikitori_ports::NoTimer;
use serde_json::json;

use crate::{Agent, MODEL_NAME, model, respond};

#[test]
fn a_preflight_passes_every_step() {
    let endpoint = Endpoint {
        base_url: "scripted:/v1".to_owned(),
        model: MODEL_NAME.to_owned(),
    };
    let transport = Rc::new(model());
    let client = ChatClient::new(transport, Rc::new(NoTimer), endpoint);
    let report = preflight(&client, &NoNetworkProbe, Step::Schema, &mut |_| {})
        .now_or_never()
        .unwrap();
    for (step, outcome) in report.steps() {
        assert_eq!(*outcome, Outcome::Passed, "{step:?}");
    }
    assert_eq!(report.models, [MODEL_NAME]);
    let learnt = Profile {
        finish_reasons: true,
        has_called: true,
        ..Profile::default()
    };
    assert_eq!(report.profile, learnt);
    assert_eq!(report.profile.mode(), StructuredOutputMode::StrictSchema);
}

#[test]
fn a_value_of_the_help_desk_that_is_asked_for_by_a_schema_comes_as_text() {
    let question = "<question>\nAre there cookies?\n</question>";
    let mut request = ChatRequest {
        messages: vec![Message::user(question)],
        ..ChatRequest::default()
    };
    let format = json!({"type": "json_schema", "json_schema": {"name": "plan", "schema": {}}});
    request.extra.insert("response_format".to_owned(), format);
    assert_eq!(Agent::of(&request), Some(Agent::Planner));
    let reply = respond(&request).message;
    let plan = r#"{"subtasks":["Are there cookies?"]}"#;
    assert_eq!(
        (reply.content.as_deref(), reply.tool_calls.len()),
        (Some(plan), 0)
    );
}
