use serde_json::json;

use super::resolve::resolved;
use super::*;

fn check(value: &Value) -> Result<Value, String> {
    let stock = json!({
        "items": [{"name": "chicken ${leak}", "grams": 300, "a b": null}, {"name": "rice"}],
        "count": 2,
    });
    let result = |id: &TaskId| (id.as_str() == "stock").then_some(&stock);
    resolved(value, &result, 1_000).map_err(|error| error.to_string())
}

#[test]
fn a_whole_reference_keeps_its_type_and_one_within_a_text_becomes_text() {
    let cases = [
        (json!("${stock.count}"), json!(2)),
        (json!("${stock.items[1]}"), json!({"name": "rice"})),
        (json!("${stock.items[0][\"a b\"]}"), json!(null)),
        (
            json!("${stock.count} × ${stock.items[1].name}"),
            json!("2 × rice"),
        ),
        (
            json!("all: ${stock.items[1]}"),
            json!("all: {\"name\":\"rice\"}"),
        ),
        (
            json!({"a": ["${stock.items[0].grams}"], "b": 1}),
            json!({"a": [300], "b": 1}),
        ),
        (json!("costs $5, $${stock}"), json!("costs $5, ${stock}")),
        // What a result says is no reference.
        (json!("${stock.items[0].name}"), json!("chicken ${leak}")),
        (
            json!("<${stock.items[0].name}>"),
            json!("<chicken ${leak}>"),
        ),
        (escaped(&json!(["${stock}"])), json!(["${stock}"])),
    ];
    for (value, expected) in cases {
        assert_eq!(check(&value), Ok(expected), "{value}");
    }
}

#[test]
fn what_is_missing_is_named_with_what_is_there_instead() {
    let cases = [
        (
            "${stock.items[2].name}",
            "stock.items[2].name is missing: stock.items is a list of 2",
        ),
        (
            "${stock.item}",
            "stock.item is missing: stock is an object with items, count",
        ),
        (
            "${stock.count.of}",
            "stock.count.of is missing: stock.count is a number",
        ),
        ("${menu}", "menu has no result"),
    ];
    for (text, expected) in cases {
        assert_eq!(check(&json!(text)), Err(expected.to_owned()));
    }
}

#[test]
fn what_is_no_reference_is_an_error() {
    for text in [
        "${",
        "${}",
        "${stock",
        "${1}",
        "${a.}",
        "${a[}",
        "${a[-1]}",
        "${a[+1]}",
        "${a b}",
        "${a[\"x]}",
        "${a[9999999999999999999999]}",
        "${a]}",
        "${日本}",
    ] {
        let error = pieces(text).unwrap_err();
        assert!(
            matches!(
                error,
                ReferenceError::Malformed { .. } | ReferenceError::Unclosed { .. }
            ),
            "{text}: {error}"
        );
    }
    assert_eq!(pieces("").unwrap(), [Piece::Text(String::new())]);
}

#[test]
fn results_that_are_put_in_have_a_bound() {
    let long = json!("x".repeat(300));
    let result = |_: &TaskId| Some(&long);
    let three = json!("${a}${a}${a}");
    assert!(resolved(&three, &result, 1_000).is_ok());
    let bytes = 800;
    assert_eq!(
        resolved(&three, &result, bytes),
        Err(ReferenceError::TooLong { bytes })
    );
}
