//! Where the question is written.

use kikitori_helpdesk::Phase;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::typing::{Wish, show_text, wish};

use crate::desk::DeskPage;

/// The question, and examples before there is one.
#[component]
pub fn Ask(
    /// Whose.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.messages();
    let is_working = move || desk.phase.with(|phase| *phase == Phase::Working);
    let node = NodeRef::<Textarea>::new();
    show_text(node, desk.question);
    let on_key = move |event: KeyboardEvent| match wish(&event) {
        Some(Wish::Send) => {
            event.prevent_default();
            desk.ask();
        }
        Some(Wish::Stop) => desk.stop(),
        _ => {}
    };
    let examples = Memo::new(move |_| match desk.phase.get() {
        Phase::Idle => desk.library.questions(),
        _ => Vec::new(),
    });
    view! {
        <form
            class="ask"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                desk.ask();
            }
        >
            <label for="question">{move || words().question_label}</label>
            <div class="ask-row">
                <textarea
                    id="question"
                    class="ask-box"
                    rows="1"
                    dir="auto"
                    autocomplete="off"
                    enterkeyhint="send"
                    maxlength="2000"
                    data-testid="question"
                    node_ref=node
                    on:input=move |event| desk.typed(event_target_value(&event))
                    on:keydown=on_key
                ></textarea>
                {move || {
                    if is_working() {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="stop"
                                on:click=move |event| {
                                    // The button becomes the one that asks while it is pressed.
                                    event.prevent_default();
                                    desk.stop();
                                }
                            >
                                {icon(Icon::Stop)}
                                {desk.page.messages().stop}
                            </button>
                        }
                            .into_any()
                    } else {
                        view! {
                            <button type="submit" class="button primary" data-testid="ask">
                                {words().ask}
                            </button>
                        }
                            .into_any()
                    }
                }}
            </div>
        </form>
        <Show when=move || examples.with(|examples| !examples.is_empty())>
            <div class="examples">
                <p class="quiet-text">{move || words().examples}</p>
                <ul>
                    {move || examples.get().into_iter().map(|it| example(desk, it)).collect_view()}
                </ul>
            </div>
        </Show>
    }
}

fn example(desk: DeskPage, question: String) -> impl IntoView {
    let asked = question.clone();
    view! {
        <li>
            <button
                type="button"
                class="suggestion"
                data-testid="example"
                lang=desk.page.language.get().tag_of(&asked)
                on:click=move |_| {
                    desk.question.set(asked.clone());
                    desk.ask();
                }
            >
                {question}
            </button>
        </li>
    }
}
