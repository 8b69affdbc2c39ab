//! An MCP server as a service: its tools are the methods.

mod question;

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_mcp::{
    CallHost, ElicitationAnswer, ElicitationRequest, McpClient, McpError, Progress, ToolInfo,
    ToolResult,
};
use serde_json::{Map, Value, json};

use super::coordinator::{Service, ServiceCall};
use super::info::{MethodInfo, ServiceInfo};
use crate::execution::{ServiceError, ServiceErrorKind, TaskOutcome};
use crate::task::{Effect, TaskLimits};
use question::Answers;
pub use question::{ANSWERS, QuestionTexts};

/// How long one call may take, in milliseconds. The client's own limits are on silence.
const CALL_MS: u64 = 10 * 60 * 1_000;

/// Hears how far a call has come, by its idempotency key.
pub type OnProgress = Rc<dyn Fn(&str, &Progress)>;

/// An MCP server as a service.
///
/// What its tools do is the server's word: a tool that says that it only reads is run, also a
/// second time, and every other asks first. What a server asks the person while a tool runs ends the
/// call as a question of the chain; the answer goes into the parameter [`ANSWERS`] and the call is
/// made again with it. So a question outlives the page, and nobody has to answer it in time.
pub struct McpService {
    client: McpClient,
    info: ServiceInfo,
    texts: QuestionTexts,
    on_progress: OnProgress,
}

impl McpService {
    /// The server behind `client` as the service `name`, with the tools that it has listed.
    pub fn new(
        name: &str,
        description: &str,
        client: McpClient,
        tools: &[ToolInfo],
        texts: QuestionTexts,
        on_progress: OnProgress,
    ) -> Self {
        let info = ServiceInfo {
            name: name.to_owned(),
            description: description.to_owned(),
            names: String::new(),
            methods: tools.iter().map(method).collect(),
        };
        Self {
            client,
            info,
            texts,
            on_progress,
        }
    }
}

/// A tool as a method.
fn method(tool: &ToolInfo) -> MethodInfo {
    let effect = match (
        tool.annotations.is_read_only(),
        tool.annotations.idempotent_hint,
    ) {
        (true, _) => Effect::Reading,
        (false, Some(true)) => Effect::ChangingOnce,
        (false, _) => Effect::Changing,
    };
    MethodInfo {
        name: tool.name.clone(),
        description: tool.description.clone(),
        parameters: with_answers(&tool.input_schema),
        result: Some(result_schema(tool)),
        effect,
        partial_lists: Vec::new(),
        limits: TaskLimits {
            time_ms: CALL_MS,
            ..TaskLimits::default()
        },
        asks_first: effect.is_changing(),
        previews: false,
    }
}

/// The tool's own schema, with a place for what the person answers.
fn with_answers(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Value::Object(rules) = &mut schema {
        let properties = rules.entry("properties").or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            let answers = json!({
                "type": "array",
                "items": { "type": ["object", "null"] },
                "description": "Leave this out: it is for what the person answers.",
            });
            properties.insert(ANSWERS.to_owned(), answers);
        }
    }
    schema
}

/// What a task's result looks like: a tool's words, and its value where it has one.
fn result_schema(tool: &ToolInfo) -> Value {
    let mut properties = json!({"text": {"type": "string"}});
    if let (Value::Object(properties), Some(schema)) = (&mut properties, &tool.output_schema) {
        properties.insert("value".to_owned(), schema.clone());
    }
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

fn done(result: ToolResult) -> TaskOutcome {
    let text = result.text();
    if result.is_error {
        // The server says what came of it: there is nothing to try again, and nothing unknown.
        return failed(ServiceErrorKind::Refused, text);
    }
    let mut made = Map::new();
    made.insert("text".to_owned(), Value::from(text));
    made.extend(result.structured.map(|value| ("value".to_owned(), value)));
    TaskOutcome::Done(Value::Object(made))
}

fn failed(kind: ServiceErrorKind, message: impl Into<String>) -> TaskOutcome {
    TaskOutcome::Failed(ServiceError::new(kind, message))
}

/// What is known of what was done when a call failed.
fn kind_of(error: &McpError) -> ServiceErrorKind {
    match error {
        McpError::NotConnected(cause) => match **cause {
            McpError::Unauthorized { .. } | McpError::UnsupportedVersion { .. } => {
                ServiceErrorKind::Refused
            }
            _ => ServiceErrorKind::Unavailable,
        },
        McpError::SessionExpired | McpError::Status { status: 429, .. } => {
            ServiceErrorKind::Unavailable
        }
        McpError::TimedOut { .. } => ServiceErrorKind::TimedOut,
        error if error.is_undone() => ServiceErrorKind::Refused,
        _ => ServiceErrorKind::Lost,
    }
}

/// Hears a call, and answers what its server asks from what the person has said already.
struct Host {
    answers: Answers,
    key: String,
    on_progress: OnProgress,
}

impl CallHost for Host {
    fn on_progress(&self, progress: Progress) {
        (self.on_progress)(&self.key, &progress);
    }

    fn elicit(&self, request: ElicitationRequest) -> LocalBoxFuture<'_, ElicitationAnswer> {
        let answer = self.answers.answer(request);
        Box::pin(futures::future::ready(answer))
    }

    fn idempotency_key(&self) -> Option<&str> {
        Some(&self.key)
    }
}

impl Service for McpService {
    fn info(&self) -> ServiceInfo {
        self.info.clone()
    }

    fn call(&self, call: ServiceCall) -> LocalBoxFuture<'static, TaskOutcome> {
        let (client, texts) = (self.client.clone(), self.texts);
        let ServiceCall {
            method,
            mut parameters,
            idempotency_key,
            is_preview: _,
        } = call;
        let host = Host {
            answers: Answers::new(parameters.remove(ANSWERS)),
            key: idempotency_key,
            on_progress: self.on_progress.clone(),
        };
        Box::pin(async move {
            let called = client.call_tool(&method, parameters, &host).await;
            // What a tool says once it was not answered is no result.
            if let Some(question) = host.answers.into_question(texts) {
                return TaskOutcome::Ambiguous(question);
            }
            match called {
                Ok(result) => done(result),
                Err(error) => failed(kind_of(&error), error.to_string()),
            }
        })
    }
}
