//! What a message at a private field says beside its answer is neither lost nor sent to a model: the
//! person has it again, and sends it if they want to.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    Draft, FieldOutcome, Interview, Limits, PageContext, Pause, TimeZone, parse_form,
};
use kikitori_scripted::CANARY;
use kikitori_store::RecordingStore;
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "passport", "label": {"en": "Passport number", "ja": "旅券番号"}, "required": true,
     "private": true, "answer": {"type": "shortText", "minLength": 6}},
    {"id": "phone", "label": {"en": "Phone", "ja": "電話番号"}, "required": true, "private": true,
     "answer": {"type": "phone"}},
    {"id": "city", "label": "City", "required": true},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;
const TOLD: &str =
    "my passport number is canary-K1234567, my sister is Marta Bianchi and I live in Kyoto";
const REST: &str = "my sister is Marta Bianchi and I live in Kyoto";
const REST_BACK: &str = "The rest of your message was not read yet, and no AI was sent it. It stands in the box again: send it, or clear the box.";

fn unsent(interview: &Interview) -> Option<String> {
    block_on(interview.unsent()).text
}

/// What the person was told since they said something last.
fn told_since(interview: &Interview) -> Vec<String> {
    let chat: Vec<_> = interview.orchestrator().state().chat().cloned().collect();
    let is_told = |it: &&_| {
        matches!(
            it,
            kikitori_interview::ChatMessage {
                speaker: kikitori_interview::Speaker::Assistant,
                ..
            }
        )
    };
    let told = chat.iter().rev().take_while(is_told);
    let mut told: Vec<String> = told.map(|it| it.text.clone()).collect();
    told.reverse();
    told
}

#[test]
fn the_private_answer_is_taken_and_the_rest_is_theirs_again_until_they_send_it() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", TOLD]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("canary-K1234567")
    );
    assert_eq!(given_back(&interview), Some(REST));
    assert_eq!(unsent(&interview).as_deref(), Some(REST));
    let asked = told(&interview);
    assert!(
        asked.starts_with(REST_BACK) && asked.ends_with("Please fill in: Phone"),
        "{asked}"
    );
    assert!(!asked.contains("canary"), "models are sent what is asked");
    // The next one is asked by a model: what was left is told before it asks.
    say(&mut interview, &["my brother Ken, 090-1234-5678"]);
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("09012345678")
    );
    assert_eq!(given_back(&interview), Some("my brother Ken"));
    assert_eq!(told_since(&interview), [REST_BACK, "Please tell me: City"]);
    assert!(!holds(&sent, "Kyoto") && !holds(&sent, "Ken") && !holds(&sent, "5678"));
    // They send it by their own will.
    say(&mut interview, &[&format!("{REST}, Kyoto is the city")]);
    assert!(holds(&sent, "Marta Bianchi"));
    assert!(!holds(&sent, CANARY));
    assert_eq!(given_back(&interview), None);
    assert_eq!(unsent(&interview), None);
    // What came of it is shown with what was told.
    let chat: Vec<_> = interview.orchestrator().state().chat().cloned().collect();
    let row = chat.iter().find(|it| it.text == REST_BACK).unwrap();
    assert!(row.data.results["recorded"].to_string().contains("phone"));
}

#[test]
fn what_is_corrected_on_the_last_page_is_heard_although_the_last_question_was_private() {
    const PHONE_LAST: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "city", "label": "City", "required": true},
        {"id": "phone", "label": "Phone", "required": true, "private": true, "answer": {"type": "phone"}}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(PHONE_LAST, model);
    say(&mut interview, &["Tokyo", "090-1234-5678"]);
    assert_eq!(interview.orchestrator().pause(), Some(Pause::Confirm));
    let correction = "it is Kyoto after all, not Tokyo, since the 15th";
    say(&mut interview, &[correction]);
    assert!(holds(&sent, "Kyoto"));
    let phone = |interview: &Interview| value_of(interview, "phone");
    assert_eq!(phone(&interview).as_deref(), Some("09012345678"));
    // A number is one for the private field, and reaches no model.
    say(&mut interview, &["the number ends in 9: 090-1234-5679"]);
    assert_eq!(phone(&interview).as_deref(), Some("09012345679"));
    assert!(!holds(&sent, "5679") && !holds(&sent, "5678"));
}

#[test]
fn what_is_given_back_survives_a_tab_that_dies_and_gives_way_to_what_is_typed() {
    let store = Rc::new(RecordingStore::new());
    let begun = Interview::start(
        parse_form(FORM).unwrap(),
        page(),
        ports(scripted(), store.clone()),
        Limits::default(),
    );
    let mut interview = block_on(begun).unwrap();
    say(&mut interview, &["Ada"]);
    // The draft of the message is still there when its answer is stored already.
    let draft = |text: &str, typed_after| Draft {
        text: text.to_owned(),
        typed_after: Some(typed_after),
        ..Draft::default()
    };
    block_on(interview.drafts().save(&draft(TOLD, 1))).unwrap();
    say(&mut interview, &[TOLD]);
    let id = interview.orchestrator().state().session_id.clone();
    let mut interview = resume(&id, ports(scripted(), store.clone()));
    assert_eq!(unsent(&interview).as_deref(), Some(REST));
    block_on(interview.drafts().save(&draft("and 090", 2))).unwrap();
    assert_eq!(unsent(&interview).as_deref(), Some("and 090"));
    // A step back gives back all of it, once.
    block_on(interview.take(kikitori_interview::Command::Back)).unwrap();
    assert_eq!(given_back(&interview), None);
    assert_eq!(
        interview.orchestrator().state().withdrawn.as_deref(),
        Some(TOLD)
    );
}

#[test]
fn an_answer_with_a_word_or_two_around_it_leaves_nothing() {
    for said in [
        "It's canary-K1234567.",
        "passport: canary-K1234567, thanks!",
    ] {
        let mut interview = interview_of(FORM, scripted());
        say(&mut interview, &["Ada", said]);
        assert_eq!(
            value_of(&interview, "passport").as_deref(),
            Some("canary-K1234567"),
            "{said}"
        );
        assert_eq!(given_back(&interview), None, "{said}");
        assert_eq!(told(&interview), "Please fill in: Phone", "{said}");
    }
}

#[test]
fn a_sentence_beside_a_refusal_is_given_back_too() {
    let mut interview = interview_of(FORM, scripted());
    say(
        &mut interview,
        &["Ada", "I'd rather not say. My sister is Marta Bianchi."],
    );
    let asked = told(&interview);
    assert!(
        asked.starts_with("Without this the form cannot be finished.") && asked.contains(REST_BACK),
        "{asked}"
    );
    assert_eq!(given_back(&interview), Some("My sister is Marta Bianchi."));
    say(&mut interview, &["I'd rather not say. Sorry!"]);
    assert_eq!(given_back(&interview), None);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Declined));
}

#[test]
fn of_several_numbers_none_is_taken_and_a_long_message_is_said_to_have_gone_nowhere() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &[
            "Ada",
            "canary-K1234567",
            "at home 03-1234-5678, or on the mobile 090-1234-5678",
        ],
    );
    assert_eq!(value_of(&interview, "phone"), None);
    let asked = told(&interview);
    assert!(
        asked.starts_with("More than one is named there: give only the one that is meant.")
            && asked.contains("Nothing of your message was passed on"),
        "{asked}"
    );
    assert!(!holds(&sent, "5678"));
    // The one that is named so is.
    say(&mut interview, &["fax 03-1234-5678, phone 090-1234-5678"]);
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("09012345678")
    );
}

#[test]
fn it_is_said_in_the_language_that_is_spoken() {
    let page = PageContext {
        languages: vec!["ja".to_owned()],
        time_zone: TimeZone::new("Asia/Tokyo"),
        ..page()
    };
    let ports = ports(scripted(), Rc::new(RecordingStore::new()));
    let begun = Interview::start(parse_form(FORM).unwrap(), page, ports, Limits::default());
    let mut interview = block_on(begun).unwrap();
    assert_eq!(say(&mut interview, &["花子"]), Pause::Answer);
    say(
        &mut interview,
        &["旅券番号はcanary-K1234567です。妹はマルタといい、京都に住んでいます。"],
    );
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("canary-K1234567")
    );
    assert_eq!(
        given_back(&interview),
        Some("妹はマルタといい、京都に住んでいます。")
    );
    let asked = told(&interview);
    assert!(asked.starts_with("メッセージのほかの部分は"), "{asked}");
}

#[test]
fn what_people_really_write_at_a_private_question_is_taken_as_it_is_meant() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "phone", "label": "Phone", "required": true, "private": true,
         "answer": {"type": "phone"}},
        {"id": "second", "label": "Second phone", "required": false, "private": true,
         "answer": {"type": "phone"}},
        {"id": "email", "label": "E-mail", "required": true, "private": true,
         "answer": {"type": "email"}}]}"#;
    let at_first = || interview_of(form, scripted());
    // Voice typing, and a signature.
    for said in [
        "oh nine oh, one two three four, five six seven eight",
        "Kind regards\nAda Lovelace\nAnalytical Engines Ltd, 12 High Street\nada@example.org\nTel. 090-1234-5678",
        "sorry!! 😅 090 1234 5678",
        "I already told you: 090-1234-5678.",
    ] {
        let mut interview = at_first();
        say(&mut interview, &[said]);
        let phone = value_of(&interview, "phone");
        assert_eq!(phone.as_deref(), Some("09012345678"), "{said}");
    }
    // What is none is asked about again, and says how to give none.
    for said in [
        "same as above",
        "I already told you",
        "👍",
        "you idiot",
        "sorry",
    ] {
        let mut interview = at_first();
        say(&mut interview, &[said]);
        assert_eq!(value_of(&interview, "phone"), None, "{said}");
        let asked = told(&interview);
        assert!(
            asked.starts_with("No AI reads what you write here."),
            "{said}: {asked}"
        );
    }
    // Who has none is not pressed, and who may pass over it has passed over it.
    let mut interview = at_first();
    say(&mut interview, &["none", "I don't have one"]);
    let outline = interview.orchestrator().outline();
    let outcomes: Vec<_> = outline.iter().map(|it| it.outcome).collect();
    assert_eq!(
        outcomes,
        [
            Some(FieldOutcome::DoesNotKnow),
            Some(FieldOutcome::Skipped),
            None
        ]
    );
    // Who wants back is told where, and it counts for nothing.
    say(&mut interview, &["Go back"]);
    let asked = told(&interview);
    assert!(
        asked.starts_with("An earlier answer can be changed"),
        "{asked}"
    );
    assert_eq!(interview.orchestrator().outline()[2].follow_ups.used, 0);
}

#[test]
fn a_text_that_tells_of_many_things_is_no_private_answer_without_being_asked_about() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "health", "label": "Illnesses", "required": true, "private": true,
         "answer": {"type": "shortText"}}]}"#;
    let mut interview = interview_of(form, scripted());
    let said = "asthma and by the way my name is Ada and I live in Kyoto with two children";
    say(&mut interview, &[said]);
    assert_eq!(value_of(&interview, "health"), None);
    let asked = told(&interview);
    assert!(
        asked.contains("Is that your answer, word for word?")
            && asked.contains("Nothing was taken from it yet"),
        "{asked}"
    );
    say(&mut interview, &["That is my answer"]);
    assert_eq!(value_of(&interview, "health").as_deref(), Some(said));
}
