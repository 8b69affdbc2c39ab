//! What is asked before something is changed: first what is not clear, then once for permission,
//! with what would come of it.
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
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage, Pantry};
use kikitori_tasks::{
    Command, Confirmation, ConfirmationAnswer, ConfirmationKind, ConfirmationService, Pause, Phase,
    TaskChainManager, TaskStatusKind,
};
use serde_json::{Value, json};
use support::{limits, plan, player, ports, request, task_states};

fn kitchen(store: &Rc<dyn Store>) -> Kitchen {
    let kitchen = Kitchen::new(store.clone(), KitchenLanguage::English);
    block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
    kitchen
}

fn begun(store: &Rc<dyn Store>, tasks: &Value) -> TaskChainManager {
    begun_allowing(store, tasks, &[])
}

/// The same where the person has allowed these methods before, by service and name.
fn begun_allowing(
    store: &Rc<dyn Store>,
    tasks: &Value,
    allowed: &[(&str, &str)],
) -> TaskChainManager {
    let planned = plan(tasks);
    let services = Kitchen::new(store.clone(), KitchenLanguage::English).services();
    let ports = ports(store.clone(), player(move |_| planned.clone()), services, 1);
    for (service, method) in allowed {
        ports.services.allow(service, method);
    }
    let begun = TaskChainManager::begin(request("Do it"), ports, limits());
    let mut manager = block_on(begun).unwrap();
    block_on(manager.advance()).unwrap();
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    block_on(manager.advance()).unwrap();
    manager
}

/// The one thing that is asked.
fn asked(manager: &TaskChainManager) -> Confirmation {
    let mut open = ConfirmationService::open(manager.agent());
    assert_eq!(open.len(), 1, "{open:?}");
    open.remove(0)
}

fn answer(manager: &mut TaskChainManager, answer: ConfirmationAnswer) {
    let task = asked(manager).task;
    block_on(manager.take(Command::Confirm { task, answer })).unwrap();
    block_on(manager.advance()).unwrap();
}

fn amounts(pantry: &Pantry, name: &str) -> Vec<u32> {
    let items = pantry.items.iter().filter(|it| it.name == name);
    items.map(|it| it.amount).collect()
}

#[test]
fn what_is_meant_is_asked_first_and_permission_once_with_what_would_come_of_it() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = kitchen(&store);
    let before = block_on(kitchen.pantry()).unwrap();
    let chicken = json!({"name": "chicken", "amount": 200, "unit": "g"});
    let mut manager = begun(&store, &json!([["use", "inventory.use", chicken, []]]));
    let ConfirmationKind::Choice(choice) = asked(&manager).kind else {
        panic!("{:?}", asked(&manager))
    };
    let mut options = choice.options.iter();
    let thighs = options.find(|it| it.label == "Chicken thighs (500 g)");
    answer(
        &mut manager,
        ConfirmationAnswer::Choose(thighs.unwrap().id.clone()),
    );
    let permission = asked(&manager);
    assert_eq!(permission.kind, ConfirmationKind::Approval);
    let item = |amount: u32| json!({"name": "Chicken thighs", "amount": amount, "unit": "g", "best_before": null});
    assert_eq!(
        permission.preview,
        Some(json!({"before": item(500), "after": item(300)}))
    );
    // Nothing was changed by looking.
    assert_eq!(block_on(kitchen.pantry()).unwrap(), before);
    answer(&mut manager, ConfirmationAnswer::Approve);
    assert_eq!(manager.agent().phase(), Phase::Done);
    let pantry = block_on(kitchen.pantry()).unwrap();
    assert_eq!(amounts(&pantry, "Chicken thighs"), [300]);
}

#[test]
fn what_cannot_be_done_fails_before_anybody_is_asked_for_permission() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    kitchen(&store);
    let manager = begun(
        &store,
        &json!([
            ["eggs", "inventory.use", {"name": "Eggs", "amount": 60, "unit": "g"}, []],
            ["caviar", "inventory.use", {"name": "Caviar", "amount": 1, "unit": "piece"}, []],
            ["off", "shopping.remove", {"name": "Caviar"}, []],
            ["curry", "recipes.add", {
                "name": "Chicken curry", "serves": 2, "minutes": 10, "ingredients": [],
            }, []],
        ]),
    );
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(
        task_states(&manager),
        [
            "eggs: Failed",
            "caviar: Failed",
            "off: Failed",
            "curry: Failed"
        ]
    );
}

#[test]
fn nobody_is_asked_for_permission_to_change_nothing() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = kitchen(&store);
    let before = block_on(kitchen.pantry()).unwrap();
    let nothing = json!({"items": []});
    let manager = begun(&store, &json!([["it", "shopping.save", nothing, []]]));
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(task_states(&manager), ["it: Succeeded"]);
    let executor = manager.agent().state().executor.as_ref().unwrap();
    let record = &executor.records()[0];
    assert!(record.had_nothing_to_change());
    // Nothing that could be taken back either.
    assert_eq!(block_on(kitchen.pantry()).unwrap(), before);
}

#[test]
fn what_may_run_without_asking_and_finds_nothing_to_change_has_changed_nothing() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = kitchen(&store);
    let before = block_on(kitchen.pantry()).unwrap();
    let tasks = json!([
        ["nothing", "shopping.save", {"items": []}, []],
        ["salt", "shopping.save", {"items": [{"name": "Salt", "amount": 1, "unit": "piece"}]}, []],
    ]);
    let manager = begun_allowing(&store, &tasks, &[("shopping", "save")]);
    assert_eq!(manager.agent().phase(), Phase::Done);
    let unchanged = |manager: &TaskChainManager| -> Vec<bool> {
        let executor = manager.agent().state().executor.as_ref().unwrap();
        let records = executor.records().iter();
        records.map(|it| it.had_nothing_to_change()).collect()
    };
    assert_eq!(unchanged(&manager), [true, false]);
    let pantry = block_on(kitchen.pantry()).unwrap();
    assert_eq!(pantry.changes.len(), before.changes.len() + 1);
    // It is known after a reload too.
    let id = manager.agent().state().id.clone();
    let services = Kitchen::new(store.clone(), KitchenLanguage::English).services();
    let ports = ports(store.clone(), player(|_| json!({})), services, 1);
    let resumed = block_on(TaskChainManager::resume(&id, ports, limits())).unwrap();
    assert_eq!(unchanged(&resumed), [true, false]);
}

#[test]
fn an_amount_that_nobody_said_is_asked_for_and_never_made_up() {
    let butter =
        |amount: Value, unit: Value| json!({"name": "Ghee", "amount": amount, "unit": unit});
    let known = || butter(json!(2), json!("piece"));
    let cases = [
        ("inventory.add", butter(json!(null), json!(null)), known()),
        ("inventory.add", butter(json!(2), json!(null)), known()),
        (
            "shopping.save",
            json!({"items": [butter(json!(null), json!("piece"))]}),
            json!({"items": [known()]}),
        ),
    ];
    for (called, said, filled_in) in cases {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let kitchen = kitchen(&store);
        let mut manager = begun(&store, &json!([["it", called, said, []]]));
        let ConfirmationKind::Choice(question) = asked(&manager).kind else {
            panic!("{called}: {:?}", asked(&manager))
        };
        assert_eq!(question.question, "How much of “Ghee”?");
        assert!(question.options.is_empty() && !question.asks_for.is_empty());
        let parameters = filled_in.as_object().unwrap().clone();
        answer(&mut manager, ConfirmationAnswer::Edit(parameters));
        assert_eq!(asked(&manager).kind, ConfirmationKind::Approval, "{called}");
        answer(&mut manager, ConfirmationAnswer::Approve);
        assert_eq!(manager.agent().phase(), Phase::Done);
        let pantry = block_on(kitchen.pantry()).unwrap();
        let listed = pantry
            .shopping
            .iter()
            .map(|it| it.amount)
            .collect::<Vec<_>>();
        assert_eq!([amounts(&pantry, "Ghee"), listed].concat(), [2], "{called}");
    }
}

#[test]
fn how_much_of_something_that_is_there_is_asked_in_its_unit_with_how_much_there_is() {
    let milk = json!({"name": "Milk", "amount": null, "unit": null});
    let chicken = json!({"name": "chicken", "amount": null, "unit": null});
    let filled = || {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let kitchen = kitchen(&store);
        (store, kitchen)
    };
    for called in ["inventory.use", "inventory.add"] {
        let manager = begun(&filled().0, &json!([["it", called, milk, []]]));
        let ConfirmationKind::Choice(question) = asked(&manager).kind else {
            panic!("{:?}", asked(&manager))
        };
        assert_eq!(
            question.question,
            "How much of “Milk”? In the kitchen: 700 ml."
        );
        assert_eq!(question.asks_for, ["amount"]);
    }
    let (store, kitchen) = filled();
    let mut manager = begun(&store, &json!([["it", "inventory.use", milk, []]]));
    let filled_in = json!({"name": "Milk", "amount": 200});
    let filled_in = filled_in.as_object().unwrap().clone();
    answer(&mut manager, ConfirmationAnswer::Edit(filled_in));
    answer(&mut manager, ConfirmationAnswer::Approve);
    assert_eq!(amounts(&block_on(kitchen.pantry()).unwrap(), "Milk"), [500]);
    // Which one is meant comes first: it says the unit.
    // More than there is asks again, so that nothing that comes after it is lost.
    for said in [
        json!({"name": "Milk", "amount": 701}),
        json!({"name": "Milk", "amount": null}),
    ] {
        let (store, kitchen) = filled();
        let mut manager = begun(&store, &json!([["it", "inventory.use", said, []]]));
        if said["amount"].is_null() {
            let filled_in = json!({"name": "Milk", "amount": 800});
            answer(
                &mut manager,
                ConfirmationAnswer::Edit(filled_in.as_object().unwrap().clone()),
            );
        }
        let ConfirmationKind::Choice(question) = asked(&manager).kind else {
            panic!("{:?}", asked(&manager))
        };
        assert_eq!(
            question.question,
            "There is no more of “Milk” than 700 ml. How much is to be taken out?"
        );
        let filled_in = json!({"name": "Milk", "amount": 700});
        answer(
            &mut manager,
            ConfirmationAnswer::Edit(filled_in.as_object().unwrap().clone()),
        );
        answer(&mut manager, ConfirmationAnswer::Approve);
        let left = amounts(&block_on(kitchen.pantry()).unwrap(), "Milk");
        assert!(left.iter().sum::<u32>() == 0, "{left:?}");
    }
    let manager = begun(&filled().0, &json!([["it", "inventory.use", chicken, []]]));
    let ConfirmationKind::Choice(question) = asked(&manager).kind else {
        panic!("{:?}", asked(&manager))
    };
    assert_eq!(question.question, "Which “chicken” do you mean?");
}

#[test]
fn a_dinner_without_a_head_count_asks_for_it() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    kitchen(&store);
    let curry =
        |people: Value| json!({"day": "Monday", "people": people, "recipe": "Chicken curry"});
    let tasks = json!([["it", "menu.plan_day", curry(json!(null)), []]]);
    let mut manager = begun(&store, &tasks);
    let ConfirmationKind::Choice(question) = asked(&manager).kind else {
        panic!("{:?}", asked(&manager))
    };
    assert_eq!(question.asks_for, ["people"]);
    let three = curry(json!(3)).as_object().unwrap().clone();
    answer(&mut manager, ConfirmationAnswer::Edit(three));
    assert_eq!(task_states(&manager), ["it: Succeeded"]);
}

#[test]
fn what_is_more_of_what_is_there_is_counted_as_that_is() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    kitchen(&store);
    let eggs = json!({"name": "Eggs", "amount": 4, "unit": null});
    let manager = begun(&store, &json!([["it", "inventory.add", eggs, []]]));
    let preview = asked(&manager).preview.unwrap();
    assert_eq!(
        (&preview["before"]["amount"], &preview["after"]["amount"]),
        (&json!(6), &json!(10))
    );
}

#[test]
fn a_page_that_is_killed_while_it_only_looked_asks_and_does_it_once() {
    let recording = Rc::new(RecordingStore::new());
    let store: Rc<dyn Store> = recording.clone();
    kitchen(&store);
    let eggs = json!({"name": "Eggs", "amount": 2, "unit": "piece"});
    let manager = begun(&store, &json!([["it", "inventory.use", eggs, []]]));
    let id = manager.agent().state().id.clone();
    drop(manager);
    let batches = recording.batches().len();
    for kept in 0..=batches {
        let store: Rc<dyn Store> = Rc::new(recording.after(kept));
        let services = Kitchen::new(store.clone(), KitchenLanguage::English).services();
        let eggs = plan(
            &json!([["it", "inventory.use", {"name": "Eggs", "amount": 2, "unit": "piece"}, []]]),
        );
        let ports = ports(store.clone(), player(move |_| eggs.clone()), services, 100);
        let Ok(mut manager) = block_on(TaskChainManager::resume(&id, ports, limits())) else {
            // It was not begun by then.
            continue;
        };
        let mut approvals = 0;
        while let Pause::At(phase) = block_on(manager.advance()).unwrap() {
            let command = match phase {
                Phase::Review => Command::Start { leave_out: vec![] },
                Phase::NeedsConfirmation => {
                    approvals += 1;
                    let task = asked(&manager).task;
                    let answer = ConfirmationAnswer::Approve;
                    Command::Confirm { task, answer }
                }
                _ => break,
            };
            block_on(manager.take(command)).unwrap();
        }
        assert_eq!(approvals, 1, "after batch {kept}");
        let executor = manager.agent().state().executor.as_ref().unwrap();
        let status = TaskStatusKind::from(&executor.records()[0].status);
        assert_eq!(status, TaskStatusKind::Succeeded);
        let pantry = block_on(Kitchen::new(store, KitchenLanguage::English).pantry()).unwrap();
        assert_eq!(amounts(&pantry, "Eggs"), [4], "after batch {kept}");
    }
}
