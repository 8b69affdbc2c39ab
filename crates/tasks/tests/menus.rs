//! Which dish is planned: what goes bad first, what earlier days leave, and what is past its day.
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
use kikitori_tasks::kitchen::{Amount, Item, Kitchen, KitchenLanguage, Recipe, Unit};
use serde_json::{Value, json};

/// What there is: a name, an amount, and the day until which it keeps.
type There<'a> = &'a [(&'a str, u32, &'a str)];
/// A dish with what it takes.
type Dish<'a> = (&'a str, &'a [(&'a str, u32)]);

fn kitchen(items: There, recipes: &[Dish]) -> Kitchen {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let kitchen = Kitchen::new(store, KitchenLanguage::English);
    for (name, amount, best_before) in items {
        let item = Item {
            name: (*name).to_owned(),
            amount: *amount,
            unit: Unit::Piece,
            best_before: Some((*best_before).to_owned()).filter(|it| !it.is_empty()),
        };
        block_on(kitchen.change_item(None, Some(&item))).unwrap();
    }
    for (name, ingredients) in recipes {
        let ingredients = ingredients.iter().map(|(name, amount)| Amount {
            name: (*name).to_owned(),
            amount: *amount,
            unit: Unit::Piece,
        });
        let recipe = Recipe {
            name: (*name).to_owned(),
            serves: 1,
            minutes: 10,
            ingredients: ingredients.collect(),
        };
        block_on(kitchen.change_recipe(None, Some(&recipe))).unwrap();
    }
    kitchen
}

/// The dinner of one person on that day, after those.
fn planned(kitchen: &Kitchen, date: Option<&str>, before: &[Value]) -> Value {
    let plan = json!({"day": "Some day", "date": date, "people": 1, "before": before});
    done(called(kitchen, ("menu", "plan_day"), &plan))
}

fn to_buy(kitchen: &Kitchen, menus: &[Value]) -> Vec<String> {
    let menus = json!({ "menus": menus });
    let result = done(called(kitchen, ("shopping", "missing"), &menus));
    let items = result["items"].as_array().unwrap().iter();
    items
        .map(|it| format!("{} {}", it["name"].as_str().unwrap(), it["amount"]))
        .collect()
}

const BOOK: [Dish; 3] = [
    ("Pasta", &[("Spaghetti", 1)]),
    ("Omelette", &[("Eggs", 3)]),
    ("Soup", &[("Tofu", 1), ("Leeks", 1)]),
];

#[test]
fn what_goes_bad_first_is_planned_first_and_only_what_is_all_there_counts() {
    let leeks = ("Leeks", 1, "");
    let cases: [(There, &str); 5] = [
        // Nothing goes bad: the dish for which least has to be bought.
        (&[("Spaghetti", 1, "")], "Pasta"),
        (
            &[("Spaghetti", 1, ""), ("Eggs", 6, "2026-12-02"), leeks],
            "Omelette",
        ),
        (
            &[("Eggs", 6, "2026-12-02"), ("Tofu", 1, "2026-11-25"), leeks],
            "Soup",
        ),
        // What else a dish needs is bought for what goes bad first.
        (
            &[("Eggs", 6, "2026-12-02"), ("Tofu", 1, "2026-11-25")],
            "Soup",
        ),
        // Two eggs are no omelette.
        (
            &[("Eggs", 2, "2026-11-24"), ("Tofu", 1, "2026-11-25")],
            "Soup",
        ),
    ];
    for (items, dish) in cases {
        let kitchen = kitchen(items, &BOOK);
        for date in [None, Some("2026-11-24")] {
            assert_eq!(planned(&kitchen, date, &[])["recipe"], dish, "{items:?}");
        }
    }
}

#[test]
fn each_day_has_what_the_days_before_it_leave_and_none_of_their_dishes() {
    let kitchen = kitchen(
        &[("Eggs", 4, "2026-12-02"), ("Spaghetti", 1, "")],
        &[
            ("Omelette", &[("Eggs", 3)]),
            ("Fried eggs", &[("Eggs", 2)]),
            ("Pasta", &[("Spaghetti", 1)]),
        ],
    );
    let mut menus = Vec::new();
    for _ in 0..3 {
        let menu = planned(&kitchen, None, &menus);
        menus.push(menu);
    }
    let dishes: Vec<&str> = menus
        .iter()
        .map(|it| it["recipe"].as_str().unwrap())
        .collect();
    // One egg is left after the omelette, so the pasta comes before the fried eggs.
    assert_eq!(dishes, ["Omelette", "Pasta", "Fried eggs"]);
    assert_eq!(to_buy(&kitchen, &menus), ["Eggs 1"]);
    // What a day before it took is counted for its people, and not twice.
    let mut for_two = menus[0].clone();
    for_two["people"] = json!(2);
    assert_eq!(to_buy(&kitchen, std::slice::from_ref(&for_two)), ["Eggs 2"]);
    let after = planned(&kitchen, None, &[for_two]);
    assert_eq!(after["recipe"], "Pasta");
}

#[test]
fn what_is_past_its_day_is_bought_anew_and_said() {
    let tofu = [("Tofu", 1, "2026-11-25"), ("Leeks", 1, "2026-11-27")];
    let kitchen = kitchen(&tofu, &[("Soup", &[("Tofu", 1), ("Leeks", 1)])]);
    for (date, best_before, past, bought) in [
        (Some("2026-11-25"), "2026-11-25", json!(null), vec![]),
        (
            Some("2026-11-26"),
            "2026-11-27",
            json!(["Tofu (2026-11-25)"]),
            vec!["Tofu 1"],
        ),
        // Where nobody knows the date, what it rests on is told.
        (None, "2026-11-25", json!(null), vec![]),
    ] {
        let menu = planned(&kitchen, date, &[]);
        assert_eq!(menu["date"], json!(date));
        assert_eq!(menu["best_before"], best_before);
        assert_eq!(menu["past_best_before"], past, "{date:?}");
        assert_eq!(to_buy(&kitchen, &[menu]), bought, "{date:?}");
    }
    // A day that is a date needs no other.
    let plan = json!({"day": "2026-11-28", "people": 1, "recipe": "soup"});
    let menu = done(called(&kitchen, ("menu", "plan_day"), &plan));
    let both = json!(["Tofu (2026-11-25)", "Leeks (2026-11-27)"]);
    assert_eq!(menu["past_best_before"], both);
    for wrong in ["Friday", "2026-13-01", "2026-11-00", "20261-1-01", ""] {
        let plan = json!({"day": "Friday", "date": wrong, "people": 1});
        let outcome = called(&kitchen, ("menu", "plan_day"), &plan);
        assert!(matches!(outcome, TaskOutcome::Failed(_)), "{wrong}");
    }
}

#[test]
fn a_dinner_needs_no_day() {
    let kitchen = kitchen(&[("Eggs", 6, "2026-11-25")], &BOOK);
    let plan = json!({"people": 2, "recipe": "omelette"});
    let menu = done(called(&kitchen, ("menu", "plan_day"), &plan));
    assert_eq!(
        (&menu["day"], &menu["recipe"]),
        (&json!(null), &json!("Omelette"))
    );
    assert_eq!(to_buy(&kitchen, &[menu]), [""; 0]);
    let question = match called(&kitchen, ("menu", "plan_day"), &json!({})) {
        TaskOutcome::Ambiguous(asked) => asked.question,
        other => panic!("{other:?}"),
    };
    assert_eq!(question, "For how many people?");
}

#[test]
fn what_is_put_in_keeps_until_a_day_or_until_nobody_knows() {
    let kitchen = kitchen(&[], &[]);
    for (said, kept) in [
        (json!("2026-11-30"), Some(json!("2026-11-30"))),
        (json!(null), Some(json!(null))),
        (json!(""), Some(json!(null))),
        (json!("next week"), None),
    ] {
        let added = json!({
            "name": format!("Jam {said}"), "amount": 1, "unit": "piece", "best_before": said,
        });
        let came = match called(&kitchen, ("inventory", "add"), &added) {
            TaskOutcome::Done(result) => Some(result["item"]["best_before"].clone()),
            _ => None,
        };
        assert_eq!(came, kept, "{said}");
    }
}

#[test]
fn what_is_put_in_beside_the_same_keeps_as_long_as_the_first_of_both() {
    for (there, amount, said, together) in [
        ("2026-11-24", 2, json!("2026-12-24"), json!("2026-11-24")),
        ("2026-12-24", 2, json!("2026-11-24"), json!("2026-11-24")),
        ("", 2, json!("2026-11-24"), json!("2026-11-24")),
        ("2026-11-24", 2, json!(null), json!("2026-11-24")),
        // Of what was used up nothing can go bad.
        ("2026-11-24", 0, json!("2026-12-24"), json!("2026-12-24")),
        ("2026-11-24", 0, json!(null), json!(null)),
    ] {
        let kitchen = kitchen(&[("Milk", amount, there)], &[]);
        let added = json!({"name": "milk", "amount": 1, "unit": "piece", "best_before": said});
        let result = done(called(&kitchen, ("inventory", "add"), &added));
        assert_eq!(result["item"]["best_before"], together, "{there} {said}");
        // As it was, with its day, but for what is used up.
        block_on(kitchen.undo(&added.to_string())).unwrap();
        let items = block_on(kitchen.pantry()).unwrap().items;
        let left = items
            .first()
            .map(|it| it.best_before.clone().unwrap_or_default());
        assert_eq!(left.as_deref(), (amount > 0).then_some(there));
    }
}

#[test]
fn what_is_called_so_itself_is_taken_before_what_only_may_be_meant() {
    let items = [("Coconut milk", 5, "2026-11-24"), ("Milk", 1, "2026-11-30")];
    let pudding: &[(&str, u32)] = &[("Milk", 2)];
    let kitchen = kitchen(&items, &[("Pudding", pudding)]);
    let menu = planned(&kitchen, None, &[]);
    assert_eq!(to_buy(&kitchen, &[menu]), ["Milk 1"]);
}

#[test]
fn a_menu_of_an_older_page_can_still_be_bought_for() {
    let kitchen = kitchen(&[("Eggs", 1, "")], &BOOK);
    let menu = json!({"day": "Monday", "recipe": "Omelette", "people": 1, "minutes": 10, "ingredients": []});
    assert_eq!(to_buy(&kitchen, &[menu]), ["Eggs 2"]);
}

#[test]
fn what_must_not_be_in_a_dish_is_in_none_that_is_planned() {
    let kitchen = kitchen(
        &[
            ("Eggs", 6, "2026-11-25"),
            ("Milk", 1, "2026-11-25"),
            ("Onions", 3, ""),
        ],
        &[
            ("Omelette", &[("Eggs", 3), ("Milk", 1)]),
            ("Fried eggs", &[("Eggs", 2)]),
            ("Thai soup", &[("Coconut milk", 1), ("Onions", 1)]),
            ("Onion salad", &[("Onions", 2)]),
        ],
    );
    let cases = [
        (json!(["dairy"]), "Fried eggs", Value::Null),
        (json!(["乳製品", "eggs"]), "Onion salad", Value::Null),
        (json!(["eggs", "onions"]), "", Value::Null),
        // What the names do not tell is not passed over.
        (json!(["dairy", "FODMAP"]), "Fried eggs", json!(["FODMAP"])),
        (json!([]), "Omelette", Value::Null),
    ];
    for (avoid, dish, unchecked) in cases {
        let plan = json!({"people": 1, "date": "2026-11-24", "avoid": avoid});
        match (called(&kitchen, ("menu", "plan_day"), &plan), dish) {
            (TaskOutcome::Done(menu), dish) => {
                assert_eq!(
                    (&menu["recipe"], &menu["unchecked"]),
                    (&json!(dish), &unchecked),
                    "{avoid}"
                );
            }
            (TaskOutcome::Failed(error), "") => {
                assert!(
                    error.to_string().contains("No recipe in the book fits"),
                    "{error}"
                );
            }
            (other, _) => panic!("{avoid}: {other:?}"),
        }
    }
    // A dish that is named is not cooked in silence either.
    let plan = json!({"people": 1, "recipe": "Omelette", "avoid": ["dairy"]});
    match called(&kitchen, ("menu", "plan_day"), &plan) {
        TaskOutcome::Failed(error) => assert!(
            error.to_string().contains("“Milk” is in “Omelette”"),
            "{error}"
        ),
        other => panic!("{other:?}"),
    }
}
