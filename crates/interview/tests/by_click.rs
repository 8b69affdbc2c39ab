//! The question after one that was answered with a click: the form's own words ask for it, and no model is
//! called, unless what it asks for needs one.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    Command, Entry, FieldEntry, FieldId, FieldOutcome, Interview, Limits, PageContext, Pause,
    parse_form,
};
use kikitori_llm::ChatRequest;
use kikitori_scripted::{calls, offers, tags};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

type Sent = Rc<RefCell<Vec<ChatRequest>>>;

const VISIT: &str = r#"{"id": "visit", "title": "Visit", "fields": [
    {"id": "new", "label": "Is it your first visit?", "required": true, "answer": {"type": "yesNo"}},
    {"id": "way", "label": "How do you come?", "required": true, "why": "To plan the car park.",
        "answer": {"type": "choice", "options": ["by car", "by train"]}},
    {"id": "far", "label": "From how far?", "required": false, "intent": "About is enough.",
        "answer": {"type": "number", "unit": "km"}},
    {"id": "wish", "label": "What do you wish for?", "required": false},
    {"id": "nights", "label": "Nights", "required": true, "intent": "Two at least.",
        "answer": {"type": "integer", "max": 14, "unit": "nights"}},
    {"id": "room", "label": "Which room?", "required": true, "answer": {"type": "integer"},
        "when": {"greater": {"field": "nights", "value": 0}}},
    {"id": "story", "label": "Why do you come?", "required": true,
        "facts": [{"key": "why", "fact": "Why", "doneCriteria": "A reason"}]}
]}"#;

/// An interview by `form` that has asked its first question, and what its model was sent.
fn begun(form: &str) -> (Interview, Sent) {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(form, model);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    (interview, sent)
}

/// Puts one value in, as a click does, and goes on to what comes then.
fn click(interview: &mut Interview, field: &str, entry: Entry) -> Pause {
    let field_id = FieldId::new(field).unwrap();
    let entries = vec![FieldEntry { field_id, entry }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap()
}

fn value(value: Value) -> Entry {
    Entry::Value(value)
}

#[test]
fn after_a_click_the_next_field_is_asked_for_without_a_model() {
    let (mut interview, sent) = begun(VISIT);
    let before = sent.borrow().len();
    let steps = [
        ("new", value(json!(true)), "How do you come?"),
        (
            "way",
            value(json!("by car")),
            "From how far? (km)\nAbout is enough.",
        ),
        ("far", Entry::Skip, "What do you wish for?"),
        (
            "wish",
            Entry::Skip,
            "Please fill in: Nights (nights).\nTwo at least.",
        ),
    ];
    for (field, entry, asked) in steps {
        assert_eq!(click(&mut interview, field, entry), Pause::Answer);
        assert_eq!(told(&interview), asked);
    }
    assert_eq!(sent.borrow().len(), before);
}

#[test]
fn a_skip_by_click_stands_in_the_conversation_as_other_clicks_do() {
    let (mut interview, _) = begun(VISIT);
    click(&mut interview, "new", value(json!(true)));
    click(&mut interview, "way", value(json!("by car")));
    click(&mut interview, "far", Entry::Skip);
    let state = interview.orchestrator().state();
    let said = state.chat().filter(|it| it.entered);
    let said: Vec<&str> = said.map(|it| it.text.as_str()).collect();
    assert_eq!(said, ["Yes", "by car", "Skip"]);
}

#[test]
fn what_is_answered_in_words_then_is_heard_by_the_model_with_all_that_was_clicked() {
    let (mut interview, sent) = begun(VISIT);
    click(&mut interview, "new", value(json!(false)));
    assert_eq!(say(&mut interview, &["by train"]), Pause::Answer);
    assert_eq!(value_of(&interview, "way").as_deref(), Some("by train"));
    let last = sent.borrow().last().cloned().unwrap();
    assert_eq!(now(&last)["asked"], "way");
    assert_eq!(now(&last)["recorded"]["new"], "no");
    let text = serde_json::to_string(&last).unwrap();
    assert!(text.contains("How do you come?"), "{text}");
}

#[test]
fn who_answers_in_words_is_asked_on_by_the_model() {
    let (mut interview, sent) = begun(VISIT);
    let before = sent.borrow().len();
    say(&mut interview, &["Yes"]);
    assert_eq!(sent.borrow().len(), before + 1);
    assert_eq!(told(&interview), "Please tell me: How do you come?");
}

#[test]
fn what_may_have_been_told_before_and_what_a_reviewer_judges_is_asked_for_by_the_model() {
    let (mut interview, sent) = begun(VISIT);
    for (field, entry) in [
        ("new", value(json!(true))),
        ("way", value(json!("by car"))),
        ("far", Entry::Skip),
        ("wish", Entry::Skip),
    ] {
        click(&mut interview, field, entry);
    }
    let before = sent.borrow().len();
    click(&mut interview, "nights", value(json!(2)));
    assert_eq!(told(&interview), "Please tell me: Which room?");
    click(&mut interview, "room", value(json!(12)));
    assert_eq!(told(&interview), "Please tell me: Why do you come?");
    assert_eq!(sent.borrow().len(), before + 2);
}

#[test]
fn what_is_put_in_before_the_first_question_does_not_take_the_greetings_place() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(VISIT, model);
    let known = [
        ("new", json!(true)),
        ("way", json!("on foot")),
        ("far", json!("12 km")),
        ("else", json!("not in the form")),
    ];
    let entries = known.map(|(field, it)| FieldEntry {
        field_id: FieldId::new(field).unwrap(),
        entry: value(it),
    });
    let entries = entries.into();
    block_on(interview.take(Command::Fill { entries })).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(sent.borrow().len(), 1);
    assert_eq!(told(&interview), "Please tell me: How do you come?");
    // What does not fit is left out, and nobody has said any of it.
    assert_eq!(value_of(&interview, "far").as_deref(), Some("12"));
    let chat = interview.orchestrator().state().chat();
    assert_eq!(chat.filter(|it| it.entered).count(), 0);
}

#[test]
fn what_is_under_way_with_the_next_field_is_for_the_model() {
    const GUESTS: &str = r#"{"id": "g", "title": "G", "fields": [
        {"id": "new", "label": "First visit?", "required": true, "answer": {"type": "yesNo"}},
        {"id": "guests", "label": "How many come?", "required": true, "answer": {"type": "integer"}}]}"#;
    let (model, sent) = recorded(|request| {
        let said = said_last(request).pop();
        let told = json!({"field_id": "guests", "quote": "a few", "value": null, "facts": null,
            "missing": ["how many"], "outcome": "not_enough"});
        match said.as_deref() {
            Some("a few of us") => calls("ask", asking(request, vec![told])),
            _ => respond(request),
        }
    });
    let mut interview = interview_of(GUESTS, model);
    block_on(interview.advance()).unwrap();
    say(&mut interview, &["a few of us"]);
    let before = sent.borrow().len();
    assert_eq!(
        click(&mut interview, "new", value(json!(true))),
        Pause::Answer
    );
    assert_eq!(sent.borrow().len(), before + 1);
}

#[test]
fn a_refusal_by_click_is_followed_by_the_next_question() {
    let (mut interview, sent) = begun(VISIT);
    let before = sent.borrow().len();
    click(&mut interview, "new", value(json!(true)));
    assert_eq!(click(&mut interview, "way", Entry::Decline), Pause::Answer);
    let state = interview.orchestrator().state();
    let way = FieldId::new("way").unwrap();
    assert_eq!(state.outcome_of(&way), Some(FieldOutcome::Declined));
    assert_eq!(told(&interview), "From how far? (km)\nAbout is enough.");
    assert_eq!(sent.borrow().len(), before);
}

#[test]
fn a_question_stands_in_the_language_that_is_spoken_or_the_model_asks() {
    const FORM: &str = r#"{"id": "f", "title": "F", "language": "en", "fields": [
        {"id": "new", "label": {"en": "New?", "ja": "初めてですか"}, "required": true, "answer": {"type": "yesNo"}},
        {"id": "day", "label": {"en": "Which day?", "ja": "何日ですか。"}, "required": true, "answer": {"type": "date"}}]}"#;
    let french = |request: &ChatRequest| {
        let sentences: Vec<String> = tags::latest_json(request, "sentences").unwrap();
        json!({"field_ids": ["new", "day"], "title": "F", "description": null, "translations": [
        {"field_id": "new", "label": "Nouveau ?", "intent": null, "texts": null},
        {"field_id": "day", "label": "Quel jour ?", "intent": null, "texts": null}], "sentences": sentences})
    };
    // Language, whether it is translated, what is asked after a click, and how many calls that takes.
    let cases = [
        ("ja", false, "何日ですか。", 0),
        ("en", false, "Which day?", 0),
        ("fr", false, "Please tell me: Which day?", 1),
        ("fr", true, "Quel jour ?", 0),
    ];
    for (language, is_translated, asked, more) in cases {
        let (model, sent) = recorded(move |request| match offers(request, "create_plan") {
            true if is_translated => calls("create_plan", french(request)),
            true => calls("create_plan", json!({})),
            false => respond(request),
        });
        let page = PageContext {
            languages: vec![language.to_owned()],
            ..page()
        };
        let ports = ports(model, Rc::new(MemoryStore::new()));
        let form = parse_form(FORM).unwrap();
        let interview = Interview::start(form, page, ports, Limits::default());
        let mut interview = block_on(interview).unwrap();
        block_on(interview.advance()).unwrap();
        let before = sent.borrow().len();
        click(&mut interview, "new", value(json!(true)));
        assert_eq!(told(&interview), asked, "{language}");
        assert_eq!(sent.borrow().len(), before + more, "{language}");
    }
}
