//! Where the question is written.

use kikitori_helpdesk::Phase;
use kikitori_parts::components::ask_box::{AskBox, ask_box};
use leptos::prelude::*;

use crate::desk::DeskPage;

/// The question, and examples before there is one.
pub fn ask(desk: DeskPage) -> AnyView {
    let examples = Memo::new(move |_| match desk.phase.get() {
        Phase::Idle => desk.library.questions(),
        _ => Vec::new(),
    });
    ask_box(AskBox {
        page: desk.page,
        id: "question",
        max_chars: 2_000,
        question: desk.question,
        label: Signal::derive(move || desk.messages().question_label),
        ask: Signal::derive(move || desk.messages().ask),
        examples_title: Signal::derive(move || desk.messages().examples),
        examples: examples.into(),
        is_working: Signal::derive(move || desk.phase.with(|phase| *phase == Phase::Working)),
        on_ask: Callback::new(move |()| desk.ask()),
        on_stop: Callback::new(move |()| desk.stop()),
    })
}
