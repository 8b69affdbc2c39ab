//! An agent over a model and tools that tests steer.
#![allow(dead_code, reason = "not every test uses all of it")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_agent::{AsyncTool, AsyncToolRegistry, FunctionCallResult, ToolOutput};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_ports::{Clock, Ids, NoTimer};
use kikitori_react::*;
use kikitori_scripted::says;
use kikitori_store::RecordingStore;
use schemars::JsonSchema;
use serde::Deserialize;

pub type Reply = Result<Completion, LlmError>;

/// A model that replies as a closure says, and keeps what it was asked.
pub struct Plays {
    reply: Box<dyn Fn(&ChatRequest) -> Reply>,
    pub gives_calls: Cell<bool>,
    pub asked: RefCell<Vec<ChatRequest>>,
}

impl Plays {
    pub fn new(reply: impl Fn(&ChatRequest) -> Reply + 'static) -> Rc<Self> {
        Rc::new(Self {
            reply: Box::new(reply),
            gives_calls: Cell::new(true),
            asked: RefCell::default(),
        })
    }

    /// What it says to a request.
    pub fn reply(&self, request: &ChatRequest) -> Reply {
        (self.reply)(request)
    }

    /// Gives these replies one after the other.
    pub fn turns(replies: impl IntoIterator<Item = Reply>) -> Rc<Self> {
        let replies: VecDeque<Reply> = replies.into_iter().collect();
        let replies = RefCell::new(replies);
        Self::new(move |_| replies.borrow_mut().pop_front().unwrap())
    }

    /// The same in words only.
    pub fn in_words(replies: impl IntoIterator<Item = &'static str>) -> Rc<Self> {
        let model = Self::turns(replies.into_iter().map(|it| Ok(says(it))));
        model.gives_calls.set(false);
        model
    }
}

impl Model for Plays {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Reply> {
        let reply = (self.reply)(&request);
        self.asked.borrow_mut().push(request);
        if let Ok(reply) = &reply
            && let Some(text) = &reply.message.content
        {
            on_delta(Delta::Text(text.clone()));
        }
        Box::pin(futures::future::ready(reply))
    }

    fn gives_calls(&self) -> bool {
        self.gives_calls.get()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sum {
    expression: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Query {
    query: String,
}

/// What a test steers, and counts, of the tools.
#[derive(Default)]
pub struct Bench {
    /// How often `search` fails from now on.
    pub fails: Cell<u32>,
    pub sums: Cell<u32>,
    pub searches: Cell<u32>,
}

/// `calculator`, which only knows `2+2`, and `search`, which fails as often as it is told to.
pub fn tools(bench: &Rc<Bench>) -> AgentTools {
    let mut registry: AsyncToolRegistry<Rc<Bench>> = AsyncToolRegistry::new();
    let sum = async |sum: Sum, bench: &Rc<Bench>| -> ToolOutput {
        bench.sums.set(bench.sums.get() + 1);
        match sum.expression.as_str() {
            "2+2" => FunctionCallResult::success("4").into(),
            other => FunctionCallResult::error(format!("Cannot reckon {other:?}.")).into(),
        }
    };
    let search = async |query: Query, bench: &Rc<Bench>| -> ToolOutput {
        bench.searches.set(bench.searches.get() + 1);
        match bench.fails.get() {
            0 => FunctionCallResult::success(format!("About {}: 猫は眠る。", query.query)).into(),
            fails => {
                bench.fails.set(fails - 1);
                FunctionCallResult::failure("overloaded").into()
            }
        }
    };
    let calculator = AsyncTool::new("calculator", "Reckons.", sum).unwrap();
    registry.register(calculator).unwrap();
    let search = AsyncTool::new("search", "Searches.", search).unwrap();
    registry.register(search).unwrap();
    AgentTools::new(registry, bench.clone(), Rc::new(NoTimer))
}

/// A clock that goes on by a second each time that it is asked, and names.
#[derive(Default)]
pub struct Counts(pub Cell<u64>);

impl Counts {
    fn next(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

impl Clock for Counts {
    fn now_ms(&self) -> u64 {
        self.next() * 1_000
    }
}

impl Ids for Counts {
    fn new_id(&self) -> String {
        format!("id {}", self.next())
    }
}

/// Everything around one conversation.
pub struct World {
    pub model: Rc<Plays>,
    pub bench: Rc<Bench>,
    pub store: Rc<RecordingStore>,
    pub ids: Rc<Counts>,
    pub settings: Settings,
    pub permissions: ToolPermissions,
    pub switched_off: Vec<String>,
    pub heard: Rc<RefCell<String>>,
}

impl World {
    pub fn new(model: Rc<Plays>) -> Self {
        Self {
            model,
            bench: Rc::default(),
            store: Rc::default(),
            ids: Rc::default(),
            settings: Settings::default(),
            permissions: ToolPermissions::default(),
            switched_off: Vec::new(),
            heard: Rc::default(),
        }
    }

    pub fn ports(&self) -> AgentPorts {
        let heard = self.heard.clone();
        AgentPorts {
            model: self.model.clone(),
            tools: tools(&self.bench)
                .with_permissions(self.permissions.clone())
                .with_switched_off(self.switched_off.clone()),
            store: self.store.clone(),
            clock: Rc::new(Counts::default()),
            ids: self.ids.clone(),
            events: Rc::new(move |event| match event {
                AgentEvent::Text(text) => heard.borrow_mut().push_str(text),
                AgentEvent::Again => heard.borrow_mut().clear(),
                _ => {}
            }),
        }
    }

    pub fn begin(&self) -> Agent {
        let id = self.ids.new_id();
        block_on(Agent::begin(&id, self.ports(), self.settings.clone())).unwrap()
    }

    pub fn resume(&self, id: &str) -> Agent {
        block_on(Agent::resume(id, self.ports(), self.settings.clone())).unwrap()
    }

    /// A new conversation with one question.
    pub fn asked(&self, query: &str) -> Agent {
        let mut agent = self.begin();
        ask(&mut agent, query).unwrap();
        agent
    }
}

/// Asks and waits for what comes of it.
pub fn ask(agent: &mut Agent, query: &str) -> Result<(), AgentError> {
    let command = Command::Ask {
        query: query.to_owned(),
        local_time: Some("Sunday, 10:00".to_owned()),
    };
    block_on(async {
        agent.take(command).await?;
        agent.run_alone().await
    })
}

pub fn go_on(agent: &mut Agent) -> Result<(), AgentError> {
    block_on(async {
        agent.take(Command::GoOn).await?;
        agent.run_alone().await
    })
}

/// What the question at hand came to: reason, answer, and each step as `tool input → observation`.
pub fn short(agent: &Agent) -> String {
    let exchange = agent.state().current().unwrap();
    let steps = exchange.steps.iter().map(|step| {
        let actions = step.actions.iter().map(|action| {
            let function = &action.call.function;
            let seen = action.observation().map_or("…", |it| &it.result.message);
            let times = match action.attempts.len() {
                1 => String::new(),
                times => format!(" ×{times}"),
            };
            format!("{} {}{times} → {seen}", function.name, function.arguments)
        });
        let actions: Vec<String> = actions.collect();
        format!("[{}] {}", step.shown_thought(), actions.join(" + "))
    });
    let steps: Vec<String> = steps.collect();
    let answer = exchange.answer.as_deref().unwrap_or("-");
    format!("{:?} | {} | {answer}", exchange.stopped, steps.join(" ; "))
}
