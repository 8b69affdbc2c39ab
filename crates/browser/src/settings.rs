//! What the server says about the model behind it.

use js_sys::{Array, JSON, Reflect};
use kikitori_llm::Budget;
use wasm_bindgen::JsValue;

use crate::budget::{UnreadableBudget, budget_of};
use crate::get::get_text;

/// `config.json`, as the proxy serves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// Where the model is, as people know it.
    pub endpoint: String,
    /// The model; absent when the endpoint chooses.
    pub model: Option<String>,
    /// Whether it is the scripted stand-in.
    pub scripted: bool,
    /// Whether to wait for a slow model, unless the person chose otherwise.
    pub patient: bool,
    /// What a session may come to, and what models cost, as JSON: it is read when a session asks.
    pub budget: Option<String>,
    /// The MCP servers that it leads to, by name.
    pub mcp: Vec<String>,
}

impl ServerSettings {
    /// What a session may come to, and what models cost.
    ///
    /// # Errors
    /// [`UnreadableBudget`].
    pub fn budget(&self) -> Result<Budget, UnreadableBudget> {
        budget_of(self.budget.as_deref())
    }
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

impl ServerAnswer {
    /// What something that answers so has.
    pub fn of(text: &str) -> Self {
        read(text).map_or(Self::NoServer, Self::Settings)
    }
}

/// A server that takes longer to send a few bytes is asked again when they are needed.
const PATIENCE_MS: u32 = 10_000;

/// Asks the server at `url`, which may be relative to the page.
pub async fn server_settings(url: &str) -> ServerAnswer {
    match get_text(url, PATIENCE_MS).await {
        // Some hosts send their start page for whatever they do not have.
        Some((200, text)) => ServerAnswer::of(&text),
        Some((400..500, _)) => ServerAnswer::NoServer,
        _ => ServerAnswer::NoAnswer,
    }
}

/// By the browser's own parser: every visitor loads this, and serde is far larger.
fn read(text: &str) -> Option<ServerSettings> {
    let settings = JSON::parse(text).ok()?;
    let member = |name: &str| Reflect::get(&settings, &name.into()).ok();
    let is = |name| member(name).as_ref().and_then(JsValue::as_bool) == Some(true);
    // Whatever is there sets caps, or it cannot be read.
    let budget = member("budget").filter(|it| !it.is_undefined());
    let mcp = member("mcp").filter(Array::is_array);
    let mcp = mcp.map(|it| Array::from(&it).to_vec()).unwrap_or_default();
    Some(ServerSettings {
        endpoint: member("endpoint")?.as_string()?,
        model: member("model").as_ref().and_then(JsValue::as_string),
        scripted: is("scripted"),
        patient: is("patient"),
        budget: budget.and_then(|it| JSON::stringify(&it).ok()?.as_string()),
        mcp: mcp.iter().filter_map(JsValue::as_string).collect(),
    })
}
