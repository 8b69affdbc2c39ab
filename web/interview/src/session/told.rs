//! What a site's page is told of the interview that stands in it.

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
        let was_new = StoredValue::new(false);
        once(is_open, move || {
            was_new.set_value(!has_answered.get_untracked())
        });
        once(has_answered, move || {
            if was_new.get_value() {
                page.tell("started", id);
            }
        });
        self.tell_questions();
        self.tell_answers(is_open);
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

    fn tell_questions(self) {
        let page = self.page;
        let question = Memo::new(move |_| {
            let waits = self.phase.with(|phase| *phase == Phase::Answer);
            let last = self.turns.with(|turns| turns.last().cloned());
            let last = last.filter(|turn| waits && turn.speaker == Speaker::Assistant)?;
            Some((last.index, last.text, self.asked()))
        });
        Effect::new(move || {
            if let Some((_, text, field)) = question.get() {
                let (done, all) = untrack(|| self.progress());
                page.tell("question", || {
                    object(&[
                        ("text", text.into()),
                        (
                            "field",
                            field.map_or(JsValue::NULL, |it| it.as_str().into()),
                        ),
                        ("done", (done as u32).into()),
                        ("total", (all as u32).into()),
                    ])
                });
            }
        });
    }

    /// Tells each answer that is recorded, or changed, from the opening on.
    fn tell_answers(self, is_open: Memo<bool>) {
        let page = self.page;
        Effect::new(move |told: Option<Option<_>>| {
            let values = self.values.get();
            if !is_open.get() {
                return None;
            }
            if let Some(Some(told)) = told {
                let told: std::collections::BTreeMap<FieldId, _> = told;
                let is_new = |(field, value): &(&FieldId, &_)| told.get(*field) != Some(*value);
                for (field, _) in values.iter().filter(is_new) {
                    page.tell("answer", || embedded::answer(self, field));
                }
            }
            Some(values)
        });
    }
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
