//! What the graph's tests share.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures::FutureExt;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_graph::*;
use kikitori_ports::{Ids, Timer};
use kikitori_store::{RecordingStore, Store};
use serde::{Deserialize, Serialize};

/// A state that keeps what nodes say, in the order in which it was taken in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Log {
    pub said: Vec<String>,
    pub last: String,
    pub count: u32,
}

/// What a node says; each field has its own reducer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Say {
    pub said: Vec<String>,
    pub last: Option<String>,
    pub count: Option<u32>,
}

pub fn say(text: impl Into<String>) -> Say {
    let text = text.into();
    Say {
        said: vec![text.clone()],
        last: Some(text),
        count: Some(1),
    }
}

impl GraphState for Log {
    type Update = Say;
    type Sent = String;
    const KIND: &'static str = "log";

    fn apply(&mut self, update: Say) {
        reduce::append(&mut self.said, update.said);
        reduce::replace(&mut self.last, update.last);
        reduce::with(&mut self.count, update.count, |count, more| *count += more);
    }
}

/// How often each thing was done, by name.
#[derive(Default)]
pub struct Tally(RefCell<BTreeMap<String, u32>>);

impl Tally {
    pub fn add(&self, name: &str) -> u32 {
        let mut counts = self.0.borrow_mut();
        let count = counts.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    }

    pub fn of(&self, name: &str) -> u32 {
        self.0.borrow().get(name).copied().unwrap_or_default()
    }

    pub fn all(&self) -> BTreeMap<String, u32> {
        self.0.borrow().clone()
    }
}

pub type Builder = StateGraph<Log, Tally>;

pub fn ports(store: &Rc<RecordingStore>) -> Ports<Tally> {
    Ports::new(Tally::default()).with_store(store.clone(), Rc::new(FreshIds))
}

/// Where forks are kept.
pub fn kept(store: &Rc<RecordingStore>) -> Checkpointer {
    Checkpointer::Store {
        store: store.clone(),
        ids: Rc::new(FreshIds),
    }
}

/// Ids that no other test has.
pub struct FreshIds;

impl Ids for FreshIds {
    fn new_id(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        format!("id-{}", NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// How many tasks are finished by what is stored.
pub fn finished_in(store: &RecordingStore) -> usize {
    let updates = block_on(store.list("session/")).unwrap().into_iter();
    let updates = updates.filter(|(key, _)| key.contains("/update/"));
    let steps = updates.map(|(_, record)| record.value().unwrap());
    let count = |step: serde_json::Value| -> usize {
        let changes = step.as_array().unwrap().iter();
        let finished = changes.filter_map(|change| change.get("finished")?.as_array());
        finished.map(Vec::len).sum()
    };
    steps.map(count).sum()
}

pub fn started(graph: &Graph<Log, Tally>, ports: &Ports<Tally>) -> Outcome<Log> {
    block_on(graph.start("run", Log::default(), ports, RunLimits::default())).unwrap()
}

pub fn resumed(
    graph: &Graph<Log, Tally>,
    ports: &Ports<Tally>,
    answers: &[(&str, serde_json::Value)],
) -> Outcome<Log> {
    let answers = answers
        .iter()
        .map(|(id, answer)| (InterruptId((*id).to_owned()), answer.clone()))
        .collect();
    block_on(graph.resume("run", answers, ports, RunLimits::default())).unwrap()
}

/// Ready after this many polls.
pub async fn later(polls: u32) {
    let mut left = polls;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// A timer whose every pause is over at once, and which remembers them.
#[derive(Default)]
pub struct Skipping(pub RefCell<Vec<Duration>>);

impl Timer for Skipping {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        self.0.borrow_mut().push(time);
        later(3).boxed_local()
    }
}
