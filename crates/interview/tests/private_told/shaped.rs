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

const HIKE: &str = r#"{"id": "f", "language": "fi", "title": "F", "fields": [
    {"id": "story", "label": "Kertokaa retkistä", "required": true},
    {"id": "phone", "label": "Puhelin", "required": true, "private": true, "answer": {"type": "phone"}},
    {"id": "insurance", "label": "Matkavakuutuksen numero", "required": false, "private": true,
     "answer": {"type": "shortText", "pattern": "[A-Z]{2}-[0-9]{7}"}},
    {"id": "route", "label": "Reitti", "required": true}]}"#;

#[test]
fn of_what_may_be_several_the_code_with_a_shape_is_asked_about_first_and_each_in_its_turn() {
    const SAID: &str = "löysin kortin, siinä lukee LV-4471933";
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(HIKE, model);
    say(&mut interview, &[SAID]);
    let asked = told(&interview);
    assert!(asked.contains("Matkavakuutuksen numero"), "{asked}");
    // Digits of a code are no phone number.
    say(&mut interview, &[SAID]);
    assert!(holds(&sent, "44719"));
    assert_eq!(given_back(&interview), None);
    // Who sends it once more says that it is not that, and not yet that it is nothing private.
    const EITHER: &str = "siinä lukee LV-4471933, ja 050 123 4567";
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(HIKE, model);
    for (named, is_sent) in [("Matkavakuutuksen", false), ("Puhelin", false), ("", true)] {
        say(&mut interview, &[EITHER]);
        let asked = told(&interview);
        assert!(asked.contains(named), "{named}: {asked}");
        assert_eq!(holds(&sent, "44719"), is_sent, "{named}");
    }
}

#[test]
fn a_code_with_a_digit_too_many_is_left_out_where_an_end_of_its_name_is_told() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(HIKE, model);
    say(
        &mut interview,
        &["meillä on muuten vakuutus kaikilla sama, 44719083"],
    );
    let asked = told(&interview);
    assert!(asked.contains("“Matkavakuutuksen numero”: "), "{asked}");
    assert!(!holds(&sent, "44719083"));
}

const ALARM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "losses", "label": "Losses so far", "required": true},
    {"id": "alarm", "label": "Number of the alarm contract", "required": false, "private": true,
     "answer": {"type": "shortText", "pattern": "ALR[0-9]{6}", "patternHint": "ALR and six digits"}},
    {"id": "account", "label": "IBAN for the premium", "required": true, "private": true,
     "answer": {"type": "shortText", "maxLength": 42}},
    {"id": "phone", "label": "Phone", "required": true, "private": true, "ifDeclined": "leaveOpen",
     "answer": {"type": "phone"}},
    {"id": "start", "label": "Cover from", "required": true}]}"#;

#[test]
fn a_code_that_is_asked_for_is_found_among_sentences_however_it_is_written() {
    for said in [
        "Ah, that's the serial off the box. The letter from Harbourwatch says alr 447 109, if you must.",
        "the letter says ALR-447-109",
        "Alr447109 it is",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(ALARM, model);
        say(&mut interview, &["none", said]);
        assert_eq!(
            value_of(&interview, "alarm").as_deref(),
            Some("ALR447109"),
            "{said}: {}",
            told(&interview)
        );
        assert!(!holds(&sent, "447"), "{said}");
    }
}

#[test]
fn what_is_told_about_a_code_that_is_corrected_is_no_rest() {
    for said in [
        "Before that, and in English again: I gave you the IBAN with a slip, it ends in 19. It is GB29 NWBK 6016 1331 9268 19.",
        "I gave you the IBAN with a slip: GB29 NWBK 6016 1331 9268 19, it ends in 19",
    ] {
        let (model, _) = recorded(respond);
        let mut interview = interview_with_patterns(ALARM, model);
        say(
            &mut interview,
            &[
                "none",
                "ALR447109",
                "GB29 NWBK 6016 1331 9268 18",
                "That is my answer",
                said,
            ],
        );
        let account = value_of(&interview, "account");
        assert_eq!(
            account.as_deref(),
            Some("GB29 NWBK 6016 1331 9268 19"),
            "{said}"
        );
        assert_eq!(given_back(&interview), None, "{said}");
    }
}

#[test]
fn who_would_rather_keep_it_to_themselves_refuses() {
    for said in [
        "Very kind, but no, I would still prefer to keep it to myself for the moment.",
        "I'd rather keep that to myself",
        "Das behalte ich lieber für mich",
        "je préfère le garder pour moi",
        "preferisco tenerlo per me",
        "prefiero guardármelo para mí",
        "pidän sen mieluummin omana tietonani",
    ] {
        let (model, _) = recorded(respond);
        let mut interview = interview_with_patterns(ALARM, model);
        say(
            &mut interview,
            &["none", "ALR447109", "GB29 NWBK 6016 1331 9268 19", said],
        );
        let asked = told(&interview);
        assert!(!asked.contains("no phone number"), "{said}: {asked}");
        let state = interview.orchestrator().state();
        let progress = &state.field_progress[&FieldId::new("phone").unwrap()];
        assert_eq!(progress.refusals, 1, "{said}: {asked}");
    }
}

const DESKS: &str = r#"{"id": "f", "language": "en", "title": "F", "fields": [
    {"id": "mobile", "label": "Mobile", "required": true, "private": true, "answer": {"type": "phone"}},
    {"id": "house", "label": "House", "required": true, "answer": {"type": "choice", "options": ["Old Mill", "Glass Hall"]}},
    {"id": "people", "label": "People", "required": true, "answer": {"type": "group", "fields": [
        {"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText", "maxLength": 60}},
        {"id": "days", "label": "Days a week", "required": true, "answer": {"type": "number"}}]}},
    {"id": "tax", "label": "Tax number", "required": true, "private": true, "answer": {"type": "shortText", "pattern": "[A-Z]{2}[0-9]{9}"}},
    {"id": "budget", "label": "Most that you would pay", "required": true, "answer": {"type": "number", "unit": "EUR"}}]}"#;

#[test]
fn a_code_in_small_letters_is_known_by_its_shape_before_a_phone_number_is() {
    for said in [
        "Glass Hall I'd say, and the accountant is after me to put our number on everything, ie 123 456 789 he says",
        "Glass Hall, and it is ie123456789 by the way",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(DESKS, model);
        say(&mut interview, &[]);
        let ireland = Settle::Country(CountryCode::new("IE"));
        block_on(interview.take(Command::Settle(ireland))).unwrap();
        say(&mut interview, &["087 555 0123", said]);
        assert!(!holds(&sent, "456"), "{said}");
        let asked = told(&interview);
        assert!(asked.contains("“Tax number”"), "{said}: {asked}");
    }
}

#[test]
fn days_and_decimals_beside_one_another_are_no_phone_number() {
    const TABLE: &str = "Name\tDays\tFrom\nPádraig\t1.5\t11/01/2027";
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(DESKS, model);
    say(&mut interview, &[]);
    let ireland = Settle::Country(CountryCode::new("IE"));
    block_on(interview.take(Command::Settle(ireland))).unwrap();
    say(&mut interview, &["087 555 0123", "Glass Hall", TABLE]);
    assert_eq!(given_back(&interview), None);
    assert!(holds(&sent, "11/01/2027"));
}

#[test]
fn a_number_that_is_spelled_out_goes_to_no_model_nor_does_its_end() {
    for said in [
        "My mobile is oh eight seven, five five five, oh one four five",
        "and the mobile, the last two digits are wrong, it's four five at the end and not two three",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_with_patterns(DESKS, model);
        say(&mut interview, &[]);
        let ireland = Settle::Country(CountryCode::new("IE"));
        block_on(interview.take(Command::Settle(ireland))).unwrap();
        say(&mut interview, &["087 555 0123", said]);
        assert!(!holds(&sent, "four five"), "{said}: {}", told(&interview));
    }
}
