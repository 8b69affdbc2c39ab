//! The systems, side by side. A further one is a further entry in [`SYSTEMS`].

use kikitori_parts::page::Page;
use leptos::prelude::*;

use super::agent::agent_trial;
use super::desk::desk_trial;
use super::interview::interview_trial;
use super::messages::{Messages, messages};
use super::tasks::tasks_trial;
use crate::route::Route;

/// What home shows of a system.
pub struct System {
    /// The kind of its sessions, by which its picture is known too.
    pub kind: &'static str,
    /// What it is called.
    pub name: fn(&Messages) -> &'static str,
    /// What it is good for, in a sentence.
    purpose: fn(&Messages) -> &'static str,
    /// A way to try it.
    trial: fn(Page) -> AnyView,
    /// Where the session of an id is shown.
    pub session: fn(String) -> Route,
}

/// The systems that there are.
pub static SYSTEMS: [System; 4] = [
    System {
        kind: "interview",
        name: |messages| messages.interview,
        purpose: |messages| messages.interview_purpose,
        trial: interview_trial,
        session: Route::Session,
    },
    System {
        kind: "helpdesk",
        name: |messages| messages.desk,
        purpose: |messages| messages.desk_purpose,
        trial: desk_trial,
        session: |id| Route::Desk(Some(id)),
    },
    System {
        kind: "agent",
        name: |messages| messages.agent,
        purpose: |messages| messages.agent_purpose,
        trial: agent_trial,
        session: |id| Route::Agent(Some(id)),
    },
    System {
        kind: "tasks",
        name: |messages| messages.tasks,
        purpose: |messages| messages.tasks_purpose,
        trial: tasks_trial,
        session: |id| Route::Tasks(Some(id)),
    },
];

/// All of them.
pub fn systems(page: Page) -> AnyView {
    let cards = SYSTEMS.iter().map(|system| card(page, system));
    view! { <div class="systems">{cards.collect_view()}</div> }.into_any()
}

fn card(page: Page, system: &'static System) -> AnyView {
    let title = format!("system-{}", system.kind);
    view! {
        <section class="system" data-testid="system" data-kind=system.kind aria-labelledby=title.clone()>
            {picture(page, system.kind)}
            <h2 class="system-name" id=title.clone()>{move || (system.name)(messages(page))}</h2>
            <p class="system-purpose">{move || (system.purpose)(messages(page))}</p>
            {(system.trial)(page)}
        </section>
    }
    .into_any()
}

/// A system's picture: a symbol of `pictures.svg`, which takes the colours of the page.
fn picture(page: Page, kind: &str) -> AnyView {
    let address = page.address(&format!("pictures.svg#{kind}"));
    view! {
        <svg class="picture" viewBox="0 0 320 144" aria-hidden="true">
            <use_ href=address />
        </svg>
    }
    .into_any()
}

/// The mark of a system's sessions, from the same file.
pub fn mark(page: Page, kind: &str) -> AnyView {
    let address = page.address(&format!("pictures.svg#{kind}-mark"));
    view! {
        <svg class="session-mark" viewBox="0 0 24 24" aria-hidden="true">
            <use_ href=address />
        </svg>
    }
    .into_any()
}
