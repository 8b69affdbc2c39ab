//! Earlier sessions of a system, and the ways to begin another one and to delete this one.

use std::time::Duration;

use kikitori_journal::SessionHead;
use leptos::prelude::*;

use super::forget::{Forget, forget};
use super::icons::{Icon, icon};
use crate::dom::{focus, on_click};
use crate::format::{ago, shortened};
use crate::page::Page;

/// How often it is said anew how long ago they were.
const OFTEN: Duration = Duration::from_secs(30);
/// Sessions that are shown.
const MOST: usize = 20;
/// Characters of a session's title that are shown.
const TITLE_CHARS: usize = 80;

/// Earlier sessions. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Past {
    /// The page that they are on.
    pub page: Page,
    /// What they are called.
    pub title: Signal<&'static str>,
    /// Those on this device, the last one first.
    pub heads: RwSignal<Vec<SessionHead>>,
    /// The one that is shown, which is not among them.
    pub at_hand: Signal<Option<String>>,
    /// Whether none can be chosen, because the one at hand is at work.
    pub is_working: Signal<bool>,
    /// Shows the one of this id.
    pub on_choose: Callback<String>,
}

/// Earlier sessions, the last one first.
pub fn past(it: Past) -> AnyView {
    let others = Memo::new(move |_| {
        let at_hand = it.at_hand.get();
        let mut past = it.heads.get();
        past.retain(|head| Some(&head.id) != at_hand.as_ref());
        past.truncate(MOST);
        past
    });
    // How long ago that was goes on.
    let now = Trigger::new();
    if let Ok(ticking) = set_interval_with_handle(move || now.notify(), OFTEN) {
        on_cleanup(move || ticking.clear());
    }
    let items = move || {
        let items = others.get().into_iter().map(|head| session(it, head, now));
        items.collect_view()
    };
    view! {
        <Show when=move || others.with(|others| !others.is_empty())>
            <section class="past" aria-labelledby="past-title">
                <h2 id="past-title">{it.title}</h2>
                <ul>{items}</ul>
            </section>
        </Show>
    }
    .into_any()
}

fn session(it: Past, head: SessionHead, now: Trigger) -> AnyView {
    let at = head.updated_at;
    let language = it.page.language.get();
    let tag = language.tag_of(&head.title);
    let title = shortened(&head.title, TITLE_CHARS).into_owned();
    let choose = on_click(move || {
        // Whoever shows it may bring its last turn into sight then.
        focus("h1");
        it.on_choose.run(head.id.clone());
    });
    view! {
        <li>
            <button
                type="button"
                class="link past-title"
                data-testid="past"
                prop:disabled=it.is_working
                on:click=choose
            >
                <span dir="auto" lang=tag>{title}</span>
            </button>
            <span class="quiet-text">{move || {
                now.track();
                ago(at, language.tag())
            }}</span>
        </li>
    }
    .into_any()
}

/// What can be done with the session at hand as a whole. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Manage {
    /// Whether there is one, and it may be left.
    pub is_shown: Signal<bool>,
    /// The words of the button that begins another one.
    pub begin_anew: Signal<&'static str>,
    /// Begins another one.
    pub on_begin_anew: Callback<()>,
    /// How it is deleted.
    pub forget: Forget,
}

/// Begins another session, or deletes this one.
pub fn manage(it: Manage) -> AnyView {
    view! {
        <Show when=move || it.is_shown.get()>
            <p class="forget">
                <button type="button" class="button" data-testid="begin-anew" on:click=on_click(move || it.on_begin_anew.run(()))>
                    {icon(Icon::Add)}
                    {it.begin_anew}
                </button>
                {forget(it.forget)}
            </p>
        </Show>
    }
    .into_any()
}
