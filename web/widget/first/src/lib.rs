//! The first view of an interview as a module of its own: what the script loads for
//! `<kikitori-form>` where one is begun. The module with the whole interview takes over from it.

use futures::future::{LocalBoxFuture, ready};
use js_sys::{Function, Promise};
use kikitori_browser::ServerAnswer;
use kikitori_first::{Asked, Follower, Stage, Surroundings, beginning_in_site};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

/// What the module with the whole interview stores is named after, and so what this one does.
const NAMESPACE: &str = "kikitori-widget";

/// The first view in an element.
#[wasm_bindgen]
pub struct First(Stage);

#[wasm_bindgen]
impl First {
    /// Draws the first view of an interview about `form`, a form's file, in `place`, and asks for its
    /// first question; nothing where it cannot be begun so. `key` names the element on this device,
    /// `base` is the address of the folder of the server that models are asked through, `language` the
    /// BCP 47 tag of the language that the site wants. `settings` is what the server says of its model,
    /// in JSON, or resolves to that or to nothing. `is_stored_with_page` says whether what is stored is
    /// the page's of that server too.
    pub fn begin(
        place: HtmlElement,
        form: &str,
        key: &str,
        base: &str,
        language: Option<String>,
        settings: JsValue,
        is_stored_with_page: bool,
    ) -> Option<First> {
        if !is_stored_with_page {
            kikitori_browser::use_namespace(NAMESPACE);
        }
        let beginning = beginning_in_site(form, language)?;
        let answer = |said: &JsValue| match said.as_string() {
            Some(said) => ServerAnswer::of(&said),
            None => ServerAnswer::NoAnswer,
        };
        // What is there already lets the request go out before anything is drawn.
        let server: LocalBoxFuture<'static, _> = match settings.dyn_into::<Promise>() {
            Ok(coming) => Box::pin(async move {
                let said = JsFuture::from(coming).await;
                said.map_or(ServerAnswer::NoAnswer, |it| answer(&it))
            }),
            Err(there) => Box::pin(ready(answer(&there))),
        };
        let asked = Asked::begin(beginning, format!("{base}v1"), server);
        let around = Surroundings {
            place,
            name: format!("typed/{key}"),
            page: None,
        };
        Stage::begin(asked, around).map(Self)
    }

    /// What the whole interview begins with, in JSON.
    pub fn handed_over(&self) -> Option<String> {
        self.0.beginning().to_json().ok()
    }

    /// Has `on_shown` hear what has been shown of the question, and each piece from then on, and
    /// `on_end` the reply, in JSON; nothing if there will be none.
    pub fn follow(&self, on_shown: Function, on_end: Function) {
        // Whoever follows looks after themselves.
        self.0.call().follow(Follower {
            on_shown: Box::new(move |piece| drop(on_shown.call1(&JsValue::NULL, &piece.into()))),
            on_end: Box::new(move |reply| {
                let reply = reply.and_then(|reply| serde_json::to_string(reply).ok());
                let reply = reply.map_or(JsValue::UNDEFINED, |reply| reply.into());
                drop(on_end.call1(&JsValue::NULL, &reply));
            }),
        });
    }

    /// Ends the call.
    pub fn stop(&self) {
        self.0.call().stop();
    }

    /// Ends the call, and listens no more, where the element is gone.
    pub fn leave(&self) {
        self.0.leave();
    }

    /// Whether the whole interview may take over now.
    pub fn may_move(&self) -> bool {
        self.0.may_move()
    }

    /// Gives what the person did to the whole interview, which stands in `next`.
    pub fn hand_over_to(&self, next: HtmlElement) {
        self.0.hand_over_to(&next);
    }
}
