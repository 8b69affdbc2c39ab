//! Files from beside the page.

use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use kikitori_ports::{HttpRequest, Method, Timer, Transport};
use thiserror::Error;
use web_sys::{AbortController, RequestInit};

use crate::fetch::{BodyReader, fetch};
use crate::{BrowserTimer, FetchTransport};

/// A file that takes longer is given up on.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most bytes of a text that every visitor may load.
const MOST_TEXT: usize = 1024 * 1024;

/// Why a file could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GetError {
    /// The server is not reached, or the connection broke.
    #[error("the server cannot be reached")]
    Unreachable,
    /// The server has no such file, or does not give it.
    #[error("the server answers {0}")]
    Status(u16),
    /// It is larger than it may be.
    #[error("the file is too large")]
    TooLarge,
    /// It did not arrive in time.
    #[error("the file did not arrive in time")]
    TooSlow,
}

/// The file at `url`, which may be relative to the page, if it has at most `most` bytes.
///
/// # Errors
/// [`GetError`].
pub async fn get(url: &str, most: usize) -> Result<Vec<u8>, GetError> {
    match select(Box::pin(read(url, most)), BrowserTimer.sleep(PATIENCE)).await {
        Either::Left((read, _)) => read,
        Either::Right(_) => Err(GetError::TooSlow),
    }
}

async fn read(url: &str, most: usize) -> Result<Vec<u8>, GetError> {
    let request = HttpRequest {
        method: Method::Get,
        url: url.to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let sent = FetchTransport.send(request).await;
    let mut response = sent.map_err(|_| GetError::Unreachable)?;
    if response.status != 200 {
        return Err(GetError::Status(response.status));
    }
    let mut body = Vec::new();
    while let Some(piece) = response.body.next().await {
        body.extend(piece.map_err(|_| GetError::Unreachable)?);
        if body.len() > most {
            return Err(GetError::TooLarge);
        }
    }
    Ok(body)
}

/// The status and the text of what is at `url`, which is one of the page's own few and small files;
/// `None` when it does not come in time. What is larger than any of them is none of them: of that
/// there is no text. Every visitor loads this, so it is short.
pub async fn get_text(url: &str, patience_ms: u32) -> Option<(u16, String)> {
    let controller = AbortController::new().ok()?;
    let init = RequestInit::new();
    init.set_signal(Some(&controller.signal()));
    let reading = Box::pin(read_text(url, init, &controller));
    match select(reading, TimeoutFuture::new(patience_ms)).await {
        Either::Left((read, _)) => read,
        Either::Right(_) => {
            controller.abort();
            None
        }
    }
}

async fn read_text(
    url: &str,
    init: RequestInit,
    controller: &AbortController,
) -> Option<(u16, String)> {
    let response = fetch(url, &init).await.ok()?;
    let status = response.status();
    let Some(body) = response.body() else {
        return Some((status, String::new()));
    };
    let reader = BodyReader::new(&body);
    let mut bytes = Vec::new();
    while let Some(piece) = reader.next().await.ok()? {
        if bytes.len() + piece.length() as usize > MOST_TEXT {
            controller.abort();
            bytes.clear();
            break;
        }
        bytes.extend(piece.to_vec());
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Some((status, text.to_owned()))
}
