//! A chain at work on its driver: what runs when, what is told, and what a leave, a cancellation
//! and a service that is gone leave behind.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod failing_services;
mod stopped;
use crate::support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use futures::executor::{LocalPool, block_on};
use futures::task::LocalSpawnExt;
use kikitori_json::FromJson;
use kikitori_ports::Timer;
use kikitori_store::RecordingStore;
use kikitori_tasks::{
    ChainError, ChainPorts, Command, ConfirmationAnswer, ConfirmationKind, ConfirmationService,
    Effect, ExecutionStatus, ExecutorRefusal, LocalService, MethodInfo, Pause, Phase,
    ProgressEvent, Service, ServiceError, ServiceErrorKind, Settlement, TaskChainManager, TaskId,
    TaskIndex, TaskLimits, TaskOutcome, TaskStatusKind,
};
use serde_json::{Value, json};
use support::{Jumping, Listening, coordinator, limits, plan, player, ports, request, task_states};

#[derive(FromJson)]
struct Work {
    /// How long it takes.
    #[serde(default)]
    ms: u64,
    #[serde(default)]
    fails: Option<String>,
    #[serde(default)]
    name: Option<Value>,
}

/// Who was called, with which key.
type Calls = Rc<RefCell<Vec<(String, String)>>>;

/// A service that works for as long as it is told, and notes each call that it ends.
fn works(timer: Rc<dyn Timer>, calls: Calls) -> Rc<dyn Service> {
    let parameters = json!({"type": "object", "properties": {
        "ms": {"type": "integer"}, "fails": {"type": "string"}, "name": {},
    }, "additionalProperties": false});
    let info = |name: &str, effect: Effect| MethodInfo {
        name: name.to_owned(),
        description: String::new(),
        parameters: parameters.clone(),
        result: None,
        effect,
        partial_lists: Vec::new(),
        limits: TaskLimits {
            attempts: 2,
            time_ms: 60_000,
            wait_ms: 500,
        },
        asks_first: false,
        previews: false,
    };
    let mut service = LocalService::new("works", "Works.");
    let methods = [
        ("look", Effect::Reading),
        ("send", Effect::Changing),
        ("book", Effect::ChangingOnce),
    ];
    for (name, effect) in methods {
        let (timer, calls) = (timer.clone(), calls.clone());
        service = service.method(info(name, effect), move |work: Work, key| {
            let (timer, calls) = (timer.clone(), calls.clone());
            async move {
                calls.borrow_mut().push((name.to_owned(), key));
                if work.ms > 0 {
                    timer.sleep(Duration::from_millis(work.ms)).await;
                }
                let failed = |kind| TaskOutcome::Failed(ServiceError::new(kind, "It went wrong."));
                match work.fails.as_deref() {
                    Some("refused") => failed(ServiceErrorKind::Refused),
                    Some("away") => failed(ServiceErrorKind::Unavailable),
                    Some("lost") => failed(ServiceErrorKind::Lost),
                    _ => TaskOutcome::Done(json!({"made": work.name, "ms": work.ms})),
                }
            }
        });
    }
    Rc::new(service)
}

struct World {
    timer: Rc<Jumping>,
    calls: Calls,
    listening: Rc<Listening>,
    store: Rc<RecordingStore>,
}

impl World {
    fn new() -> Self {
        Self {
            timer: Rc::default(),
            calls: Rc::default(),
            listening: Rc::default(),
            store: Rc::new(RecordingStore::new()),
        }
    }

    fn ports(&self, tasks: &Value, first_id: u64) -> ChainPorts {
        let tasks = tasks.clone();
        let model = player(move |_| plan(&tasks));
        let mut ports = ports(self.store.clone(), model, Vec::new(), first_id);
        let service = works(self.timer.clone(), self.calls.clone());
        ports.services = coordinator(vec![service], self.timer.clone());
        for method in ["send", "book"] {
            ports.services.allow("works", method);
        }
        ports.subscribers = vec![self.listening.clone()];
        ports
    }

    /// The chain of these tasks at its review.
    fn planned(&self, tasks: &Value) -> TaskChainManager {
        let begun = TaskChainManager::begin(request("Work"), self.ports(tasks, 1), limits());
        let mut manager = block_on(begun).unwrap();
        assert_eq!(
            block_on(manager.advance()).unwrap(),
            Pause::At(Phase::Review)
        );
        manager
    }

    /// Goes on while the clock jumps whenever everybody waits.
    fn advanced(&self, mut manager: TaskChainManager) -> TaskChainManager {
        let mut pool = LocalPool::new();
        let work = async move {
            manager.advance().await.unwrap();
            manager
        };
        let mut work = pool.spawner().spawn_local_with_handle(work).unwrap();
        loop {
            pool.run_until_stalled();
            let ended = pool.run_until(async { futures::poll!(&mut work) });
            if let std::task::Poll::Ready(manager) = ended {
                return manager;
            }
            assert!(self.timer.jump(), "everybody waits for nothing");
        }
    }

    fn started(&self, tasks: &Value) -> TaskChainManager {
        let mut manager = self.planned(tasks);
        block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
        self.advanced(manager)
    }
}

#[test]
fn a_chain_takes_as_long_as_its_longest_way() {
    // Six tasks of a second beside a way of 1 + 3 + 2 seconds.
    let look = |id: &str, ms: u64, after: Value| json!([id, "works.look", {"ms": ms}, after]);
    let tasks = json!([
        look("a", 1_000, json!([])),
        look("b", 3_000, json!(["a"])),
        look("c", 2_000, json!(["b"])),
        look("d", 1_000, json!(["a"])),
        look("e", 1_000, json!(["d"])),
        look("f", 1_000, json!(["e"])),
        look("g", 1_000, json!([])),
        look("h", 1_000, json!([])),
        look("i", 1_000, json!(["g", "h"])),
    ]);
    let world = World::new();
    let manager = world.started(&tasks);
    assert_eq!(manager.agent().phase(), Phase::Done);
    let critical_path = 6_000.0;
    let ratio = world.timer.now() as f64 / critical_path;
    assert!(ratio <= 1.05, "{ratio}");
}

#[test]
fn subscribers_are_told_the_plan_each_task_and_the_answer_as_it_is_written() {
    let tasks = json!([
        ["a", "works.look", {"name": "x"}, []],
        ["b", "works.look", {"fails": "refused"}, ["a"]],
        ["c", "works.look", {"name": "${b.made}"}, ["b"]],
    ]);
    let world = World::new();
    let manager = world.started(&tasks);
    let told = world.listening.0.borrow();
    let id = &manager.agent().state().id;
    assert!(told.iter().all(|it| it.chain == *id));
    let mut phases = Vec::new();
    let mut by_task: BTreeMap<TaskId, Vec<TaskStatusKind>> = BTreeMap::new();
    let mut draft = String::new();
    for progress in told.iter() {
        match &progress.event {
            ProgressEvent::Phase(phase) => phases.push(*phase),
            ProgressEvent::Task { task, status, .. } => {
                by_task.entry(task.clone()).or_default().push(*status);
            }
            ProgressEvent::Draft { text } => draft.push_str(text),
            ProgressEvent::Planned { tasks } => assert_eq!(tasks.len(), 3),
            other => panic!("{other:?}"),
        }
    }
    use Phase::{Answering, Done, Planning, Review, Running};
    assert_eq!(phases, [Planning, Review, Running, Answering, Done]);
    use TaskStatusKind as Kind;
    let of = |id: &str| by_task[&TaskId::new(id)].clone();
    assert_eq!(of("a"), [Kind::Running, Kind::Succeeded]);
    assert_eq!(of("b"), [Kind::Running, Kind::Failed]);
    assert_eq!(of("c"), [Kind::Skipped]);
    assert_eq!(Some(&draft), manager.agent().state().answer.as_ref());
    let executor = manager.agent().state().executor.as_ref().unwrap();
    let result = executor.execution_result();
    assert_eq!(result.status, ExecutionStatus::Failed);
    assert_eq!(
        (
            result.done.len(),
            result.failed.len(),
            result.not_done.len()
        ),
        (1, 1, 1)
    );
}

#[test]
fn what_is_left_out_takes_with_it_what_needs_it() {
    let tasks = json!([
        ["a", "works.look", {}, []],
        ["b", "works.look", {"name": "${a.made}"}, ["a"]],
        ["c", "works.look", {}, []],
    ]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    let (a, c) = (TaskId::new("a"), TaskId::new("c"));
    let executor = manager.agent().state().executor.as_ref().unwrap();
    assert_eq!(
        executor.needing(&[TaskIndex(0)]),
        [(TaskIndex(1), TaskIndex(0))]
    );
    let everything = Command::Start {
        leave_out: vec![a.clone(), c],
    };
    let refused = block_on(manager.take(everything));
    let nothing_left = kikitori_tasks::ManagerError::Refused(ChainError::NothingLeft);
    assert_eq!(refused, Err(nothing_left));
    block_on(manager.take(Command::Start { leave_out: vec![a] })).unwrap();
    let manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(
        task_states(&manager),
        ["a: LeftOut", "b: LeftOut", "c: Succeeded"]
    );
}

#[test]
fn a_task_that_looks_something_up_after_another_runs_also_if_that_one_fails() {
    let (refused, none) = (json!({"fails": "refused"}), json!({}));
    let uses = |id: &str| json!({"name": format!("${{{id}.made}}")});
    for (tasks, expected) in [
        // It uses nothing of it, and nothing that changes rests on it.
        (
            json!([
                ["a", "works.send", refused, []],
                ["b", "works.look", none, ["a"]]
            ]),
            ["a: Failed", "b: Succeeded"].as_slice(),
        ),
        (
            json!([
                ["a", "works.send", refused, []],
                ["b", "works.look", uses("a"), ["a"]]
            ]),
            &["a: Failed", "b: Skipped"],
        ),
        (
            json!([
                ["a", "works.send", refused, []],
                ["b", "works.send", none, ["a"]]
            ]),
            &["a: Failed", "b: Skipped"],
        ),
        // What is changed by what was looked up waits for what comes before that.
        (
            json!([
                ["a", "works.send", refused, []],
                ["b", "works.look", none, ["a"]],
                ["c", "works.send", uses("b"), ["b"]],
            ]),
            &["a: Failed", "b: Skipped", "c: Skipped"],
        ),
        // What is skipped is an end too.
        (
            json!([
                ["a", "works.send", refused, []],
                ["b", "works.look", uses("a"), ["a"]],
                ["c", "works.look", none, ["b"]],
                ["d", "works.look", uses("c"), ["a", "c"]],
            ]),
            &["a: Failed", "b: Skipped", "c: Succeeded", "d: Succeeded"],
        ),
    ] {
        let world = World::new();
        let manager = world.started(&tasks);
        assert_eq!(manager.agent().phase(), Phase::Done);
        assert_eq!(task_states(&manager), expected, "{tasks}");
    }
}

#[test]
fn a_failed_task_that_runs_with_other_parameters_has_what_came_after_it_looked_up_again() {
    let tasks = json!([
        ["a", "works.send", {"fails": "refused"}, []],
        ["b", "works.look", {"ms": 5}, ["a"]],
    ]);
    let world = World::new();
    let mut manager = world.started(&tasks);
    assert_eq!(task_states(&manager), ["a: Failed", "b: Succeeded"]);
    let edit = Command::Edit {
        task: TaskId::new("a"),
        parameters: serde_json::from_value(json!({"ms": 1})).unwrap(),
    };
    block_on(manager.take(edit)).unwrap();
    let manager = world.advanced(manager);
    assert_eq!(task_states(&manager), ["a: Succeeded", "b: Succeeded"]);
    let calls = world.calls.borrow();
    let names: Vec<&str> = calls.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(names, ["send", "look", "send", "look"]);
}

#[test]
fn a_changing_task_that_was_under_way_when_the_page_was_killed_is_asked_for_and_not_repeated() {
    let tasks = json!([
        ["send", "works.send", {}, []], ["book", "works.book", {}, []], ["look", "works.look", {}, []],
        ["after", "works.look", {"name": "${send}"}, ["send"]],
    ]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    let id = manager.agent().state().id.clone();
    let before = world.store.batches().len();
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    // Killed right behind the batch that says that they begin.
    let killed = World {
        store: Rc::new(world.store.after(before + 1)),
        ..World::new()
    };
    let resumed = TaskChainManager::resume(&id, killed.ports(&tasks, 100), limits());
    let mut manager = killed.advanced(block_on(resumed).unwrap());
    let asked = ConfirmationService::open(manager.agent());
    assert!(
        matches!(asked[0].kind, ConfirmationKind::OutcomeUnknown(_)),
        "{asked:?}"
    );
    let expected = [
        "send: Asking",
        "book: Succeeded",
        "look: Succeeded",
        "after: Waiting",
    ];
    assert_eq!(task_states(&manager), expected);
    let names = |calls: &Calls| {
        calls
            .borrow()
            .iter()
            .map(|it| it.0.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&killed.calls), ["book", "look"]);
    let key = killed.calls.borrow()[0].1.clone();
    assert_eq!(key, format!("{id}/book/0"), "a second try has the same key");
    let settle = Command::Confirm {
        task: TaskId::new("send"),
        answer: ConfirmationAnswer::Settle(Settlement::WasDone),
    };
    block_on(manager.take(settle)).unwrap();
    let manager = killed.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(names(&killed.calls), ["book", "look", "look"]);
}

#[test]
fn an_edit_runs_again_what_changed_and_nothing_else_and_repeats_no_change() {
    let tasks = json!([
        ["a", "works.look", {"name": "old"}, []],
        ["b", "works.look", {"name": "${a.made}"}, ["a"]],
        ["c", "works.look", {}, []],
        ["sent", "works.send", {}, ["c"]],
    ]);
    let world = World::new();
    let mut manager = world.started(&tasks);
    assert_eq!(manager.agent().phase(), Phase::Done);
    let calls = world.calls.borrow().len();
    let edit = |task: &str, parameters: Value| Command::Edit {
        task: TaskId::new(task),
        parameters: parameters.as_object().unwrap().clone(),
    };
    block_on(manager.take(edit("a", json!({"name": "new"})))).unwrap();
    let mut manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(world.calls.borrow().len(), calls + 2);
    let executor = manager.agent().state().executor.as_ref().unwrap();
    assert_eq!(executor.result(&TaskId::new("b")).unwrap()["made"], "new");
    let repeated = block_on(manager.take(edit("c", json!({})))).unwrap_err();
    let sent = TaskId::new("sent");
    let refusal = ChainError::Task(ExecutorRefusal::WouldRepeat { task: sent });
    assert_eq!(repeated, kikitori_tasks::ManagerError::Refused(refusal));
    assert!(block_on(manager.take(edit("a", json!({"nome": 1})))).is_err());
}
