//! Locks among tabs that ask each other, where the browser has none: outside of secure contexts,
//! such as plain HTTP in a local network.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};

use crate::ids::uuid;
use crate::js_error::describe;

/// A tab answers within some milliseconds, if it is not busy. One that is frozen does not: what it
/// writes when it wakes is refused by the session's epoch.
const PATIENCE_MS: u32 = 250;

/// What the one who has the lock says to who asks for it, with the asker's name after it.
const HELD: &str = "held by another than ";

/// Tells everybody who asks that the lock is held, until it is dropped.
#[derive(Debug)]
pub(super) struct BroadcastLock {
    channel: BroadcastChannel,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for BroadcastLock {
    fn drop(&mut self) {
        // The handler dies with this value; a message must not find it dead.
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

/// Asks all other tabs for the lock `name`: `None` when one of them has it, or asks for it at the
/// same time and comes first.
///
/// # Errors
/// What the browser said, when its tabs cannot ask each other.
pub(super) async fn try_acquire(name: &str) -> Result<Option<BroadcastLock>, String> {
    let thrown = |value: JsValue| describe(&value);
    let channel = BroadcastChannel::new(&format!("kikitori/lock/{name}")).map_err(thrown)?;
    let me = uuid();
    // Whoever has the lock no longer waits to be told that another one has.
    let (tell, told) = oneshot::channel();
    let tell = Rc::new(RefCell::new(Some(tell)));
    let (answering, own) = (channel.clone(), me.clone());
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let said = event.data().as_string().unwrap_or_default();
        let holds = tell.borrow().as_ref().map(oneshot::Sender::is_canceled);
        let gives_way = match said.strip_prefix(HELD) {
            Some(refused) => refused == own,
            // Of two who ask at once, the one with the smaller name is first.
            None => holds == Some(false) && said < own,
        };
        if gives_way {
            if let Some(tell) = tell.take() {
                let _ = tell.send(());
            }
        } else if holds.is_some() && !said.starts_with(HELD) {
            // Only a closed channel refuses.
            let _ = answering.post_message(&format!("{HELD}{said}").into());
        }
    });
    channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let lock = BroadcastLock {
        channel,
        _on_message: on_message,
    };
    lock.channel.post_message(&me.into()).map_err(thrown)?;
    match select(told, TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left(_) => Ok(None),
        Either::Right(_) => Ok(Some(lock)),
    }
}
