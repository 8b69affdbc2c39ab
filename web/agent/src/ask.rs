//! Where the question is written.

use kikitori_parts::components::ask_box::{AskBox, ask_box};
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::messages::examples::Examples;
use crate::toolbox::ToolKind;

/// The question, and examples before there is one.
pub fn ask(agent: AgentPage) -> AnyView {
    let words = move || agent.messages();
    let is_empty = Memo::new(move |_| agent.state.with(|state| state.exchanges.is_empty()));
    let label = move || match is_empty.get() {
        true => words().question,
        false => words().follow_up,
    };
    let examples = move || match is_empty.get() && !agent.is_working() {
        true => examples_of(agent),
        false => Vec::new(),
    };
    ask_box(AskBox {
        page: agent.page,
        id: "agent-question",
        max_chars: 4_000,
        question: agent.question,
        label: Signal::derive(label),
        ask: Signal::derive(move || words().ask),
        examples_title: Signal::derive(move || words().examples),
        examples: Signal::derive(examples),
        is_working: Signal::derive(move || agent.is_working()),
        on_ask: Callback::new(move |()| agent.ask()),
        on_stop: Callback::new(move |()| agent.stop()),
    })
}

/// Questions for the tools that are on: of the sample only while that is the database.
fn examples_of(agent: AgentPage) -> Vec<String> {
    let Examples { plain, sample } = Examples::of(agent.page.language.get());
    let is_sample = agent.database.names.with(Vec::is_empty);
    let asks_sample = is_sample && agent.toolbox.is_on(ToolKind::Database).get();
    let mut examples = plain.map(str::to_owned).to_vec();
    if asks_sample {
        examples.extend(sample.map(str::to_owned));
    }
    examples
}
