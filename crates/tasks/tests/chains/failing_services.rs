//! Services that are away, take too long, are gone, or answer with too much.

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_json::FromJson;
use kikitori_store::MemoryStore;
use kikitori_tasks::{
    Command, Effect, LocalService, MethodInfo, Pause, Phase, TaskChainManager, TaskLimits,
    TaskOutcome,
};
use serde_json::json;

use super::World;
use super::support::{coordinator, limits, plan, player, ports, request, task_states};

#[test]
fn a_service_that_is_away_is_tried_again_after_a_wait_and_one_that_takes_too_long_is_ended() {
    let cases = [
        (
            json!(["a", "works.look", {"fails": "away"}, []]),
            "a: Failed",
            2,
            500,
        ),
        (
            json!(["a", "works.look", {"fails": "refused"}, []]),
            "a: Failed",
            1,
            0,
        ),
        (
            json!(["a", "works.look", {"fails": "lost"}, []]),
            "a: Failed",
            2,
            500,
        ),
        (
            json!(["a", "works.send", {"fails": "away"}, []]),
            "a: Failed",
            2,
            500,
        ),
        // Whether it was done is not known: it is not tried again.
        (
            json!(["a", "works.send", {"fails": "lost"}, []]),
            "a: Asking",
            1,
            0,
        ),
        (
            json!(["a", "works.send", {"ms": 90_000}, []]),
            "a: Asking",
            1,
            60_000,
        ),
        (
            json!(["a", "works.book", {"fails": "lost"}, []]),
            "a: Asking",
            2,
            500,
        ),
        (
            json!(["a", "works.look", {"ms": 90_000}, []]),
            "a: Failed",
            2,
            120_500,
        ),
    ];
    for (task, state, calls, ms) in cases {
        let world = World::new();
        let manager = world.started(&json!([task]));
        assert_eq!(task_states(&manager), [state], "{task}");
        assert_eq!(world.calls.borrow().len(), calls, "{task}");
        assert_eq!(world.timer.now(), ms, "{task}");
    }
}

#[test]
fn a_service_that_is_gone_when_a_chain_is_resumed_fails_its_tasks() {
    let tasks = json!([["a", "works.look", {"ms": 9}, []], ["b", "works.look", {"name": "${a.made}"}, ["a"]]]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    let id = manager.agent().state().id.clone();
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    let mut ports = world.ports(&tasks, 100);
    ports.services = coordinator(Vec::new(), world.timer.clone());
    let resumed = TaskChainManager::resume(&id, ports, limits());
    let manager = world.advanced(block_on(resumed).unwrap());
    assert_eq!(task_states(&manager), ["a: Failed", "b: Skipped"]);
    assert_eq!(manager.agent().phase(), Phase::Done);
}

#[test]
fn a_result_that_is_too_long_fails_its_task_alone() {
    let asked = Rc::new(Cell::new(0));
    let count = asked.clone();
    let info = MethodInfo {
        name: "much".to_owned(),
        description: String::new(),
        parameters: json!({"type": "object"}),
        result: None,
        effect: Effect::Reading,
        partial_lists: Vec::new(),
        limits: TaskLimits::default(),
        asks_first: false,
        previews: false,
    };
    #[derive(FromJson)]
    struct Any {}
    let service = LocalService::new("any", "").method(info, move |_: Any, _| {
        count.set(count.get() + 1);
        async { TaskOutcome::Done(json!("x".repeat(300 * 1024))) }
    });
    let model = player(|_| plan(&json!([["a", "any.much", {}, []]])));
    let ports = ports(
        Rc::new(MemoryStore::new()),
        model,
        vec![Rc::new(service)],
        1,
    );
    let mut manager = block_on(TaskChainManager::begin(request("Much"), ports, limits())).unwrap();
    block_on(manager.advance()).unwrap();
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    assert_eq!(block_on(manager.advance()).unwrap(), Pause::At(Phase::Done));
    assert_eq!(task_states(&manager), ["a: Failed"]);
    assert_eq!(asked.get(), 1);
}
