//! What every node of the help desk works with.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kikitori_agent::{ToolArgs, parse_and_validate_tool_args, strict_schema};
use kikitori_graph::Context;
use kikitori_llm::partial::string_member;
use kikitori_llm::{
    AssistantMessage, BudgetExceeded, ChatRequest, Delta, ErrorKind, LlmError, Message, Meter,
    Model, ToolChoice, ToolDefinition, UsageTotals,
};
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::HelpDeskError;
use crate::fit::cut_outcomes;
use crate::prompts::HelpDeskAgentPrompts;
use crate::settings::Settings;
use crate::tools::SearchTool;

/// How often a model is shown what was wrong with its arguments.
const REPAIRS: u32 = 2;

/// What every node of the help desk works with.
pub struct Desk {
    /// Answers model calls.
    pub model: Rc<dyn Model>,
    /// The tools that subtasks are worked on with, by the names of their definitions.
    pub tools: Vec<Rc<dyn SearchTool>>,
    /// What models are told.
    pub prompts: Rc<dyn HelpDeskAgentPrompts>,
    /// The bounds.
    pub settings: Settings,
    meter: Meter,
    record: Option<Ledger>,
    capped: Cell<Option<BudgetExceeded>>,
    last_error: RefCell<Option<LlmError>>,
    context_tokens: Cell<u64>,
}

/// Where what a run came to is kept.
struct Ledger {
    store: Rc<dyn Store>,
    key: String,
}

/// What a run came to, as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct StoredUsage(UsageTotals);

impl Stored for StoredUsage {
    const KIND: &'static str = "what a run came to";
    const VERSION: u32 = 1;
}

impl Desk {
    /// A desk of these parts.
    pub fn new(
        model: Rc<dyn Model>,
        tools: Vec<Rc<dyn SearchTool>>,
        prompts: Rc<dyn HelpDeskAgentPrompts>,
        settings: Settings,
    ) -> Self {
        Self {
            model,
            tools,
            prompts,
            settings,
            meter: Meter::new(settings.caps, settings.price, UsageTotals::default()),
            record: None,
            capped: Cell::new(None),
            last_error: RefCell::new(None),
            context_tokens: Cell::new(settings.context_tokens),
        }
    }

    /// The same desk, which counts on from what `run` came to before, and stores it after every
    /// call.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn recorded(mut self, store: Rc<dyn Store>, run: &str) -> Result<Self, StoreError> {
        let key = format!("graph/{run}/spent");
        let before = match store.get(&key).await? {
            Some(record) => record.read::<StoredUsage>()?.0,
            None => UsageTotals::default(),
        };
        self.meter = Meter::new(self.settings.caps, self.settings.price, before);
        self.record = Some(Ledger { store, key });
        Ok(self)
    }

    /// What the run's model calls came to so far.
    pub fn spent(&self) -> UsageTotals {
        self.meter.spent()
    }

    /// The cap that a call of this run was not made for, if there was one. It is why the run
    /// failed then.
    pub fn cap_reached(&self) -> Option<BudgetExceeded> {
        self.capped.get()
    }

    /// Why the last model call of this run failed, if it did.
    pub fn model_error(&self) -> Option<LlmError> {
        self.last_error.borrow().clone()
    }

    /// Tokens that a request may have, as far as it is known by now.
    pub(crate) fn context_tokens(&self) -> u64 {
        self.context_tokens.get()
    }

    /// One model call under the caps, with what tools found cut to fit into the model's context.
    /// What it says, and the statements of a final answer, are told as tokens of the task; what
    /// it used, as `{"tokens": n, "spent": …}`.
    pub(crate) async fn ask(
        &self,
        context: &Context<Self>,
        messages: Vec<Message>,
        tools: Vec<ToolDefinition>,
        tool_choice: ToolChoice,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let mut request = ChatRequest {
            messages,
            tool_choice: (!tools.is_empty()).then_some(tool_choice),
            tools,
            stream: true,
            ..ChatRequest::default()
        };
        cut_outcomes(&mut request, self.context_tokens());
        loop {
            let tokens = request.estimated_tokens();
            let too_long = match self.call(context, request.clone()).await {
                Err(HelpDeskError::Model(error)) if error.kind() == ErrorKind::TooLong => error,
                outcome => return outcome,
            };
            let half = tokens / 2;
            cut_outcomes(&mut request, half);
            if request.estimated_tokens() >= tokens {
                return Err(too_long.into());
            }
            // The next request of any task keeps to what was learnt.
            self.context_tokens.set(self.context_tokens().min(half));
        }
    }

    async fn call(
        &self,
        context: &Context<Self>,
        mut request: ChatRequest,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let reserved = self.meter.reserve(&mut request).await;
        let mut reservation = reserved.inspect_err(|reached| self.capped.set(Some(*reached)))?;
        let mut arguments = String::new();
        let mut told = String::new();
        let mut tell = |delta: Delta| {
            reservation.heard(&delta);
            match delta {
                Delta::Text(text) => context.token(text),
                Delta::Arguments { tool, piece, .. } if tool == "answer" => {
                    arguments.push_str(&piece);
                    let text = statements_so_far(&arguments);
                    if let Some(more) = text.strip_prefix(told.as_str()).filter(|it| !it.is_empty())
                    {
                        context.token(more);
                        told = text;
                    }
                }
                _ => {}
            }
        };
        let outcome = self.model.chat(request, &mut tell).await;
        self.last_error.replace(outcome.as_ref().err().cloned());
        let call = reservation.settle(outcome.as_ref());
        let tokens = call.prompt_tokens.saturating_add(call.completion_tokens);
        context.emit(json!({ "tokens": tokens, "spent": self.spent() }));
        if let Some(Ledger { store, key }) = &self.record {
            let mut batch = Batch::new();
            batch.put_value(key.clone(), &StoredUsage(self.spent()))?;
            store.commit(batch).await?;
        }
        Ok(outcome?.message)
    }

    /// A value of the type `A`, as arguments of the only tool that is offered. Arguments that do
    /// not fit go back to the model, twice at most.
    pub(crate) async fn ask_for<A: ToolArgs>(
        &self,
        context: &Context<Self>,
        mut messages: Vec<Message>,
        tool: &'static str,
        description: &str,
    ) -> Result<A, HelpDeskError> {
        let offered = ToolDefinition::function(tool, description, strict_schema::<A>()?);
        let mut repairs = 0;
        loop {
            let tools = vec![offered.clone()];
            let reply = self
                .ask(context, messages.clone(), tools, ToolChoice::Required)
                .await?;
            let call = reply
                .tool_calls
                .iter()
                .find(|call| call.function.name == tool);
            let call = call.ok_or(HelpDeskError::MissingResult { tool })?.clone();
            let error = match parse_and_validate_tool_args::<A>(&call.function.arguments, tool) {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            if repairs == REPAIRS {
                return Err(error.into());
            }
            repairs += 1;
            let refused = kikitori_agent::FunctionCallResult::error(error.to_string());
            messages.push(Message::Assistant(AssistantMessage {
                tool_calls: vec![call.clone()],
                ..reply
            }));
            messages.push(Message::tool(call.id, refused.for_model()));
        }
    }
}

/// The statements of a final answer as far as they have arrived, for showing them early.
fn statements_so_far(arguments: &str) -> String {
    let objects = arguments.split('{').skip(2);
    let texts = objects.filter_map(|object| string_member(&format!("{{{object}"), "text"));
    texts.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::statements_so_far;

    #[test]
    fn statements_are_read_while_they_arrive() {
        let whole = r#"{"statements":[{"text":"One.","passages":["a#1"]},{"text":"Two {x}."}]}"#;
        let mut longest = 0;
        for end in 0..=whole.len() {
            let so_far = statements_so_far(whole.get(..end).unwrap_or_default());
            assert!("One.\nTwo {x}.".starts_with(&so_far), "{so_far}");
            assert!(so_far.len() >= longest, "{so_far}");
            longest = so_far.len();
        }
    }
}
