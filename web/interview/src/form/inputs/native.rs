//! Boxes to type into, and what browsers bring for days and times.

use kikitori_browser::now_local;
use kikitori_form::dates::{from_iso, iso};
use kikitori_form::file::answer::{AnswerType, TimeOfDay};
use kikitori_form::file::day::Day;
use leptos::prelude::*;
use serde_json::Value as Json;

use super::{Input, hints};

/// A box of one line or of several.
pub fn native(input: &Input, initial: &Json) -> AnyView {
    let text = text_of(initial);
    let set = input.set;
    let typed = move |event| set.run(Json::String(event_target_value(&event)));
    let (described_by, is_invalid) = (input.described_by(), input.is_invalid());
    let autocomplete = hints::autocomplete(&input.field, &input.answer);
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
    view! {
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
    }
    .into_any()
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
fn text_of(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(lines) => {
            let lines: Vec<&str> = lines.iter().filter_map(Json::as_str).collect();
            lines.join("\n")
        }
        Json::Null | Json::Object(_) => String::new(),
        Json::Bool(_) | Json::Number(_) => value.to_string(),
    }
}
