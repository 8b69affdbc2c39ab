//! What of a message was not taken, and why, where code asks in a model's place.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_interview::{Interview, LanguageTag, Settle};
use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": {"en": "F", "ja": "F"}, "fields": [
    {"id": "start", "label": {"en": "Name", "ja": "名前"}, "required": true},
    {"id": "bags", "label": {"en": "Bags", "ja": "袋の数"}, "required": true, "answer": {"type": "integer"}},
    {"id": "mail", "label": {"en": "E-mail", "ja": "メール"}, "required": true, "answer": {"type": "email"}},
    {"id": "items", "label": {"en": "Items", "ja": "品目"}, "required": true,
     "answer": {"type": "group", "maxLines": 3, "fields": [
        {"id": "item", "label": {"en": "Item", "ja": "品名"}, "required": true, "answer": {"type": "shortText"}},
        {"id": "amount", "label": {"en": "Amount", "ja": "数量"}, "required": true, "answer": {"type": "integer"}},
        {"id": "unit", "label": {"en": "Unit", "ja": "単位"}, "required": false, "answer": {"type": "choice",
            "options": [{"value": "box", "label": {"en": "Box", "ja": "箱"}}, {"value": "bag", "label": {"en": "Bag", "ja": "袋"}}]}}]}}]}"#;

/// What is told after the last of these messages, of which this is reported as often as may be.
fn told_after(language: &str, said: &[&'static str], report: Value) -> String {
    let last = *said.last().unwrap();
    let (model, _) = recorded(move |request| match said_last(request).pop() {
        Some(said) if said == last => {
            let entries = report.as_object().unwrap().iter().map(|(id, value)| {
                let mut entry = heard(id, last);
                if value == "misquoted" {
                    entry["quote"] = json!("what nobody said");
                } else {
                    entry["value"] = value.clone();
                }
                entry
            });
            let mut ask = asking(request, entries.collect());
            ask["question"] = Value::Null;
            if last.starts_with("In English") {
                ask["language"] = json!("en");
            }
            calls("ask", ask)
        }
        Some(said) if said.starts_with("nuts") => {
            let mut entry = heard("items", &said);
            entry["value"] = json!(r#"[{"item": "nuts", "amount": 2}]"#);
            calls("ask", asking(request, vec![entry]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    settle(&mut interview, language);
    say(&mut interview, said);
    told(&interview)
}

fn settle(interview: &mut Interview, language: &str) {
    let language = Settle::Language(LanguageTag::new(language).unwrap());
    let settled = interview.take(kikitori_interview::Command::Settle(language));
    futures::executor::block_on(settled).unwrap();
}

#[test]
fn each_value_that_is_not_taken_is_named_with_its_field_and_its_reason() {
    let said = ["Ada", "lots of bags, write to ada at home"];
    let report = json!({"bags": "lots", "mail": "ada at home"});
    let expected = "“lots of bags, write to ada at home” was not taken for “Bags”. No number can be told from that: give it in digits.\n\
        “lots of bags, write to ada at home” was not taken for “E-mail”. That is no e-mail address: give it as name@example.org.\n\
        Please fill in: Bags";
    assert_eq!(told_after("en", &said, report), expected);
    let said = ["Ada", "たくさんです"];
    let expected = "「たくさんです」は「袋の数」の答えとして記録していません。数がわかりません。数字でお答えください。\nご記入ください：袋の数";
    assert_eq!(
        told_after("ja", &said, json!({"bags": "たくさん"})),
        expected
    );
}

#[test]
fn who_goes_over_to_another_language_is_told_so_in_that() {
    let said = ["Ada", "In English please: lots of bags"];
    let told = told_after("ja", &said, json!({"bags": "lots"}));
    assert!(
        told.starts_with("“In English please: lots of bags” was not taken for “")
            && told.contains("Please fill in: Bags"),
        "{told}"
    );
}

#[test]
fn of_many_words_those_that_were_reported_are_named() {
    let long = "We had a long day, and it rained, and the train was late, and then the dog ran away, but \
        in the end all of us came home, and as for what you ask, lots of them, I would think, or even more";
    let told = told_after("en", &["Ada", long], json!({"bags": "lots of them"}));
    assert!(
        told.starts_with("“lots of them” was not taken for “Bags”. No number"),
        "{told}"
    );
}

#[test]
fn where_nothing_came_of_a_message_that_is_said() {
    for report in [json!({}), json!({"bags": "misquoted"})] {
        assert_eq!(
            told_after("en", &["Ada", "as ever"], report),
            "Nothing was taken from “as ever”: please say it in another way, or put it into the form.\nPlease fill in: Bags"
        );
    }
}

#[test]
fn a_line_that_is_not_taken_is_named_with_its_words_and_its_reason() {
    let said = ["Ada", "3", "ada@example.org", "nuts, 2"];
    for (last, report, expected) in [
        (
            "line 1 in a crate",
            r#"[{"@line": 1, "unit": "crate"}]"#,
            "Line 1: “crate” was not taken for “Unit”. Choose one of: Box, Bag.\nUntil then it stays as it was.",
        ),
        (
            "line 9 in a box",
            r#"[{"@line": 9, "unit": "box"}]"#,
            "“line 9 in a box” was not taken for “Items”. There is no line 9.\nUntil then it stays as it was.",
        ),
        (
            "nut, 2 of them",
            r#"[{"item": "nuts", "amount": 2}]"#,
            "Complete lines: 1 of 2.\nCould you say a little more about this line?\nLine 2 “nut, 2 of them”: Item is missing",
        ),
        (
            "nails, 5 crates",
            r#"[{"item": "nails", "amount": 5, "unit": "crates"}]"#,
            "Complete lines: 1 of 2.\nCould you say a little more about this line?\nLine 2 “nails”: Unit: “crates” does not fit. Choose one of: Box, Bag. It can be left out.",
        ),
        (
            "nuts 2",
            r#"[{"item": "nuts", "amount": 2}]"#,
            "“nuts 2” was not taken for “Items”. That is there already, as line 1.\nUntil then it stays as it was.",
        ),
        (
            "a 1, b 1, c 1, d 1",
            r#"[{"item": "a", "amount": 1}, {"item": "b", "amount": 1}, {"item": "c", "amount": 1}, {"item": "d", "amount": 1}]"#,
            "“a 1, b 1, c 1, d 1” was not taken for “Items”. That is too many: give 3 at most.\nUntil then it stays as it was.",
        ),
    ] {
        let said: Vec<&'static str> = said.into_iter().chain([last]).collect();
        let told = told_after("en", &said, json!({"items": report}));
        assert_eq!(told, expected, "{last}");
    }
}

#[test]
fn a_line_is_called_by_its_first_value_and_what_was_said_of_it_is_not_called_missing() {
    let said = ["Ada", "3", "ada@example.org"];
    for (language, last, item, amount, expected) in [
        (
            "en",
            "we would also be glad of bolts, quite a few of them, if there are some left at our turn",
            "bolts",
            "quite a few",
            "Could you say a little more about this line?\nLine 1 “bolts”: Amount: “quite a few” does not \
                fit. No number can be told from that: give it in digits.",
        ),
        (
            "ja",
            "ボルトをかなり",
            "ボルト",
            "かなり",
            "次の行について、もう少し教えてください。\n1行目「ボルト」：数量：「かなり」は当てはまりません。\
                数がわかりません。数字でお答えください。",
        ),
    ] {
        let report = json!([{"item": item, "amount": amount}]).to_string();
        let said: Vec<&'static str> = said.into_iter().chain([last]).collect();
        assert_eq!(
            told_after(language, &said, json!({"items": report})),
            expected
        );
    }
}

#[test]
fn a_line_that_is_lost_is_named_before_those_that_are_asked_about() {
    let last = "screws 4, bolts, and again nuts of 7";
    let report = r#"[{"item": "screws", "amount": 4}, {"item": "bolts"}, {"item": "washers", "amount": 40}]"#;
    let said = ["Ada", "3", "ada@example.org", last];
    let told = told_after("en", &said, json!({"items": report}));
    assert!(
        told.starts_with(
            "“screws 4, bolts, and again nuts of 7” was not taken for “Items”. What is meant"
        ),
        "{told}"
    );
    assert!(
        told.contains("\nWhat else you said of it is recorded.\nComplete lines: 1 of 2."),
        "{told}"
    );
    assert!(told.contains("Amount is missing"), "{told}");
}
