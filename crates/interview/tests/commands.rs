//! A session as the person's commands run it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::executor::LocalPool;
use futures::future::LocalBoxFuture;
use futures::task::LocalSpawnExt;
use kikitori_interview::{Command, Failure, Limits, Pause};
use kikitori_llm::{Caps, ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_store::MemoryStore;
use support::*;

/// Never answers, and counts how often it is asked.
#[derive(Default)]
struct Silence(Cell<u32>);

impl Model for Silence {
    fn chat<'a>(
        &'a self,
        _: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.0.set(self.0.get() + 1);
        Box::pin(futures::future::pending())
    }
}

/// A session at work, with what it has paused for so far.
struct AtWork {
    pool: LocalPool,
    commands: Option<UnboundedSender<Command>>,
    pauses: Rc<RefCell<Vec<Pause>>>,
    ended: Rc<Cell<bool>>,
    model: Rc<Silence>,
}

impl AtWork {
    fn new() -> Self {
        let model = Rc::new(Silence::default());
        let driver = start(ports(model.clone(), Rc::new(MemoryStore::new())));
        let (commands, receiver) = unbounded();
        let pauses = Rc::new(RefCell::new(Vec::new()));
        let ended = Rc::new(Cell::new(false));
        let (heard, over) = (pauses.clone(), ended.clone());
        let pool = LocalPool::new();
        pool.spawner()
            .spawn_local(async move {
                driver
                    .run(receiver, |pause| {
                        heard.borrow_mut().push(pause.unwrap());
                    })
                    .await;
                over.set(true);
            })
            .unwrap();
        let mut session = Self {
            pool,
            commands: Some(commands),
            pauses,
            ended,
            model,
        };
        session.pool.run_until_stalled();
        session
    }

    fn command(&mut self, command: Command) {
        let commands = self.commands.as_ref().unwrap();
        commands.unbounded_send(command).unwrap();
        self.pool.run_until_stalled();
    }

    fn leave(&mut self) {
        self.commands = None;
        self.pool.run_until_stalled();
    }

    /// Model calls, pauses, and whether it is over.
    fn account(&self) -> (u32, Vec<Pause>, bool) {
        (
            self.model.0.get(),
            self.pauses.borrow().clone(),
            self.ended.get(),
        )
    }
}

#[test]
fn leaving_a_stopped_session_calls_nobody() {
    let mut session = AtWork::new();
    assert_eq!(session.account(), (1, vec![], false));
    session.command(Command::Stop);
    assert_eq!(session.account(), (1, vec![Pause::Stopped], false));
    // A page that is left stops what it is waiting for, whether or not it waits.
    session.command(Command::Stop);
    session.leave();
    assert_eq!(session.account(), (1, vec![Pause::Stopped], true));
}

#[test]
fn leaving_a_session_at_work_ends_it() {
    let mut session = AtWork::new();
    session.leave();
    assert_eq!(session.account(), (1, vec![Pause::Stopped], true));
}

#[test]
fn a_retry_makes_the_stopped_call_again() {
    let mut session = AtWork::new();
    session.command(Command::Stop);
    session.command(Command::Retry);
    assert_eq!(session.account(), (2, vec![Pause::Stopped], false));
}

#[test]
fn bounds_that_are_set_during_a_call_count_from_the_next_one_and_raising_a_cap_goes_on() {
    let capped = |calls| {
        let session_caps = Caps {
            calls: Some(calls),
            ..Caps::default()
        };
        Command::Limit(Limits {
            session_caps,
            ..Limits::default()
        })
    };
    let mut session = AtWork::new();
    session.command(capped(1));
    session.command(Command::Stop);
    // Nothing stands still at a cap, so nothing goes on by itself.
    session.command(capped(1));
    assert_eq!(session.account(), (1, vec![Pause::Stopped], false));
    session.command(Command::Retry);
    let (calls, pauses, _) = session.account();
    assert_eq!((calls, pauses.len()), (1, 2));
    assert!(matches!(
        pauses[1],
        Pause::Failed(Failure::BudgetExceeded { .. })
    ));
    session.command(capped(2));
    assert_eq!(session.account().0, 2);
}
