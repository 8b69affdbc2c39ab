//! Trying the help desk: with one of the questions that the site has for its documents, or with any.

use js_sys::{Array, JSON, Reflect};
use kikitori_browser::get_text;
use kikitori_desk::draft::take_along;
use kikitori_desk::parts::fetch;
use kikitori_parts::page::Page;
use kikitori_parts::part::fetch_ahead;
use kikitori_search::is_for_reader;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::messages::messages;
use crate::route::Route;

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
        let items = fitting
            .into_iter()
            .take(MOST)
            .map(|example| item(page, example));
        view! { <ul class="samples">{items.collect_view()}</ul> }
    };
    view! {
        <div class="trial">
            <p class="trial-text" hidden=move || has_none.get()>{move || messages(page).desk_trial}</p>
            {list}
            {link(page, "quiet more", "desk", String::new(), move || messages(page).desk_open.to_owned())}
        </div>
    }
    .into_any()
}

fn item(page: Page, example: Example) -> AnyView {
    let text = example.text.clone();
    view! { <li>{link(page, "sample", "desk-example", text, move || example.text.clone())}</li> }
        .into_any()
}

/// A link to the help desk, which finds `question` in its box.
fn link(
    page: Page,
    class: &'static str,
    test_id: &'static str,
    question: String,
    label: impl Fn() -> String + Send + 'static,
) -> AnyView {
    let ahead = || fetch_ahead(&[fetch]);
    let class = if question.is_empty() {
        format!("button {class}")
    } else {
        class.to_owned()
    };
    let go = move |_| {
        if !question.is_empty() {
            take_along(page, &question);
        }
    };
    view! {
        <a
            class=class
            data-testid=test_id
            href=page.address(&Route::Desk(None).location())
            on:pointerenter=move |_| ahead()
            on:focus=move |_| ahead()
            on:click=go
        >
            {label}
        </a>
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
