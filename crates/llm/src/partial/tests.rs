use proptest::prelude::*;
use serde_json::{Value, json};

use super::PartialText;

fn read(path: &str, pieces: &[&str]) -> (String, usize) {
    let mut reader = PartialText::at(path);
    let text = pieces.iter().map(|piece| reader.push(piece)).collect();
    (text, reader.looked_at())
}

/// Path, JSON text, what is shown of it.
const CASES: &[(&str, &str, &str)] = &[
    (
        "message",
        r#"{"a":{"message":"no"},"message":"Hi \"you\" \ud83d\ude00\n日本","z":1}"#,
        "Hi \"you\" \u{1F600}\n日本",
    ),
    ("message", r#"{"mess\u0061ge" : "x"}"#, "x"),
    ("message", r#"{"message":["no"],"messages":"no"}"#, ""),
    ("message", r#"{"mess":"no","m":"message"}"#, ""),
    ("message", r#"{"message":"once","message":"twice"}"#, "once"),
    ("message", r#"["message","no"]"#, ""),
    ("message", r#""message""#, ""),
    (
        "message",
        r#"{"message":"\ud83dx\ud83d\n\ud83d\ud83d\ude00\ude00\ud83d"}"#,
        "\u{fffd}x\u{fffd}\n\u{fffd}\u{1F600}\u{fffd}\u{fffd}",
    ),
    ("message", r#"{"message":"\u00zz"}"#, "\u{fffd}z"),
    (
        "statements[].text",
        r#"{"statements":[{"text":"One.","passages":["a#1"]},{"passages":[{"text":"no"}],"text":"Two {x}."}]}"#,
        "One.\nTwo {x}.",
    ),
    (
        "statements[].text",
        r#"{"text":"no","statements":{"text":"no"}}"#,
        "",
    ),
    (
        "a.b[][].c",
        r#"{"a":{"b":[[{"c":"1"}],[{"c":"2"}]]}}"#,
        "1\n2",
    ),
    ("words[]", r#"{"words":["a",["no"],"b"]}"#, "a\nb"),
];

#[test]
fn every_way_of_cutting_the_json_shows_the_same_and_looks_at_each_byte_once() {
    for (path, json, shown) in CASES {
        let expected = ((*shown).to_owned(), json.len());
        let bounds: Vec<usize> = json.char_indices().map(|(at, _)| at).collect();
        let characters: Vec<&str> = json.split("").collect();
        assert_eq!(read(path, &characters), expected, "{json}");
        for first in &bounds {
            let (head, rest) = json.split_at(*first);
            assert_eq!(read(path, &[head, rest]), expected, "{json} at {first}");
            for second in bounds.iter().filter(|it| *it > first) {
                let (middle, rest) = rest.split_at(second - first);
                let pieces = [head, middle, rest];
                assert_eq!(read(path, &pieces), expected, "{pieces:?}");
            }
        }
    }
}

#[test]
fn what_is_too_deep_is_passed_over_and_what_follows_is_read() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let json = format!(r#"{{"deep":{deep},"message":"here"}}"#);
    assert_eq!(read("message", &[&json]), ("here".to_owned(), json.len()));
}

#[test]
fn the_cost_of_a_long_reply_in_small_pieces_is_its_length() {
    let json = json!({"message": "word ".repeat(40_000)}).to_string();
    let mut reader = PartialText::at("message");
    let mut shown = 0;
    for piece in json.as_bytes().chunks(3) {
        shown += reader.push(str::from_utf8(piece).unwrap()).len();
    }
    assert_eq!((shown, reader.looked_at()), (200_000, json.len()));
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("message|text|[a-c]", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_shown_is_what_a_parser_finds(value in value()) {
        let expected = value.get("message").and_then(Value::as_str).unwrap_or_default();
        let json = value.to_string();
        let pieces: Vec<&str> = json.split("").collect();
        prop_assert_eq!(read("message", &pieces).0, expected);
    }

    #[test]
    fn no_text_whatever_makes_it_fail(pieces in prop::collection::vec(r#"["\\\[\]{}:,u0-9a-f]*|\PC*"#, 0..8)) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let whole = pieces.concat();
        prop_assert_eq!(read("a[].b", &pieces), read("a[].b", &[whole.as_str()]));
    }
}
