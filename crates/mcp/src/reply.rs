//! The messages that a server sends in reply to a request, until it has answered.

use std::collections::VecDeque;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::{self, LocalBoxStream};
use kikitori_llm::{EventStream, LlmError};
use kikitori_ports::HttpResponse;

use crate::bounds::{MAX_MESSAGES, MAX_REPLY_BYTES, MAX_RESUMPTIONS};
use crate::error::McpError;
use crate::link::{Link, SessionKey, events_of, is_event_stream, pause, text_of};
use crate::message::ServerMessage;

/// The messages of a reply.
pub(crate) type Messages = LocalBoxStream<'static, Result<ServerMessage, McpError>>;

/// A reply that is being read. One that breaks off is taken up again, where the server has named
/// its events.
pub(crate) struct Reply {
    link: Link,
    session: SessionKey,
    /// Read, and not given out yet.
    ready: VecDeque<ServerMessage>,
    source: Source,
    taken: usize,
    last_event: Option<String>,
    retry: Option<Duration>,
    /// Resumptions since the last message.
    resumptions: u32,
}

enum Source {
    /// One body, which is still to be read.
    Whole(Box<Option<HttpResponse>>),
    Events(EventStream),
    Ended,
}

impl Reply {
    pub fn new(link: Link, session: SessionKey, response: HttpResponse) -> Self {
        let source = match is_event_stream(&response) {
            true => Source::Events(events_of(response)),
            false => Source::Whole(Box::new(Some(response))),
        };
        Self {
            link,
            session,
            ready: VecDeque::new(),
            source,
            taken: 0,
            last_event: None,
            retry: None,
            resumptions: 0,
        }
    }

    /// Its messages, up to the first error.
    pub fn messages(self) -> Messages {
        stream::unfold(Some(self), async |reply| {
            let mut reply = reply?;
            let message = reply.next().await;
            let reply = message.is_ok().then_some(reply);
            Some((message, reply))
        })
        .boxed_local()
    }

    async fn next(&mut self) -> Result<ServerMessage, McpError> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                self.taken += 1;
                self.resumptions = 0;
                if self.taken > MAX_MESSAGES {
                    let (what, most) = ("messages", MAX_MESSAGES);
                    return Err(McpError::TooMuch { what, most });
                }
                return Ok(message);
            }
            self.read().await?;
        }
    }

    /// Reads on.
    async fn read(&mut self) -> Result<(), McpError> {
        match &mut self.source {
            Source::Whole(response) => {
                let response = response.take();
                self.source = Source::Ended;
                if let Some(response) = response {
                    let text = text_of(response, MAX_REPLY_BYTES).await?;
                    self.ready = ServerMessage::in_text(&text)?.into();
                }
                Ok(())
            }
            Source::Events(events) => match events.next().await {
                Some(Ok(event)) => {
                    if !event.id.is_empty() {
                        self.last_event = Some(event.id);
                    }
                    self.retry = event.retry.or(self.retry);
                    if !event.data.trim().is_empty() {
                        self.ready.extend(ServerMessage::in_text(&event.data)?);
                    }
                    Ok(())
                }
                Some(Err(error @ LlmError::Malformed { .. })) => Err(error.into()),
                Some(Err(_)) | None => {
                    self.source = Source::Ended;
                    Ok(())
                }
            },
            Source::Ended => self.resume().await,
        }
    }

    async fn resume(&mut self) -> Result<(), McpError> {
        let Some(last) = &self.last_event else {
            return Err(McpError::BrokenOff);
        };
        if self.resumptions == MAX_RESUMPTIONS {
            return Err(McpError::BrokenOff);
        }
        self.resumptions += 1;
        pause(&*self.link.timer, self.retry).await;
        match self.link.resume(last, &self.session).await {
            Ok(response) if is_event_stream(&response) => {
                self.source = Source::Events(events_of(response));
                Ok(())
            }
            // It is tried again.
            Err(McpError::Transport(_)) => Ok(()),
            Ok(_) | Err(_) => Err(McpError::BrokenOff),
        }
    }
}
