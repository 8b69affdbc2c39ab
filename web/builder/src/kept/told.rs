//! What is said of a form that is not kept as it is shown, with the ways out.

use kikitori_browser::save_text;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::remove::{Remove, remove};
use kikitori_parts::dom::{keep_focus_soon, on_click};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Keeping, Unreadable};
use crate::builder::Builder;

/// What has the focus when a button here goes.
const NEXT: [&str; 1] = ["main h1"];

/// What there is to say; mostly nothing.
pub fn told(builder: Builder) -> AnyView {
    let kept = builder.kept;
    let asked = RwSignal::new(None::<String>);
    let trouble = move || {
        let words = builder.messages();
        match kept.keeping.get() {
            Keeping::Reading | Keeping::Kept => None,
            Keeping::Elsewhere => Some(
                view! {
                    <p>{words.kept_elsewhere}</p>
                    <div class="row">
                        <button
                            type="button"
                            class="button"
                            data-testid="take-other"
                            on:click=on_click(move || go_on(builder, true))
                        >
                            {words.take_other}
                        </button>
                        {keep_this(builder)}
                    </div>
                }
                .into_any(),
            ),
            Keeping::Failed(error) => Some(
                view! {
                    <p>
                        {words.not_kept} " " {builder.page.language.get().store_advice(&error)}
                    </p>
                    <div class="row">{keep_this(builder)}</div>
                }
                .into_any(),
            ),
        }
    };
    let trouble = move || {
        trouble().map(|trouble| {
            view! {
                <div class="notice builder-notice" role="alert" data-testid="not-kept">
                    {trouble}
                </div>
            }
        })
    };
    let unreadable = move || {
        let all = kept.unreadable.get().into_iter().enumerate();
        let all = all.map(|(at, it)| unreadable(builder, asked, at, it));
        all.collect_view()
    };
    view! {
        {trouble}
        {unreadable}
    }
    .into_any()
}

fn keep_this(builder: Builder) -> AnyView {
    view! {
        <button
            type="button"
            class="button"
            data-testid="keep-this"
            on:click=on_click(move || go_on(builder, false))
        >
            {builder.messages().keep_this}
        </button>
    }
    .into_any()
}

/// Reads what is kept by now, and goes on with that or has the form at hand in its place.
fn go_on(builder: Builder, with_other: bool) {
    spawn_local(async move {
        let other = builder.kept.read().await;
        match other.filter(|_| with_other) {
            Some(form) => builder.take(form),
            None => builder.keep(),
        }
        keep_focus_soon(&NEXT);
    });
}

/// One that cannot be read: to be had as a file, and deleted by nobody else.
fn unreadable(
    builder: Builder,
    asked: RwSignal<Option<String>>,
    at: usize,
    it: Unreadable,
) -> AnyView {
    let (page, words) = (builder.page, builder.messages());
    let name = format!("kept-form-{}.json", at + 1);
    let text = it.text();
    let problem = RwSignal::new(String::new());
    let download = {
        let name = name.clone();
        move || {
            if let Err(error) = save_text(&name, "application/json", &text) {
                let failed = page.messages_now().download_failed;
                problem.set(format!("{failed} {}", error.detail));
            }
        }
    };
    let delete = remove(Remove {
        page,
        name: name.clone(),
        position: at,
        asked,
        test_id: "unreadable-delete",
        label: words.unreadable_delete,
        question: words.unreadable_question.to_owned(),
        on_remove: Callback::new(move |_| {
            let it = it.clone();
            spawn_local(async move {
                builder.kept.delete(it).await;
                keep_focus_soon(&NEXT);
            });
        }),
    });
    view! {
        <div class="notice builder-notice" data-testid="unreadable-form">
            <p>{words.unreadable_form}</p>
            <div class="row">
                <button
                    type="button"
                    class="button"
                    data-testid="unreadable-download"
                    on:click=on_click(download)
                >
                    {icon(Icon::Download)}
                    {format!("{} ({name})", words.download)}
                </button>
                {delete}
            </div>
            <p class="field-error" role="alert">{move || problem.get()}</p>
        </div>
    }
    .into_any()
}
