//! A model that answers each request by a tool that it offers.

use std::fmt;
use std::rc::Rc;

use kikitori_llm::{ChatRequest, Completion, Message, ToolChoice};
use serde_json::Value;

use crate::reply::{calls, finished, says};

type Reply = Rc<dyn Fn(&ChatRequest) -> Completion>;

/// Answers each request by what it offers: the first tool named here that the request offers and
/// lets the model call decides. Engines that only need *some* model that plays along are tested
/// with it; where the exact conversation matters, use a [`Script`](crate::Script).
///
/// - [`calling`](Self::calling): that tool is called with the arguments that a closure makes.
/// - [`replying`](Self::replying): the closure makes the whole reply, also one without a call.
/// - [`otherwise`](Self::otherwise): everything else, such as requests for text or by a schema.
///
/// The order of the rules matters where a request offers several tools. Closures read what they
/// need from the request: [`tags`](crate::tags) reads data blocks, [`has_called`] says what was
/// called before. [`respond`](Self::respond) answers one request, for wrappers that count, delay
/// or break; [`ScriptedModel::playing`](crate::ScriptedModel::playing) makes it a `Model` and a
/// `Transport`.
///
/// ```
/// use kikitori_llm::{ChatRequest, Message, ToolDefinition};
/// use kikitori_scripted::{Player, calls, has_called, says, tags};
/// use serde_json::{Value, json};
///
/// let player = Player::new()
///     // The Reviewer: what was said last is the field's value.
///     .calling("review", |request| {
///         let conversation = tags::latest(request, "conversation").unwrap_or_default();
///         json!({"passed": true, "field_value": conversation})
///     })
///     // The Searcher, which may also `answer`, and so stands before it.
///     .replying("search", |request| match has_called(request, "search") {
///         false => calls("search", json!({"query": "a name"})),
///         true => says("Found."),
///     })
///     // The Interviewer.
///     .calling("ask", |request| {
///         let now: Value = tags::latest_json(request, "now").unwrap_or_default();
///         json!({"heard": [], "asks": now["open"][0], "message": "What is it?"})
///     })
///     .otherwise(|_| says("Nothing to call."));
///
/// let now = Message::user("<now>\n{\"open\": [\"name\"]}\n</now>");
/// let request = ChatRequest {
///     messages: vec![now],
///     tools: vec![ToolDefinition::function("ask", "", json!({"type": "object"}))].into(),
///     ..ChatRequest::default()
/// };
/// let reply = player.respond(&request);
/// let arguments = &reply.message.tool_calls[0].function.arguments;
/// assert_eq!(arguments, r#"{"heard":[],"asks":"name","message":"What is it?"}"#);
/// ```
#[derive(Clone, Default)]
pub struct Player {
    rules: Vec<(String, Reply)>,
    otherwise: Option<Reply>,
}

impl Player {
    /// A player without rules: it says so to every request.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where `tool` is offered, it is called with the arguments that `arguments` makes.
    #[must_use]
    pub fn calling(self, tool: &str, arguments: impl Fn(&ChatRequest) -> Value + 'static) -> Self {
        let name = tool.to_owned();
        self.replying(tool, move |request| calls(&name, arguments(request)))
    }

    /// Where `tool` is offered, the reply is what `reply` makes.
    #[must_use]
    pub fn replying(
        mut self,
        tool: &str,
        reply: impl Fn(&ChatRequest) -> Completion + 'static,
    ) -> Self {
        self.rules.push((tool.to_owned(), Rc::new(reply)));
        self
    }

    /// Where no rule fits, the reply is what `reply` makes.
    #[must_use]
    pub fn otherwise(mut self, reply: impl Fn(&ChatRequest) -> Completion + 'static) -> Self {
        self.otherwise = Some(Rc::new(reply));
        self
    }

    /// Answers one request. Calls get ids that are new in its conversation, and tokens are counted
    /// where the reply has no count of its own.
    pub fn respond(&self, request: &ChatRequest) -> Completion {
        let mut rules = self.rules.iter();
        let rule = rules.find(|(tool, _)| may_call(request, tool));
        let reply = match (rule, &self.otherwise) {
            (Some((_, reply)), _) | (None, Some(reply)) => reply(request),
            (None, None) => {
                let offered = request.tools.iter().map(|it| it.function.name.as_str());
                let offered: Vec<&str> = offered.collect();
                says(format!(
                    "This player has no rule for a request that offers {offered:?} with the tool \
                     choice {:?}.",
                    request.tool_choice
                ))
            }
        };
        finished(request, reply)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<&str> = self.rules.iter().map(|(tool, _)| tool.as_str()).collect();
        f.debug_struct("Player").field("tools", &tools).finish()
    }
}

/// Whether `request` offers `tool`, called or not.
pub fn offers(request: &ChatRequest, tool: &str) -> bool {
    let mut tools = request.tools.iter();
    tools.any(|it| it.function.name == tool)
}

/// Whether `request` offers `tool` and lets the model call it.
pub fn may_call(request: &ChatRequest, tool: &str) -> bool {
    request.tool_choice != Some(ToolChoice::None) && offers(request, tool)
}

/// Whether the conversation that `request` carries has a call of `tool`.
pub fn has_called(request: &ChatRequest, tool: &str) -> bool {
    request.messages.iter().any(|message| match message {
        Message::Assistant(message) => {
            let mut calls = message.tool_calls.iter();
            calls.any(|call| call.function.name == tool)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use kikitori_llm::ToolDefinition;
    use serde_json::json;

    use super::*;

    fn offering(tools: &[&str], tool_choice: Option<ToolChoice>) -> ChatRequest {
        let tool = |name: &&str| ToolDefinition::function(*name, "", json!({"type": "object"}));
        ChatRequest {
            tools: tools.iter().map(tool).collect(),
            tool_choice,
            ..ChatRequest::default()
        }
    }

    #[test]
    fn the_first_rule_whose_tool_is_offered_answers() {
        let player = Player::new()
            .replying("set_language", |_| says("a greeter"))
            .calling("ask", |request| json!({"tools": request.tools.len()}));
        let text = |tools: &[&str], choice| {
            let message = player.respond(&offering(tools, choice)).message;
            let mut calls = message.tool_calls.iter();
            message.content.clone().unwrap_or_else(|| {
                let function = &calls.next().unwrap().function;
                format!("{} {}", function.name, function.arguments)
            })
        };
        assert_eq!(text(&["ask", "set_language"], None), "a greeter");
        assert_eq!(text(&["x", "ask"], None), "ask {\"tools\":2}");
        let lost = text(&["ask"], Some(ToolChoice::None));
        assert!(lost.contains("no rule") && lost.contains("ask"), "{lost}");
        let player = player.otherwise(|_| says("anything else"));
        let other = player.respond(&offering(&["y"], None));
        assert_eq!(other.message.content.as_deref(), Some("anything else"));
        assert!(other.usage.is_some());
    }

    #[test]
    fn calls_have_ids_that_are_new_in_their_conversation() {
        let player = Player::new().calling("ask", |_| json!({}));
        let mut request = offering(&["ask"], None);
        let first = player.respond(&request);
        request
            .messages
            .push(Message::Assistant(first.message.clone()));
        assert!(has_called(&request, "ask"));
        let second = player.respond(&request);
        assert_ne!(
            first.message.tool_calls[0].id,
            second.message.tool_calls[0].id
        );
    }
}
