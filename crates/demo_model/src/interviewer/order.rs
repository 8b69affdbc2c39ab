//! Which field comes next.

use kikitori_form::file::condition::Condition;
use kikitori_form::values::{Value, check};
use kikitori_form::{FieldId, Form};
use serde_json::{Map, Value as Json, json};

use super::hearing::{Heard, Outcome};
use crate::field::Field;
use crate::scene::{COUNTRY, Scene};

/// The field to ask for once `heard` has been taken: the one that was asked for if it is still
/// open, else the first that is. `asks_back` says that the message asks something.
pub fn next(scene: &Scene, heard: &[Heard], asks_back: bool) -> Option<String> {
    let now = &scene.now;
    let is_decided = |id: &str| {
        let again = now.refused.iter().any(|refused| refused == id);
        heard
            .iter()
            .any(|it| it.field_id == id && it.decides(again))
    };
    let mut left = open_after(scene, heard);
    left.retain(|id| !is_decided(id) && !scene.is_under_review(id));
    // Who tells something else meanwhile may still answer.
    let is_passed_over = !heard.is_empty()
        && heard
            .iter()
            .all(|it| now.asked.as_deref() != Some(&it.field_id));
    if now.last_try && !asks_back && !is_passed_over {
        left.retain(|id| now.asked.as_ref() != Some(id));
    }
    let asked = now
        .asked
        .as_ref()
        .filter(|asked| left.contains(asked))
        .cloned();
    asked.or_else(|| left.into_iter().next())
}

/// The open fields, once the conditions have seen what was heard.
fn open_after(scene: &Scene, heard: &[Heard]) -> Vec<String> {
    let now = &scene.now;
    let conditions = conditions(scene);
    if conditions.is_empty() || heard.is_empty() {
        return now.open.clone();
    }
    let values: Vec<(&str, Value)> = scene
        .form
        .fields
        .iter()
        .filter_map(|field| value_of(scene, field, heard))
        .collect();
    let value = |id: &FieldId| {
        let mut values = values.iter();
        values
            .find(|(known, _)| *known == id.as_str())
            .map(|(_, value)| value)
    };
    let holds = |id: &str| {
        let condition = conditions.iter().find(|(known, _)| known == id);
        condition.map(|(_, condition)| condition.holds(&value))
    };
    let is_done = |id: &str| now.recorded.contains_key(id) || now.without_value.contains_key(id);
    let place = |id: &str| {
        scene
            .form
            .fields
            .iter()
            .position(|field| field.field_id == id)
    };
    let mut open = now.open.clone();
    open.retain(|id| holds(id) != Some(false));
    for field in &scene.form.fields {
        let id = &field.field_id;
        if holds(id) == Some(true) && !is_done(id) && !open.contains(id) {
            let later = open.iter().position(|it| place(it) > place(id));
            open.insert(later.unwrap_or(open.len()), id.clone());
        }
    }
    open
}

/// The conditions of the form's fields.
fn conditions(scene: &Scene) -> Vec<(String, Condition)> {
    if scene.form.fields.iter().all(|field| field.when.is_null()) {
        return Vec::new();
    }
    let fields = scene.form.fields.iter().map(|field| {
        let own = [("answer", &field.answer), ("when", &field.when)];
        let own = own.into_iter().filter(|(_, part)| !part.is_null());
        let mut shown: Map<String, Json> = own
            .map(|(key, part)| (key.to_owned(), part.clone()))
            .collect();
        shown.insert("id".to_owned(), json!(field.field_id));
        shown.insert("label".to_owned(), json!(field.name()));
        shown.insert("required".to_owned(), json!(false));
        Json::Object(shown)
    });
    let fields: Vec<Json> = fields.collect();
    let form = json!({"id": "form", "title": "Form", "fields": fields}).to_string();
    let fields = Form::parse(&form)
        .map(|form| form.fields)
        .unwrap_or_default();
    let conditions = fields.into_iter();
    conditions
        .filter_map(|field| Some((field.id.as_str().to_owned(), field.when?)))
        .collect()
}

/// What a field holds once `heard` has been taken.
fn value_of<'s>(scene: &'s Scene, field: &'s Field, heard: &[Heard]) -> Option<(&'s str, Value)> {
    let id = field.field_id.as_str();
    let told = heard
        .iter()
        .find(|it| it.field_id == id)
        .and_then(|it| match &it.outcome {
            Outcome::Answered(found) => Some(found.value.clone()),
            _ => None,
        });
    let recorded = scene.now.recorded.get(id).and_then(Json::as_str);
    let text = told.or_else(|| recorded.map(str::to_owned))?;
    let value = match field.typed() {
        Some(kind) => {
            check(&kind, &Json::from(text), &scene.around().checks())
                .ok()?
                .value
        }
        None => Value::Text(text),
    };
    Some((id, value))
}

/// What code did not take of the first reply to a request.
#[derive(Debug, Default)]
pub struct Refused {
    /// Fields whose entries were wrong.
    pub fields: Vec<String>,
    /// The field that has to be asked for, if that was wrong.
    pub asks: Option<Option<String>>,
}

/// Reads what code said against a reply to this request.
pub fn sent_back(scene: &Scene) -> Refused {
    let Some(sent_back) = &scene.sent_back else {
        return Refused::default();
    };
    let heard = sent_back.arguments.get("heard").and_then(Json::as_array);
    let entries = heard.map_or(&[][..], Vec::as_slice).iter().enumerate();
    let wrong = entries.filter(|(at, _)| sent_back.error.contains(&format!("heard[{at}]")));
    let field_of = |(_, entry): (usize, &Json)| Some(entry.get("field_id")?.as_str()?.to_owned());
    // "asks: the field that comes next is trouble."
    let (_, about) = sent_back.error.split_once("asks: ").unwrap_or_default();
    let about = about.split(';').next().unwrap_or_default();
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || "_-@".contains(c);
    let words = about.split(|c: char| !is_of_id(c));
    let is_known = |word: &&str| *word == COUNTRY || scene.field(word).is_some();
    let after_is = words
        .clone()
        .skip_while(|word| *word != "is")
        .nth(1)
        .filter(is_known);
    let named = after_is.or_else(|| words.rev().find(is_known));
    let none = about.contains("no field is left").then_some(None);
    let asks = none.or_else(|| named.map(|named| Some(named.to_owned())));
    Refused {
        fields: wrong.filter_map(field_of).collect(),
        asks,
    }
}
