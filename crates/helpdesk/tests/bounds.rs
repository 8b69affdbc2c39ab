//! Caps on what a run uses, and requests that fit the model's context.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use kikitori_engine::caller::{CallError, CapScope};
use kikitori_graph::{Outcome, Ports};
use kikitori_helpdesk::*;
use kikitori_llm::{BudgetExceeded, CapKind, Caps, LlmError, Model};
use kikitori_store::RecordingStore;
use support::*;

fn capped(calls: u64) -> Settings {
    Settings {
        caps: Caps {
            calls: Some(calls),
            ..Caps::default()
        },
        ..Settings::default()
    }
}

#[test]
fn a_cap_ends_a_run_in_a_typed_failure_and_a_resume_with_a_higher_one_goes_on() {
    let (model, calls) = counted();
    let store = Rc::new(RecordingStore::new());
    let ports = |most| stored_ports(model.clone(), store.clone(), capped(most));
    // One call plans, three for each of two subtasks, and the eighth would answer.
    let first = ports(7);
    let Outcome::Failed { state, .. } = asked(QUESTION, &first) else {
        panic!("not failed")
    };
    let reached = BudgetExceeded::Reached {
        what: CapKind::Calls,
        limit: 7,
        used: 7,
    };
    let failure = NodeFailure {
        node: Node::Answer,
        error: HelpDeskError::Call(CallError::BudgetExceeded {
            scope: CapScope::Session,
            reached,
        }),
    };
    assert_eq!(first.resources.failures(), [failure]);
    assert_eq!((calls.get(), state.subtask_results.len()), (7, 2));
    // What was used before counts on.
    let again = resumed(&ports(7));
    assert!(matches!(again, Outcome::Failed { .. }), "{again:?}");
    let last = ports(8);
    assert!(!result(resumed(&last)).answer.statements.is_empty());
    assert_eq!(calls.get(), 8, "only the answer was still to be asked for");
    assert_eq!(last.resources.usage().calls, 8);
}

#[test]
fn a_cap_in_the_middle_of_subtasks_leaves_no_gap_once_it_is_raised() {
    let (model, _) = counted();
    let store = Rc::new(RecordingStore::new());
    let ports = |most| stored_ports(model.clone(), store.clone(), capped(most));
    let outcome = asked(QUESTION, &ports(4));
    assert!(matches!(outcome, Outcome::Failed { .. }), "{outcome:?}");
    let last = ports(8);
    let result = result(resumed(&last));
    assert_eq!(result.answer.gaps, []);
    assert_eq!(last.resources.usage().calls, 8);
}

#[test]
fn a_run_has_a_hundred_calls_and_a_million_tokens_to_read_unless_told_otherwise() {
    let caps = Settings::default().caps;
    assert_eq!(
        (caps.calls, caps.prompt_tokens),
        (Some(100), Some(1_000_000))
    );
}

#[test]
fn subtasks_side_by_side_wait_for_one_another_rather_than_fail_at_a_cap_with_room() {
    let settings = Settings {
        caps: Caps {
            // Less than two replies may have, and several times what the run writes.
            completion_tokens: Some(10_000),
            ..Caps::default()
        },
        ..Settings::default()
    };
    let resources = resources(faulty(|_| None), &search(MANUAL), settings);
    let ports = Ports::new(resources);
    assert_eq!(result(asked(QUESTION, &ports)).answer.gaps, []);
    assert!(ports.resources.usage().completion_tokens < 5_000);
}

/// What a model was asked.
#[derive(Clone, Default)]
struct Seen {
    /// Tokens of the longest request that it took.
    longest: Rc<Cell<u64>>,
    /// Requests that it refused.
    refused: Rc<Cell<u32>>,
}

/// A model with a context of so many tokens.
fn with_context(tokens: u64) -> (Rc<dyn Model>, Seen) {
    let seen = Seen::default();
    let Seen {
        longest: most,
        refused,
    } = seen.clone();
    let model = faulty(move |request| {
        let needed = request.estimated_tokens();
        if needed > tokens {
            refused.set(refused.get() + 1);
            return Some(Err(LlmError::Status {
                status: 400,
                message: "the prompt is longer than the model's context length".to_owned(),
                code: None,
                retry_after: None,
            }));
        }
        most.set(most.get().max(needed));
        None
    });
    (model, seen)
}

/// Passages that are long beside the rules.
fn long_manual() -> String {
    let sections = [
        "downloaded result",
        "closed tab is kept",
        "cookies",
        "mouse",
    ];
    let sections = sections.map(|topic| {
        let text = format!("About the {topic}, much can be said. ").repeat(600);
        format!("## {topic}\n\n{text}\n\n")
    });
    sections.concat()
}

#[test]
fn an_endpoint_with_a_small_context_is_sent_less_of_what_was_found() {
    let asked_with = |model| {
        let resources = resources(model, &search(&long_manual()), Settings::default());
        result(asked(QUESTION, &Ports::new(resources)))
    };
    let (whole, seen) = with_context(u64::MAX);
    assert_eq!(asked_with(whole).answer.gaps, []);
    let context = seen.longest.get() * 2 / 3;
    let (small, Seen { longest, refused }) = with_context(context);
    let result = asked_with(small);
    assert_eq!(result.answer.gaps, []);
    assert!(!result.answer.statements.is_empty());
    assert!((1..=6).contains(&refused.get()), "{}", refused.get());
    // Halved once for each of the subtasks that were refused together, it would be a quarter.
    assert!(
        longest.get() * 2 >= context,
        "{} of {context}",
        longest.get()
    );
}
