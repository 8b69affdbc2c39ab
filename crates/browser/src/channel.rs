//! Texts between the tabs of a site.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

/// Sends texts to the other tabs that have a channel of the same name, until it is dropped.
#[derive(Debug)]
pub struct Channel {
    channel: BroadcastChannel,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Channel {
    fn drop(&mut self) {
        // The handler dies with this value; a message must not find it dead.
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

impl Channel {
    /// The channel `name`; `hear` gets what other tabs send. None where the browser has no channels:
    /// what it would carry is in the store all the same.
    pub fn open(name: &str, hear: impl Fn(String) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(&format!("kikitori/{name}")).ok()?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                hear(text);
            }
        });
        channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Self {
            channel,
            _on_message: on_message,
        })
    }

    /// Tells the other tabs. The one that sends does not hear it.
    pub fn send(&self, text: &str) {
        // Only a closed channel refuses.
        let _ = self.channel.post_message(&text.into());
    }
}
