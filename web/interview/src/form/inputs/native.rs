//! Boxes to type into, and what browsers bring for days and times.

use kikitori_browser::{BrowserLocale, now_local};
use kikitori_form::Decimal;
use kikitori_form::dates::{from_iso, iso, resolve_time};
use kikitori_form::file::answer::{AnswerType, TimeOfDay};
use kikitori_form::file::day::Day;
use kikitori_form::values::{Value, in_words, number_as_typed};
use leptos::prelude::*;
use serde_json::Value as Json;

use super::{Input, hints};

/// A box of one line or of several.
pub fn native(input: &Input, initial: &Json) -> AnyView {
    let text = text_of(initial, input);
    let set = input.set;
    let words = RwSignal::new(words_of(&input.answer, &text, &input.language));
    let told = has_words(&input.answer).then(|| {
        let (id, lang) = (format!("{}-words", input.id), input.lang);
        view! {
            <p class="field-words" id=id dir="auto" lang=lang data-testid="in-words">
                {move || words.get()}
            </p>
        }
    });
    let typed = {
        let (answer, language) = (input.answer.clone(), input.language.clone());
        move |event| {
            let text = event_target_value(&event);
            words.set(words_of(&answer, &text, &language));
            set.run(Json::String(text));
        }
    };
    let (described_by, is_invalid) = (input.described_by(), input.is_invalid());
    let autocomplete = match input.private {
        true => "off",
        false => hints::autocomplete(&input.field, &input.answer),
    };
    if let AnswerType::LongText(_) | AnswerType::Address(_) = &input.answer {
        return view! {
            <textarea
                id=input.id.clone()
                class="input"
                rows="4"
                dir="auto"
                autocomplete=autocomplete
                aria-required=input.required.to_string()
                aria-describedby=move || described_by.get()
                aria-invalid=move || is_invalid.get()
                prop:value=text
                on:input=typed
            ></textarea>
        }
        .into_any();
    }
    let (first, last) = bounds(&input.answer);
    let control = view! {
        <input
            id=input.id.clone()
            class="input"
            class:short=is_short(&input.answer)
            type=kind(&input.answer)
            dir="auto"
            autocomplete=autocomplete
            inputmode=hints::input_mode(&input.answer)
            min=first
            max=last
            aria-required=input.required.to_string()
            aria-describedby=move || described_by.get()
            aria-invalid=move || is_invalid.get()
            prop:value=text
            on:input=typed
        />
    };
    match told {
        Some(told) => view! { <div class="input-line">{control}{told}</div> }.into_any(),
        None => control.into_any(),
    }
}

/// Whether what stands in it is told in words beside it: browsers write days in a way of their own.
pub fn has_words(answer: &AnswerType) -> bool {
    matches!(answer, AnswerType::Date(_) | AnswerType::DateTime(_))
}

/// A day in the words of the conversation's language.
fn words_of(answer: &AnswerType, typed: &str, language: &str) -> Option<String> {
    if !has_words(answer) {
        return None;
    }
    let (date, time) = match typed.split_once('T') {
        Some((date, time)) => (date, Some(resolve_time(time.get(..5)?).ok()?)),
        None => (typed, None),
    };
    let date = from_iso(date)?;
    let value = match time {
        Some(time) => Value::DateTime(date.to_datetime(time)),
        None => Value::Date(date),
    };
    Some(in_words(&value, answer, language, &BrowserLocale))
}

/// Not `number`: what cannot be read as one would be lost before somebody could be told.
fn kind(answer: &AnswerType) -> &'static str {
    match answer {
        AnswerType::Date(_) => "date",
        AnswerType::Time(_) => "time",
        AnswerType::DateTime(_) => "datetime-local",
        AnswerType::Email(_) => "email",
        AnswerType::Phone(_) => "tel",
        AnswerType::Url(_) => "url",
        _ => "text",
    }
}

fn is_short(answer: &AnswerType) -> bool {
    matches!(
        answer,
        AnswerType::Number(_)
            | AnswerType::Integer(_)
            | AnswerType::Rating(_)
            | AnswerType::Date(_)
            | AnswerType::Time(_)
            | AnswerType::DateTime(_)
    )
}

/// The first and the last that the browser offers.
fn bounds(answer: &AnswerType) -> (Option<String>, Option<String>) {
    let now = now_local();
    let today = now.split('T').next().and_then(from_iso);
    let day = |day: Option<Day>| Some(iso(day?.when(today?)?));
    let moment = |at: Option<Day>, clock: &str| Some(format!("{}T{clock}", day(at)?));
    let time = |time: Option<TimeOfDay>| {
        time.map(|TimeOfDay(time)| format!("{:02}:{:02}", time.hour(), time.minute()))
    };
    match answer {
        AnswerType::Date(it) => (day(it.earliest), day(it.latest)),
        AnswerType::DateTime(it) => (moment(it.earliest, "00:00"), moment(it.latest, "23:59")),
        AnswerType::Time(it) => (time(it.earliest), time(it.latest)),
        _ => (None, None),
    }
}

/// A recorded value as it stands in a box.
fn text_of(value: &Json, input: &Input) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(lines) => {
            let lines: Vec<&str> = lines.iter().filter_map(Json::as_str).collect();
            lines.join("\n")
        }
        Json::Null | Json::Object(_) => String::new(),
        // With the mark that it is read back with: 2.125 typed in German is two thousand and more.
        Json::Number(number) => Decimal::of_json(number).map_or_else(
            || value.to_string(),
            |it| number_as_typed(it, &input.language, input.country.as_deref()),
        ),
        Json::Bool(_) => value.to_string(),
    }
}
