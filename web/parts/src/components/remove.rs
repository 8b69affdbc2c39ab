//! The way to remove one of several things that the visitor added: asked for once more before it is
//! done.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::icons::{Icon, icon};
use crate::dom::{focus, on_click};
use crate::page::Page;

/// What is removed, and how.
pub struct Remove {
    /// The page that it is on.
    pub page: Page,
    /// Its name among those that are listed with it.
    pub name: String,
    /// Its place among them.
    pub position: usize,
    /// Which of them the person is asked about now, by name.
    pub asked: RwSignal<Option<String>>,
    /// Names the button; those of the question are called the same with `-keep` and `-confirm`.
    pub test_id: &'static str,
    /// The button's words.
    pub label: &'static str,
    /// What is asked before it is done.
    pub question: String,
    /// Removes it.
    pub on_remove: Callback<String>,
}

/// The button, or the question in its place.
pub fn remove(it: Remove) -> AnyView {
    let Remove { page, asked, .. } = it;
    let id = format!("{}-{}", it.test_id, it.position);
    let (kept, confirm) = (
        format!("{}-keep", it.test_id),
        format!("{}-confirm", it.test_id),
    );
    let (test_id, label, on_remove) = (it.test_id, it.label, it.on_remove);
    let (name, question) = (it.name, it.question);
    let described = format!("{label}: {name}");
    let is_asked = {
        let name = name.clone();
        Memo::new(move |_| asked.with(|it| it.as_ref() == Some(&name)))
    };
    let shown = move || {
        let (name, id, kept) = (name.clone(), id.clone(), kept.clone());
        match is_asked.get() {
            false => {
                let ask = move || {
                    asked.set(Some(name.clone()));
                    let keep = format!("[data-testid={kept}]");
                    request_animation_frame(move || focus(&keep));
                };
                view! {
                    <button
                        type="button"
                        class="link"
                        id=id
                        data-testid=test_id
                        aria-label=described.clone()
                        on:click=on_click(ask)
                    >
                        {label}
                    </button>
                }
                .into_any()
            }
            true => {
                let keep = move || {
                    asked.set(None);
                    let button = format!("#{id}");
                    request_animation_frame(move || focus(&button));
                };
                let (keep_on_escape, keep) = (keep.clone(), keep);
                let on_key = move |event: KeyboardEvent| {
                    if event.key() == "Escape" {
                        keep_on_escape();
                    }
                };
                let remove = move || {
                    asked.set(None);
                    on_remove.run(name.clone());
                };
                view! {
                    <span class="remove-question" role="group" aria-label=question.clone() on:keydown=on_key>
                        <span>{question.clone()}</span>
                        " "
                        <button type="button" class="button" data-testid=kept on:click=on_click(keep)>
                            {move || page.messages().keep}
                        </button>
                        " "
                        <button type="button" class="button danger" data-testid=confirm.clone() aria-label=described.clone() on:click=on_click(remove)>
                            {icon(Icon::Delete)}
                            {label}
                        </button>
                    </span>
                }
                .into_any()
            }
        }
    };
    view! { {shown} }.into_any()
}
