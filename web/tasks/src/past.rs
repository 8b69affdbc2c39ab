//! Earlier chains, and the ways to begin another one and to delete this one.

use kikitori_parts::components::forget::Forget;
use kikitori_parts::components::past::{self, Manage, Past};
use kikitori_tasks::Phase;
use kikitori_tasks::controller::{ControllerPhase, RunBlocked};
use leptos::prelude::*;

use crate::tasks::TasksPage;

/// Earlier chains, the last one first.
pub fn past(tasks: TasksPage) -> AnyView {
    let at_hand = move || tasks.chain.with(|it| it.as_ref().map(|it| it.id.clone()));
    past::past(Past {
        page: tasks.page,
        title: Signal::derive(move || tasks.messages().past),
        heads: tasks.past,
        at_hand: Signal::derive(at_hand),
        is_working: Signal::derive(move || tasks.is_working()),
        on_choose: Callback::new(move |id| tasks.choose(id)),
    })
}

/// Begins another chain, or deletes this one.
pub fn manage(tasks: TasksPage) -> AnyView {
    let words = move || tasks.messages();
    let is_shown = move || {
        let has_any = tasks.chain.with(Option::is_some);
        let is_lost = tasks
            .phase
            .with(|it| matches!(it, ControllerPhase::Blocked(RunBlocked::Lost(_))));
        // A plan has its own way out, and asking for something else is another.
        let is_reviewed = tasks.chain_phase() == Some(Phase::Review);
        (has_any || is_lost) && !is_reviewed && !tasks.is_working()
    };
    past::manage(Manage {
        is_shown: Signal::derive(is_shown),
        begin_anew: Signal::derive(move || words().begin_anew),
        on_begin_anew: Callback::new(move |()| tasks.begin_anew()),
        forget: Forget {
            page: tasks.page,
            label: Signal::derive(move || words().forget),
            question: Signal::derive(move || words().forget_question),
            focus: "#tasks-request",
            on_forget: Callback::new(move |()| tasks.forget()),
        },
    })
}
