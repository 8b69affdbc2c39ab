//! Codes that are nearly one that is recorded privately: they correct it, or are what it was before.

use super::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "account", "label": "IBAN for the refund", "required": true, "private": true,
     "answer": {"type": "shortText", "maxLength": 42}},
    {"id": "back", "label": "How would you like the money?", "required": true},
    {"id": "more", "label": "Anything else", "required": false}]}"#;

const TAX: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "tax", "label": "Tax number", "required": true, "private": true,
     "answer": {"type": "shortText", "pattern": "[0-9]{8}", "patternHint": "eight digits"}},
    {"id": "phone", "label": "Phone of the driver", "required": true, "private": true,
     "answer": {"type": "phone"}},
    {"id": "more", "label": "Anything else", "required": false}]}"#;

#[test]
fn a_corrected_code_is_known_by_the_one_that_is_recorded_and_no_model_is_sent_it() {
    const TOLD: &str = "Sorry, nineteen at the end: GB29 NWBK 6016 1331 9268 18";
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "GB29 NWBK 6016 1331 9268 19"]);
    say(&mut interview, &[TOLD]);
    assert!(!holds(&sent, "NWBK"));
    let asked = "“GB29 NWBK 6016 1331 9268 18”\nIs that your answer to “IBAN for the refund”?";
    assert!(told(&interview).starts_with(asked), "{}", told(&interview));
    say(
        &mut interview,
        &["That is my answer to “IBAN for the refund”"],
    );
    let account = value_of(&interview, "account");
    assert_eq!(account.as_deref(), Some("GB29 NWBK 6016 1331 9268 18"));
    assert!(!holds(&sent, "NWBK"));
}

#[test]
fn check_digits_that_do_not_fit_are_told_once() {
    const WRONG: &str = "GB29 NWBK 6016 1331 9268 91";
    for (again, expected) in [
        ("GB29 NWBK 6016 1331 9268 19", "GB29 NWBK 6016 1331 9268 19"),
        (WRONG, WRONG),
        ("That is my answer", WRONG),
    ] {
        let (model, _) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["Ada", WRONG]);
        assert_eq!(value_of(&interview, "account"), None);
        assert!(told(&interview).starts_with("The check digits do not fit this number"));
        say(&mut interview, &[again]);
        let account = value_of(&interview, "account");
        assert_eq!(account.as_deref(), Some(expected), "{again}");
    }
}

#[test]
fn an_account_number_whose_check_digits_are_right_is_the_fields_whatever_it_is_called() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada, and my account is GB29 NWBK 6016 1331 9268 19 if you need that"],
    );
    let account = value_of(&interview, "account");
    assert_eq!(account.as_deref(), Some("GB29 NWBK 6016 1331 9268 19"));
    assert!(!holds(&sent, "NWBK"));
}

#[test]
fn what_a_code_was_before_is_no_answer_to_the_next_private_question() {
    let (model, _) = recorded(respond);
    let mut interview = interview_with_patterns(TAX, model);
    say(
        &mut interview,
        &["Well then. Before I said 48291735 but that is wrong, the tax number is 48291757"],
    );
    assert_eq!(value_of(&interview, "tax").as_deref(), Some("48291757"));
    assert_eq!(given_back(&interview), None);
    say(
        &mut interview,
        &["before I said 48291735 but that is wrong"],
    );
    assert_eq!(value_of(&interview, "phone"), None);
    say(&mut interview, &["+386 41 555 123"]);
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("+38641555123")
    );
}

#[test]
fn small_words_beside_a_code_are_no_part_of_it() {
    let (model, sent) = recorded(respond);
    let form = FORM.replace("IBAN for the refund", "Davčna številka");
    let mut interview = interview_of(&form, model);
    say(
        &mut interview,
        &["Ada, davčna je 48291735 če jo boste rabl"],
    );
    let tax = value_of(&interview, "account");
    assert_eq!(
        tax.as_deref(),
        Some("48291735"),
        "{:?}",
        given_back(&interview)
    );
    assert!(!holds(&sent, "48291735"));
}

#[test]
fn a_code_that_does_not_fit_is_left_out_where_its_field_is_named() {
    const BOOKED: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "booking", "label": "Booking reference", "required": true, "private": true,
         "answer": {"type": "shortText", "pattern": "[A-Z]{2}[0-9]{2}-[0-9]{4}",
            "patternHint": "two letters, two digits, a dash and four digits"}},
        {"id": "more", "label": "Anything else", "required": false}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(BOOKED, model);
    say(
        &mut interview,
        &["Morven here. Booking RK7Q4M, I have the paper, from Perth to York"],
    );
    assert!(!holds(&sent, "RK7Q4M"), "{}", told(&interview));
    let rest = given_back(&interview).unwrap().to_owned();
    say(&mut interview, &[&rest]);
    assert!(holds(&sent, "Perth to York") && !holds(&sent, "RK7Q4M"));
    // What it looks like is told when it is asked for, and when they ask.
    let asked =
        "Please fill in: Booking reference (two letters, two digits, a dash and four digits)";
    assert!(told(&interview).contains(asked), "{}", told(&interview));
    say(&mut interview, &["Which number is that?"]);
    let said = "What the form itself says: two letters, two digits, a dash and four digits";
    assert!(told(&interview).contains(said), "{}", told(&interview));
}

#[test]
fn who_refuses_in_one_sentence_may_tell_other_things_in_the_next() {
    const PHONE: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "mobile", "label": "Mobile", "required": false, "private": true, "answer": {"type": "phone"}},
        {"id": "more", "label": "Anything else", "required": false}]}"#;
    let (model, _) = recorded(respond);
    let mut interview = interview_of(PHONE, model);
    say(
        &mut interview,
        &[
            "Ada",
            "I'd rather not give that if it's all the same to you, I never hear it ring. And Tsveta got the time wrong.",
        ],
    );
    assert!(
        told(&interview).ends_with("Anything else"),
        "{}",
        told(&interview)
    );
    assert_eq!(
        given_back(&interview),
        Some("And Tsveta got the time wrong.")
    );
}

#[test]
fn a_code_that_was_replaced_is_no_new_answer_where_they_ask_about_it() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(TAX, model);
    say(
        &mut interview,
        &["48291735", "the tax number is 48291757", "+386 41 555 123"],
    );
    assert_eq!(value_of(&interview, "tax").as_deref(), Some("48291757"));
    say(
        &mut interview,
        &["is the tax number 48291735 still anywhere?"],
    );
    assert_eq!(value_of(&interview, "tax").as_deref(), Some("48291757"));
    assert!(!holds(&sent, "482917"));
}

#[test]
fn figures_of_the_end_of_a_code_are_of_the_one_that_ends_so() {
    const BADGE: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "badge", "label": "Badge number", "required": true, "private": true,
         "answer": {"type": "shortText", "pattern": "[A-Z0-9]{6}"}},
        {"id": "account", "label": "IBAN for the fee", "required": true, "private": true,
         "answer": {"type": "shortText", "maxLength": 42}},
        {"id": "more", "label": "Anything else", "required": false}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(BADGE, model);
    say(
        &mut interview,
        &[
            "7K2M9Q",
            "It's with the Barclays, GB33 BUKB 2021 0555 5555 55",
            "That is my answer",
        ],
    );
    say(
        &mut interview,
        &["Sorry, it ends 2020 1555 5555 55, I had two figures the wrong way about."],
    );
    assert!(
        told(&interview).contains("“IBAN for the fee”"),
        "{}",
        told(&interview)
    );
    say(&mut interview, &["I mean GB33 BUKB 2020 1555 5555 55"]);
    let account = value_of(&interview, "account");
    assert_eq!(account.as_deref(), Some("GB33 BUKB 2020 1555 5555 55"));
    assert!(!holds(&sent, "5555"));
}

#[test]
fn who_takes_back_a_click_beside_held_words_has_those_words_again() {
    const TOLD: &str = "The new one is GB29 NWBK 6016 1331 9268 91, I think";
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "GB29 NWBK 6016 1331 9268 19"]);
    say(&mut interview, &[TOLD]);
    assert_eq!(given_back(&interview), Some(TOLD));
    let click = "That is my answer to “IBAN for the refund”";
    say(&mut interview, &[click]);
    block_on(interview.take(Command::Back)).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(state.withdrawn.as_deref(), Some(TOLD));
    let account = value_of(&interview, "account");
    assert_eq!(account.as_deref(), Some("GB29 NWBK 6016 1331 9268 19"));
}
