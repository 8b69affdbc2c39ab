//! A request on its way out.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::message::Message;
use crate::protocol::request::{Calls, ChatRequest, StreamOptions, ToolChoice};
use crate::protocol::tools::Tools;

/// A [`ChatRequest`] as an endpoint takes it. What is changed for that is a copy; the rest, which
/// is mostly the whole conversation, is borrowed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Outgoing<'a> {
    pub model: &'a str,
    pub messages: Cow<'a, [Message]>,
    #[serde(skip_serializing_if = "Tools::is_empty")]
    pub tools: Tools,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    #[serde(skip)]
    pub calls: Calls,
    pub stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
    #[serde(flatten)]
    pub extra: Cow<'a, Map<String, Value>>,
}

impl<'a> From<&'a ChatRequest> for Outgoing<'a> {
    fn from(request: &'a ChatRequest) -> Self {
        Self {
            model: &request.model,
            messages: Cow::Borrowed(&request.messages),
            tools: request.tools.clone(),
            tool_choice: request.tool_choice,
            calls: request.calls,
            stream: request.stream,
            stream_options: request.stream_options.clone(),
            max_tokens: request.max_tokens,
            extra: Cow::Borrowed(&request.extra),
        }
    }
}
