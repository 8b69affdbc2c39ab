//! Any chain, with failures, questions, cancellations and kills at any event: each task is done at
//! most once, in order, and comes to what it comes to when tasks run one after the other.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod world;

use std::collections::{BTreeMap, BTreeSet};

use kikitori_tasks::{
    Effect, ExecutionLimits, ExecutionStatus, ServiceDirectory, ServiceError, ServiceErrorKind,
    Settlement, TaskExecutor, TaskId, TaskIndex, TaskOutcome, TaskStatus, TaskUpdate,
};
use proptest::prelude::*;
use serde_json::json;
use world::World;

/// How often things happen, in a thousand events.
#[derive(Debug, Clone, Copy)]
struct Rates {
    kills: u32,
    cancels: u32,
    /// The one event at which the page is killed besides.
    kill_at: Option<u64>,
    side_by_side: usize,
}

/// A chain at work, with what is in the store.
struct Run {
    executor: TaskExecutor,
    /// What the stored updates make.
    stored: TaskExecutor,
    world: World,
    directory: ServiceDirectory,
    limits: ExecutionLimits,
    needed: BTreeMap<TaskId, Vec<TaskId>>,
    settled: Vec<TaskId>,
    events: u64,
    kills: u32,
    reopened: u32,
}

impl Run {
    fn new(world: World, rates: Rates) -> Self {
        let executor = TaskExecutor::new(world.tasks.clone()).unwrap();
        Self {
            stored: executor.clone(),
            executor,
            needed: world.needed(),
            world,
            directory: World::directory(),
            limits: ExecutionLimits {
                side_by_side: rates.side_by_side,
                ..ExecutionLimits::default()
            },
            settled: Vec::new(),
            events: 0,
            kills: 0,
            reopened: 0,
        }
    }

    fn store(&mut self, updates: Vec<TaskUpdate>) {
        for update in updates {
            let text = serde_json::to_string(&update).unwrap();
            assert_eq!(serde_json::from_str::<TaskUpdate>(&text).unwrap(), update);
            if let TaskUpdate::Begun { task, .. } = &update {
                let begun = &self.executor.record(*task).unwrap().task.id;
                for dependency in self.executor.graph().dependencies(*task) {
                    let dependency = self.executor.record(dependency).unwrap();
                    let is_done = matches!(dependency.status, TaskStatus::Succeeded { .. });
                    let is_needed = self.needed[begun].contains(&dependency.task.id);
                    assert!(is_done || !is_needed && dependency.status.is_final());
                }
                let is_lost = |it: &TaskId| self.executor.result(it).is_none();
                let task = &self.executor.record(*task).unwrap().task;
                assert!(!World::lacks_all(task, is_lost), "{begun}");
            }
            self.stored.apply(update);
        }
    }

    fn begin(&mut self) {
        let now = self.events;
        let updates = self
            .executor
            .begin_ready(&self.directory, &self.limits, now);
        self.store(updates);
        assert!(self.executor.running().count() <= self.limits.side_by_side);
    }

    /// The call of `step` reaches its service.
    fn called(&mut self, task: TaskIndex) -> TaskOutcome {
        let parameters = self
            .executor
            .parameters(task, &self.directory, &self.limits);
        let record = self.executor.record(task).unwrap();
        let key = u64::from(record.generation);
        let how = (key, record.is_preview());
        self.world.call(&record.task, how, &parameters.unwrap())
    }

    fn end(&mut self, step: u64, task: TaskIndex) {
        let is_preview = self.executor.record(task).unwrap().is_preview();
        let outcome = self.called(task);
        if let TaskOutcome::Done(_) = outcome
            && !is_preview
        {
            let id = self.executor.record(task).unwrap().task.id.clone();
            *self.world.done.entry(id).or_default() += 1;
        }
        let now = self.events;
        let told = self
            .executor
            .told(step, outcome.clone(), &self.limits, now)
            .unwrap();
        assert!(
            self.executor
                .told(step, outcome, &self.limits, now)
                .is_err()
        );
        self.store(told);
    }

    fn answer(&mut self, task: TaskIndex) {
        let record = self.executor.record(task).unwrap();
        let id = record.task.id.clone();
        let updates = match &record.status {
            // What was edited to the same is the same.
            TaskStatus::AwaitingApproval if self.events.is_multiple_of(2) => {
                let parameters = record.task.parameters.clone();
                self.executor
                    .edit_and_approve(&id, parameters, &self.directory)
            }
            TaskStatus::AwaitingApproval => self.executor.approve(&id),
            TaskStatus::Ambiguous(_) => self.executor.choose(&id, "that", &self.directory),
            _ => {
                let settlement = match self.world.was_done(&id) {
                    true => Settlement::WasDone,
                    false => Settlement::RunAgain,
                };
                if settlement == Settlement::WasDone {
                    self.settled.push(id.clone());
                }
                self.executor.settle(&id, settlement, self.events)
            }
        };
        self.store(updates.unwrap());
    }

    /// The page is killed: what is in the store goes on, and of each call that was under way the
    /// effect may have been made.
    fn kill(&mut self, random: &mut fastrand::Rng) {
        self.kills += 1;
        assert!(
            self.stored == self.executor,
            "what is stored is what there is"
        );
        for (_, task) in self.executor.running().collect::<Vec<_>>() {
            if random.bool() {
                self.called(task);
            }
        }
        self.executor = match random.bool() {
            true => self.stored.clone(),
            false => serde_json::from_str(&serde_json::to_string(&self.executor).unwrap()).unwrap(),
        };
        let updates = self
            .executor
            .resume(&self.directory, &self.limits, self.events);
        self.store(updates);
    }

    fn run(&mut self, rates: Rates, random: &mut fastrand::Rng) {
        let bound = 60 * self.world.tasks.len() as u64 + 1_000;
        loop {
            self.begin();
            let running: Vec<_> = self.executor.running().collect();
            let asking: Vec<_> = self.executor.asking().collect();
            let is_cancelled = self.executor.cancelled_at().is_some();
            if running.is_empty() && (asking.is_empty() || is_cancelled) {
                if is_cancelled && random.bool() {
                    self.reopened += 1;
                    let updates = self.executor.reopen();
                    self.store(updates);
                    continue;
                }
                return;
            }
            self.events += 1;
            assert!(self.events < bound, "it comes to an end");
            let chance = random.u32(0..1_000);
            if chance < rates.kills || rates.kill_at == Some(self.events) {
                self.kill(random);
            } else if chance < rates.kills + rates.cancels {
                let updates = self.executor.cancel(self.events);
                self.store(updates);
            } else if !asking.is_empty() && !is_cancelled && (running.is_empty() || random.bool()) {
                self.answer(asking[random.usize(0..asking.len())]);
            } else if !running.is_empty() {
                let (step, task) = running[random.usize(0..running.len())];
                self.end(step, task);
            }
        }
    }

    fn check(&self) {
        assert!(self.stored == self.executor);
        let is_cancelled = self.executor.cancelled_at().is_some();
        assert!(self.executor.is_over() || is_cancelled);
        // A killed call counts for its service and not for the task, which has a try more; and a
        // chain that goes on tries anew what was cut off.
        let records = self.executor.records().iter();
        let lucky = records.filter(|it| {
            matches!(it.status, TaskStatus::Succeeded { .. }) && self.world.fails(&it.task)
        });
        let lucky: BTreeSet<TaskId> = lucky.map(|it| it.task.id.clone()).collect();
        let is_cut_off = self.kills + self.reopened > 0;
        assert!(lucky.is_empty() || is_cut_off, "{lucky:?}");
        let expected = self.world.one_after_the_other(&lucky);
        let result = self.executor.execution_result();
        let all = result.done.len() + result.failed.len() + result.not_done.len();
        assert_eq!(all, self.world.tasks.len());
        for record in self.executor.records() {
            let (task, id) = (&record.task, &record.task.id);
            let (effects, done) = (self.world.effects.get(id), self.world.done.get(id));
            assert!(
                effects.is_none_or(|keys| keys.len() == 1),
                "{id}: {effects:?}"
            );
            assert!(done.is_none_or(|done| *done == 1), "{id}: {done:?}");
            match (&record.status, &expected[id]) {
                (TaskStatus::Succeeded { result }, _) if self.settled.contains(id) => {
                    assert!(task.terms.effect.is_changing() && result.is_null());
                }
                (TaskStatus::Succeeded { result }, Some(expected)) => assert_eq!(result, expected),
                (TaskStatus::Succeeded { .. }, None) => panic!("{id}"),
                (_, None) => {}
                (status, Some(_)) => assert!(is_cancelled, "{id}: {status:?}"),
            }
        }
        if is_cancelled {
            assert_eq!(result.status, ExecutionStatus::Cancelled);
        }
    }
}

fn runs(size: usize, rates: Rates, troubles: bool, seed: u64) -> Run {
    let mut random = fastrand::Rng::with_seed(seed);
    let world = World::random(size, troubles, &mut random);
    let mut run = Run::new(world, rates);
    run.run(rates, &mut random);
    run.check();
    run
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_chain_with_kills_at_any_event_comes_to_what_a_sequential_run_comes_to(
        size in 1_usize..80,
        kills in prop_oneof![Just(0), Just(30), Just(500)],
        cancels in prop_oneof![4 => Just(0), 1 => Just(20)],
        side_by_side in prop_oneof![Just(1), Just(3), Just(1_000)],
        troubles in any::<bool>(),
        seed in any::<u64>(),
    ) {
        runs(size, Rates { kills, cancels, kill_at: None, side_by_side }, troubles, seed);
    }
}

#[test]
fn ten_thousand_tasks_with_failures_questions_and_kills_come_to_the_same() {
    for (seed, cancels) in [(1, 0), (2, 1)] {
        let rates = Rates {
            kills: 1,
            cancels,
            kill_at: None,
            side_by_side: 64,
        };
        let run = runs(10_000, rates, true, seed);
        assert!(
            cancels > 0 || run.kills > 2 && run.events > 8_000,
            "{}",
            run.events
        );
    }
}

#[test]
fn a_kill_at_each_event_of_a_chain_loses_nothing() {
    let rates = |kill_at| Rates {
        kills: 0,
        cancels: 0,
        kill_at,
        side_by_side: 4,
    };
    let events = runs(80, rates(None), true, 7).events;
    assert!(events > 50, "{events}");
    for event in 1..=events {
        assert_eq!(runs(80, rates(Some(event)), true, 7).kills, 1, "{event}");
    }
}

#[test]
fn an_edit_that_refers_to_what_failed_takes_all_along_that_waited_behind() {
    let task = |id: &str, inputs: &[&str], after: &[&str]| {
        let mut task = World::task(id, Effect::Reading);
        let inputs: Vec<String> = inputs.iter().map(|it| format!("${{{it}.value}}")).collect();
        task.parameters.insert("inputs".to_owned(), json!(inputs));
        task.depends_on = after.iter().map(|it| TaskId::new(it)).collect();
        task
    };
    // `next` comes after both, for the order only, and the others wait behind it.
    let tasks = vec![
        task("failing", &[], &[]),
        task("slow", &[], &[]),
        task("next", &[], &["failing", "slow"]),
        task("second", &["next"], &["next"]),
        task("last", &["second"], &["second"]),
    ];
    let (directory, limits) = (World::directory(), ExecutionLimits::default());
    let mut executor = TaskExecutor::new(tasks).unwrap();
    executor.begin_ready(&directory, &limits, 0);
    let refused = TaskOutcome::Failed(ServiceError::new(ServiceErrorKind::Refused, "no"));
    executor.told(1, refused, &limits, 0).unwrap();
    let next = TaskId::new("next");
    let mut parameters = executor
        .record(TaskIndex(2))
        .unwrap()
        .task
        .parameters
        .clone();
    parameters.insert("inputs".to_owned(), json!(["${failing.value}"]));
    executor.edit(&next, parameters, &directory).unwrap();
    let because = TaskIndex(0);
    for record in &executor.records()[2..] {
        assert_eq!(
            record.status,
            TaskStatus::Skipped { because },
            "{}",
            record.task.id
        );
    }
}
