//! A run that is killed, whenever that is, comes to the same answer and repeats nothing that it had
//! finished.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_graph::{Event, Outcome, Ports};
use kikitori_helpdesk::*;
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_scripted::calls;
use kikitori_search::{DocumentId, Index, Segment};
use kikitori_store::RecordingStore;
use serde_json::json;

const MANUAL: &str = include_str!("../../../web/manuals/kikitori.en.md");
const QUESTION: &str = "How do I download the result? What is kept if I close the tab? Can I use it without a mouse? Xylophones?";

/// The scripted model, taking its time, so that subtasks overtake each other. It counts its calls.
#[derive(Default)]
struct Slow(Cell<u32>);

impl Model for Slow {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.0.set(self.0.get() + 1);
        let text = serde_json::to_string(&request.messages).unwrap();
        // As long for the same request each time, and different for others.
        let mut polls = text.len() % 7;
        Box::pin(async move {
            poll_fn(|context| {
                polls = polls.saturating_sub(1);
                context.waker().wake_by_ref();
                match polls {
                    0 => Poll::Ready(()),
                    _ => Poll::Pending,
                }
            })
            .await;
            let reflects = request.tools.iter().any(|it| it.function.name == "reflect");
            if reflects && text.contains("<subtask>\\nCan I use it") && !text.contains("<advice>") {
                let advice = json!({"advice": "Look once more.", "is_completed": false});
                return Ok(calls("reflect", advice));
            }
            Ok(kikitori_demo_model::respond(&request))
        })
    }
}

/// What was heard of a run.
#[derive(Default)]
struct Heard {
    /// Model calls, by the task that made them.
    calls: RefCell<BTreeMap<String, u32>>,
    /// Finished tasks, with the number of batches that had been stored by then.
    finished: RefCell<Vec<(String, usize)>>,
}

fn ports(store: Rc<RecordingStore>, model: Rc<Slow>, heard: Rc<Heard>) -> Ports<Desk> {
    let mut index = Index::new();
    index.add(Segment::of_markdown(DocumentId("manual".into()), MANUAL));
    let search = DocumentSearch::new(Rc::new(index), 5).unwrap();
    let desk = Desk::new(
        model,
        vec![Rc::new(search)],
        Rc::new(DefaultPrompts),
        Settings::default(),
    );
    let batches = store.clone();
    let mut ports = Ports::new(desk).with_store(store);
    ports.events = Some(Rc::new(move |event| match event {
        // Told after each call.
        Event::Custom { task, value, .. } if value.get("tokens").is_some() => {
            *heard
                .calls
                .borrow_mut()
                .entry(task.to_string())
                .or_default() += 1;
        }
        Event::NodeFinished { task, .. } => {
            let stored = batches.batches().len();
            heard.finished.borrow_mut().push((task.to_string(), stored));
        }
        _ => {}
    }));
    ports
}

#[test]
fn a_kill_after_any_batch_asks_the_model_nothing_for_tasks_that_had_finished() {
    let agent = HelpDeskAgent::new().unwrap();
    let (store, model, heard) = <(Rc<RecordingStore>, Rc<Slow>, Rc<Heard>)>::default();
    let ports_of_all = ports(store.clone(), model.clone(), heard.clone());
    let unbroken = block_on(agent.run_agent("run", QUESTION, &ports_of_all)).unwrap();
    let Outcome::Done { state } = &unbroken else {
        panic!("{unbroken:?}")
    };
    let tries: Vec<u32> = state
        .subtask_results
        .iter()
        .map(|it| it.challenge_count)
        .collect();
    assert_eq!(tries, [1, 1, 2, 3]);
    let calls = heard.calls.borrow().clone();
    // The plan, three for each of seven tries, and the answer.
    assert_eq!(calls.len(), 1 + 3 * 7 + 1);
    assert!(calls.values().all(|times| *times == 1), "{calls:?}");
    assert_eq!(model.0.get(), 23);

    let mut spared = BTreeSet::new();
    for (batches, killed) in (1..).zip(store.after_each()) {
        let finished: BTreeSet<String> = heard
            .finished
            .borrow()
            .iter()
            .filter(|(_, stored)| *stored <= batches)
            .map(|(task, _)| task.clone())
            .collect();
        let (model, again) = <(Rc<Slow>, Rc<Heard>)>::default();
        let ports = ports(Rc::new(killed), model.clone(), again.clone());
        let resumed = block_on(agent.resume("run", &ports)).unwrap();
        assert_eq!(resumed, unbroken, "killed after batch {batches}");
        let mut expected = calls.clone();
        expected.retain(|task, _| !finished.contains(task));
        assert_eq!(*again.calls.borrow(), expected, "after batch {batches}");
        assert_eq!(model.0.get() as usize, expected.len());
        spared.insert(calls.len() - expected.len());
    }
    let batches = store.batches().len();
    println!(
        "killed after each of {batches} batches; up to {} calls spared",
        spared.last().unwrap()
    );
    // From nothing finished to everything.
    assert_eq!((spared.first(), spared.last()), (Some(&0), Some(&23)));
}
