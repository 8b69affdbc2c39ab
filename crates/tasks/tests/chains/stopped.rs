//! What a cancellation and a pause end, and what is left to do after them.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::mpsc::unbounded;
use futures::executor::{LocalPool, block_on};
use futures::task::LocalSpawnExt;
use kikitori_tasks::{Command, Pause, Phase, TaskChainManager};
use serde_json::json;

use super::World;
use super::support::{limits, task_states};

#[test]
fn a_chain_that_was_stopped_when_only_its_answer_was_left_can_still_be_answered() {
    let tasks = json!([["a", "works.send", {"ms": 5}, []]]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    // What changes something is let end.
    block_on(manager.take(Command::Cancel)).unwrap();
    let mut manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Cancelled);
    assert!(manager.agent().state().can_be_answered());
    assert!(!manager.agent().state().can_be_reopened());
    block_on(manager.take(Command::Retry)).unwrap();
    let manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(task_states(&manager), ["a: Succeeded"]);
    assert!(manager.agent().state().answer.is_some());
    // Of a plan that never ran there is nothing to tell, and nothing to go on with.
    let mut stopped = World::new().planned(&tasks);
    block_on(stopped.take(Command::Cancel)).unwrap();
    assert!(!stopped.agent().state().can_be_answered());
    assert!(block_on(stopped.take(Command::Retry)).is_err());
    assert!(block_on(stopped.take(Command::Resume)).is_err());
}

#[test]
fn a_cancellation_ends_what_only_reads_lets_changes_end_and_says_what_was_done() {
    let tasks = json!([
        ["quick", "works.look", {}, []],
        ["slow", "works.look", {"ms": 5_000}, []],
        ["send", "works.send", {"ms": 3_000}, []],
        ["later", "works.send", {}, ["send"]],
    ]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    let (commands, receiver) = unbounded();
    let phases: Rc<RefCell<Vec<Phase>>> = Rc::default();
    let paused = phases.clone();
    let store = world.store.clone();
    let id = manager.agent().state().id.clone();
    let mut pool = LocalPool::new();
    let run = manager.run(receiver, move |pause| match pause {
        Ok(Pause::At(phase)) => paused.borrow_mut().push(phase),
        other => panic!("{other:?}"),
    });
    pool.spawner().spawn_local(run).unwrap();
    pool.run_until_stalled();
    commands.unbounded_send(Command::Cancel).unwrap();
    pool.run_until_stalled();
    assert!(phases.borrow().is_empty(), "a change is under way");
    assert!(world.timer.jump());
    pool.run_until_stalled();
    assert_eq!(*phases.borrow(), [Phase::Cancelled]);
    drop(commands);
    pool.run_until_stalled();
    let world = World {
        store,
        ..World::new()
    };
    let resumed = TaskChainManager::resume(&id, world.ports(&tasks, 100), limits());
    let mut manager = world.advanced(block_on(resumed).unwrap());
    let expected = [
        "quick: Succeeded",
        "slow: Cancelled",
        "send: Succeeded",
        "later: Cancelled",
    ];
    assert_eq!(task_states(&manager), expected);
    assert_eq!(manager.agent().phase(), Phase::Cancelled);
    assert!(world.calls.borrow().is_empty());
    assert!(block_on(manager.take(Command::Cancel)).is_err());
    let counts = manager.agent().state().executor.as_ref().unwrap().counts();
    assert_eq!((counts.done, counts.left_out, counts.not_done), (2, 0, 2));
    // Gone on with, only what was cut off is done.
    block_on(manager.take(Command::Resume)).unwrap();
    let manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Done);
    let calls = world.calls.borrow();
    let called: Vec<&str> = calls.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(called, ["look", "send"]);
}

#[test]
fn a_chain_that_was_stopped_in_the_middle_is_answered_with_what_was_done() {
    let tasks = json!([
        ["seen", "works.look", {}, []],
        ["slow", "works.look", {"ms": 5_000}, []],
        ["gone", "works.look", {"fails": "refused"}, []],
        ["behind", "works.send", {"name": "${gone.made}"}, ["gone"]],
    ]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    let (commands, receiver) = unbounded();
    let mut receiver = receiver;
    let mut pool = LocalPool::new();
    let work = async move {
        manager.work(&mut receiver).await.unwrap();
        manager
    };
    let work = pool.spawner().spawn_local_with_handle(work).unwrap();
    pool.run_until_stalled();
    commands.unbounded_send(Command::Cancel).unwrap();
    let mut manager = pool.run_until(work);
    assert_eq!(manager.agent().phase(), Phase::Cancelled);
    let states = [
        "seen: Succeeded",
        "slow: Cancelled",
        "gone: Failed",
        "behind: Skipped",
    ];
    assert_eq!(task_states(&manager), states);
    block_on(manager.take(Command::Retry)).unwrap();
    let manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Done);
    assert_eq!(task_states(&manager), states);
    assert!(manager.agent().state().answer.is_some());
    // Read back from the store it is the same.
    let id = &manager.agent().state().id;
    let read = TaskChainManager::resume(id, world.ports(&tasks, 100), limits());
    assert_eq!(
        block_on(read).unwrap().agent().state(),
        manager.agent().state()
    );
}

#[test]
fn a_pause_begins_nothing_more_and_holds_over_a_kill() {
    let tasks = json!([["a", "works.look", {"ms": 9}, []], ["b", "works.look", {}, ["a"]]]);
    let world = World::new();
    let mut manager = world.planned(&tasks);
    block_on(manager.take(Command::Start { leave_out: vec![] })).unwrap();
    block_on(manager.take(Command::Pause)).unwrap();
    let manager = world.advanced(manager);
    assert_eq!(manager.agent().phase(), Phase::Paused);
    let id = manager.agent().state().id.clone();
    let resumed = TaskChainManager::resume(&id, world.ports(&tasks, 100), limits());
    let mut manager = world.advanced(block_on(resumed).unwrap());
    assert_eq!(task_states(&manager), ["a: Succeeded", "b: Waiting"]);
    block_on(manager.take(Command::Resume)).unwrap();
    assert_eq!(world.advanced(manager).agent().phase(), Phase::Done);
}
