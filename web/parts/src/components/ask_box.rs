//! Where a question is written, with questions to try before there is one.

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;

use super::icons::{Icon, icon};
use crate::dom::{focus_soon, on_click};
use crate::draft::QuestionBox;
use crate::page::Page;
use crate::typing::{Wish, show_text, wish};

/// A box for questions. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct AskBox {
    /// The page that it is on.
    pub page: Page,
    /// What finds the box on the page.
    pub id: &'static str,
    /// The longest question, in characters.
    pub max_chars: u32,
    /// What stands in the box.
    pub question: QuestionBox,
    /// What is to be written.
    pub label: Signal<&'static str>,
    /// The button's word.
    pub ask: Signal<&'static str>,
    /// What stands above the examples.
    pub examples_title: Signal<&'static str>,
    /// Questions to try.
    pub examples: Signal<Vec<String>>,
    /// Whether there is something to stop.
    pub is_working: Signal<bool>,
    /// Asks what stands in the box.
    pub on_ask: Callback<()>,
    /// Stops what is under way.
    pub on_stop: Callback<()>,
}

/// The box with its button, and the examples below it.
pub fn ask_box(it: AskBox) -> AnyView {
    let node = NodeRef::<Textarea>::new();
    show_text(node, it.question.text);
    // Somebody has asked while there was something to wait for.
    let waits = RwSignal::new(false);
    let on_key = move |event: KeyboardEvent| match wish(&event) {
        Some(Wish::Send) => {
            event.prevent_default();
            let must_wait = it.is_working.get_untracked() && !it.question.is_empty();
            waits.set(must_wait);
            if !must_wait {
                it.on_ask.run(());
            }
        }
        Some(Wish::Stop) => it.on_stop.run(()),
        _ => {}
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        it.on_ask.run(());
    };
    view! {
        {move || put_back(it)}
        <form class="ask" on:submit=on_submit>
            <label for=it.id>{it.label}</label>
            <div class="ask-row">
                <textarea
                    id=it.id
                    class="ask-box"
                    rows="1"
                    dir="auto"
                    autocomplete="off"
                    enterkeyhint="send"
                    maxlength=it.max_chars.to_string()
                    data-testid="question"
                    node_ref=node
                    on:input=move |event| it.question.type_in(event_target_value(&event))
                    on:keydown=on_key
                ></textarea>
                {move || button(it)}
            </div>
        </form>
        <p class="quiet-text" role="status" data-testid="waits" hidden=move || !(waits.get() && it.is_working.get())>
            {move || (waits.get() && it.is_working.get()).then(|| it.page.messages().waits_for_answer)}
        </p>
        <Show when=move || it.examples.with(|examples| !examples.is_empty())>
            <div class="examples">
                <p class="quiet-text">{it.examples_title}</p>
                <ul>
                    {move || it.examples.get().into_iter().map(|text| example(it, text)).collect_view()}
                </ul>
            </div>
        </Show>
    }
    .into_any()
}

/// A way back to what was typed, where an example has taken its place.
fn put_back(it: AskBox) -> Option<AnyView> {
    let typed = it.question.aside.get()?;
    let words = it.page.messages();
    let press = move || {
        it.question.put_back();
        focus_soon("[data-testid=question]");
    };
    let view = view! {
        <p class="quiet-text">
            {words.typed_before} " " <q dir="auto">{typed}</q> " "
            <button type="button" class="link" data-testid="put-back" on:click=on_click(press)>
                {words.put_back}
            </button>
        </p>
    };
    Some(view.into_any())
}

fn button(it: AskBox) -> AnyView {
    match it.is_working.get() {
        true => view! {
            <button
                type="button"
                class="button"
                data-testid="stop"
                on:click=move |event| {
                    // The button becomes the one that asks while it is pressed.
                    event.prevent_default();
                    it.on_stop.run(());
                }
            >
                {icon(Icon::Stop)}
                {it.page.messages().stop}
            </button>
        }
        .into_any(),
        false => view! {
            <button type="submit" class="button primary" data-testid="ask">
                {it.ask.get()}
            </button>
        }
        .into_any(),
    }
}

fn example(it: AskBox, text: String) -> AnyView {
    let language = it.page.language.get().tag_of(&text);
    let asked = text.clone();
    let ask = on_click(move || {
        it.question.show_example(asked.clone());
        it.on_ask.run(());
    });
    view! {
        <li>
            <button type="button" class="suggestion" data-testid="example" lang=language on:click=ask>
                {text}
            </button>
        </li>
    }
    .into_any()
}
