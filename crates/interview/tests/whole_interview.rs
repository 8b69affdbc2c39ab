//! An interview from greeting to submission, interrupted and not.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{FieldState, Pause, PlanSource, SessionId, SessionUpdate, Speaker};
use kikitori_journal::{Entry, Progress, SessionKey, SessionStatus, Sessions};
use kikitori_store::{MemoryStore, RecordingStore, Store, Write};
use support::*;

#[test]
fn a_form_is_filled_in_from_greeting_to_submission() {
    let store = Rc::new(MemoryStore::new());
    let mut driver = start(ports(scripted(), store.clone()));
    let submission = finish(&mut driver, &ANSWERS);
    let values: Vec<_> = submission
        .fields
        .iter()
        .map(|field| (field.field_id.as_str(), field.text.as_deref()))
        .collect();
    assert_eq!(values[0], ("name", Some("Ada Lovelace")));
    let trouble = values[1].1.unwrap();
    assert!(
        trouble.contains("My back hurts") && trouble.to_lowercase().contains("since yesterday"),
        "{trouble}"
    );
    assert_eq!(values[2], ("notes", None));
    assert_eq!(submission.language.as_deref(), Some("en"));
    assert_eq!(submission.country, None, "nobody needs it");
    assert_eq!(submission.timezone.as_deref(), Some("Asia/Tokyo"));
    let state = driver.orchestrator().state();
    assert_eq!(state.plan.as_ref().unwrap().source, PlanSource::FormOrder);
    assert!(state.spent.prompt_tokens > 0 && state.spent.completion_tokens > 0);
    assert_eq!(driver.orchestrator().pause(), Some(Pause::Done));
    let listed = block_on(Sessions::new(store).list()).unwrap();
    let [Entry::Session(head)] = listed.as_slice() else {
        panic!("{listed:?}")
    };
    assert_eq!(
        (head.kind.as_str(), head.progress, head.status),
        (
            "interview",
            Progress { done: 3, of: 3 },
            SessionStatus::Done
        )
    );
}

#[test]
fn a_kill_after_any_stored_step_loses_nothing() {
    let recorded = Rc::new(RecordingStore::new());
    let mut driver = start(ports(scripted(), recorded.clone()));
    let unbroken = finish(&mut driver, &ANSWERS);
    let id = driver.orchestrator().state().session_id.clone();
    let batches = recorded.batches().len();
    assert!(batches > 8, "{batches}");
    for (batch, killed) in recorded.after_each().enumerate() {
        let mut driver = resume(&id, ports(scripted(), Rc::new(killed)));
        assert_eq!(
            finish(&mut driver, &ANSWERS),
            unbroken,
            "killed after batch {batch}"
        );
    }
}

#[test]
fn what_is_read_back_is_what_was_in_memory() {
    let store = Rc::new(MemoryStore::new());
    let mut driver = start(ports(scripted(), store.clone()));
    block_on(async {
        for answer in ["Ada Lovelace", "My back hurts"] {
            driver.advance().await.unwrap();
            driver.answer(answer, page()).await.unwrap();
        }
        driver.advance().await.unwrap();
    });
    let state = driver.orchestrator().state();
    let read = block_on(kikitori_interview::load_session(&*store, &state.session_id))
        .unwrap()
        .unwrap();
    assert_eq!(read, *state);
}

#[test]
fn a_field_goes_through_its_states_and_back_for_a_follow_up() {
    let mut driver = start(ports(scripted(), Rc::new(MemoryStore::new())));
    let state_of =
        |driver: &kikitori_interview::Interview| driver.orchestrator().outline()[1].state;
    block_on(async {
        assert_eq!(state_of(&driver), FieldState::Pending);
        driver.advance().await.unwrap();
        driver.answer("Ada Lovelace", page()).await.unwrap();
        driver.advance().await.unwrap();
        assert_eq!(state_of(&driver), FieldState::Interviewing);
        driver.answer("My back hurts", page()).await.unwrap();
        assert_eq!(state_of(&driver), FieldState::Reviewing);
        driver.advance().await.unwrap();
        assert_eq!(state_of(&driver), FieldState::Interviewing);
        assert_eq!(driver.orchestrator().state().follow_up_count, 1);
        driver.answer("Since yesterday", page()).await.unwrap();
        driver.advance().await.unwrap();
        assert_eq!(state_of(&driver), FieldState::Done);
    });
}

#[test]
fn every_call_is_on_record_before_and_after_and_none_is_shown() {
    let recorded = Rc::new(RecordingStore::new());
    let mut driver = start(ports(scripted(), recorded.clone()));
    finish(&mut driver, &ANSWERS);
    let state = driver.orchestrator().state();
    let tools: Vec<_> = state
        .run_steps
        .iter()
        .map(|step| step.tool.as_str())
        .collect();
    for tool in [
        "ask",
        "set_language",
        "set_timezone",
        "create_plan",
        "review",
    ] {
        assert!(tools.contains(&tool), "{tools:?}");
    }
    assert!(
        state
            .run_steps
            .iter()
            .all(|step| step.output.is_some() && step.finished_at >= Some(step.started_at))
    );
    let mut ended = Vec::new();
    // What code called at the start is in the first record.
    let at_start = 3;
    let mut begun = at_start;
    for batch in recorded.batches() {
        for (key, write) in batch.writes() {
            let Write::Put(record) = write else { continue };
            if !key.contains("/journal/main/update/") {
                continue;
            }
            for update in serde_json::from_str::<Vec<SessionUpdate>>(&record.body).unwrap() {
                match update {
                    SessionUpdate::CallBegun { .. } => begun += 1,
                    SessionUpdate::CallEnded { run_step, .. } => {
                        assert!(run_step < begun, "{run_step} ended before it began");
                        ended.push(run_step);
                    }
                    _ => {}
                }
            }
        }
    }
    assert_eq!(begun, tools.len() as u64);
    let in_order: Vec<u64> = (at_start..begun).collect();
    assert_eq!(ended, in_order, "each call ends once");
    for message in state.chat() {
        assert!(
            !message.text.contains("set_language") && !message.text.contains("extracted_facts")
        );
    }
}

#[test]
fn data_of_a_call_goes_to_the_next_assistant_message_once() {
    let mut driver = start(ports(scripted(), Rc::new(MemoryStore::new())));
    finish(&mut driver, &ANSWERS);
    let state = driver.orchestrator().state();
    let with_records: Vec<_> = state
        .chat()
        .filter(|message| message.data.results.contains_key("recorded"))
        .collect();
    assert_eq!(with_records.len(), 3, "each answer that was enough");
    assert_eq!(with_records[0].speaker, Speaker::Assistant);
    let mut recorded = with_records[0].data.results["recorded"].clone();
    let at = recorded[0].as_object_mut().unwrap().shift_remove("at");
    assert!(at.is_some_and(|at| at.is_u64()));
    assert_eq!(
        recorded,
        serde_json::json!([{"field_id": "name", "label": "Full name", "outcome": "answered",
            "old": null, "new": "Ada Lovelace", "by": "conversation", "record": 1, "told": true}])
    );
    let mut answers = state
        .chat()
        .filter(|message| message.speaker == Speaker::Respondent);
    assert!(answers.all(|message| message.data.results.is_empty() && message.data.input.is_some()));
}

#[test]
fn deleting_a_session_leaves_nothing_behind() {
    let store = Rc::new(MemoryStore::new());
    let mut driver = start(ports(scripted(), store.clone()));
    finish(&mut driver, &ANSWERS);
    let id: SessionId = driver.orchestrator().state().session_id.clone();
    let session = SessionKey::new(id.0);
    block_on(Sessions::new(store.clone()).delete(&session)).unwrap();
    let left = block_on(store.keys("")).unwrap();
    assert_eq!(
        left,
        ["database"],
        "the name of the database belongs to no session"
    );
}
