//! One request, what its server tells and asks meanwhile, and its answer.

use std::time::Duration;

use futures::channel::mpsc::UnboundedSender;
use futures::future::{AbortHandle, Either, LocalBoxFuture, abortable, select};
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use kikitori_json::FromJson;
use serde_json::{Value, json};

use crate::background::Unsent;
use crate::bounds::MAX_QUESTIONS;
use crate::elicitation::ElicitationRequest;
use crate::error::McpError;
use crate::host::{CallHost, Progress};
use crate::link::{Link, SessionKey};
use crate::message::{self, INVALID_PARAMS, METHOD_NOT_FOUND, ServerMessage, method};
use crate::reply::{Messages, Reply};

/// How long a stream may take to end once the answer is there. One that is read to its end leaves
/// its connection to the next request.
const END_PATIENCE: Duration = Duration::from_millis(200);

/// A request of a session.
pub(crate) struct Exchange<'a> {
    pub link: &'a Link,
    pub session: &'a SessionKey,
    pub id: u64,
    pub host: &'a dyn CallHost,
    pub unsent: &'a UnboundedSender<Unsent>,
}

/// Has the server told that nobody waits for its answer any more, unless it has given it.
struct CancelOnDrop<'a> {
    unsent: &'a UnboundedSender<Unsent>,
    session: SessionKey,
    id: u64,
    is_over: bool,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let (session, id) = (self.session.clone(), self.id);
            // Nobody is there to send it when the client itself is given up.
            let _ = self
                .unsent
                .unbounded_send(Unsent::Cancelled { session, id });
        }
    }
}

/// What the server has asked and has no answer to yet.
#[derive(Default)]
struct Questions<'a> {
    /// Until it has the answer, or does not want it any more.
    answering: FuturesUnordered<LocalBoxFuture<'a, Result<(), McpError>>>,
    /// Ends the answer to the question of this id.
    given_up: Vec<(Value, AbortHandle)>,
}

impl Exchange<'_> {
    /// Makes the request. When it is given up, or takes too long, the server is told.
    pub async fn make(&self, method: &str, params: &Value) -> Result<Value, McpError> {
        let mut guard = CancelOnDrop {
            unsent: self.unsent,
            session: self.session.clone(),
            id: self.id,
            is_over: false,
        };
        let posted = message::request(self.id, method, params);
        let posted = self.link.post(posted, Some(self.session));
        let response = match self.link.in_time(posted).await {
            Ok(response) => response,
            Err(error) => {
                // What it has refused it does not have to be told of.
                guard.is_over = !matches!(error, McpError::TimedOut { .. });
                return Err(error);
            }
        };
        let reply = Reply::new(self.link.clone(), self.session.clone(), response);
        let mut messages = reply.messages();
        let outcome = self.heard(&mut messages).await;
        guard.is_over = matches!(outcome, Ok(_) | Err(McpError::Rpc { .. }));
        if guard.is_over {
            select(messages.next(), self.link.timer.sleep(END_PATIENCE)).await;
        }
        outcome
    }

    /// Hears what comes until it is the answer.
    async fn heard(&self, messages: &mut Messages) -> Result<Value, McpError> {
        let total = self.link.limits.total;
        let mut deadline = self.link.timer.sleep(total);
        let mut questions = Questions::default();
        loop {
            let next = messages
                .next()
                .map(|it| it.unwrap_or(Err(McpError::BrokenOff)));
            let message = if questions.answering.is_empty() {
                match select(Box::pin(self.link.in_time(next)), &mut deadline).await {
                    Either::Left((message, _)) => message?,
                    Either::Right(_) => return Err(McpError::TimedOut { limit: total }),
                }
            } else {
                match select(next, questions.answering.next()).await {
                    Either::Left((message, _)) => message?,
                    Either::Right((answered, _)) => {
                        answered.transpose()?;
                        // A person has taken the time that they needed.
                        deadline = self.link.timer.sleep(total);
                        continue;
                    }
                }
            };
            match message {
                ServerMessage::Answer { id, outcome } if id == Some(self.id) => return outcome,
                // A server that could not read the request does not know its number.
                ServerMessage::Answer {
                    id: None,
                    outcome: Err(error),
                } => return Err(error),
                ServerMessage::Answer { .. } => {}
                ServerMessage::Notification { method, params } => {
                    self.told(&method, params, &questions);
                }
                ServerMessage::Request { id, method, params } => {
                    self.asked(id, &method, params, &mut questions)?;
                }
            }
        }
    }

    fn told(&self, method: &str, params: Value, questions: &Questions<'_>) {
        match method {
            method::PROGRESS if params.get("progressToken") == Some(&json!(self.id)) => {
                if let Ok(progress) = Progress::from_json(params) {
                    self.host.on_progress(progress);
                }
            }
            method::CANCELLED => {
                let id = params.get("requestId");
                let given_up = questions.given_up.iter().filter(|(it, _)| Some(it) == id);
                given_up.for_each(|(_, handle)| handle.abort());
            }
            // What is logged and which lists have changed nobody here wants to know.
            _ => {}
        }
    }

    fn asked<'a>(
        &'a self,
        id: Value,
        method: &str,
        params: Value,
        questions: &mut Questions<'a>,
    ) -> Result<(), McpError> {
        if questions.given_up.len() == MAX_QUESTIONS {
            let (what, most) = ("questions", MAX_QUESTIONS);
            return Err(McpError::TooMuch { what, most });
        }
        let request = match method {
            method::ELICIT => ElicitationRequest::read(params).map(Some),
            _ => Ok(None),
        };
        let is_ping = method == method::PING;
        let name = id.clone();
        let answer = async move {
            let answer = match request {
                Ok(Some(request)) => Ok(self.host.elicit(request).await.to_json()),
                Ok(None) if is_ping => Ok(json!({})),
                Ok(None) => Err((METHOD_NOT_FOUND, "there is no such method here".to_owned())),
                Err(wrong) => Err((INVALID_PARAMS, wrong)),
            };
            let answer = message::answer(&id, answer);
            let posted = self.link.post(answer, Some(self.session));
            self.link.in_time(posted).await.map(drop)
        };
        let (answer, handle) = abortable(answer);
        // One that was given up needs no answer.
        let answer = answer.map(|it| it.unwrap_or(Ok(())));
        questions.answering.push(answer.boxed_local());
        questions.given_up.push((name, handle));
        Ok(())
    }
}
