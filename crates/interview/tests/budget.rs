//! What model calls come to, and the caps that end a run.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    AgentKind, CapScope, DriveError, Failure, Interview, Limits, Pause, SessionId, load_session,
    parse_form,
};
use kikitori_llm::{
    BudgetExceeded, CapKind, Caps, ChatRequest, LlmError, Model, Money, Price, UsageTotals,
};
use kikitori_store::{MemoryStore, Record, Store};
use serde_json::{Value, json};
use support::*;

/// The scripted model, and how often it was called.
fn counted() -> (Rc<dyn Model>, Rc<Cell<u64>>) {
    let calls = Rc::new(Cell::new(0));
    let counter = calls.clone();
    let model = FnModel(move |request: &ChatRequest| {
        counter.set(counter.get() + 1);
        Ok(respond(request))
    });
    (Rc::new(model), calls)
}

fn with_caps(session_caps: Caps) -> Limits {
    Limits {
        session_caps,
        ..Limits::default()
    }
}

fn calls(calls: u64) -> Caps {
    Caps {
        calls: Some(calls),
        ..Caps::default()
    }
}

fn begin(ports: kikitori_interview::Ports, limits: Limits) -> Interview {
    block_on(Interview::start(form(), page(), ports, limits)).unwrap()
}

/// Goes on until something else than an answer is wanted.
fn answer_on(driver: &mut Interview) -> Result<Pause, DriveError> {
    block_on(async {
        loop {
            match driver.advance().await? {
                Pause::Answer => {
                    let answer = ANSWERS[answers_given(driver)];
                    driver.answer(answer, page()).await?;
                }
                other => return Ok(other),
            }
        }
    })
}

#[test]
fn a_capped_session_stops_before_the_call_too_many_and_goes_on_once_the_cap_is_raised() {
    let (model, made) = counted();
    let store = Rc::new(MemoryStore::new());
    let mut driver = begin(ports(model.clone(), store.clone()), with_caps(calls(5)));
    let reached = Pause::Failed(Failure::BudgetExceeded {
        agent: AgentKind::Interviewer,
        scope: CapScope::Session,
        reached: BudgetExceeded::Reached {
            what: CapKind::Calls,
            limit: 5,
            used: 5,
        },
    });
    for _ in 0..2 {
        assert_eq!(answer_on(&mut driver), Ok(reached.clone()));
        assert_eq!(made.get(), 5);
        // It does not help to try again.
        block_on(driver.retry()).unwrap();
    }
    let id = driver.orchestrator().state().session_id.clone();
    drop(driver);
    let ports = ports(model, store);
    let mut driver = block_on(Interview::resume(&id, ports.clone(), with_caps(calls(5)))).unwrap();
    assert_eq!(answer_on(&mut driver), Ok(reached));
    let mut driver = block_on(Interview::resume(&id, ports, with_caps(calls(100)))).unwrap();
    assert_eq!(answer_on(&mut driver), Ok(Pause::Confirm));
    assert_eq!(driver.orchestrator().state().spent.calls, made.get());
}

#[test]
fn a_capped_run_ends_and_the_next_one_begins_anew() {
    let made = Rc::new(Cell::new(0));
    let count = made.clone();
    // The first call does not fit, and a second one is needed.
    let model = FnModel(move |request: &ChatRequest| {
        count.set(count.get() + 1);
        let mut reply = respond(request);
        if count.get() == 1 {
            let wrong = r#"{"heard":null,"asks":"invented","message":"What?"}"#;
            reply.message.tool_calls[0].function.arguments = wrong.to_owned();
        }
        Ok(reply)
    });
    let limits = Limits {
        run_caps: calls(1),
        ..Limits::default()
    };
    let store = Rc::new(MemoryStore::new());
    let mut driver = begin(ports(Rc::new(model), store), limits);
    let outcome = answer_on(&mut driver);
    let Ok(Pause::Failed(Failure::BudgetExceeded { agent, scope, .. })) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!((agent, scope), (AgentKind::Interviewer, CapScope::Run));
    let before = made.get();
    block_on(driver.retry()).unwrap();
    block_on(driver.advance()).unwrap();
    assert_eq!(made.get(), before + 1);
}

#[test]
fn money_and_tokens_are_counted_and_capped() {
    let price = Price {
        prompt: Money::from_millionths(1_000_000),
        completion: Money::from_millionths(1_000_000),
    };
    let mut unbroken = begin(
        ports(counted().0, Rc::new(MemoryStore::new())),
        Limits {
            price: Some(price),
            ..Limits::default()
        },
    );
    assert_eq!(answer_on(&mut unbroken), Ok(Pause::Confirm));
    let whole = unbroken.orchestrator().state().spent;
    assert_eq!(
        whole.cost.millionths(),
        whole.prompt_tokens + whole.completion_tokens
    );
    assert!(!whole.estimated);

    for caps in [
        Caps {
            cost: Some(Money::from_millionths(whole.cost.millionths() / 2)),
            ..Caps::default()
        },
        Caps {
            prompt_tokens: Some(whole.prompt_tokens / 2),
            ..Caps::default()
        },
        Caps {
            completion_tokens: Some(whole.completion_tokens / 2),
            ..Caps::default()
        },
        Caps {
            tokens: Some((whole.prompt_tokens + whole.completion_tokens) / 2),
            ..Caps::default()
        },
    ] {
        let limits = Limits {
            price: Some(price),
            ..with_caps(caps)
        };
        let ports = ports(counted().0, Rc::new(MemoryStore::new()));
        let mut driver = begin(ports, limits);
        let outcome = answer_on(&mut driver);
        let failed = matches!(&outcome, Ok(Pause::Failed(Failure::BudgetExceeded { .. })));
        assert!(failed, "{caps:?}: {outcome:?}");
        let spent = driver.orchestrator().state().spent;
        assert!(spent.calls > 1, "{caps:?}: {spent:?}");
        let over = |spent, cap| matches!((spent, cap), (spent, Some(cap)) if spent > cap);
        assert!(!over(spent.prompt_tokens, caps.prompt_tokens), "{spent:?}");
        assert!(
            !over(spent.completion_tokens, caps.completion_tokens),
            "{spent:?}"
        );
        let both = spent.prompt_tokens + spent.completion_tokens;
        assert!(!over(both, caps.tokens), "{spent:?}");
        assert!(
            !over(spent.cost.millionths(), caps.cost.map(Money::millionths)),
            "{spent:?}"
        );
    }
}

#[test]
fn what_a_form_may_use_is_a_cap_and_the_lower_one_of_both_holds() {
    let with_budget = |budget: Value| {
        let mut form: Value = serde_json::from_str(FORM).unwrap();
        form["budget"] = budget;
        parse_form(&form.to_string()).unwrap()
    };
    for (budget, what, limit) in [
        (json!({"tokens": 4_000}), CapKind::Tokens, 4_000),
        (json!({"tokens": 100_000}), CapKind::Calls, 4),
        (json!({"calls": 2}), CapKind::Calls, 2),
        (json!({"calls": 9}), CapKind::Calls, 4),
    ] {
        let form = with_budget(budget);
        let ports = ports(counted().0, Rc::new(MemoryStore::new()));
        let started = Interview::start(form, page(), ports, with_caps(calls(4)));
        let mut driver = block_on(started).unwrap();
        let outcome = answer_on(&mut driver);
        let Ok(Pause::Failed(Failure::BudgetExceeded { scope, reached, .. })) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(scope, CapScope::Session);
        let is_it = matches!(reached, BudgetExceeded::Reached { what: it, limit: at, .. }
            if it == what && at == limit);
        assert!(is_it, "{reached:?}");
        let spent = driver.orchestrator().state().spent;
        assert!(spent.calls > 0, "{spent:?}");
        if what == CapKind::Tokens {
            assert!(
                spent.prompt_tokens + spent.completion_tokens <= limit,
                "{spent:?}"
            );
        }
    }
}

#[test]
fn a_call_that_failed_is_counted_and_stored_at_once() {
    let broken = Rc::new(Cell::new(true));
    let breaks = broken.clone();
    let model = FnModel(move |request: &ChatRequest| {
        if breaks.replace(false) {
            return Err(LlmError::Truncated {
                detail: "cut".into(),
            });
        }
        Ok(respond(request))
    });
    let store = Rc::new(MemoryStore::new());
    let mut driver = begin(ports(Rc::new(model), store.clone()), Limits::default());
    assert!(block_on(driver.advance()).is_err());
    let spent = driver.orchestrator().state().spent;
    assert_eq!(
        (spent.calls, spent.completion_tokens, spent.estimated),
        (1, 0, true)
    );
    assert!(spent.prompt_tokens > 0);
    let id = driver.orchestrator().state().session_id.clone();
    let stored = || block_on(load_session(&*store, &id)).unwrap().unwrap();
    assert_eq!(stored().spent, spent);

    assert_eq!(block_on(driver.advance()), Ok(Pause::Answer));
    assert_eq!(stored().spent, driver.orchestrator().state().spent);
    assert_eq!(stored().spent.calls, 2);
}

#[test]
fn what_each_agent_came_to_adds_up_to_the_session() {
    let mut driver = begin(
        ports(scripted(), Rc::new(MemoryStore::new())),
        Limits::default(),
    );
    answer_on(&mut driver).unwrap();
    let state = driver.orchestrator().state();
    assert_eq!(state.spent_by_agent.len(), 2, "the Greeter costs nothing");
    let agents = state.spent_by_agent.values().copied();
    assert_eq!(
        agents.fold(UsageTotals::default(), UsageTotals::plus),
        state.spent
    );
}

#[test]
fn a_session_of_the_first_version_is_read_with_the_tokens_that_it_counted() {
    let form = form();
    let store = Rc::new(MemoryStore::new());
    let id = SessionId("first".to_owned());
    // Stopped in the middle of a run, which had counted by itself.
    let usage = json!({"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10});
    let run = json!({
        "agent": "greeter", "maxTurns": 10, "turns": 0, "toolCalls": [], "data": {},
        "messages": [{"role": "user", "content": "<brief>\n{\"section\":\"language\"}\n</brief>"}],
        "usage": usage, "state": "awaiting_model",
    });
    let head = json!({
        "sessionId": "first", "formTitle": "Visit", "fields": 3, "fieldsDone": 0,
        "agentStack": [{"agent": "greeter", "run": run, "subSession": null}],
        "bootstrap": {"language": null, "country": null, "timezone": null},
        "currentFieldIndex": 0, "followUpCount": 0, "pendingData": {}, "page": page(),
        "failure": null, "submittedAt": null, "usage": usage, "step": 1,
        "createdAt": 1000, "updatedAt": 1001,
    });
    let mut batch = kikitori_store::Batch::new();
    batch.put("head/first", Record::json(1, &head));
    let form = serde_json::to_value(form).unwrap();
    batch.put("session/first/form", Record::json(1, &form));
    block_on(store.commit(batch)).unwrap();
    let state = block_on(load_session(&*store, &id)).unwrap().unwrap();
    let expected = UsageTotals {
        prompt_tokens: 7,
        completion_tokens: 3,
        ..UsageTotals::default()
    };
    assert_eq!((state.spent, state.compacted_messages), (expected, 0));
    let ports = ports(scripted(), store);
    let mut driver = block_on(Interview::resume(&id, ports, Limits::default())).unwrap();
    assert_eq!(answer_on(&mut driver), Ok(Pause::Confirm));
}
