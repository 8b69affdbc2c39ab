//! Short texts that have to look like something.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_form::edit::{AnswerKind, FieldEdit, FormEdit, edited};
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, Refusal, check};
use kikitori_form::{Form, import_json_schema};
use regex_lite::Regex;
use serde_json::{Value as Json, json};

/// As a browser does it, with expressions that are the same there.
fn fits(pattern: &str, text: &str) -> Option<bool> {
    let whole = Regex::new(&format!("^(?:{pattern})$")).ok()?;
    Some(whole.is_match(text))
}

fn found(answer: &Json, said: &str, language: &'static str) -> Result<String, Refusal> {
    let answer = AnswerType::from_json(answer).unwrap();
    let context = CheckContext {
        fits: &fits,
        ..support::context(language, None)
    };
    check(&answer, &said.into(), &context).map(|it| it.value.to_string())
}

#[test]
fn a_text_is_taken_as_its_pattern_takes_it() {
    let answer = json!({"type": "shortText", "pattern": "[A-Z]{2}[0-9]{4}"});
    for said in [
        "YZ4815",
        " yz4815",
        "YZ 48 15",
        "yz-48-15",
        "ＹＺ４８１５",
        "y.z.4815",
    ] {
        assert_eq!(
            found(&answer, said, "en").as_deref(),
            Ok("YZ4815"),
            "{said}"
        );
    }
    // What fits as it was written stays so.
    let spaced = json!({"type": "shortText", "pattern": "[a-z]{2} [0-9]{4}"});
    assert_eq!(found(&spaced, "yz 4815", "en").as_deref(), Ok("yz 4815"));
    for said in ["Y4815", "YZ481", "YZ48156", "my YZ4815", "YZ4815 or so"] {
        let refusal = found(&answer, said, "en").unwrap_err();
        assert_eq!(refusal, Refusal::OtherShape { hint: None }, "{said}");
    }
}

#[test]
fn what_parts_the_groups_of_a_code_may_be_left_out_where_one_place_is_meant() {
    let parted = json!({"type": "shortText", "pattern": "[A-Z]{2}-[0-9]{4}"});
    for said in ["KM-0417", "km 0417", "KM0417", "km.04.17"] {
        assert_eq!(
            found(&parted, said, "en").as_deref(),
            Ok("KM-0417"),
            "{said}"
        );
    }
    let card = json!({"type": "shortText", "pattern": "\\d{4}-\\d{3}"});
    assert_eq!(found(&card, "۴۰۷۱۲۲۸", "fa").as_deref(), Ok("4071-228"));
    let twice = json!({"type": "shortText", "pattern": "[0-9]{2}/[0-9]{3}/[0-9]{5}"});
    assert_eq!(
        found(&twice, "2181508150", "de").as_deref(),
        Ok("21/815/08150")
    );
    let anywhere = json!({"type": "shortText", "pattern": "[0-9]{1,3}-[0-9]{1,3}"});
    assert!(found(&anywhere, "1234", "en").is_err());
}

#[test]
fn what_looks_different_is_told_what_it_has_to_look_like() {
    let answer = json!({"type": "shortText", "pattern": "[A-Z]{2}[0-9]{4}",
        "patternHint": {"en": "two letters and four digits", "ja": "英字2字と数字4桁"}});
    for (language, told) in [
        (
            "en",
            "That looks different from what is wanted here: two letters and four digits.",
        ),
        ("ja", "この項目の形式に合っていません：英字2字と数字4桁"),
    ] {
        let refusal = found(&answer, "4815", language).unwrap_err();
        assert_eq!(refusal.sentence(language), told);
    }
}

#[test]
fn every_text_fits_where_a_pattern_cannot_be_read() {
    let answer = json!({"type": "shortText", "pattern": "[A-Z"});
    assert_eq!(found(&answer, "4815", "en").as_deref(), Ok("4815"));
    let answer = AnswerType::from_json(&json!({"type": "shortText", "pattern": "[A-Z]"})).unwrap();
    let context = support::context("en", None);
    assert!(check(&answer, &"4815".into(), &context).is_ok());
}

#[test]
fn a_pattern_of_a_json_schema_is_the_forms() {
    for (pattern, whole) in [
        ("^[A-Z]{2}$", Some("[A-Z]{2}")),
        ("^A", Some(r"[\s\S]*(?:^A)[\s\S]*")),
        ("^a|b$", Some(r"[\s\S]*(?:^a|b$)[\s\S]*")),
        (r"^a\$", Some(r"[\s\S]*(?:^a\$)[\s\S]*")),
    ] {
        let schema = json!({"type": "object", "title": "F", "properties": {
            "code": {"type": "string", "pattern": pattern, "examples": ["AB"]}}});
        let imported = import_json_schema(&schema).unwrap();
        assert_eq!(imported.left_out, [], "{pattern}");
        let AnswerType::ShortText(answer) = &imported.form.fields[0].answer else {
            panic!("{pattern}");
        };
        let found = answer.pattern.as_ref().map(|it| it.as_str());
        assert_eq!(found, whole, "{pattern}");
        assert_eq!(
            answer.pattern_hint.as_ref().unwrap().in_language("en"),
            "AB"
        );
    }
    // A longer text is read by people.
    let schema = json!({"type": "object", "title": "F", "properties": {
        "note": {"type": "string", "pattern": "^A", "maxLength": 5000}}});
    let imported = import_json_schema(&schema).unwrap();
    assert_eq!(imported.left_out.len(), 1);
}

#[test]
fn an_editor_gives_a_pattern_and_takes_it_away() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "code", "label": "Code", "required": true, "answer": {"type": "shortText"}}]}"#;
    let form = Form::parse(form).unwrap();
    let with = |form: &Form, edit: FieldEdit| edited(form, &FormEdit::Field(0, edit));
    let pattern = |form: &Form| serde_json::to_value(form).unwrap()["fields"][0]["answer"].clone();
    let put = with(&form, FieldEdit::Pattern(Some("[0-9]{4}".to_owned()))).unwrap();
    let hint = FieldEdit::PatternHint {
        language: "en".to_owned(),
        words: "four digits".to_owned(),
    };
    let put = with(&put, hint).unwrap();
    let expected =
        json!({"type": "shortText", "pattern": "[0-9]{4}", "patternHint": "four digits"});
    assert_eq!(pattern(&put), expected);
    assert!(with(&put, FieldEdit::Pattern(Some("a".repeat(501)))).is_err());
    let without = with(&put, FieldEdit::Pattern(None)).unwrap();
    assert_eq!(
        pattern(&without),
        json!({"type": "shortText", "patternHint": "four digits"})
    );
    // Nothing else has one.
    let other = with(&put, FieldEdit::Kind(AnswerKind::Email)).unwrap();
    assert_eq!(
        with(&other, FieldEdit::Pattern(Some("a".to_owned()))).unwrap(),
        other
    );
}
