//! What of a call is shown while it arrives, and what is held back.

use std::cell::Cell;

use crate::calls_by_schema::streamed::StreamedCall;
use crate::protocol::delta::Delta;
use crate::usage::call::CallMeter;

/// When what arrives of a reply is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Display {
    /// At once.
    Live,
    /// Text only once a call has begun: without one, it may not count.
    OnceCalled,
    /// Once the reply is accepted.
    OnceAccepted,
    /// Never.
    Hidden,
}

/// Hands on what arrives of a call's replies. One that may not count is held back until it is known
/// to.
pub(super) struct Showing<'c, 'a> {
    call: &'c mut CallMeter<'a>,
    has_shown: &'c Cell<bool>,
    display: Display,
    by_schema: bool,
    /// The call in a text that is an object which stands for it.
    schema_call: Option<StreamedCall>,
    held: Vec<Delta>,
}

impl<'c, 'a> Showing<'c, 'a> {
    /// Hands on to `call`, and keeps in `has_shown` whether anything was.
    pub(super) fn new(call: &'c mut CallMeter<'a>, has_shown: &'c Cell<bool>) -> Self {
        Self {
            call,
            has_shown,
            display: Display::Live,
            by_schema: false,
            schema_call: None,
            held: Vec::new(),
        }
    }

    /// Where the requests are counted.
    pub(super) fn call(&mut self) -> &mut CallMeter<'a> {
        self.call
    }

    /// The next reply is shown so; whether its text is an object that stands for a call or a text.
    pub(super) fn expect(&mut self, display: Display, by_schema: bool) {
        self.display = display;
        self.by_schema = by_schema;
        self.begin();
    }

    /// A reply begins, the first one or one that is asked for again.
    pub(super) fn begin(&mut self) {
        self.held.clear();
        self.schema_call = self.by_schema.then(StreamedCall::default);
    }

    /// Something of it arrives.
    pub(super) fn arrived(&mut self, delta: Delta) {
        self.call.arrived(&delta);
        let delta = match (&mut self.schema_call, delta) {
            (Some(call), Delta::Text(text)) => call.push(&text),
            (_, delta) => Some(delta),
        };
        let Some(delta) = delta else {
            return;
        };
        match (self.display, &delta) {
            (Display::Hidden, _) => {}
            (Display::OnceAccepted, _) | (Display::OnceCalled, Delta::Text(_)) => {
                self.held.push(delta);
            }
            (Display::OnceCalled, Delta::Arguments { .. }) => {
                self.accept();
                self.show(delta);
            }
            (Display::Live, _) => self.show(delta),
        }
    }

    /// The reply counts.
    pub(super) fn accept(&mut self) {
        for delta in std::mem::take(&mut self.held) {
            self.show(delta);
        }
    }

    /// Shows `delta` as it is.
    pub(super) fn show(&mut self, delta: Delta) {
        if self.call.show(delta) {
            self.has_shown.set(true);
        }
    }
}
