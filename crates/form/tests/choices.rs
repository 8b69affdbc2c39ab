//! Options, chosen by what they are called.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support;

use std::cell::Cell;

use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, Refusal, Value, check, lost_unnamed, unnamed};
use serde_json::{Value as Json, json};
use support::{all, checked, context};

#[test]
fn choices_are_matched_by_value_and_label_in_every_language() {
    let options = json!([
        {"value": "van", "label": {"en": "Small van", "ja": "ﾄﾗｯｸ"}},
        {"value": "bike", "label": {"en": "Fahrrad, Größe M", "ja": "自転車"}},
        {"value": "x", "label": "Same"}, {"value": "y", "label": "Same"},
    ]);
    let one = json!({"type": "choice", "options": options});
    let told = json!({"code": "notAnOption", "options": ["Small van", "Fahrrad, Größe M", "Same", "Same"]});
    all(
        one,
        "en",
        &[
            (json!("SMALL VAN"), json!("van")),
            (json!("トラック"), json!("van")),
            (json!("ＶＡＮ"), json!("van")),
            // Its two dots may be a character of their own.
            (json!("fahrrad, gro\u{308}ße m"), json!("bike")),
            (json!("same"), told.clone()),
            (json!("boat"), told.clone()),
            (json!({"other": "boat"}), json!({"code": "wrongKind"})),
        ],
    );
    let open = json!({"type": "choice", "options": options, "other": true});
    all(
        open,
        "en",
        &[
            (json!("a boat"), json!({"other": "a boat"})),
            (json!({"other": "a boat"}), json!({"other": "a boat"})),
            (json!("x".repeat(200)), json!({"other": "x".repeat(200)})),
            (
                json!("x".repeat(201)),
                json!({"code": "tooLong", "max": 200}),
            ),
        ],
    );
    let several = json!({"type": "choices", "options": options, "min": 1, "max": 2});
    all(
        several,
        "ja",
        &[
            (json!(["van", "自転車"]), json!(["van", "bike"])),
            (json!("van、自転車"), json!(["van", "bike"])),
            (json!("Fahrrad, Größe M"), json!(["bike"])),
            (json!("van, van"), json!(["van"])),
            (
                json!(["van", "bike", "x"]),
                json!({"code": "tooMany", "max": 2}),
            ),
            (json!([]), json!({"code": "tooFew", "min": 1})),
            (
                json!("van, 船"),
                json!({"code": "notAnOption", "options": ["ﾄﾗｯｸ", "自転車", "Same", "Same"]}),
            ),
        ],
    );
}

#[test]
fn an_answer_without_a_choice_is_empty() {
    let empty = || json!({"code": "empty"});
    let colours = json!({"type": "choices", "options": ["red", "blue"], "other": true});
    all(
        colours,
        "en",
        &[
            (json!([]), empty()),
            (json!(","), empty()),
            (json!(" ;、"), empty()),
            (json!({"other": ""}), empty()),
            (json!({"other": "  "}), empty()),
            (json!(["", "red"]), empty()),
            (json!("red, ,blue"), json!(["red", "blue"])),
            (
                json!(["red", "blue", {"other": "teal"}, {"other": "plum"}, {"other": "sand"}]),
                json!(["red", "blue", {"other": "teal"}, {"other": "plum"}, {"other": "sand"}]),
            ),
        ],
    );
    let one = json!({"type": "choice", "options": ["red"], "other": true});
    assert_eq!(checked(&one, &json!({"other": " "}), "en"), empty());
}

#[test]
fn an_option_with_a_comma_in_its_name_is_one_option() {
    let options = json!({"type": "choices", "options": [
        "Yes, please", {"value": "all", "label": {"en": "Red, white; blue", "ja": "赤、白、青"}}, "red",
    ], "other": true});
    all(
        options,
        "en",
        &[
            (json!("Yes, please; red"), json!(["Yes, please", "red"])),
            (json!("red, yes, please"), json!(["red", "Yes, please"])),
            (json!("red, white; blue, red"), json!(["all", "red"])),
            (json!("赤、白、青、赤"), json!(["all", {"other": "赤"}])),
            (json!(["Yes, please", "red"]), json!(["Yes, please", "red"])),
            (json!({"other": "a, b"}), json!([{"other": "a, b"}])),
            (
                json!("赤; old photos, on which it is seen"),
                json!([{"other": "赤"}, {"other": "old photos, on which it is seen"}]),
            ),
            (json!("yes"), json!([{"other": "yes"}])),
        ],
    );
}

#[test]
fn an_option_that_is_written_exactly_comes_before_one_that_reads_alike() {
    let told = |options: Json| json!({"code": "notAnOption", "options": options});
    for (options, said, expected) in [
        (json!(["A", "a"]), "a", json!("a")),
        (json!(["A", "a"]), "A", json!("A")),
        (json!(["mg", "Mg"]), "Mg", json!("Mg")),
        (json!(["mg", "Mg"]), "MG", told(json!(["mg", "Mg"]))),
        (
            json!([{"value": "a", "label": "first"}, {"value": "b", "label": "A"}]),
            "A",
            json!("b"),
        ),
    ] {
        let one = json!({"type": "choice", "options": options});
        assert_eq!(checked(&one, &json!(said), "en"), expected, "{said}");
    }
}

/// Folding is the platform's, and dear on a page.
#[test]
fn names_are_folded_once_however_much_is_said() {
    let names: Vec<String> = (0..200).map(|at| format!("option {at}")).collect();
    let answer = json!({"type": "choices", "options": names});
    let answer = AnswerType::from_json(&answer).unwrap();
    let folds = Cell::new(0_usize);
    let fold = |text: &str| {
        folds.set(folds.get() + 1);
        text.to_lowercase()
    };
    let context = CheckContext {
        fold: &fold,
        fits: &kikitori_form::values::no_patterns,
        ..context("en", None)
    };
    let checked = check(&answer, &json!("OPTION 7,".repeat(1_000)), &context);
    assert_eq!(checked.unwrap().value.to_string(), "option 7");
    // Each name as value and as label, what was said as a whole, and each part of it.
    assert_eq!(folds.get(), 2 * 200 + 1 + 1_000);
    for much in [
        json!("option 7,".repeat(1_001)),
        json!(vec!["option 7"; 1_001]),
    ] {
        let refusal = check(&answer, &much, &context).unwrap_err();
        assert_eq!(refusal, Refusal::TooMany { max: 200 });
    }
}

#[test]
fn what_is_taken_away_may_be_named_by_another_word_of_its_stem() {
    let answer = json!({"type": "choices", "options": ["Pliage", "Agrafage", "Perforation"]});
    let AnswerType::Choices(it) = AnswerType::from_json(&answer).unwrap() else {
        panic!()
    };
    let context = context("fr", None);
    let chosen = |value: &str| match check(
        &AnswerType::from_json(&answer).unwrap(),
        &value.into(),
        &context,
    )
    .unwrap()
    .value
    {
        Value::Choices(chosen) => chosen,
        other => panic!("{other}"),
    };
    let lost = |said| {
        lost_unnamed(
            &it,
            &chosen("Agrafage"),
            &chosen("Pliage"),
            &[said],
            &context,
        )
    };
    assert!(lost("et pas pliés mais agrafés").is_empty());
    assert_eq!(lost("agrafés aussi"), ["Pliage"]);
}

#[test]
fn an_option_is_named_also_where_an_ending_changes_a_vowel_of_its_stem() {
    let context = context("sl", None);
    let answer = json!({"type": "choices", "options": ["Bukev", "Hrast", "Gaber", "Jesen"]});
    let AnswerType::Choices(it) = AnswerType::from_json(&answer).unwrap() else {
        panic!("{answer}")
    };
    let chosen =
        |value: &str| match check(&AnswerType::Choices(it.clone()), &value.into(), &context)
            .unwrap()
            .value
        {
            Value::Choices(chosen) => chosen,
            other => panic!("{other}"),
        };
    let said = ["hrasta ne bom, raj mal gabra pa bukve"];
    let unnamed = |value| {
        unnamed(
            &it,
            &chosen(value),
            &chosen("Bukev, Hrast"),
            &said,
            "sl",
            &context,
        )
    };
    assert_eq!(unnamed("Bukev, Gaber"), None);
    assert_eq!(unnamed("Bukev, Gaber, Jesen"), Some("Jesen"));
}
