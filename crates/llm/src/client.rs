//! A chat client over a [`Transport`].

use std::rc::Rc;

use eventsource_stream::{EventStreamError, Eventsource};
use futures::StreamExt;
use futures::future::LocalBoxFuture;
use serde::Deserialize;
use serde_json::Value;

use crate::assemble::{Assembler, Delta, check, error_message};
use crate::byte_order_mark;
use crate::error::LlmError;
use crate::message::AssistantMessage;
use crate::request::{ChatRequest, Completion, FinishReason, StreamOptions, Usage};
use crate::transport::{HttpRequest, HttpResponse, Method, Transport};

/// An error body longer than this is cut for the message.
const ERROR_TEXT_CHARS: usize = 400;
/// No chat reply comes near this many bytes; what does is not one.
const MAX_REPLY_BYTES: usize = 16 * 1024 * 1024;

/// Something that answers chat requests: the port of every engine's driver.
pub trait Model {
    /// Makes one call. `on_delta` hears what arrives while it arrives. Dropping the future
    /// aborts the call.
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>>;
}

/// Where requests go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The address up to and with `/v1`, without a slash at the end. May be relative to the page.
    pub base_url: String,
    /// The model to name in requests.
    pub model: String,
}

/// A model that `GET /models` lists.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ModelInfo {
    /// The name to use in requests.
    pub id: String,
}

/// Speaks chat completions to one [`Endpoint`].
#[derive(Clone)]
pub struct ChatClient {
    transport: Rc<dyn Transport>,
    endpoint: Endpoint,
}

impl ChatClient {
    /// A client that sends through `transport`.
    pub fn new(transport: Rc<dyn Transport>, endpoint: Endpoint) -> Self {
        Self {
            transport,
            endpoint,
        }
    }

    /// The models that the endpoint lists.
    ///
    /// # Errors
    /// As for a chat: not reached, refused, or not a list.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        #[derive(Deserialize)]
        struct List {
            data: Vec<ModelInfo>,
        }
        let response = self
            .transport
            .send(HttpRequest {
                method: Method::Get,
                url: format!("{}/models", self.endpoint.base_url),
                headers: Vec::new(),
                body: None,
            })
            .await?;
        let response = accepted(response).await?;
        let body = read_all(response).await?;
        let list: List = serde_json::from_slice(&body).map_err(|error| LlmError::Malformed {
            detail: format!("the list of models: {error}"),
        })?;
        Ok(list.data)
    }

    async fn complete(
        &self,
        mut request: ChatRequest,
        on_delta: &mut dyn FnMut(Delta),
    ) -> Result<Completion, LlmError> {
        if request.model.is_empty() {
            request.model.clone_from(&self.endpoint.model);
        }
        if request.stream && request.stream_options.is_none() {
            request.stream_options = Some(StreamOptions {
                include_usage: true,
            });
        }
        let body = serde_json::to_string(&request).map_err(|error| LlmError::Malformed {
            detail: format!("the request could not be written: {error}"),
        })?;
        let response = self
            .transport
            .send(HttpRequest {
                method: Method::Post,
                url: format!("{}/chat/completions", self.endpoint.base_url),
                headers: vec![("content-type".to_owned(), "application/json".to_owned())],
                body: Some(body),
            })
            .await?;
        let response = accepted(response).await?;
        let streamed = response
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/event-stream"));
        if streamed {
            read_stream(response, on_delta).await
        } else {
            read_whole(&read_all(response).await?)
        }
    }
}

impl Model for ChatClient {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(self.complete(request, on_delta))
    }
}

async fn read_stream(
    response: HttpResponse,
    on_delta: &mut dyn FnMut(Delta),
) -> Result<Completion, LlmError> {
    let mut events = byte_order_mark::without(response.body).eventsource();
    let mut assembler = Assembler::default();
    let mut size = 0usize;
    while let Some(event) = events.next().await {
        let event = event.map_err(|error| match error {
            EventStreamError::Transport(error) => LlmError::Transport(error),
            other => LlmError::Malformed {
                detail: other.to_string(),
            },
        })?;
        size = size.saturating_add(event.data.len());
        if size > MAX_REPLY_BYTES {
            return Err(LlmError::Malformed {
                detail: format!("the reply is larger than {MAX_REPLY_BYTES} bytes"),
            });
        }
        for delta in assembler.push(&event.data)? {
            on_delta(delta);
        }
        if assembler.is_done() {
            break;
        }
    }
    assembler.finish()
}

/// Reads a reply that came in one piece.
fn read_whole(body: &[u8]) -> Result<Completion, LlmError> {
    #[derive(Deserialize)]
    struct Whole {
        #[serde(default)]
        choices: Option<Vec<Choice>>,
        #[serde(default)]
        usage: Option<Usage>,
        #[serde(default)]
        error: Option<Value>,
    }
    #[derive(Deserialize)]
    struct Choice {
        message: AssistantMessage,
        #[serde(default)]
        finish_reason: Option<FinishReason>,
    }
    let whole: Whole = serde_json::from_slice(body).map_err(|error| LlmError::Malformed {
        detail: format!("expected a chat completion: {error}"),
    })?;
    if let Some(message) = whole.error.as_ref().and_then(error_message) {
        return Err(LlmError::InReply { message });
    }
    let Some(mut choice) = whole.choices.unwrap_or_default().into_iter().next() else {
        return Err(LlmError::Malformed {
            detail: "the reply has no choices".to_owned(),
        });
    };
    choice.message.extra.remove("role");
    check(Completion {
        message: choice.message,
        finish_reason: choice.finish_reason,
        usage: whole.usage,
    })
}

async fn read_all(mut response: HttpResponse) -> Result<Vec<u8>, LlmError> {
    let mut body = Vec::new();
    while let Some(piece) = response.body.next().await {
        body.extend_from_slice(&piece?);
        if body.len() > MAX_REPLY_BYTES {
            return Err(LlmError::Malformed {
                detail: format!("the reply is larger than {MAX_REPLY_BYTES} bytes"),
            });
        }
    }
    Ok(body)
}

/// Turns an HTTP error into a typed one.
async fn accepted(response: HttpResponse) -> Result<HttpResponse, LlmError> {
    let status = response.status;
    if (200..300).contains(&status) {
        return Ok(response);
    }
    let retry_after = response
        .header("retry-after")
        .and_then(|value| value.trim().parse().ok());
    // A body that breaks off still came with a status, which says more.
    let body = read_all(response).await.unwrap_or_default();
    let parsed: Option<Value> = serde_json::from_slice(&body).ok();
    let error = parsed
        .as_ref()
        .map(|value| value.get("error").unwrap_or(value));
    let code = error
        .and_then(|error| error.get("code"))
        .and_then(Value::as_str)
        .map(str::to_owned);
    let message = error
        .and_then(error_message)
        .unwrap_or_else(|| String::from_utf8_lossy(&body).into_owned());
    Err(LlmError::Status {
        status,
        message: shortened(message.trim()),
        code,
        retry_after,
    })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(ERROR_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
