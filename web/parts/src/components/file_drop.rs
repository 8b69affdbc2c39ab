//! A place to choose files or to drop them.

use leptos::prelude::*;
use web_sys::File;

use super::file_take::FileTake;
use super::icons::{Icon, icon};

/// A place for files. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct FileDrop {
    /// What finds the input on the page; its neighbours' names are made of it.
    pub id: &'static str,
    /// What the browser offers to choose from.
    pub accept: &'static str,
    /// The button's words.
    pub label: Signal<&'static str>,
    /// What can be taken.
    pub hint: Signal<&'static str>,
    /// What is said while files are read; empty otherwise.
    pub reading: Signal<&'static str>,
    /// A line for each thing that went wrong.
    pub problems: Signal<Vec<String>>,
    /// Takes the files.
    pub on_files: Callback<Vec<File>>,
}

/// The place, with what went wrong below it.
pub fn file_drop(it: FileDrop) -> AnyView {
    let files = FileTake::new(it.on_files);
    let problems = move || {
        let lines = it.problems.get().into_iter();
        lines
            .map(|line| view! { <span class="refusal" dir="auto">{line}</span> })
            .collect_view()
    };
    let (hint_id, error_id) = (format!("{}-hint", it.id), format!("{}-error", it.id));
    view! {
        <div
            class="drop"
            class:over=move || files.is_over.get()
            on:dragover=move |event| files.held(event)
            on:dragleave=move |event| files.left(event)
            on:drop=move |event| files.dropped(event)
        >
            <label class="button drop-label" for=it.id>
                {icon(Icon::Add)}
                {it.label}
            </label>
            <input
                id=it.id
                class="drop-input"
                type="file"
                multiple
                accept=it.accept
                data-testid=it.id
                aria-describedby=format!("{hint_id} {error_id}")
                node_ref=files.input
                on:change=move |event| files.chosen(event)
            />
            <p class="drop-hint" id=hint_id>{it.hint}</p>
            <p class="reading" role="status" data-testid="reading">{it.reading}</p>
            <p class="field-error" id=error_id role="alert" data-testid="document-error">
                {problems}
            </p>
        </div>
    }
    .into_any()
}
