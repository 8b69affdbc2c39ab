//! A model whose chat template knows no tools, and that can be held to a schema, does for an
//! interview.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_llm::{ChatClient, Endpoint, Profile};
use kikitori_ports::NoTimer;
use kikitori_scripted::{MODEL_NAME, Player, ScriptedModel, schema_only};
use kikitori_store::MemoryStore;
use support::*;

#[test]
fn an_interview_is_held_with_a_model_that_knows_no_tools() {
    let model = ScriptedModel::playing(Player::new().otherwise(schema_only(respond)));
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
    let value = |field: usize| submission.fields[field].value.as_deref();
    assert_eq!(value(0), Some("Ada Lovelace"));
    assert!(
        value(1).unwrap().contains("My back hurts"),
        "{:?}",
        value(1)
    );
    assert_eq!(submission.language.as_deref(), Some("en"));
    let last: Profile = *learnt.borrow().last().unwrap();
    assert!(last.calls_by_schema(), "it was noticed: {last:?}");
}
