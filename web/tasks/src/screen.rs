//! The task chains as a whole.

use kikitori_engine::caller::{CallError, NoModel};
use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::components::trouble::{Trouble, trouble};
use kikitori_parts::mcp::mcp_panel;
use kikitori_parts::page::Page;
use kikitori_parts::part::{fetch_ahead, not_here};
use kikitori_parts::place::{Section, System};
use kikitori_parts::settings;
use kikitori_tasks::controller::{ControllerPhase, RunBlocked};
use kikitori_tasks::{Pause, Phase};
use leptos::prelude::*;

use crate::answer::Outcome;
use crate::ask::ask;
use crate::chain::ChainAtWork;
use crate::confirm::Confirmations;
use crate::details::Details;
use crate::kitchen::KitchenTables;
use crate::messages;
use crate::past::{manage, past};
use crate::plan::Plan;
use crate::tasks::TasksPage;

/// The task chains. They go on while another screen is shown.
#[component]
pub fn TasksScreen(
    /// The chain to show, if it is not the last one.
    session: Option<String>,
) -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    // One that was opened before goes on with what it shows, or follows the address.
    let tasks = page.kept(|| TasksPage::open(page, session));
    tasks.request.show_taken_along(page, System::Tasks);
    fetch_ahead(&[settings::fetch]);
    let words = move || tasks.messages();
    Effect::new(move || page.name_screen(words().title));
    view! {
        <Header />
        <main class="desk tasks" data-screen="tasks" data-state=move || state(tasks)>
            <h1 tabindex="-1">{move || words().title}</h1>
            <p class="lead">{move || words().lead}</p>
            <ConnectionNotice written=Written::Anything />
            <StorageNotice />
            <Asked tasks />
            <Plan tasks />
            <Confirmations tasks />
            <ChainAtWork tasks />
            <Outcome tasks />
            {why_not(tasks)}
            {ask(tasks)}
            {manage(tasks)}
            <KitchenTables tasks />
            {mcp_panel(tasks.page)}
            {past(tasks)}
            <Details tasks />
        </main>
    }
}

/// What the chain does, in a word.
pub fn state(tasks: TasksPage) -> &'static str {
    let blocked = tasks.phase.with(|phase| match phase {
        ControllerPhase::Blocked(RunBlocked::Elsewhere) => Some("elsewhere"),
        ControllerPhase::Blocked(_) | ControllerPhase::Rests(Pause::CallFailed(_)) => {
            Some("trouble")
        }
        _ => None,
    });
    if let Some(blocked) = blocked {
        return blocked;
    }
    match tasks.chain_phase() {
        None if tasks.is_working() => "planning",
        None => "idle",
        Some(Phase::Planning) => "planning",
        Some(Phase::Review) => "review",
        Some(Phase::Running) => "running",
        Some(Phase::NeedsConfirmation) => "confirm",
        Some(Phase::Paused) => "paused",
        Some(Phase::Answering) => "answering",
        Some(Phase::Done) => "answered",
        Some(Phase::Cancelled) => "stopped",
        Some(Phase::Failed | Phase::CallFailed) => "trouble",
    }
}

/// What was asked for, and that a plan is made of it.
#[component]
fn Asked(tasks: TasksPage) -> impl IntoView {
    let request = Memo::new(move |_| {
        tasks
            .chain
            .with(|it| it.as_ref().map(|it| it.request.clone()))
    });
    let asked = move || {
        let text = request.get()?;
        let tag = tasks.page.language.get().tag_of(&text);
        Some(view! { <p class="asked" data-testid="asked" dir="auto" lang=tag>{text}</p> })
    };
    let is_planning =
        move || tasks.is_working() && matches!(tasks.chain_phase(), None | Some(Phase::Planning));
    view! {
        {asked}
        <Show when=is_planning>
            <p class="at-work">{move || tasks.messages().planning}</p>
            <Show when=move || tasks.chain_phase() == Some(Phase::Planning)>
                <p class="row">
                    <button
                        type="button"
                        class="button quiet"
                        data-testid="stop"
                        on:click=move |_| tasks.stop_plan()
                    >
                        {icon(Icon::Stop)}
                        {move || tasks.messages().stop}
                    </button>
                </p>
            </Show>
        </Show>
    }
}

/// Why it does not go on, and the way to go on.
fn why_not(tasks: TasksPage) -> AnyView {
    let text = move || {
        let language = tasks.page.language.get();
        let refused = tasks.refused.get();
        tasks
            .phase
            .with(|phase| messages::trouble(language, phase))
            .or(refused)
    };
    let details = move || tasks.phase.with(messages::details);
    let can_go_on = move || {
        tasks.phase.with(|phase| match phase {
            ControllerPhase::Blocked(RunBlocked::Lost(_) | RunBlocked::PartMissing) => false,
            ControllerPhase::Blocked(_)
            | ControllerPhase::Rests(Pause::CallFailed(_) | Pause::Failed(_)) => true,
            _ => false,
        })
    };
    let to_set = move || {
        tasks.phase.with(|phase| match phase {
            ControllerPhase::Blocked(RunBlocked::NoModel(
                NoModel::NoneChosen | NoModel::ServerAway,
            )) => Some(Section::Connection),
            ControllerPhase::Blocked(RunBlocked::NoModel(NoModel::LimitsUnreadable)) => {
                Some(Section::Budget)
            }
            ControllerPhase::Rests(Pause::CallFailed(CallError::BudgetExceeded { .. })) => {
                Some(Section::Budget)
            }
            _ => None,
        })
    };
    let is_part_missing = Memo::new(move |_| {
        let missing = ControllerPhase::Blocked(RunBlocked::PartMissing);
        tasks.phase.with(|phase| *phase == missing)
    });
    let go_on = Callback::new(move |()| tasks.go_on());
    let told = trouble(Trouble {
        page: tasks.page,
        text: Signal::derive(text),
        details: Signal::derive(details),
        is_stopped: Signal::derive(move || {
            let elsewhere = ControllerPhase::Blocked(RunBlocked::Elsewhere);
            !can_go_on() || tasks.phase.with(|phase| *phase == elsewhere)
        }),
        to_set: Signal::derive(to_set),
        saved: Signal::derive(|| None),
        can_go_on: Signal::derive(can_go_on),
        on_go_on: go_on,
    });
    view! {
        {move || is_part_missing.get().then(|| not_here(tasks.page, go_on))}
        {told}
    }
    .into_any()
}
