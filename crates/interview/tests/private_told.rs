//! A private value in a message about something else reaches no model either.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod health;
mod named;
mod nearly;
mod shaped;

use crate::support;

use futures::executor::block_on;
use kikitori_interview::{Command, Entry, FieldEntry, FieldId, Interview, Pause};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "order", "label": "Order number", "required": true},
    {"id": "passport", "label": {"en": "Passport number", "ja": "旅券番号"}, "required": true,
     "private": true, "answer": {"type": "shortText", "minLength": 6}},
    {"id": "email", "label": "E-mail", "required": true, "private": true,
     "answer": {"type": "email"}},
    {"id": "city", "label": "City", "required": true}
]}"#;

#[test]
fn a_private_field_that_is_named_is_recorded_and_the_rest_is_theirs_again() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["I am Ada, my passport number is K1234567, and I live in Kyoto"],
    );
    let passport = |interview: &Interview| value_of(interview, "passport");
    assert_eq!(passport(&interview).as_deref(), Some("K1234567"));
    assert!(!holds(&sent, "K1234567") && !holds(&sent, "Kyoto"));
    let rest = given_back(&interview).unwrap().to_owned();
    assert!(
        rest.contains("I am Ada") && rest.contains("I live in Kyoto"),
        "{rest}"
    );
    assert!(!rest.contains("K1234567"), "{rest}");
    // The rest is an answer like any other.
    say(&mut interview, &[&rest]);
    assert!(holds(&sent, "I live in Kyoto"));
    assert_eq!(given_back(&interview), None);
    // It is corrected in words, too.
    say(&mut interview, &["sorry, the passport is L7654321"]);
    assert_eq!(passport(&interview).as_deref(), Some("L7654321"));
    assert!(!holds(&sent, "L7654321"));
}

#[test]
fn numbers_of_other_things_are_no_private_ones() {
    for said in [
        "order number K9999999",
        "it is K9999999",
        "number K9999999",
        "My passport is blue, and the order is K9999999",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["Ada", said]);
        assert!(holds(&sent, "K9999999"), "{said}");
        assert_eq!(value_of(&interview, "passport"), None, "{said}");
    }
}

#[test]
fn what_may_be_private_is_sent_when_they_send_it_once_more() {
    const TOLD: &str = "you can ask my boss, boss@example.org";
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[TOLD]);
    assert_eq!(given_back(&interview), Some(TOLD));
    assert!(!holds(&sent, "boss"));
    let told = told(&interview);
    // Which part may be it is said to them, and to no model.
    assert!(
        told.starts_with("“boss@example.org”\nIs that your answer to “E-mail”?"),
        "{told}"
    );
    assert_eq!(interview.orchestrator().pause(), Some(Pause::Answer));
    assert_eq!(value_of(&interview, "email"), None, "it may be another's");
    say(&mut interview, &[TOLD]);
    assert!(holds(&sent, "boss@example.org"));
    assert_eq!(value_of(&interview, "name").as_deref(), Some(TOLD));
}

#[test]
fn what_was_told_privately_before_is_not_passed_on_when_it_is_repeated() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "A-1", "K1234567", "ada@example.org"],
    );
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("K1234567")
    );
    for repeated in ["as on k1234567", "Ada@Example.org knows", "(K1234567)"] {
        say(&mut interview, &[repeated]);
        assert_eq!(given_back(&interview), Some(repeated));
    }
    assert!(!holds(&sent, "1234567") && !holds(&sent, "xample.org"));
    // One with a letter more may correct it.
    say(&mut interview, &["Kyoto, K12345678"]);
    assert_eq!(given_back(&interview), Some("Kyoto, K12345678"));
    assert!(!holds(&sent, "1234567"));
    // Another number is another one.
    say(&mut interview, &["Kyoto, K98765012"]);
    assert_eq!(
        value_of(&interview, "city").as_deref(),
        Some("Kyoto, K98765012")
    );
}

#[test]
fn on_the_last_page_a_private_value_is_corrected_in_words() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "A-1", "K1234567", "ada@example.org", "Kyoto"],
    );
    assert_eq!(interview.orchestrator().pause(), Some(Pause::Confirm));
    say(&mut interview, &["My e-mail is ada@example.com now"]);
    assert_eq!(
        value_of(&interview, "email").as_deref(),
        Some("ada@example.com")
    );
    assert_eq!(interview.orchestrator().pause(), Some(Pause::Confirm));
    assert!(!holds(&sent, "example.com"));
}

#[test]
fn what_may_be_private_is_recorded_when_they_say_that_it_is() {
    const TOLD: &str = "roughly 850 euros, you can reach me on ada@example.org";
    for confirmed in [
        "That is my answer to “E-mail”",
        // The button was there before the language was another one.
        "これが「E-mail」の答えです",
        "That is my answer",
        "yes, it is that",
        "ada@example.org",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[TOLD]);
        let chat: Vec<_> = interview.orchestrator().state().chat().cloned().collect();
        let ask = &chat.last().unwrap().data.results["ask"];
        assert_eq!(ask["suggestions"][0], "That is my answer to “E-mail”");
        assert!(interview.orchestrator().is_held_back());
        say(&mut interview, &[confirmed]);
        assert_eq!(
            value_of(&interview, "email").as_deref(),
            Some("ada@example.org")
        );
        assert!(!interview.orchestrator().is_held_back());
        if confirmed != "ada@example.org" {
            let rest = given_back(&interview).unwrap();
            assert!(rest.starts_with("roughly 850 euros"), "{rest}");
        }
        assert!(!holds(&sent, "ada@"));
    }
    // Who answers the question by a click is asked the next one, and can still say what it was.
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[TOLD]);
    assert!(interview.orchestrator().is_held_back());
    let entries = vec![FieldEntry {
        field_id: FieldId::new("name").unwrap(),
        entry: Entry::Value("Ada".into()),
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap();
    assert!(!interview.orchestrator().is_held_back());
    say(&mut interview, &["yes, that was my e-mail"]);
    assert_eq!(
        value_of(&interview, "email").as_deref(),
        Some("ada@example.org")
    );
    // Who says something else too is heard.
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[TOLD, "yes, and I am Ada"]);
    assert!(holds(&sent, "and I am Ada"));
}

#[test]
fn what_was_held_back_can_still_be_said_to_be_the_answer_after_a_step_back() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["you can reach me on ada@example.org", "Ada Byron"],
    );
    block_on(interview.take(Command::Back)).unwrap();
    assert!(interview.orchestrator().is_held_back());
    say(&mut interview, &["That is my answer to “E-mail”"]);
    assert_eq!(
        value_of(&interview, "email").as_deref(),
        Some("ada@example.org")
    );
    assert!(!holds(&sent, "ada@"));
}

#[test]
fn of_a_corrected_private_value_nothing_is_given_back() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "A-1", "K1234567", "ada@example.org"],
    );
    say(&mut interview, &["my passport is K7654321, not K1234567"]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("K7654321")
    );
    assert_eq!(given_back(&interview), None);
    assert!(!holds(&sent, "1234567") && !holds(&sent, "7654321"));
}

#[test]
fn a_private_value_of_what_is_not_asked_yet_is_left_out() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "insured", "label": "Is it insured?", "required": true, "answer": {"type": "yesNo"}},
        {"id": "policy", "label": "Policy number", "required": true, "private": true,
         "when": {"equals": {"field": "insured", "value": true}},
         "answer": {"type": "shortText", "minLength": 6}}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["yes, policy HV-2291-0087"]);
    assert!(!holds(&sent, "2291"));
    assert_eq!(given_back(&interview), Some("yes"));
    let said = told(&interview);
    assert!(said.contains("“Policy number”: it was taken out"), "{said}");
    say(&mut interview, &["yes", "HV-2291-0087"]);
    assert_eq!(
        value_of(&interview, "policy").as_deref(),
        Some("HV-2291-0087")
    );
    assert_eq!(interview.orchestrator().pause(), Some(Pause::Confirm));
    assert!(!holds(&sent, "2291"));
}

#[test]
fn words_of_courtesy_beside_a_private_answer_are_not_given_back() {
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "A-1", "fine, K1234567 then"]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("K1234567")
    );
    assert_eq!(given_back(&interview), None);
}

#[test]
fn a_day_in_figures_is_not_held_back_as_a_phone_number() {
    const FORM: &str = r#"{"id": "visit", "title": "Visit", "fields": [
        {"id": "day", "label": "Day", "required": true, "answer": {"type": "date"}},
        {"id": "phone", "label": "Phone", "required": true, "private": true, "answer": {"type": "phone"}}]}"#;
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["2026-12-01"]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-12-01"));
    assert!(!interview.orchestrator().is_held_back());
}

#[test]
fn a_small_amount_that_is_private_may_be_that_of_something_else_too() {
    const FORM: &str = r#"{"id": "flat", "title": "Flat", "fields": [
        {"id": "children", "label": "Children", "required": true, "private": true, "answer": {"type": "integer"}},
        {"id": "rooms", "label": "Rooms", "required": true, "answer": {"type": "integer"}},
        {"id": "town", "label": "Town", "required": true}]}"#;
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["3", "3"]);
    assert_eq!(value_of(&interview, "rooms").as_deref(), Some("3"));
    assert!(!interview.orchestrator().is_held_back());
}

#[test]
fn what_else_was_said_with_a_part_of_a_private_value_is_theirs_again_with_its_whole_value() {
    const FORM: &str = r#"{"id": "cake", "title": "Cake", "language": "ja", "fields": [
        {"id": "member", "label": {"ja": "会員番号", "en": "Member number"}, "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 8, "maxLength": 8}},
        {"id": "delivery", "label": {"ja": "配達", "en": "Delivery"}, "required": true, "answer": {"type": "yesNo"}},
        {"id": "rest", "label": {"ja": "そのほか", "en": "Anything else"}, "required": true}]}"#;
    for (first, part, whole, value, rest) in [
        (
            "会員番号は HK530142 です",
            "会員番号の下二桁は24でした。やっぱり取りに行きます",
            "会員番号は HK530124 でした。",
            "HK530124",
            Some("やっぱり取りに行きます"),
        ),
        (
            "HK530142",
            "The last two of my member number are 24. I would rather fetch the cake myself",
            "HK530124",
            "HK530124",
            Some("I would rather fetch the cake myself"),
        ),
        // What they send again with it is heard or given back from there.
        (
            "HK530142",
            "The last two of my member number are 24. I would rather fetch the cake myself",
            "My member number is HK530124. I would rather fetch the cake myself",
            "HK530124",
            Some("I would rather fetch the cake myself"),
        ),
        (
            "HK530142",
            "The last two of my member number are 24",
            "HK530124, sorry",
            "HK530124",
            None,
        ),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[first, part]);
        assert_eq!(given_back(&interview), Some(part), "{part}");
        say(&mut interview, &[whole]);
        assert_eq!(value_of(&interview, "member").as_deref(), Some(value));
        assert_eq!(given_back(&interview), rest, "{whole}");
        assert!(!holds(&sent, "24"), "{part}");
    }
}

#[test]
fn words_that_only_name_a_private_field_are_not_given_back() {
    const FORM: &str = r#"{"id": "claim", "title": "Claim", "fields": [
        {"id": "iban", "label": "Account (IBAN)", "required": false, "private": true,
         "answer": {"type": "shortText", "minLength": 15, "maxLength": 34}},
        {"id": "rest", "label": "Anything else", "required": true}]}"#;
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["heres the iban after all IE29AIBK93115212345678"],
    );
    assert_eq!(
        value_of(&interview, "iban").as_deref(),
        Some("IE29AIBK93115212345678")
    );
    assert_eq!(given_back(&interview), None);
}

#[test]
fn a_sentence_beside_a_private_answer_is_theirs_again_although_it_names_the_field() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "mail", "label": "E-mail address", "required": true, "private": true, "answer": {"type": "email"}},
        {"id": "rest", "label": "Anything else", "required": true}]}"#;
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["me@example.com. My home address has changed."],
    );
    assert_eq!(
        value_of(&interview, "mail").as_deref(),
        Some("me@example.com")
    );
    assert_eq!(given_back(&interview), Some("My home address has changed."));
}

#[test]
fn what_was_told_of_a_private_field_is_marked_where_it_stood_and_as_changed() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    let changed = "sorry, the passport is L7654321";
    say(
        &mut interview,
        &[
            "Ada",
            "A-1",
            "K1234567",
            changed,
            "ada@example.org",
            "Kyoto",
        ],
    );
    let marked = r#"<respondent_message private=\"true\" field_id=\"passport\">"#;
    assert!(holds(&sent, marked));
    let sent = sent.borrow();
    let mut effects = sent.iter().map(|it| now(it)["effect"].to_string());
    assert!(effects.any(|it| it.contains("passport: changed, and kept by the program")));
}
