use serde_json::json;

use super::Feature;
use crate::protocol::error::LlmError;
use crate::protocol::message::{AssistantMessage, Message, ToolCall};
use crate::protocol::request::{ChatRequest, StreamOptions, ToolChoice};
use crate::protocol::tools::ToolDefinition;

fn status(status: u16, message: &str) -> LlmError {
    LlmError::Status {
        status,
        message: message.to_owned(),
        code: None,
        retry_after: None,
    }
}

/// A request that uses everything except a response format.
fn request() -> ChatRequest {
    let mut called = AssistantMessage {
        tool_calls: vec![ToolCall::new("a", "t", "{}")],
        ..AssistantMessage::default()
    };
    called
        .extra
        .insert("reasoning_content".to_owned(), json!("Hm"));
    let mut request = ChatRequest {
        messages: vec![Message::user("Hello"), Message::Assistant(called)],
        tools: vec![ToolDefinition::function("t", "", json!({}))].into(),
        tool_choice: Some(ToolChoice::Required),
        stream: true,
        max_tokens: Some(8_192),
        stream_options: Some(StreamOptions::default()),
        ..ChatRequest::default()
    };
    request
        .extra
        .insert("parallel_tool_calls".to_owned(), json!(false));
    request
}

fn with_format(kind: &str) -> ChatRequest {
    let mut request = ChatRequest::default();
    request
        .extra
        .insert("response_format".to_owned(), json!({"type": kind}));
    request
}

#[test]
fn refusals_are_recognised_by_what_servers_say() {
    for (code, said, feature) in [
        (
            400,
            "registry.ollama.ai/library/gemma:2b does not support tools",
            Feature::Tools,
        ),
        (500, "tools param requires --jinja flag", Feature::Tools),
        (
            404,
            "No endpoints found that support tool use.",
            Feature::Tools,
        ),
        (
            400,
            "deepseek-reasoner does not support this tool_choice",
            Feature::ForcedToolChoice,
        ),
        (
            400,
            "The tool_choice parameter does not support being set to required or object in thinking mode",
            Feature::ForcedToolChoice,
        ),
        (
            400,
            "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
            Feature::ParallelToolCalls,
        ),
        (
            400,
            "Unrecognized request argument supplied: stream_options",
            Feature::UsageInStreams,
        ),
        (
            422,
            r#"{"type":"extra_forbidden","loc":["body","stream_options"]}"#,
            Feature::UsageInStreams,
        ),
        (
            400,
            "Invalid 'content': 'content' field must be a string or an array of objects",
            Feature::NoContent,
        ),
        (
            400,
            "Unsupported value: reasoning_content in input messages",
            Feature::ReturnedReasoning,
        ),
        (
            400,
            "Your organization must be verified to stream this model.",
            Feature::Streaming,
        ),
        (501, "Streaming is not implemented", Feature::Streaming),
    ] {
        let refused = Feature::refused_by(&status(code, said), &(&request()).into());
        assert_eq!(refused, Some(feature), "{said}");
    }
    for (said, format, feature) in [
        (
            "This response_format type is unavailable now",
            "json_schema",
            Feature::JsonSchema,
        ),
        (
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model",
            "json_schema",
            Feature::JsonSchema,
        ),
        (
            "failed to parse grammar",
            "json_schema",
            Feature::JsonSchema,
        ),
        (
            "'response_format.type' must be 'json_schema' or 'text'",
            "json_object",
            Feature::JsonObject,
        ),
    ] {
        let refused = Feature::refused_by(&status(400, said), &(&with_format(format)).into());
        assert_eq!(refused, Some(feature), "{said}");
    }
}

#[test]
fn an_auto_choice_that_is_refused_is_the_tools_themselves() {
    let auto = ChatRequest {
        tool_choice: Some(ToolChoice::Auto),
        ..request()
    };
    let said =
        "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set";
    assert_eq!(
        Feature::refused_by(&status(400, said), &(&auto).into()),
        Some(Feature::Tools)
    );
}

#[test]
fn other_trouble_is_no_refusal() {
    let named = |code: &str| LlmError::Status {
        status: 400,
        message: "tools, content, response_format".to_owned(),
        code: Some(code.to_owned()),
        retry_after: None,
    };
    for error in [
        status(400, "max_tokens is too large"),
        status(401, "does not support tools"),
        status(429, "too many tools requires waiting"),
        status(500, "the tools crashed"),
        named("context_length_exceeded"),
        status(
            400,
            "maximum context length is 9 tokens (5 in the content, 4 in max_tokens)",
        ),
        named("model_not_found"),
        LlmError::TokenLimit,
    ] {
        assert_eq!(
            Feature::refused_by(&error, &(&request()).into()),
            None,
            "{error:?}"
        );
    }
    let unused = status(
        400,
        "does not support tools, response_format, stream_options or null content",
    );
    assert_eq!(
        Feature::refused_by(&unused, &(&ChatRequest::default()).into()),
        None
    );
}
