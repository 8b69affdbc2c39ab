//! The sessions on this device, of every system.

use kikitori_desk::controller::QUESTION_LOCK;
use kikitori_journal::{Entry, SessionHead, SessionKey, SessionStatus, Sessions};
use kikitori_parts::components::delete::{DeleteSession, lock_name};
use kikitori_parts::components::save_session::SaveSession;
use kikitori_parts::dom::{focus_soon, focused};
use kikitori_parts::format::ago;
use kikitori_parts::page::Page;
use kikitori_parts::signals::set_if_new;
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::messages::{messages, phrases};
use crate::home::device::Device;
use crate::home::messages::messages as home_messages;
use crate::home::systems::{SYSTEMS, System, mark};

type Listed = Result<Vec<Entry>, StoreError>;

/// The list, where there is something to list, and below it what `beside` shows.
pub fn session_list(device: Device, beside: fn(Device) -> AnyView) -> AnyView {
    let page = device.page;
    let listed = RwSignal::new(None::<Listed>);
    Effect::new(move || {
        device.changes.track();
        spawn_local(async move {
            let found = Sessions::new(page.store().await.store).list().await;
            let count = found.as_ref().map_or(0, Vec::len);
            let is_shown = found.as_ref().map_or(true, |entries| !entries.is_empty());
            set_if_new(device.shows_list, is_shown);
            listed.try_set(Some(found));
            // What had the focus may be gone with what changed.
            if device.changes.try_get_untracked() > Some(0) && focused().is_none() {
                focus_soon(heading(count));
            }
        });
    });
    let content = move || {
        listed.with(|listed| match listed {
            Some(Ok(entries)) => Some(rows(device, entries)),
            Some(Err(error)) => Some(refused(device, error)),
            None => None,
        })
    };
    let section = move || {
        device.shows_list.get().then(|| {
            view! {
                <section class="sessions" aria-labelledby="sessions-title">
                    <h2 id="sessions-title" tabindex="-1">{move || messages(page).sessions}</h2>
                    {content}
                    {beside(device)}
                </section>
            }
        })
    };
    view! { {section} }.into_any()
}

/// What has the focus when the list changes: where it goes with its last session, the screen.
fn heading(sessions: usize) -> &'static str {
    if sessions > 0 {
        "#sessions-title"
    } else {
        "h1"
    }
}

fn refused(device: Device, error: &StoreError) -> AnyView {
    let page = device.page;
    let again = move |_| device.changed();
    view! {
        <p class="notice" role="alert">
            {messages(page).sessions_failed} " " {page.language.get().store_advice(error)}
        </p>
        <button type="button" class="button" on:click=again>
            {page.messages().try_again}
        </button>
    }
    .into_any()
}

fn rows(device: Device, entries: &[Entry]) -> AnyView {
    let left = entries.len().saturating_sub(1);
    let on_deleted = Callback::new(move |()| {
        device.changed();
        focus_soon(heading(left));
    });
    let rows = entries.iter().map(|entry| match entry {
        Entry::Session(head) => row(device.page, head, on_deleted),
        Entry::Unreadable { session, .. } => unreadable(device.page, session, on_deleted),
    });
    view! { <ul class="session-rows">{rows.collect_view()}</ul> }.into_any()
}

/// A session of which nothing can be said but that it is there: it can be saved and deleted.
fn unreadable(page: Page, session: &SessionKey, on_deleted: Callback<()>) -> AnyView {
    let words = messages(page);
    let id = session.id().to_owned();
    let described = format!("session-{id}");
    view! {
        <li class="session-row" data-testid="session-unreadable">
            <div class="session-text" id=described.clone()>
                <span class="session-title">{words.unreadable}</span>
                <span class="session-meta">{id.clone()}</span>
            </div>
            <div class="session-buttons">
                <SaveSession session=session.clone() described />
                <DeleteSession id label=words.delete on_deleted />
            </div>
        </li>
    }
    .into_any()
}

fn row(page: Page, session: &SessionHead, on_deleted: Callback<()>) -> AnyView {
    let (lang, words) = (page.language.get(), messages(page));
    let system = SYSTEMS.iter().find(|system| system.kind == session.kind);
    let is_done = session.status == SessionStatus::Done;
    let label = if is_done {
        words.open_it
    } else {
        words.continue_it
    };
    let id = session.id.clone();
    let described = format!("session-{id}");
    let open = system.map(|system: &System| {
        let address = page.address(&(system.session)(id.clone()).location());
        view! {
            <a class="button" data-testid="session-open" href=address aria-describedby=described.clone()>
                {label}
            </a>
        }
    });
    let name = system.map_or(words.other_kind, |system| {
        (system.name)(home_messages(page))
    });
    let state = phrases::state(lang, session);
    let tag = lang.tag_of(&session.title);
    view! {
        <li
            class="session-row"
            data-testid="session"
            data-session-id=id.clone()
            data-kind=session.kind.clone()
            data-finished=is_done.to_string()
        >
            {mark(page, &session.kind)}
            <div class="session-text" id=described.clone()>
                <span class="session-title" dir="auto" lang=tag>{session.title.clone()}</span>
                <span class="session-meta">
                    {name} " · " {state} " · " {ago(session.updated_at, lang.tag())}
                </span>
            </div>
            <div class="session-buttons">
                {open}
                <SaveSession session=SessionKey::new(id.as_str()) described />
                <DeleteSession id=id.clone() lock=lock(session) label=words.delete on_deleted />
            </div>
        </li>
    }
    .into_any()
}

/// The lock that a tab holds while it is at work with the session.
pub fn lock(session: &SessionHead) -> String {
    match session.kind.as_str() {
        // It works on one question at a time.
        "helpdesk" => QUESTION_LOCK.to_owned(),
        _ => lock_name(&session.id),
    }
}
