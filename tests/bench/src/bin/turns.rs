//! Agent turns with a model that answers at once: what is left is the engine, its tools, its
//! records, the store's batches and the protocol. The page's script measures and prints.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use futures::{StreamExt, stream};
use js_sys::JSON;
use kikitori_bench::instant::{FIELDS, Part};
use kikitori_browser::{
    BrowserClock, BrowserIds, BrowserLocale, BrowserTimer, FetchTransport, IndexedDbStore,
};
use kikitori_interview::{Event, Events, Interview, Limits, PageContext, Pause, Ports, parse_form};
use kikitori_llm::{
    CallMeter, ChatClient, ChatRequest, Completion, Delta, Endpoint, LlmError, Model,
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

/// Takes the client's requests, and answers as the part that was named before.
struct Wire {
    replies: [(Part, Vec<u8>); 4],
    part: Cell<Part>,
    sent: RefCell<Vec<(Part, String)>>,
}

impl InProcess {
    fn new() -> Self {
        let parts = [
            Part::Greeter,
            Part::Architect,
            Part::Reviewer,
            Part::Interviewer,
        ];
        let wire = Rc::new(Wire {
            replies: parts.map(|part| (part, part.streamed().into_bytes())),
            part: Cell::new(Part::Greeter),
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
        let part = self.part.get();
        let sent = request.body.unwrap_or_default();
        self.sent.borrow_mut().push((part, sent));
        let reply = self.replies.iter().find(|(of, _)| *of == part);
        let body = reply.map(|(_, reply)| Ok(reply.clone()));
        Box::pin(ready(Ok(HttpResponse {
            status: 200,
            headers: vec![("content-type".to_owned(), "text/event-stream".to_owned())],
            body: stream::iter(body).boxed_local(),
        })))
    }
}

impl InProcess {
    /// The reply depends on the tools that are offered.
    fn offers(&self, request: &ChatRequest) {
        let tools = &request.tools;
        let part = Part::offered(|name| tools.iter().any(|tool| tool.function.name == name));
        self.wire.part.set(part);
    }
}

impl Model for InProcess {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.offers(&request);
        self.client.chat(request, on_delta)
    }

    fn chat_metered<'a>(
        &'a self,
        request: &'a ChatRequest,
        call: &'a mut CallMeter<'_>,
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.offers(request);
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
    };
    let page = PageContext::default();
    let mut driver = Interview::start(form, page.clone(), ports, Limits::default())
        .await
        .map_err(thrown)?;
    loop {
        match driver.advance().await.map_err(thrown)? {
            Pause::Answer => driver
                .answer("An answer", page.clone())
                .await
                .map_err(thrown)?,
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
    for (part, sent) in wire.sent.take() {
        let mut request: serde_json::Value = serde_json::from_str(&sent).map_err(thrown)?;
        if let Some(request) = request.as_object_mut() {
            request.insert("stream".to_owned(), false.into());
            request.remove("stream_options");
        }
        exchanges.push(json!({"request": request, "reply": part.whole()}));
    }
    JSON::parse(&serde_json::Value::from(exchanges).to_string())
}

fn main() {}
