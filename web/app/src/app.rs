//! The page's frame: which screen is shown, and what holds for all of them.

use kikitori_agent_page::parts as agent;
use kikitori_browser::{EraseNote, on_erase};
use kikitori_builder::parts as builder;
use kikitori_desk::parts as desk;
use kikitori_interview_page::parts as interview;
use kikitori_parts::dom::document;
use kikitori_parts::page::Page;
use kikitori_parts::part::{FetchedLast, on_demand, screen};
use kikitori_parts::settings::{self, Settings};
use kikitori_parts::theme;
use kikitori_tasks_page::parts as tasks;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlAnchorElement};

use crate::first::First;
use crate::home::{Erased, Home, erase_screen, wait_screen};
use crate::route::Route;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let page = Page::open();
    provide_context(page);
    provide_context(FetchedLast(settings::fetch));
    theme::apply(theme::stored());

    let route = Memo::new(move |_| page.location.with(|location| Route::of(location)));
    // None of these listeners is ever removed: they live as long as the page.
    window_event_listener(ev::popstate, move |_| {
        First::of(page).leave();
        page.follow_address();
    });
    window_event_listener(ev::hashchange, move |_| page.follow_address());
    window_event_listener(ev::click, move |event| follow_link(page, &event));
    window_event_listener(ev::resize, move |_| page.measure());

    Effect::new(move || {
        let lang = page.language.get().tag();
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
    Effect::watch(
        move || route.get(),
        move |_, _, _| page.focus_soon("h1"),
        false,
    );
    let note = EraseNote::take();
    if !matches!(note, Some(EraseNote::Erase | EraseNote::Wait)) {
        on_erase(note == Some(EraseNote::Erased), move || {
            EraseNote::Wait.leave();
            page.load_anew("#/");
        });
    }
    let erased = StoredValue::new(note.and_then(Erased::of));

    view! {
        <div class="visually-hidden" role="status" aria-live="polite">{move || page.announcement.get()}</div>
        {move || match (note, route.get()) {
            // Before anything else begins.
            (Some(EraseNote::Erase), _) => erase_screen(page),
            (Some(EraseNote::Wait), _) => wait_screen(page),
            (_, Route::Home) => view! { <Home erased /> }.into_any(),
            (_, Route::Session(id)) => on_demand(interview::session, screen, move |show| show(id.clone())),
            (_, Route::Desk(id)) => on_demand(desk::desk, screen, move |show| show(id.clone())),
            (_, Route::Agent(id)) => on_demand(agent::agent, screen, move |show| show(id.clone())),
            (_, Route::Builder) => on_demand(builder::builder, screen, |show| show()),
            (_, Route::Tasks(id)) => on_demand(tasks::tasks, screen, move |show| show(id.clone())),
        }}
        <Settings />
    }
}

/// Goes where a link within the page leads without loading the page anew.
fn follow_link(page: Page, event: &ev::MouseEvent) {
    let wants_elsewhere =
        event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
    if event.default_prevented() || event.button() != 0 || wants_elsewhere {
        return;
    }
    let clicked = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let link = clicked.and_then(|it| it.closest("a[href]").ok().flatten());
    let link = link.and_then(|it| it.dyn_into::<HtmlAnchorElement>().ok());
    let location = link.and_then(|it| page.location_of(&it));
    if let Some(location) = location.filter(|location| Route::has(location)) {
        event.prevent_default();
        First::of(page).leave();
        page.go_to(&location);
    }
}
