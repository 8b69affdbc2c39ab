//! What an endpoint and its model can do.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::Value;

use crate::profile::feature::Feature;
use crate::profile::mode::IgnoredModes;
use crate::protocol::message::{AssistantMessage, Message};
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{StreamOptions, ToolChoice};

/// What an endpoint and model can do: known by the server's name, or learnt from what it refuses.
///
/// It is a value to keep in a store for each endpoint and model, so that what was learnt once is
/// not asked again. What a stored profile does not say yet is taken as supported.
///
/// ```
/// use kikitori_llm::{Feature, Profile, StructuredOutputMode};
/// let lm_studio = Profile::named("lm-studio").unwrap();
/// assert_eq!(lm_studio.mode(), StructuredOutputMode::StrictSchema);
/// let learnt = lm_studio.without(Feature::JsonSchema).unwrap();
/// assert_eq!(learnt.mode(), StructuredOutputMode::ForcedTool);
/// let stored = serde_json::to_string(&learnt).unwrap();
/// assert_eq!(serde_json::from_str::<Profile>(&stored).unwrap(), learnt);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(default)]
pub struct Profile {
    /// Takes tools, and gives calls of them. Where it does not and holds a reply to a schema, calls
    /// come by way of that ([`Self::calls_by_schema`]).
    pub tools: bool,
    /// Takes a tool choice that forces a call, and follows it.
    pub forced_tool_choice: bool,
    /// Takes the field `parallel_tool_calls`.
    pub parallel_tool_calls: bool,
    /// Holds its reply to a JSON Schema.
    pub json_schema: bool,
    /// Holds its reply to any JSON object.
    pub json_object: bool,
    /// Streams.
    pub streaming: bool,
    /// Counts tokens at the end of a stream, when asked to.
    pub usage_in_streams: bool,
    /// Takes its own reasoning text back.
    pub returned_reasoning: bool,
    /// Takes several messages of the user's in a row.
    pub messages_in_a_row: bool,
    /// How it takes an assistant's message that has no text.
    pub no_content: NoContent,
    /// How it takes a bound on the reply's tokens.
    pub reply_limit: ReplyLimit,
    /// Says why a streamed reply has ended. Not taken for granted, but learnt from the first reply
    /// that says so: from then on, one that does not was cut off.
    pub finish_reasons: bool,
    /// Has given a tool call. Not taken for granted: an endpoint that replies in words may not
    /// know tools at all, and is asked in other ways until that is seen.
    pub has_called: bool,
    /// Was asked in those other ways, and nothing was learnt of it: so words are taken as they come.
    pub trial_inconclusive: bool,
    /// How often each way to a structured value was ignored since it was last followed.
    pub ignored: IgnoredModes,
}

/// The field by which a request bounds the tokens of its reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum ReplyLimit {
    /// `max_tokens`, which nearly every server knows.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, which reasoning models of OpenAI insist on.
    MaxCompletionTokens,
    /// None.
    Absent,
}

/// What stands for the text of an assistant's message that only calls tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum NoContent {
    /// `null`.
    #[default]
    Null,
    /// The empty text.
    Empty,
    /// No field at all.
    Absent,
}

impl Default for Profile {
    /// Everything that can be refused: what is not supported is learnt then.
    fn default() -> Self {
        Self {
            tools: true,
            forced_tool_choice: true,
            parallel_tool_calls: true,
            json_schema: true,
            json_object: true,
            streaming: true,
            usage_in_streams: true,
            returned_reasoning: true,
            messages_in_a_row: true,
            no_content: NoContent::Null,
            reply_limit: ReplyLimit::MaxTokens,
            finish_reasons: false,
            has_called: false,
            trial_inconclusive: false,
            ignored: IgnoredModes::default(),
        }
    }
}

impl Profile {
    /// The names that [`Self::named`] knows.
    pub const NAMES: [&str; 4] = ["ollama", "llama.cpp", "lm-studio", "openai"];

    /// The profile of a server that is known by `name`.
    pub fn named(name: &str) -> Option<Self> {
        let all = Self::default();
        Some(match name {
            "openai" | "llama.cpp" => all,
            // It takes a tool choice and ignores it.
            "ollama" => Self {
                forced_tool_choice: false,
                parallel_tool_calls: false,
                ..all
            },
            "lm-studio" => Self {
                parallel_tool_calls: false,
                json_object: false,
                no_content: NoContent::Empty,
                ..all
            },
            _ => return None,
        })
    }

    /// The profile once `feature` was refused; `None` when it already goes without.
    #[must_use]
    pub fn without(self, feature: Feature) -> Option<Self> {
        let mut rest = self;
        match feature {
            Feature::Tools => rest.tools = false,
            Feature::ForcedToolChoice => rest.forced_tool_choice = false,
            Feature::ParallelToolCalls => rest.parallel_tool_calls = false,
            Feature::JsonSchema => rest.json_schema = false,
            Feature::JsonObject => rest.json_object = false,
            Feature::Streaming => rest.streaming = false,
            Feature::UsageInStreams => rest.usage_in_streams = false,
            Feature::ReturnedReasoning => rest.returned_reasoning = false,
            Feature::MessagesInARow => rest.messages_in_a_row = false,
            Feature::MaxTokens => {
                rest.reply_limit = match self.reply_limit {
                    ReplyLimit::MaxTokens => ReplyLimit::MaxCompletionTokens,
                    ReplyLimit::MaxCompletionTokens | ReplyLimit::Absent => ReplyLimit::Absent,
                }
            }
            Feature::NoContent => {
                rest.no_content = match self.no_content {
                    NoContent::Null => NoContent::Empty,
                    NoContent::Empty | NoContent::Absent => NoContent::Absent,
                }
            }
        }
        (rest != self).then_some(rest)
    }

    /// What is known after a preflight `found` this: what it tried counts, and what it does not try
    /// stays as it was known.
    #[must_use]
    pub fn checked(self, found: Self) -> Self {
        Self {
            tools: found.tools,
            forced_tool_choice: found.forced_tool_choice,
            json_schema: found.json_schema,
            json_object: found.json_object,
            streaming: found.streaming,
            usage_in_streams: found.usage_in_streams,
            finish_reasons: found.finish_reasons,
            has_called: found.has_called,
            trial_inconclusive: found.trial_inconclusive,
            ignored: found.ignored,
            ..self
        }
    }

    /// Whether tools are told in words, and words alone ask for a call.
    pub(crate) fn calls_by_words(self) -> bool {
        !self.tools && !self.json_schema
    }

    /// Whether tools are told in words, and a call is a reply that is held to a schema.
    pub fn calls_by_schema(self) -> bool {
        !self.tools && self.json_schema
    }

    /// Whether it has yet to be seen that an endpoint gives calls where `request` offers tools, and
    /// that can be seen by requiring one.
    pub(crate) fn may_ignore_tools(self, request: &Outgoing<'_>) -> bool {
        let can_be_tried = self.forced_tool_choice && self.json_schema;
        let offers = !request.tools.is_empty() && request.tool_choice != Some(ToolChoice::None);
        let is_known = self.has_called || self.trial_inconclusive;
        offers && can_be_tried && !is_known && !request.extra.contains_key("response_format")
    }

    /// Takes out of a request what this endpoint does not support and the request can do without.
    pub(crate) fn adapt(self, request: &mut Outgoing<'_>) {
        request.stream &= self.streaming;
        if !request.stream || !self.usage_in_streams {
            request.stream_options = None;
        } else if request.stream_options.is_none() {
            request.stream_options = Some(StreamOptions {
                include_usage: true,
                ..StreamOptions::default()
            });
        }
        if !self.forced_tool_choice && request.tool_choice == Some(ToolChoice::Required) {
            request.tool_choice = Some(ToolChoice::Auto);
        }
        if !self.parallel_tool_calls && request.extra.contains_key(PARALLEL_TOOL_CALLS) {
            request.extra.to_mut().shift_remove(PARALLEL_TOOL_CALLS);
        }
        if !self.messages_in_a_row {
            join_messages_in_a_row(request.messages.to_mut());
        }
        if self.no_content != NoContent::Null || !self.returned_reasoning {
            for message in request.messages.to_mut() {
                if let Message::Assistant(reply) = message {
                    self.adapt_reply(reply);
                }
            }
        }
    }

    /// Puts the bound on the reply where this endpoint takes it.
    pub(crate) fn limit_reply(self, request: &mut Outgoing<'_>) {
        if self.reply_limit != ReplyLimit::MaxTokens
            && let Some(limit) = request.max_tokens.take()
            && self.reply_limit == ReplyLimit::MaxCompletionTokens
        {
            let key = MAX_COMPLETION_TOKENS.to_owned();
            request.extra.to_mut().insert(key, limit.into());
        }
    }

    fn adapt_reply(self, reply: &mut AssistantMessage) {
        match self.no_content {
            NoContent::Null => {}
            NoContent::Empty => {
                reply.content.get_or_insert_default();
            }
            NoContent::Absent => reply.content = reply.content.take().filter(|it| !it.is_empty()),
        }
        if !self.returned_reasoning {
            for key in REASONING {
                reply.extra.shift_remove(key);
            }
        }
    }

    /// The adapted `request` as JSON text.
    pub(crate) fn body(self, request: &Outgoing<'_>) -> Result<String, serde_json::Error> {
        if self.no_content != NoContent::Absent {
            return serde_json::to_string(request);
        }
        let mut body = serde_json::to_value(request)?;
        let messages = body.get_mut("messages").and_then(Value::as_array_mut);
        for message in messages.into_iter().flatten() {
            if let Some(message) = message.as_object_mut()
                && message.get("content").is_some_and(Value::is_null)
            {
                message.shift_remove("content");
            }
        }
        serde_json::to_string(&body)
    }
}

/// Makes one message of the user's of several that follow one another.
pub(crate) fn join_messages_in_a_row(messages: &mut Vec<Message>) {
    let mut joined: Vec<Message> = Vec::with_capacity(messages.len());
    for message in messages.drain(..) {
        match (joined.last_mut(), message) {
            (
                Some(Message::User { content, extra }),
                Message::User {
                    content: more,
                    extra: more_extra,
                },
            ) => {
                content.push_str("\n\n");
                content.push_str(&more);
                extra.extend(more_extra);
            }
            (_, message) => joined.push(message),
        }
    }
    *messages = joined;
}

/// The field that allows several calls in one reply.
pub(crate) const PARALLEL_TOOL_CALLS: &str = "parallel_tool_calls";

/// The newer name of `max_tokens`.
pub(crate) const MAX_COMPLETION_TOKENS: &str = "max_completion_tokens";

/// The fields in which servers send their reasoning.
pub(crate) const REASONING: [&str; 2] = ["reasoning", "reasoning_content"];

#[cfg(test)]
#[path = "capabilities_tests.rs"]
mod tests;
