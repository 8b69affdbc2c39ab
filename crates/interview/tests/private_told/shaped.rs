//! Private codes that are known by the shape that their field takes, however they are written.

use super::*;
use kikitori_interview::{CountryCode, Settle};
use serde_json::json;

const CARD: &str = r#"{"id": "f", "language": "hr", "title": {"hr": "F", "en": "F"}, "fields": [
    {"id": "story", "label": {"hr": "Kako je počelo?", "en": "How did it begin?"}, "required": true},
    {"id": "insurance", "label": {"hr": "Broj zdravstvene iskaznice", "en": "Health card number"}, "required": true,
     "private": true, "ifDeclined": "leaveOpen", "answer": {"type": "shortText", "pattern": "[0-9]{9}"}},
    {"id": "phone", "label": {"hr": "Telefon", "en": "Phone"}, "required": true, "answer": {"type": "phone"}},
    {"id": "goal", "label": {"hr": "Cilj", "en": "Goal"}, "required": false}]}"#;

#[test]
fn a_code_in_groups_is_known_by_its_field_in_any_case() {
    for said in [
        "Pao sam. Usput, iskaznica mi je 104 882 317, da ne zaboravim.",
        "evo vam iskaznicu: 104-882-317",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(CARD, model);
        say(&mut interview, &[said]);
        let insurance = |interview: &Interview| value_of(interview, "insurance");
        assert_eq!(
            insurance(&interview).as_deref(),
            Some("104882317"),
            "{said}"
        );
        // Changed in words, too.
        say(&mut interview, &["Dobro, iskaznica je 104 882 371."]);
        assert_eq!(
            insurance(&interview).as_deref(),
            Some("104882371"),
            "{said}"
        );
        assert!(!holds(&sent, "882"), "{said}");
    }
}

#[test]
fn a_code_of_the_shape_that_its_field_takes_is_held_back_without_its_name() {
    const SAID: &str = "I fell. It was 104 882 317 last time, if you need that.";
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(CARD, model);
    say(&mut interview, &[SAID]);
    assert_eq!(given_back(&interview), Some(SAID));
    assert!(!holds(&sent, "882"));
    // Numbers of another shape are nobody's.
    for said in [
        "I fell in 2019, down 12 steps",
        "I paid 104 882",
        "My mobile is 091 555 0142",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(CARD, model);
        say(&mut interview, &[said]);
        assert!(holds(&sent, said), "{said}");
    }
}

#[test]
fn what_is_asked_for_is_no_private_code_although_it_looks_like_one() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "phone", "label": "Phone", "required": true, "answer": {"type": "phone"}},
        {"id": "sum", "label": "Turnover", "required": true, "answer": {"type": "number"}},
        {"id": "card", "label": "Card", "required": true, "private": true,
         "answer": {"type": "shortText", "pattern": "[0-9]{9}"}}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(FORM, model);
    say(&mut interview, &[]);
    let croatia = Settle::Country(CountryCode::new("HR"));
    block_on(interview.take(Command::Settle(croatia))).unwrap();
    say(&mut interview, &["091 555 014", "it was 104 882 317"]);
    assert!(holds(&sent, "091 555 014") && holds(&sent, "104 882 317"));
}

#[test]
fn a_part_of_a_code_is_asked_for_whole_among_other_words() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "diary", "label": "The last times it happened", "required": true},
        {"id": "tenant", "label": "Council tenancy number", "required": false, "private": true,
         "answer": {"type": "shortText", "pattern": "[A-Z]{2}[0-9]{6}"}},
        {"id": "visit", "label": "When may an officer call you back?", "required": true},
        {"id": "recording", "label": "How many recordings do you have?", "required": false, "answer": {"type": "integer"}}]}"#;
    for said in [
        "In the afternoon aye, but make it one hour later than I said. And my tenancy number, I've the letter in front of me now, the last two digits are 17, not 77.",
        "the last two digits are 17, not 77",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(FORM, model);
        say(&mut interview, &["on Monday", "EH 402 277", said]);
        assert_eq!(value_of(&interview, "tenant").as_deref(), Some("EH402277"));
        assert!(!holds(&sent, "not 77"), "{said}");
        assert_eq!(given_back(&interview), Some(said));
    }
}

#[test]
fn a_value_that_was_changed_stands_in_no_words_of_other_answers() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(CARD, model);
    const SAID: &str = "I fell. It was 104 882 317 last time, if you need that.";
    // Sent once more, it is read.
    say(&mut interview, &[SAID, SAID, "104 882 317"]);
    assert!(holds(&sent, "882 317"));
    sent.borrow_mut().clear();
    let entries = vec![FieldEntry {
        field_id: FieldId::new("insurance").unwrap(),
        entry: Entry::Value(json!("104882371")),
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    say(&mut interview, &["091 555 0142"]);
    assert!(!holds(&sent, "882"));
    let state = interview.orchestrator().state();
    let story = FieldId::new("story").unwrap();
    let words = state
        .words_of(&state.collected_fields[&story].evidence)
        .join("\n");
    assert!(!words.contains("882"), "{words}");
}

#[test]
fn an_end_that_is_named_is_that_of_the_code_that_has_it() {
    const FORM: &str = r#"{"id": "f", "language": "nl", "title": {"nl": "F", "en": "F"}, "fields": [
        {"id": "policy", "label": {"nl": "Polisnummer", "en": "Policy number"}, "required": true, "private": true,
         "answer": {"type": "shortText", "pattern": "BV-[0-9]{8}"}},
        {"id": "phone", "label": {"nl": "Telefoonnummer", "en": "Phone number"}, "required": true, "answer": {"type": "phone"}},
        {"id": "notes", "label": {"nl": "Nog iets", "en": "Anything else"}, "required": false}]}"#;
    for (said, is_held) in [
        ("de laatste twee cijfers zijn 62, niet 26", true),
        ("de laatste twee cijfers zijn 38, niet 83", false),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(FORM, model);
        say(&mut interview, &["BV 4471 9026", "06 5555 0183", said]);
        assert_eq!(
            value_of(&interview, "policy").as_deref(),
            Some("BV-44719026")
        );
        assert_eq!(holds(&sent, said), !is_held, "{said}");
    }
}
