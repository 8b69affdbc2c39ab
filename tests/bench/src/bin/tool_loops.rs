//! A tool loop with a model that answers at once. The page's script measures it beside those of
//! other libraries.

use std::cell::Cell;
use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use futures::{StreamExt, stream};
use kikitori_agent::{AgentRun, AgentStep, FunctionCallResult, Tool, ToolRegistry};
use kikitori_bench::tool_loop;
use kikitori_browser::{BrowserTimer, FetchTransport};
use kikitori_llm::{ChatClient, ChatRequest, Endpoint, Message, Model};
use kikitori_ports::{HttpRequest, HttpResponse, Transport, TransportError};
use schemars::JsonSchema;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// The model in this page: the client speaks the protocol, and nothing is fetched.
struct InPage {
    replies: Vec<Vec<u8>>,
    asked: Cell<usize>,
}

impl InPage {
    fn new(turns: usize) -> Self {
        let reply = |asked| tool_loop::reply(asked, turns, true).into_bytes();
        Self {
            replies: (1..=turns).map(reply).collect(),
            asked: Cell::new(0),
        }
    }
}

impl Transport for InPage {
    fn send(&self, _: HttpRequest) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let reply = self.replies.get(self.asked.replace(self.asked.get() + 1));
        let body = reply.map(|reply| Ok(reply.clone()));
        Box::pin(ready(Ok(HttpResponse {
            status: 200,
            headers: vec![("content-type".to_owned(), "text/event-stream".to_owned())],
            body: stream::iter(body).boxed_local(),
        })))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Add {
    amount: f64,
}

fn thrown(error: impl std::fmt::Display) -> JsValue {
    JsValue::from_str(&error.to_string())
}

fn tools() -> Result<ToolRegistry<f64>, JsValue> {
    let mut tools = ToolRegistry::new();
    let add = Tool::new("add", "Adds to the sum.", |add: Add, sum: &mut f64| {
        *sum += add.amount;
        FunctionCallResult::success(format!("The sum is {sum}.")).into()
    });
    tools.register(add.map_err(thrown)?).map_err(thrown)?;
    Ok(tools)
}

/// The sum after so many turns.
async fn run(turns: usize, transport: Rc<dyn Transport>) -> Result<f64, JsValue> {
    let endpoint = Endpoint {
        base_url: format!("loop/{turns}/v1"),
        model: "instant".to_owned(),
    };
    let client = ChatClient::new(transport, Rc::new(BrowserTimer), endpoint);
    let tools = tools()?;
    let mut sum = 0.0;
    let most = u32::try_from(turns).map_err(thrown)?;
    let mut run = AgentRun::new("counter", most);
    let opening = [Message::system("You count."), Message::user("Add up.")];
    loop {
        match run.next_step() {
            AgentStep::CallModel => {
                let request = ChatRequest {
                    messages: opening.iter().chain(run.messages()).cloned().collect(),
                    tools: tools.definitions(),
                    stream: true,
                    ..ChatRequest::default()
                };
                let reply = client.chat(request, &mut |_| {}).await.map_err(thrown)?;
                run.model_replied(reply.message, Vec::new).map_err(thrown)?;
            }
            AgentStep::RunTool(call) => {
                let function = &call.function;
                let output = tools.call(&function.name, &function.arguments, &mut sum);
                let id = call.id.clone();
                run.tool_finished(&id, output).map_err(thrown)?;
            }
            AgentStep::Ended(_) => break,
        }
    }
    match run.result() {
        Some(Ok(_)) => Ok(sum),
        other => Err(thrown(format!("{other:?}"))),
    }
}

/// The loop with the model in this page.
#[wasm_bindgen]
pub async fn in_page(turns: usize) -> Result<f64, JsValue> {
    run(turns, Rc::new(InPage::new(turns))).await
}

/// The same with each reply fetched and streamed from the page's server.
#[wasm_bindgen]
pub async fn fetched(turns: usize) -> Result<f64, JsValue> {
    run(turns, Rc::new(FetchTransport)).await
}

/// A reply of the model, for the loops of others.
#[wasm_bindgen]
pub fn reply(asked: usize, turns: usize, streamed: bool) -> String {
    tool_loop::reply(asked, turns, streamed)
}

/// The tool as the model is offered it here, for the plain loop.
#[wasm_bindgen]
pub fn definitions() -> Result<String, JsValue> {
    serde_json::to_string(&tools()?.definitions()).map_err(thrown)
}

fn main() {}
