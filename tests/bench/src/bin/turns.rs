//! Agent turns with a model that answers at once: what is left is the engine, its tools, its
//! records, the store's batches and the protocol. The page's script measures and prints.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use futures::{StreamExt, stream};
use js_sys::JSON;
use kikitori_bench::instant::{ANSWER, FIELDS, Turn};
use kikitori_browser::{
    BrowserClock, BrowserIds, BrowserLocale, BrowserTimer, FetchTransport, IndexedDbStore,
};
use kikitori_interview::{Event, Events, Interview, Limits, PageContext, Pause, Ports, parse_form};
use kikitori_llm::{
    CallMeter, ChatClient, ChatRequest, Completion, Delta, Endpoint, LlmError, Message, Model,
};
use kikitori_ports::{HttpRequest, HttpResponse, Transport, TransportError};
use kikitori_store::{MemoryStore, Store};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Where the page's server answers as the instant model does.
const ENDPOINT: &str = "instant/v1";

/// The instant model in this page: the client speaks the protocol, and nothing is fetched.
struct InProcess {
    client: ChatClient,
    wire: Rc<Wire>,
}

/// Takes the client's requests, and answers with the turn that was named before.
struct Wire {
    replies: Vec<Vec<u8>>,
    turn: Cell<Turn>,
    sent: RefCell<Vec<(Turn, String)>>,
}

impl InProcess {
    fn new() -> Self {
        let turns = (0..=FIELDS).map(|asked| Turn { asked });
        let wire = Rc::new(Wire {
            replies: turns.map(|turn| turn.streamed().into_bytes()).collect(),
            turn: Cell::new(Turn { asked: 0 }),
            sent: RefCell::default(),
        });
        let client = client(wire.clone());
        Self { client, wire }
    }
}

fn client(transport: Rc<dyn Transport>) -> ChatClient {
    let endpoint = Endpoint {
        base_url: ENDPOINT.to_owned(),
        model: "instant".to_owned(),
    };
    ChatClient::new(transport, Rc::new(BrowserTimer), endpoint)
}

impl Transport for Wire {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let turn = self.turn.get();
        let sent = request.body.unwrap_or_default();
        self.sent.borrow_mut().push((turn, sent));
        let body = self.replies.get(turn.asked).map(|reply| Ok(reply.clone()));
        Box::pin(ready(Ok(HttpResponse {
            status: 200,
            headers: vec![("content-type".to_owned(), "text/event-stream".to_owned())],
            body: stream::iter(body).boxed_local(),
        })))
    }
}

impl InProcess {
    /// The reply depends on how many questions were asked before.
    fn takes_up(&self, request: &ChatRequest) {
        let is_question = |message: &&Message| matches!(message, Message::Assistant(_));
        let asked = request.messages.iter().filter(is_question).count();
        self.wire.turn.set(Turn { asked });
    }
}

impl Model for InProcess {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.takes_up(&request);
        self.client.chat(request, on_delta)
    }

    fn chat_metered<'a>(
        &'a self,
        request: &'a ChatRequest,
        call: &'a mut CallMeter<'_>,
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.takes_up(request);
        self.client.chat_metered(request, call)
    }
}

struct Nobody;
impl Events for Nobody {
    fn event(&self, _: Event<'_>) {}
}

fn thrown(error: impl std::fmt::Display) -> JsValue {
    JsValue::from_str(&error.to_string())
}

async fn interview(model: Rc<dyn Model>, store: Rc<dyn Store>) -> Result<(), JsValue> {
    let fields: Vec<_> = (0..FIELDS)
        .map(|n| json!({"id": format!("f{n}"), "label": format!("Field {n}"), "required": true}))
        .collect();
    let text = json!({"id": "bench", "title": "Bench", "fields": fields}).to_string();
    let form = parse_form(&text).map_err(thrown)?;
    let ports = Ports {
        model,
        store,
        clock: Rc::new(BrowserClock),
        ids: Rc::new(BrowserIds),
        locale: Rc::new(BrowserLocale),
        events: Rc::new(Nobody),
        lines: None,
    };
    let page = PageContext::default();
    let mut driver = Interview::start(form, page.clone(), ports, Limits::default())
        .await
        .map_err(thrown)?;
    loop {
        match driver.advance().await.map_err(thrown)? {
            Pause::Answer => driver.answer(ANSWER, page.clone()).await.map_err(thrown)?,
            Pause::Confirm => return Ok(()),
            other => return Err(thrown(format!("{other:?}"))),
        }
    }
}

/// Goes through the form once with the model in this page, its records in memory.
#[wasm_bindgen]
pub async fn in_process() -> Result<(), JsValue> {
    interview(Rc::new(InProcess::new()), Rc::new(MemoryStore::new())).await
}

/// The same with each reply fetched and streamed from the page's server.
#[wasm_bindgen]
pub async fn fetched() -> Result<(), JsValue> {
    let model = client(Rc::new(FetchTransport));
    interview(Rc::new(model), Rc::new(MemoryStore::new())).await
}

/// The same with its records in IndexedDB, as the product has them.
#[wasm_bindgen]
pub async fn fetched_and_stored() -> Result<(), JsValue> {
    let model = client(Rc::new(FetchTransport));
    let store = IndexedDbStore::open("bench").await.map_err(thrown)?;
    interview(Rc::new(model), Rc::new(store)).await
}

/// The requests of one interview, and their replies in one piece, for a loop that does nothing
/// but exchange them: `[{request: {…}, reply: "…"}, …]`.
#[wasm_bindgen]
pub async fn exchanges() -> Result<JsValue, JsValue> {
    let model = Rc::new(InProcess::new());
    let wire = model.wire.clone();
    interview(model, Rc::new(MemoryStore::new())).await?;
    let mut exchanges = Vec::new();
    for (turn, sent) in wire.sent.take() {
        let mut request: serde_json::Value = serde_json::from_str(&sent).map_err(thrown)?;
        if let Some(request) = request.as_object_mut() {
            request.insert("stream".to_owned(), false.into());
            request.remove("stream_options");
        }
        exchanges.push(json!({"request": request, "reply": turn.whole()}));
    }
    JSON::parse(&serde_json::Value::from(exchanges).to_string())
}

fn main() {}
