//! What is made of forms as other people's pages write them: `tests/fixtures/host_forms`. That a
//! browser reads the pages so, and what a server then receives, is held by `web/host_form/tests`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::support;

use std::collections::BTreeSet;

use kikitori_fixtures::HostForm;
use kikitori_form::page_form::{PageForm, TakenForm, take_over};
use kikitori_form::values::check;
use kikitori_json::FromJson;
use serde_json::{Value as Json, json};

fn taken(form: &HostForm) -> (TakenForm, Json) {
    let expected = form.expected();
    let page = PageForm::from_json(expected["page"].clone()).unwrap();
    (take_over(&page).unwrap(), expected)
}

#[test]
fn every_pages_form_is_asked_for_as_its_file_says() {
    for form in HostForm::all() {
        let (taken, expected) = taken(form);
        let left =
            |it: &kikitori_form::page_form::LeftAlone| json!([it.label, it.reason, it.required]);
        let left: Vec<Json> = taken.left_alone.iter().map(left).collect();
        let found = json!({
            "asked": taken.form.fields,
            "leftAlone": left,
            "person": taken.left_to_person(),
        });
        for key in ["asked", "leftAlone", "person"] {
            assert_eq!(
                found[key], expected[key],
                "{}: FOUND {found} FOUND",
                form.name
            );
        }
    }
}

#[test]
fn every_field_is_answered_and_every_answer_has_its_place() {
    for form in HostForm::all() {
        let (taken, expected) = taken(form);
        let language = match expected["page"]["language"].as_str() {
            Some("ja") => ("ja", Some("JP")),
            _ => ("en", None),
        };
        let context = support::context(language.0, language.1);
        let standing = taken.answered(&context);
        let mut controls = BTreeSet::new();
        for field in &taken.form.fields {
            let said = &expected["answers"][field.id.as_str()];
            if said.is_null() {
                let stands = standing.iter().find(|it| it.field == field.id);
                assert!(stands.is_some(), "{}: {}", form.name, field.id);
                continue;
            }
            let checked = check(&field.answer, said, &context);
            let value = checked.unwrap_or_else(|it| panic!("{} {}: {it:?}", form.name, field.id));
            for write in taken.writes(&field.id, &value.value).unwrap() {
                assert_eq!(taken.field_of(&write.control), Some(&field.id));
                assert!(controls.insert(write.control), "{}", form.name);
            }
        }
    }
}
