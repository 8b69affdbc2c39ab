//! Reading a PDF, in a worker that is loaded only for it.

use std::time::Duration;

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::future::{Either, select};
use kikitori_json::StrictValue;
use kikitori_ports::Timer;
use kikitori_search::pdf::Piece;
use serde::Deserialize;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::BrowserTimer;

/// What the worker says once all that reads is there.
const STARTED: &str = "started";
/// What takes longer to come does not.
const STARTING: Duration = Duration::from_secs(30);
/// A PDF that takes longer is given up on.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a PDF gives no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PdfError {
    /// It opens with a password only.
    #[error("the PDF is protected by a password")]
    Protected,
    /// It is none, or broken.
    #[error("the file is no PDF that can be read")]
    Broken,
    /// It holds more text than is read.
    #[error("the PDF holds more text than is read")]
    TooLarge,
    /// It takes too long.
    #[error("the PDF takes too long to read")]
    TooSlow,
    /// The part of the page that reads PDFs could not be loaded.
    #[error("the part of the page that reads PDFs could not be loaded")]
    NotLoaded,
}

/// What the worker answers.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Pages(Vec<Vec<Piece>>),
    /// The name of an error of pdf.js.
    Problem(String),
}

/// The text of a PDF, page by page. `worker` is the address of the script that reads it.
///
/// # Errors
/// [`PdfError`].
pub async fn pdf_pages(worker: &str, bytes: &[u8]) -> Result<Vec<Vec<Piece>>, PdfError> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(worker, &options).map_err(|_| PdfError::NotLoaded)?;
    let worker = Stopped(worker);
    let (tell, mut told) = unbounded::<Option<JsValue>>();
    let answer = |answered: bool| {
        let tell = tell.clone();
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            // No one may be waiting any more.
            let _ = tell.unbounded_send(answered.then(|| event.data()));
        })
    };
    // A script that cannot be loaded is an error event, which has no data.
    let (answered, failed) = (answer(true), answer(false));
    worker
        .0
        .set_onmessage(Some(answered.as_ref().unchecked_ref()));
    worker.0.set_onerror(Some(failed.as_ref().unchecked_ref()));
    let bytes = js_sys::Uint8Array::from(bytes);
    worker
        .0
        .post_message(&bytes)
        .map_err(|_| PdfError::NotLoaded)?;
    let mut text = next(
        &mut told,
        STARTING,
        PdfError::NotLoaded,
        PdfError::NotLoaded,
    )
    .await?;
    if text == STARTED {
        text = next(&mut told, PATIENCE, PdfError::Broken, PdfError::TooSlow).await?;
    }
    let value = serde_json::from_str(&text).map_err(|_| PdfError::Broken)?;
    match Answer::deserialize(StrictValue(value)) {
        Ok(Answer::Pages(pages)) => Ok(pages),
        Ok(Answer::Problem(name)) if name == "PasswordException" => Err(PdfError::Protected),
        Ok(Answer::Problem(name)) if name == "NotLoaded" => Err(PdfError::NotLoaded),
        Ok(Answer::Problem(name)) if name == "TooMuchText" => Err(PdfError::TooLarge),
        Ok(Answer::Problem(name)) => {
            tracing::warn!(%name, "a PDF cannot be read");
            Err(PdfError::Broken)
        }
        Err(error) => {
            tracing::warn!(%error, "what the reader of PDFs says is not understood");
            Err(PdfError::Broken)
        }
    }
}

/// What the worker says next. One that breaks is `broken`, and one that is silent too long `silent`.
async fn next(
    told: &mut UnboundedReceiver<Option<JsValue>>,
    patience: Duration,
    broken: PdfError,
    silent: PdfError,
) -> Result<String, PdfError> {
    match select(told.next(), BrowserTimer.sleep(patience)).await {
        Either::Left((Some(Some(said)), _)) => said.as_string().ok_or(PdfError::Broken),
        Either::Left(_) => Err(broken),
        Either::Right(_) => Err(silent),
    }
}

/// A worker that ends with what waits for it.
struct Stopped(Worker);

impl Drop for Stopped {
    fn drop(&mut self) {
        self.0.set_onmessage(None);
        self.0.set_onerror(None);
        self.0.terminate();
    }
}
