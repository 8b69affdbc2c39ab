//! Single HTTP exchanges with a server.

use std::rc::Rc;
use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, LocalBoxFuture, select};
use kikitori_llm::LlmError;
use kikitori_ports::{HttpRequest, HttpResponse, Method, Timer, Transport};
use serde_json::Value;

use crate::bounds::{MAX_REPLY_BYTES, MAX_SESSION_BYTES};
use crate::endpoint::{McpEndpoint, McpLimits};
use crate::error::McpError;
use crate::message::{reported, shortened};
use crate::version::ProtocolVersion;

const SESSION: &str = "mcp-session-id";
/// Bytes of an error's body that are read.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// A session as its server named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SessionKey {
    /// Its name; a server that keeps no sessions gives none.
    pub id: Option<String>,
    /// The revision that was agreed on.
    pub version: ProtocolVersion,
}

/// The way to a server.
#[derive(Clone)]
pub(crate) struct Link {
    pub endpoint: Rc<McpEndpoint>,
    pub transport: Rc<dyn Transport>,
    pub timer: Rc<dyn Timer>,
    pub limits: McpLimits,
}

impl Link {
    /// The outcome of `work`, unless it takes longer than a server may be silent.
    pub async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, McpError>>,
    ) -> Result<T, McpError> {
        let limit = self.limits.idle;
        match select(Box::pin(work), self.timer.sleep(limit)).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right(_) => Err(McpError::TimedOut { limit }),
        }
    }

    /// Posts a message. Answers the response if the server took it.
    pub async fn post(
        &self,
        message: String,
        session: Option<&SessionKey>,
    ) -> Result<HttpResponse, McpError> {
        let headers = [
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let request = self.request(Method::Post, &headers, session, Some(message));
        self.send(request, session).await
    }

    /// Takes a reply up again behind the event `last`.
    pub async fn resume(&self, last: &str, session: &SessionKey) -> Result<HttpResponse, McpError> {
        // A page's own server wants to be told that no other site is asking; a form cannot say this.
        let headers = [
            ("content-type", "application/json"),
            ("accept", "text/event-stream"),
            ("last-event-id", last),
        ];
        let request = self.request(Method::Get, &headers, Some(session), None);
        self.send(request, Some(session)).await
    }

    /// Tells the server that a session is over. It may not care.
    pub async fn end(&self, session: &SessionKey) {
        let request = self.request(Method::Delete, &[], Some(session), None);
        let _nobody_waits = self.in_time(self.send(request, Some(session))).await;
    }

    fn request(
        &self,
        method: Method,
        headers: &[(&str, &str)],
        session: Option<&SessionKey>,
        body: Option<String>,
    ) -> HttpRequest {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let mut headers: Vec<(String, String)> = headers.iter().map(owned).collect();
        headers.extend(self.endpoint.headers.iter().cloned());
        if let Some(session) = session {
            headers.push(owned(&("mcp-protocol-version", session.version.name())));
            let id = session.id.clone();
            headers.extend(id.map(|id| (SESSION.to_owned(), id)));
        }
        HttpRequest {
            method,
            url: self.endpoint.url.clone(),
            headers,
            body,
        }
    }

    async fn send(
        &self,
        request: HttpRequest,
        session: Option<&SessionKey>,
    ) -> Result<HttpResponse, McpError> {
        let response = self.transport.send(request).await?;
        let status = response.status;
        match status {
            200..300 => Ok(response),
            401 | 403 => Err(McpError::Unauthorized { status }),
            404 if session.is_some_and(|it| it.id.is_some()) => Err(McpError::SessionExpired),
            _ => {
                // A body that breaks off still came with a status, which says more.
                let body = text_of(response, MAX_ERROR_BYTES).await.unwrap_or_default();
                let error = of_body(status, &body);
                match session.is_some_and(|it| it.id.is_some()) && is_about_session(&error) {
                    true => Err(McpError::SessionExpired),
                    false => Err(error),
                }
            }
        }
    }
}

/// Whether a server means that it does not know the session. The protocol says 404 for that; servers
/// that were made after its own example say 400.
fn is_about_session(error: &McpError) -> bool {
    matches!(error, McpError::Status { status: 400, message }
        if message.to_ascii_lowercase().contains("session"))
}

/// What an error's body says: many servers send the error of JSON-RPC with it.
fn of_body(status: u16, body: &str) -> McpError {
    let value: Option<Value> = serde_json::from_str(body).ok();
    let error = value.as_ref().and_then(|value| value.get("error"));
    let message = match error.filter(|error| error.is_object()).map(reported) {
        Some(McpError::Rpc { message, .. }) => message,
        _ => shortened(body.trim()),
    };
    McpError::Status { status, message }
}

/// All of a body.
pub(crate) async fn text_of(mut response: HttpResponse, most: usize) -> Result<String, McpError> {
    let mut all = Vec::new();
    while let Some(piece) = response.body.next().await {
        all.extend_from_slice(&piece?);
        if all.len() > most {
            return Err(too_long(most));
        }
    }
    String::from_utf8(all).map_err(|error| McpError::malformed(error.to_string()))
}

fn too_long(most: usize) -> McpError {
    let what = "bytes";
    McpError::TooMuch { what, most }
}

/// The events of a body.
pub(crate) fn events_of(response: HttpResponse) -> kikitori_llm::EventStream {
    let body = response.body.map(|it| it.map_err(LlmError::from));
    kikitori_llm::events(body.boxed_local(), MAX_REPLY_BYTES)
}

/// Whether a body is a stream of events.
pub(crate) fn is_event_stream(response: &HttpResponse) -> bool {
    let kind = response.header("content-type").unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("text/event-stream")
}

/// The session that a response begins, if its server keeps any.
pub(crate) fn session_of(response: &HttpResponse) -> Result<Option<String>, McpError> {
    let Some(id) = response.header(SESSION) else {
        return Ok(None);
    };
    let is_visible = id.bytes().all(|it| it.is_ascii_graphic());
    match !id.is_empty() && is_visible && id.len() <= MAX_SESSION_BYTES {
        true => Ok(Some(id.to_owned())),
        false => Err(McpError::malformed(
            "a name of a session that cannot be one",
        )),
    }
}

/// A wait that a server asked for, within what is waited.
pub(crate) fn pause(timer: &dyn Timer, asked: Option<Duration>) -> LocalBoxFuture<'static, ()> {
    /// When it asked for none.
    const USUAL: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_secs(30);
    timer.sleep(asked.unwrap_or(USUAL).min(LONGEST))
}
