//! What a message says to be noted is what was reported.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;

use kikitori_interview::Pause;
use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

const STAY: &str = r#"{"id": "stay", "title": "Stay", "fields": [
    {"id": "rooms", "label": "Which rooms may be used?", "required": true,
        "answer": {"type": "choices", "options": ["Guest room", "Kitchen", "Garden"]}},
    {"id": "plants", "label": "Plants", "required": true},
    {"id": "more", "label": "More", "required": false}
]}"#;

const STAY_JA: &str = r#"{"id": "stay", "title": "留守番", "language": "ja", "fields": [
    {"id": "rooms", "label": "使ってよい部屋", "required": true,
        "answer": {"type": "choices", "options": ["客間", "台所", "裏庭"]}},
    {"id": "plants", "label": "植物", "required": true},
    {"id": "more", "label": "その他", "required": false}
]}"#;

/// How many calls it takes to hear `said` after the rooms were told, if the message of the reply is
/// `message` and the next one reports `mended` too; and which rooms are recorded then.
fn heard_of(said: &'static str, message: &'static str, mended: Option<Value>) -> (usize, String) {
    heard_in(STAY, ["Kitchen", "tomatoes"], said, message, mended)
}

/// The same in any form like this one: `told_of` are the room that was told before, and the plant of `said`.
fn heard_in(
    form: &str,
    told_of: [&'static str; 2],
    said: &'static str,
    message: &'static str,
    mended: Option<Value>,
) -> (usize, String) {
    let [room, plant] = told_of;
    let tries = Cell::new(0);
    let (model, sent) = recorded(move |request| {
        if said_last(request).last().map(String::as_str) != Some(said) {
            return respond(request);
        }
        tries.set(tries.get() + 1);
        let again = mended.iter().filter(|_| tries.get() > 1).cloned();
        let heard_now = [heard("plants", plant)].into_iter().chain(again);
        let mut call = asking(request, heard_now.collect());
        call["message"] = json!(message);
        calls("ask", call)
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &[room]);
    let before = sent.borrow().len();
    assert_eq!(say(&mut interview, &[said]), Pause::Answer);
    assert_eq!(told(&interview), message);
    let calls = sent.borrow().len() - before;
    (calls, value_of(&interview, "rooms").unwrap())
}

#[test]
fn an_option_that_they_named_and_that_is_said_to_be_noted_is_asked_for_once_where_it_is_not_reported()
 {
    let said = "Water the tomatoes, and they can sit in the garden.";
    let noted = "Noted, the garden too. Is there more?";
    let rooms = json!({"field_id": "rooms", "quote": "they can sit in the garden",
        "value": "Kitchen; Garden", "facts": null, "missing": null, "outcome": "answered"});
    let mended = heard_of(said, noted, Some(rooms));
    assert_eq!(mended, (2, "Kitchen; Garden".to_owned()));
    // Whether it was meant there only the model can tell.
    assert_eq!(heard_of(said, noted, None), (2, "Kitchen".to_owned()));
}

#[test]
fn what_is_asked_about_or_was_not_named_claims_nothing() {
    let cases = [
        (
            "Water the tomatoes in the garden.",
            "Noted. May they use the garden?",
        ),
        ("Water the tomatoes in the garden.", "Noted. Is there more?"),
        (
            "Water the tomatoes.",
            "Noted, they are in the garden. Is there more?",
        ),
        // Of the kitchen it is known.
        (
            "Water the tomatoes in the kitchen.",
            "Noted, in the kitchen. Is there more?",
        ),
    ];
    for (said, message) in cases {
        let found = heard_of(said, message, None);
        assert_eq!(found, (1, "Kitchen".to_owned()), "{said} {message}");
    }
}

#[test]
fn where_no_spaces_stand_between_words_an_option_is_found_within_them() {
    let said = "トマトに水をやってください。裏庭で過ごしても構いません。";
    let cases = [
        (said, "裏庭も承りました。ほかにございますか。", 2),
        // It asks.
        (said, "承りました。裏庭も使ってよいですか。", 1),
        // They have not named it.
        (
            "トマトに水をやってください。",
            "裏庭ですね。ほかにございますか。",
            1,
        ),
    ];
    for (said, message, calls) in cases {
        let found = heard_in(STAY_JA, ["台所", "トマト"], said, message, None);
        assert_eq!(found, (calls, "台所".to_owned()), "{said} {message}");
    }
}

#[test]
fn a_number_that_the_message_tells_otherwise_than_the_call_goes_back_once() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "budget", "label": "Budget", "required": true, "answer": {"type": "number", "unit": "EUR"}},
        {"id": "more", "label": "More", "required": false}]}"#;
    for (said, value, message, calls_made) in [
        (
            "hai nghìn tám",
            "2080",
            "Mình ghi 2.800 EUR rồi nhé. Còn gì nữa không?",
            2,
        ),
        (
            "hai nghìn tám",
            "2800",
            "Mình ghi 2.800 EUR rồi nhé. Còn gì nữa không?",
            1,
        ),
        (
            "hai nghìn tám",
            "2800",
            "Có 3000 người khác. Còn gì nữa không?",
            1,
        ),
        // Asked about, it is not said to be so.
        ("hai nghìn tám", "2080", "2800?", 1),
        // Figures are read by code.
        ("2080", "2080", "Noted, 2800. Is there more?", 1),
    ] {
        let tries = Cell::new(0);
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            tries.set(tries.get() + 1);
            let mut entry = heard("budget", said);
            entry["value"] = json!(if tries.get() > 1 { "2800" } else { value });
            let mut call = asking(request, vec![entry]);
            call["message"] = json!(message);
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(
            sent.borrow().len() - before,
            calls_made,
            "{said} {value} {message}"
        );
    }
}

#[test]
fn a_day_that_is_told_of_another_field_is_no_option_that_was_left_out() {
    const FORM: &str = r#"{"id": "talk", "title": "Talk", "fields": [
        {"id": "days", "label": "Which days?", "required": true,
            "answer": {"type": "choices", "options": ["Thursday 8 April", "Friday 9 April"]}},
        {"id": "arrive", "label": "Arrival", "required": true, "answer": {"type": "date"}},
        {"id": "more", "label": "More", "required": false}
    ]}"#;
    const SAID: &str = "I arrive on Thursday 8 April 2027";
    let (model, sent) = recorded(|request| {
        if said_last(request).last().map(String::as_str) != Some(SAID) {
            return respond(request);
        }
        let mut call = asking(request, vec![heard("arrive", "Thursday 8 April 2027")]);
        call["message"] = json!("Thursday it is. Anything else?");
        calls("ask", call)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Friday 9 April"]);
    let before = sent.borrow().len();
    say(&mut interview, &[SAID]);
    assert_eq!(sent.borrow().len() - before, 1);
    assert_eq!(
        value_of(&interview, "arrive").as_deref(),
        Some("2027-04-08")
    );
}

#[test]
fn an_option_of_a_line_is_asked_for_in_the_same_way() {
    const FORM: &str = r#"{"id": "f", "title": "F", "language": "ja", "fields": [
        {"id": "items", "label": "品物", "required": true, "answer": {"type": "group", "fields": [
            {"id": "item", "label": "品名", "required": true},
            {"id": "allergen", "label": "アレルギー", "required": false,
             "answer": {"type": "choice", "other": true, "options": ["小麦", "卵", "えび"]}}]}},
        {"id": "width", "label": "間口", "required": true},
        {"id": "more", "label": "その他", "required": false}]}"#;
    const SAID: &str = "間口は三メートル。焼きそばは卵ちゃうわ、えびや。";
    for (message, reports_again, calls_made, allergen) in [
        (
            "卵をえびに直しました。ほかにございますか。",
            true,
            2,
            "えび",
        ),
        (
            "間口は三メートルですね。ほかにございますか。",
            false,
            1,
            "卵",
        ),
    ] {
        let tries = Cell::new(0);
        let (model, sent) = recorded(move |request| {
            let last = said_last(request).pop().unwrap_or_default();
            let heard_now = match last.as_str() {
                "焼きそば、卵" => {
                    let mut entry = heard("items", "焼きそば、卵");
                    entry["value"] = json!(r#"[{"item": "焼きそば", "allergen": "卵"}]"#);
                    vec![entry]
                }
                SAID => {
                    tries.set(tries.get() + 1);
                    let mut entry = heard("items", "焼きそばは卵ちゃうわ、えびや");
                    entry["value"] = json!(r#"[{"@line": 1, "allergen": "えび"}]"#);
                    let again = (reports_again && tries.get() > 1).then_some(entry);
                    [heard("width", "三メートル")]
                        .into_iter()
                        .chain(again)
                        .collect()
                }
                _ => return respond(request),
            };
            let mut call = asking(request, heard_now);
            if last == SAID {
                call["message"] = json!(message);
            }
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["焼きそば、卵"]);
        let before = sent.borrow().len();
        say(&mut interview, &[SAID]);
        assert_eq!(sent.borrow().len() - before, calls_made, "{message}");
        let items = value_of(&interview, "items").unwrap();
        assert!(items.contains(allergen), "{message}: {items}");
    }
}

#[test]
fn a_number_that_is_said_back_and_not_reported_is_asked_for_once() {
    let said =
        "Water the tomatoes. And that Thursday it was quarter past nine, not quarter to ten.";
    for (message, calls) in [
        ("I changed Thursday to quarter past nine. Is there more?", 2),
        ("Noted, the tomatoes. Is there more?", 1),
        ("Noted, the tomatoes. Was it quarter past nine?", 1),
    ] {
        assert_eq!(heard_of(said, message, None).0, calls, "{message}");
    }
    // The hour was told before.
    let past = "Water the tomatoes. And it was quarter past, not ten past.";
    for (message, calls) in [
        ("I have changed the time to quarter past. Is there more?", 2),
        ("Noted, the tomatoes. A quarter of them too?", 1),
    ] {
        assert_eq!(heard_of(past, message, None).0, calls, "{message}");
    }
    let later = "Water the tomatoes. And make it an hour later than I said.";
    let moved = "Noted, and I moved it an hour later. Is there more?";
    assert_eq!(heard_of(later, moved, None).0, 2);
    // What they ask is told, and changes nothing.
    let asked = "Water the tomatoes. Is it open until nine?";
    assert_eq!(
        heard_of(asked, "Yes, until nine. Is there more?", None).0,
        1
    );
}

#[test]
fn a_change_of_a_line_that_is_claimed_by_a_name_in_it_is_asked_for_once() {
    const TRIPS: &str = r#"{"id": "trips", "title": "Trips", "fields": [
        {"id": "trips", "label": "Trips", "required": true, "answer": {"type": "group", "fields": [
            {"id": "day", "label": "Day", "required": true, "answer": {"type": "date"}},
            {"id": "to", "label": "Where to", "required": true, "answer": {"type": "shortText"}}]}},
        {"id": "bring", "label": "What to bring", "required": true},
        {"id": "more", "label": "More", "required": false}]}"#;
    let first = "To the Fisheries Museum in Anstruther on 8 December 2026";
    const SAID: &str = "Bring rugs. And move Anstruther to the day after.";
    const MOVED: &str = "I moved Anstruther to the day after. Is there more?";
    const ASKED: &str =
        "Bring rugs, and sorry but move Anstruther to the day after, oh and do you have lamps?";
    for (said, message, question, expected) in [
        (SAID, MOVED, None, 2),
        (SAID, "Noted, the rugs. Is there more?", None, 1),
        // What they ask besides hides nothing else.
        (ASKED, MOVED, Some("Do you have lamps?"), 2),
    ] {
        let (model, sent) = recorded(move |request| {
            let last = said_last(request).last().cloned().unwrap_or_default();
            if last == first {
                let mut entry = heard("trips", first);
                let line =
                    r#"[{"day": "8 December 2026", "to": "Fisheries Museum in Anstruther"}]"#;
                entry["value"] = json!(line);
                return calls("ask", asking(request, vec![entry]));
            }
            if last != said {
                return respond(request);
            }
            let mut call = asking(request, vec![heard("bring", "rugs")]);
            call["message"] = json!(message);
            call["question"] = json!(question);
            calls("ask", call)
        });
        let mut interview = interview_of(TRIPS, model);
        say(&mut interview, &[first]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, expected, "{message}");
    }
}

#[test]
fn a_recorded_answer_that_is_said_to_be_changed_goes_back_once_and_is_told_as_not_taken_then() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "place", "label": "Place", "required": true},
        {"id": "floor", "label": "Floor", "required": true, "answer": {"type": "integer"}},
        {"id": "colour", "label": "Colour", "required": true},
        {"id": "note", "label": "Note", "required": true}]}"#;
    for (said, message, not_taken) in [
        (
            "Nothing more. But the place was Leeds and not York, I was confused.",
            "I have changed the place to Leeds. Please check your answers.",
            Some("“But the place was Leeds and not York,” was not taken for “Place”."),
        ),
        (
            "Nothing more. And it is floor 2, not 3.",
            "I have changed the floor to 2.",
            Some("“And it is floor 2,” was not taken for “Floor”."),
        ),
        (
            "Nothing more. But make it green, not blue.",
            "The colour is green now.",
            Some("“But make it green,” was not taken for “Colour”."),
        ),
        // Nothing is said to be changed, or something else.
        (
            "Nothing more. On top there is Chocolate from Ghent.",
            "The place is fine, with Chocolate from Ghent. That is all.",
            None,
        ),
        (
            "Nothing more. I was in Leeds before.",
            "That is all. Thank you.",
            None,
        ),
        (
            "Nothing more. I love that place.",
            "The place stands as you told it.",
            None,
        ),
    ] {
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            let mut call = asking(request, vec![heard("note", "Nothing more")]);
            call["message"] = json!(message);
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["York", "3", "blue"]);
        let before = sent.borrow().len();
        assert_eq!(say(&mut interview, &[said]), Pause::Confirm, "{said}");
        let expected = 1 + usize::from(not_taken.is_some());
        assert_eq!(sent.borrow().len() - before, expected, "{said}");
        let told = told(&interview);
        match not_taken {
            Some(not_taken) => assert!(told.starts_with(not_taken), "{told}"),
            None => assert_eq!(told, message),
        }
    }
}

#[test]
fn what_the_form_is_about_names_no_option() {
    let form = STAY
        .replace("Which rooms may be used?", "Reasons")
        .replace("Garden", "Broken plant");
    let said = "Water the tomatoes, and the big plant by the door.";
    let message = "Noted, and the big plant by the door. Is there more?";
    let (calls, _) = heard_in(&form, ["Kitchen", "tomatoes"], said, message, None);
    assert_eq!(calls, 1);
}

#[test]
fn an_answer_that_is_said_to_be_empty_now_is_asked_for_once() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "notes", "label": "Opombe", "required": false},
        {"id": "colour", "label": "Barva", "required": true},
        {"id": "more", "label": "More", "required": false}]}"#;
    let said = "Green. And the opomb I would rather not have, thanks.";
    for (message, expected) in [
        ("Noted, and opombe so zdaj prazne. Is there more?", 2),
        ("Noted. The opombe stay. Is there more?", 1),
        ("Noted, and the basket is empty. Is there more?", 1),
    ] {
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            let mut call = asking(request, vec![heard("colour", "Green")]);
            call["message"] = json!(message);
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["Call before you come"]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, expected, "{message}");
    }
}

#[test]
fn a_last_word_that_passes_over_a_number_goes_back_once() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "guests", "label": "Guests", "required": true, "answer": {"type": "integer"}},
        {"id": "food", "label": "Food", "required": true}]}"#;
    for (said, expected) in [
        ("Soup for all. And in the end we will be thirteen.", 2),
        ("Soup for all. And thank you very much for asking.", 1),
    ] {
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            let mut call = asking(request, vec![heard("food", "Soup for all")]);
            call["message"] = json!("That is everything.");
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["12"]);
        let before = sent.borrow().len();
        assert_eq!(say(&mut interview, &[said]), Pause::Confirm);
        assert_eq!(sent.borrow().len() - before, expected, "{said}");
    }
}

#[test]
fn a_day_that_they_leave_open_is_made_definite_by_who_insists_alone() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "day", "label": "Day", "required": true, "answer": {"type": "date"}},
        {"id": "more", "label": "More", "required": false}]}"#;
    for (said, mended, calls_made, expected) in [
        ("maybe next Tuesday, or so", "not_enough", 3, None),
        (
            "maybe next Tuesday, or so",
            "answered",
            3,
            Some("2026-11-24"),
        ),
        ("next Tuesday", "answered", 2, Some("2026-11-24")),
    ] {
        let tries = Cell::new(0);
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            tries.set(tries.get() + 1);
            let mut entry = heard("day", said);
            entry["value"] = json!("2026-11-24");
            let outcome = if tries.get() > 1 { mended } else { "answered" };
            entry["outcome"] = json!(outcome);
            if outcome == "not_enough" {
                entry["value"] = Value::Null;
                entry["missing"] = json!(["which day"]);
            }
            let mut call = asking(request, vec![entry]);
            if outcome == "not_enough" {
                call["asks"] = json!("day");
            }
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        // With the first one, which asks.
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, calls_made, "{said}: {mended}");
        assert_eq!(
            value_of(&interview, "day").as_deref(),
            expected,
            "{said}: {mended}"
        );
    }
}
