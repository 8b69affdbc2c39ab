//! What tabs tell each other about deleting everything.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

use super::forget_tab;
use crate::open::may_hold_records;

/// Where they do.
const CHANNEL: &str = "kikitori/erase";
/// Between two questions of a tab that waits.
const PAUSE_MS: u32 = 300;
/// After so many questions without an answer the tab that deletes is gone.
const SILENCES: u32 = 10;
/// No tab takes so long to delete everything, or to give it up.
const QUESTIONS: u32 = 200;

/// What became of deleting everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EraseOutcome {
    /// All of it is gone.
    Erased,
    /// Some of it is gone.
    Partly,
    /// Nothing is.
    Kept,
}

/// What one tab tells all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Message {
    /// Leave what you show.
    Leave,
    /// I have left: what became of it?
    Waiting,
    /// It is not known yet.
    Erasing,
    /// This is what became of it.
    Outcome(EraseOutcome),
}

impl Message {
    const ALL: [Self; 6] = [
        Self::Leave,
        Self::Waiting,
        Self::Erasing,
        Self::Outcome(EraseOutcome::Erased),
        Self::Outcome(EraseOutcome::Partly),
        Self::Outcome(EraseOutcome::Kept),
    ];

    fn text(self) -> &'static str {
        match self {
            Self::Leave => "leave",
            Self::Waiting => "waiting",
            Self::Erasing => "erasing",
            Self::Outcome(EraseOutcome::Erased) => "erased",
            Self::Outcome(EraseOutcome::Partly) => "partly",
            Self::Outcome(EraseOutcome::Kept) => "kept",
        }
    }
}

/// A channel to all other tabs, until it is dropped.
pub(super) struct Channel {
    channel: BroadcastChannel,
    _on_message: Closure<dyn Fn(MessageEvent)>,
}

impl Channel {
    /// Has `answer` called with what others tell: what it returns is told to all. `None` where the
    /// browser has no channels.
    pub(super) fn open(answer: impl Fn(Message) -> Option<Message> + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let answering = channel.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let said = event.data().as_string();
            let message = Message::ALL
                .into_iter()
                .find(|message| said.as_deref() == Some(message.text()));
            if let Some(answer) = message.and_then(&answer) {
                post(&answering, answer);
            }
        });
        channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Self {
            channel,
            _on_message: on_message,
        })
    }

    pub(super) fn tell(&self, message: Message) {
        post(&self.channel, message);
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // The handler dies with this value; a message must not find it dead.
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

fn post(channel: &BroadcastChannel, message: Message) {
    // Only a closed channel refuses.
    let _ = channel.post_message(&message.text().into());
}

/// Has `leave` called when another tab is about to delete everything. It has to end whatever this
/// page does. A page that has just deleted everything (`has_erased`) tells so to those who ask.
pub fn on_erase(has_erased: bool, leave: impl Fn() + 'static) {
    // Without channels this tab notices at its next write.
    let channel = Channel::open(move |message| match message {
        Message::Leave => {
            leave();
            None
        }
        Message::Waiting => has_erased.then_some(Message::Outcome(EraseOutcome::Erased)),
        Message::Erasing | Message::Outcome(_) => None,
    });
    // It listens as long as the page lives.
    std::mem::forget(channel);
}

/// Waits for what becomes of it in another tab, in a document in which nothing else has begun.
/// What is this tab's own is gone after it, unless nothing was deleted.
pub async fn erase_outcome() -> EraseOutcome {
    let outcome = match told_outcome().await {
        Some(outcome) => outcome,
        // The tab is gone, which could have told it.
        None if may_hold_records().await => EraseOutcome::Kept,
        None => EraseOutcome::Erased,
    };
    if outcome != EraseOutcome::Kept {
        forget_tab();
    }
    outcome
}

async fn told_outcome() -> Option<EraseOutcome> {
    let told = Rc::new(Cell::new(None));
    let hearing = Rc::clone(&told);
    let channel = Channel::open(move |message| {
        if matches!(message, Message::Erasing | Message::Outcome(_)) {
            hearing.set(Some(message));
        }
        None
    })?;
    let mut silences = 0;
    for _ in 0..QUESTIONS {
        channel.tell(Message::Waiting);
        TimeoutFuture::new(PAUSE_MS).await;
        match told.take() {
            Some(Message::Outcome(outcome)) => return Some(outcome),
            Some(_) => silences = 0,
            None => silences += 1,
        }
        if silences >= SILENCES {
            break;
        }
    }
    None
}
