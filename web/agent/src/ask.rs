//! Where the question is written.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::typing::{Wish, show_text, wish};
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::agent::AgentPage;

/// The question, and examples before there is one.
#[component]
pub fn Ask(
    /// Whose.
    agent: AgentPage,
) -> impl IntoView {
    let words = move || agent.messages();
    let node = NodeRef::<Textarea>::new();
    show_text(node, agent.question);
    let on_key = move |event: KeyboardEvent| match wish(&event) {
        Some(Wish::Send) => {
            event.prevent_default();
            agent.ask();
        }
        Some(Wish::Stop) => agent.stop(),
        _ => {}
    };
    let is_empty = Memo::new(move |_| agent.state.with(|state| state.exchanges.is_empty()));
    let label = move || match is_empty.get() {
        true => words().question,
        false => words().follow_up,
    };
    let button = move || match agent.is_working() {
        true => view! {
            <button
                type="button"
                class="button"
                data-testid="stop"
                on:click=move |event| {
                    // The button becomes the one that asks while it is pressed.
                    event.prevent_default();
                    agent.stop();
                }
            >
                {icon(Icon::Stop)}
                {agent.page.messages().stop}
            </button>
        }
        .into_any(),
        false => view! {
            <button type="submit" class="button primary" data-testid="ask">
                {words().ask}
            </button>
        }
        .into_any(),
    };
    view! {
        <form
            class="ask"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                agent.ask();
            }
        >
            <label for="agent-question">{label}</label>
            <div class="ask-row">
                <textarea
                    id="agent-question"
                    class="ask-box"
                    rows="1"
                    dir="auto"
                    autocomplete="off"
                    enterkeyhint="send"
                    maxlength="4000"
                    data-testid="question"
                    node_ref=node
                    on:input=move |event| agent.typed(event_target_value(&event))
                    on:keydown=on_key
                ></textarea>
                {button}
            </div>
        </form>
        <Show when=move || is_empty.get() && !agent.is_working()>
            <div class="examples">
                <p class="quiet-text">{move || words().examples}</p>
                <ul>{move || words().example_questions.map(|it| example(agent, it)).collect_view()}</ul>
            </div>
        </Show>
    }
}

fn example(agent: AgentPage, question: &'static str) -> impl IntoView {
    view! {
        <li>
            <button
                type="button"
                class="suggestion"
                data-testid="example"
                on:click=move |_| {
                    agent.question.set(question.to_owned());
                    agent.ask();
                }
            >
                {question}
            </button>
        </li>
    }
}
