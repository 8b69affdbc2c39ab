//! A planner that answers anything: nothing runs that is not a valid plan, the model is shown what
//! is wrong twice, and then it is a typed failure.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_llm::{ChatRequest, Message};
use kikitori_scripted::{Player, ScriptedModel, calls};
use kikitori_store::MemoryStore;
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage};
use kikitori_tasks::{
    ChainFailure, Command, MAX_REPAIRS, PLAN_TOOL, Pause, Phase, TaskChainManager,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::{limits, plan, ports, request};

/// Lets the planner say `plans`, one after the other and the last one again and again.
fn planned(plans: Vec<Value>) -> (TaskChainManager, Pause, u32) {
    let asked = Rc::new(Cell::new(0_u32));
    let count = asked.clone();
    let reply = move |_: &ChatRequest| {
        let turn = count.replace(count.get() + 1) as usize;
        calls(PLAN_TOOL, plans[turn.min(plans.len() - 1)].clone())
    };
    let model = ScriptedModel::playing(Player::new().replying(PLAN_TOOL, reply));
    let store = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store.clone(), KitchenLanguage::English);
    let ports = ports(store, model, kitchen.services(), 1);
    let begun = TaskChainManager::begin(request("Anything"), ports, limits());
    let mut manager = block_on(begun).unwrap();
    let pause = block_on(manager.advance()).unwrap();
    (manager, pause, asked.get())
}

fn valid() -> Value {
    plan(&json!([["a", "inventory.list", {}, []]]))
}

#[test]
fn what_is_wrong_goes_back_to_the_model_twice_and_then_it_is_a_failure() {
    let circle = plan(&json!([
        ["a", "recipes.get", {"name": "${b.items}"}, ["b"]],
        ["b", "inventory.list", {}, ["a"]],
    ]));
    let cases = [
        (vec![valid()], true, 1),
        (vec![json!({"tasks": "all"}), valid()], true, 2),
        (vec![circle.clone(), json!({}), valid()], true, 3),
        (vec![circle], false, 3),
        (vec![json!({"reply": null, "tasks": []})], false, 3),
        (vec![json!({"tasks": [], "thoughts": "none"})], false, 3),
    ];
    for (plans, is_planned, expected) in cases {
        let (manager, pause, asked) = planned(plans.clone());
        assert_eq!(asked, expected, "{plans:?}");
        assert!(asked as usize <= MAX_REPAIRS + 1);
        match (is_planned, &pause) {
            (true, Pause::At(Phase::Review)) => {}
            (false, Pause::Failed(ChainFailure::NoPlan { problems })) => {
                assert!(!problems.is_empty());
                assert_eq!(manager.agent().state().executor, None);
            }
            _ => panic!("{plans:?}: {pause:?}"),
        }
    }
}

#[test]
fn the_model_reads_everything_that_is_wrong_and_the_person_may_ask_again() {
    let seen = Rc::new(Cell::new(String::new()));
    let told = seen.clone();
    let wrong =
        plan(&json!([["a", "shop.buy", {}, []], ["b", "inventory.use", {"nam": 1}, ["c"]]]));
    let reply = move |request: &ChatRequest| {
        match request.messages.last() {
            Some(Message::Tool { content, .. }) => told.set(content.clone()),
            _ => told.set(String::new()),
        }
        calls(PLAN_TOOL, wrong.clone())
    };
    let model = ScriptedModel::playing(Player::new().replying(PLAN_TOOL, reply));
    let store = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store.clone(), KitchenLanguage::English);
    let ports = ports(store, model, kitchen.services(), 1);
    let begun = TaskChainManager::begin(request("Anything"), ports, limits());
    let mut manager = block_on(begun).unwrap();
    block_on(manager.advance()).unwrap();
    let told = seen.take();
    for expected in [
        "there is no service \"shop\". There are: inventory, recipes, menu, shopping.",
        "Task b, parameters: name is missing.",
        "Task b, nam: there is no such parameter",
        "Task b depends on c, which is no task of the plan.",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert_eq!(manager.agent().phase(), Phase::Failed);
    block_on(manager.take(Command::Retry)).unwrap();
    assert_eq!(manager.agent().phase(), Phase::Planning);
}

#[test]
fn a_request_that_no_service_can_do_is_answered_without_tasks() {
    let (manager, pause, _) = planned(vec![json!({"reply": "I only know kitchens.", "tasks": []})]);
    assert_eq!(pause, Pause::At(Phase::Done));
    let answer = manager.agent().state().answer.as_deref();
    assert_eq!(answer, Some("I only know kitchens."));
}

fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("inventory"),
        Just("use"),
        Just("list"),
        Just("name"),
        Just("${a}"),
        Just("${"),
        Just("a"),
        Just("b"),
        Just("__proto__"),
        Just(""),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let name = prop_oneof![
            Just("id"),
            Just("service"),
            Just("method"),
            Just("parameters"),
            Just("depends_on"),
            Just("tasks"),
            Just("reply"),
            Just("name"),
            Just("amount"),
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            proptest::collection::btree_map(name.prop_map(str::to_owned), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_model_says_nothing_runs_before_the_person_has_seen_a_valid_plan(
        tasks in any_json(), whole in any_json(), is_whole in any::<bool>(),
    ) {
        let said = if is_whole { whole } else { json!({"reply": null, "tasks": [tasks]}) };
        let (manager, pause, asked) = planned(vec![said]);
        prop_assert!(asked as usize <= MAX_REPAIRS + 1);
        let fits = matches!(
            pause,
            Pause::At(Phase::Review | Phase::Done) | Pause::Failed(ChainFailure::NoPlan { .. })
        );
        prop_assert!(fits, "{:?}", pause);
        if let Some(executor) = &manager.agent().state().executor {
            prop_assert!(executor.records().iter().all(|it| it.attempts == 0));
        }
    }
}
