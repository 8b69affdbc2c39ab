//! What every node of the help desk works with.

use std::cell::Cell;
use std::rc::Rc;

use kikitori_agent::{ToolArgs, parse_and_validate_tool_args, strict_schema};
use kikitori_graph::Context;
use kikitori_llm::partial::string_member;
use kikitori_llm::{
    AssistantMessage, ChatRequest, Delta, Message, Model, ToolChoice, ToolDefinition, Usage,
};
use serde_json::json;

use crate::error::HelpDeskError;
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
    calls: Cell<u64>,
    tokens: Cell<u64>,
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
            calls: Cell::new(0),
            tokens: Cell::new(0),
        }
    }

    /// Model calls made and tokens used so far.
    pub fn spent(&self) -> (u64, u64) {
        (self.calls.get(), self.tokens.get())
    }

    /// One model call within the budget. What it says, and the statements of a final answer, are
    /// told as tokens of the task; what it used, as `{"tokens": n}`.
    pub(crate) async fn ask(
        &self,
        context: &Context<Self>,
        messages: Vec<Message>,
        tools: Vec<ToolDefinition>,
        tool_choice: ToolChoice,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let over = |spent: u64, limit: u64, what| {
            (spent >= limit).then_some(HelpDeskError::Budget { what, limit })
        };
        let budget = over(self.calls.get(), self.settings.max_calls, "model calls");
        let budget = budget.or_else(|| over(self.tokens.get(), self.settings.max_tokens, "tokens"));
        if let Some(error) = budget {
            return Err(error);
        }
        self.calls.set(self.calls.get() + 1);
        let request = ChatRequest {
            messages,
            tool_choice: (!tools.is_empty()).then_some(tool_choice),
            tools,
            stream: true,
            ..ChatRequest::default()
        };
        let mut arguments = String::new();
        let mut told = String::new();
        let mut tell = |delta: Delta| match delta {
            Delta::Text(text) => context.token(text),
            Delta::Arguments { tool, piece, .. } if tool == "answer" => {
                arguments.push_str(&piece);
                let text = statements_so_far(&arguments);
                if let Some(more) = text.strip_prefix(told.as_str()).filter(|it| !it.is_empty()) {
                    context.token(more);
                    told = text;
                }
            }
            _ => {}
        };
        let completion = self.model.chat(request, &mut tell).await?;
        let Usage { total_tokens, .. } = completion.usage.unwrap_or_default();
        self.tokens.set(self.tokens.get() + total_tokens);
        context.tell(json!({ "tokens": total_tokens }));
        Ok(completion.message)
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
