//! A small manual, a model that plays along, and a desk made of both.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

pub mod page;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_agent::RunStep;
use kikitori_graph::{Outcome, Ports};
use kikitori_helpdesk::*;
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Message, Model};
use kikitori_ports::{Clock, TransportError};
use kikitori_scripted::{Player, says, tags};
use kikitori_search::{DocumentId, Index, Segment, sentences, tokens};
use kikitori_store::{Batch, Store};
use serde_json::{Value, json};

pub const MANUAL: &str = "# Manual

## Download

The result is downloaded as a JSON file.

## Tabs

What is kept if the tab is closed is every answer that was given.

## Keyboard

All of it can be used without a mouse.

## Privacy

There are no cookies.
";

/// Two subtasks, of which the second one is about the tab.
pub const QUESTION: &str = "How is the result downloaded? What is kept if the tab is closed?";

pub type Reply = Result<Completion, LlmError>;

/// Plans a subtask for each question, searches for its words, answers with the sentence that
/// shares most of them, passes every answer, and cites whatever was found.
pub fn player() -> Player {
    Player::new()
        .calling("plan", |request| {
            let question = tags::latest(request, "question").unwrap();
            let subtasks: Vec<&str> = question.split_inclusive(['?', '？']).collect();
            json!({ "subtasks": subtasks })
        })
        .calling("search", |request| json!({ "query": subtask(request) }))
        .calling(
            "reflect",
            |_| json!({"advice": "", "missing": "", "verdict": "answered"}),
        )
        .calling("answer", |request| {
            let is_users = |it: &&Message| text_of(it).contains("<question>\n");
            let text = text_of(request.messages.iter().rfind(is_users).unwrap());
            let parts = text.split("<subtask_answer>\n").skip(1);
            let ids: Vec<String> = passages(&text).into_iter().map(|(id, _)| id).collect();
            let statements = parts.map(|part| {
                let said = part.split("\n</subtask_answer>").next().unwrap();
                statement(&tags::unescape(said), &ids)
            });
            json!({ "statements": statements.collect::<Vec<_>>() })
        })
        .otherwise(|request| {
            let words = |text: &str| tokens(text).into_iter().collect::<BTreeSet<String>>();
            let wanted = words(&subtask(request));
            let found: Vec<(String, String)> = request
                .messages
                .iter()
                .map(text_of)
                .flat_map(|it| passages(&it))
                .collect();
            let found = found
                .iter()
                .flat_map(|(_, text)| sentences(text).into_iter().map(|at| text[at].to_owned()));
            let shared = |text: &String| words(text).intersection(&wanted).count();
            let best = found.reduce(|best, it| {
                if shared(&it) > shared(&best) {
                    it
                } else {
                    best
                }
            });
            says(best.unwrap_or_else(|| "The documents do not say.".to_owned()))
        })
}

/// A statement of the writer's that quotes nothing.
pub fn statement<S: AsRef<str>>(text: &str, passages: &[S]) -> Value {
    let source = |id: &S| json!({"passage": id.as_ref(), "quote": ""});
    json!({"text": text, "subtasks": [], "says_only_what_is_missing": false,
        "sources": passages.iter().map(source).collect::<Vec<_>>()})
}

/// The subtask that `request` is about.
pub fn subtask(request: &ChatRequest) -> String {
    tags::latest(request, "subtask").unwrap_or_default()
}

fn text_of(message: &Message) -> String {
    match message {
        Message::User { content, .. } => content.clone(),
        Message::Tool { content, .. } => {
            let outcome: Value = serde_json::from_str(content).unwrap_or_default();
            outcome["result"]["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        }
        _ => String::new(),
    }
}

fn passages(text: &str) -> Vec<(String, String)> {
    let pieces = text.split("<passage id=\"").skip(1);
    let passage = |piece: &str| {
        let (id, rest) = piece.split_once("\">\n")?;
        let (_, text) = rest.split_once("\n</passage>")?.0.split_once('\n')?;
        Some((tags::unescape(id), tags::unescape(text)))
    };
    pieces.filter_map(passage).collect()
}

/// A model made of a function. It takes a moment over each request, a different one for different
/// requests, so that subtasks overtake each other.
pub struct FnModel<F>(pub F);

impl<F: Fn(&ChatRequest) -> Reply> Model for FnModel<F> {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Reply> {
        let mut polls = serde_json::to_string(&request.messages).unwrap().len() % 7 + 1;
        Box::pin(async move {
            poll_fn(|context| {
                polls -= 1;
                context.waker().wake_by_ref();
                if polls == 0 {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
            let completion = (self.0)(&request)?;
            for (position, call) in completion.message.tool_calls.iter().enumerate() {
                on_delta(Delta::Arguments {
                    position,
                    tool: call.function.name.clone(),
                    piece: call.function.arguments.clone(),
                });
            }
            Ok(completion)
        })
    }
}

/// A model that plays along, unless `fault` has another reply.
pub fn faulty(fault: impl Fn(&ChatRequest) -> Option<Reply> + 'static) -> Rc<dyn Model> {
    let player = player();
    Rc::new(FnModel(move |request: &ChatRequest| {
        fault(request).unwrap_or_else(|| Ok(player.respond(request)))
    }))
}

/// A model that plays along, and a count of its calls.
pub fn counted() -> (Rc<dyn Model>, Rc<Cell<u64>>) {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    let model = faulty(move |_| {
        counted.set(counted.get() + 1);
        None
    });
    (model, count)
}

pub fn unreachable() -> LlmError {
    LlmError::Transport(TransportError::Unreachable {
        detail: "test".to_owned(),
    })
}

pub fn status(status: u16) -> LlmError {
    LlmError::Status {
        status,
        message: "no".to_owned(),
        code: None,
        retry_after: None,
    }
}

/// Whether a request is one of these four of a subtask.
pub fn is_search(request: &ChatRequest) -> bool {
    kikitori_scripted::may_call(request, "search")
}

pub fn is_subtask_answer(request: &ChatRequest) -> bool {
    kikitori_scripted::offers(request, "search") && !is_search(request)
}

pub fn is_reflection(request: &ChatRequest) -> bool {
    kikitori_scripted::offers(request, "reflect")
}

/// Whether a request is of the subtask about the tab.
pub fn is_about_tab(request: &ChatRequest) -> bool {
    subtask(request).contains("tab is closed")
}

/// A clock that goes on by a second each time it is looked at.
#[derive(Default)]
pub struct Seconds(Cell<u64>);

impl Clock for Seconds {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1_000);
        self.0.get()
    }
}

pub fn index(manual: &str) -> Index {
    let mut index = Index::new();
    index.add(Segment::of_markdown(DocumentId("manual".into()), manual));
    index
}

pub fn search(manual: &str) -> DocumentSearch {
    DocumentSearch::new(Rc::new(index(manual)), 5)
}

pub fn resources(
    model: Rc<dyn Model>,
    search: &DocumentSearch,
    settings: Settings,
) -> HelpDeskResources {
    let resources = HelpDeskResources::new(
        model,
        search.only_tool().unwrap(),
        Rc::new(DefaultPrompts),
        settings,
        Rc::new(Seconds::default()),
    );
    resources.searching(search.index())
}

/// What is heard of a run.
pub type Heard = Rc<RefCell<Vec<HelpDeskEvent>>>;

/// The ports of a desk that searches [`MANUAL`].
pub fn ports(model: Rc<dyn Model>) -> Ports<HelpDeskResources> {
    Ports::new(resources(model, &search(MANUAL), Settings::default()))
}

/// The same, which keeps the run `run` in `store`.
pub fn stored_ports(
    model: Rc<dyn Model>,
    store: Rc<dyn Store>,
    settings: Settings,
) -> Ports<HelpDeskResources> {
    let resources = resources(model, &search(MANUAL), settings);
    Ports::new(resources.recorded(record(store)))
}

/// The session `run` in `store`, begun where there is none.
pub fn record(store: Rc<dyn Store>) -> SessionRecord {
    let clock: Rc<dyn Clock> = Rc::new(Seconds::default());
    let name = || format!("writer of a test {}", clock.now_ms());
    let resumed = SessionRecord::resume(store.clone(), clock.clone(), name(), "run");
    block_on(resumed).unwrap().unwrap_or_else(|| {
        let state = HelpDeskSession::default();
        let begun = SessionRecord::begin(store, clock.clone(), name(), "run", state, Batch::new());
        block_on(begun).unwrap()
    })
}

/// The tool calls on record.
pub fn run_steps(store: &dyn Store) -> Vec<RunStep> {
    let session = block_on(HelpDeskSession::stored(store, "run")).unwrap();
    session.unwrap().run_steps
}

pub fn asked(question: &str, ports: &Ports<HelpDeskResources>) -> Outcome<AgentState> {
    let agent = HelpDeskAgent::new().unwrap();
    block_on(agent.run_agent("run", question, ports)).unwrap()
}

pub fn resumed(ports: &Ports<HelpDeskResources>) -> Outcome<AgentState> {
    let agent = HelpDeskAgent::new().unwrap();
    block_on(agent.resume("run", ports)).unwrap()
}

pub fn result(outcome: Outcome<AgentState>) -> AgentResult {
    match outcome {
        Outcome::Done { state } => state.into_result().unwrap(),
        other => panic!("{other:?}"),
    }
}
