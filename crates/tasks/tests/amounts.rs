//! What is taken out of the kitchen, in which unit, and what the answer is told of it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_llm::Message;
use kikitori_store::{MemoryStore, Store};
use kikitori_tasks::kitchen::{Item, Kitchen, KitchenLanguage, Unit};
use kikitori_tasks::{
    Command, ConfirmationAnswer, ConfirmationKind, ConfirmationService, Phase, ResponseFormatter,
    ServiceCall, TaskChainManager, TaskCounts, TaskId, TaskOutcome,
};
use serde_json::{Map, Value, json};
use support::{called, done, limits, plan, player, ports, request};

fn kitchen(language: KitchenLanguage) -> Kitchen {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store, language);
    block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
    kitchen
}

fn taken(kitchen: &Kitchen, parameters: &Value) -> TaskOutcome {
    let services = kitchen.services();
    let service = services.iter().find(|it| it.info().name == "inventory");
    block_on(service.unwrap().call(ServiceCall {
        method: "use".to_owned(),
        parameters: parameters.as_object().unwrap().clone(),
        is_preview: false,
        idempotency_key: parameters.to_string(),
    }))
}

/// What came of it in a line: what is left, what may be meant, or why not.
fn in_words(outcome: TaskOutcome) -> String {
    match outcome {
        TaskOutcome::Done(result) | TaskOutcome::Unchanged(result) => {
            let item = &result["item"];
            format!("{} {} {}", item["name"], item["amount"], item["unit"])
        }
        TaskOutcome::Ambiguous(it) => {
            let labels: Vec<&str> = it.options.iter().map(|it| it.label.as_str()).collect();
            labels.join(", ")
        }
        TaskOutcome::Failed(error) => error.message,
    }
}

#[test]
fn what_is_taken_out_is_counted_in_the_unit_that_was_said() {
    use KitchenLanguage::{English, Japanese};
    let cases = [
        (English, ("Rice", 200, Some("g")), r#""Rice" 1800 "g""#),
        // Without a unit it is what the item is counted in.
        (English, ("rice", 200, None), r#""Rice" 1800 "g""#),
        // Wings are counted in pieces, and grams of them are not offered.
        (
            English,
            ("chicken", 200, Some("g")),
            "Chicken thighs (500 g), Chicken breast (300 g)",
        ),
        (
            English,
            ("chicken", 2, Some("piece")),
            r#""Chicken wings" 6 "piece""#,
        ),
        (
            English,
            ("chicken", 2, None),
            "Chicken thighs (500 g), Chicken breast (300 g), Chicken wings (8 pieces)",
        ),
        (
            English,
            ("Chicken wings", 200, Some("g")),
            "200 g of “Chicken wings” cannot be taken out: what is there is counted differently. There is Chicken wings (8 pieces).",
        ),
        (
            English,
            ("chicken", 100, Some("ml")),
            "100 ml of “chicken” cannot be taken out: what is there is counted differently. There is Chicken thighs (500 g), Chicken breast (300 g), Chicken wings (8 pieces).",
        ),
        (
            English,
            ("Chicken wings", 9, Some("piece")),
            "There is no more of “Chicken wings” than 8 pieces.",
        ),
        (
            English,
            ("Caviar", 1, Some("g")),
            "There is nothing called “Caviar”.",
        ),
        (
            Japanese,
            ("鶏肉", 200, Some("g")),
            "鶏もも肉（500 g）, 鶏むね肉（300 g）",
        ),
        (
            Japanese,
            ("卵", 200, Some("g")),
            "「卵」を 200 g 使うことはできません。数え方が違います。あるのは卵（6 個）です。",
        ),
        (
            Japanese,
            ("卵", 9, Some("piece")),
            "「卵」は 6 個しかありません。",
        ),
    ];
    for (language, (name, amount, unit), came) in cases {
        let parameters = json!({"name": name, "amount": amount, "unit": unit});
        let outcome = taken(&kitchen(language), &parameters);
        assert_eq!(in_words(outcome), came, "{parameters}");
    }
}

#[test]
fn what_is_counted_in_two_units_is_told_apart_and_taken_out_of_the_one_that_was_chosen() {
    let kitchen = kitchen(KitchenLanguage::English);
    let eggs = |unit| {
        let pantry = block_on(kitchen.pantry()).unwrap();
        let mut items = pantry.items.iter();
        let item = items.find(|it| it.name == "Eggs" && json!(it.unit) == json!(unit));
        item.map(|it| it.amount)
    };
    let liquid = Item {
        name: "Eggs".to_owned(),
        amount: 500,
        unit: Unit::Ml,
        best_before: None,
    };
    block_on(kitchen.change_item(None, Some(&liquid))).unwrap();
    let TaskOutcome::Ambiguous(asked) = taken(&kitchen, &json!({"name": "eggs", "amount": 3}))
    else {
        panic!("it does not ask")
    };
    let mut parameters = json!({"name": "eggs", "amount": 3});
    let chosen = &asked.options[1];
    assert_eq!(chosen.label, "Eggs (500 ml)");
    let members = parameters.as_object_mut().unwrap();
    members.extend(chosen.parameters.clone());
    assert_eq!(
        parameters,
        json!({"name": "Eggs", "amount": 3, "unit": "ml"})
    );
    assert!(matches!(taken(&kitchen, &parameters), TaskOutcome::Done(_)));
    assert_eq!((eggs("piece"), eggs("ml")), (Some(6), Some(497)));
}

/// Lets the plan run, and answers the first questions with these.
fn answered(tasks: &Value, answers: Vec<ConfirmationAnswer>) -> TaskChainManager {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store.clone(), KitchenLanguage::English);
    let planned = plan(tasks);
    let model = player(move |_| planned.clone());
    let ports = ports(store, model, kitchen.services(), 1);
    block_on(async {
        kitchen.fill_with_sample(&|_| None).await.unwrap();
        let begun = TaskChainManager::begin(request("Two eggs"), ports, limits());
        let mut manager = begun.await.unwrap();
        manager.advance().await.unwrap();
        manager
            .take(Command::Start { leave_out: vec![] })
            .await
            .unwrap();
        for answer in answers {
            manager.advance().await.unwrap();
            let first = ConfirmationService::open(manager.agent()).remove(0);
            let task = first.task;
            manager
                .take(Command::Confirm { task, answer })
                .await
                .unwrap();
        }
        manager.advance().await.unwrap();
        assert_eq!(manager.agent().phase(), Phase::Done);
        manager
    })
}

/// The tasks as the writer of the answer is shown them.
fn shown(manager: &TaskChainManager, result_characters: usize) -> String {
    let formatter = ResponseFormatter { result_characters };
    let call = formatter.call(manager.agent().state());
    match call.request.messages.last() {
        Some(Message::User { content, .. }) => content.clone(),
        other => panic!("{other:?}"),
    }
}

/// What stands in a task's parameters, and whether they are marked as the person's.
fn parameters_in(text: &str) -> (Value, bool) {
    let (_, behind) = text.split_once("<parameters").unwrap();
    let (mark, behind) = behind.split_once('>').unwrap();
    let (parameters, _) = behind.split_once("</parameters>").unwrap();
    (
        serde_json::from_str(parameters).unwrap(),
        mark == r#" changed="by the person""#,
    )
}

#[test]
fn the_answer_is_written_from_the_parameters_that_ran_with_what_the_person_changed() {
    let members = |it: Value| -> Map<String, Value> { it.as_object().unwrap().clone() };
    let three = members(json!({"name": "Eggs", "amount": 3, "unit": "piece"}));
    let manager = answered(
        &json!([
            ["eggs", "inventory.use", {"name": "Eggs", "amount": 2, "unit": "piece"}, []],
            ["rice", "inventory.find", {"name": "<Rice>"}, ["eggs"]],
        ]),
        vec![ConfirmationAnswer::Edit(three), ConfirmationAnswer::Approve],
    );
    let text = shown(&manager, 10_000);
    let ran = json!({"name": "Eggs", "amount": 3, "unit": "piece"});
    assert_eq!(parameters_in(&text), (ran, true), "{text}");
    assert!(text.contains("</parameters>\n{\"item\":{"), "{text}");
    assert!(
        text.contains(r#"<parameters>{"name":"&lt;Rice>"}</parameters>"#),
        "{text}"
    );
    // However much there is, what is shown is bounded.
    let long = "x".repeat(5_000);
    let tasks = json!([["a", "inventory.find", {"name": long}, []]]);
    let manager = answered(&tasks, vec![]);
    let text = shown(&manager, 1_000);
    let [_, parameters] = text.split("<parameters>").collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    assert!(parameters.find("[… cut]</parameters>").unwrap() < 300);
}

#[test]
fn what_was_chosen_counts_as_the_persons_change_and_the_same_again_does_not() {
    let chicken =
        json!([["a", "inventory.use", {"name": "chicken", "amount": 100, "unit": "g"}, []]]);
    let choose = ConfirmationAnswer::Choose("Chicken breast (300 g)".to_owned());
    let yes = || ConfirmationAnswer::Approve;
    let chosen = answered(&chicken, vec![choose, yes()]);
    let ran = json!({"name": "Chicken breast", "amount": 100, "unit": "g"});
    assert_eq!(parameters_in(&shown(&chosen, 10_000)), (ran, true));
    let planned = chicken[0][2].as_object().unwrap().clone();
    let planned = Map::from_iter([
        ("amount".to_owned(), planned["amount"].clone()),
        ("name".to_owned(), json!("Rice")),
    ]);
    let rice = json!([["a", "inventory.use", planned.clone(), []]]);
    let same = answered(&rice, vec![ConfirmationAnswer::Edit(planned), yes()]);
    assert!(!shown(&same, 10_000).contains("changed="));
}

#[test]
fn what_failed_and_what_was_left_out_is_not_counted_as_done() {
    let manager = answered(
        &json!([
            ["rice", "inventory.find", {"name": "Rice"}, []],
            ["caviar", "inventory.find", {"name": "Caviar"}, []],
            ["lost", "inventory.find", {"name": "${caviar.item.name}"}, ["caviar"]],
            ["eggs", "inventory.use", {"name": "Eggs", "amount": 1, "unit": "piece"}, []],
        ]),
        vec![ConfirmationAnswer::LeaveOut],
    );
    let agent = manager.agent();
    let executor = agent.state().executor.as_ref().unwrap();
    let counts = TaskCounts {
        done: 1,
        failed: 1,
        left_out: 1,
        not_done: 1,
    };
    assert_eq!(executor.counts(), counts);
    assert_eq!(counts.ended(), 4);
    // A chain that is read back from the store counts the same.
    let text = serde_json::to_string(executor).unwrap();
    let read: kikitori_tasks::TaskExecutor = serde_json::from_str(&text).unwrap();
    assert_eq!(read.counts(), counts);
    let id = TaskId::new("eggs");
    assert!(executor.result(&id).is_none());
    let asked = ConfirmationService::open(agent);
    assert!(
        !asked
            .iter()
            .any(|it| matches!(it.kind, ConfirmationKind::Approval))
    );
}

#[test]
fn the_planner_is_told_what_there_is_by_name_up_to_a_bound() {
    let kitchen = kitchen(KitchenLanguage::English);
    let names = || {
        let services = block_on(kitchen.services_with_names()).unwrap();
        services[0].info().names
    };
    assert!(
        names().starts_with(r#""Chicken thighs", "Chicken breast""#),
        "{}",
        names()
    );
    for number in 0..120 {
        let item = Item {
            name: format!("{number} {}", "long ".repeat(100)),
            amount: 1,
            unit: Unit::G,
            best_before: None,
        };
        block_on(kitchen.change_item(None, Some(&item))).unwrap();
    }
    let text = names();
    assert!(text.ends_with(" and 33 more"), "{text}");
    assert!(text.chars().count() < 7_000, "{}", text.chars().count());
}

#[test]
fn the_planner_is_told_what_is_on_the_shopping_list() {
    let kitchen = kitchen(KitchenLanguage::English);
    let listed = || {
        let services = block_on(kitchen.services_with_names()).unwrap();
        let shopping = services.iter().map(|it| it.info());
        let mut shopping = shopping.filter(|it| it.name == "shopping");
        shopping.next().unwrap().names
    };
    assert_eq!(listed(), "(nothing)");
    let eggs = json!({"items": [{"name": "Eggs", "amount": 6, "unit": "piece"}]});
    done(called(&kitchen, ("shopping", "save"), &eggs));
    assert_eq!(listed(), r#""Eggs""#);
}
