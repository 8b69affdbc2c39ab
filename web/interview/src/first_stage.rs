//! A first stage that stands on the page already (`kikitori_first`), in a module of its own: what is
//! taken over from it.

use futures::StreamExt;
use futures::channel::mpsc::unbounded;
use futures::future::LocalBoxFuture;
use kikitori_interview::{CallMadeElsewhere, MadeReply};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// The first stage.
    #[derive(Clone)]
    pub type FirstStage;

    #[wasm_bindgen(method, js_name = handed_over, catch)]
    fn handed_over_json(this: &FirstStage) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn follow(this: &FirstStage, on_shown: &JsValue, on_end: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn stop(this: &FirstStage) -> Result<(), JsValue>;
}

impl FirstStage {
    /// What the session begins with, in JSON.
    pub fn handed_over(&self) -> String {
        let json = self.handed_over_json().ok().flatten();
        json.unwrap_or_default()
    }
}

/// Its call for the first question.
pub struct Followed(FirstStage);

/// What is heard of it.
enum Heard {
    Shown(String),
    Ended(Option<String>),
}

impl Followed {
    /// The call of this one.
    pub fn new(first: FirstStage) -> Self {
        Self(first)
    }
}

/// Ends the call when nobody waits for it any more.
struct StopOnDrop<'a>(&'a FirstStage);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        // A module that has broken has ended its call as well.
        let _ = self.0.stop();
    }
}

impl CallMadeElsewhere for Followed {
    fn reply<'a>(
        &'a self,
        on_shown: &'a mut dyn FnMut(String),
    ) -> LocalBoxFuture<'a, Option<MadeReply>> {
        Box::pin(async move {
            let (sender, mut heard) = unbounded();
            let tell = sender.clone();
            // Whoever waits has gone where it is not taken.
            let shown = Closure::<dyn Fn(String)>::new(move |piece| {
                let _ = tell.unbounded_send(Heard::Shown(piece));
            });
            let ended = Closure::<dyn Fn(Option<String>)>::new(move |reply| {
                let _ = sender.unbounded_send(Heard::Ended(reply));
            });
            let _stop = StopOnDrop(&self.0);
            let followed = self.0.follow(shown.as_ref(), ended.as_ref());
            followed.ok()?;
            while let Some(next) = heard.next().await {
                match next {
                    Heard::Shown(piece) => on_shown(piece),
                    Heard::Ended(reply) => return kikitori_json::from_str(&reply?).ok(),
                }
            }
            None
        })
    }
}
