//! Options to choose from.

use kikitori_form::file::answer::{Choice, ChoiceOption, Choices};
use leptos::prelude::*;
use serde_json::{Value as Json, json};

use super::Input;
use crate::form::messages::messages;

/// What stands for something else among the values of a list, which no option's value can be.
const OTHER: &str = " ";

/// Yes or no.
pub fn yes_no(input: &Input, initial: &Json) -> AnyView {
    let page = input.page;
    let set = input.set;
    let option = |at: usize, yes: bool| {
        let label = move || match yes {
            true => crate::messages::messages(page).yes,
            false => crate::messages::messages(page).no,
        };
        view! {
            <label class="option">
                <input
                    type="radio"
                    id=format!("{}-{at}", input.id)
                    name=input.id.clone()
                    value=yes.to_string()
                    checked=initial.as_bool() == Some(yes)
                    on:change=move |_| set.run(Json::Bool(yes))
                />
                <span>{label}</span>
            </label>
        }
    };
    view! { <div class="options">{option(0, true)}{option(1, false)}</div> }.into_any()
}

/// One of several, all in sight.
pub fn radios(input: &Input, choice: &Choice, initial: &Json) -> AnyView {
    let set = input.set;
    let other = Other::of(input, initial);
    let name = StoredValue::new(input.id.clone());
    let chosen = initial.as_str().map(str::to_owned);
    let option = |(at, option): (usize, &ChoiceOption)| {
        let value = option.value.as_str().to_owned();
        let is_chosen = chosen.as_deref() == Some(value.as_str());
        let choose = move || {
            other.is_meant.set(false);
            set.run(Json::String(value.clone()));
        };
        one(
            "radio",
            &name.get_value(),
            at,
            option_label(input, option),
            is_chosen,
            choose,
        )
    };
    let options = choice.options.iter().enumerate().map(option).collect_view();
    let at = choice.options.len();
    let something_else = choice.other.then(|| {
        let choose = move || {
            other.is_meant.set(true);
            set.run(other.json());
        };
        let label = something_else(input);
        let is_meant = other.is_meant.get_untracked();
        (
            one("radio", &name.get_value(), at, label, is_meant, choose),
            other.words(input, Callback::new(move |()| set.run(other.json()))),
        )
    });
    view! { <div class="options">{options}{something_else}</div> }.into_any()
}

/// One of many, in a list to open.
pub fn list(input: &Input, choice: &Choice, initial: &Json) -> AnyView {
    let page = input.page;
    let set = input.set;
    let other = Other::of(input, initial);
    let (described_by, is_invalid) = (input.described_by(), input.is_invalid());
    let chosen = match other.is_meant.get_untracked() {
        true => OTHER.to_owned(),
        false => initial.as_str().unwrap_or_default().to_owned(),
    };
    let option = |option: &ChoiceOption| {
        let value = option.value.as_str().to_owned();
        let label = option.label.in_language(&input.language).to_owned();
        view! { <option value=value.clone() selected=value == chosen>{label}</option> }
    };
    let options = choice.options.iter().map(option).collect_view();
    let something_else = choice.other.then(|| {
        view! {
            <option value=OTHER selected=chosen == OTHER>
                {move || messages(page).something_else}
            </option>
        }
    });
    let choose = move |event| {
        let value = event_target_value(&event);
        let is_other = value == OTHER;
        other.is_meant.set(is_other);
        set.run(match is_other {
            true => other.json(),
            false => Json::String(value),
        });
    };
    let words = choice
        .other
        .then(|| other.words(input, Callback::new(move |()| set.run(other.json()))));
    view! {
        <select
            id=input.id.clone()
            class="input"
            dir="auto"
            lang=input.lang
            aria-required=input.required.to_string()
            aria-describedby=move || described_by.get()
            aria-invalid=move || is_invalid.get()
            on:change=choose
        >
            <option value="">{move || messages(page).choose}</option>
            {options}
            {something_else}
        </select>
        {words}
    }
    .into_any()
}

/// Any of several.
pub fn boxes(input: &Input, choices: &Choices, initial: &Json) -> AnyView {
    let set = input.set;
    let given = initial.as_array().cloned().unwrap_or_default();
    let said = given.iter().filter_map(|item| item.get("other")?.as_str());
    let said: Vec<&str> = said.collect();
    let other = match said.is_empty() {
        true => Other::of(input, &Json::Null),
        false => Other::of(input, &json!({ "other": said.join("; ") })),
    };
    let values = choices
        .options
        .iter()
        .map(|it| it.value.as_str().to_owned());
    let values = StoredValue::new(values.collect::<Vec<String>>());
    let is_given = |value: &str| given.iter().any(|it| it.as_str() == Some(value));
    let ticked: Vec<bool> = values.with_value(|all| all.iter().map(|it| is_given(it)).collect());
    let ticked = StoredValue::new(ticked);
    let told = Callback::new(move |()| {
        let mut all: Vec<Json> = values.with_value(|values| {
            let ticked = ticked.get_value();
            let ticked = values.iter().zip(ticked).filter(|(_, ticked)| *ticked);
            ticked.map(|(value, _)| json!(value)).collect()
        });
        if other.is_meant.get_untracked() {
            all.extend(other.each());
        }
        set.run(Json::Array(all));
    });
    let option = |(at, option): (usize, &ChoiceOption)| {
        let is_ticked = ticked.with_value(|all| all.get(at).copied().unwrap_or_default());
        let turn = move || {
            ticked.update_value(|all| {
                if let Some(it) = all.get_mut(at) {
                    *it = !*it;
                }
            });
            told.run(());
        };
        one(
            "checkbox",
            &input.id,
            at,
            option_label(input, option),
            is_ticked,
            turn,
        )
    };
    let options = choices
        .options
        .iter()
        .enumerate()
        .map(option)
        .collect_view();
    let at = choices.options.len();
    let something_else = choices.other.then(|| {
        let turn = move || {
            other.is_meant.update(|is_meant| *is_meant = !*is_meant);
            told.run(());
        };
        let is_meant = other.is_meant.get_untracked();
        (
            one(
                "checkbox",
                &input.id,
                at,
                something_else(input),
                is_meant,
                turn,
            ),
            other.words(input, told),
        )
    });
    view! { <div class="options">{options}{something_else}</div> }.into_any()
}

fn option_label(input: &Input, option: &ChoiceOption) -> AnyView {
    let label = option.label.in_language(&input.language).to_owned();
    view! { <span dir="auto" lang=input.lang>{label}</span> }.into_any()
}

fn something_else(input: &Input) -> AnyView {
    let page = input.page;
    view! { <span>{move || messages(page).something_else}</span> }.into_any()
}

/// One option.
fn one(
    kind: &'static str,
    name: &str,
    at: usize,
    label: AnyView,
    is_chosen: bool,
    choose: impl Fn() + 'static,
) -> AnyView {
    view! {
        <label class="option">
            <input
                type=kind
                id=format!("{name}-{at}")
                name=name.to_owned()
                checked=is_chosen
                on:change=move |_| choose()
            />
            {label}
        </label>
    }
    .into_any()
}

/// Something else, in the person's words.
#[derive(Clone, Copy)]
struct Other {
    is_meant: RwSignal<bool>,
    words: RwSignal<String>,
}

impl Other {
    fn of(_: &Input, initial: &Json) -> Self {
        let words = initial.get("other").and_then(Json::as_str);
        Self {
            is_meant: RwSignal::new(words.is_some()),
            words: RwSignal::new(words.unwrap_or_default().to_owned()),
        }
    }

    /// As an answer, which lacks its words while there are none.
    fn json(self) -> Json {
        json!({ "other": self.words.get_untracked() })
    }

    /// The same of several things, with semicolons between them.
    fn each(self) -> Vec<Json> {
        let words = self.words.get_untracked();
        let said = words.split([';', '；']).map(str::trim);
        let said = said.filter(|it| !it.is_empty());
        let all: Vec<Json> = said.map(|it| json!({ "other": it })).collect();
        match all.is_empty() {
            true => vec![self.json()],
            false => all,
        }
    }

    /// The box for the words, while they are meant.
    fn words(self, input: &Input, told: Callback<()>) -> AnyView {
        let page = input.page;
        let id = format!("{}-other", input.id);
        view! {
            <div class="option-other" hidden=move || !self.is_meant.get()>
                <label class="visually-hidden" for=id.clone()>{move || messages(page).what_else}</label>
                <input
                    id=id
                    class="input"
                    type="text"
                    dir="auto"
                    autocomplete="off"
                    placeholder=move || messages(page).what_else
                    prop:value=self.words.get_untracked()
                    on:input=move |event| {
                        self.words.set(event_target_value(&event));
                        told.run(());
                    }
                />
            </div>
        }
        .into_any()
    }
}
