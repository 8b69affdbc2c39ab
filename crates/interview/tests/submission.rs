//! What leaves, in the forms in which it can be taken away.
#![allow(clippy::unwrap_used, clippy::string_slice, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use kikitori_interview::{
    FieldId, FieldOutcome, SheetWords, Submission, SubmittedField, SubmittedLine, TableWords,
};
use serde_json::{Map, Value, json};

const BEFORE: &str = "order,2026-11-25T09:30:00+09:00,en,JP,Asia/Tokyo,";

fn submission(values: Vec<(&str, FieldOutcome, Option<Value>)>) -> Submission {
    let field = |(id, outcome, value): (&str, FieldOutcome, Option<Value>)| SubmittedField {
        field_id: FieldId::new(id).unwrap(),
        label: format!("What is {id}?"),
        missing: match outcome {
            FieldOutcome::Unresolved => vec!["since when".to_owned()],
            _ => Vec::new(),
        },
        outcome: Some(outcome),
        text: value.as_ref().and_then(Value::as_str).map(str::to_owned),
        zone: None,
        original: None,
        lines: Vec::new(),
        is_group: value.as_ref().is_some_and(Value::is_array),
        value,
    };
    Submission {
        form_id: "order".to_owned(),
        form_title: "Order".to_owned(),
        language: Some("en".to_owned()),
        country: Some("JP".to_owned()),
        timezone: Some("Asia/Tokyo".to_owned()),
        submitted_at: Some("2026-11-25T09:30:00+09:00".to_owned()),
        fields: values.into_iter().map(field).collect(),
    }
}

fn answered(value: Value) -> Submission {
    submission(vec![("a", FieldOutcome::Answered, Some(value))])
}

/// The rows of values, each without what is the same in all.
fn rows(submission: &Submission) -> Vec<String> {
    let csv = submission.csv();
    let rows = csv.split(BEFORE).skip(1);
    rows.map(|row| row.strip_suffix("\r\n").unwrap().to_owned())
        .collect()
}

fn cell(value: &str) -> String {
    let rows = rows(&answered(json!(value)));
    let row = rows.concat();
    let cells = row.strip_prefix("a,,What is a?,answered,").unwrap();
    let cells = cells.strip_suffix(",,").unwrap();
    // The value, and the same as people read it.
    let half = cells.len() / 2;
    let (value, text) = (&cells[..half], &cells[half + 1..]);
    assert_eq!(value, text);
    value.to_owned()
}

#[test]
fn a_table_has_a_row_for_each_field_and_says_its_encoding() {
    let name = json!("山田, 花子");
    let submission = submission(vec![
        ("name", FieldOutcome::Answered, Some(name)),
        ("note", FieldOutcome::Skipped, None),
    ]);
    let columns = "\u{feff}form,submitted,language,country,timezone,field,line,label,outcome,value,text,missing,original\r\n";
    assert!(submission.csv().starts_with(columns));
    assert_eq!(
        rows(&submission),
        [
            "name,,What is name?,answered,\"山田, 花子\",\"山田, 花子\",,",
            "note,,What is note?,skipped,,,,",
        ]
    );
}

#[test]
fn a_group_has_a_row_for_each_field_of_each_line() {
    let lines = json!([{"item": "A-1", "count": 2}, {"item": "=B", "count": -3}]);
    assert_eq!(
        rows(&answered(lines)),
        [
            "a.item,1,What is a?,answered,A-1,,,",
            "a.count,1,What is a?,answered,2,,,",
            "a.item,2,What is a?,answered,\"'=B\",,,",
            "a.count,2,What is a?,answered,-3,,,",
        ]
    );
}

#[test]
fn what_is_missing_of_a_group_stands_beside_what_is_missing_of_its_lines() {
    let line = |number: u32, missing: &[&str], values: Value| SubmittedLine {
        line: number,
        status: if missing.is_empty() {
            "success"
        } else {
            "todo"
        },
        confidence: "high",
        by_hand: false,
        zone: None,
        original: None,
        missing: missing.iter().map(|it| (*it).to_owned()).collect(),
        values: values.as_object().unwrap().clone(),
        texts: BTreeMap::new(),
    };
    let mut submission = submission(vec![("a", FieldOutcome::Unresolved, None)]);
    let field = &mut submission.fields[0];
    field.is_group = true;
    field.missing = vec!["what else was lost".to_owned(), "line 3".to_owned()];
    field.lines = vec![
        line(1, &[], json!({"item": "bag", "count": 2})),
        line(3, &["Count is missing", "unclear"], json!({"item": "cap"})),
        SubmittedLine {
            original: Some("2 or so, grey".to_owned()),
            ..line(4, &["Item is missing"], json!({}))
        },
    ];
    assert_eq!(
        rows(&submission),
        [
            "a,,What is a?,unresolved,,,what else was lost; line 3,",
            "a.item,1,What is a?,answered,bag,,,",
            "a.count,1,What is a?,answered,2,,,",
            "a.item,3,What is a?,unresolved,cap,,Count is missing; unclear,",
            "a,4,What is a?,unresolved,,,Item is missing,\"2 or so, grey\"",
        ]
    );
}

#[test]
fn a_group_without_lines_has_a_row_that_says_so() {
    let none = |outcome, text: Option<&str>| {
        let mut submission = submission(vec![("a", outcome, Some(json!([])))]);
        submission.fields[0].text = text.map(str::to_owned);
        rows(&submission)
    };
    assert_eq!(
        none(FieldOutcome::Answered, Some("None")),
        ["a,,What is a?,answered,,None,,"]
    );
    let skipped = submission(vec![("a", FieldOutcome::Skipped, None)]);
    assert_eq!(rows(&skipped), ["a,,What is a?,skipped,,,,"]);
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
        "--1",
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

/// Where a semicolon ends cells, quotes that stand in the middle of one hold nothing together.
#[test]
fn nothing_becomes_a_formula_where_a_spreadsheet_cuts_cells_elsewhere() {
    for (value, written) in [
        ("hello;=cmd|'/c calc'!A0;x", "hello;'=cmd|'/c calc'!A0;x"),
        ("a; +49 1", "a; '+49 1"),
        ("a;b;@c;＝1+1", "a;b;'@c;'＝1+1"),
        ("a\t-x", "a\t'-x"),
        ("a\n=1+1", "\"a\n'=1+1\""),
        ("a\r\n- b\r\n- c", "\"a\r\n'- b\r\n'- c\""),
        ("a;\"=1+1\"", "\"a;\"\"'=1+1\"\"\""),
        ("=a;\t=b", "\"'=a;\t'=b\""),
        // Nothing of these is one.
        ("3; -5; -0.25", "3; -5; -0.25"),
        ("a; b = c; d-e", "a; b = c; d-e"),
        ("a;", "a;"),
    ] {
        assert_eq!(cell(value), written, "{value}");
    }
    let several = answered(json!({"line": "salt", "next": "=1+1"}));
    assert!(several.csv().contains(",salt; '=1+1,"));
}

#[test]
fn no_digits_of_a_number_to_call_or_of_an_id_are_lost() {
    for value in ["09012345678", "007", "０９０", "1234567890123456"] {
        assert_eq!(cell(value), format!("\"'{value}\""));
    }
    for value in ["090-1234-5678", "0", "0.5", "123456789012345", "2026-10-14"] {
        assert_eq!(cell(value), value);
    }
}

#[test]
fn values_leave_as_what_they_are() {
    let submission = submission(vec![
        ("day", FieldOutcome::Answered, Some(json!("2026-10-14"))),
        (
            "way",
            FieldOutcome::Answered,
            Some(json!({"other": "by bike"})),
        ),
        ("new", FieldOutcome::Answered, Some(json!(true))),
        ("phone", FieldOutcome::Declined, None),
        ("story", FieldOutcome::Unresolved, None),
    ]);
    assert_eq!(
        rows(&submission),
        [
            "day,,What is day?,answered,2026-10-14,2026-10-14,,",
            "way,,What is way?,answered,by bike,,,",
            "new,,What is new?,answered,true,,,",
            "phone,,What is phone?,declined,,,,",
            "story,,What is story?,unresolved,,,since when,",
        ]
    );
    assert_eq!(
        serde_json::to_value(&submission).unwrap(),
        json!({
            "formId": "order",
            "formTitle": "Order",
            "language": "en",
            "country": "JP",
            "timezone": "Asia/Tokyo",
            "submittedAt": "2026-11-25T09:30:00+09:00",
            "fields": [
                {"fieldId": "day", "label": "What is day?", "outcome": "answered", "value": "2026-10-14", "text": "2026-10-14"},
                {"fieldId": "way", "label": "What is way?", "outcome": "answered", "value": {"other": "by bike"}, "text": null},
                {"fieldId": "new", "label": "What is new?", "outcome": "answered", "value": true, "text": null},
                {"fieldId": "phone", "label": "What is phone?", "outcome": "declined", "value": null, "text": null},
                {"fieldId": "story", "label": "What is story?", "outcome": "unresolved",
                 "missing": ["since when"], "value": null, "text": null}
            ]
        })
    );
}

/// What the page to print says in English besides.
fn words() -> SheetWords<'static> {
    SheetWords {
        title: "Order",
        names: &|_| None,
        shown_language: "en",
        own_language: "en",
        is_right_to_left: false,
        without: &|outcome| format!("left open: {outcome:?}"),
        missing: &|missing| format!("Missing: {}", missing.join(", ")),
        own_words: "In their own words:",
        lines: TableWords {
            columns: &|_| Vec::new(),
            count: &|count| format!("{count} lines"),
            number: "No.",
            missing: "Missing",
        },
        details: const { &[] },
        language: "en",
    }
}

#[test]
fn the_page_to_print_says_all_that_leaves_and_nothing_of_it_is_markup() {
    let mut submission = submission(vec![
        (
            "a",
            FieldOutcome::Answered,
            Some(json!("<b>1</b> & \"2\"\nTown")),
        ),
        ("b", FieldOutcome::Declined, None),
        ("c", FieldOutcome::Unresolved, Some(json!("My back"))),
    ]);
    submission.fields[2].original = Some("It's my back, you see".to_owned());
    let page = submission.sheet(&SheetWords {
        title: "Order <1>",
        details: &[("Country".to_owned(), "Japan".to_owned())],
        ..words()
    });
    for part in [
        "<html lang=\"en\">",
        "<title>Order &lt;1&gt;</title>",
        "<dt dir=\"auto\" lang=\"en\">What is a?</dt><dd dir=\"auto\">&lt;b&gt;1&lt;/b&gt; &amp; &quot;2&quot;\nTown</dd>",
        "left open: Some(Declined)",
        "Missing: since when",
        "<dd dir=\"auto\">My back</dd>",
        // No second value: they stand apart from it.
        "<dd class=\"said\"><span dir=\"auto\" lang=\"en\">In their own words:</span> <q dir=\"auto\">It's my back, you see</q></dd>",
        "<dt dir=\"auto\">Country</dt><dd dir=\"auto\">Japan</dd>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("<b>") && !page.contains("<script"));
}

#[test]
fn the_page_to_print_says_names_as_they_were_shown_and_each_text_in_its_language() {
    let mut submission = submission(vec![
        ("size", FieldOutcome::Answered, Some(json!("كبير"))),
        ("note", FieldOutcome::Skipped, None),
    ]);
    submission.language = Some("ar".to_owned());
    let page = submission.sheet(&SheetWords {
        title: "طلب",
        names: &|id| {
            let is_translated = id.as_str() == "size";
            is_translated.then(|| ("الحجم".to_owned(), Some("Size".to_owned())))
        },
        shown_language: "ar",
        is_right_to_left: true,
        details: &[("Country".to_owned(), "Japan".to_owned())],
        ..words()
    });
    for part in [
        "<html lang=\"ar\" dir=\"rtl\">",
        "<h1 dir=\"auto\" lang=\"ar\">طلب</h1>",
        "<dt dir=\"auto\" lang=\"ar\">الحجم<span class=\"own\" dir=\"auto\" lang=\"en\">Size</span></dt><dd dir=\"auto\">كبير</dd>",
        "<dd class=\"without\" dir=\"auto\" lang=\"en\">left open: Some(Skipped)</dd>",
        "<footer dir=\"auto\" lang=\"en\"><dl><dt dir=\"auto\">Country</dt>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn the_page_to_print_has_the_lines_of_a_group_as_a_table() {
    let mut submission = submission(vec![(
        "items",
        FieldOutcome::Unresolved,
        Some(json!([{"item": "bread", "quantity": 2}])),
    )]);
    submission.language = Some("fi".to_owned());
    let line = |line, texts: &[(&str, &str)], missing: &[&str]| SubmittedLine {
        line,
        status: "success",
        confidence: "high",
        by_hand: false,
        zone: None,
        original: None,
        missing: missing.iter().map(|it| (*it).to_owned()).collect(),
        values: Map::new(),
        texts: texts
            .iter()
            .map(|(field, text)| ((*field).to_owned(), (*text).to_owned()))
            .collect(),
    };
    submission.fields[0].lines = vec![
        line(1, &[("item", "leipä <vaalea>"), ("quantity", "2 kg")], &[]),
        line(2, &[("item", "voi")], &["how many"]),
    ];
    let id = |id: &str| FieldId::new(id).unwrap();
    let columns = |_: &FieldId| {
        vec![
            (id("item"), ("Tuote".to_owned(), Some("Item".to_owned()))),
            (id("quantity"), ("Määrä".to_owned(), None)),
        ]
    };
    let all = words();
    let page = submission.sheet(&SheetWords {
        names: &|_| Some(("Tilaus".to_owned(), None)),
        shown_language: "fi",
        lines: TableWords {
            columns: &columns,
            ..all.lines
        },
        ..words()
    });
    for part in [
        "<dd><div class=\"lines\" role=\"group\" tabindex=\"0\" dir=\"auto\" lang=\"fi\" aria-label=\"Tilaus\"><table lang=\"fi\">",
        "<caption dir=\"auto\" lang=\"en\">2 lines</caption>",
        "<th scope=\"col\" dir=\"auto\" lang=\"en\">No.</th><th scope=\"col\" dir=\"auto\" lang=\"fi\">Tuote<span class=\"own\" dir=\"auto\" lang=\"en\">Item</span></th>",
        "<th scope=\"col\" dir=\"auto\" lang=\"fi\">Määrä</th><th scope=\"col\" dir=\"auto\" lang=\"en\">Missing</th></tr></thead>",
        "<tr><th scope=\"row\">1</th><td dir=\"auto\" data-name=\"Tuote\">leipä &lt;vaalea&gt;</td><td dir=\"auto\" data-name=\"Määrä\">2 kg</td><td dir=\"auto\" data-name=\"Missing\"></td></tr>",
        "<tr><th scope=\"row\">2</th><td dir=\"auto\" data-name=\"Tuote\">voi</td><td dir=\"auto\" data-name=\"Määrä\"></td><td dir=\"auto\" data-name=\"Missing\">how many</td></tr>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}
