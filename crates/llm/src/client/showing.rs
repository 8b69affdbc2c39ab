//! What of a call is shown while it arrives, and what is held back.

use std::cell::{Cell, RefCell};

use crate::calls_by_schema::streamed::StreamedCall;
use crate::protocol::delta::Delta;

/// Hands on what arrives of a reply. One that may not count is held back until it is known to.
pub(super) struct Showing<'a> {
    on_delta: RefCell<Option<&'a mut dyn FnMut(Delta)>>,
    has_shown: Cell<bool>,
    way: Cell<Way>,
    state: RefCell<State>,
}

/// How a reply comes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// Text is text and calls are calls.
    AsItIs,
    /// The same, but words without a call do not count.
    OnlyWithCall,
    /// The text is an object that stands for a call or a text.
    BySchema,
    /// It is for nobody to see.
    Unseen,
}

enum State {
    AsItIs,
    Unseen,
    Held(Vec<Delta>),
    BySchema(StreamedCall),
}

impl<'a> Showing<'a> {
    /// Hands on to `on_delta`; without it, nothing is shown.
    pub(super) fn new(on_delta: Option<&'a mut dyn FnMut(Delta)>) -> Self {
        Self {
            on_delta: RefCell::new(on_delta),
            has_shown: Cell::new(false),
            way: Cell::new(Way::AsItIs),
            state: RefCell::new(State::AsItIs),
        }
    }

    /// Whether anything was handed on.
    pub(super) fn has_shown(&self) -> bool {
        self.has_shown.get()
    }

    /// The next reply comes in this way.
    pub(super) fn expect(&self, way: Way) {
        self.way.set(way);
        self.begin();
    }

    /// A reply begins, the first one or one that is asked for again.
    pub(super) fn begin(&self) {
        self.state.replace(match self.way.get() {
            Way::AsItIs => State::AsItIs,
            Way::OnlyWithCall => State::Held(Vec::new()),
            Way::Unseen => State::Unseen,
            Way::BySchema => State::BySchema(StreamedCall::default()),
        });
    }

    /// Something of it arrives.
    pub(super) fn heard(&self, delta: Delta) {
        match (&mut *self.state.borrow_mut(), delta) {
            (State::Held(held), Delta::Text(text)) => held.push(Delta::Text(text)),
            (State::BySchema(call), Delta::Text(text)) => {
                if let Some(delta) = call.push(&text) {
                    self.show(delta);
                }
            }
            (State::Held(held), delta) => {
                held.drain(..).for_each(|it| self.show(it));
                self.show(delta);
            }
            (State::Unseen, _) => {}
            (State::AsItIs | State::BySchema(_), delta) => self.show(delta),
        }
    }

    /// The reply counts.
    pub(super) fn counts(&self) {
        if let State::Held(held) = self.state.replace(State::AsItIs) {
            held.into_iter().for_each(|it| self.show(it));
        }
    }

    /// Shows `delta` as it is.
    pub(super) fn show(&self, delta: Delta) {
        if let Some(on_delta) = &mut *self.on_delta.borrow_mut() {
            self.has_shown.set(true);
            on_delta(delta);
        }
    }
}
