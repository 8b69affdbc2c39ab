//! Where an interview is begun or gone back to.

mod form_file;
mod messages;
mod privacy;
mod samples;
mod session_file;
mod session_list;

use kikitori_browser::{NoConnection, ask_to_persist};
use kikitori_desk::parts as desk;
use kikitori_interview_page::{StartError, parts as interview};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Missing, NotLoaded, fetch_ahead, missing, why_missing};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::route::Route;
use form_file::FormFile;
use messages::messages;
use privacy::Privacy;
use samples::Samples;
use session_list::SessionList;

/// The home screen.
#[component]
pub fn Home() -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    page.title.set(String::new());
    let starting = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let no_form = RwSignal::new(None::<String>);
    // The part that begins an interview did not come, with the form that was to be begun.
    let not_loaded = RwSignal::new(None::<(Missing, String)>);
    // While the person looks around.
    fetch_ahead(&[interview::fetch]);
    let begin = Callback::new(move |form: String| {
        if starting.try_get_untracked() != Some(false) {
            return;
        }
        // An interview that nobody could lead is not begun.
        if untrack(|| page.connection_now()) == Some(Err(NoConnection::NothingChosen)) {
            page.settings_open.set(true);
            return;
        }
        starting.set(true);
        not_loaded.set(None);
        spawn_local(async move {
            match interview::start().await {
                Ok(start) => match start(page, form).await {
                    Ok(id) => {
                        page.go_to(&Route::Session(id).location());
                        // Only a wish: the session is stored whether or not the browser grants it.
                        ask_to_persist().await;
                    }
                    Err(StartError::Form(text)) => drop(no_form.try_set(Some(text))),
                    Err(StartError::Failed(text)) => drop(problem.try_set(Some(text))),
                },
                Err(NotLoaded) => {
                    let why = why_missing(page).await;
                    not_loaded.try_set(Some((why, form)));
                }
            }
            starting.try_set(false);
        });
    });
    let trouble = move || {
        let (why, form) = not_loaded.get()?;
        let again = Callback::new(move |()| begin.run(form.clone()));
        Some(missing(page, why, again))
    };
    let fetch_desk = move |_| fetch_ahead(&[desk::fetch]);
    view! {
        <Header />
        <main class="home" data-screen="home" aria-busy=move || starting.get().to_string()>
            <div class="hero">
                <h1 tabindex="-1">
                    "Kikitori"
                    <span class="hero-name" lang="ja">"聞き取り"</span>
                </h1>
                <p class="hero-text">{move || messages(page).tagline}</p>
                <Privacy />
                <StorageNotice />
                <p class="field-error" role="alert">{move || problem.get()}</p>
                {trouble}
            </div>
            <div class="home-columns">
                <div>
                    <section aria-labelledby="samples-title">
                        <h2 id="samples-title">{move || messages(page).samples}</h2>
                        <Samples on_pick=begin />
                    </section>
                    <section aria-labelledby="own-title">
                        <h2 id="own-title">{move || messages(page).own_form}</h2>
                        <FormFile on_open=begin error=no_form />
                    </section>
                    <section aria-labelledby="desk-title">
                        <h2 id="desk-title">{move || messages(page).desk}</h2>
                        <p class="lead">
                            {move || messages(page).desk_text} " "
                            <a on:pointerenter=fetch_desk on:focus=move |_| fetch_ahead(&[desk::fetch]) href=page.address(&Route::Desk.location()) data-testid="desk">{move || messages(page).desk_open}</a>
                        </p>
                    </section>
                </div>
                <SessionList />
            </div>
        </main>
    }
}
