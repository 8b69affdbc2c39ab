//! What the server says about the model behind it.

use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, select};
use kikitori_json::StrictValue;
use kikitori_llm::Budget;
use kikitori_ports::{HttpRequest, Method, Timer, Transport};
use serde::Deserialize;

use crate::{BrowserTimer, FetchTransport};

/// `config.json`, as the proxy serves it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ServerSettings {
    /// Where the model is, as people know it.
    pub endpoint: String,
    /// The model; absent when the endpoint chooses.
    #[serde(default)]
    pub model: Option<String>,
    /// Whether it is the scripted stand-in.
    #[serde(default)]
    pub scripted: bool,
    /// Whether to wait for a slow model, unless the person chose otherwise.
    #[serde(default)]
    pub patient: bool,
    /// What a session may come to, and what models cost.
    #[serde(default)]
    pub budget: Budget,
}

/// What became of asking for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerAnswer {
    /// The server has a model.
    Settings(ServerSettings),
    /// Something answers and has none: the page lies on a host for files.
    NoServer,
    /// Nothing answers, or with an error.
    NoAnswer,
}

/// A server that takes longer to send a few bytes is asked again when they are needed.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks the server at `url`, which may be relative to the page.
pub async fn server_settings(url: &str) -> ServerAnswer {
    match select(Box::pin(ask(url)), BrowserTimer.sleep(PATIENCE)).await {
        Either::Left((Some(answer), _)) => answer,
        Either::Left((None, _)) | Either::Right(_) => ServerAnswer::NoAnswer,
    }
}

async fn ask(url: &str) -> Option<ServerAnswer> {
    let request = HttpRequest {
        method: Method::Get,
        url: url.to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let mut response = FetchTransport.send(request).await.ok()?;
    match response.status {
        200 => {}
        400..500 => return Some(ServerAnswer::NoServer),
        _ => return None,
    }
    let mut body = Vec::new();
    while let Some(piece) = response.body.next().await {
        body.extend(piece.ok()?);
    }
    // Some hosts send their start page for whatever they do not have.
    let settings = serde_json::from_slice(&body)
        .and_then(|value| ServerSettings::deserialize(StrictValue(value)));
    Some(settings.map_or(ServerAnswer::NoServer, ServerAnswer::Settings))
}
