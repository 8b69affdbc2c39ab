//! What of an answer is taken: how much, how many, how early and how late.

use kikitori_browser::{BrowserClock, BrowserLocale};
use kikitori_form::Form;
use kikitori_form::edit::{Bounded, End, FieldEdit, bound, words_in};
use kikitori_form::file::Field;
use kikitori_form::file::answer::AnswerType;
use kikitori_parts::dom::on_change;
use kikitori_ports::Clock;
use leptos::prelude::*;
use serde_json::{Number, Value};

use crate::builder::Builder;
use crate::languages::{Texts, problem, refused_here, texts};
use crate::patterns::is_pattern;
use crate::select::{Select, select};

/// The bounds of a field. A handle: all copies are the same.
#[derive(Clone, Copy)]
struct Bounds {
    builder: Builder,
    field: StoredValue<String>,
}

impl Bounds {
    fn id(self, end: End, what: &str) -> String {
        let end = match end {
            End::Low => "low",
            End::High => "high",
        };
        self.field
            .with_value(|field| format!("builder-{end}-{field}{what}"))
    }

    fn answer<T>(self, read: impl FnOnce(&AnswerType) -> T) -> Option<T> {
        let read = |_: &Form, _, field: &Field| read(&field.answer);
        self.builder.in_field(&self.field.get_value(), read)
    }

    /// The bound as text; blank where there is none.
    fn text(self, end: End) -> String {
        match self.answer(|it| bound(it, end)).flatten() {
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    fn put(self, control: &str, end: End, value: Option<Value>) {
        let edit = FieldEdit::Bound { end, value };
        self.builder
            .edit_field(control, &self.field.get_value(), edit);
    }
}

/// Both bounds of a field, and what its number counts; nothing where nothing has bounds.
pub fn bounds(builder: Builder, field: StoredValue<String>) -> AnyView {
    let it = Bounds { builder, field };
    let bounded = Memo::new(move |_| it.answer(Bounded::of).flatten());
    // Nothing of it is drawn anew when something else of the form is changed.
    let takes_pattern = Memo::new(move |_| {
        it.answer(|answer| matches!(answer, AnswerType::ShortText(_))) == Some(true)
    });
    let both = move || {
        let bounded = bounded.get()?;
        let ends = [End::Low, End::High].map(|end| match bounded {
            Bounded::Day => day(it, end),
            _ => one(it, end, bounded),
        });
        let unit = (bounded == Bounded::Number).then(|| unit(it));
        let is_short = bounded == Bounded::Characters && takes_pattern.get();
        let pattern = is_short.then(|| view! { {pattern(it)} {pattern_hint(it)} });
        Some(view! { <div class="builder-grid">{Vec::from(ends)}</div> {unit} {pattern} })
    };
    view! { {both} }.into_any()
}

fn label(it: Bounds, end: End, bounded: Bounded) -> &'static str {
    it.builder.messages().bound(bounded, end)
}

/// A number or a time.
fn one(it: Bounds, end: End, bounded: Bounded) -> AnyView {
    let id = it.id(end, "");
    let input_type = if bounded == Bounded::Time {
        "time"
    } else {
        "number"
    };
    let control = id.clone();
    let change = on_change(move |text: String| {
        let text = text.trim();
        let value = match bounded {
            _ if text.is_empty() => None,
            Bounded::Time => Some(Value::from(text)),
            _ => match serde_json::from_str::<Number>(text) {
                Ok(number) => Some(Value::Number(number)),
                // The browser gives a number or nothing.
                Err(_) => Some(Value::from(text)),
            },
        };
        it.put(&control, end, value);
    });
    let is_refused = refused_here(it.builder, id.clone());
    view! {
        <div class="field">
            <label for=id.clone()>{move || label(it, end, bounded)}</label>
            <input
                id=id.clone()
                class="box"
                type=input_type
                step=(bounded == Bounded::Number).then_some("any")
                autocomplete="off"
                aria-describedby=format!("{id}-error")
                aria-invalid=move || is_refused().to_string()
                prop:value=move || it.text(end)
                on:change=change
            />
            {problem(it.builder, id)}
        </div>
    }
    .into_any()
}

/// How a day is said.
#[derive(Debug, Clone, PartialEq)]
enum Said {
    /// Not at all.
    None,
    /// This day.
    On(String),
    Today,
    /// So many days (`d`), weeks, months or years before today.
    Before(u32, String),
    /// The same after it.
    After(u32, String),
}

impl Said {
    /// As a form's file has it.
    fn read(text: &str) -> Self {
        let Some(offset) = text.strip_prefix("today") else {
            return match text.is_empty() {
                true => Self::None,
                false => Self::On(text.to_owned()),
            };
        };
        let (sign, rest) = offset.split_at_checked(1).unwrap_or_default();
        let unit = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let count = rest.strip_suffix(unit).and_then(|it| it.parse().ok());
        match (sign, count) {
            ("-", Some(count)) => Self::Before(count, unit.to_owned()),
            ("+", Some(count)) => Self::After(count, unit.to_owned()),
            _ => Self::Today,
        }
    }

    fn write(&self) -> Option<Value> {
        Some(match self {
            Self::None => return None,
            Self::On(day) => day.as_str().into(),
            Self::Today => "today".into(),
            Self::Before(count, unit) => format!("today-{count}{unit}").into(),
            Self::After(count, unit) => format!("today+{count}{unit}").into(),
        })
    }

    fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::On(_) => "on",
            Self::Today => "today",
            Self::Before(..) => "before",
            Self::After(..) => "after",
        }
    }

    /// What comes of it when it is said in another way.
    fn said_as(&self, name: &str) -> Self {
        let (count, unit) = match self {
            Self::Before(count, unit) | Self::After(count, unit) => (*count, unit.clone()),
            _ => (1, "y".to_owned()),
        };
        match name {
            "on" => {
                let today = BrowserLocale.own_day(BrowserClock.now_ms());
                Self::On(today.unwrap_or_else(|| "2000-01-01".to_owned()))
            }
            "today" => Self::Today,
            "before" => Self::Before(count, unit),
            "after" => Self::After(count, unit),
            _ => Self::None,
        }
    }
}

/// A day, which may be counted from the one on which the form is answered.
fn day(it: Bounds, end: End) -> AnyView {
    let builder = it.builder;
    let said = Memo::new(move |_| Said::read(&it.text(end)));
    let name = Memo::new(move |_| said.with(Said::name));
    let id = it.id(end, "");
    let control = id.clone();
    let how = Select {
        id,
        test_id: "bound-how",
        label: Signal::derive(move || label(it, end, Bounded::Day)),
        shows_label: true,
        value: Signal::derive(move || name.get().to_owned()),
        options: Signal::derive(move || {
            let words = builder.messages().bound_days;
            let names = ["none", "on", "today", "before", "after"];
            let all = names.into_iter().zip(words);
            all.map(|(name, words)| (name.to_owned(), words.to_owned()))
                .collect()
        }),
        on_change: Callback::new(move |name: String| {
            let said = said.with_untracked(|said| said.said_as(&name));
            it.put(&control, end, said.write());
        }),
    };
    let more = move || match name.get() {
        "on" => Some(date(it, end, said)),
        "before" | "after" => Some(counted(it, end, said)),
        _ => None,
    };
    view! { <div class="builder-bound">{select(builder, how, None)} {more}</div> }.into_any()
}

fn date(it: Bounds, end: End, said: Memo<Said>) -> AnyView {
    let id = it.id(end, "-day");
    let control = id.clone();
    let day = move || match said.get() {
        Said::On(day) => day,
        _ => String::new(),
    };
    let is_refused = refused_here(it.builder, id.clone());
    view! {
        <div class="field">
            <input
                id=id.clone()
                class="box"
                type="date"
                data-testid="bound-day"
                aria-label=move || label(it, end, Bounded::Day)
                aria-describedby=format!("{id}-error")
                aria-invalid=move || is_refused().to_string()
                prop:value=day
                on:change=on_change(move |day: String| {
                    it.put(&control, end, Some(Value::from(day)));
                })
            />
            {problem(it.builder, id)}
        </div>
    }
    .into_any()
}

/// How many of what lie between a day and today.
fn counted(it: Bounds, end: End, said: Memo<Said>) -> AnyView {
    let builder = it.builder;
    let both = move || match said.get() {
        Said::Before(count, unit) | Said::After(count, unit) => (count, unit),
        _ => (1, "y".to_owned()),
    };
    let put = move |control: &str, count: String, unit: String| {
        let sign = match said.with_untracked(Said::name) {
            "before" => '-',
            _ => '+',
        };
        // What is no count is refused with its place.
        it.put(
            control,
            end,
            Some(format!("today{sign}{}{unit}", count.trim()).into()),
        );
    };
    let id = it.id(end, "-count");
    let control = id.clone();
    let is_refused = refused_here(builder, id.clone());
    let unit_id = it.id(end, "-unit");
    let unit_control = unit_id.clone();
    let units = Select {
        id: unit_id,
        test_id: "bound-unit",
        label: Signal::derive(move || builder.messages().bound_unit),
        shows_label: false,
        value: Signal::derive(move || both().1),
        options: Signal::derive(move || {
            let all = ["d", "w", "m", "y"].into_iter();
            let all = all.zip(builder.messages().bound_units);
            all.map(|(name, words)| (name.to_owned(), words.to_owned()))
                .collect()
        }),
        on_change: Callback::new(move |unit: String| {
            put(&unit_control, untrack(both).0.to_string(), unit);
        }),
    };
    view! {
        <div class="builder-compared">
            <div class="field">
                <input
                    id=id.clone()
                    class="box"
                    type="number"
                    min="1"
                    max="99999"
                    step="1"
                    autocomplete="off"
                    data-testid="bound-count"
                    aria-label=move || builder.messages().bound_count
                    aria-describedby=format!("{id}-error")
                    aria-invalid=move || is_refused().to_string()
                    prop:value=move || both().0.to_string()
                    on:change=on_change(move |count: String| put(&control, count, untrack(both).1))
                />
                {problem(builder, id)}
            </div>
            {select(builder, units, None)}
        </div>
    }
    .into_any()
}

/// What all of a short text has to fit.
fn pattern(it: Bounds) -> AnyView {
    let id = format!("builder-pattern-{}", it.field.get_value());
    let control = id.clone();
    let change = on_change(move |text: String| {
        let pattern = Some(text).filter(|it| !it.trim().is_empty());
        if pattern.as_ref().is_some_and(|it| !is_pattern(it)) {
            return it
                .builder
                .refuse(&control, it.builder.messages().no_pattern);
        }
        let edit = FieldEdit::Pattern(pattern);
        it.builder.edit_field(&control, &it.field.get_value(), edit);
    });
    let value = move || {
        let pattern = it.answer(|answer| match answer {
            AnswerType::ShortText(it) => it.pattern.as_ref().map(|it| it.as_str().to_owned()),
            _ => None,
        });
        pattern.flatten().unwrap_or_default()
    };
    let is_refused = refused_here(it.builder, id.clone());
    view! {
        <div class="field">
            <label for=id.clone()>{move || it.builder.messages().pattern}</label>
            <input
                id=id.clone()
                class="box"
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-describedby=format!("{id}-error")
                aria-invalid=move || is_refused().to_string()
                prop:value=value
                on:change=change
            />
            {problem(it.builder, id)}
        </div>
    }
    .into_any()
}

/// What a text that fits looks like.
fn pattern_hint(it: Bounds) -> AnyView {
    let own = move || it.field.get_value();
    texts(Texts {
        builder: it.builder,
        id: StoredValue::new(format!("builder-pattern-hint-{}", own())),
        label: |it| it.pattern_hint,
        is_long: false,
        value: Callback::new(move |language: String| {
            let words = |form: &Form, _, field: &Field| {
                let hint = match &field.answer {
                    AnswerType::ShortText(it) => it.pattern_hint.as_ref(),
                    _ => None,
                };
                hint.map_or("", |hint| words_in(hint, form, &language))
                    .to_owned()
            };
            it.builder.in_field(&own(), words).unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                let edit = FieldEdit::PatternHint { language, words };
                it.builder.edit_field(&control, &own(), edit);
            },
        ),
    })
}

/// What a number counts.
fn unit(it: Bounds) -> AnyView {
    let own = move || it.field.get_value();
    let unit = Texts {
        builder: it.builder,
        id: StoredValue::new(format!("builder-unit-{}", own())),
        label: |it| it.unit,
        is_long: false,
        value: Callback::new(move |language: String| {
            let words = |form: &Form, _, field: &Field| {
                let unit = match &field.answer {
                    AnswerType::Number(it) => it.unit.as_ref(),
                    AnswerType::Integer(it) => it.unit.as_ref(),
                    _ => None,
                };
                unit.map_or("", |unit| words_in(unit, form, &language))
                    .to_owned()
            };
            it.builder.in_field(&own(), words).unwrap_or_default()
        }),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                let edit = FieldEdit::Unit { language, words };
                it.builder.edit_field(&control, &own(), edit);
            },
        ),
    };
    texts(unit)
}
