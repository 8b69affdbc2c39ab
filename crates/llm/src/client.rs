//! A chat client over a [`Transport`].

use std::cell::Cell;
use std::rc::Rc;

use eventsource_stream::{EventStreamError, Eventsource};
use futures::StreamExt;
use futures::future::LocalBoxFuture;
use serde::Deserialize;

use crate::assemble::{Assembler, Delta};
use crate::call_ids::give_ids;
use crate::error::LlmError;
use crate::event_text;
use crate::exchange::{MAX_REPLY_BYTES, Response, TimedBody, exchange, read_all};
use crate::request::{ChatRequest, Completion, StreamOptions};
use crate::retry::{Retries, with_retries};
use crate::time::{Deadline, TimeLimits, Timer, Wait};
use crate::transport::{HttpRequest, Method, Transport};
use crate::whole::read_whole;

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
    timer: Rc<dyn Timer>,
    limits: TimeLimits,
    retries: Option<Retries>,
    endpoint: Endpoint,
}

impl ChatClient {
    /// A client that sends through `transport` and waits, as `timer` measures it, no longer than
    /// the default [`TimeLimits`]. A call that fails is not made again.
    pub fn new(transport: Rc<dyn Transport>, timer: Rc<dyn Timer>, endpoint: Endpoint) -> Self {
        Self {
            transport,
            timer,
            limits: TimeLimits::default(),
            retries: None,
            endpoint,
        }
    }

    /// The same client, which makes a call again after trouble that may have passed, as long as
    /// nothing of a reply has been shown.
    #[must_use]
    pub fn with_retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// The same client with other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: TimeLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The models that the endpoint lists.
    ///
    /// # Errors
    /// As for a chat: not reached, too slow, refused, or not a list.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        #[derive(Deserialize)]
        struct List {
            data: Vec<ModelInfo>,
        }
        let request = HttpRequest {
            method: Method::Get,
            url: format!("{}/models", self.endpoint.base_url),
            headers: Vec::new(),
            body: None,
        };
        let body = self
            .attempts(&request, &Cell::new(false), async |response| {
                read_all(response.body).await
            })
            .await?;
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
                ..StreamOptions::default()
            });
        }
        let body = serde_json::to_string(&request).map_err(|error| LlmError::Malformed {
            detail: format!("the request could not be written: {error}"),
        })?;
        let to_send = HttpRequest {
            method: Method::Post,
            url: format!("{}/chat/completions", self.endpoint.base_url),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: Some(body),
        };
        let shown = Cell::new(false);
        let mut show = |delta| {
            shown.set(true);
            on_delta(delta);
        };
        let mut completion = self
            .attempts(&to_send, &shown, async |response| {
                if response.is_event_stream() {
                    read_stream(response.body, &mut show).await
                } else {
                    read_whole(&read_all(response.body).await?)
                }
            })
            .await?;
        give_ids(&mut completion.message.tool_calls, &request.messages);
        Ok(completion)
    }

    /// Sends `request`, again if it must be, until `read` has made something of a response.
    async fn attempts<T>(
        &self,
        request: &HttpRequest,
        shown: &Cell<bool>,
        mut read: impl AsyncFnMut(Response) -> Result<T, LlmError>,
    ) -> Result<T, LlmError> {
        let (timer, limits) = (&self.timer, self.limits);
        let whole = Deadline::new(&**timer, Wait::WholeReply, limits.total);
        with_retries(self.retries.as_ref(), &**timer, &whole, shown, async || {
            let request = request.clone();
            let response =
                exchange(&*self.transport, timer, limits, whole.clone(), request).await?;
            read(response).await
        })
        .await
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
    body: TimedBody,
    on_delta: &mut dyn FnMut(Delta),
) -> Result<Completion, LlmError> {
    let mut events = event_text::lines(body, MAX_REPLY_BYTES).eventsource();
    let mut assembler = Assembler::default();
    while let Some(event) = events.next().await {
        let event = match event {
            Ok(event) => event,
            // All that can follow a finish reason is the usage: losing it is no reason to lose
            // the reply.
            Err(EventStreamError::Transport(
                LlmError::Transport(_) | LlmError::TimedOut { .. },
            )) if assembler.is_complete() => {
                break;
            }
            Err(EventStreamError::Transport(error)) => return Err(error),
            Err(other) => {
                return Err(LlmError::Malformed {
                    detail: other.to_string(),
                });
            }
        };
        for delta in assembler.push(&event.data)? {
            on_delta(delta);
        }
        if assembler.is_done() {
            break;
        }
    }
    assembler.finish()
}
