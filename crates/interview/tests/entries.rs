//! What the respondent puts into fields by hand: checked by code, recorded without a model.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_form::values::Refusal;
use kikitori_interview::{
    Command, DriveError, EngineError, Entry, FieldEntry, FieldId, FieldOutcome, Interview, Limits,
    Pause, Receipt, RecordedBy, SessionId, Submission,
};
use kikitori_llm::{Caps, ChatRequest, LlmError, Model};
use kikitori_ports::TransportError;
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

pub const ORDER: &str = r#"{"id": "order", "title": "Order", "fields": [
    {"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText"}},
    {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": [
        {"value": "van", "label": "By van"}, {"value": "post", "label": "By post"}]}},
    {"id": "weight", "label": "Weight", "required": true,
        "when": {"equals": {"field": "way", "value": "van"}},
        "answer": {"type": "integer", "unit": "kg", "min": 1}},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;

fn id(field: &str) -> FieldId {
    FieldId::new(field).unwrap()
}

fn entry(field: &str, entry: Entry) -> FieldEntry {
    FieldEntry {
        field_id: id(field),
        entry,
    }
}

fn value(field: &str, value: Value) -> FieldEntry {
    entry(field, Entry::Value(value))
}

fn enter(interview: &mut Interview, entries: Vec<FieldEntry>) -> Result<(), DriveError> {
    block_on(interview.take(Command::Enter { entries }))
}

fn refusal(result: Result<(), DriveError>) -> EngineError {
    match result {
        Err(DriveError::Engine(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

fn pause(interview: &mut Interview) -> Pause {
    block_on(interview.advance()).unwrap()
}

fn outcome(interview: &Interview, field: &str) -> Option<FieldOutcome> {
    interview.orchestrator().state().outcome_of(&id(field))
}

#[test]
fn a_click_answers_the_question_and_costs_no_call() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(ORDER, model);
    assert_eq!(pause(&mut interview), Pause::Answer);
    let before = sent.borrow().len();
    enter(&mut interview, vec![value("name", json!("Ada"))]).unwrap();
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!(sent.borrow().len(), before);
    let collected = interview.orchestrator().state().collected_fields[&id("name")].clone();
    assert_eq!(collected.by, RecordedBy::Entry);
    // It stands in the conversation as words would.
    let chat = interview.orchestrator().state().chat();
    let entered: Vec<&str> = chat
        .filter(|it| it.entered)
        .map(|it| it.text.as_str())
        .collect();
    assert_eq!(entered, ["Ada"]);
    // The next words are heard with what was clicked.
    assert_eq!(say(&mut interview, &["By post"]), Pause::Answer);
    assert_eq!(sent.borrow().len(), before + 1);
    let last = sent.borrow().last().cloned().unwrap();
    assert_eq!(now(&last)["recorded"]["name"], "Ada");
    assert_eq!(now(&last)["open"][0], "way");
}

#[test]
fn a_value_that_is_none_is_refused_and_changes_nothing() {
    let mut interview = interview_of(ORDER, scripted());
    pause(&mut interview);
    let before = interview.orchestrator().state().clone();
    let wrong = vec![value("name", json!("Ada")), value("way", json!("by bike"))];
    let refused = refusal(enter(&mut interview, wrong));
    let options = vec!["By van".to_owned(), "By post".to_owned()];
    assert_eq!(
        refused,
        EngineError::EntryRefused {
            field_id: id("way"),
            refusal: Refusal::NotAnOption { options },
        }
    );
    let refused = refusal(enter(&mut interview, vec![entry("name", Entry::Skip)]));
    assert!(matches!(
        refused,
        EngineError::EntryRefused {
            refusal: Refusal::Empty,
            ..
        }
    ));
    let refused = refusal(enter(&mut interview, vec![value("other", json!("x"))]));
    assert!(matches!(refused, EngineError::NotExpected { .. }));
    let long = "x".repeat(300 * 1024);
    let refused = refusal(enter(&mut interview, vec![value("notes", json!(long))]));
    assert!(matches!(refused, EngineError::AnswerTooLong { .. }));
    assert_eq!(*interview.orchestrator().state(), before);
}

#[test]
fn a_whole_form_is_filled_in_without_any_call() {
    let asked = Rc::new(Cell::new(0));
    let counted = asked.clone();
    let model = FnModel(move |_: &ChatRequest| {
        counted.set(counted.get() + 1);
        let detail = "refused".to_owned();
        Err(LlmError::Transport(TransportError::Unreachable { detail }))
    });
    let mut interview = interview_of(ORDER, Rc::new(model));
    // Twice in vain.
    for _ in 0..2 {
        assert!(block_on(interview.advance()).is_err());
    }
    let before = asked.get();
    enter(
        &mut interview,
        vec![
            value("name", json!("Ada")),
            value("way", json!("van")),
            value("weight", json!("12 kg")),
            entry("notes", Entry::Skip),
        ],
    )
    .unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
    assert_eq!(asked.get(), before);
    block_on(interview.confirm("2026-11-20T18:30:00+09:00".into())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let values: Vec<_> = submission.fields.into_iter().map(|it| it.value).collect();
    assert_eq!(
        values,
        [
            Some(json!("Ada")),
            Some(json!("van")),
            Some(json!(12)),
            None
        ]
    );
    // What was sent stands.
    let refused = refusal(enter(&mut interview, vec![value("name", json!("Eve"))]));
    assert_eq!(refused, EngineError::NotExpected { what: "an entry" });
}

#[test]
fn a_budget_that_is_used_up_keeps_nobody_from_finishing_by_hand() {
    let mut interview = interview_of(ORDER, scripted());
    pause(&mut interview);
    let session_caps = Caps {
        calls: Some(1),
        ..Caps::default()
    };
    let limits = Limits {
        session_caps,
        ..Limits::default()
    };
    block_on(interview.take(Command::Limit(limits))).unwrap();
    block_on(interview.answer("Ada", page())).unwrap();
    assert!(matches!(pause(&mut interview), Pause::Failed(_)));
    let all = vec![
        value("name", json!("Ada")),
        value("way", json!("post")),
        entry("notes", Entry::Skip),
    ];
    enter(&mut interview, all).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
}

#[test]
fn another_value_takes_dependent_fields_out_and_in_and_is_told_as_a_change() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(ORDER, model);
    pause(&mut interview);
    let all = vec![
        value("name", json!("Ada")),
        value("way", json!("post")),
        entry("notes", Entry::Skip),
    ];
    enter(&mut interview, all).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
    let before = sent.borrow().len();
    enter(&mut interview, vec![value("way", json!("van"))]).unwrap();
    // The weight is asked for now, and nothing else.
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!(sent.borrow().len(), before + 1);
    assert_eq!(
        now(sent.borrow().last().unwrap())["open"],
        json!(["weight"])
    );
    let told = interview
        .orchestrator()
        .state()
        .chat()
        .last()
        .unwrap()
        .data
        .results
        .clone();
    let told = told["recorded"].as_array().unwrap();
    let way = told.iter().find(|it| it["field_id"] == "way").unwrap();
    assert_eq!(
        (&way["old"], &way["new"]),
        (&json!("By post"), &json!("By van"))
    );
    enter(&mut interview, vec![value("way", json!("post"))]).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
}

#[test]
fn a_value_that_is_taken_back_is_gone_and_nobody_confirms_without_what_is_required() {
    let mut interview = interview_of(ORDER, recorded(respond).0);
    pause(&mut interview);
    let nothing = enter(&mut interview, vec![value("name", Value::Null)]);
    assert!(matches!(
        refusal(nothing),
        EngineError::EntryRefused {
            refusal: Refusal::Empty,
            ..
        }
    ));
    let all = vec![
        value("name", json!("Ada")),
        value("way", json!("post")),
        value("notes", json!("Ring twice")),
    ];
    enter(&mut interview, all).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
    let back = vec![value("name", Value::Null), value("notes", Value::Null)];
    enter(&mut interview, back).unwrap();
    pause(&mut interview);
    for field in ["name", "notes"] {
        assert_eq!(value_of(&interview, field), None, "{field}");
    }
    let local_time = "2026-11-25T10:00:00+09:00".to_owned();
    let confirmed = block_on(interview.take(Command::Confirm { local_time }));
    assert_eq!(
        refusal(confirmed),
        EngineError::RequiredFieldsOpen {
            labels: vec!["Name".to_owned()]
        }
    );
    enter(&mut interview, vec![value("name", json!("Ada King"))]).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
}

#[test]
fn what_the_page_around_knows_no_more_is_asked_for_again_where_it_is_required() {
    let fill = |interview: &mut Interview, values: &[(&str, Value)]| {
        let entries = values.iter().map(|(field, it)| value(field, it.clone()));
        let entries = entries.collect();
        block_on(interview.take(Command::Fill { entries })).unwrap();
    };
    let all = [
        ("name", json!("Ada")),
        ("way", json!("post")),
        ("notes", json!("Ring twice")),
    ];
    let mut interview = interview_of(ORDER, scripted());
    pause(&mut interview);
    fill(&mut interview, &all);
    assert_eq!(pause(&mut interview), Pause::Confirm);
    fill(
        &mut interview,
        &[("way", Value::Null), ("notes", Value::Null)],
    );
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!(value_of(&interview, "way"), None);
    assert_eq!(asked(&interview).as_deref(), Some("way"));
    // The question at hand stands, and what was emptied meanwhile comes after it.
    fill(&mut interview, &[("name", Value::Null)]);
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!(asked(&interview).as_deref(), Some("way"));
    assert_eq!(say(&mut interview, &["By post"]), Pause::Answer);
    assert_eq!(asked(&interview).as_deref(), Some("name"));
    assert_eq!(say(&mut interview, &["Ada King"]), Pause::Confirm);
    assert_eq!(value_of(&interview, "notes"), None);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada King"));
}

#[test]
fn what_the_page_around_has_of_a_confirmed_form_stands_in_it_unless_it_goes_to_a_server() {
    let post = ORDER.replacen(
        "\"fields\"",
        "\"submit\": {\"type\": \"post\", \"url\": \"https://a.example/orders\"}, \"fields\"",
        1,
    );
    // What is put in, whether it is taken, what stands there then, and what is waited for.
    let cases = [
        (
            ORDER,
            ("name", json!("Ada King")),
            true,
            "Ada King",
            Pause::Done,
        ),
        (
            &post,
            ("name", json!("Ada King")),
            false,
            "Ada",
            Pause::Done,
        ),
        // It is no answer.
        (ORDER, ("way", json!("boat")), true, "Ada", Pause::Done),
        (ORDER, ("notes", Value::Null), true, "Ada", Pause::Done),
        // Nothing that is required is open in what is confirmed.
        (ORDER, ("name", Value::Null), true, "", Pause::Answer),
        (ORDER, ("way", json!("van")), true, "Ada", Pause::Answer),
    ];
    for (form, put_in, is_taken, name, then) in cases {
        let mut interview = interview_of(form, scripted());
        pause(&mut interview);
        let all = vec![
            value("name", json!("Ada")),
            value("way", json!("post")),
            value("notes", json!("Ring twice")),
        ];
        enter(&mut interview, all).unwrap();
        assert_eq!(pause(&mut interview), Pause::Confirm);
        let local_time = "2026-11-25T10:00:00+09:00".to_owned();
        block_on(interview.take(Command::Confirm { local_time })).unwrap();
        let (field, mended) = put_in.clone();
        let entries = vec![value(field, mended)];
        let taken = block_on(interview.take(Command::Fill { entries }));
        assert_eq!(taken.is_ok(), is_taken, "{put_in:?}");
        assert_eq!(pause(&mut interview), then, "{put_in:?}");
        let stands = value_of(&interview, "name").unwrap_or_default();
        assert_eq!(stands, name, "{put_in:?}");
        let submission = Submission::of(interview.orchestrator());
        assert_eq!(submission.is_some(), then == Pause::Done, "{put_in:?}");
    }
}

/// The field that is asked for.
fn asked(interview: &Interview) -> Option<String> {
    let outline = interview.orchestrator().outline();
    let asked = outline.into_iter().find(|it| it.current)?;
    Some(asked.field_id.as_str().to_owned())
}

#[test]
fn an_entry_to_another_field_leaves_the_question_at_hand_as_it_is() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(ORDER, model);
    pause(&mut interview);
    let (calls, question) = (sent.borrow().len(), told(&interview));
    enter(&mut interview, vec![value("way", json!("post"))]).unwrap();
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!((sent.borrow().len(), told(&interview)), (calls, question));
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
    assert_eq!(value_of(&interview, "way").as_deref(), Some("post"));
    assert_eq!(
        now(sent.borrow().last().unwrap())["recorded"]["way"],
        "post"
    );
}

#[test]
fn a_step_back_takes_the_last_entry_or_answer_with_all_that_came_of_it() {
    let mut interview = interview_of(ORDER, scripted());
    pause(&mut interview);
    assert!(!interview.orchestrator().can_go_back());
    let question = told(&interview);
    enter(&mut interview, vec![value("name", json!("Ada"))]).unwrap();
    pause(&mut interview);
    assert!(interview.orchestrator().can_go_back());
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!(
        (value_of(&interview, "name"), told(&interview)),
        (None, question.clone())
    );
    // Nothing was said that could be said again.
    let withdrawn = interview.orchestrator().state().withdrawn.clone();
    assert_eq!(withdrawn.unwrap_or_default(), "");
    let refused = refusal(block_on(interview.take(Command::Back)));
    assert!(matches!(refused, EngineError::NotExpected { .. }));
    say(&mut interview, &["Ada Lovelace"]);
    assert_eq!(
        value_of(&interview, "name").as_deref(),
        Some("Ada Lovelace")
    );
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(
        (value_of(&interview, "name"), told(&interview)),
        (None, question)
    );
    let withdrawn = interview.orchestrator().state().withdrawn.clone();
    assert_eq!(withdrawn.as_deref(), Some("Ada Lovelace"));
}

#[test]
fn what_was_put_in_is_there_after_a_kill_and_so_is_a_receipt() {
    let store = Rc::new(MemoryStore::new());
    let model: Rc<dyn Model> = scripted();
    let mut interview = start(ports(model.clone(), store.clone()));
    pause(&mut interview);
    let all = vec![
        value("name", json!("Ada")),
        value("trouble", json!("My back hurts since yesterday")),
        entry("notes", Entry::DoesNotKnow),
    ];
    enter(&mut interview, all).unwrap();
    let session: SessionId = interview.orchestrator().state().session_id.clone();
    let receipt = Receipt {
        status: 201,
        at: "2026-11-20T18:31:00+09:00".to_owned(),
        number: Some("A-1".to_owned()),
    };
    let deliver = |receipt: &Receipt| Command::Delivered {
        receipt: receipt.clone(),
    };
    let refused = refusal(block_on(interview.take(deliver(&receipt))));
    assert_eq!(refused, EngineError::NotExpected { what: "a receipt" });
    drop(interview);
    let mut interview = resume(&session, ports(model.clone(), store.clone()));
    assert_eq!(pause(&mut interview), Pause::Confirm);
    assert_eq!(
        outcome(&interview, "notes"),
        Some(FieldOutcome::DoesNotKnow)
    );
    block_on(interview.confirm("2026-11-20T18:30:00+09:00".into())).unwrap();
    block_on(interview.take(deliver(&receipt))).unwrap();
    drop(interview);
    let interview = resume(&session, ports(model, store));
    assert_eq!(interview.orchestrator().state().receipt, Some(receipt));
}

#[test]
fn words_that_nobody_has_heard_yet_are_heard_after_an_entry() {
    let fails = Rc::new(RefCell::new(false));
    let failing = fails.clone();
    let model = FnModel(move |request: &ChatRequest| match *failing.borrow() {
        true => Err(LlmError::Transport(TransportError::Unreachable {
            detail: "refused".to_owned(),
        })),
        false => Ok(respond(request)),
    });
    let mut interview = interview_of(ORDER, Rc::new(model));
    pause(&mut interview);
    *fails.borrow_mut() = true;
    block_on(interview.answer("Ada", page())).unwrap();
    assert!(block_on(interview.advance()).is_err());
    *fails.borrow_mut() = false;
    enter(&mut interview, vec![value("way", json!("post"))]).unwrap();
    assert_eq!(pause(&mut interview), Pause::Answer);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada"));
    assert_eq!(value_of(&interview, "way").as_deref(), Some("post"));
}

#[test]
fn a_confirmation_is_taken_back_until_a_server_has_the_form() {
    let mut interview = interview_of(ORDER, scripted());
    assert_eq!(pause(&mut interview), Pause::Answer);
    let reopen = |interview: &mut Interview| block_on(interview.take(Command::Reopen));
    let not_expected = EngineError::NotExpected {
        what: "a correction",
    };
    assert_eq!(refusal(reopen(&mut interview)), not_expected);
    let all = vec![
        value("name", json!("Ada")),
        value("way", json!("post")),
        entry("notes", Entry::Skip),
    ];
    enter(&mut interview, all).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
    let local_time = "2026-11-20T18:30:00+09:00";
    block_on(interview.confirm(local_time.to_owned())).unwrap();
    assert_eq!(pause(&mut interview), Pause::Done);

    reopen(&mut interview).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
    assert_eq!(Submission::of(interview.orchestrator()), None);
    enter(&mut interview, vec![value("name", json!("Ada King"))]).unwrap();
    assert_eq!(pause(&mut interview), Pause::Confirm);
    block_on(interview.confirm(local_time.to_owned())).unwrap();
    let state = interview.orchestrator().state();
    let name = Submission::of(interview.orchestrator()).unwrap().fields[0]
        .value
        .clone();
    assert_eq!((name, state.reopened), (Some(json!("Ada King")), 1));

    let receipt = Receipt {
        status: 201,
        at: local_time.to_owned(),
        number: None,
    };
    block_on(interview.take(Command::Delivered { receipt })).unwrap();
    assert_eq!(refusal(reopen(&mut interview)), not_expected);
}
