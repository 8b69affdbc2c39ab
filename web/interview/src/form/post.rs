//! Sending the finished form to the address that it names.

use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, select};
use kikitori_browser::{BrowserTimer, FetchTransport, PolicyWatch, now_local};
use kikitori_interview::Receipt;
use kikitori_ports::{HttpRequest, Method, Timer, Transport};
use serde_json::Value;

/// A server that takes longer is given up on.
const PATIENCE: Duration = Duration::from_secs(60);
/// More of what a server replies is not read.
const MOST_BYTES: usize = 64 * 1024;
/// More of a receipt's number is not kept.
const MOST_CHARS: usize = 200;

/// Why the form was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsent {
    /// The policy of the page that the form is on forbids it.
    Forbidden,
    /// The server is not reached, or lets no page of this address in.
    Unreachable,
    /// It did not answer in time.
    TooSlow,
    /// It did not take it.
    Refused(u16),
}

impl Unsent {
    /// Whether it is certain that the server does not have the form: it said that it is not right,
    /// or was never asked.
    pub fn is_certain(self) -> bool {
        match self {
            Self::Forbidden => true,
            Self::Unreachable | Self::TooSlow => false,
            // 409 may be of one that came before, and the others are of now.
            Self::Refused(status) => {
                (400..500).contains(&status) && !matches!(status, 408 | 409 | 425 | 429)
            }
        }
    }
}

/// Sends `body` to `url`. However often it is sent, `key` says that it is the same.
///
/// # Errors
/// [`Unsent`].
pub async fn post(url: &str, key: &str, body: String) -> Result<Receipt, Unsent> {
    let watch = PolicyWatch::listen();
    let sending = Box::pin(send(url, key, body));
    let sent = match select(sending, BrowserTimer.sleep(PATIENCE)).await {
        Either::Left((sent, _)) => sent,
        Either::Right(_) => Err(Unsent::TooSlow),
    };
    if sent == Err(Unsent::Unreachable) && watch.has_seen().await {
        return Err(Unsent::Forbidden);
    }
    sent
}

async fn send(url: &str, key: &str, body: String) -> Result<Receipt, Unsent> {
    let request = HttpRequest {
        method: Method::Post,
        url: url.to_owned(),
        headers: vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            // A string, as the header's specification has it.
            ("idempotency-key".to_owned(), format!("\"{key}\"")),
        ],
        body: Some(body),
    };
    let sent = FetchTransport.send(request).await;
    let mut response = sent.map_err(|_| Unsent::Unreachable)?;
    if !(200..300).contains(&response.status) {
        return Err(Unsent::Refused(response.status));
    }
    let mut reply = Vec::new();
    while let Some(Ok(piece)) = response.body.next().await {
        if reply.len() + piece.len() > MOST_BYTES {
            reply.clear();
            break;
        }
        reply.extend(piece);
    }
    Ok(Receipt {
        status: response.status,
        at: now_local(),
        number: number(&reply),
    })
}

/// What the server calls what it has received: `receipt` in an object, a text or a number.
fn number(reply: &[u8]) -> Option<String> {
    let reply: Value = kikitori_json::from_slice(reply).ok()?;
    let number = match reply.get("receipt")? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let number: String = number.chars().take(MOST_CHARS).collect();
    (!number.is_empty()).then_some(number)
}
