//! A first stage that stands on the page already (`kikitori_first`), in a module of its own: what is
//! taken over from it.

use kikitori_first::{Followable, Follower};
use kikitori_interview::MadeReply;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// The first stage.
    #[derive(Clone)]
    pub type FirstStage;

    #[wasm_bindgen(method, js_name = handed_over, catch)]
    fn handed_over_json(this: &FirstStage) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, js_name = follow, catch)]
    fn follow_json(this: &FirstStage, on_shown: &JsValue, on_end: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = stop, catch)]
    fn stop_call(this: &FirstStage) -> Result<(), JsValue>;
}

impl FirstStage {
    /// What the session begins with, in JSON.
    pub fn handed_over(&self) -> String {
        let json = self.handed_over_json().ok().flatten();
        json.unwrap_or_default()
    }
}

/// What the first stage calls with what it hears.
pub struct Callbacks {
    _on_shown: Closure<dyn Fn(String)>,
    _on_end: Closure<dyn FnMut(Option<String>)>,
}

/// Its call for the first question.
impl Followable for FirstStage {
    type Following = Callbacks;

    fn follow(&self, follower: Follower) -> Option<Callbacks> {
        let Follower { on_shown, on_end } = follower;
        let on_shown = Closure::<dyn Fn(String)>::new(move |piece: String| on_shown(&piece));
        let on_end = Closure::once(move |reply: Option<String>| {
            let reply: Option<MadeReply> = reply.and_then(|it| kikitori_json::from_str(&it).ok());
            on_end(reply.as_ref());
        });
        let following = self.follow_json(on_shown.as_ref(), on_end.as_ref());
        following.ok()?;
        Some(Callbacks {
            _on_shown: on_shown,
            _on_end: on_end,
        })
    }

    fn stop(&self) {
        // A module that has broken has ended its call as well.
        let _ = self.stop_call();
    }
}
