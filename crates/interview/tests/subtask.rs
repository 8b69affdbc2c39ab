//! What the Interviewer can have reviewed, and what becomes of the call that asks for it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::{CallStatus, FunctionCallResult};
use kikitori_interview::{DriveError, Failure, Interview, Limits, Pause};
use kikitori_llm::{Caps, LlmError, Model};
use kikitori_ports::TransportError;
use kikitori_scripted::{calls, offers};
use kikitori_store::MemoryStore;
use serde_json::json;
use support::*;

async fn up_to_the_first_field(driver: &mut Interview) {
    for answer in ["English", "Japan"] {
        driver.advance().await.unwrap();
        driver.answer(answer, page()).await.unwrap();
    }
    assert_eq!(driver.advance().await.unwrap(), Pause::Answer);
}

#[test]
fn the_interviewer_can_have_what_was_said_since_reviewed_and_nothing_twice() {
    let asked = Rc::new(Cell::new(0));
    let count = asked.clone();
    let model = after_the_plan_or(move |request| {
        let interviewing = offers(request, "subtask");
        if interviewing {
            count.set(count.get() + 1);
            match count.get() {
                // Before any answer, then over words that were just reviewed.
                1 | 3 => return Ok(calls("subtask", json!({"agent": "reviewer"}))),
                // The respondent adds something meanwhile.
                4 => return Err(away()),
                // Over that, then once more.
                5 | 6 => return Ok(calls("subtask", json!({"agent": "reviewer"}))),
                _ => {}
            }
        } else {
            return Ok(calls(
                "review",
                json!({"passed": false, "feedback": "more", "missing_facts": ["the rest"], "extracted_facts": null, "field_value": null}),
            ));
        }
        Ok(respond(request))
    });
    let mut driver = start(ports(model, Rc::new(MemoryStore::new())));
    block_on(async {
        up_to_the_first_field(&mut driver).await;
        answer_in_two_parts(&mut driver).await;
        assert_eq!(driver.advance().await.unwrap(), Pause::Answer);
    });
    let state = driver.orchestrator().state();
    let outcomes: Vec<_> = state
        .run_steps
        .iter()
        .filter(|step| step.tool == "subtask")
        .map(|step| step.output.clone().unwrap())
        .collect();
    let status: Vec<_> = outcomes.iter().map(|it| it.status).collect();
    let (refused, made) = (CallStatus::Error, CallStatus::Success);
    assert_eq!(status, [refused, refused, made, refused]);
    // What stands is told.
    assert!(outcomes[1].result.message.contains("the rest"));
    assert_eq!(
        state.follow_up_count, 1,
        "a review on request is no follow-up"
    );
}

fn away() -> LlmError {
    LlmError::Transport(TransportError::Unreachable {
        detail: "test".into(),
    })
}

/// An Interviewer that has an answer reviewed by a Reviewer that never ends. Its first question
/// after the answer fails, so that the respondent can add to it.
fn with_an_endless_review() -> Rc<dyn Model> {
    let (reviews, questions) = (Cell::new(0), Cell::new(0));
    after_the_plan_or(move |request| {
        if offers(request, "subtask") {
            questions.set(questions.get() + 1);
            return match questions.get() {
                1 => Ok(respond(request)),
                2 => Err(away()),
                _ => Ok(calls("subtask", json!({"agent": "reviewer"}))),
            };
        }
        reviews.set(reviews.get() + 1);
        Ok(match reviews.get() {
            // The first review sends the Interviewer back; the one it asks for never ends.
            1 => calls(
                "review",
                json!({"passed": false, "feedback": "more", "missing_facts": null, "extracted_facts": null, "field_value": null}),
            ),
            _ => kikitori_scripted::says("I would rather not say."),
        })
    })
}

/// Answers, and adds to it while the next question does not come.
async fn answer_in_two_parts(driver: &mut Interview) {
    driver.answer("Ada", page()).await.unwrap();
    assert!(matches!(driver.advance().await, Err(DriveError::Call(_))));
    driver.answer("King", page()).await.unwrap();
}

/// What the call of `subtask` came to, by its record.
fn outcome_of_subtask(driver: &Interview) -> &FunctionCallResult {
    let steps = &driver.orchestrator().state().run_steps;
    let subtask = steps.iter().find(|step| step.tool == "subtask").unwrap();
    subtask.output.as_ref().unwrap()
}

#[test]
fn a_call_that_comes_to_nothing_is_completed_on_record_too() {
    let model = with_an_endless_review();
    let mut driver = start(ports(model, Rc::new(MemoryStore::new())));
    block_on(async {
        up_to_the_first_field(&mut driver).await;
        answer_in_two_parts(&mut driver).await;
        let Pause::Failed(Failure::AgentStuck { agent, .. }) = driver.advance().await.unwrap()
        else {
            panic!("not stuck")
        };
        assert_eq!(agent.name(), "reviewer");
    });
    let output = outcome_of_subtask(&driver);
    assert_eq!(output.status, CallStatus::Error);
    assert_eq!(
        output.result.message,
        "the reviewer came to no result in 10 turns"
    );
}

#[test]
fn a_call_whose_reviewer_is_capped_is_completed_on_record_when_the_person_goes_on() {
    let limits = Limits {
        run_caps: Caps {
            calls: Some(4),
            ..Caps::default()
        },
        ..Limits::default()
    };
    let ports = ports(with_an_endless_review(), Rc::new(MemoryStore::new()));
    let mut driver = block_on(Interview::start(form(), page(), ports, limits)).unwrap();
    block_on(async {
        up_to_the_first_field(&mut driver).await;
        answer_in_two_parts(&mut driver).await;
        let Pause::Failed(Failure::BudgetExceeded { agent, .. }) = driver.advance().await.unwrap()
        else {
            panic!("not capped")
        };
        assert_eq!(agent.name(), "reviewer");
        driver.retry().await.unwrap();
    });
    let output = outcome_of_subtask(&driver);
    assert_eq!(output.status, CallStatus::Error);
    assert_eq!(
        output.result.message,
        "model calls are capped at 4, and 4 are used"
    );
}
