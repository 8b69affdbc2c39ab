//! What counts as an answer to each kind of field.

use crate::support;

use serde_json::json;
use support::{all, checked};

#[test]
fn yes_and_no_are_told_apart() {
    all(
        json!({"type": "yesNo"}),
        "en",
        &[
            (json!(true), json!(true)),
            (json!("Yes."), json!(true)),
            (json!("はい"), json!(true)),
            (json!("いいえ。"), json!(false)),
            (json!("nope"), json!(false)),
            (json!("maybe"), json!({"code": "notYesOrNo"})),
        ],
    );
}

#[test]
fn days_and_times_keep_their_range() {
    let birth = json!({"type": "date", "latest": "today-18y"});
    all(
        birth,
        "en",
        &[
            (json!("25 November 2008"), json!("2008-11-25")),
            (
                json!("26 November 2008"),
                json!({"code": "tooLate", "latest": "2008-11-25"}),
            ),
            (json!("Monday 14 March 2005"), json!("2005-03-14")),
            (
                json!("Friday 14 March 2005"),
                json!({"code": "date", "refusal":
            {"code": "weekdayDiffers", "date": "2005-03-14", "said": 5, "nearest": "2005-03-11"}}),
            ),
            (
                json!("03/04/2001"),
                json!({"code": "date", "refusal":
            {"code": "ambiguous", "readings": ["2001-04-03", "2001-03-04"]}}),
            ),
        ],
    );
    // The range says which Friday.
    let ahead = json!({"type": "date", "earliest": "today", "latest": "today+2w"});
    all(
        ahead,
        "ja",
        &[
            (json!("金曜"), json!("2026-11-27")),
            (
                json!("昨日"),
                json!({"code": "tooEarly", "earliest": "2026-11-25"}),
            ),
        ],
    );
    let hours = json!({"type": "time", "earliest": "09:00", "latest": "17:30"});
    all(
        hours,
        "en",
        &[
            (json!("9 am"), json!("09:00")),
            (json!("午後5時半"), json!("17:30")),
            (
                json!("17:31"),
                json!({"code": "tooLate", "latest": "17:30"}),
            ),
            (
                json!("8:59"),
                json!({"code": "tooEarly", "earliest": "09:00"}),
            ),
            (
                json!("2 o'clock"),
                json!({"code": "time", "refusal": {"code": "ambiguous", "hour": 2, "minute": 0}}),
            ),
        ],
    );
    let at = json!({"type": "dateTime", "earliest": "today"});
    all(
        at,
        "en",
        &[
            (json!("next Friday at 2:30 pm"), json!("2026-12-04T14:30")),
            (
                json!("yesterday 10:00"),
                json!({"code": "tooEarly", "earliest": "2026-11-25"}),
            ),
            (
                json!("next Friday"),
                json!({"code": "time", "refusal": {"code": "notATime"}}),
            ),
        ],
    );
}

#[test]
fn texts_and_ratings_keep_their_bounds() {
    let text = json!({"type": "shortText", "minLength": 2, "maxLength": 3});
    all(
        text,
        "en",
        &[
            (json!(" あい "), json!("あい")),
            (json!("あいう"), json!("あいう")),
            (json!("あ"), json!({"code": "tooShort", "min": 2})),
            (json!("あいうえ"), json!({"code": "tooLong", "max": 3})),
        ],
    );
    all(
        json!({"type": "shortText"}),
        "en",
        &[(
            json!("x".repeat(201)),
            json!({"code": "tooLong", "max": 200}),
        )],
    );
    all(
        json!({"type": "longText"}),
        "en",
        &[(
            json!("x".repeat(20_001)),
            json!({"code": "tooLong", "max": 20_000}),
        )],
    );
    let rating = json!({"type": "rating", "max": 5, "lowLabel": {"en": "Never", "ja": "ない"}, "highLabel": "Always"});
    all(
        rating,
        "en",
        &[
            (json!(4), json!(4)),
            (json!("4/5"), json!(4)),
            (json!("4 out of 5"), json!(4)),
            (json!("４点"), json!(4)),
            (json!("ALWAYS"), json!(5)),
            (json!("ない"), json!(1)),
            (json!("0"), json!({"code": "tooSmall", "min": "1"})),
            (json!(6), json!({"code": "tooLarge", "max": "5"})),
            (json!(4.5), json!({"code": "notWhole"})),
        ],
    );
}

#[test]
fn every_line_of_a_group_is_checked() {
    let group = json!({"type": "group", "minLines": 1, "maxLines": 2, "fields": [
        {"id": "item_num", "label": "Item", "required": true, "answer": {"type": "shortText"}},
        {"id": "quantity", "label": "Quantity", "required": true, "answer": {"type": "integer"}},
        {"id": "remark", "label": "Remark", "required": false, "answer": {"type": "shortText"}},
    ]});
    let line = json!({"item_num": "A-1", "quantity": "１２", "remark": null});
    let refused = |line: usize, field: &str, code: &str| json!({"code": "inLine", "line": line, "field": field, "refusal": {"code": code}});
    all(
        group,
        "en",
        &[
            (json!([line]), json!([{"item_num": "A-1", "quantity": 12}])),
            (json!([]), json!({"code": "tooFew", "min": 1})),
            (
                json!([line, line, line]),
                json!({"code": "tooMany", "max": 2}),
            ),
            (
                json!([line, {"item_num": "B"}]),
                refused(2, "quantity", "empty"),
            ),
            (
                json!([{"item_num": "B", "quantity": "some"}]),
                refused(1, "quantity", "notANumber"),
            ),
            (
                json!([{"item_num": "B", "quantity": 1, "colour": "red"}]),
                refused(1, "colour", "wrongKind"),
            ),
            (json!(["A-1"]), json!({"code": "wrongKind"})),
            (json!("A-1 12"), json!({"code": "wrongKind"})),
        ],
    );
}

#[test]
fn lines_without_anything_in_them_are_none() {
    let address = json!({"type": "address"});
    all(
        address,
        "en",
        &[
            (
                json!(["1 High Street\nLeeds", " "]),
                json!(["1 High Street", "Leeds"]),
            ),
            (json!(["", "\n"]), json!({"code": "empty"})),
        ],
    );
    let fields = json!([{"id": "item", "label": "Item", "required": false, "answer": {"type": "shortText"}}]);
    all(
        json!({"type": "group", "fields": fields, "minLines": 2}),
        "en",
        &[
            (json!([{}, {}]), json!({"code": "tooFew", "min": 2})),
            (
                json!([{"item": "A"}, {}, {"item": "B"}]),
                json!([{"item": "A"}, {"item": "B"}]),
            ),
        ],
    );
    all(
        json!({"type": "group", "fields": fields}),
        "en",
        &[
            (json!([]), json!({"code": "empty"})),
            (json!([{"item": " "}]), json!({"code": "empty"})),
        ],
    );
}

#[test]
fn yes_and_no_are_understood_in_many_languages() {
    for (said, expected) in [
        ("Ja.", json!(true)),
        ("Да", json!(true)),
        ("نعم", json!(true)),
        ("네", json!(true)),
        ("Nein!", json!(false)),
        ("NÃO", json!(false)),
        ("不是", json!(false)),
        ("ja nein", json!({"code": "notYesOrNo"})),
        ("i", json!({"code": "notYesOrNo"})),
    ] {
        assert_eq!(
            checked(&json!({"type": "yesNo"}), &json!(said), "en"),
            expected,
            "{said}"
        );
    }
}

#[test]
fn a_number_of_something_is_taken_as_it_is_printed_in_groups() {
    let another = || json!({"code": "otherLength", "characters": 15});
    all(
        json!({"type": "shortText", "minLength": 15, "maxLength": 15}),
        "en",
        &[
            (json!("250 269 608 123 456"), json!("250269608123456")),
            (json!("250-269-608-123-456"), json!("250269608123456")),
            (json!("250 269 608 123 45"), another()),
            (json!("I will tell him at the door"), another()),
        ],
    );
    all(
        json!({"type": "shortText", "maxLength": 16}),
        "en",
        &[
            // What fits as it is written stays so.
            (json!("4000 1234 5678"), json!("4000 1234 5678")),
            (json!("GB82 WEST 1234 5698"), json!("GB82WEST12345698")),
            (
                json!("I will tell him at 5"),
                json!({"code": "tooLong", "max": 16}),
            ),
        ],
    );
}
