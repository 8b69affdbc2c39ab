//! The demonstration model: it answers within the page, so that there is no endpoint and no server.
//!
//! It is a module of its own, loaded with the first call. Its script answers an event of the
//! document, as a script can be loaded by an element on every page, whatever its policy says of
//! code that is made at run time.

use std::time::Duration;

use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, select};
use futures::{StreamExt, stream};
use js_sys::{Array, Object, Reflect};
use kikitori_ports::{HttpRequest, HttpResponse, Timer, Transport, TransportError};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Document, HtmlScriptElement};

use crate::BrowserTimer;
use crate::js_error::describe;

/// What the script listens for on the document.
const CALL: &str = "kikitori-demo-call";
/// A script that takes longer does not come.
const LOADING: Duration = Duration::from_secs(20);

/// Sends requests to the demonstration model: a body is a request for a reply, none asks for its
/// list of models. Whatever the address, nothing leaves the page.
#[derive(Debug, Clone)]
pub struct DemoTransport {
    /// The address of the script that answers.
    script: String,
}

impl DemoTransport {
    /// The model whose script is at this address.
    pub fn new(script: &str) -> Self {
        Self {
            script: script.to_owned(),
        }
    }
}

impl Transport for DemoTransport {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        Box::pin(async move {
            let document = web_sys::window().and_then(|it| it.document());
            let document = document.ok_or_else(|| not_loaded("no document"))?;
            if let Some(answer) = asked(&document, request.body.as_deref()) {
                return read(&answered(answer).await?);
            }
            load(&document, &self.script).await?;
            let answer = asked(&document, request.body.as_deref());
            let answer = answer.ok_or_else(|| not_loaded("the script does not answer"))?;
            read(&answered(answer).await?)
        })
    }
}

/// What the script will say, once it does.
struct Asked {
    told: oneshot::Receiver<JsValue>,
    /// What the script calls.
    _tell: Closure<dyn FnMut(JsValue)>,
}

/// Asks the script; nothing where none listens yet.
fn asked(document: &Document, body: Option<&str>) -> Option<Asked> {
    let (tell, told) = oneshot::channel();
    let mut tell = Some(tell);
    let tell = Closure::<dyn FnMut(JsValue)>::new(move |answer| {
        if let Some(tell) = tell.take() {
            // No one may be waiting any more.
            let _ = tell.send(answer);
        }
    });
    let detail = Object::new();
    let body = body.map_or(JsValue::UNDEFINED, JsValue::from_str);
    for (name, value) in [("body", &body), ("tell", tell.as_ref())] {
        // It cannot fail on a new object.
        let _ = Reflect::set(&detail, &name.into(), value);
    }
    let init = CustomEventInit::new();
    init.set_cancelable(true);
    init.set_detail(&detail);
    let event = CustomEvent::new_with_event_init_dict(CALL, &init).ok()?;
    let is_untouched = document.dispatch_event(&event).ok()?;
    (!is_untouched).then_some(Asked { told, _tell: tell })
}

async fn answered(asked: Asked) -> Result<JsValue, TransportError> {
    let answer = asked.told.await.ok();
    answer
        .filter(JsValue::is_object)
        .ok_or_else(|| not_loaded("the demonstration model did not start"))
}

/// Has the script loaded by an element, which is taken away again.
async fn load(document: &Document, address: &str) -> Result<(), TransportError> {
    let script = document.create_element("script").map_err(thrown)?;
    let script: HtmlScriptElement = script.dyn_into().map_err(|_| not_loaded("no script"))?;
    script.set_type("module");
    script.set_src(address);
    let (tell, told) = oneshot::channel();
    let mut tell = Some(tell);
    let mut end = move |is_here: bool| {
        if let Some(tell) = tell.take() {
            let _ = tell.send(is_here);
        }
    };
    let ended = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        end(event.type_() == "load");
    });
    script.set_onload(Some(ended.as_ref().unchecked_ref()));
    script.set_onerror(Some(ended.as_ref().unchecked_ref()));
    let head = document.head().ok_or_else(|| not_loaded("no head"))?;
    head.append_child(&script).map_err(thrown)?;
    let loaded = select(told, BrowserTimer.sleep(LOADING)).await;
    script.set_onload(None);
    script.set_onerror(None);
    script.remove();
    match loaded {
        Either::Left((Ok(true), _)) => Ok(()),
        _ => Err(not_loaded("the demonstration model could not be loaded")),
    }
}

/// The script's reply as a response, whose pieces come as those of a server.
fn read(answer: &JsValue) -> Result<HttpResponse, TransportError> {
    let member = |name: &str| Reflect::get(answer, &name.into()).map_err(thrown);
    let number = |name: &str| Ok::<f64, TransportError>(member(name)?.as_f64().unwrap_or_default());
    let content_type = member("contentType")?.as_string().unwrap_or_default();
    let frames = member("frames")?;
    let frames = Array::is_array(&frames).then(|| Array::from(&frames).to_vec());
    let frames = frames.unwrap_or_default().into_iter();
    let frames: Vec<Vec<u8>> = frames
        .filter_map(|frame| Some(frame.as_string()?.into_bytes()))
        .collect();
    let pause = Duration::from_millis(number("delayMs")? as u64);
    let body = stream::iter(frames.into_iter().enumerate()).then(move |(at, frame)| async move {
        if at > 0 && !pause.is_zero() {
            BrowserTimer.sleep(pause).await;
        }
        Ok(frame)
    });
    Ok(HttpResponse {
        status: number("status")? as u16,
        headers: vec![("content-type".to_owned(), content_type)],
        body: body.boxed_local(),
    })
}

fn not_loaded(why: &str) -> TransportError {
    TransportError::NotLoaded {
        detail: why.to_owned(),
    }
}

fn thrown(thrown: JsValue) -> TransportError {
    TransportError::NotLoaded {
        detail: describe(&thrown),
    }
}
