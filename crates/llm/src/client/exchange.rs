//! One request and its response, within limits of time and size.

use std::rc::Rc;

use futures::StreamExt;
use futures::stream::{self, LocalBoxStream};

use crate::client::time::{Deadline, TimeLimits, before};
use crate::protocol::error::{LlmError, Wait};
use crate::protocol::reported::Reported;
use crate::reply::event_text::check_size;
use kikitori_ports::{ByteStream, HttpRequest, HttpResponse, Timer, Transport};

/// No chat reply comes near this many bytes; what does is not one.
pub(crate) const MAX_REPLY_BYTES: usize = 16 * 1024 * 1024;

/// Pieces of a body. After an error nothing follows, and the exchange on the network has ended.
pub(crate) type TimedBody = LocalBoxStream<'static, Result<Vec<u8>, LlmError>>;

/// A successful response whose body is still on its way.
pub(crate) struct Response {
    pub headers: Vec<(String, String)>,
    pub body: TimedBody,
}

impl Response {
    pub(crate) fn is_event_stream(&self) -> bool {
        self.headers.iter().any(|(name, value)| {
            let essence = value.split(';').next().unwrap_or_default().trim();
            name == "content-type" && essence.eq_ignore_ascii_case("text/event-stream")
        })
    }
}

/// When an endpoint wants to be asked again, in seconds, by the headers of its response.
pub(crate) type RetryAfter = fn(&[(String, String)]) -> Option<u64>;

/// Sends `request` and answers the response if its status is a success. All of it must be there
/// before `whole` is over. `retry_after` reads the headers of a failure: who never asks again has no
/// use for what it takes to read dates.
pub(crate) async fn exchange(
    transport: &dyn Transport,
    timer: &Rc<dyn Timer>,
    limits: TimeLimits,
    mut whole: Deadline,
    request: HttpRequest,
    retry_after: RetryAfter,
) -> Result<Response, LlmError> {
    let mut next = Deadline::new(&**timer, Wait::FirstByte, limits.first_byte);
    let response = before([&mut next, &mut whole], transport.send(request)).await??;
    let HttpResponse {
        status,
        headers,
        body,
    } = response;
    let body = timed(Pending {
        body,
        timer: Rc::clone(timer),
        limits,
        next,
        whole,
    });
    if (200..300).contains(&status) {
        return Ok(Response { headers, body });
    }
    let retry_after = retry_after(&headers);
    // A body that breaks off still came with a status, which says more.
    let body = read_all(body).await.unwrap_or_default();
    let Reported { message, code } = Reported::in_body(&body);
    Err(LlmError::Status {
        status,
        message,
        code,
        retry_after,
    })
}

/// All of a body.
pub(crate) async fn read_all(mut body: TimedBody) -> Result<Vec<u8>, LlmError> {
    let mut all = Vec::new();
    while let Some(piece) = body.next().await {
        all.extend_from_slice(&piece?);
        check_size(all.len(), MAX_REPLY_BYTES)?;
    }
    Ok(all)
}

struct Pending {
    body: ByteStream,
    timer: Rc<dyn Timer>,
    limits: TimeLimits,
    next: Deadline,
    whole: Deadline,
}

fn timed(pending: Pending) -> TimedBody {
    stream::unfold(Some(pending), async |pending| {
        let mut it = pending?;
        let next = before([&mut it.next, &mut it.whole], it.body.next()).await;
        match next {
            Ok(None) => None,
            Ok(Some(Ok(piece))) => {
                if !piece.is_empty() {
                    it.next = Deadline::new(&*it.timer, Wait::NextPiece, it.limits.idle);
                }
                Some((Ok(piece), Some(it)))
            }
            Ok(Some(Err(error))) => Some((Err(error.into()), None)),
            Err(error) => Some((Err(error), None)),
        }
    })
    .boxed_local()
}
