//! Task chains on the driver: parallel tasks that start when their own dependencies are done, with
//! a confirmation in the middle.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod engine;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use engine::{Chain, Chains, Choice, output};
use futures::channel::oneshot;
use futures::executor::{LocalPool, block_on};
use futures::future::LocalBoxFuture;
use futures::task::LocalSpawnExt;
use kikitori_agent::ToolOutput;
use kikitori_engine::caller::{CallLimits, Caller, ContextWindow, ModelOutcome};
use kikitori_engine::{
    Action, Driver, DriverError, DriverPorts, Engine, Idle, NoEvents, Outcome, SessionRecord,
    ToolRequest, ToolRunner,
};
use kikitori_journal::SessionKey;
use kikitori_llm::{
    AssistantMessage, ChatRequest, Completion, Delta, LlmError, Message, Model, UsageTotals,
};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{RecordingStore, Store, StoreError};

/// `b` and `c` wait for `a`; `e` for `b` alone; `f` for `c`, which asks; `g` for both.
const PLAN: &str = r#"[
    {"id": 1, "tool": "a"}, {"id": 2, "tool": "b", "after": [1]},
    {"id": 3, "tool": "ambiguous", "after": [1]}, {"id": 5, "tool": "e", "after": [2]},
    {"id": 6, "tool": "f", "after": [3]}, {"id": 7, "tool": "g", "after": [5, 6]}
]"#;
const ANSWER: &str = "a() b(a()) chosen e(b(a())) f(chosen) g(e(b(a()))+f(chosen))";

struct Planner;

fn reply(request: &ChatRequest) -> Completion {
    let Some(Message::User { content, .. }) = request.messages.last() else {
        panic!("{request:?}")
    };
    let text = if content == "Do it" { PLAN } else { content };
    Completion {
        message: AssistantMessage {
            content: Some(text.to_owned()),
            ..AssistantMessage::default()
        },
        ..Completion::default()
    }
}

impl Model for Planner {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move { Ok(reply(&request)) })
    }
}

/// Tools that end when the test says so, or at once.
#[derive(Default)]
struct Gate {
    waiting: RefCell<Vec<(String, oneshot::Sender<()>)>>,
    ran: RefCell<Vec<String>>,
    is_open: Cell<bool>,
}

impl ToolRunner for Gate {
    fn run(&self, request: ToolRequest) -> LocalBoxFuture<'static, ToolOutput> {
        self.ran.borrow_mut().push(request.tool.clone());
        let (release, released) = oneshot::channel();
        match self.is_open.get() {
            true => release.send(()).unwrap(),
            false => self
                .waiting
                .borrow_mut()
                .push((request.tool.clone(), release)),
        }
        Box::pin(async move {
            released.await.unwrap();
            output(&request)
        })
    }
}

impl Gate {
    fn open() -> Self {
        let gate = Self::default();
        gate.is_open.set(true);
        gate
    }

    fn at_work(&self) -> Vec<String> {
        let waiting = self.waiting.borrow();
        let at_work = waiting.iter().filter(|(_, release)| !release.is_canceled());
        at_work.map(|(tool, _)| tool.clone()).collect()
    }

    fn finish(&self, tool: &str) {
        let mut waiting = self.waiting.borrow_mut();
        let place = waiting.iter().position(|(name, _)| name == tool).unwrap();
        waiting.remove(place).1.send(()).unwrap();
    }
}

#[derive(Default)]
struct Counting(Cell<u64>);
impl Clock for Counting {
    fn now_ms(&self) -> u64 {
        1
    }
}
impl Ids for Counting {
    fn new_id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("writer-{}-{:p}", self.0.get(), self)
    }
}

fn ports(store: Rc<dyn Store>, tools: Rc<dyn ToolRunner>) -> DriverPorts<Chains> {
    let window = ContextWindow::new(100_000, None);
    let limits = CallLimits::default();
    DriverPorts {
        caller: Rc::new(Caller::new(
            Rc::new(Planner),
            limits,
            window,
            UsageTotals::default(),
        )),
        tools,
        store,
        clock: Rc::new(Counting::default()),
        ids: Rc::new(Counting::default()),
        events: Rc::new(NoEvents),
    }
}

fn chain() -> Chains {
    Chains::new(Chain {
        request: "Do it".to_owned(),
        ..Chain::default()
    })
}

fn begun(store: Rc<dyn Store>, tools: Rc<dyn ToolRunner>) -> Driver<Chains> {
    block_on(Driver::begin(chain(), ports(store, tools))).unwrap()
}

/// What `engine` comes to when outcomes and the person's choice come in every possible order.
fn every_order(engine: &Chains, ends: &mut Vec<Chain>) {
    let steps = engine.steps();
    for step in &steps {
        let mut next = engine.clone();
        let outcome = match &step.action {
            Action::CallModel(call) => Outcome::Model(ModelOutcome {
                result: Ok(reply(&call.request)),
                usage: UsageTotals::default(),
            }),
            Action::RunTool(request) => Outcome::Tool(output(request)),
        };
        next.told(step.id, outcome.clone(), 1).unwrap();
        assert!(
            next.told(step.id, outcome, 1).is_err(),
            "an outcome is taken once"
        );
        every_order(&next, ends);
    }
    let questions: Vec<u64> = engine.state().questions.keys().copied().collect();
    for task in &questions {
        let mut next = engine.clone();
        next.input(Choice::Choose(*task, "chosen".to_owned()), 1)
            .unwrap();
        every_order(&next, ends);
    }
    if steps.is_empty() && questions.is_empty() {
        ends.push(engine.state().clone());
    }
}

#[test]
fn every_order_of_outcomes_comes_to_the_same_state() {
    let mut ends = Vec::new();
    every_order(&chain(), &mut ends);
    assert!(ends.len() > 5, "{}", ends.len());
    assert_eq!(ends[0].answer.as_deref(), Some(ANSWER));
    assert!(ends.iter().all(|end| *end == ends[0]));
}

#[test]
fn a_task_starts_the_moment_its_own_dependencies_are_done_and_a_choice_is_taken_meanwhile() {
    let gate = Rc::new(Gate::default());
    let mut driver = begun(Rc::new(RecordingStore::new()), gate.clone());
    let (choices, mut receiver) = futures::channel::mpsc::unbounded();
    let mut pool = LocalPool::new();
    let ended = pool.spawner().spawn_local_with_handle(async move {
        // Before the choice is made, and after.
        driver.run(&mut receiver).await.unwrap();
        driver.run_alone().await.unwrap();
        driver.engine().state().clone()
    });
    let mut expect = |finish: Option<&str>, at_work: &[&str]| {
        if let Some(tool) = finish {
            gate.finish(tool);
        }
        pool.run_until_stalled();
        assert_eq!(gate.at_work(), at_work, "after {finish:?}");
    };
    expect(None, &["a"]);
    expect(Some("a"), &["b", "ambiguous"]);
    expect(Some("b"), &["ambiguous", "e"]);
    // It asks; what does not depend on it goes on.
    expect(Some("ambiguous"), &["e"]);
    choices
        .unbounded_send(Choice::Choose(3, "chosen".to_owned()))
        .unwrap();
    expect(None, &["e", "f"]);
    expect(Some("f"), &["e"]);
    expect(Some("e"), &["g"]);
    expect(Some("g"), &[]);
    let state = pool.run_until(ended.unwrap());
    assert_eq!(state.answer.as_deref(), Some(ANSWER));
    assert_eq!(state.used.calls, 2);
}

#[test]
fn a_cancel_ends_what_is_under_way_and_no_more_run_side_by_side_than_are_allowed() {
    let gate = Rc::new(Gate::default());
    let mut driver = begun(Rc::new(RecordingStore::new()), gate.clone()).side_by_side(1);
    let (choices, mut receiver) = futures::channel::mpsc::unbounded();
    let mut pool = LocalPool::new();
    let idle = pool
        .spawner()
        .spawn_local_with_handle(async move { driver.run(&mut receiver).await.unwrap() })
        .unwrap();
    pool.run_until_stalled();
    gate.finish("a");
    pool.run_until_stalled();
    assert_eq!(gate.at_work(), ["b"], "the other one waits for its turn");
    choices.unbounded_send(Choice::Cancel).unwrap();
    pool.run_until_stalled();
    assert_eq!(gate.at_work(), [] as [&str; 0]);
    assert_eq!(pool.run_until(idle), Idle::NoSteps);
}

async fn to_the_end(driver: &mut Driver<Chains>) -> Chain {
    driver.run_alone().await.unwrap();
    if driver.engine().state().questions.contains_key(&3) {
        let chosen = Choice::Choose(3, "chosen".to_owned());
        driver.input(chosen).await.unwrap();
        driver.run_alone().await.unwrap();
    }
    driver.engine().state().clone()
}

#[test]
fn a_kill_after_any_batch_loses_nothing_and_no_finished_task_runs_again() {
    let store = Rc::new(RecordingStore::new());
    let mut driver = begun(store.clone(), Rc::new(Gate::open()));
    let whole = block_on(to_the_end(&mut driver));
    assert_eq!(whole.answer.as_deref(), Some(ANSWER));
    assert!(store.batches().len() > 8);
    let session = SessionKey::new("chain");
    for killed in store.after_each() {
        let (killed, gate) = (Rc::new(killed), Rc::new(Gate::open()));
        let opened = SessionRecord::<Chain>::open(killed.clone(), &session, "again");
        let opened = block_on(opened).unwrap().unwrap();
        assert!(opened.damage.is_empty());
        let before = opened.state.clone();
        let engine = Chains::new(opened.state);
        let mut driver = Driver::resume(engine, ports(killed, gate.clone()), opened.record);
        let end = block_on(to_the_end(&mut driver));
        assert_eq!((&end.answer, &end.outputs), (&whole.answer, &whole.outputs));
        let tools = before
            .tasks
            .iter()
            .filter(|it| before.outputs.contains_key(&it.id));
        for task in tools {
            assert!(
                !gate.ran.borrow().contains(&task.tool),
                "{} ran again",
                task.tool
            );
        }
    }
}

#[test]
fn what_the_store_refuses_goes_with_the_next_batch() {
    let store = Rc::new(RecordingStore::new());
    let mut driver = begun(store.clone(), Rc::new(Gate::open()));
    store.refuse(true);
    let refused = block_on(driver.run_alone());
    assert!(matches!(
        refused,
        Err(DriverError::Store(StoreError::Full { .. }))
    ));
    store.refuse(false);
    let end = block_on(to_the_end(&mut driver));
    assert_eq!(end.answer.as_deref(), Some(ANSWER));
    let session = SessionKey::new("chain");
    let opened = SessionRecord::<Chain>::open(store, &session, "again");
    assert_eq!(block_on(opened).unwrap().unwrap().state, end);
}

#[test]
fn a_writer_that_is_superseded_overwrites_nothing_and_says_so() {
    let store = Rc::new(RecordingStore::new());
    let mut first = begun(store.clone(), Rc::new(Gate::open()));
    let session = SessionKey::new("chain");
    let opened = SessionRecord::<Chain>::open(store.clone(), &session, "other");
    let opened = block_on(opened).unwrap().unwrap();
    let batches = store.batches().len();
    for _ in 0..2 {
        let refused = block_on(first.run_alone());
        assert!(
            matches!(refused, Err(DriverError::Superseded)),
            "{refused:?}"
        );
        assert_eq!(store.batches().len(), batches);
    }
    let engine = Chains::new(opened.state);
    let ports = ports(store, Rc::new(Gate::open()));
    let mut second = Driver::resume(engine, ports, opened.record);
    let end = block_on(to_the_end(&mut second));
    assert_eq!(end.answer.as_deref(), Some(ANSWER));
}

#[test]
fn a_database_that_vanishes_under_an_open_session_gets_all_of_it_anew() {
    let store = Rc::new(RecordingStore::new());
    let mut driver = begun(store.clone(), Rc::new(Gate::open()));
    block_on(driver.run_alone()).unwrap();
    // The browser removes the database: nothing is there any more, its name neither.
    let mut nothing = kikitori_store::Batch::new();
    for key in block_on(store.keys("")).unwrap() {
        nothing.delete(key);
    }
    block_on(store.commit(nothing)).unwrap();
    let end = block_on(to_the_end(&mut driver));
    assert_eq!(end.answer.as_deref(), Some(ANSWER));
    let session = SessionKey::new("chain");
    let opened = SessionRecord::<Chain>::open(store, &session, "again");
    assert_eq!(block_on(opened).unwrap().unwrap().state, end);
}
