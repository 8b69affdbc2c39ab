//! Where the person writes.

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::{Phase, Session};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::on_click;
use kikitori_parts::typing::{Wish, show_text, wish};

/// The text box with its button.
#[component]
pub fn Composer(
    /// Whose.
    session: Session,
    /// What is to be written into it.
    label: Signal<&'static str>,
) -> impl IntoView {
    let page = session.page;
    let node = NodeRef::<Textarea>::new();
    show_text(node, session.text);
    let focus = move || {
        if let Some(textarea) = node.get_untracked() {
            // It cannot fail for an element of the page.
            let _ = textarea.focus();
        }
    };
    let send = move || {
        session.send_typed();
        focus();
    };
    let on_key = move |event: KeyboardEvent| match wish(&event) {
        Some(Wish::Send) => {
            event.prevent_default();
            send();
        }
        Some(Wish::Recall) if session.text.with_untracked(String::is_empty) => {
            if let Some(last) = session.last_answer() {
                event.prevent_default();
                session.type_text(last);
            }
        }
        // Escape stops wherever the focus is.
        _ => {}
    };
    let stop = move |_| {
        session.stop();
        focus();
    };
    let thinking = Memo::new(move |_| session.is_thinking());
    let is_taken = move || session.phase.with(Phase::takes_answers);
    let may_go_back =
        move || session.phase.with(Phase::takes_steps_back) && session.can_go_back.get();
    let has_text = Memo::new(move |_| session.text.with(|text| !text.trim().is_empty()));
    view! {
        <form
            class="composer"
            novalidate
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                send();
            }
        >
            <div class="column">
                {session.with_engine(move |engine| (engine.gone)(session))}
                <p class="field-error" id="composer-error" data-testid="composer-error" role="alert">
                    {move || session.refusal.get()}
                </p>
                <div class="composer-box" class:refused=move || session.refusal.with(Option::is_some)>
                    <label class="visually-hidden" for="composer">{label}</label>
                    <textarea
                        id="composer"
                        rows="1"
                        dir="auto"
                        enterkeyhint="send"
                        autocomplete="off"
                        data-testid="composer"
                        node_ref=node
                        placeholder=label
                        aria-describedby=move || {
                            if session.refusal.with(Option::is_some) { "composer-error" } else { "composer-hint" }
                        }
                        aria-invalid=move || session.refusal.with(Option::is_some).to_string()
                        on:input=move |event| session.type_text(event_target_value(&event))
                        on:keydown=on_key
                    ></textarea>
                    // Who adds something while an agent is at work sends it, and can still stop.
                    <Show when=move || !thinking.get() || has_text.get()>
                        <button
                            type="submit"
                            class="button primary send"
                            data-testid="send"
                            disabled=move || !is_taken()
                            aria-label=move || messages(page).send
                        >
                            {icon(Icon::Send)}
                        </button>
                    </Show>
                    <Show when=move || thinking.get()>
                        <button type="button" class="button stop" data-testid="stop" on:click=stop>
                            {icon(Icon::Stop)}
                            {move || page.messages().stop}
                        </button>
                    </Show>
                </div>
                <div class="composer-below">
                    <p class="composer-hint" id="composer-hint">{move || messages(page).composer_hint}</p>
                    <button
                        type="button"
                        class="link"
                        data-testid="empty-the-box"
                        hidden=move || !session.may_want_it_empty()
                        on:click=on_click(move || {
                            session.type_text(String::new());
                            focus();
                        })
                    >
                        {move || messages(page).empty_the_box}
                    </button>
                    <button
                        type="button"
                        class="link"
                        data-testid="go-back"
                        hidden=move || !may_go_back()
                        on:click=on_click(move || {
                            session.go_back();
                            // The button goes while the step is taken back.
                            session.refocus();
                        })
                    >
                        {move || messages(page).go_back}
                    </button>
                    <button
                        type="button"
                        class="link"
                        data-testid="open-form"
                        on:click=on_click(move || session.open_form())
                    >
                        {move || messages(page).as_a_form}
                    </button>
                </div>
            </div>
        </form>
    }
}
