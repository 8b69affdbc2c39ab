//! When a field is asked, where that hangs on earlier answers.

mod compared;

use kikitori_form::edit::{Conditions, FieldEdit, Is, Joined, Operator, SimpleCondition};
use kikitori_form::file::Field;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::{FieldId, Form};
use leptos::prelude::*;
use serde_json::Value;

use self::compared::compared;
use crate::builder::Builder;
use crate::messages::Messages;
use crate::select::{Select, select};

/// What stands for any answer at all.
const ANY: &str = "any";
/// So many conditions are offered.
const MOST: usize = 10;

/// When the field is asked.
#[derive(Debug, Clone, PartialEq)]
enum When {
    /// Always where there are none.
    On(Conditions),
    /// More than can be chosen here.
    Other,
}

/// The conditions of a field. A handle: all copies are the same.
#[derive(Clone, Copy)]
struct Conditional {
    builder: Builder,
    field: StoredValue<String>,
    when: Memo<When>,
}

impl Conditional {
    /// The id of the list with the condition at a place, or of what stands beside them.
    fn id(self, what: impl std::fmt::Display) -> String {
        self.field
            .with_value(|field| format!("builder-when-{field}-{what}"))
    }

    fn all(self) -> Conditions {
        match self.when.get() {
            When::On(all) => all,
            When::Other => Conditions::default(),
        }
    }

    fn part(self, at: usize) -> Option<SimpleCondition> {
        self.all().parts.into_iter().nth(at)
    }

    fn set(self, control: String, change: impl FnOnce(&mut Conditions)) {
        let mut all = untrack(|| self.all());
        change(&mut all);
        let field = self.field.get_value();
        let edit = FieldEdit::When(all);
        self.builder.edit_field(&control, &field, edit);
    }

    /// Has the condition at a place be on a field, or takes it away where that is none.
    fn put_on(self, at: usize, name: &str) {
        let field = FieldId::new(name);
        self.set(self.id(at), |all| match field {
            Some(field) => {
                let is = Is::Answered;
                let part = SimpleCondition { field, is };
                match all.parts.get_mut(at) {
                    Some(before) => *before = part,
                    None => all.parts.push(part),
                }
            }
            None if at < all.parts.len() => drop(all.parts.remove(at)),
            None => {}
        });
    }

    /// What `read` finds in the field that the condition at a place is on.
    fn on<T>(self, at: usize, read: impl FnOnce(&Form, &Field) -> T) -> Option<T> {
        let part = self.part(at)?;
        let read = |form: &Form, _, field: &Field| read(form, field);
        self.builder.in_field(part.field.as_str(), read)
    }

    /// Has the answer be something else.
    fn put_is(self, control: String, at: usize, is: Is) {
        self.set(control, |all| {
            if let Some(part) = all.parts.get_mut(at) {
                part.is = is;
            }
        });
    }

    /// When it is asked, as a sentence; nothing where it always is.
    fn sentence(self) -> Option<String> {
        let words = self.builder.messages();
        let said = |form: &Form, _, it: &Field| {
            let when = it.when.as_ref();
            when.map(|when| words.asked_when(when, form))
        };
        self.builder
            .in_field(&self.field.get_value(), said)
            .flatten()
    }

    /// The fields that stand before it, with what they are called.
    fn earlier(self) -> Vec<(String, String)> {
        let earlier = |form: &Form, at: usize, _: &Field| {
            let fields = form.fields.iter().take(at);
            let named = fields.map(|it| {
                let label = it.label.in_language(form.own_language());
                (it.id.as_str().to_owned(), label.to_owned())
            });
            named.collect::<Vec<_>>()
        };
        let field = self.field.get_value();
        self.builder.in_field(&field, earlier).unwrap_or_default()
    }
}

/// The choice of them; nothing for the first field.
pub fn condition(builder: Builder, field: StoredValue<String>) -> AnyView {
    let when = Memo::new(move |_| {
        let when = |_: &Form, _, it: &Field| match &it.when {
            None => When::On(Conditions::default()),
            Some(when) => Conditions::of(when).map_or(When::Other, When::On),
        };
        let found = builder.in_field(&field.get_value(), when);
        found.unwrap_or_else(|| When::On(Conditions::default()))
    });
    let it = Conditional {
        builder,
        field,
        when,
    };
    let has_earlier = Memo::new(move |_| !it.earlier().is_empty());
    let is_other = Memo::new(move |_| when.get() == When::Other);
    let count = Memo::new(move |_| it.all().parts.len());
    let is_joined = Memo::new(move |_| count.get() > 1);
    let choice = move || match (has_earlier.get(), is_other.get()) {
        (false, _) => ().into_any(),
        (true, true) => view! {
            <p class="quiet-text" data-testid="when-sentence">
                {move || it.sentence()}
            </p>
            <p class="quiet-text">{move || builder.messages().other_condition}</p>
        }
        .into_any(),
        (true, false) => {
            // One more than there are, so that there can be another.
            let places = move || (0..=count.get()).take(MOST);
            view! {
                <div class="builder-when">
                    {move || is_joined.get().then(|| joined(it))}
                    <For each=places key=|at| *at children=move |at| row(it, at) />
                    {move || {
                        let said = it.sentence()?;
                        Some(view! { <p class="quiet-text" data-testid="when-sentence">{said}</p> })
                    }}
                </div>
            }
            .into_any()
        }
    };
    view! { {choice} }.into_any()
}

/// Whether all of several have to hold, or one.
fn joined(it: Conditional) -> AnyView {
    let name = |joined: Joined| match joined {
        Joined::All => "all",
        Joined::Any => "any",
    };
    let id = it.id("joined");
    let control = id.clone();
    let list = Select {
        id,
        test_id: "when-joined",
        label: Signal::derive(move || it.builder.messages().joined),
        shows_label: true,
        value: Signal::derive(move || name(it.all().joined).to_owned()),
        options: Signal::derive(move || {
            let words = it.builder.messages();
            let both = [("all", words.joined_all), ("any", words.joined_any)];
            let both = both.map(|(value, label)| (value.to_owned(), label.to_owned()));
            both.to_vec()
        }),
        on_change: Callback::new(move |chosen: String| {
            it.set(control.clone(), |all| {
                all.joined = match chosen.as_str() {
                    "any" => Joined::Any,
                    _ => Joined::All,
                };
            });
        }),
    };
    select(it.builder, list, None)
}

/// The condition at a place: on which field, and what its answer is.
fn row(it: Conditional, at: usize) -> AnyView {
    let builder = it.builder;
    let on = Select {
        id: it.id(at),
        test_id: "when",
        label: Signal::derive(move || match at {
            0 => builder.messages().when,
            _ => builder.messages().one_more_condition,
        }),
        shows_label: true,
        value: Signal::derive(move || {
            let part = it.part(at);
            part.map_or_else(String::new, |it| it.field.as_str().to_owned())
        }),
        options: Signal::derive(move || {
            let words = builder.messages();
            // Without the first, the next one is the first.
            let none = match (at, it.part(1)) {
                (0, None) => words.always,
                _ => words.no_condition,
            };
            let none = (String::new(), none.to_owned());
            let earlier = it.earlier().into_iter();
            let earlier = earlier.map(|(id, label)| (id, words.if_field(&label)));
            std::iter::once(none).chain(earlier).collect()
        }),
        on_change: Callback::new(move |name: String| it.put_on(at, &name)),
    };
    let way = Memo::new(move |_| {
        let is = it.part(at)?.is;
        it.on(at, |_, field| match field.private {
            true => Way::Answered,
            false => Way::of(&field.answer, &is),
        })
    });
    let answer = move || match way.get() {
        Some(Way::Chosen) => select(builder, chosen(it, at), None),
        Some(Way::Compared) => compared(it, at),
        Some(Way::Answered) | None => ().into_any(),
    };
    view! {
        {select(builder, on, None)}
        {answer}
    }
    .into_any()
}

/// How it is said what the answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Only that there is one; of a private one no more can be asked.
    Answered,
    /// One of those that there can be.
    Chosen,
    /// By what it is compared with.
    Compared,
}

impl Way {
    /// The one for answers of a type; what a file says beside what is offered is shown as well.
    fn of(answer: &AnswerType, is: &Is) -> Self {
        match answer {
            AnswerType::YesNo(_) | AnswerType::Choice(_) | AnswerType::Choices(_) => Self::Chosen,
            other if Operator::of(other).len() > 1 => Self::Compared,
            _ if *is != Is::Answered => Self::Compared,
            _ => Self::Answered,
        }
    }
}

/// The list of what the answer can be.
fn chosen(it: Conditional, at: usize) -> Select {
    let builder = it.builder;
    let id = it.id(format_args!("{at}-is"));
    let control = id.clone();
    Select {
        id,
        test_id: "when-is",
        label: Signal::derive(move || builder.messages().when_is),
        shows_label: false,
        value: Signal::derive(move || match it.part(at).map(|it| it.is) {
            Some(Is::Equal(is)) => is.to_string(),
            _ => ANY.to_owned(),
        }),
        options: Signal::derive(move || {
            let words = builder.messages();
            let read = |form: &Form, field: &Field| {
                let mut all = vec![(ANY.to_owned(), words.any_answer.to_owned())];
                let values = values_of(form, field, words).into_iter();
                all.extend(values.map(|(value, label)| (value, words.is_option(&label))));
                all
            };
            it.on(at, read).unwrap_or_default()
        }),
        on_change: Callback::new(move |text: String| {
            // One of those that are offered, or any.
            let is = serde_json::from_str::<Value>(&text);
            it.put_is(control.clone(), at, is.map_or(Is::Answered, Is::Equal));
        }),
    }
}

fn values_of(form: &Form, field: &Field, words: &Messages) -> Vec<(String, String)> {
    let options = match &field.answer {
        AnswerType::YesNo(_) => {
            let yes_no = [("true", words.yes), ("false", words.no)];
            let yes_no = yes_no.map(|(value, label)| (value.to_owned(), label.to_owned()));
            return yes_no.to_vec();
        }
        answer => answer.options(),
    };
    let option = |it: &kikitori_form::file::answer::ChoiceOption| {
        let value = Value::from(it.value.as_str()).to_string();
        (value, it.label.in_language(form.own_language()).to_owned())
    };
    options.iter().map(option).collect()
}
