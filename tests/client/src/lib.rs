//! A page that is nothing but a model client over the browser's own `fetch` and timers. A test
//! orders the calls and gets what became of them.

use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use futures::StreamExt;
use futures::channel::mpsc;
use futures::future::{Either, LocalBoxFuture, pending, select};
use kikitori_browser::{BrowserJitter, BrowserTimer, FetchTransport};
use kikitori_faults::call::{DropWhen, Order, Outcome, Report, make};
use kikitori_ports::{HttpRequest, HttpResponse, Timer, Transport, TransportError};
use wasm_bindgen::prelude::*;

/// The browser's transport, with the pieces counted in which bodies arrive.
struct Counted(Rc<Cell<usize>>);

impl Transport for Counted {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let pieces = Rc::clone(&self.0);
        Box::pin(async move {
            let response = FetchTransport.send(request).await?;
            let count = move |_: &_| pieces.set(pieces.get() + 1);
            Ok(HttpResponse {
                body: response.body.inspect(count).boxed_local(),
                ..response
            })
        })
    }
}

/// Makes the call that an order, as JSON, asks for; answers a report, as JSON.
///
/// # Errors
/// An order that cannot be read.
#[wasm_bindgen]
pub async fn perform(order: String) -> Result<String, JsValue> {
    let thrown = |error: serde_json::Error| JsValue::from_str(&error.to_string());
    let order: Order = serde_json::from_str(&order).map_err(thrown)?;
    let begun = js_sys::Date::now();
    let pieces = Rc::default();
    let outcome = call(&order, &pieces).await;
    let over_at = js_sys::Date::now();
    let report = Report {
        outcome,
        took_ms: over_at - begun,
        pieces: pieces.get(),
        over_at,
    };
    serde_json::to_string(&report).map_err(thrown)
}

/// `None` when the call was dropped.
async fn call(order: &Order, pieces: &Rc<Cell<usize>>) -> Option<Outcome> {
    let transport = Rc::new(Counted(Rc::clone(pieces)));
    let client = order.client(transport, Rc::new(BrowserTimer), Rc::new(BrowserJitter));
    let (tell, mut told) = mpsc::unbounded();
    let call = pin!(make(&client, &order.ask, |_| {
        // Nobody listens once the call is dropped.
        let _ = tell.unbounded_send(());
    }));
    let dropped = pin!(async {
        match order.drop {
            None => pending().await,
            Some(DropWhen::After(ms)) => BrowserTimer.sleep(Duration::from_millis(ms)).await,
            Some(DropWhen::Shown) => {
                told.next().await;
            }
        }
    });
    match select(call, dropped).await {
        Either::Left((outcome, _)) => Some(outcome),
        Either::Right(_) => None,
    }
}
