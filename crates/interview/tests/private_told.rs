//! A private value in a message about something else reaches no model either.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;

use futures::executor::block_on;
use kikitori_interview::{Command, Entry, FieldEntry, FieldId, Interview, Pause};
use kikitori_llm::ChatRequest;
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

fn holds(sent: &RefCell<Vec<ChatRequest>>, words: &str) -> bool {
    let sent = sent.borrow();
    let mut sent = sent.iter().map(|it| serde_json::to_string(it).unwrap());
    sent.any(|it| it.contains(words))
}

fn given_back(interview: &Interview) -> Option<&str> {
    interview.orchestrator().state().given_back.as_deref()
}

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
    assert!(told.contains("“E-mail”") && !told.contains('@'), "{told}");
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
    // A longer number is another one.
    say(&mut interview, &["Kyoto, K12345678"]);
    assert!(holds(&sent, "K12345678"));
    assert_eq!(
        value_of(&interview, "city").as_deref(),
        Some("Kyoto, K12345678")
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
fn a_private_field_is_named_in_many_ways() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "bike", "label": "The bicycle", "required": true},
        {"id": "worth", "label": "What it was worth", "required": true, "answer": {"type": "number", "unit": "EUR"}},
        {"id": "frame", "label": "Frame number", "required": false, "private": true, "answer": {"type": "shortText", "minLength": 5}},
        {"id": "phone", "label": "Your phone", "required": true, "private": true, "answer": {"type": "phone"}},
        {"id": "email", "label": {"en": "E-mail", "ja": "メール"}, "required": true, "private": true, "answer": {"type": "email"}},
        {"id": "income", "label": "Income", "required": false, "private": true, "answer": {"type": "number"}},
        {"id": "notes", "label": "Anything else", "required": false}]}"#;
    for (said, field, value) in [
        (
            "my phone number is actually 0176 5550124",
            "phone",
            "01765550124",
        ),
        ("my phone is actually 0176 5550133", "phone", "01765550133"),
        ("phone number: 0176 5550144", "phone", "01765550144"),
        ("0176 5550144 is my mobile", "phone", "01765550144"),
        (
            "the frame number ends in 4, so it's WBK4471924X",
            "frame",
            "WBK4471924X",
        ),
        ("WBK4471924X is the frame number", "frame", "WBK4471924X"),
        (
            "meine E-Mail ist doch s.b@example.org",
            "email",
            "s.b@example.org",
        ),
        (
            "my e-mail address should be s.b@example.org",
            "email",
            "s.b@example.org",
        ),
        ("My income is now 52000", "income", "52000"),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert_eq!(
            value_of(&interview, field).as_deref(),
            Some(value),
            "{said}"
        );
        assert!(!holds(&sent, said), "{said}");
    }
    for said in [
        "My income went down in 2023 when it was stolen",
        "I rode it to work. It was worth 850",
        "the frame is a green one, bought in 2019",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert!(holds(&sent, said), "{said}");
    }
}

#[test]
fn what_may_be_private_is_recorded_when_they_say_that_it_is() {
    const TOLD: &str = "roughly 850 euros, you can reach me on ada@example.org";
    for confirmed in [
        "That is my answer to “E-mail”",
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
fn a_part_of_a_private_value_is_asked_for_whole_and_sent_to_no_model() {
    for said in [
        "The last two digits of my passport are the wrong way round, it should be 76 at the end",
        "hang on, the passport ends in 8, not 7",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["my passport number is K1234567", said]);
        assert!(!holds(&sent, said), "{said}");
        assert_eq!(given_back(&interview), Some(said));
        let asked = told(&interview);
        assert!(asked.contains("write the whole new one"), "{asked}");
        // What they then write is it, also without its name.
        say(&mut interview, &["K1234576"]);
        assert_eq!(
            value_of(&interview, "passport").as_deref(),
            Some("K1234576")
        );
        assert!(!holds(&sent, "K1234576"));
    }
    // Also with other words around it, whatever else such a value could be.
    const CODES: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "tag", "label": "Numéro du talon de bagage", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 10, "maxLength": 10}},
        {"id": "city", "label": "Ville", "required": true},
        {"id": "phone", "label": "Téléphone", "required": false, "private": true,
         "answer": {"type": "phone"}}]}"#;
    for said in [
        "En fait le numéro du talon se termine par 36. Le numéro entier : 0057412936",
        "voilà, en entier c'est 0057412936, désolée",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(CODES, model);
        say(
            &mut interview,
            &[
                "Ada",
                "0057412935",
                "le numéro du talon se termine par 36",
                said,
            ],
        );
        assert_eq!(
            value_of(&interview, "tag").as_deref(),
            Some("0057412936"),
            "{said}"
        );
        assert!(!holds(&sent, "0057412936"), "{said}");
        let is_rest = said.contains("36. ");
        assert_eq!(given_back(&interview).is_some(), is_rest, "{said}");
    }
    // Who sends it once more means something else.
    const OTHER: &str = "the passport has 32 pages";
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["my passport number is K1234567", OTHER, OTHER],
    );
    assert!(holds(&sent, OTHER));
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
    assert!(said.contains("“Policy number”: it was left out"), "{said}");
    say(&mut interview, &["yes", "HV-2291-0087"]);
    assert_eq!(
        value_of(&interview, "policy").as_deref(),
        Some("HV-2291-0087")
    );
    assert_eq!(interview.orchestrator().pause(), Some(Pause::Confirm));
    assert!(!holds(&sent, "2291"));
}

#[test]
fn a_code_that_is_called_by_capitals_is_known_among_words() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Skipper", "required": true},
        {"id": "mmsi", "label": "MMSI", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 9, "maxLength": 9}},
        {"id": "phone", "label": "Mobile phone", "required": true, "private": true, "answer": {"type": "phone"}}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["I am Maud, the MMSI is 244813902"]);
    let mmsi = |interview: &Interview| value_of(interview, "mmsi");
    assert_eq!(mmsi(&interview).as_deref(), Some("244813902"));
    assert_eq!(given_back(&interview), Some("I am Maud"));
    say(&mut interview, &["Maud", "as I said, it's 06 2055 7713"]);
    assert_eq!(value_of(&interview, "phone").as_deref(), Some("0620557713"));
    assert_eq!(given_back(&interview), None);
    say(&mut interview, &["the MMSI is actually 244813903"]);
    assert_eq!(mmsi(&interview).as_deref(), Some("244813903"));
    say(
        &mut interview,
        &["my mobile number is actually 06 2055 7731"],
    );
    assert_eq!(value_of(&interview, "phone").as_deref(), Some("0620557731"));
    assert_eq!(given_back(&interview), None);
    // On the last page a number is that of the private field that was asked for last.
    say(&mut interview, &["oh, it should be 06 2055 7713"]);
    assert_eq!(value_of(&interview, "phone").as_deref(), Some("0620557713"));
    assert!(!holds(&sent, "2055") && !holds(&sent, "244813"));
}

#[test]
fn a_code_of_one_length_is_held_back_wherever_it_is_told_and_known_by_a_part_of_its_name() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "limit", "label": "The most to spend", "required": true},
        {"id": "animal_id", "label": "Microchip number", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 15, "maxLength": 15}}]}"#;
    for (said, is_recorded) in [
        ("no more than 650, chip is 981020004567839 btw", true),
        ("no more than 650, and its number is 981020004567839", false),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert!(!holds(&sent, "981020004567839"), "{said}");
        let chip = value_of(&interview, "animal_id");
        assert_eq!(chip.is_some(), is_recorded, "{said}");
    }
    // A number of another length is none.
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["no more than 650, my account is 12345678"],
    );
    assert!(holds(&sent, "12345678"));
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
fn a_part_of_a_code_is_known_by_what_people_call_it() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "dog", "label": "A dog", "required": true},
        {"id": "tor", "label": {"de": "Code für das Tor", "en": "Purchase order number"}, "required": true,
         "private": true, "answer": {"type": "shortText", "minLength": 8, "maxLength": 8}},
        {"id": "more", "label": "Anything else", "required": true}]}"#;
    for said in [
        "die letzten beiden Ziffern vom Code sind 64",
        "the last two digits of the PO are 64",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["a nice one", "73912246", said]);
        assert!(!holds(&sent, "64"), "{said}");
        assert_eq!(given_back(&interview), Some(said));
    }
}

#[test]
fn a_part_of_a_private_value_is_known_by_its_name_with_an_article_at_its_end() {
    let form = FORM.replace("旅券番号", "旅券番号\", \"da\": \"Policenummer");
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Mads", "policenummeret er TR447190"]);
    say(
        &mut interview,
        &["policenummeret: de sidste to cifre er 91"],
    );
    assert!(!holds(&sent, "cifre er 91") && !holds(&sent, "TR447190"));
}

#[test]
fn a_name_is_known_by_a_form_in_which_its_last_letter_is_another() {
    let form = FORM.replace("旅券番号", "旅券番号\", \"tr\": \"Kimlik numarası");
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Elif", "kimlik numarası TR447190"]);
    say(&mut interview, &["Kimliğin son iki hanesi 91 olacak."]);
    assert!(!holds(&sent, "hanesi 91") && !holds(&sent, "TR447190"));
}

#[test]
fn the_last_figures_of_a_code_are_a_part_of_it_whatever_it_is_called() {
    let form = FORM.replace("Order number", "Colour");
    for said in [
        "a red one. the last two of that number should be 39",
        "a red one, and the last digits are 39",
        "a red one. Die letzten beiden Ziffern sind 39",
        "赤いのです。下2桁は39です",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(&form, model);
        say(
            &mut interview,
            &["Ada", "my passport number is TR447190", said],
        );
        assert!(!holds(&sent, "39"), "{said}");
        assert_eq!(given_back(&interview), Some(said));
    }
    // What is said of something else is sent.
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    let said = "the last one should be 39";
    say(
        &mut interview,
        &["Ada", "my passport number is TR447190", said],
    );
    assert!(holds(&sent, "should be 39"));
}

#[test]
fn a_short_name_is_known_with_its_ending() {
    let form = FORM.replace("旅券番号", "旅券番号\", \"fi\": \"Portin koodi");
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Aino", "portin koodi on TR447190"]);
    say(
        &mut interview,
        &["neljä. Hei, koodin kaksi viimeistä ovat 9Z"],
    );
    assert!(!holds(&sent, "9Z") && !holds(&sent, "TR447190"));
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
