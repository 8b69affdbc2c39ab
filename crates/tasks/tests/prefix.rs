//! What the planner is asked with is the same from one request to the next but for its end, so that
//! a server can keep what it has read of it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_llm::{ChatRequest, Message};
use kikitori_ports::NoTimer;
use kikitori_store::{MemoryStore, Store};
use kikitori_tasks::ActionPlanner;
use kikitori_tasks::kitchen::{Item, Kitchen, KitchenLanguage, Unit};
use support::{coordinator, request};

/// What the planner is asked for a request now.
fn asked(kitchen: &Kitchen, text: &str) -> ChatRequest {
    let services = block_on(kitchen.services_with_names()).unwrap();
    let directory = coordinator(services, Rc::new(NoTimer)).directory();
    let planner = ActionPlanner::new(directory, 100);
    planner
        .call(&request(text), &[], Default::default())
        .request
}

/// All that a model reads, in the order in which it reads it.
fn text_of(request: &ChatRequest) -> String {
    let tools = serde_json::to_string(&request.tools).unwrap();
    let messages = request.messages.iter().map(|message| match message {
        Message::System { content, .. } | Message::User { content, .. } => content.as_str(),
        other => panic!("{other:?}"),
    });
    tools + &messages.collect::<Vec<_>>().concat()
}

#[test]
fn a_changed_item_leaves_nearly_all_of_the_prompt_as_it_was() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store, KitchenLanguage::English);
    block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
    let before = asked(&kitchen, "Dinner for Monday");
    let first = block_on(kitchen.pantry()).unwrap().items.remove(0);
    let leeks = Item {
        name: "Leeks".to_owned(),
        amount: 2,
        unit: Unit::Piece,
        best_before: None,
    };
    block_on(kitchen.change_item(Some(&first), Some(&leeks))).unwrap();
    let after = asked(&kitchen, "Dinner for Tuesday");
    let (before, after) = (text_of(&before), text_of(&after));
    assert!(before.contains(r#""Chicken thighs", "Chicken breast""#));
    assert!(after.contains(r#""Leeks", "Chicken breast""#), "{after}");
    let same = before.bytes().zip(after.bytes());
    let same = same.take_while(|(one, other)| one == other).count();
    let share = same as f64 / after.len() as f64;
    assert!(share > 0.95, "{same} of {} bytes", after.len());
}
