//! The interviews on this device.

use super::messages::messages;
use kikitori_journal::{Entry, SessionHead, SessionKey, SessionStatus, Sessions};
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::session_file::OpenSessionFile;
use crate::route::Route;
use kikitori_parts::components::delete::DeleteSession;
use kikitori_parts::components::save_session::SaveSession;
use kikitori_parts::dom::focus_soon;
use kikitori_parts::format::ago;
use kikitori_parts::page::Page;

/// The kind of sessions that this page opens.
const KIND: &str = "interview";

type Listed = Result<Vec<Entry>, StoreError>;

/// The list, with its own states: looking, none, refused.
#[component]
pub fn SessionList() -> impl IntoView {
    let page = Page::current();
    let listed = RwSignal::new(None::<Listed>);
    let load = move || {
        spawn_local(async move {
            let opened = page.store().await;
            let found = Sessions::new(opened.store).list().await;
            listed.try_set(Some(found));
        });
    };
    load();
    let on_deleted = Callback::new(move |()| {
        load();
        focus_soon("#sessions-title");
    });
    view! {
        <section class="sessions" aria-labelledby="sessions-title">
            <h2 id="sessions-title" tabindex="-1">{move || messages(page).sessions}</h2>
            {move || match listed.get() {
                None => view! { <p class="quiet-text">{messages(page).sessions_wait}</p> }.into_any(),
                Some(Err(error)) => {
                    view! {
                        <p class="notice" role="alert">
                            {messages(page).sessions_failed} " " {page.language.get().store_advice(&error)}
                        </p>
                        <button type="button" class="button" on:click=move |_| load()>
                            {page.messages().try_again}
                        </button>
                    }
                        .into_any()
                }
                Some(Ok(entries)) => {
                    let rows: Vec<AnyView> = entries
                        .into_iter()
                        .filter_map(|entry| match entry {
                            Entry::Session(head) => {
                                (head.kind == KIND).then(|| row(page, head, on_deleted).into_any())
                            }
                            Entry::Unreadable { session, .. } => {
                                Some(unreadable(page, session, on_deleted).into_any())
                            }
                        })
                        .collect();
                    let none = rows.is_empty();
                    view! {
                        {none.then(|| view! { <p class="quiet-text">{messages(page).sessions_empty}</p> })}
                        <ul class="session-rows">{rows}</ul>
                    }
                        .into_any()
                }
            }}
            <OpenSessionFile on_stored=Callback::new(move |()| load()) />
        </section>
    }
}

/// A session of which nothing can be said but that it is there: it can be saved and deleted.
fn unreadable(page: Page, session: SessionKey, on_deleted: Callback<()>) -> impl IntoView {
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
                <SaveSession session described />
                <DeleteSession id label=words.delete on_deleted />
            </div>
        </li>
    }
}

fn row(page: Page, session: SessionHead, on_deleted: Callback<()>) -> impl IntoView {
    let (lang, words) = (page.language.get(), messages(page));
    let is_done = session.status == SessionStatus::Done;
    let open = if is_done {
        words.open_it
    } else {
        words.continue_it
    };
    let state = if is_done {
        words.finished.to_owned()
    } else {
        lang.fields_done(session.progress.done as usize, session.progress.of as usize)
    };
    let id = session.id;
    let name = id.clone();
    let described = format!("session-{name}");
    view! {
        <li class="session-row" data-testid="session" data-session-id=name data-finished=is_done.to_string()>
            <div class="session-text" id=described.clone()>
                <span class="session-title" dir="auto">{session.title}</span>
                <span class="session-meta">{state} " · " {ago(session.updated_at, lang.tag())}</span>
            </div>
            <div class="session-buttons">
                <a
                    class="button"
                    data-testid="session-open"
                    href=page.address(&Route::Session(id.clone()).location())
                    aria-describedby=described.clone()
                >
                    {open}
                </a>
                <SaveSession session=SessionKey::new(id.as_str()) described />
                <DeleteSession id label=words.delete on_deleted />
            </div>
        </li>
    }
}
