//! Where the question is written.

use kikitori_helpdesk::Phase;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::desk::DeskPage;

/// The key code that browsers give to keys which an input method takes for itself.
const TAKEN_BY_INPUT_METHOD: u32 = 229;

/// The question, and examples before there is one.
#[component]
pub fn Ask(
    /// Whose.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.messages();
    let is_working = move || desk.phase.with(|phase| *phase == Phase::Working);
    let node = NodeRef::<Textarea>::new();
    // Set by hand, and only when it differs: setting it while an input method composes would
    // break off the composition.
    Effect::new(move || {
        let text = desk.question.get();
        if let Some(textarea) = node.get()
            && textarea.value() != text
        {
            textarea.set_value(&text);
        }
    });
    let on_key = move |event: KeyboardEvent| {
        if event.is_composing() || event.key_code() == TAKEN_BY_INPUT_METHOD {
            return;
        }
        match event.key().as_str() {
            "Enter" if !event.shift_key() => {
                event.prevent_default();
                desk.ask();
            }
            "Escape" => desk.stop(),
            _ => {}
        }
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
                                {words().stop}
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
