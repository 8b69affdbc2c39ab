//! The page as a whole.

use kikitori_browser::{BrowserLocale, preference, set_preference};
use kikitori_helpdesk::{Phase, RunBlocked};
use kikitori_parts::theme::{self, Theme, ThemeSwitch};
use leptos::prelude::*;

use crate::answer::Answer;
use crate::ask::Ask;
use crate::desk::DeskPage;
use crate::shelf::Shelf;
use crate::steps::Steps;
use crate::words::Lang;

/// The preference that holds the chosen language.
const LANGUAGE: &str = "desk-language";

/// The language that was chosen on this page, else the browser's.
fn first_language() -> Lang {
    match preference(LANGUAGE).as_deref() {
        Some("ja") => Lang::Ja,
        Some("en") => Lang::En,
        _ => browser_language(),
    }
}

fn browser_language() -> Lang {
    let languages = BrowserLocale.own_languages();
    match languages.first() {
        Some(tag) if tag.starts_with("ja") => Lang::Ja,
        _ => Lang::En,
    }
}

/// The page.
#[component]
pub fn App() -> impl IntoView {
    theme::apply(theme::stored());
    let desk = DeskPage::open(first_language());
    let words = move || desk.lang.get().words();
    Effect::new(move || {
        if let Some(root) = document().document_element() {
            // It fails only for a name that is none.
            let _ = root.set_attribute("lang", desk.lang.get().tag());
        }
        document().set_title(&format!("{} · Kikitori", words().title));
    });
    let other = move |_| {
        let other = match desk.lang.get_untracked() {
            Lang::En => Lang::Ja,
            Lang::Ja => Lang::En,
        };
        desk.lang.set(other);
        set_preference(LANGUAGE, other.tag());
        desk.look_again();
    };
    let theme_name = move |theme| match theme {
        Theme::System => words().theme_system,
        Theme::Light => words().theme_light,
        Theme::Dark => words().theme_dark,
    };
    let is_asked = move || {
        desk.phase.with(|phase| {
            !matches!(
                phase,
                Phase::Idle | Phase::Blocked(RunBlocked::NothingToSearch | RunBlocked::Elsewhere)
            )
        })
    };
    view! {
        <header class="bar">
            <a class="brand" href="../" data-testid="home">
                <span class="brand-mark" aria-hidden="true"></span>
                <span class="brand-name">"Kikitori"</span>
                <span class="visually-hidden">{move || words().to_interview}</span>
            </a>
            <span class="bar-title"></span>
            <div class="bar-buttons">
                <button type="button" class="button quiet" data-testid="language" on:click=other>
                    {move || words().other_language}
                </button>
                <ThemeSwitch name=theme_name />
            </div>
        </header>
        <main class="desk" data-screen="desk" data-state=move || desk.phase.with(|phase| phase.name())>
            <h1>{move || words().title}</h1>
            <p class="lead">{move || words().lead}</p>
            <p class="stand-in" data-testid="privacy">
                {move || desk.link.get().map(|link| desk.lang.get().connection(&link))} " "
                <a class="link" href="../#/settings" data-testid="settings">{move || words().settings}</a>
            </p>
            <Ask desk />
            <Trouble desk />
            <Answer desk />
            <Forget desk />
            <Show when=is_asked>
                <Steps desk />
            </Show>
            <Shelf desk />
        </main>
    }
}

#[component]
fn Trouble(desk: DeskPage) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let text = move || {
        desk.phase.with(|phase| match phase {
            Phase::Stopped => Some(words().stopped.to_owned()),
            Phase::Blocked(blocked) => Some(desk.lang.get().blocked(blocked)),
            Phase::Answered { store_error, .. } => store_error
                .as_ref()
                .map(|_| words().not_all_stored.to_owned()),
            Phase::Idle | Phase::Working => None,
        })
    };
    let can_go_on = move || {
        desk.phase.with(|phase| match phase {
            Phase::Blocked(blocked) => *blocked != RunBlocked::NothingToSearch,
            phase => *phase == Phase::Stopped,
        })
    };
    let is_saved = move || {
        desk.phase
            .with(|phase| !matches!(phase, Phase::Blocked(RunBlocked::Lost(_))))
    };
    view! {
        <div class="trouble" role="status" hidden=move || text().is_none()>
            <p data-testid="trouble">{text}</p>
            <Show when=can_go_on>
                <Show when=is_saved>
                    <p class="quiet-text">{move || words().saved}</p>
                </Show>
                <button type="button" class="button" data-testid="go-on" on:click=move |_| desk.go_on()>
                    {move || words().go_on}
                </button>
            </Show>
        </div>
    }
}

/// The way to have nothing of the question kept.
#[component]
fn Forget(desk: DeskPage) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let can_forget = move || {
        desk.phase.with(|phase| match phase {
            Phase::Idle | Phase::Working | Phase::Blocked(RunBlocked::Elsewhere) => false,
            Phase::Stopped | Phase::Blocked(_) | Phase::Answered { .. } => true,
        })
    };
    view! {
        <Show when=can_forget>
            <p>
                <button type="button" class="button quiet" data-testid="forget" on:click=move |_| desk.forget()>
                    {move || words().forget}
                </button>
            </p>
        </Show>
    }
}
