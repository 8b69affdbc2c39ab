//! Model calls: metered, cut to the model's context, in the form that was asked for.

use kikitori_agent::{FunctionCallResult, ToolArgs, parse_and_validate_tool_args, strict_schema};
use kikitori_llm::partial::string_member;
use kikitori_llm::{
    AssistantMessage, ChatRequest, Delta, ErrorKind, Message, ToolChoice, ToolDefinition,
};

use crate::error::HelpDeskError;
use crate::event::HelpDeskEvent;
use crate::fit::cut_outcomes;
use crate::node::Node;
use crate::resources::HelpDeskResources;

/// How often a model is shown what was wrong with its arguments.
const REPAIRS: u32 = 2;

/// The form that a reply is to have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Call,
    Text,
}

impl Form {
    fn is_of(self, reply: &AssistantMessage) -> bool {
        match self {
            Self::Call => !reply.tool_calls.is_empty(),
            Self::Text => reply
                .content
                .as_deref()
                .is_some_and(|text| !text.trim().is_empty()),
        }
    }
}

impl HelpDeskResources {
    /// Tokens that a request may have, as far as it is known by now.
    pub(crate) fn context_tokens(&self) -> u64 {
        self.context_tokens.get()
    }

    /// A reply in the form `form`. In another form, it is asked for once more.
    pub(crate) async fn ask(
        &self,
        node: Node,
        messages: Vec<Message>,
        tools: Vec<ToolDefinition>,
        form: Form,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let mut tries = 0..2;
        while tries.next().is_some() {
            let mut reply = self
                .call_fitting(node, messages.clone(), tools.clone(), form)
                .await?;
            if form.is_of(&reply) {
                if form == Form::Text {
                    // A call that nobody asked for would go without an outcome.
                    reply.tool_calls.clear();
                }
                return Ok(reply);
            }
        }
        Err(match form {
            Form::Call => HelpDeskError::NoCall {
                tool: names(&tools),
            },
            Form::Text => HelpDeskError::NoText,
        })
    }

    /// One call under the caps, with what tools found cut to fit into the model's context.
    async fn call_fitting(
        &self,
        node: Node,
        messages: Vec<Message>,
        tools: Vec<ToolDefinition>,
        form: Form,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let tool_choice = match form {
            Form::Call => ToolChoice::Required,
            Form::Text => ToolChoice::None,
        };
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
            let too_long = match self.call(node, request.clone()).await {
                Err(HelpDeskError::Model(error)) if error.kind() == ErrorKind::TooLong => error,
                outcome => return outcome,
            };
            let half = tokens / 2;
            cut_outcomes(&mut request, half);
            if request.estimated_tokens() >= tokens {
                return Err(too_long.into());
            }
            // The next request of any node keeps to what was learnt.
            self.context_tokens.set(self.context_tokens().min(half));
        }
    }

    async fn call(
        &self,
        node: Node,
        mut request: ChatRequest,
    ) -> Result<AssistantMessage, HelpDeskError> {
        let mut reservation = self.meter.reserve(&mut request).await?;
        let mut arguments = String::new();
        let mut told = String::new();
        let mut tell = |delta: Delta| {
            reservation.heard(&delta);
            match delta {
                Delta::Arguments { tool, piece, .. } if tool == "answer" => {
                    arguments.push_str(&piece);
                    let text = statements_so_far(&arguments);
                    if let Some(more) = text.strip_prefix(told.as_str()).filter(|it| !it.is_empty())
                    {
                        self.emit(HelpDeskEvent::Text {
                            piece: more.to_owned(),
                            is_first: told.is_empty(),
                        });
                        told = text;
                    }
                }
                _ => {}
            }
        };
        let outcome = self.model.chat(request, &mut tell).await;
        let call = reservation.settle(outcome.as_ref());
        let total = self.usage();
        self.keep_usage().await?;
        self.emit(HelpDeskEvent::Usage { node, call, total });
        Ok(outcome?.message)
    }

    /// A value of the type `A`, as arguments of the only tool that is offered. Arguments that do
    /// not fit go back to the model, twice at most.
    pub(crate) async fn ask_for<A: ToolArgs>(
        &self,
        node: Node,
        mut messages: Vec<Message>,
        tool: &'static str,
        description: &str,
    ) -> Result<A, HelpDeskError> {
        let offered = ToolDefinition::function(tool, description, strict_schema::<A>()?);
        let mut repairs = 0;
        loop {
            let tools = vec![offered.clone()];
            let reply = self.ask(node, messages.clone(), tools, Form::Call).await?;
            let mut calls = reply.tool_calls.iter();
            let call = calls.find(|call| call.function.name == tool).cloned();
            let no_call = || HelpDeskError::NoCall {
                tool: tool.to_owned(),
            };
            let call = call.ok_or_else(no_call)?;
            let error = match parse_and_validate_tool_args::<A>(&call.function.arguments, tool) {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            if repairs == REPAIRS {
                return Err(error.into());
            }
            repairs += 1;
            let refused = FunctionCallResult::error(error.to_string());
            messages.push(Message::Assistant(AssistantMessage {
                tool_calls: vec![call.clone()],
                ..reply
            }));
            messages.push(Message::tool(call.id, refused.for_model()));
        }
    }
}

fn names(tools: &[ToolDefinition]) -> String {
    let names: Vec<&str> = tools.iter().map(|it| it.function.name.as_str()).collect();
    names.join(" or ")
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
