//! A page's form changes while it is asked for: it shows fields because of an answer, and hides them again.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_form::file::MAX_FIELDS;
use kikitori_interview::{
    Command, DriveError, EngineError, Entry, FieldEntry, FieldId, Interview, Limits, Pause,
    Speaker, Submission, parse_form,
};
use kikitori_store::MemoryStore;
use serde_json::json;
use support::*;

fn form(ids: &[String]) -> String {
    let fields: Vec<_> = ids
        .iter()
        .map(|id| json!({"id": id, "label": format!("What is {id}"), "required": true}))
        .collect();
    json!({"id": "f", "title": "F", "fields": fields}).to_string()
}

fn of(ids: &[&str]) -> String {
    form(&ids.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
}

/// The page has this form now, and shows all of it.
fn add(interview: &mut Interview, form: &str) -> Result<(), DriveError> {
    let form = parse_form(form).unwrap();
    let shown = form.fields.iter().map(|it| it.field_id.clone()).collect();
    block_on(interview.take(Command::FollowPage {
        form: Box::new(form),
        shown,
    }))
}

/// The page has this form now, and shows these of its fields.
fn show(interview: &mut Interview, form: &str, shown: &[&str]) {
    let form = parse_form(form).unwrap();
    let shown = shown.iter().filter_map(|it| FieldId::new(it)).collect();
    block_on(interview.take(Command::FollowPage {
        form: Box::new(form),
        shown,
    }))
    .unwrap();
}

#[test]
fn what_appears_is_asked_for_behind_what_was_there() {
    let mut interview = interview_of(&of(&["kind", "name"]), scripted());
    assert_eq!(say(&mut interview, &["A company"]), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is name");
    add(&mut interview, &of(&["kind", "company", "name"])).unwrap();
    assert_eq!(
        told(&interview),
        "Please tell me: What is name",
        "the question stands"
    );
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is company");
    assert_eq!(say(&mut interview, &["Analytical Ltd"]), Pause::Confirm);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let values = submission.fields.iter().map(|it| it.text.as_deref());
    let expected = [Some("A company"), Some("Ada"), Some("Analytical Ltd")];
    assert_eq!(values.collect::<Vec<_>>(), expected);
}

#[test]
fn other_options_are_offered_and_what_is_none_of_them_is_no_answer() {
    let with = |states: &[&str]| {
        json!({"id": "f", "title": "F", "fields": [
            {"id": "name", "label": "What is name", "required": true},
            {"id": "state", "label": "What is state", "required": true,
                "answer": {"type": "choice", "options": states}},
        ]})
        .to_string()
    };
    let options = |interview: &Interview| {
        let form = &interview.orchestrator().state().form;
        let answer = &form.field(&FieldId::new("state").unwrap()).unwrap().answer;
        serde_json::to_value(answer).unwrap()["options"].clone()
    };
    let mut interview = interview_of(&with(&["Bern", "Jura"]), scripted());
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
    add(&mut interview, &with(&["Ohio", "Iowa"])).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is state");
    let of_then = options(&interview);
    assert!(of_then.to_string().contains("Ohio"), "{of_then}");
    assert_eq!(say(&mut interview, &["Iowa"]), Pause::Confirm);
    // The answer stays one where it is offered still.
    add(&mut interview, &with(&["Iowa", "Texas"])).unwrap();
    let of_then = options(&interview);
    assert!(of_then.to_string().contains("Texas"), "{of_then}");
    assert_eq!(value_of(&interview, "state").as_deref(), Some("Iowa"));
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    add(&mut interview, &with(&["Bern", "Jura"])).unwrap();
    assert_eq!(value_of(&interview, "state"), None);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is state");
    assert_eq!(say(&mut interview, &["Jura"]), Pause::Confirm);
}

#[test]
fn who_was_through_is_asked_again() {
    let mut interview = interview_of(&of(&["kind"]), scripted());
    assert_eq!(say(&mut interview, &["A company"]), Pause::Confirm);
    add(&mut interview, &of(&["kind", "company"])).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is company");
    // What was answered and is not shown any more stays.
    add(&mut interview, &of(&["company"])).unwrap();
    assert_eq!(say(&mut interview, &["Analytical Ltd"]), Pause::Confirm);
    assert_eq!(value_of(&interview, "kind").as_deref(), Some("A company"));
    add(&mut interview, &of(&["kind", "company"])).unwrap();
    // What it has already is nothing new.
    let steps = interview.orchestrator().state().step;
    add(&mut interview, &of(&["kind", "company"])).unwrap();
    assert_eq!(interview.orchestrator().state().step, steps);
}

#[test]
fn what_the_page_hides_before_it_is_answered_keeps_nobody() {
    let form = of(&["kind", "company", "name"]);
    let mut interview = interview_of(&form, scripted());
    assert_eq!(say(&mut interview, &["A person"]), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is company");
    show(&mut interview, &form, &["kind", "name"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is name");
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Confirm);
    // It is shown again before the form is sent.
    show(&mut interview, &form, &["kind", "company", "name"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is company");
    show(&mut interview, &form, &["kind", "name"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let fields = submission.fields.iter().map(|it| it.field_id.as_str());
    assert_eq!(fields.collect::<Vec<_>>(), ["kind", "name"]);
}

#[test]
fn what_the_page_hides_just_after_a_click_is_not_asked_for_first() {
    let field = |id: &str, label: &str| {
        let answer = json!({"type": "choice", "options": ["Yes", "No"]});
        json!({"id": id, "label": label, "required": true, "answer": answer})
    };
    let form = json!({"id": "f", "title": "F", "fields": [
        field("kind", "Are you a company?"),
        field("tax", "Do you pay taxes here?"),
        field("car", "Do you come by car?"),
    ]})
    .to_string();
    let mut interview = interview_of(&form, scripted());
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    show(&mut interview, &form, &["kind", "tax", "car"]);
    let entry = FieldEntry {
        field_id: FieldId::new("kind").unwrap(),
        entry: Entry::Value(json!("No")),
    };
    let entries = vec![entry];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    show(&mut interview, &form, &["kind", "car"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    let chat = interview.orchestrator().state().chat();
    let asked = chat.filter(|it| it.speaker == Speaker::Assistant);
    let asked: Vec<&str> = asked.map(|it| it.text.as_str()).collect();
    let [_, next] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert!(next.contains("Do you come by car?"), "{next}");
}

#[test]
fn what_appears_while_an_agent_is_at_work_is_asked_for_after_a_reload_too() {
    let store = Rc::new(MemoryStore::new());
    let ports_of = || ports(scripted(), store.clone());
    let form = parse_form(&of(&["kind"])).unwrap();
    let started = Interview::start(form, page(), ports_of(), Limits::default());
    let mut interview = block_on(started).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    block_on(interview.answer("A company", page())).unwrap();
    assert_eq!(interview.orchestrator().pause(), None);
    add(&mut interview, &of(&["kind", "company"])).unwrap();
    let id = interview.orchestrator().state().session_id.clone();
    drop(interview);
    let mut interview = resume(&id, ports_of());
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is company");
    assert_eq!(value_of(&interview, "kind").as_deref(), Some("A company"));
    assert_eq!(say(&mut interview, &["Analytical Ltd"]), Pause::Confirm);
}

#[test]
fn a_form_gets_no_more_fields_than_a_form_can_have_and_none_once_it_is_confirmed() {
    let mut interview = interview_of(&of(&["kind"]), scripted());
    assert_eq!(say(&mut interview, &["A company"]), Pause::Confirm);
    let many: Vec<String> = (0..MAX_FIELDS).map(|at| format!("more-{at}")).collect();
    let fields = MAX_FIELDS + 1;
    assert_eq!(
        add(&mut interview, &form(&many)),
        Err(DriveError::Engine(EngineError::TooManyFields { fields }))
    );
    let state = interview.orchestrator().state();
    assert!(state.form.field(&FieldId::new("more-0").unwrap()).is_none());
    block_on(interview.confirm("now".to_owned())).unwrap();
    let late = add(&mut interview, &of(&["kind", "company"]));
    assert!(matches!(
        late,
        Err(DriveError::Engine(EngineError::NotExpected { .. }))
    ));
}
