//! Whether the person has the page before them, or has left it and may come back to it.
//!
//! A browser may keep a page that was left, frozen, to show it again at once ("back/forward
//! cache"). WebKit freezes a transaction along with it, and then no page can write to the database
//! for as long as that one is kept.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::oneshot;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{IdbTransaction, PageTransitionEvent, Window};

type Listener = Closure<dyn FnMut(PageTransitionEvent)>;

/// Follows whether the page is kept away, and lets no transaction live meanwhile.
pub(super) struct Presence {
    state: Rc<State>,
    listeners: Option<(Window, [(&'static str, Listener); 2])>,
}

#[derive(Default)]
struct State {
    is_away: Cell<bool>,
    times_left: Cell<u32>,
    /// Those that have not ended, and some that have.
    transactions: RefCell<Vec<IdbTransaction>>,
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
}

impl Presence {
    /// Begins to follow the page's window, if there is one.
    pub(super) fn new() -> Self {
        let state = Rc::<State>::default();
        let listeners = web_sys::window().map(|window| {
            let (leaving, coming) = (Rc::clone(&state), Rc::clone(&state));
            let listeners = [
                (
                    "pagehide",
                    Listener::new(move |event: PageTransitionEvent| {
                        if event.persisted() {
                            leaving.leave();
                        }
                    }),
                ),
                (
                    "pageshow",
                    Listener::new(move |_: PageTransitionEvent| coming.come_back()),
                ),
            ];
            for (event, listener) in &listeners {
                // Fails for no name of an event.
                let _ = window
                    .add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
            }
            (window, listeners)
        });
        Self { state, listeners }
    }

    /// How often the page was left so far: what a transaction was ended by.
    pub(super) fn times_left(&self) -> u32 {
        self.state.times_left.get()
    }

    /// Whether the page was left, and is kept.
    pub(super) fn is_away(&self) -> bool {
        self.state.is_away.get()
    }

    /// Waits until the page is shown again.
    pub(super) async fn shown(&self) {
        while self.is_away() {
            let (tell, told) = oneshot::channel();
            self.state.waiting.borrow_mut().push(tell);
            // It is told or, with this, dropped.
            let _ = told.await;
        }
    }

    /// Ends `transaction` when the page is left before it has ended.
    pub(super) fn watch(&self, transaction: &IdbTransaction) {
        let mut transactions = self.state.transactions.borrow_mut();
        // One that has ended has let go of its store.
        transactions.retain(|it| it.object_store(super::RECORDS).is_ok());
        transactions.push(transaction.clone());
    }
}

impl State {
    fn leave(&self) {
        self.is_away.set(true);
        self.times_left.set(self.times_left.get().wrapping_add(1));
        for transaction in self.transactions.take() {
            // Fails for one that has ended.
            let _ = transaction.abort();
        }
    }

    fn come_back(&self) {
        self.is_away.set(false);
        for waiting in self.waiting.take() {
            // Whoever waited may be gone.
            let _ = waiting.send(());
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some((window, listeners)) = &self.listeners {
            for (event, listener) in listeners {
                let _ = window
                    .remove_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
            }
        }
    }
}
