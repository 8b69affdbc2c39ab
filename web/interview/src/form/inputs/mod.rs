//! An input for each kind of answer, labelled, with its hint and what is wrong with what was put
//! into it. What is typed or chosen is JSON, as [`check`](kikitori_form::values::check()) takes it.

mod choice;
mod group;
mod half_filled;
mod hints;
mod native;
mod scale;

pub use group::own_number;
pub use half_filled::{PART, has_part, lacks_words};
use kikitori_form::file::answer::AnswerType;
use kikitori_parts::page::Page;
use leptos::prelude::*;
use serde_json::Value as Json;

/// More options than these are a list to open.
const RADIOS_AT_MOST: usize = 12;
/// The same in a line, whose inputs stand beside one another.
const RADIOS_IN_LINE: usize = 3;

/// What is wrong with what stands in an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, and what to do.
    pub text: String,
    /// The line, from 0, and the field of it, where it is one of a group.
    pub at: Option<(usize, String)>,
    /// The same as it is told there.
    pub there: Option<String>,
}

/// An input: what it asks for, and who is told what was put into it.
#[derive(Clone)]
pub struct Input {
    /// The page it is on.
    pub page: Page,
    /// Its id in the document.
    pub id: String,
    /// The field's id in the form.
    pub field: String,
    /// What is asked.
    pub label: String,
    /// More about that.
    pub help: Option<String>,
    /// The language that the form is told in.
    pub language: String,
    /// The same, where it is not the page's.
    pub lang: Signal<Option<String>>,
    /// The country that they are in, by its code.
    pub country: Option<String>,
    /// What the time where the person is is called.
    pub zone: Option<String>,
    /// What kind of answer it takes.
    pub answer: AnswerType,
    /// Whether it is kept from models, and from what a browser would fill in elsewhere.
    pub private: bool,
    /// Whether it can be left blank.
    pub required: bool,
    /// Whether it is one of a line, which has them beside one another.
    pub is_of_line: bool,
    /// What is wrong.
    pub problem: Signal<Option<Problem>>,
    /// Is told what stands in it.
    pub set: Callback<Json>,
}

impl Input {
    /// The ids of what describes it, for `aria-describedby`.
    fn described_by(&self) -> Signal<Option<String>> {
        let (hint, help) = (self.has_hint(), self.help.is_some());
        let has_words = native::has_words(&self.answer);
        let (id, problem) = (self.id.clone(), self.problem);
        Signal::derive(move || {
            let parts = [
                (help, "help"),
                (hint, "hint"),
                (has_words, "words"),
                (problem.with(Option::is_some), "problem"),
            ];
            let parts = parts.into_iter().filter(|(is_there, _)| *is_there);
            let ids: Vec<String> = parts.map(|(_, part)| format!("{id}-{part}")).collect();
            (!ids.is_empty()).then(|| ids.join(" "))
        })
    }

    /// How many options all stand in sight; more are a list to open.
    fn radios_at_most(&self) -> usize {
        match self.is_of_line {
            true => RADIOS_IN_LINE,
            false => RADIOS_AT_MOST,
        }
    }

    fn has_hint(&self) -> bool {
        hints::hint(self, self.page.language.get_untracked()).is_some()
    }

    /// Whether something is wrong with it, for `aria-invalid`.
    fn is_invalid(&self) -> Signal<&'static str> {
        let problem = self.problem;
        Signal::derive(move || match problem.with(Option::is_some) {
            true => "true",
            false => "false",
        })
    }
}

/// A selector of what takes the focus first in the input of this id, or in a cell of it.
pub fn first_control(id: &str, at: Option<&(usize, String)>) -> String {
    let controls = ":is(input, select, textarea)";
    match at {
        Some((line, field)) => {
            let line = line + 1;
            format!("#{id}-field .line:nth-of-type({line}) [data-input=\"{field}\"] {controls}")
        }
        None => format!("#{id}-field {controls}"),
    }
}

/// Whether it is several controls under one name.
fn is_set(input: &Input) -> bool {
    match &input.answer {
        AnswerType::YesNo(_) | AnswerType::Choices(_) | AnswerType::Group(_) => true,
        AnswerType::Choice(it) => it.options.len() <= input.radios_at_most(),
        AnswerType::Rating(it) => scale::is_scale(it),
        _ => false,
    }
}

/// The input with its label, in which `initial` stands at first.
pub fn labelled(input: &Input, initial: &Json) -> AnyView {
    let page = input.page;
    let (id, problem) = (input.id.clone(), input.problem);
    let lang = input.lang;
    let optional = (!input.required).then(|| {
        view! {
            <span class="field-optional">{move || crate::messages::messages(page).optional}</span>
        }
    });
    let help = input.help.clone().map(|help| {
        view! { <p class="field-hint" id=format!("{id}-help") dir="auto" lang=lang>{help}</p> }
    });
    let hint = input.has_hint().then(|| {
        let input = input.clone();
        let hint = move || hints::hint(&input, page.language.get());
        view! { <p class="field-hint" id=format!("{id}-hint")>{hint}</p> }
    });
    let told = view! {
        <p class="field-error" id=format!("{id}-problem")>
            {move || problem.get().map(|problem| problem.text)}
        </p>
    };
    let control = control(input, initial);
    let is_wrong = move || problem.with(Option::is_some);
    let label = view! { <span dir="auto" lang=input.lang>{input.label.clone()}</span> };
    if is_set(input) {
        let described_by = input.described_by();
        view! {
            <fieldset
                class="field"
                id=format!("{id}-field")
                class:wrong=is_wrong
                data-input=input.field.clone()
                aria-describedby=move || described_by.get()
            >
                <legend class="field-label">{label} " " {optional}</legend>
                {help}
                {hint}
                {told}
                {control}
            </fieldset>
        }
        .into_any()
    } else {
        view! {
            <div class="field" id=format!("{id}-field") class:wrong=is_wrong data-input=input.field.clone()>
                <label class="field-label" for=input.id.clone()>{label} " " {optional}</label>
                {help}
                {hint}
                {told}
                {control}
            </div>
        }
        .into_any()
    }
}

/// The input without its label.
fn control(input: &Input, initial: &Json) -> AnyView {
    match &input.answer {
        AnswerType::YesNo(_) => choice::yes_no(input, initial),
        AnswerType::Choice(it) if it.options.len() > input.radios_at_most() => {
            choice::list(input, it, initial)
        }
        AnswerType::Choice(it) => choice::radios(input, it, initial),
        AnswerType::Choices(it) => choice::boxes(input, it, initial),
        AnswerType::Rating(it) if scale::is_scale(it) => scale::scale(input, it, initial),
        AnswerType::Group(it) => group::lines(input, it, initial),
        _ => native::native(input, initial),
    }
}

/// Whether nothing was put into an input.
pub fn is_blank(typed: &Json) -> bool {
    match typed {
        Json::Null => true,
        Json::String(text) => text.trim().is_empty(),
        Json::Array(items) => items.iter().all(is_blank),
        Json::Object(members) => members.values().all(is_blank),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// Without the lines, and the cells of lines, into which nothing was put.
pub fn without_blanks(typed: Json) -> Json {
    match typed {
        Json::Array(items) => {
            let items = items.into_iter().filter(|item| !is_blank(item));
            items.map(without_blanks).collect()
        }
        Json::Object(members) => {
            let members = members.into_iter().filter(|(_, it)| !is_blank(it));
            Json::Object(members.collect())
        }
        other => other,
    }
}
