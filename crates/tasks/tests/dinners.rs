//! Dinners that are named, for so many people, and a shopping list that things are taken off.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support::{called, done};

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_store::{MemoryStore, Store};
use kikitori_tasks::TaskOutcome;
use kikitori_tasks::kitchen::{Amount, Kitchen, KitchenLanguage, Unit};
use serde_json::{Value, json};

fn kitchen() -> Kitchen {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store, KitchenLanguage::English);
    block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
    kitchen
}

fn labels(outcome: TaskOutcome) -> Vec<String> {
    match outcome {
        TaskOutcome::Ambiguous(it) => it.options.into_iter().map(|it| it.label).collect(),
        other => panic!("{other:?}"),
    }
}

/// What has to be bought, as `name amount`.
fn missing(kitchen: &Kitchen, menu: &Value) -> Vec<String> {
    let result = done(called(
        kitchen,
        ("shopping", "missing"),
        &json!({"menus": [menu]}),
    ));
    let items = result["items"].as_array().unwrap().iter();
    items
        .map(|it| format!("{} {}", it["name"].as_str().unwrap(), it["amount"]))
        .collect()
}

#[test]
fn a_dinner_that_is_named_is_planned_for_the_people_who_eat_it() {
    let kitchen = kitchen();
    let monday = |people: u32, recipe: &str| {
        let plan = json!({"day": "Monday", "people": people, "recipe": recipe});
        called(&kitchen, ("menu", "plan_day"), &plan)
    };
    // The recipe serves 4 and takes 600 g of thighs; 500 g are there.
    let cases = [
        (
            4,
            vec!["Chicken thighs 100", "Coconut milk 400", "Curry powder 20"],
        ),
        (2, vec!["Coconut milk 200", "Curry powder 10"]),
    ];
    for (people, bought) in cases {
        let menu = done(monday(people, "chicken curry"));
        assert_eq!(
            (&menu["recipe"], &menu["people"]),
            (&json!("Chicken curry"), &json!(people))
        );
        assert_eq!(missing(&kitchen, &menu), bought);
        // A menu that was put together from the recipe as it stands counts for its people too.
        let mut by_hand = menu.clone();
        by_hand["ingredients"] = json!([{"name": "Rice", "amount": 9_999, "unit": "g"}]);
        assert_eq!(missing(&kitchen, &by_hand), bought);
    }
    assert_eq!(
        labels(monday(2, "chicken breast")),
        ["Chicken breast in cream sauce", "Chicken breast salad"]
    );
    let none = monday(2, "pizza");
    assert!(matches!(none, TaskOutcome::Failed(_)), "{none:?}");
}

#[test]
fn a_menu_without_a_head_count_is_refused_before_anything_runs() {
    let services = kitchen().services();
    let info = services.iter().map(|it| it.info());
    let shopping = info.into_iter().find(|it| it.name == "shopping").unwrap();
    let method = shopping.methods.iter().find(|it| it.name == "missing");
    let required = &method.unwrap().parameters["properties"]["menus"]["items"]["required"];
    assert!(required.as_array().unwrap().contains(&json!("people")));
    let menu = json!({"day": "Monday", "recipe": "Any", "minutes": 5, "ingredients": []});
    let outcome = called(
        &kitchen(),
        ("shopping", "missing"),
        &json!({"menus": [menu]}),
    );
    assert!(matches!(outcome, TaskOutcome::Failed(_)), "{outcome:?}");
}

#[test]
fn what_is_on_the_shopping_list_is_taken_off_asked_about_and_put_back() {
    let kitchen = kitchen();
    let line = |name: &str, amount, unit| Amount {
        name: name.to_owned(),
        amount,
        unit,
    };
    let lines = [
        line("Coconut milk", 400, Unit::Ml),
        line("Milk", 500, Unit::Ml),
        line("milk", 1, Unit::Piece),
        line("Curry powder", 20, Unit::G),
    ];
    for line in &lines {
        block_on(kitchen.change_shopping(None, Some(line))).unwrap();
    }
    let list = || block_on(kitchen.pantry()).unwrap().shopping;
    let remove = |name: &str| called(&kitchen, ("shopping", "remove"), &json!({"name": name}));
    assert_eq!(labels(remove("o")), ["Coconut milk", "Curry powder"]);
    // Not what only has it in its name.
    assert_eq!(labels(remove("curry")), ["Curry powder"]);
    assert_eq!(list(), lines);
    // A call that is made again changes nothing more.
    for _ in 0..2 {
        let left = [&lines[0], &lines[3]];
        let said = json!({"removed": lines[1..3], "left": left});
        assert_eq!(done(remove("milk")), said);
        assert_eq!(list(), [lines[0].clone(), lines[3].clone()]);
    }
    let none = remove("bread");
    assert!(matches!(none, TaskOutcome::Failed(_)), "{none:?}");
    block_on(kitchen.undo(&json!({"name": "milk"}).to_string())).unwrap();
    assert_eq!(list().len(), 4);
}
