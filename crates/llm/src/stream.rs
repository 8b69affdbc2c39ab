//! A reply that came piece by piece.

use eventsource_stream::{EventStreamError, Eventsource};
use futures::StreamExt;

use crate::assemble::{Assembler, Delta};
use crate::error::LlmError;
use crate::event_text;
use crate::exchange::{MAX_REPLY_BYTES, TimedBody};
use crate::request::Completion;

/// Reads the events of a reply; `on_delta` hears what each adds. A call that came without an id
/// has an empty one.
pub(crate) async fn read_stream(
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
