//! One field, open to be edited.

use kikitori_form::Form;
use kikitori_form::edit::{AnswerKind, FieldEdit, option_lines, words_in};
use kikitori_form::file::Field;
use kikitori_form::file::answer::AnswerType;
use kikitori_parts::dom::{self, on_change};
use leptos::ev;
use leptos::prelude::*;

use crate::bounds::bounds;
use crate::builder::Builder;
use crate::columns::columns;
use crate::condition::condition;
use crate::facts::facts;
use crate::fields::kinds;
use crate::languages::{Texts, problem, refused_here, texts};
use crate::messages::Messages;
use crate::select::{Select, select};

/// What can be said of the field of this id.
pub fn field_editor(builder: Builder, id: String) -> AnyView {
    let stored = StoredValue::new(id.clone());
    let own = move || stored.get_value();
    let kind = Memo::new(move |_| builder.in_field(&own(), |_, _, it| AnswerKind::of(&it.answer)));
    let named = |name: &str| StoredValue::new(format!("builder-{name}-{}", own()));
    let label = Texts {
        builder,
        id: named("label"),
        label: |it| it.label,
        is_long: false,
        value: Callback::new(move |language: String| {
            let words =
                |form: &Form, _, it: &Field| words_in(&it.label, form, &language).to_owned();
            builder.in_field(&own(), words).unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                builder.edit_field(&control, &own(), FieldEdit::Label { language, words });
            },
        ),
    };
    let intent = Texts {
        builder,
        id: named("intent"),
        label: |it| it.intent,
        is_long: true,
        value: Callback::new(move |language: String| {
            let words = |form: &Form, _, it: &Field| {
                let intent = it.intent.as_ref();
                intent
                    .map_or("", |text| words_in(text, form, &language))
                    .to_owned()
            };
            builder.in_field(&own(), words).unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                builder.edit_field(&control, &own(), FieldEdit::Intent { language, words });
            },
        ),
    };
    let options = Texts {
        builder,
        id: named("options"),
        label: |it| it.options,
        is_long: true,
        value: Callback::new(move |language: String| {
            let lines = |_: &Form, _, it: &Field| option_lines(&it.answer, &language);
            builder
                .in_field(&own(), lines)
                .flatten()
                .unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, lines): (String, String, String)| {
                builder.edit_field(&control, &own(), FieldEdit::Options { language, lines });
            },
        ),
    };
    let kind_id = format!("builder-kind-{id}");
    let kinds = Select {
        id: kind_id.clone(),
        test_id: "kind",
        label: Signal::derive(move || builder.messages().answer_kind),
        shows_label: true,
        value: Signal::derive(move || kind.get().map_or("", AnswerKind::name).to_owned()),
        options: kinds(builder),
        on_change: Callback::new(move |name: String| {
            if let Some(kind) = AnswerKind::named(&name) {
                builder.edit_field(&kind_id, &own(), FieldEdit::Kind(kind));
            }
        }),
    };
    let has_options = move || matches!(kind.get(), Some(AnswerKind::Choice | AnswerKind::Choices));
    let is_private = Memo::new(move |_| builder.in_field(&own(), |_, _, it| it.private));
    view! {
        <div class="builder-editor">
            {texts(label)}
            {select(builder, kinds, None)}
            {move || has_options().then(|| view! {
                {texts(options)}
                {check(builder, stored, "other", |it| it.other, |field| has_other(&field.answer), FieldEdit::Other)}
            })}
            {move || (kind.get() == Some(AnswerKind::Group)).then(|| columns(builder, stored))}
            {bounds(builder, stored)}
            {check(builder, stored, "required", |it| it.required, |field| field.required, FieldEdit::Required)}
            {check(builder, stored, "private", |it| it.private, |field| field.private, FieldEdit::Private)}
            {texts(intent)}
            {condition(builder, stored)}
            {move || (is_private.get() == Some(false)).then(|| facts(builder, stored))}
            {known_as(builder, id)}
        </div>
    }
    .into_any()
}

/// The id that its answer is known by. It stands last: with another one the field is drawn anew.
fn known_as(builder: Builder, own: String) -> AnyView {
    let id = format!("builder-id-{own}");
    let (control, value) = (id.clone(), own.clone());
    let change = on_change(move |text: String| {
        let wanted = text.trim().to_owned();
        if !builder.edit_field(&control, &own, FieldEdit::Id(wanted.clone())) || wanted == own {
            return;
        }
        builder.open.set(Some(wanted.clone()));
        request_animation_frame(move || {
            if dom::focused().is_none() {
                dom::focus(&format!("[id='builder-id-{wanted}']"));
            }
        });
    });
    let is_refused = refused_here(builder, id.clone());
    view! {
        <div class="field">
            <label for=id.clone()>{move || builder.messages().id}</label>
            <input
                id=id.clone()
                class="box"
                type="text"
                dir="ltr"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                data-testid="field-id"
                aria-describedby=format!("{id}-error")
                aria-invalid=move || is_refused().to_string()
                prop:value=value
                on:change=change
            />
            {problem(builder, id)}
        </div>
    }
    .into_any()
}

fn has_other(answer: &AnswerType) -> bool {
    match answer {
        AnswerType::Choice(it) => it.other,
        AnswerType::Choices(it) => it.other,
        _ => false,
    }
}

/// Something that a field is or is not.
fn check(
    builder: Builder,
    field: StoredValue<String>,
    name: &'static str,
    label: fn(&Messages) -> &'static str,
    is: fn(&Field) -> bool,
    edit: fn(bool) -> FieldEdit,
) -> AnyView {
    let own = move || field.get_value();
    let id = format!("builder-{name}-{}", own());
    let value = move || {
        builder
            .in_field(&own(), |_, _, it| is(it))
            .unwrap_or_default()
    };
    let change = {
        let id = id.clone();
        move |event: ev::Event| {
            let input: web_sys::HtmlInputElement = event_target(&event);
            builder.edit_field(&id, &own(), edit(input.checked()));
            // What was not taken is not shown as if it was.
            input.set_checked(untrack(value));
        }
    };
    view! {
        <div class="field">
            <label class="builder-check">
                <input
                    type="checkbox"
                    id=id.clone()
                    data-testid=name
                    prop:checked=value
                    on:change=change
                />
                <span>{move || label(builder.messages())}</span>
            </label>
            {problem(builder, id)}
        </div>
    }
    .into_any()
}
