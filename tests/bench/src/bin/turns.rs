//! Agent turns with a model that answers at once: what is left is the engine, its tools, its
//! records and the store's batches, here in memory. The page's script measures and prints.

use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use kikitori_browser::{BrowserClock, BrowserIds, BrowserLocale};
use kikitori_interview::{Driver, Event, Events, Limits, PageContext, Pause, Ports, parse_form};
use kikitori_llm::{AssistantMessage, ChatRequest, Completion, Delta, LlmError, Model, ToolCall};
use kikitori_store::MemoryStore;
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Plays each agent's part in one line.
struct Instant;

impl Model for Instant {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        let offers = |name: &str| request.tools.iter().any(|tool| tool.function.name == name);
        let call = |name: &str, arguments: serde_json::Value| {
            ToolCall::new(
                format!("{name:a<9.9}").replace('_', "a"),
                name,
                arguments.to_string(),
            )
        };
        let tool_calls = if offers("set_language") {
            vec![
                call("set_language", json!({"language": "en"})),
                call("set_country", json!({"country": "JP"})),
                call("set_timezone", json!({"timezone": null})),
            ]
        } else if offers("create_plan") {
            let fields: Vec<_> = (0..FIELDS)
                .map(|n| json!({"field_id": format!("f{n}"), "label": "Field", "intent": "", "required": true}))
                .collect();
            vec![call("create_plan", json!({"fields": fields}))]
        } else if offers("review") {
            vec![call(
                "review",
                json!({"passed": true, "field_value": "An answer", "feedback": null, "missing_facts": null, "extracted_facts": ["It is an answer"]}),
            )]
        } else {
            vec![call(
                "ask",
                json!({"message": "What should stand in this field?", "suggestions": null}),
            )]
        };
        let message = AssistantMessage {
            tool_calls,
            ..AssistantMessage::default()
        };
        Box::pin(ready(Ok(Completion {
            message,
            ..Completion::default()
        })))
    }
}

const FIELDS: usize = 20;

struct Nobody;
impl Events for Nobody {
    fn event(&self, _: Event<'_>) {}
}

/// Goes through a form of twenty fields once, and says how many turns of a model that took.
#[wasm_bindgen]
pub async fn interview() -> Result<u32, JsValue> {
    let say = |error: &dyn std::fmt::Display| JsValue::from_str(&error.to_string());
    let fields: Vec<_> = (0..FIELDS)
        .map(|n| json!({"id": format!("f{n}"), "label": format!("Field {n}"), "required": true}))
        .collect();
    let text = json!({"id": "bench", "title": "Bench", "fields": fields}).to_string();
    let form = parse_form(&text).map_err(|error| say(&error))?;
    let ports = Ports {
        model: Rc::new(Instant),
        store: Rc::new(MemoryStore::new()),
        clock: Rc::new(BrowserClock),
        ids: Rc::new(BrowserIds),
        locale: Rc::new(BrowserLocale),
        events: Rc::new(Nobody),
    };
    let page = PageContext::default();
    let mut driver = Driver::start(form, page.clone(), ports, Limits::default())
        .await
        .map_err(|error| say(&error))?;
    loop {
        match driver.advance().await.map_err(|error| say(&error))? {
            Pause::Answer => driver
                .answer("An answer", page.clone())
                .await
                .map_err(|error| say(&error))?,
            Pause::Confirm => break,
            other => return Err(JsValue::from_str(&format!("{other:?}"))),
        }
    }
    // Greeter and Architect once each, then question and review of every field.
    u32::try_from(2 + 2 * FIELDS).map_err(|error| say(&error))
}

fn main() {}
