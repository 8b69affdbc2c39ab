//! A task that names others only in a list, to exclude or to gather them, does without those that
//! were left out or failed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_store::{MemoryStore, Store};
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage};
use kikitori_tasks::{
    Command, ConfirmationAnswer, ConfirmationService, Phase, TaskChainManager, TaskId, TaskIndex,
};
use serde_json::{Value, json};
use support::{limits, plan, player, ports, request, task_states};

/// Three dinners, the second of them with this dish, and what has to be bought for them.
fn dinners(second: &str) -> Value {
    plan(&json!([
        ["mon", "menu.plan_day", {
            "day": "Monday", "people": 2, "recipe": "Sticky chicken wings",
        }, []],
        ["tue", "menu.plan_day", {
            "day": "Tuesday", "people": 2, "recipe": second, "before": ["${mon}"],
        }, ["mon"]],
        ["wed", "menu.plan_day", {
            "day": "Wednesday", "people": 2,
            "before": ["${mon}", "${tue}"], "without": ["Omelette", "${tue.recipe}"],
        }, ["mon", "tue"]],
        ["missing", "shopping.missing", {"menus": ["${mon}", "${tue}", "${wed}"]},
            ["mon", "tue", "wed"]],
        ["save", "shopping.save", {"items": "${missing.items}"}, ["missing"]],
        ["stock", "inventory.list", {}, []],
    ]))
}

struct Dinners {
    kitchen: Kitchen,
    manager: TaskChainManager,
}

impl Dinners {
    fn planned(second: &'static str) -> Self {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let kitchen = Kitchen::new(store.clone(), KitchenLanguage::English);
        block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
        let ports = ports(
            store,
            player(move |_| dinners(second)),
            kitchen.services(),
            1,
        );
        let begun = TaskChainManager::begin(request("Three dinners"), ports, limits());
        let mut manager = block_on(begun).unwrap();
        block_on(manager.advance()).unwrap();
        Self { kitchen, manager }
    }

    fn take(&mut self, command: Command) {
        block_on(self.manager.take(command)).unwrap();
        block_on(self.manager.advance()).unwrap();
    }

    fn start_without(&mut self, left_out: &[&str]) {
        let leave_out = left_out.iter().map(|it| TaskId::new(it)).collect();
        self.take(Command::Start { leave_out });
    }

    /// Lets everything be done that is asked about.
    fn approve(&mut self) {
        for asked in ConfirmationService::open(self.manager.agent()) {
            self.take(Command::Confirm {
                task: asked.task,
                answer: ConfirmationAnswer::Approve,
            });
        }
        assert_eq!(self.manager.agent().phase(), Phase::Done);
    }

    /// What became of the tasks, without those that are done.
    fn not_done(&self) -> Vec<String> {
        let states = task_states(&self.manager).into_iter();
        states.filter(|it| !it.ends_with("Succeeded")).collect()
    }

    fn bought(&self) -> Vec<String> {
        let list = block_on(self.kitchen.pantry()).unwrap().shopping;
        list.into_iter()
            .map(|it| format!("{} {}", it.name, it.amount))
            .collect()
    }
}

#[test]
fn a_list_does_without_what_was_left_out_or_failed_and_only_a_whole_one_blocks() {
    let (wings, curry) = (
        ["Honey 40", "Soy sauce 30"],
        ["Coconut milk 200", "Curry powder 10"],
    );
    let both = [wings, curry].concat();
    type Texts<'a> = &'a [&'a str];
    let cases: [(&str, Texts, Texts, Texts); 6] = [
        ("Chicken curry", &[], &[], &both),
        ("Chicken curry", &["tue"], &["tue: LeftOut"], &wings),
        ("Chicken curry", &["mon"], &["mon: LeftOut"], &curry),
        ("Pizza", &[], &["tue: Failed"], &wings),
        ("Pizza", &["mon"], &["mon: LeftOut", "tue: Failed"], &[]),
        (
            "Chicken curry",
            &["mon", "tue", "wed"],
            &[
                "mon: LeftOut",
                "tue: LeftOut",
                "wed: LeftOut",
                "missing: LeftOut",
                "save: LeftOut",
            ],
            &[],
        ),
    ];
    for (second, left_out, not_done, bought) in cases {
        let mut dinners = Dinners::planned(second);
        dinners.start_without(left_out);
        dinners.approve();
        assert_eq!(
            dinners.not_done(),
            not_done,
            "{second} without {left_out:?}"
        );
        assert_eq!(dinners.bought(), bought, "{second} without {left_out:?}");
    }
}

#[test]
fn what_is_left_out_with_others_is_told_before_the_plan_runs() {
    let dinners = Dinners::planned("Chicken curry");
    let executor = dinners.manager.agent().state().executor.as_ref().unwrap();
    let [mon, tue, wed, missing, save] = [0, 1, 2, 3, 4].map(TaskIndex);
    let cases = [
        (vec![tue], vec![]),
        (vec![mon, wed], vec![]),
        (vec![missing], vec![(save, missing)]),
        // The list needs one dinner, and says which of them it lacks first.
        (vec![mon, tue, wed], vec![(missing, mon), (save, mon)]),
    ];
    for (left_out, needing) in cases {
        assert_eq!(executor.needing(&left_out), needing, "{left_out:?}");
    }
}

#[test]
fn what_failed_and_is_changed_comes_back_into_the_lists() {
    let mut dinners = Dinners::planned("Pizza");
    dinners.start_without(&[]);
    assert_eq!(dinners.not_done(), ["tue: Failed", "save: Asking"]);
    let curry = json!({"day": "Tuesday", "people": 2, "recipe": "Chicken curry"});
    dinners.take(Command::Edit {
        task: TaskId::new("tue"),
        parameters: curry.as_object().unwrap().clone(),
    });
    dinners.approve();
    assert_eq!(dinners.not_done(), [""; 0]);
    let bought = [
        "Honey 40",
        "Soy sauce 30",
        "Coconut milk 200",
        "Curry powder 10",
    ];
    assert_eq!(dinners.bought(), bought);
}
