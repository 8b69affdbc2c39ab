//! Model calls of the nodes.

use std::cell::{Cell, RefCell};

use kikitori_agent::ToolArgs;
use kikitori_engine::caller::{CallEvent, Expect, ModelCall, ValueCall};
use kikitori_llm::{AssistantMessage, ChatRequest, Message, Tools, UsageTotals, fit};

use crate::error::HelpDeskError;
use crate::event::HelpDeskEvent;
use crate::node::Node;
use crate::resources::HelpDeskResources;

/// A value that a model is asked for.
pub(crate) struct Wanted {
    /// Its name, for the model.
    pub name: &'static str,
    /// What it is, for the model.
    pub description: &'static str,
    /// The text in it that is shown while it arrives.
    pub show: Option<&'static str>,
}

impl HelpDeskResources {
    /// A reply in the form that is expected, to as much of `messages` as fits.
    pub(crate) async fn reply(
        &self,
        node: Node,
        messages: Vec<Message>,
        tools: Tools,
        expect: Expect,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let build = |tokens| {
            let mut request = ChatRequest {
                messages: messages.clone(),
                tools: tools.clone(),
                ..ChatRequest::default()
            };
            fit(&mut request, tokens);
            ModelCall {
                agent: node.agent(),
                request,
                expect,
                show: None,
                run: UsageTotals::default(),
            }
        };
        let heard = CallListener::new(self, node);
        let outcome = self
            .caller()
            .call_fitting(build, &mut heard.on_event())
            .await;
        heard.end().await;
        Ok(outcome.result?.message)
    }

    /// A value of the type `A`.
    pub(crate) async fn value<A: ToolArgs>(
        &self,
        node: Node,
        messages: Vec<Message>,
        wanted: Wanted,
    ) -> Result<A, HelpDeskError> {
        let call = ValueCall {
            agent: node.agent(),
            name: wanted.name.to_owned(),
            description: wanted.description.to_owned(),
            messages,
            show: wanted.show.map(str::to_owned),
            run: UsageTotals::default(),
        };
        let heard = CallListener::new(self, node);
        let value = self.caller().value(call, &mut heard.on_event()).await;
        heard.end().await;
        Ok(value?)
    }
}

/// Emits what a call says: text at once, and what its requests used when it has ended.
struct CallListener<'a> {
    resources: &'a HelpDeskResources,
    node: Node,
    requests: RefCell<Vec<UsageTotals>>,
    is_first_text: Cell<bool>,
}

impl<'a> CallListener<'a> {
    fn new(resources: &'a HelpDeskResources, node: Node) -> Self {
        Self {
            resources,
            node,
            requests: RefCell::default(),
            is_first_text: Cell::new(true),
        }
    }

    fn on_event(&self) -> impl FnMut(CallEvent) {
        |event| match event {
            CallEvent::Shown(piece) => self.resources.emit(HelpDeskEvent::Text {
                piece,
                is_first: self.is_first_text.replace(false),
            }),
            CallEvent::Again => self.is_first_text.set(true),
            CallEvent::Used(usage) => self.requests.borrow_mut().push(usage),
            CallEvent::Text(_) => {}
        }
    }

    async fn end(self) {
        let requests = self.requests.borrow().clone();
        let tokens = |it: &UsageTotals| it.prompt_tokens.saturating_add(it.completion_tokens);
        let tokens = requests.iter().map(tokens).sum::<u64>();
        if tokens > 0 {
            self.resources.note_used(self.node, tokens);
        }
        // What the store did not take goes with the next batch, and whether the reply can be kept
        // is told when it is stored.
        let _ = self.resources.keep_usage().await;
        for call in self.requests.into_inner() {
            self.resources.emit(HelpDeskEvent::Usage {
                node: self.node,
                call,
                total: self.resources.usage(),
            });
        }
    }
}
