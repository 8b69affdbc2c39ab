//! The agent as a whole.

use kikitori_engine::caller::NoModel;
use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::components::trouble::{Trouble, trouble};
use kikitori_parts::page::Page;
use kikitori_parts::part::{fetch_ahead, not_here};
use kikitori_parts::place::{Section, System};
use kikitori_parts::settings;
use kikitori_react::StoppedReason;
use kikitori_react::controller::{Phase, RunBlocked};
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::ask::ask;
use crate::conversation::Conversation;
use crate::messages::blocked;
use crate::past::{manage, past};
use crate::sources::Source;
use crate::toolbox::Tools;

/// The agent. It goes on working while another screen is shown.
#[component]
pub fn AgentScreen(
    /// The conversation to show, if it is not the last one.
    session: Option<String>,
) -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    // One that was opened before goes on with what it shows, or follows the address.
    let agent = page.kept(|| AgentPage::open(page, session));
    agent.question.show_taken_along(page, System::Agent);
    fetch_ahead(&[settings::fetch]);
    let words = move || agent.messages();
    Effect::new(move || page.name_screen(words().title));
    view! {
        <Header />
        <main class="desk agent" data-screen="agent" data-state=move || state(agent)>
            <h1 tabindex="-1">{move || words().title}</h1>
            <p class="lead">{move || words().lead}</p>
            <ConnectionNotice written=Written::Anything />
            <StorageNotice />
            <Conversation agent />
            {why_not(agent)}
            {ask(agent)}
            {manage(agent)}
            {past(agent)}
            <Tools agent />
        </main>
        <Source agent />
    }
}

/// What the agent is doing, in a word.
fn state(agent: AgentPage) -> &'static str {
    let stopped = agent
        .state
        .with(|state| state.current().and_then(|it| it.stopped));
    agent.phase.with(|phase| match (phase, stopped) {
        (Phase::Ended, Some(StoppedReason::Cancelled)) => "stopped",
        (Phase::Ended, Some(StoppedReason::Budget)) => "trouble",
        (Phase::Ended, Some(StoppedReason::Blocked)) => "blocked",
        (Phase::Ended, Some(_)) => "answered",
        (Phase::Ended, None) => "idle",
        (phase, _) => phase.name(),
    })
}

/// Why it does not go on, and the way to go on.
fn why_not(agent: AgentPage) -> AnyView {
    let text = move || {
        agent.phase.with(|phase| match phase {
            Phase::Blocked(why) => blocked(agent.page.language.get(), why),
            _ => None,
        })
    };
    let details = move || {
        agent.phase.with(|phase| match phase {
            Phase::Blocked(RunBlocked::Lost(error) | RunBlocked::Error(error)) => {
                Some(error.to_string())
            }
            _ => None,
        })
    };
    let stopped = move || {
        agent
            .state
            .with(|state| state.current().and_then(|it| it.stopped))
    };
    let can_go_on = move || {
        agent.phase.with(|phase| match phase {
            Phase::Blocked(RunBlocked::Lost(_) | RunBlocked::PartMissing) => false,
            Phase::Blocked(_) => true,
            Phase::Ended => stopped().is_some_and(StoppedReason::can_go_on),
            Phase::Idle | Phase::Working | Phase::Waiting => false,
        })
    };
    let to_set = move || {
        agent.phase.with(|phase| match phase {
            Phase::Blocked(RunBlocked::NoModel(NoModel::NoneChosen | NoModel::ServerAway)) => {
                Some(Section::Connection)
            }
            Phase::Blocked(RunBlocked::NoModel(NoModel::LimitsUnreadable)) => Some(Section::Budget),
            Phase::Ended if stopped() == Some(StoppedReason::Budget) => Some(Section::Budget),
            _ => None,
        })
    };
    let is_part_missing = Memo::new(move |_| {
        let missing = Phase::Blocked(RunBlocked::PartMissing);
        agent.phase.with(|phase| *phase == missing)
    });
    let go_on = Callback::new(move |()| agent.go_on());
    let told = trouble(Trouble {
        page: agent.page,
        text: Signal::derive(text),
        details: Signal::derive(details),
        is_stopped: Signal::derive(move || {
            let elsewhere = Phase::Blocked(RunBlocked::Elsewhere);
            text().is_none() || agent.phase.with(|phase| *phase == elsewhere)
        }),
        to_set: Signal::derive(to_set),
        saved: Signal::derive(|| None),
        can_go_on: Signal::derive(can_go_on),
        on_go_on: go_on,
    });
    view! {
        {move || is_part_missing.get().then(|| not_here(agent.page, go_on))}
        {told}
    }
    .into_any()
}
