//! The help desk as a whole.

use kikitori_helpdesk::{NoModel, Phase, RunBlocked};
use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::forget::{Forget, forget};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::components::trouble::{Trouble, trouble};
use kikitori_parts::page::Page;
use kikitori_parts::part::{self, fetch_ahead};
use kikitori_parts::place::{Section, System};
use kikitori_parts::settings;
use leptos::prelude::*;

use crate::answer::Answer;
use crate::ask::ask;
use crate::desk::DeskPage;
use crate::messages::failures;
use crate::shelf::Shelf;
use crate::steps::Steps;

/// The help desk. It goes on working while another screen is shown.
#[component]
pub fn DeskScreen(
    /// The run of the question to show, if it is not the last one.
    mut run: Option<String>,
) -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    let desk = page.kept(|| DeskPage::open(page, run.take()));
    // One that was opened before goes on with what it shows, unless it is asked for another.
    if let Some(run) = run {
        desk.choose(run);
    }
    desk.question.show_taken_along(page, System::HelpDesk);
    fetch_ahead(&[settings::fetch]);
    let words = move || desk.messages();
    Effect::new(move || page.name_screen(words().title));
    view! {
        <Header />
        <main class="desk" data-screen="desk" data-state=move || desk.phase.with(|phase| phase.name())>
            <h1 tabindex="-1">{move || words().title}</h1>
            <p class="lead">{move || words().lead}</p>
            <ConnectionNotice written=Written::Question />
            <StorageNotice />
            {ask(desk)}
            {move || missing(desk)}
            {why_not(desk)}
            <Answer desk />
            <Show when=move || desk.has_question()>
                <Steps desk />
            </Show>
            {forget_question(desk)}
            <Shelf desk />
        </main>
    }
}

/// Why what works on questions did not come, if it did not.
fn missing(desk: DeskPage) -> Option<AnyView> {
    let (why, again) = desk.missing.get()?;
    let again = Callback::new(move |()| {
        desk.missing.set(None);
        again(desk);
    });
    Some(part::missing(desk.page, why, again))
}

/// Why it does not go on, and the way to go on.
fn why_not(desk: DeskPage) -> AnyView {
    let words = move || desk.messages();
    let text = move || {
        desk.phase.with(|phase| match phase {
            Phase::Stopped => Some(words().stopped.to_owned()),
            Phase::Blocked(blocked) => Some(failures::blocked(desk.page.language.get(), blocked)),
            Phase::Answered { store_error, .. } => store_error
                .as_ref()
                .map(|_| words().not_all_stored.to_owned()),
            Phase::Idle | Phase::Working => None,
        })
    };
    let details = move || desk.phase.with(failures::details);
    let can_go_on = move || {
        desk.phase.with(|phase| match phase {
            Phase::Blocked(blocked) => *blocked != RunBlocked::NothingToSearch,
            phase => *phase == Phase::Stopped,
        })
    };
    let saved = move || {
        // What is said of a stop says so already.
        let is_said = desk
            .phase
            .with(|phase| matches!(phase, Phase::Stopped | Phase::Blocked(RunBlocked::Lost(_))));
        (!is_said).then(|| words().saved)
    };
    let to_set = move || {
        desk.phase.with(|phase| match phase {
            Phase::Blocked(
                RunBlocked::BudgetExceeded(_) | RunBlocked::NoModel(NoModel::LimitsUnreadable),
            ) => Some(Section::Budget),
            Phase::Blocked(RunBlocked::NoModel(_)) => Some(Section::Connection),
            _ => None,
        })
    };
    trouble(Trouble {
        page: desk.page,
        text: Signal::derive(text),
        details: Signal::derive(details),
        is_stopped: Signal::derive(move || {
            desk.phase.with(|phase| {
                matches!(
                    phase,
                    Phase::Stopped
                        | Phase::Answered { .. }
                        | Phase::Blocked(RunBlocked::Elsewhere | RunBlocked::NothingToSearch)
                )
            })
        }),
        to_set: Signal::derive(to_set),
        saved: Signal::derive(saved),
        can_go_on: Signal::derive(can_go_on),
        on_go_on: Callback::new(move |()| desk.go_on()),
    })
}

/// The way to have nothing of the question kept.
fn forget_question(desk: DeskPage) -> AnyView {
    let can_forget = move || {
        desk.phase.with(|phase| match phase {
            Phase::Idle | Phase::Working | Phase::Blocked(RunBlocked::Elsewhere) => false,
            Phase::Stopped | Phase::Blocked(_) | Phase::Answered { .. } => true,
        })
    };
    let it = Forget {
        page: desk.page,
        label: Signal::derive(move || desk.messages().forget),
        question: Signal::derive(move || desk.messages().forget_question),
        focus: "#question",
        on_forget: Callback::new(move |()| desk.forget()),
    };
    view! {
        <Show when=can_forget>
            <p class="forget">{forget(it)}</p>
        </Show>
    }
    .into_any()
}
