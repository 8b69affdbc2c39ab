//! An interview that stands in another site's page: what that page may ask of it. What happens in it
//! is told by `session/told.rs`.

use std::collections::BTreeSet;
use std::sync::Arc;

use kikitori_form::values::figures_as_text;
use kikitori_interview::{
    Entry, FieldEntry, FieldId, FormField, SessionForm, TurnedDown, parse_form,
};
use kikitori_parts::page::Page;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use wasm_bindgen::JsValue;

use crate::session::{Phase, Session, object};

/// The session that is shown.
#[derive(Clone, Copy)]
struct Shown(StoredValue<Option<Session>>);

impl Shown {
    fn of(page: Page) -> Self {
        page.kept(|| Self(StoredValue::new(None)))
    }
}

/// From now on `session` is the one that is asked.
pub(crate) fn show(session: Session) {
    Shown::of(session.page).0.set_value(Some(session));
}

fn shown(page: Page) -> Option<Session> {
    Shown::of(page).0.get_value()
}

/// What is recorded so far, by field, in JSON; empty while nothing is.
pub fn data_of(page: Page) -> String {
    let session = shown(page);
    let engine = session.and_then(|it| Some((it, it.engine.try_get_untracked()??)));
    engine.map_or_else(String::new, |(session, engine)| (engine.data)(session))
}

/// Records values that the site's page puts in: an object of them by field, in JSON. Code checks
/// each as it checks what the person puts in. Says whether they could be put in.
pub fn set_fields(page: Page, json: &str) -> bool {
    shown(page).is_some_and(|session| put_in(session, json))
}

/// Asks for what the site's form shows now: `changes` is an object in JSON with the `form`'s file and
/// the ids of the fields that are `shown`. Says whether somebody could be told.
pub fn follow_form(page: Page, changes: &str) -> bool {
    let session = shown(page);
    let engine = session.and_then(|it| Some((it, it.engine.try_get_untracked()??)));
    engine.is_some_and(|(session, engine)| (engine.follow_form)(session, changes))
}

/// Asks again for answers that the site's form does not take: `answers` is an object in JSON, of what the
/// page says by field. Says whether somebody could be told.
pub fn turn_down(page: Page, answers: &str) -> bool {
    let session = shown(page);
    let engine = session.and_then(|it| Some((it, it.engine.try_get_untracked()??)));
    engine.is_some_and(|(session, engine)| (engine.turn_down)(session, answers))
}

/// Puts the focus where the person goes on, now and with each screen from now on.
pub fn take_focus(page: Page) {
    page.has_moved.set(true);
    let selectors = ["#composer", ".session-main :is(h1, button)"];
    let found = selectors.into_iter().find_map(|it| page.find(it));
    if let Some(element) = found {
        // It cannot fail for an element of the page.
        let _ = element.focus();
    }
}

/// Tells the site's page that something did not work.
pub fn tell_error(page: Page, message: &str) {
    page.tell("error", || object(&[("message", message.into())]));
}

/// Confirms the form, if all of it can be confirmed; says whether it could.
pub fn submit(page: Page) -> bool {
    let Some(session) = shown(page) else {
        return false;
    };
    let phase = session.phase.try_get_untracked();
    let may = phase == Some(Phase::Confirm) && session.blocking.with_untracked(Vec::is_empty);
    may && session.confirm()
}

/// An answer, as the site's page is told it; null for one that was taken back.
pub(crate) fn answer(session: Session, field: &FieldId) -> JsValue {
    let data = session.engine.get_untracked();
    let data = data.map_or_else(String::new, |engine| (engine.data)(session));
    let data = js_sys::JSON::parse(&data).unwrap_or_default();
    let value = js_sys::Reflect::get(&data, &field.as_str().into());
    let value = value.ok().filter(|it| !it.is_undefined());
    let value = value.unwrap_or(JsValue::NULL);
    let entry = untrack(|| session.entry(field));
    let label = entry.map_or(JsValue::NULL, |entry| entry.label.into());
    object(&[
        ("field", field.as_str().into()),
        ("label", label),
        ("value", value),
    ])
}

pub(crate) fn data(session: Session) -> String {
    let values = session.values.get_untracked();
    let values: Map<String, Json> = values
        .iter()
        .filter_map(|(field, value)| {
            Some((field.as_str().to_owned(), serde_json::to_value(value).ok()?))
        })
        .collect();
    serde_json::to_string(&values).unwrap_or_default()
}

pub(crate) fn follow(session: Session, changes: &str) -> bool {
    if !session.is_led() {
        return false;
    }
    let Some((form, shown)) = changed_form(changes) else {
        return false;
    };
    // What is put in next may be an answer to one of its new fields.
    let known = session.form_file.get_untracked();
    let is_new = |it: &&FormField| known.field(&it.field_id).is_none();
    let new: Vec<FormField> = form.fields.iter().filter(is_new).cloned().collect();
    // Which may be just under way.
    let is_over = session.phase.try_get_untracked() == Some(Phase::Done) || session.has_confirmed();
    if is_over && new.is_empty() {
        return false;
    }
    // A page in steps shows the next one when all of the last was confirmed.
    if !new.is_empty() && is_over {
        session.reopen();
    }
    if !new.is_empty() {
        let mut now = SessionForm::clone(&known);
        now.fields.extend(new);
        session.form_file.set(Arc::new(now));
    }
    session.follow_page(form, shown);
    true
}

pub(crate) fn turn_down_in(session: Session, answers: &str) -> bool {
    let Ok(Json::Object(answers)) = serde_json::from_str(answers) else {
        return false;
    };
    let is_over = session.phase.try_get_untracked() == Some(Phase::Done);
    if is_over || session.has_confirmed() || !session.is_led() {
        return false;
    }
    let answers = answers.iter().filter_map(|(field, said)| {
        Some(TurnedDown {
            field_id: FieldId::new(field)?,
            said: said.as_str()?.to_owned(),
        })
    });
    session.turn_down(answers.collect());
    true
}

fn changed_form(changes: &str) -> Option<(SessionForm, BTreeSet<FieldId>)> {
    let changes: Json = serde_json::from_str(changes).ok()?;
    let form = parse_form(&changes.get("form")?.to_string()).ok()?;
    let shown = changes.get("shown")?.as_array()?.iter();
    let shown = shown.filter_map(|it| FieldId::new(it.as_str()?));
    Some((form, shown.collect()))
}

/// Records what the site knows.
pub(crate) fn put_in(session: Session, json: &str) -> bool {
    let Ok(Json::Object(values)) = serde_json::from_str(json) else {
        return false;
    };
    let form = session.form_file.get_untracked();
    if !session.is_led() {
        return false;
    }
    let entries = values.iter().filter_map(|(name, value)| {
        let FormField {
            field_id, answer, ..
        } = named(&form, name)?;
        // What names the field as it is comes before what is like its name.
        let is_it = field_id.as_str() == name || !values.contains_key(field_id.as_str());
        let entry = Entry::Value(figures_as_text(answer, value.clone()));
        let field_id = field_id.clone();
        is_it.then_some(FieldEntry { field_id, entry })
    });
    session.fill(entries.collect());
    true
}

/// The field of this name. An attribute's name has no capital letters, so that they tell fields apart
/// only where there are several.
fn named<'a>(form: &'a SessionForm, name: &str) -> Option<&'a FormField> {
    let mut fields = form.fields.iter();
    fields.find(|it| it.field_id.as_str() == name).or_else(|| {
        let is_like = |it: &&FormField| it.field_id.as_str().eq_ignore_ascii_case(name);
        let mut alike = form.fields.iter().filter(is_like);
        alike.next().filter(|_| alike.next().is_none())
    })
}
