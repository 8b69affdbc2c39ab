//! Where the question is written.

use kikitori_helpdesk::Phase;
use kikitori_parts::components::ask_box::{AskBox, ask_box};
use kikitori_parts::dom::{focus_soon, on_click};
use leptos::prelude::*;

use crate::desk::DeskPage;

/// The question, and examples before there is one.
pub fn ask(desk: DeskPage) -> AnyView {
    let examples = Memo::new(move |_| match desk.phase.get() {
        Phase::Idle => desk.library.questions(),
        _ => Vec::new(),
    });
    let asked = ask_box(AskBox {
        page: desk.page,
        id: "question",
        max_chars: 2_000,
        text: desk.question.text,
        label: Signal::derive(move || desk.messages().question_label),
        ask: Signal::derive(move || desk.messages().ask),
        examples_title: Signal::derive(move || desk.messages().examples),
        examples: examples.into(),
        is_working: Signal::derive(move || desk.phase.with(|phase| *phase == Phase::Working)),
        on_type: Callback::new(move |text| desk.question.type_in(text)),
        on_example: Callback::new(move |text| desk.question.show_example(text)),
        on_ask: Callback::new(move |()| desk.ask()),
        on_stop: Callback::new(move |()| desk.stop()),
    });
    view! { {move || put_back(desk)} {asked} }.into_any()
}

/// A way back to what was typed, where an example has taken its place.
fn put_back(desk: DeskPage) -> Option<AnyView> {
    let typed = desk.question.aside.get()?;
    let press = move || {
        desk.question.put_back();
        focus_soon("#question");
    };
    let view = view! {
        <p class="quiet-text">
            {desk.messages().typed_before} " " <q dir="auto">{typed}</q> " "
            <button type="button" class="link" data-testid="put-back" on:click=on_click(press)>
                {desk.messages().put_back}
            </button>
        </p>
    };
    Some(view.into_any())
}
