//! What holds with any model at all.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{FieldState, Pause, Submission};
use kikitori_llm::{AssistantMessage, Completion, ToolCall};
use kikitori_store::MemoryStore;
use proptest::prelude::*;
use support::*;

fn any_call() -> impl Strategy<Value = ToolCall> {
    let name = prop_oneof![
        Just("ask"),
        Just("set_language"),
        Just("set_country"),
        Just("set_timezone"),
        Just("create_plan"),
        Just("subtask"),
        Just("review"),
        Just("submit"),
        Just(""),
    ];
    let arguments = prop_oneof![
        Just(r#"{"message":"Next?","suggestions":null}"#.to_owned()),
        Just(r#"{"language":"en"}"#.to_owned()),
        Just(r#"{"country":"JP"}"#.to_owned()),
        Just(r#"{"timezone":null}"#.to_owned()),
        Just(r#"{"agent":"reviewer"}"#.to_owned()),
        Just(r#"{"passed":true,"field_value":"v"}"#.to_owned()),
        Just(r#"{"passed":true,"field_value":null}"#.to_owned()),
        Just(r#"{"passed":false,"feedback":"more"}"#.to_owned()),
        Just(r#"{"passed":false,"refused":true}"#.to_owned()),
        Just(r#"{"passed":true,"field_value":"v","corrects":[{"field_id":"name","field_value":"w"}]}"#.to_owned()),
        Just(r#"{"passed":false,"feedback":"more","question":"why","corrects":[{"field_id":"notes","field_value":"w"}]}"#.to_owned()),
        Just(r#"{"field_ids":["notes","name","trouble"],"translations":[{"field_id":"notes","label":"N","intent":null}]}"#.to_owned()),
        ".{0,40}",
    ];
    ("[a-c]?", name, arguments).prop_map(|(id, name, arguments)| ToolCall::new(id, name, arguments))
}

fn any_reply() -> impl Strategy<Value = Completion> {
    let text = proptest::option::of(".{0,20}");
    (text, proptest::collection::vec(any_call(), 0..4)).prop_map(|(content, tool_calls)| {
        Completion {
            message: AssistantMessage {
                content,
                tool_calls,
                ..Default::default()
            },
            ..Default::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any model at all: the interview is bounded between two words of the person, no field is
    /// done without a review that passed, and nothing is submitted while a required field is open.
    #[test]
    fn the_invariants_hold_against_any_model(
        replies in proptest::collection::vec(any_reply(), 1..60),
        honest_start in any::<bool>(),
    ) {
        let position = RefCell::new(0usize);
        let calls_made = Rc::new(Cell::new(0u32));
        let counted = calls_made.clone();
        let random = move |_: &kikitori_llm::ChatRequest| {
            counted.set(counted.get() + 1);
            let mut position = position.borrow_mut();
            *position += 1;
            replies[(*position - 1) % replies.len()].clone()
        };
        let model: Rc<dyn kikitori_llm::Model> = if honest_start {
            after_the_plan(random)
        } else {
            Rc::new(FnModel(move |request: &kikitori_llm::ChatRequest| Ok(random(request))))
        };
        let store = Rc::new(MemoryStore::new());
        let mut driver = start(ports(model, store.clone()));
        block_on(async {
            for round in 0..12 {
                calls_made.set(0);
                let pause = driver.advance().await.unwrap();
                // Greeter, Architect, Interviewer and the reviews between them, ten turns each.
                assert!(calls_made.get() <= 10 * 40, "{} calls", calls_made.get());
                let state = driver.orchestrator().state();
                for entry in driver.orchestrator().outline() {
                    if entry.state == FieldState::Done {
                        let passed = state.sub_session_results.values().any(|result| {
                            result.passed && result.field_id == entry.field_id
                        });
                        prop_assert!(passed, "{} is done without a review", entry.field_id);
                        prop_assert!(!entry.required || entry.value.is_some());
                    }
                }
                let open: Vec<_> = state.run_steps.iter().filter(|step| step.output.is_none()).collect();
                prop_assert!(open.is_empty(), "it is the person's turn: {open:?}");
                let next = driver.orchestrator().pause();
                if !matches!(next, Some(Pause::Confirm | Pause::Done)) {
                    prop_assert!(driver.confirm("now".into()).await.is_err());
                    prop_assert_eq!(Submission::of(driver.orchestrator().state()), None);
                }
                let read = kikitori_interview::load_session(&*store, &driver.orchestrator().state().session_id).await.unwrap().unwrap();
                prop_assert_eq!(&read, driver.orchestrator().state());
                match pause {
                    Pause::Answer if round % 3 == 0 => driver.answer("English, Japan", page()).await.unwrap(),
                    Pause::Answer => driver.answer("Something", page()).await.unwrap(),
                    Pause::Failed(_) => driver.retry().await.unwrap(),
                    Pause::Confirm => { driver.confirm("now".into()).await.unwrap(); }
                    _ => break,
                }
            }
            Ok(())
        })?;
    }
}
