//! The page's frame: which screen is shown, and what holds for all of them.

use leptos::ev;
use leptos::prelude::*;

use crate::components::settings::Settings;
use crate::components::theme;
use crate::dom::{document, focus_soon, hash};
use crate::page::{Page, set_if_new};
use crate::route::Route;
use crate::screens::home::Home;
use crate::screens::session::SessionScreen;

/// The address of the home screen with the settings open, for other pages to lead to.
const SETTINGS: &str = "#/settings";

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let page = Page::open();
    provide_context(page);
    theme::apply(theme::stored());

    let route = RwSignal::new(Route::of(&hash()));
    // Neither listener is ever removed: they live as long as the page.
    window_event_listener(ev::hashchange, move |_| {
        page.has_moved.set(true);
        set_if_new(route, Route::of(&hash()));
        page.settings_open.set(hash() == SETTINGS);
    });
    page.settings_open.set(hash() == SETTINGS);
    window_event_listener(ev::resize, move |_| page.measure());

    Effect::new(move || {
        let lang = page.lang.get().tag();
        if let Some(root) = document().and_then(|document| document.document_element()) {
            // It fails only for a name that is none.
            let _ = root.set_attribute("lang", lang);
        }
    });
    Effect::new(move || {
        let title = page.title.get();
        let name = if title.is_empty() {
            "Kikitori".to_owned()
        } else {
            format!("{title} · Kikitori")
        };
        if let Some(document) = document() {
            document.set_title(&name);
        }
    });
    Effect::watch(move || route.get(), |_, _, _| focus_soon("h1"), false);

    view! {
        <div class="visually-hidden" role="status" aria-live="polite">{move || page.announcement.get()}</div>
        {move || match route.get() {
            Route::Home => view! { <Home /> }.into_any(),
            Route::Session(id) => view! { <SessionScreen id=id /> }.into_any(),
        }}
        <Settings />
    }
}
