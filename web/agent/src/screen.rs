//! The agent as a whole.

use kikitori_engine::caller::NoModel;
use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use kikitori_parts::part::fetch_ahead;
use kikitori_parts::place::Section;
use kikitori_parts::settings;
use kikitori_react::StoppedReason;
use kikitori_react::controller::{Phase, RunBlocked};
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::ask::Ask;
use crate::conversation::Conversation;
use crate::messages::blocked;
use crate::past::{Manage, Past};
use crate::toolbox::Tools;

/// The agent. It goes on working while another screen is shown.
#[component]
pub fn AgentScreen(
    /// The conversation to show, if it is not the last one.
    mut session: Option<String>,
) -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    let agent = page.kept(|| AgentPage::open(page, session.take()));
    // One that was opened before goes on with what it shows, unless it is asked for another.
    if let Some(session) = session {
        agent.choose(session);
    }
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
            <Trouble agent />
            <Ask agent />
            <Manage agent />
            <Tools agent />
            <Past agent />
        </main>
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
#[component]
fn Trouble(agent: AgentPage) -> impl IntoView {
    let text = move || {
        agent.phase.with(|phase| match phase {
            Phase::Blocked(why) => Some(blocked(agent.page.language.get(), why)),
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
            Phase::Blocked(RunBlocked::Lost(_)) => false,
            Phase::Blocked(_) => true,
            Phase::Ended => stopped().is_some_and(StoppedReason::can_go_on),
            Phase::Idle | Phase::Working => false,
        })
    };
    // What is to be set before it can go on.
    let to_set = move || {
        agent.phase.with(|phase| match phase {
            Phase::Blocked(RunBlocked::NoModel(NoModel::NoneChosen | NoModel::ServerAway)) => {
                Some(Section::Connection)
            }
            Phase::Ended if stopped() == Some(StoppedReason::Budget) => Some(Section::Budget),
            _ => None,
        })
    };
    let settings = move || {
        let section = to_set()?;
        let view = view! {
            <button
                type="button"
                class="link"
                data-testid="trouble-settings"
                aria-haspopup="dialog"
                on:click=on_click(move || agent.page.show_settings(section))
            >
                {move || agent.page.messages().open_settings}
            </button>
        };
        Some(view.into_any())
    };
    let is_hidden = move || text().is_none() && !can_go_on();
    view! {
        <div class="trouble" class:stopped=move || text().is_none() role="status" hidden=is_hidden>
            <p data-testid="trouble" hidden=move || text().is_none()>{text}</p>
            {settings}
            <Show when=can_go_on>
                <button type="button" class="button" data-testid="go-on" on:click=move |_| agent.go_on()>
                    {icon(Icon::Continue)}
                    {move || agent.page.messages().go_on}
                </button>
            </Show>
        </div>
    }
}
