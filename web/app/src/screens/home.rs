//! Where an interview is begun or gone back to.

use std::rc::Rc;

use kikitori_browser::{NoLink, ask_to_persist};
use kikitori_interview::{Event, Events, Interview, SessionForm};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::form_file::FormFile;
use crate::components::header::Header;
use crate::components::notice::{Privacy, StorageNotice};
use crate::components::samples::Samples;
use crate::components::session_list::SessionList;
use crate::dom::go_to;
use crate::page::{Page, page_context};
use crate::route::Route;

/// Nobody listens yet while a session is begun.
struct Silent;

impl Events for Silent {
    fn event(&self, _: Event<'_>) {}
}

/// The home screen.
#[component]
pub fn Home() -> impl IntoView {
    let page = Page::current();
    page.speak_as_the_browser();
    page.title.set(String::new());
    let starting = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let start = Callback::new(move |form: SessionForm| {
        if starting.try_get_untracked() != Some(false) {
            return;
        }
        // An interview that nobody could lead is not begun.
        if page.link_now() == Some(Err(NoLink::NothingChosen)) {
            page.settings_open.set(true);
            return;
        }
        starting.set(true);
        spawn_local(async move {
            let ports = page.ports(Rc::new(Silent)).await;
            match Interview::start(form, page_context(), ports, untrack(|| page.limits())).await {
                Ok(interview) => {
                    let id = interview.orchestrator().state().session_id.clone();
                    go_to(&Route::Session(id).hash());
                    // Only a wish: the session is stored whether or not the browser grants it.
                    ask_to_persist().await;
                }
                Err(error) => {
                    let lang = page.lang.get_untracked();
                    problem.try_set(Some(format!(
                        "{} {}",
                        lang.words().start_failed,
                        lang.advice(&error)
                    )));
                }
            }
            starting.try_set(false);
        });
    });
    view! {
        <Header />
        <main class="home" data-screen="home" aria-busy=move || starting.get().to_string()>
            <div class="hero">
                <h1 tabindex="-1">
                    "Kikitori"
                    <span class="hero-name" lang="ja">"聞き取り"</span>
                </h1>
                <p class="hero-text">{move || page.words().tagline}</p>
                <Privacy />
                <StorageNotice />
                <p class="field-error" role="alert">{move || problem.get()}</p>
            </div>
            <div class="home-columns">
                <div>
                    <section aria-labelledby="samples-title">
                        <h2 id="samples-title">{move || page.words().samples}</h2>
                        <Samples on_pick=start />
                    </section>
                    <section aria-labelledby="own-title">
                        <h2 id="own-title">{move || page.words().own_form}</h2>
                        <FormFile on_open=start />
                    </section>
                    <section aria-labelledby="desk-title">
                        <h2 id="desk-title">{move || page.words().desk}</h2>
                        <p class="lead">
                            {move || page.words().desk_text} " "
                            <a href="desk/" data-testid="desk">{move || page.words().desk_open}</a>
                        </p>
                    </section>
                </div>
                <SessionList />
            </div>
        </main>
    }
}
