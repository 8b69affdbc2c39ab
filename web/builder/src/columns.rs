//! The columns of a list: what each of its lines says.

use kikitori_form::Form;
use kikitori_form::edit::{AnswerKind, ColumnEdit, FieldEdit, option_lines, words_in};
use kikitori_form::file::answer::AnswerType;
use kikitori_form::file::{Field, LineField};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::{self, on_click};
use leptos::ev;
use leptos::prelude::*;

use crate::builder::Builder;
use crate::languages::{Texts, problem, texts};
use crate::named::{Named, named};
use crate::select::{Select, select};

/// The columns of a field. A handle: all copies are the same.
#[derive(Clone, Copy)]
struct Columns {
    builder: Builder,
    field: StoredValue<String>,
}

impl Columns {
    fn id(self, what: impl std::fmt::Display) -> String {
        self.field
            .with_value(|field| format!("builder-column-{field}-{what}"))
    }

    /// What `read` finds in the column at a place.
    fn read<T>(self, at: usize, read: impl FnOnce(&Form, &LineField) -> T) -> Option<T> {
        let found = |form: &Form, _, field: &Field| match &field.answer {
            AnswerType::Group(group) => group.fields.get(at).map(|column| read(form, column)),
            _ => None,
        };
        self.builder
            .in_field(&self.field.get_value(), found)
            .flatten()
    }

    fn count(self) -> usize {
        let count = |_: &Form, _, field: &Field| match &field.answer {
            AnswerType::Group(group) => group.fields.len(),
            _ => 0,
        };
        let count = self.builder.in_field(&self.field.get_value(), count);
        count.unwrap_or_default()
    }

    fn change(self, control: &str, at: usize, edit: ColumnEdit) {
        let edit = FieldEdit::Column(at, edit);
        let field = self.field.get_value();
        self.builder.edit_field(control, &field, edit);
    }
}

/// Each column, and the way to one more.
pub fn columns(builder: Builder, field: StoredValue<String>) -> AnyView {
    let it = Columns { builder, field };
    let count = Memo::new(move |_| it.count());
    let add = Callback::new(move |label: String| {
        let edit = FieldEdit::AddColumn(label);
        let is_added = builder.edit_field(&it.id("new"), &field.get_value(), edit);
        if is_added {
            let last = untrack(|| it.count()).saturating_sub(1);
            // Of what kind it is comes next.
            let kind = it.id(format_args!("kind-{last}"));
            request_animation_frame(move || dom::focus(&format!("[id='{kind}']")));
        }
        is_added
    });
    view! {
        <fieldset class="builder-facts" data-testid="columns">
            <legend>{move || builder.messages().columns}</legend>
            <For each=move || 0..count.get() key=|at| *at children=move |at| column(it, at) />
            {problem(builder, it.id("all"))}
            {named(Named {
                builder,
                id: it.id("new"),
                label: |it| it.add_column,
                beside: None,
                test_id: "add-column",
                on_add: add,
            })}
        </fieldset>
    }
    .into_any()
}

fn column(it: Columns, at: usize) -> AnyView {
    let builder = it.builder;
    let label = Texts {
        builder,
        id: StoredValue::new(it.id(format_args!("label-{at}"))),
        label: |it| it.column,
        is_long: false,
        value: Callback::new(move |language: String| {
            let words =
                |form: &Form, it: &LineField| words_in(&it.label, form, &language).to_owned();
            it.read(at, words).unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                it.change(&control, at, ColumnEdit::Label { language, words });
            },
        ),
    };
    let options = Texts {
        builder,
        id: StoredValue::new(it.id(format_args!("options-{at}"))),
        label: |it| it.options,
        is_long: true,
        value: Callback::new(move |language: String| {
            let lines = |_: &Form, it: &LineField| option_lines(&it.answer, &language);
            it.read(at, lines).flatten().unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, lines): (String, String, String)| {
                it.change(&control, at, ColumnEdit::Options { language, lines });
            },
        ),
    };
    let kind = Memo::new(move |_| it.read(at, |_, it| AnswerKind::of(&it.answer)));
    let has_options = move || matches!(kind.get(), Some(AnswerKind::Choice | AnswerKind::Choices));
    let kind_id = it.id(format_args!("kind-{at}"));
    let control = kind_id.clone();
    let kinds = Select {
        id: kind_id,
        test_id: "column-kind",
        label: Signal::derive(move || builder.messages().answer_kind),
        shows_label: true,
        value: Signal::derive(move || kind.get().map_or("", AnswerKind::name).to_owned()),
        options: Signal::derive(move || {
            let words = builder.messages();
            // No list is in a list.
            let all = AnswerKind::ALL.into_iter();
            let all = all.filter(|kind| *kind != AnswerKind::Group);
            all.map(|kind| (kind.name().to_owned(), words.kind(kind).to_owned()))
                .collect()
        }),
        on_change: Callback::new(move |name: String| {
            if let Some(kind) = AnswerKind::named(&name) {
                it.change(&control, at, ColumnEdit::Kind(kind));
            }
        }),
    };
    let is_required = move || it.read(at, |_, it| it.required).unwrap_or_default();
    let require = move |event: ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let edit = ColumnEdit::Required(input.checked());
        it.change(&it.id("all"), at, edit);
    };
    let remove = move || {
        it.change(&it.id("all"), at, ColumnEdit::Remove);
        let add = it.id("new");
        // The last row is what has gone.
        request_animation_frame(move || {
            if dom::focused().is_none() {
                dom::focus(&format!("[id='{add}']"));
            }
        });
    };
    view! {
        <div class="builder-column" data-testid="column">
            <div class="builder-fact">{texts(label)} {select(builder, kinds, None)}</div>
            {move || has_options().then(|| texts(options))}
            <div class="builder-pair">
                <label class="builder-check">
                    <input
                        type="checkbox"
                        data-testid="column-required"
                        prop:checked=is_required
                        on:change=require
                    />
                    <span>{move || builder.messages().column_required}</span>
                </label>
                <button
                    type="button"
                    class="button quiet"
                    data-testid="remove-column"
                    aria-label=move || builder.messages().remove_column(at + 1)
                    on:click=on_click(remove)
                >
                    {icon(Icon::Delete)}
                    {move || builder.messages().remove}
                </button>
            </div>
        </div>
    }
    .into_any()
}
