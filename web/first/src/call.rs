//! The call for the first question, as far as it has come: shown here, and handed on to whoever
//! follows it.

use std::cell::RefCell;

use futures::channel::oneshot;
use js_sys::Function;
use wasm_bindgen::JsValue;

/// What has come of it, and who follows.
#[derive(Default)]
pub struct Call(RefCell<State>);

#[derive(Default)]
struct State {
    shown: String,
    /// The reply in JSON once it is here, or none once the call has failed.
    outcome: Option<Option<String>>,
    follower: Option<Follower>,
    /// Dropped to end it.
    going_on: Option<oneshot::Sender<()>>,
}

/// Hears each piece of what is shown, and the outcome.
struct Follower {
    on_shown: Function,
    on_end: Function,
}

impl Follower {
    fn shown(&self, piece: &str) {
        // Whoever follows looks after themselves.
        let _ = self.on_shown.call1(&JsValue::NULL, &piece.into());
    }

    fn ended(&self, reply: Option<&str>) {
        let reply = reply.map_or(JsValue::UNDEFINED, JsValue::from_str);
        let _ = self.on_end.call1(&JsValue::NULL, &reply);
    }
}

impl Call {
    /// It is under way from now on; what is answered ends with it.
    pub fn begin(&self) -> oneshot::Receiver<()> {
        let (going_on, ends) = oneshot::channel();
        self.0.borrow_mut().going_on = Some(going_on);
        ends
    }

    /// More of what is shown has come; answers all of it.
    pub fn shown(&self, piece: &str) -> String {
        let mut state = self.0.borrow_mut();
        state.shown.push_str(piece);
        if let Some(follower) = &state.follower {
            follower.shown(piece);
        }
        state.shown.clone()
    }

    /// It has brought this reply, in JSON, or has failed.
    pub fn ended(&self, reply: Option<String>) {
        let mut state = self.0.borrow_mut();
        if let Some(follower) = state.follower.take() {
            follower.ended(reply.as_deref());
        }
        state.outcome = Some(reply);
    }

    /// Has `on_shown` hear what has been shown, and each piece from then on, and `on_end` the outcome.
    pub fn follow(&self, on_shown: Function, on_end: Function) {
        let follower = Follower { on_shown, on_end };
        let mut state = self.0.borrow_mut();
        if !state.shown.is_empty() {
            follower.shown(&state.shown);
        }
        match &state.outcome {
            Some(reply) => follower.ended(reply.as_deref()),
            None => state.follower = Some(follower),
        }
    }

    /// Ends it.
    pub fn stop(&self) {
        let mut state = self.0.borrow_mut();
        state.follower = None;
        state.going_on = None;
    }
}
