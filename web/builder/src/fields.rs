//! The fields of the form: each can be opened, moved and taken away.

use kikitori_form::edit::{AnswerKind, FormEdit};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::{self, on_click};
use leptos::prelude::*;

use crate::builder::Builder;
use crate::field::field_editor;
use crate::languages::problem;
use crate::named::{Named, named};
use crate::select::{Select, select};

/// The controls whose refusals are told below the list.
const LIST: &str = "builder-fields";
/// The box for what one more is called.
const NEW: &str = "builder-new";

/// The list, and the way to one more.
pub fn fields(builder: Builder) -> AnyView {
    let ids = Memo::new(move |_| {
        builder.form.with(|form| {
            let ids = form.fields.iter().map(|it| it.id.as_str().to_owned());
            ids.collect::<Vec<String>>()
        })
    });
    view! {
        <ol class="builder-fields" data-testid="fields">
            <For each=move || ids.get() key=String::clone children=move |id| row(builder, id) />
        </ol>
        {problem(builder, LIST.to_owned())}
        {add(builder)}
    }
    .into_any()
}

fn row(builder: Builder, id: String) -> AnyView {
    let stored = StoredValue::new(id.clone());
    let own = move || stored.get_value();
    let at = Memo::new(move |_| builder.in_field(&own(), |_, at, _| at).unwrap_or_default());
    let is_open = Memo::new(move |_| builder.open.get().as_ref() == Some(&own()));
    let label = move || {
        let label = |form: &kikitori_form::Form, _, field: &kikitori_form::file::Field| {
            field.label.in_language(form.own_language()).to_owned()
        };
        builder.in_field(&own(), label).unwrap_or_default()
    };
    let about = move || {
        let words = builder.messages();
        let about = |_: &kikitori_form::Form, _, field: &kikitori_form::file::Field| {
            let mut about = vec![words.kind(AnswerKind::of(&field.answer))];
            if !field.required {
                about.push(words.optional);
            }
            if field.private {
                about.push(words.private_short);
            }
            if field.when.is_some() {
                about.push(words.conditional);
            }
            about.join(" · ")
        };
        builder.in_field(&own(), about).unwrap_or_default()
    };
    let last = move || {
        builder
            .form
            .with(|form| form.fields.len().saturating_sub(1))
    };
    let only = move || last() == 0;
    let open = move || {
        let now = is_open.get_untracked();
        builder.open.set((!now).then(own));
    };
    let shift = move |up: bool| {
        let from = at.get_untracked();
        let to = if up {
            from.checked_sub(1)
        } else {
            Some(from + 1)
        };
        let Some(to) = to else { return };
        let name = if up { "up" } else { "down" };
        if builder.edit(LIST, &FormEdit::Move { from, to }) {
            let words = builder.messages_now();
            builder.page.announcement.set(words.moved(to + 1));
            // The row is put in elsewhere, which takes the focus away.
            let id = own();
            request_animation_frame(move || {
                let button = format!("[id='builder-{name}-{id}']:not([disabled])");
                let row = format!("[id='builder-open-{id}']");
                let found = if dom::find(&button).is_some() {
                    button
                } else {
                    row
                };
                dom::focus(&found);
            });
        }
    };
    let remove = move || {
        let place = at.get_untracked();
        if builder.edit(LIST, &FormEdit::Remove(place)) {
            builder
                .page
                .announcement
                .set(builder.messages_now().removed.to_owned());
            dom::focus_soon("#builder-undo");
        }
    };
    let named = move |what: &str| format!("{what}: {}", label());
    view! {
        <li class="builder-field" class:open=move || is_open.get() data-field=id.clone()>
            <div class="builder-row">
                <button
                    type="button"
                    class="builder-open"
                    id=format!("builder-open-{id}")
                    data-testid="open-field"
                    aria-expanded=move || is_open.get().to_string()
                    on:click=on_click(open)
                >
                    <span class="builder-number" aria-hidden="true">{move || at.get() + 1}</span>
                    <span class="builder-label">
                        <span dir="auto">{label}</span>
                        <span class="quiet-text">{about}</span>
                    </span>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    id=format!("builder-up-{id}")
                    data-testid="up"
                    disabled=move || at.get() == 0
                    aria-label=move || named(builder.messages().up)
                    title=move || builder.messages().up
                    on:click=on_click(move || shift(true))
                >
                    {arrow("M10 16V4.5M5 9.5l5-5 5 5")}
                </button>
                <button
                    type="button"
                    class="icon-button"
                    id=format!("builder-down-{id}")
                    data-testid="down"
                    disabled=move || at.get() == last()
                    aria-label=move || named(builder.messages().down)
                    title=move || builder.messages().down
                    on:click=on_click(move || shift(false))
                >
                    {arrow("M10 4v11.5M5 10.5l5 5 5-5")}
                </button>
                <button
                    type="button"
                    class="icon-button"
                    data-testid="remove"
                    disabled=only
                    aria-label=move || named(builder.messages().remove)
                    title=move || builder.messages().remove
                    on:click=on_click(remove)
                >
                    {icon(Icon::Delete)}
                </button>
            </div>
            {move || is_open.get().then(|| field_editor(builder, own()))}
        </li>
    }
    .into_any()
}

fn arrow(path: &'static str) -> AnyView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d=path></path>
        </svg>
    }
    .into_any()
}

fn add(builder: Builder) -> AnyView {
    let kind = RwSignal::new(AnswerKind::ShortText);
    let on_add = Callback::new(move |label: String| {
        let kind = kind.get_untracked();
        let is_added = builder.edit(NEW, &FormEdit::Add { kind, label });
        if is_added {
            let last = |form: &kikitori_form::Form| {
                let last = form.fields.last();
                last.map(|it| it.id.as_str().to_owned())
            };
            let id = builder.form.with_untracked(last);
            builder.open.set(id.clone());
            // What is said of it further comes next.
            let kind = format!("[id='builder-kind-{}']", id.unwrap_or_default());
            request_animation_frame(move || dom::focus(&kind));
        }
        is_added
    });
    let list = Select {
        id: "builder-kind".to_owned(),
        test_id: "kind-to-add",
        label: Signal::derive(move || builder.messages().answer_kind),
        shows_label: false,
        value: Signal::derive(move || kind.get().name().to_owned()),
        options: kinds(builder),
        on_change: Callback::new(move |name: String| {
            if let Some(chosen) = AnswerKind::named(&name) {
                kind.set(chosen);
            }
        }),
    };
    named(Named {
        builder,
        id: NEW.to_owned(),
        label: |it| it.one_more_field,
        beside: Some(select(builder, list, None)),
        test_id: "add-field",
        on_add,
    })
}

/// The kinds of answers to choose from.
pub fn kinds(builder: Builder) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || {
        let words = builder.messages();
        let all = AnswerKind::ALL.into_iter();
        all.map(|it| (it.name().to_owned(), words.kind(it).to_owned()))
            .collect()
    })
}
