//! Trying the help desk: with one of the questions that the site has for its documents, or with any.

use js_sys::{Array, JSON, Reflect};
use kikitori_browser::get_text;
use kikitori_desk::parts::fetch;
use kikitori_parts::page::Page;
use kikitori_parts::place::System;
use kikitori_search::is_for_reader;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::examples::Asked;
use super::messages::messages;

/// A site that takes longer has no examples.
const PATIENCE_MS: u32 = 20_000;

/// So many examples are shown.
const MOST: usize = 6;

/// A question to try.
#[derive(Clone)]
struct Example {
    text: String,
    /// None if it is for readers of any.
    language: Option<String>,
}

/// The way to the help desk, with questions to take along.
pub fn desk_trial(page: Page) -> AnyView {
    let asked = Asked {
        page,
        system: System::HelpDesk,
        name: "desk",
        fetch,
    };
    let examples = RwSignal::new(Vec::new());
    // Where the site has none, or they do not come, nothing is said to try.
    let has_none = RwSignal::new(false);
    spawn_local(async move {
        let found = examples_of_site(page).await.unwrap_or_default();
        has_none.try_set(found.is_empty());
        examples.try_set(found);
    });
    let list = move || {
        let language = page.language.get().tag();
        let mut fitting = examples.get();
        fitting.retain(|example: &Example| is_for_reader(example.language.as_deref(), language));
        asked.list(fitting.into_iter().take(MOST).map(|example| example.text))
    };
    view! {
        <div class="trial">
            <p class="trial-text" hidden=move || has_none.get()>{move || messages(page).desk_trial}</p>
            {list}
            {asked.open(move || messages(page).desk_open.to_owned())}
        </div>
    }
    .into_any()
}

/// What the list of the site's documents has, read by the browser's own parser.
async fn examples_of_site(page: Page) -> Option<Vec<Example>> {
    let (status, text) = get_text(&page.address("desk/documents.json"), PATIENCE_MS).await?;
    if status != 200 {
        return None;
    }
    let list = JSON::parse(&text).ok()?;
    let questions: Array = Reflect::get(&list, &"questions".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let read = |question| {
        let member = |name: &str| Reflect::get(&question, &name.into()).ok()?.as_string();
        Some(Example {
            text: member("text")?,
            language: member("language"),
        })
    };
    Some(questions.iter().filter_map(read).collect())
}
