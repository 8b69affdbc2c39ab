//! What a site's page is told of the interview that stands in it.

use std::collections::BTreeMap;

use kikitori_form::values::Value;
use kikitori_interview::{FieldId, Speaker};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::{Opening, Phase, Screen, Session};
use crate::embedded;

/// An object for a script: names and what they have.
pub(crate) fn object(members: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in members {
        // It fails only for what is frozen or no object.
        let _ = js_sys::Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

impl Session {
    /// Tells the site's page around it, if there is one, what happens from now on.
    pub fn tell_site(self) {
        let page = self.page;
        if !page.is_embedded() {
            return;
        }
        embedded::show(self);
        let is_open = Memo::new(move |_| self.opening.with(|it| *it == Opening::Open));
        let id = move || object(&[("session", self.id().0.into())]);
        once(is_open, move || {
            page.tell("ready", || {
                let title = self.form.with_untracked(|form| form.title.clone());
                object(&[("session", self.id().0.into()), ("title", title.into())])
            });
        });
        // One that is gone on with has begun before.
        let has_answered = Memo::new(move |_| {
            let turns = self.turns.get();
            turns.iter().any(|it| it.speaker == Speaker::Respondent)
        });
        once(has_answered, move || page.note_answered());
        let was_new = StoredValue::new(false);
        once(is_open, move || {
            was_new.set_value(!has_answered.get_untracked())
        });
        once(has_answered, move || {
            if was_new.get_value() {
                page.tell("started", id);
            }
        });
        self.tell_turns(is_open);
        let is_done = Memo::new(move |_| self.screen.get() == Screen::Done);
        once(is_done, move || page.tell("ending", id));
        let error = Memo::new(move |_| {
            self.phase.with(|phase| match phase {
                Phase::Error(error) => Some(error.to_string()),
                Phase::Failed(failure) => Some(failure.to_string()),
                _ => None,
            })
        });
        Effect::new(move || {
            if let Some(message) = error.get() {
                embedded::tell_error(page, &message);
            }
        });
    }

    /// Tells each question that waits for an answer; and before it each answer that is recorded, changed
    /// or taken back, from the opening on.
    fn tell_turns(self, is_open: Memo<bool>) {
        let page = self.page;
        let question = Memo::new(move |_| {
            let waits = self.phase.with(|phase| *phase == Phase::Answer);
            let last = self.turns.with(|turns| turns.last().cloned());
            let last = last.filter(|turn| waits && turn.speaker == Speaker::Assistant)?;
            Some((last.index, last.text, self.asked()))
        });
        Effect::new(move |told: Option<Told>| {
            let (values, question) = (self.values.get(), question.get());
            if !is_open.get() {
                return Told::default();
            }
            let told = told.unwrap_or_default();
            if let Some(before) = told.values {
                let is_new =
                    |(field, value): &(&FieldId, &Value)| before.get(*field) != Some(*value);
                let taken_back = before.keys().filter(|it| !values.contains_key(*it));
                let new = values.iter().filter(is_new).map(|(field, _)| field);
                for field in taken_back.chain(new) {
                    page.tell("answer", || embedded::answer(self, field));
                }
            }
            if told.question != question
                && let Some((_, text, field)) = question.clone()
            {
                let (done, all) = untrack(|| self.progress());
                page.tell("question", || {
                    let field = field.map_or(JsValue::NULL, |it| it.as_str().into());
                    object(&[
                        ("text", text.into()),
                        ("field", field),
                        ("done", (done as u32).into()),
                        ("total", (all as u32).into()),
                    ])
                });
            }
            Told {
                values: Some(values),
                question,
            }
        });
    }
}

/// What the site's page was told last.
#[derive(Default)]
struct Told {
    /// What was recorded; none before the opening.
    values: Option<BTreeMap<FieldId, Value>>,
    /// The place of the question that waited, its text and its field.
    question: Option<(usize, String, Option<FieldId>)>,
}

/// Does it when `what` has become true, the first time.
fn once(what: Memo<bool>, act: impl Fn() + 'static) {
    Effect::new(move |done: Option<bool>| {
        let is_due = what.get() && done != Some(true);
        if is_due {
            act();
        }
        is_due || done == Some(true)
    });
}
