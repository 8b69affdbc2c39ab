//! The kitchen assistant from a request to its answer, in both languages, with a question, a
//! change that is asked for first, kills after every batch, and what is taken back.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_store::{MemoryStore, RecordingStore, Store};
use kikitori_tasks::kitchen::{Amount, Item, Kitchen, KitchenError, KitchenLanguage, Unit};
use kikitori_tasks::{
    ChainPorts, Command, ConfirmationAnswer, ConfirmationKind, ConfirmationService, Pause, Phase,
    ServiceCall, TaskChainManager, TaskId, TaskOutcome,
};
use serde_json::{Map, Value, json};
use support::{limits, plan, player, ports, request, task_states};

fn dinners(chicken: &str) -> Value {
    plan(&json!([
        ["stock", "inventory.find", {"name": chicken}, []],
        ["monday", "menu.plan_day", {
            "day": "Monday", "people": 4, "using": "${stock.item.name}",
        }, ["stock"]],
        ["tuesday", "menu.plan_day", {
            "day": "Tuesday", "people": 4, "without": ["${monday.recipe}"],
        }, ["monday"]],
        ["missing", "shopping.missing", {"menus": ["${monday}", "${tuesday}"]}, ["monday", "tuesday"]],
        ["save", "shopping.save", {"items": "${missing.items}"}, ["missing"]],
        ["quick", "recipes.search", {"max_minutes": 15}, []],
    ]))
}

/// The days from a Saturday at the end of a month on.
fn day_in(days: u32) -> Option<String> {
    (days > 0).then(|| format!("2027-03-{days:02}"))
}

fn kitchen(store: &Rc<dyn Store>, language: KitchenLanguage) -> Kitchen {
    let kitchen = Kitchen::new(store.clone(), language);
    block_on(kitchen.fill_with_sample(&day_in)).unwrap();
    kitchen
}

fn chain_ports(store: &Rc<dyn Store>, chicken: &'static str, first_id: u64) -> ChainPorts {
    let services = Kitchen::new(store.clone(), KitchenLanguage::English).services();
    ports(
        store.clone(),
        player(move |_| dinners(chicken)),
        services,
        first_id,
    )
}

/// Goes on to the end: starts the plan, chooses what is called `choice`, approves.
async fn to_the_end(manager: &mut TaskChainManager, choice: &str) -> Phase {
    for _ in 0..20 {
        let Pause::At(phase) = manager.advance().await.unwrap() else {
            panic!("{:?}", manager.agent().pause())
        };
        let command = match phase {
            Phase::Review => Command::Start { leave_out: vec![] },
            Phase::NeedsConfirmation => {
                let asked = ConfirmationService::open(manager.agent());
                let first = asked.into_iter().next().unwrap();
                let answer = match first.kind {
                    ConfirmationKind::Choice(_) => ConfirmationAnswer::Choose(choice.to_owned()),
                    ConfirmationKind::Approval => ConfirmationAnswer::Approve,
                    ConfirmationKind::OutcomeUnknown(_) => panic!("the kitchen knows its keys"),
                };
                let task = first.task;
                Command::Confirm { task, answer }
            }
            end => return end,
        };
        manager.take(command).await.unwrap();
    }
    panic!("it does not end: {:?}", manager.agent().phase())
}

#[test]
fn dinners_are_planned_after_a_question_and_the_list_is_saved_after_an_approval() {
    let cases = [
        (
            KitchenLanguage::English,
            "chicken",
            "Which “chicken” do you mean?",
            ["Chicken thighs", "Chicken breast", "Chicken wings"],
            "Roast chicken thighs with carrots",
        ),
        (
            KitchenLanguage::Japanese,
            "鶏",
            "どの「鶏」ですか。",
            ["鶏もも肉", "鶏むね肉", "鶏手羽先"],
            "親子丼",
        ),
    ];
    for (language, chicken, question, options, dish) in cases {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let kitchen = kitchen(&store, language);
        let model = player(move |_| dinners(chicken));
        let ports = ports(store, model, kitchen.services(), 1);
        let begun = TaskChainManager::begin(request("Two dinners with chicken"), ports, limits());
        let mut manager = block_on(begun).unwrap();
        assert_eq!(
            block_on(manager.advance()).unwrap(),
            Pause::At(Phase::Review)
        );
        block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
        let pause = block_on(manager.advance()).unwrap();
        assert_eq!(pause, Pause::At(Phase::NeedsConfirmation));
        // What does not wait for the answer is done.
        assert_eq!(
            task_states(&manager),
            [
                "stock: Asking",
                "monday: Waiting",
                "tuesday: Waiting",
                "missing: Waiting",
                "save: Waiting",
                "quick: Succeeded"
            ]
        );
        let asked = ConfirmationService::open(manager.agent());
        let ConfirmationKind::Choice(ambiguity) = &asked[0].kind else {
            panic!("{asked:?}")
        };
        assert_eq!(ambiguity.question, question);
        let labels: Vec<&str> = ambiguity
            .options
            .iter()
            .map(|it| it.label.as_str())
            .collect();
        assert_eq!(labels, options);
        assert_eq!(block_on(to_the_end(&mut manager, options[0])), Phase::Done);
        let executor = manager.agent().state().executor.as_ref().unwrap();
        let result = |id: &str| executor.result(&TaskId::new(id)).unwrap().clone();
        assert_eq!(result("monday")["recipe"], dish);
        assert_ne!(result("monday")["recipe"], result("tuesday")["recipe"]);
        let pantry = block_on(kitchen.pantry()).unwrap();
        assert_eq!(json!(pantry.shopping), result("save")["items"]);
        let answer = manager.agent().state().answer.clone().unwrap();
        assert!(answer.contains("[save]"), "{answer}");
    }
}

#[test]
fn a_kill_after_any_batch_loses_nothing_and_the_list_is_saved_once() {
    let recording = Rc::new(RecordingStore::new());
    let store: Rc<dyn Store> = recording.clone();
    kitchen(&store, KitchenLanguage::English);
    let before = recording.batches().len();
    let begun = TaskChainManager::begin(
        request("Two dinners"),
        chain_ports(&store, "chicken", 1),
        limits(),
    );
    let mut whole = block_on(begun).unwrap();
    assert_eq!(
        block_on(to_the_end(&mut whole, "Chicken wings")),
        Phase::Done
    );
    let id = whole.agent().state().id.clone();
    let results = |manager: &TaskChainManager| {
        let executor = manager.agent().state().executor.clone().unwrap();
        let records = executor.records().to_vec();
        let results = records.iter().map(|it| it.result().cloned());
        results.collect::<Vec<_>>()
    };
    let batches = recording.batches().len();
    assert!(batches - before > 12, "{batches}");
    for killed in before + 1..=batches {
        let store: Rc<dyn Store> = Rc::new(recording.after(killed));
        let ports = chain_ports(&store, "chicken", 1_000);
        let mut manager = block_on(TaskChainManager::resume(&id, ports, limits())).unwrap();
        assert!(manager.damage().is_empty());
        assert_eq!(
            block_on(to_the_end(&mut manager, "Chicken wings")),
            Phase::Done
        );
        assert_eq!(results(&manager), results(&whole), "after batch {killed}");
        let kitchen = Kitchen::new(store, KitchenLanguage::English);
        let shopping = block_on(kitchen.pantry()).unwrap().shopping;
        let saved = results(&whole)[4].clone().unwrap();
        assert_eq!(json!(shopping), saved["items"], "after batch {killed}");
    }
}

fn called(kitchen: &Kitchen, method: &str, parameters: Value, key: &str) -> TaskOutcome {
    let (service, method) = method.split_once('.').unwrap();
    let services = kitchen.services();
    let service = services
        .iter()
        .find(|it| it.info().name == service)
        .unwrap();
    let parameters: Map<String, Value> = parameters.as_object().unwrap().clone();
    block_on(service.call(ServiceCall {
        method: method.to_owned(),
        parameters,
        is_preview: false,
        idempotency_key: key.to_owned(),
    }))
}

fn amount_of(kitchen: &Kitchen, name: &str) -> Option<u32> {
    let items = block_on(kitchen.pantry()).unwrap().items;
    items.iter().find(|it| it.name == name).map(|it| it.amount)
}

#[test]
fn a_change_is_made_once_for_each_key_and_taken_back_once() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = kitchen(&store, KitchenLanguage::English);
    let use_rice = json!({"name": "rice", "amount": 500});
    for _ in 0..3 {
        let outcome = called(&kitchen, "inventory.use", use_rice.clone(), "k1");
        assert!(matches!(outcome, TaskOutcome::Done(_)), "{outcome:?}");
        assert_eq!(amount_of(&kitchen, "Rice"), Some(1_500));
    }
    called(
        &kitchen,
        "inventory.use",
        json!({"name": "Rice", "amount": 1_500}),
        "k2",
    );
    assert_eq!(amount_of(&kitchen, "Rice"), None);
    // What is used up is known by its key all the same.
    let again = called(
        &kitchen,
        "inventory.use",
        json!({"name": "rice", "amount": 1_500}),
        "k2",
    );
    assert!(matches!(again, TaskOutcome::Done(_)), "{again:?}");
    block_on(kitchen.undo("k2")).unwrap();
    assert_eq!(amount_of(&kitchen, "Rice"), Some(1_500));
    assert_eq!(
        block_on(kitchen.undo("k2")),
        Err(KitchenError::NothingToUndo)
    );
    let jam = json!({"name": "Jam", "amount": 200, "unit": "g"});
    called(&kitchen, "inventory.add", jam, "k3");
    called(
        &kitchen,
        "inventory.use",
        json!({"name": "Jam", "amount": 150}),
        "k4",
    );
    let used_since = block_on(kitchen.undo("k3"));
    assert!(
        matches!(used_since, Err(KitchenError::Refused(_))),
        "{used_since:?}"
    );
    block_on(kitchen.undo("k4")).unwrap();
    block_on(kitchen.undo("k3")).unwrap();
    assert_eq!(amount_of(&kitchen, "Jam"), None);
    let toast = json!({"name": "Toast", "serves": 1, "minutes": 5, "ingredients": []});
    called(&kitchen, "recipes.add", toast.clone(), "k5");
    let twice = called(&kitchen, "recipes.add", toast, "k6");
    assert!(matches!(twice, TaskOutcome::Failed(_)), "{twice:?}");
    block_on(kitchen.undo("k5")).unwrap();
    let book = block_on(kitchen.recipe_book()).unwrap();
    assert!(book.recipes.iter().all(|it| it.name != "Toast"));
}

#[test]
fn what_is_there_is_taken_off_what_has_to_be_bought() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = kitchen(&store, KitchenLanguage::English);
    let menu = |amount: u32| {
        json!({"day": "Monday", "recipe": "Any", "people": 2, "minutes": 5, "ingredients": [
            {"name": "Eggs", "amount": amount, "unit": "piece"},
            {"name": "Flour", "amount": 100, "unit": "g"},
        ]})
    };
    let wanted = json!({"menus": [menu(3), menu(5)]});
    let outcome = called(&kitchen, "shopping.missing", wanted, "k");
    let amount = |name: &str, amount, unit| Amount {
        name: name.to_owned(),
        amount,
        unit,
    };
    // Six eggs are there.
    let items = [
        amount("Eggs", 2, Unit::Piece),
        amount("Flour", 200, Unit::G),
    ];
    assert_eq!(outcome, TaskOutcome::Done(json!({ "items": items })));
}

#[test]
fn what_a_person_edits_is_checked_and_never_written_over_what_others_changed() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = kitchen(&store, KitchenLanguage::English);
    let items = || block_on(kitchen.pantry()).unwrap().items;
    let eggs = items().into_iter().find(|it| it.name == "Eggs").unwrap();
    let mut more = eggs.clone();
    more.amount = 10;
    block_on(kitchen.change_item(Some(&eggs), Some(&more))).unwrap();
    assert_eq!(amount_of(&kitchen, "Eggs"), Some(10));
    // It is not as it was any more.
    let stale = block_on(kitchen.change_item(Some(&eggs), None));
    assert!(matches!(stale, Err(KitchenError::Refused(_))), "{stale:?}");
    for (name, unit) in [("eggs", Unit::Piece), (" ", Unit::G)] {
        let item = Item {
            name: name.to_owned(),
            amount: 1,
            unit,
            best_before: None,
        };
        let refused = block_on(kitchen.change_item(None, Some(&item)));
        assert!(
            matches!(refused, Err(KitchenError::Refused(_))),
            "{name}: {refused:?}"
        );
    }
    let before = items().len();
    block_on(kitchen.change_item(Some(&more), None)).unwrap();
    assert_eq!(
        (items().len(), amount_of(&kitchen, "Eggs")),
        (before - 1, None)
    );
    // An inventory that the person has emptied stays empty; only a reset brings the sample back.
    for item in items() {
        block_on(kitchen.change_item(Some(&item), None)).unwrap();
    }
    block_on(kitchen.fill_with_sample(&day_in)).unwrap();
    assert!(items().is_empty());
    block_on(kitchen.reset(&day_in)).unwrap();
    assert_eq!(items().len(), before);
}

#[test]
fn the_sample_is_as_fresh_as_on_the_day_on_which_it_is_put_in() {
    for (language, name) in [
        (KitchenLanguage::English, "Chicken thighs"),
        (KitchenLanguage::Japanese, "鶏もも肉"),
    ] {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let kitchen = kitchen(&store, language);
        let best_before = |name: &str| {
            let items = block_on(kitchen.pantry()).unwrap().items;
            let item = items.into_iter().find(|it| it.name == name);
            item.and_then(|it| it.best_before)
        };
        assert_eq!(best_before(name).as_deref(), Some("2027-03-02"));
        block_on(kitchen.reset(&|_| Some("2028-01-01".to_owned()))).unwrap();
        assert_eq!(best_before(name).as_deref(), Some("2028-01-01"));
        // Where nobody knows the day there is none, and the rest is there.
        block_on(kitchen.reset(&|_| None)).unwrap();
        assert_eq!(best_before(name), None);
    }
}

#[test]
fn a_kind_of_food_means_all_that_is_of_it_in_either_language() {
    use KitchenLanguage::{English, Japanese};
    let thighs_breast_wings = ["鶏もも肉", "鶏むね肉", "鶏手羽先"];
    let in_english = ["Chicken thighs", "Chicken breast", "Chicken wings"];
    type Names<'a> = &'a [&'a str];
    let cases: [(_, Names, &str, Names); 12] = [
        (Japanese, &[], "鶏肉", &thighs_breast_wings),
        (Japanese, &[], "とり肉", &thighs_breast_wings),
        (Japanese, &[], "chicken", &thighs_breast_wings),
        (Japanese, &[], "もも肉", &["鶏もも肉"]),
        // Letters that are left out.
        (Japanese, &["豚の肩ロース"], "豚肩", &["豚の肩ロース"]),
        (
            Japanese,
            &["しめじ", "生しいたけ"],
            "キノコ",
            &["しめじ", "生しいたけ"],
        ),
        (English, &[], "chicken", &in_english),
        (English, &[], "鶏肉", &in_english),
        (English, &["Pork loin", "Bacon"], "pork", &["Pork loin"]),
        (
            English,
            &["Salmon", "Smoked trout"],
            "Fish",
            &["Salmon", "Smoked trout"],
        ),
        (
            English,
            &["Feta", "Cheddar"],
            "cheese",
            &["Feta", "Cheddar"],
        ),
        (English, &["Shiitake"], "mushrooms", &["Shiitake"]),
    ];
    for (language, more, said, expected) in cases {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let kitchen = kitchen(&store, language);
        for name in more {
            let item = Item {
                name: (*name).to_owned(),
                amount: 1,
                unit: Unit::Piece,
                best_before: None,
            };
            block_on(kitchen.change_item(None, Some(&item))).unwrap();
        }
        let found: Vec<String> =
            match called(&kitchen, "inventory.find", json!({ "name": said }), "k") {
                TaskOutcome::Done(result) => {
                    vec![result["item"]["name"].as_str().unwrap().to_owned()]
                }
                TaskOutcome::Ambiguous(it) => it.options.into_iter().map(|it| it.label).collect(),
                other => panic!("{said}: {other:?}"),
            };
        assert_eq!(found, expected, "{said}");
    }
}
