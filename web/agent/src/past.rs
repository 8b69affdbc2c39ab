//! Earlier conversations, and the ways to begin another one and to delete this one.

use kikitori_parts::components::forget::Forget;
use kikitori_parts::components::past::{self, Manage, Past};
use kikitori_react::controller::{Phase, RunBlocked};
use leptos::prelude::*;

use crate::agent::AgentPage;

/// Earlier conversations, the last one first.
pub fn past(agent: AgentPage) -> AnyView {
    past::past(Past {
        page: agent.page,
        title: Signal::derive(move || agent.messages().past),
        heads: agent.past,
        at_hand: Signal::derive(move || Some(agent.state.with(|it| it.session_id.clone()))),
        is_working: Signal::derive(move || agent.is_working()),
        on_choose: Callback::new(move |id| agent.choose(id)),
    })
}

/// Begins another conversation, or deletes this one.
pub fn manage(agent: AgentPage) -> AnyView {
    let words = move || agent.messages();
    let is_shown = move || {
        let has_any = agent.state.with(|state| !state.exchanges.is_empty());
        let is_lost = agent
            .phase
            .with(|it| matches!(it, Phase::Blocked(RunBlocked::Lost(_))));
        (has_any || is_lost) && !agent.is_working()
    };
    past::manage(Manage {
        is_shown: Signal::derive(is_shown),
        begin_anew: Signal::derive(move || words().begin_anew),
        on_begin_anew: Callback::new(move |()| agent.begin_anew()),
        forget: Forget {
            page: agent.page,
            label: Signal::derive(move || words().forget),
            question: Signal::derive(move || words().forget_question),
            focus: "#agent-question",
            on_forget: Callback::new(move |()| agent.forget()),
        },
    })
}
