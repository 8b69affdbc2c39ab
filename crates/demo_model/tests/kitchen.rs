//! The kitchen assistant with this model: its example requests in both languages come to a plan
//! that can be run, to what they ask, and to an answer that cites every task.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_ports::{Clock, Ids, NoTimer};
use kikitori_store::{MemoryStore, Store};
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage};
use kikitori_tasks::{
    ChainLimits, ChainPorts, ChainRequest, Command, ConfirmationAnswer, ConfirmationKind,
    ConfirmationService, EarlierRequest, ManagerLimits, Pause, Phase, ServiceCoordinator,
    TaskChainManager, TaskStatusKind, unmentioned_failures,
};

#[derive(Default)]
struct Counts(Cell<u64>);

impl Clock for Counts {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

impl Ids for Counts {
    fn new_id(&self) -> String {
        self.now_ms().to_string()
    }
}

/// What a request came to.
struct Came {
    /// `id: service.method state`.
    tasks: Vec<String>,
    /// What was asked on the way.
    asked: Vec<String>,
    answer: String,
    kitchen: Kitchen,
    /// What a request that follows it knows of it.
    earlier: Vec<EarlierRequest>,
}

/// Lets the whole plan run, takes the first of what may be meant, and allows everything.
fn come(request: &str, language: KitchenLanguage) -> Came {
    let kitchen = Kitchen::new(Rc::new(MemoryStore::new()), language);
    block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
    come_in(kitchen, request, Vec::new())
}

/// The same in a kitchen that is there, after other requests.
fn come_in(kitchen: Kitchen, request: &str, earlier: Vec<EarlierRequest>) -> Came {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let services = ServiceCoordinator::new(Rc::new(NoTimer));
    for service in kitchen.services() {
        services.register(service).unwrap();
    }
    let ports = ChainPorts {
        model: Rc::new(kikitori_demo_model::model()),
        store,
        clock: Rc::new(Counts::default()),
        ids: Rc::new(Counts::default()),
        services: Rc::new(services),
        subscribers: Vec::new(),
    };
    let limits = ManagerLimits {
        chain: ChainLimits::default(),
        calls: kikitori_llm::CallLimits::default(),
        context_tokens: 100_000,
    };
    let request = ChainRequest {
        text: request.to_owned(),
        earlier,
        ..ChainRequest::default()
    };
    block_on(async {
        let mut manager = TaskChainManager::begin(request, ports, limits)
            .await
            .unwrap();
        let mut asked = Vec::new();
        for _ in 0..20 {
            let Pause::At(phase) = manager.advance().await.unwrap() else {
                panic!("{:?}", manager.agent().pause())
            };
            let command = match phase {
                Phase::Review => Command::Start { leave_out: vec![] },
                Phase::NeedsConfirmation => {
                    let first = ConfirmationService::open(manager.agent()).remove(0);
                    let answer = match first.kind {
                        ConfirmationKind::Choice(choice) => {
                            asked.push(choice.question);
                            ConfirmationAnswer::Choose(choice.options[0].id.clone())
                        }
                        ConfirmationKind::Approval => ConfirmationAnswer::Approve,
                        ConfirmationKind::OutcomeUnknown(_) => panic!("it knows its keys"),
                    };
                    Command::Confirm {
                        task: first.task,
                        answer,
                    }
                }
                _ => break,
            };
            manager.take(command).await.unwrap();
        }
        let state = manager.agent().state();
        let answer = state.answer.clone().unwrap();
        let records = state.executor.iter().flat_map(|it| it.records());
        let tasks = records.map(|record| {
            let (task, status) = (&record.task, TaskStatusKind::from(&record.status));
            format!("{}: {}.{} {status:?}", task.id, task.service, task.method)
        });
        let tasks = tasks.collect();
        if let Some(executor) = &state.executor {
            assert!(
                unmentioned_failures(&answer, executor).is_empty(),
                "{answer}"
            );
        }
        Came {
            tasks,
            asked,
            answer,
            kitchen,
            earlier: EarlierRequest::before(state, &|_| false),
        }
    })
}

#[test]
fn dinners_over_several_days_ask_which_chicken_and_fill_the_shopping_list() {
    let english = come(
        "Plan dinners from Monday to Wednesday for 2 people, the first with chicken, and put what is missing on the shopping list.",
        KitchenLanguage::English,
    );
    assert_eq!(
        english.tasks,
        [
            "main: inventory.find Succeeded",
            "monday: menu.plan_day Succeeded",
            "tuesday: menu.plan_day Succeeded",
            "wednesday: menu.plan_day Succeeded",
            "missing: shopping.missing Succeeded",
            "save: shopping.save Succeeded",
        ]
    );
    assert_eq!(english.asked, ["Which “chicken” do you mean?"]);
    assert!(
        english
            .answer
            .contains("Monday: Roast chicken thighs with carrots (50 minutes). [monday]"),
        "{}",
        english.answer
    );
    assert!(
        english.answer.contains("Put on the shopping list:"),
        "{}",
        english.answer
    );
    let japanese = come(
        "月曜から水曜までの夕食を2人分考えて、1日は鶏肉を使って、足りないものを買い物リストに入れてください。",
        KitchenLanguage::Japanese,
    );
    assert_eq!(japanese.tasks.len(), 6);
    assert!(
        japanese.tasks.iter().all(|it| it.ends_with("Succeeded")),
        "{:?}",
        japanese.tasks
    );
    assert_eq!(japanese.asked, ["どの「鶏肉」ですか。"]);
    assert!(
        japanese
            .answer
            .contains("月曜日：親子丼（25分）。 [monday]"),
        "{}",
        japanese.answer
    );
}

#[test]
fn what_was_bought_and_used_changes_the_inventory() {
    for (request, language, item, amount) in [
        (
            "I bought 6 eggs and 1000 ml of milk, and used 200 g of rice.",
            KitchenLanguage::English,
            "Eggs",
            12,
        ),
        (
            "卵を6個と牛乳を1000ml買いました。米を200g使いました。",
            KitchenLanguage::Japanese,
            "卵",
            12,
        ),
    ] {
        let came = come(request, language);
        assert_eq!(came.tasks.len(), 3, "{:?}", came.tasks);
        assert!(
            came.tasks.iter().all(|it| it.ends_with("Succeeded")),
            "{:?}",
            came.tasks
        );
        let items = block_on(came.kitchen.pantry()).unwrap().items;
        let found = items.iter().find(|it| it.name == item).unwrap();
        assert_eq!(found.amount, amount, "{items:?}");
    }
}

#[test]
fn what_the_request_before_put_on_the_list_is_taken_off_again() {
    for (language, first, second, said) in [
        (
            KitchenLanguage::English,
            "Put 2 leeks and 3 lemons on the shopping list.",
            "Take that off the shopping list again.",
            "Taken off the shopping list: 3 lemons.",
        ),
        (
            KitchenLanguage::Japanese,
            "ねぎを2本と、レモンを3個、買い物リストに入れてください。",
            "それを買い物リストから外してください。",
            "買い物リストから外しました：レモン 3個。",
        ),
    ] {
        let first = come(first, language);
        let list = || block_on(first.kitchen.pantry()).unwrap().shopping.len();
        assert_eq!(list(), 2, "{:?}", first.tasks);
        let second = come_in(first.kitchen.clone(), second, first.earlier.clone());
        assert_eq!(
            second.tasks,
            [
                "off_1: shopping.remove Succeeded",
                "off_2: shopping.remove Succeeded"
            ]
        );
        assert!(second.answer.contains(said), "{}", second.answer);
        assert_eq!(list(), 0);
    }
}

#[test]
fn what_fits_and_what_is_there_is_looked_up_side_by_side() {
    for (request, language, said) in [
        (
            "What can I cook in 20 minutes, and how many eggs are there?",
            KitchenLanguage::English,
            "6 eggs",
        ),
        (
            "20分で作れるものは何ですか？卵はいくつありますか？",
            KitchenLanguage::Japanese,
            "卵 6個",
        ),
    ] {
        let came = come(request, language);
        assert_eq!(
            came.tasks,
            [
                "recipes: recipes.search Succeeded",
                "stock_1: inventory.find Succeeded"
            ]
        );
        assert!(came.answer.contains(said), "{}", came.answer);
    }
}

#[test]
fn what_the_kitchen_cannot_do_is_said_without_a_plan() {
    let came = come("Write me a poem.", KitchenLanguage::English);
    assert!(
        came.tasks.is_empty() && came.answer.contains("scripted model"),
        "{}",
        came.answer
    );
}
