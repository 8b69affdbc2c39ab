//! What an answer is compared with: a number, a day, a time or a text.

use kikitori_browser::{BrowserClock, BrowserLocale};
use kikitori_form::Decimal;
use kikitori_form::edit::{AnswerKind, Is, Operator};
use kikitori_form::file::answer::AnswerType;
use kikitori_parts::dom::on_change;
use kikitori_ports::Clock;
use leptos::prelude::*;
use serde_json::{Number, Value};

use super::Conditional;
use crate::languages::{problem, refused_here};
use crate::select::{Select, select};

/// How the answer is compared, and with what.
pub(super) fn compared(it: Conditional, at: usize) -> AnyView {
    let builder = it.builder;
    let kind = Memo::new(move |_| it.on(at, |_, field| AnswerKind::of(&field.answer)));
    let operator = Memo::new(move |_| it.part(at).map(|it| it.is.operator()));
    // What a file says beside what is offered.
    let unusual = Memo::new(move |_| {
        let now = operator.get()?;
        let of = it.on(at, |_, field| Operator::of(&field.answer))?;
        (!of.contains(&now)).then_some(now)
    });
    let count = Memo::new(move |_| it.part(at).map_or(0, |it| it.is.values().len()));
    let id = it.id(format_args!("{at}-operator"));
    let control = id.clone();
    let operators = Select {
        id,
        test_id: "when-operator",
        label: Signal::derive(move || builder.messages().when_is),
        shows_label: false,
        value: Signal::derive(move || operator.get().map_or("", Operator::name).to_owned()),
        options: Signal::derive(move || {
            let words = builder.messages();
            let offered = it.on(at, |_, field| {
                let of = Operator::of(&field.answer);
                let all = Operator::ALL.into_iter();
                let all = all.filter(|it| of.contains(it) || unusual.get() == Some(*it));
                let all = all.map(|it| {
                    let label = words.operator(it, &field.answer);
                    (it.name().to_owned(), label.to_owned())
                });
                all.collect::<Vec<_>>()
            });
            offered.unwrap_or_default()
        }),
        on_change: Callback::new(move |name: String| {
            let Some(operator) = Operator::named(&name) else {
                return;
            };
            let usual = untrack(|| it.on(at, |_, field| usual(&field.answer)));
            let values = untrack(|| values(it, at));
            if let Some(usual) = usual {
                it.put_is(control.clone(), at, Is::new(operator, &values, usual));
            }
        }),
    };
    let inputs = move || {
        let kind = kind.get()?;
        let inputs = (0..count.get()).map(|place| {
            let and = (place > 0).then(|| {
                view! { <span aria-hidden="true">{move || builder.messages().and}</span> }
            });
            view! { {and} {value(it, at, place, kind)} }
        });
        Some(inputs.collect_view())
    };
    view! {
        <div class="builder-compared">
            {select(builder, operators, None)} {inputs}
            {move || unit(it, at).map(|unit| view! { <span>{unit}</span> })}
        </div>
    }
    .into_any()
}

/// What the answer is compared with now.
fn values(it: Conditional, at: usize) -> Vec<Value> {
    let part = it.part(at);
    part.map_or_else(Vec::new, |part| {
        part.is.values().into_iter().cloned().collect()
    })
}

/// What is counted, where something is compared.
fn unit(it: Conditional, at: usize) -> Option<String> {
    if values(it, at).is_empty() {
        return None;
    }
    let unit = it.on(at, |form, field| {
        let unit = match &field.answer {
            AnswerType::Number(it) => it.unit.as_ref(),
            AnswerType::Integer(it) => it.unit.as_ref(),
            _ => None,
        };
        unit.map(|unit| unit.in_language(form.own_language()).to_owned())
    });
    unit.flatten()
}

/// What stands there until somebody puts in what they mean.
fn usual(answer: &AnswerType) -> Value {
    let number = |low: Option<Decimal>, high: Option<Decimal>| {
        let number = low.or(high).map(|it| it.to_string());
        number.and_then(|it| number_of(&it)).unwrap_or(1.into())
    };
    match answer {
        AnswerType::Number(it) => number(it.min, it.max),
        AnswerType::Integer(it) => number(it.min, it.max),
        AnswerType::Rating(it) => it.max.0.into(),
        AnswerType::Date(_) | AnswerType::DateTime(_) => {
            let today = BrowserLocale.own_day(BrowserClock.now_ms());
            today.unwrap_or_else(|| "2000-01-01".to_owned()).into()
        }
        AnswerType::Time(_) => "12:00".into(),
        _ => "".into(),
    }
}

fn number_of(text: &str) -> Option<Value> {
    let number: Number = serde_json::from_str(text.trim()).ok()?;
    Decimal::of_json(&number).map(|_| Value::Number(number))
}

/// The input of the value at a place.
fn value(it: Conditional, at: usize, place: usize, kind: AnswerKind) -> AnyView {
    let builder = it.builder;
    let id = it.id(format_args!("{at}-value-{place}"));
    let is_number = matches!(
        kind,
        AnswerKind::Number | AnswerKind::Integer | AnswerKind::Rating
    );
    let input_type = match kind {
        _ if is_number => "number",
        AnswerKind::Date | AnswerKind::DateTime => "date",
        AnswerKind::Time => "time",
        _ => "text",
    };
    let now = move || match values(it, at).get(place) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let label = move || {
        let words = builder.messages();
        let operator = it.part(at).map(|it| it.is.operator());
        let named = it.on(at, |form, field| {
            let label = field.label.in_language(form.own_language());
            let operator = operator.map_or("", |it| words.operator(it, &field.answer));
            words.compared(label, operator, place)
        });
        named.unwrap_or_default()
    };
    let control = id.clone();
    let change = on_change(move |text: String| {
        let given = match is_number {
            true => number_of(&text),
            false => (!text.trim().is_empty()).then(|| Value::from(text.trim())),
        };
        let Some(given) = given else {
            builder.refuse(&control, builder.messages_now().no_value);
            return;
        };
        let Some(operator) = untrack(|| it.part(at)).map(|it| it.is.operator()) else {
            return;
        };
        let mut values = untrack(|| values(it, at));
        // Where the first would come behind the second, the other goes with it.
        let crosses = |(of, other): (usize, &Value)| match (of, place) {
            (1, 0) => is_more(&given, other),
            (0, 1) => is_more(other, &given),
            _ => false,
        };
        let moves_both = values.iter().enumerate().any(crosses);
        for (of, value) in values.iter_mut().enumerate() {
            if moves_both || of == place {
                *value = given.clone();
            }
        }
        it.put_is(control.clone(), at, Is::new(operator, &values, given));
    });
    let is_refused = refused_here(builder, id.clone());
    view! {
        <div class="field">
            <input
                id=id.clone()
                class="box"
                type=input_type
                step=is_number.then_some(if kind == AnswerKind::Number { "any" } else { "1" })
                dir="auto"
                autocomplete="off"
                data-testid="when-value"
                aria-label=label
                aria-describedby=format!("{id}-error")
                aria-invalid=move || is_refused().to_string()
                prop:value=now
                on:change=change
            />
            {problem(builder, id)}
        </div>
    }
    .into_any()
}

/// Whether a number is larger, or a day or a time later; its texts sort as they do.
fn is_more(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            Decimal::of_json(one) > Decimal::of_json(other)
        }
        (Value::String(one), Value::String(other)) => one > other,
        _ => false,
    }
}
