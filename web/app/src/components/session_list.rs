//! The interviews on this device.

use kikitori_interview::{SessionSummary, list_sessions};
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::delete::DeleteSession;
use crate::dom::focus_soon;
use crate::format::ago;
use crate::page::Page;
use crate::route::Route;

type Listed = Result<(Vec<SessionSummary>, usize), StoreError>;

/// The list, with its own states: looking, none, refused.
#[component]
pub fn SessionList() -> impl IntoView {
    let page = Page::current();
    let listed = RwSignal::new(None::<Listed>);
    let load = move || {
        spawn_local(async move {
            let opened = page.store().await;
            let found = list_sessions(&*opened.store).await;
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
            <h2 id="sessions-title" tabindex="-1">{move || page.words().sessions}</h2>
            {move || match listed.get() {
                None => view! { <p class="quiet-text">{page.words().sessions_wait}</p> }.into_any(),
                Some(Err(error)) => {
                    view! {
                        <p class="notice" role="alert">
                            {page.words().sessions_failed} " " {page.lang.get().store_advice(&error)}
                        </p>
                        <button type="button" class="button" on:click=move |_| load()>
                            {page.words().try_again}
                        </button>
                    }
                        .into_any()
                }
                Some(Ok((sessions, unreadable))) => {
                    let none = sessions.is_empty();
                    view! {
                        {none.then(|| view! { <p class="quiet-text">{page.words().sessions_empty}</p> })}
                        {(unreadable > 0)
                            .then(|| view! { <p class="notice">{page.lang.get().unreadable(unreadable)}</p> })}
                        <ul class="session-rows">
                            {sessions.into_iter().map(|session| row(page, session, on_deleted)).collect_view()}
                        </ul>
                    }
                        .into_any()
                }
            }}
        </section>
    }
}

fn row(page: Page, session: SessionSummary, on_deleted: Callback<()>) -> impl IntoView {
    let (lang, words) = (page.lang.get(), page.words());
    let open = if session.submitted {
        words.open_it
    } else {
        words.continue_it
    };
    let state = if session.submitted {
        words.finished.to_owned()
    } else {
        lang.fields_done(session.fields_done, session.fields)
    };
    let id = session.id.0.clone();
    let described = format!("session-{id}");
    view! {
        <li class="session-row" data-testid="session" data-session-id=id data-finished=session.submitted.to_string()>
            <div class="session-text" id=described.clone()>
                <span class="session-title" dir="auto">{session.form_title}</span>
                <span class="session-meta">{state} " · " {ago(session.updated_at, lang.tag())}</span>
            </div>
            <div class="session-buttons">
                <a
                    class="button"
                    data-testid="session-open"
                    href=Route::Session(session.id.clone()).hash()
                    aria-describedby=described
                >
                    {open}
                </a>
                <DeleteSession id=session.id label=words.delete on_deleted />
            </div>
        </li>
    }
}
