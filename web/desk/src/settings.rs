//! What the server says about the model behind it.

use futures::StreamExt;
use kikitori_browser::FetchTransport;
use kikitori_llm::{HttpRequest, Method, Transport};
use kikitori_store::StrictValue;
use serde::Deserialize;

/// `config.json`, as the proxy serves it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Settings {
    /// The model; absent when the endpoint chooses.
    #[serde(default)]
    pub model: Option<String>,
    /// Whether it is the scripted stand-in.
    #[serde(default)]
    pub scripted: bool,
}

/// Asks the server. `None` when it does not say.
pub async fn fetch() -> Option<Settings> {
    let request = HttpRequest {
        method: Method::Get,
        url: "../config.json".to_owned(),
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
    Settings::deserialize(StrictValue(value)).ok()
}
