//! A model that does as it is told, turn by turn.
#![allow(dead_code, reason = "not every test uses all of it")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use kikitori_engine::caller::{CallLimits, Caller, ContextWindow, Expect, ModelCall};
use kikitori_llm::{
    AssistantMessage, ChatRequest, Completion, Delta, LlmError, Message, Model,
    StructuredOutputMode, ToolCall, ToolDefinition, UsageTotals,
};
use serde_json::json;

/// What the model does with one request.
pub enum Turn {
    Says(&'static str),
    Calls(&'static str, String),
    SaysAndCalls(&'static str, &'static str),
    Replies(AssistantMessage),
    Fails(LlmError),
    /// Shows its text, and ends when it is let go.
    Waits(&'static str, oneshot::Receiver<Result<(), LlmError>>),
}

pub struct Scripted {
    turns: RefCell<VecDeque<Turn>>,
    pub sent: RefCell<Vec<ChatRequest>>,
    /// A request with more tokens is refused and takes no turn.
    pub context: Cell<u64>,
    pub mode: Cell<StructuredOutputMode>,
    /// Whether the modes below it work too.
    pub has_lower_modes: Cell<bool>,
}

impl Scripted {
    pub fn new(turns: impl IntoIterator<Item = Turn>) -> Rc<Self> {
        Rc::new(Self {
            turns: RefCell::new(turns.into_iter().collect()),
            sent: RefCell::default(),
            context: Cell::new(u64::MAX),
            mode: Cell::new(StructuredOutputMode::ForcedTool),
            has_lower_modes: Cell::new(false),
        })
    }

    pub fn caller(self: &Rc<Self>, limits: CallLimits) -> Caller {
        let window = ContextWindow::new(32_000, None);
        Caller::new(self.clone(), limits, window, UsageTotals::default())
    }

    pub fn is_over(&self) -> bool {
        self.turns.borrow().is_empty()
    }
}

pub fn too_long() -> LlmError {
    LlmError::Status {
        status: 400,
        message: "the context is full".to_owned(),
        code: Some("context_length_exceeded".to_owned()),
        retry_after: None,
    }
}

fn in_pieces(text: &str, mut show: impl FnMut(String)) {
    let characters: Vec<char> = text.chars().collect();
    characters
        .chunks(3)
        .for_each(|piece| show(piece.iter().collect()));
}

impl Model for Scripted {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move {
            let tokens = request.estimated_tokens();
            self.sent.borrow_mut().push(request);
            if tokens > self.context.get() {
                return Err(too_long());
            }
            let turn = self.turns.borrow_mut().pop_front().expect("a turn");
            let mut message = AssistantMessage::default();
            let mut says = |text: &str, message: &mut AssistantMessage| {
                in_pieces(text, |piece| on_delta(Delta::Text(piece)));
                message.content = Some(text.to_owned());
            };
            match turn {
                Turn::Says(text) => says(text, &mut message),
                Turn::Calls(tool, arguments) => {
                    in_pieces(&arguments, |piece| {
                        on_delta(Delta::Arguments {
                            position: 0,
                            tool: tool.to_owned(),
                            piece,
                        });
                    });
                    message.tool_calls = vec![ToolCall::new("c1", tool, arguments)];
                }
                Turn::SaysAndCalls(text, tool) => {
                    says(text, &mut message);
                    message.tool_calls = vec![ToolCall::new("c1", tool, "{}")];
                }
                Turn::Replies(reply) => message = reply,
                Turn::Fails(error) => return Err(error),
                Turn::Waits(text, end) => {
                    says(text, &mut message);
                    end.await.expect("let go")?;
                }
            }
            Ok(Completion {
                message,
                ..Completion::default()
            })
        })
    }

    fn mode_from(&self, surest: StructuredOutputMode) -> StructuredOutputMode {
        let mode = self.mode.get();
        if self.has_lower_modes.get() {
            mode.max(surest)
        } else {
            mode
        }
    }
}

/// A call of an agent that says `text` and may use the tool `search`.
pub fn call(expect: Expect, text: &str) -> ModelCall {
    let tool = ToolDefinition::function("search", "Searches.", json!({"type": "object"}));
    ModelCall {
        agent: "searcher".to_owned(),
        request: ChatRequest {
            messages: vec![Message::system("Be brief."), Message::user(text)],
            tools: vec![tool].into(),
            ..ChatRequest::default()
        },
        expect,
        show: None,
        run: UsageTotals::default(),
    }
}
