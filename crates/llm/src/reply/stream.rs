//! A reply that came piece by piece.

use std::pin::pin;
use std::time::Duration;

use futures::future::select;
use futures::{Stream, StreamExt};

use crate::client::exchange::{MAX_REPLY_BYTES, TimedBody};
use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::Completion;
use crate::reply::assemble::Assembler;
use crate::reply::event_text;
use kikitori_ports::Timer;

/// How long a finished reply's body may take to end.
const END_PATIENCE: Duration = Duration::from_millis(200);

/// Reads the events of a reply; `on_delta` hears what each adds. A call that came without an id
/// has an empty one.
pub(crate) async fn read_stream(
    body: TimedBody,
    timer: &dyn Timer,
    on_delta: &mut dyn FnMut(Delta),
) -> Result<Completion, LlmError> {
    let mut events = event_text::events(body, MAX_REPLY_BYTES);
    let mut assembler = Assembler::default();
    while let Some(event) = events.next().await {
        let event = match event {
            Ok(event) => event,
            // All that can follow a finish reason is the usage: losing it is no reason to lose
            // the reply.
            Err(LlmError::Transport(_) | LlmError::TimedOut { .. }) if assembler.is_complete() => {
                break;
            }
            Err(error) => return Err(error),
        };
        for delta in assembler.push(&event.data)? {
            on_delta(delta);
        }
        if assembler.is_done() {
            let_it_end(&mut events, timer).await;
            break;
        }
    }
    assembler.finish()
}

/// Reads on for a moment after the last event. A response that is read to its end leaves its
/// connection to the next request; one that is dropped before is aborted, and looks like a failure
/// to whoever watches the network.
async fn let_it_end(events: &mut (impl Stream + Unpin), timer: &dyn Timer) {
    let rest = pin!(async { while events.next().await.is_some() {} });
    select(rest, timer.sleep(END_PATIENCE)).await;
}
