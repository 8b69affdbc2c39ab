//! A model whose chat template knows no tools, and that can be held to a schema, does for an
//! interview.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_llm::{ChatClient, ChatRequest, Endpoint, Profile};
use kikitori_ports::NoTimer;
use kikitori_scripted::{MODEL_NAME, Player, ScriptedModel, schema_only};
use kikitori_store::MemoryStore;
use support::*;

#[test]
fn an_interview_is_held_with_a_model_that_knows_no_tools() {
    let sent = Rc::new(RefCell::new(Vec::<ChatRequest>::new()));
    let sees = Rc::clone(&sent);
    let plays = schema_only(respond);
    let model = ScriptedModel::playing(Player::new().otherwise(move |request| {
        sees.borrow_mut().push(request.clone());
        plays(request)
    }));
    let endpoint = Endpoint {
        base_url: "scripted:/v1".to_owned(),
        model: MODEL_NAME.to_owned(),
    };
    let learnt = Rc::new(RefCell::new(Vec::new()));
    let learns = Rc::clone(&learnt);
    let client = ChatClient::new(Rc::new(model), Rc::new(NoTimer), endpoint)
        .on_learnt(move |profile| learns.borrow_mut().push(profile));
    let store = Rc::new(MemoryStore::new());
    let mut driver = start(ports(Rc::new(client), store));
    let submission = finish(&mut driver, &ANSWERS);
    let value = |field: usize| submission.fields[field].text.as_deref();
    assert_eq!(value(0), Some("Ada Lovelace"));
    assert!(
        value(1).unwrap().contains("My back hurts"),
        "{:?}",
        value(1)
    );
    assert_eq!(submission.language.as_deref(), Some("en"));
    let last: Profile = *learnt.borrow().last().unwrap();
    assert!(last.calls_by_schema(), "it was noticed: {last:?}");
    // A reply without a call is of no use to any agent, so none is offered.
    for request in sent.borrow().iter().skip(2) {
        let schema = request.extra["response_format"].to_string();
        assert!(!schema.contains(r#""required":["text"]"#), "{schema}");
        let rules = serde_json::to_string(&request.messages[0]).unwrap();
        assert!(rules.contains("Every reply calls a tool."), "{rules}");
    }
}
