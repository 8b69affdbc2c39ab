//! What the server says about the model behind it.

use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, select};
use kikitori_llm::{HttpRequest, Method, Timer, Transport};
use kikitori_store::StrictValue;
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
}

/// A server that takes longer to send a few bytes is asked again when they are needed.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks the server at `url`, which may be relative to the page. `None` when it does not say, or not
/// soon.
pub async fn server_settings(url: &str) -> Option<ServerSettings> {
    match select(Box::pin(ask(url)), BrowserTimer.sleep(PATIENCE)).await {
        Either::Left((settings, _)) => settings,
        Either::Right(_) => None,
    }
}

async fn ask(url: &str) -> Option<ServerSettings> {
    let request = HttpRequest {
        method: Method::Get,
        url: url.to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let mut response = FetchTransport.send(request).await.ok()?;
    if response.status != 200 {
        return None;
    }
    let mut body = Vec::new();
    while let Some(piece) = response.body.next().await {
        body.extend(piece.ok()?);
    }
    let value = serde_json::from_slice(&body).ok()?;
    ServerSettings::deserialize(StrictValue(value)).ok()
}
