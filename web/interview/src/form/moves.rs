//! The buttons by which a line changes places with its neighbours.

use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::prelude::*;

use super::messages::line_words;

/// A line that can be moved.
#[derive(Clone)]
pub struct Moves {
    /// The page that it is on.
    pub page: Page,
    /// What its buttons are found by.
    pub key: String,
    /// What the line is called by.
    pub number: Signal<usize>,
    /// Whether there is none before it.
    pub is_first: Signal<bool>,
    /// Whether there is none behind it.
    pub is_last: Signal<bool>,
    /// Moves it, up or down.
    pub on_move: Callback<bool>,
}

/// Finds the button of this key that moves up or down.
pub fn button_of(key: &str, is_up: bool) -> String {
    format!("[data-line-move=\"{key}-{}\"]", direction(is_up))
}

/// Says where a line is now, by its name where it has one.
pub fn say_moved(page: Page, name: Option<&str>, number: usize) {
    let said = line_words::moved(page.language.get_untracked(), name, number);
    page.announcement.set(said);
}

/// The buttons. One that leads nowhere stays, as it may have the focus.
pub fn moves(it: &Moves) -> AnyView {
    let page = it.page;
    let button = |is_up: bool| {
        let Moves {
            key,
            number,
            is_first,
            is_last,
            on_move,
            ..
        } = it.clone();
        let is_at_end = move || match is_up {
            true => is_first.get(),
            false => is_last.get(),
        };
        let (name, path) = match is_up {
            true => ("line-up", "M10 16V4.5M5 9.5l5-5 5 5"),
            false => ("line-down", "M10 4v11.5M5 10.5l5 5 5-5"),
        };
        let press = move || {
            if !untrack(is_at_end) {
                on_move.run(is_up);
            }
        };
        view! {
            <button
                type="button"
                class="link line-move"
                data-testid=name
                data-line-move=format!("{key}-{}", direction(is_up))
                aria-disabled=move || is_at_end().to_string()
                aria-label=move || line_words::move_line(page.language.get(), is_up, number.get())
                title=move || line_words::move_it(page.language.get(), is_up)
                on:click=on_click(press)
            >
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
                    <path d=path></path>
                </svg>
            </button>
        }
    };
    view! {
        <span class="line-moves">{button(true)} {button(false)}</span>
    }
    .into_any()
}

fn direction(is_up: bool) -> &'static str {
    if is_up { "up" } else { "down" }
}
