//! What leaves, in the forms in which it can be taken away.
#![allow(clippy::unwrap_used)]

use kikitori_interview::{FieldId, Outcome, Submission, SubmittedField};

fn submission(values: &[(&str, Option<&str>)]) -> Submission {
    let field = |(id, value): &(&str, Option<&str>)| SubmittedField {
        field_id: FieldId::new(id).unwrap(),
        label: format!("What is {id}?"),
        outcome: match value {
            Some(_) => Outcome::Answered,
            None => Outcome::Skipped,
        },
        value: value.map(str::to_owned),
    };
    Submission {
        form_id: "order".to_owned(),
        form_title: "Order".to_owned(),
        language: Some("en".to_owned()),
        country: Some("JP".to_owned()),
        timezone: Some("Asia/Tokyo".to_owned()),
        submitted_at: Some("2026-11-25T09:30:00+09:00".to_owned()),
        fields: values.iter().map(field).collect(),
    }
}

/// The last cell of the only row of values.
fn cell(value: &str) -> String {
    let csv = submission(&[("a", Some(value))]).csv();
    let before = "order,2026-11-25T09:30:00+09:00,a,What is a?,answered,";
    let (_, rest) = csv.split_once(before).unwrap();
    rest.strip_suffix("\r\n").unwrap().to_owned()
}

#[test]
fn a_table_has_a_row_for_each_field_and_says_its_encoding() {
    let csv = submission(&[("name", Some("山田, 花子")), ("note", None)]).csv();
    assert_eq!(
        csv,
        "\u{feff}form,submitted,field,label,outcome,value\r\n\
         order,2026-11-25T09:30:00+09:00,name,What is name?,answered,\"山田, 花子\"\r\n\
         order,2026-11-25T09:30:00+09:00,note,What is note?,skipped,\r\n"
    );
}

#[test]
fn cells_are_quoted_where_they_have_to_be() {
    for (value, written) in [
        ("plain words", "plain words"),
        ("a \"quoted\" word", "\"a \"\"quoted\"\" word\""),
        ("two\nlines", "\"two\nlines\""),
        ("a,b", "\"a,b\""),
        ("", ""),
    ] {
        assert_eq!(cell(value), written, "{value}");
    }
}

#[test]
fn nothing_that_a_respondent_writes_becomes_a_formula() {
    for value in [
        "=1+1",
        "=HYPERLINK(\"http://evil.example\")",
        "+81312345678",
        "-1+1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "＝1+1",
        "＋1",
        "－1",
        "＠a",
    ] {
        let written = cell(value);
        assert!(written.starts_with("\"'"), "{value}: {written}");
    }
    for number in ["-5", "-0.25", "12"] {
        assert_eq!(cell(number), number);
    }
}

#[test]
fn what_is_exported_is_named_in_one_place() {
    let json = serde_json::to_value(submission(&[("a", Some("b"))])).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "formId": "order",
            "formTitle": "Order",
            "language": "en",
            "country": "JP",
            "timezone": "Asia/Tokyo",
            "submittedAt": "2026-11-25T09:30:00+09:00",
            "fields": [
                {"fieldId": "a", "label": "What is a?", "outcome": "answered", "value": "b"}
            ]
        })
    );
}
