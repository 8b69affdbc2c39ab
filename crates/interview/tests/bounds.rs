//! How long and how deep what a model writes may be.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::CallStatus;
use kikitori_interview::{
    Interview, Limits, MAX_FACT_CHARS, MAX_FACTS_PER_REVIEW, MAX_FEEDBACK_CHARS,
    MAX_QUESTION_CHARS, MAX_SUGGESTION_CHARS, MAX_VALUE_BYTES, Pause, load_session,
};
use kikitori_llm::{ChatRequest, LlmError, Model};
use kikitori_scripted::{calls, offers};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// The first call of `tool` has these arguments; everything else is by the rules.
fn first(tool: &'static str, arguments: String) -> Rc<dyn Model> {
    let arguments = RefCell::new(Some(arguments));
    Rc::new(FnModel(move |request: &ChatRequest| {
        let mut reply = respond(request);
        for call in &mut reply.message.tool_calls {
            if call.function.name == tool
                && let Some(arguments) = arguments.borrow_mut().take()
            {
                call.function.arguments = arguments;
            }
        }
        Ok(reply)
    }))
}

/// Goes to the review of the second field; the status of the first call of `tool`, the session, and
/// the whole session as it is read back.
fn outcome(tool: &'static str, arguments: &Value) -> (CallStatus, Interview) {
    outcome_of_text(tool, arguments.to_string())
}

fn outcome_of_text(tool: &'static str, arguments: String) -> (CallStatus, Interview) {
    let store = Rc::new(MemoryStore::new());
    let mut interview = start(ports(first(tool, arguments), store.clone()));
    block_on(async {
        for answer in ["Ada Lovelace", "My back hurts"] {
            assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
            interview.answer(answer, page()).await.unwrap();
        }
        assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
        let state = interview.orchestrator().state();
        let read = load_session(&*store, &state.session_id)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(read, *state);
    });
    let steps = &interview.orchestrator().state().run_steps;
    let step = steps.iter().find(|step| step.tool == tool).unwrap();
    (step.output.as_ref().unwrap().status, interview)
}

#[test]
fn what_the_person_would_read_goes_back_to_the_model_when_it_is_too_long() {
    let ask = |characters: usize| json!({"asks": "name", "message": "あ".repeat(characters)});
    assert_eq!(
        outcome("ask", &ask(MAX_QUESTION_CHARS)).0,
        CallStatus::Success
    );
    assert_eq!(
        outcome("ask", &ask(MAX_QUESTION_CHARS + 1)).0,
        CallStatus::Error
    );
    let value =
        |bytes: usize| json!({"passed": true, "quote": "back", "field_value": "x".repeat(bytes)});
    // The field's own bound, in characters, is below that of any value.
    let bound = 20_000;
    assert_eq!(outcome("review", &value(bound)).0, CallStatus::Success);
    for bytes in [bound + 1, MAX_VALUE_BYTES + 1] {
        assert_eq!(outcome("review", &value(bytes)).0, CallStatus::Error);
    }
}

#[test]
fn what_only_explains_is_cut() {
    let long = "あ".repeat(MAX_FEEDBACK_CHARS + 9);
    let facts = vec![long.clone(); 2 * MAX_FACTS_PER_REVIEW];
    let review = json!({
        "passed": false, "follow_up": {"message": "And?"}, "feedback": long, "missing_facts": facts,
        "extracted_facts": facts.iter().enumerate().map(|(n, it)| format!("{n} {it}")).collect::<Vec<_>>(),
    });
    let (status, interview) = outcome("review", &review);
    assert_eq!(status, CallStatus::Success);
    let progress = interview.orchestrator().state().field_progress.values();
    let progress = progress.max_by_key(|it| it.facts.len()).unwrap();
    assert_eq!(progress.facts.len(), MAX_FACTS_PER_REVIEW);
    assert_eq!(progress.missing_facts.len(), MAX_FACTS_PER_REVIEW);
    let cut = |text: &str, most: usize| text.ends_with("[…]") && text.chars().count() == most + 4;
    assert!(cut(&progress.facts[0], MAX_FACT_CHARS));
    let ask = json!({"asks": "name", "message": "Which?", "suggestions": ["x".repeat(5_000)]});
    let (_, interview) = outcome("ask", &ask);
    let chat = interview.orchestrator().state().chat();
    let suggestions: Vec<String> = chat.flat_map(|it| it.suggestions()).collect();
    assert!(cut(&suggestions[0], MAX_SUGGESTION_CHARS));
}

#[test]
fn arguments_as_deep_as_can_be_sent_are_kept_as_they_came_and_cost_nothing_else() {
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    for arguments in [
        deep.clone(),
        format!("{{\"field_value\":{deep}}}"),
        "{cut off".to_owned(),
    ] {
        let (status, interview) = outcome_of_text("review", arguments.clone());
        assert_eq!(status, CallStatus::Error);
        let steps = &interview.orchestrator().state().run_steps;
        assert!(steps.iter().any(|step| step.input == arguments));
    }
}

#[test]
fn a_long_reply_that_is_of_no_use_never_makes_every_retry_too_long() {
    let context = 6_000;
    let (made, long) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let (calls_made, replies) = (made.clone(), long.clone());
    let model = FnModel(move |request: &ChatRequest| {
        calls_made.set(calls_made.get() + 1);
        if request.estimated_tokens() > context {
            return Err(LlmError::Status {
                status: 400,
                message: "the request exceeds the available context size".to_owned(),
                code: Some("exceed_context_size_error".to_owned()),
                retry_after: None,
            });
        }
        if offers(request, "review") && replies.get() < 3 {
            replies.set(replies.get() + 1);
            let facts = vec!["a fact of a model that never ends".to_owned(); 1_500];
            let mut reply = calls("review", json!({"facts_of_mine": facts}));
            let thoughts = json!([{"text": "x".repeat(30_000)}]);
            reply
                .message
                .extra
                .insert("reasoning_details".to_owned(), thoughts);
            return Ok(reply);
        }
        Ok(respond(request))
    });
    let store = Rc::new(MemoryStore::new());
    let mut interview = start(ports(Rc::new(model), store.clone()));
    let submission = finish(&mut interview, &ANSWERS);
    assert_eq!(submission.fields[0].text.as_deref(), Some("Ada Lovelace"));
    assert!(made.get() < 40 && long.get() == 3, "{} calls", made.get());
    let learnt = interview.orchestrator().state().context_tokens.unwrap();
    assert!(
        learnt < Limits::default().context_tokens && learnt > 1_000,
        "{learnt}"
    );
}
