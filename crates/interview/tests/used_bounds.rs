//! Every bound of an interview can be set by its form, is typed where it is reached, and can be read
//! with what was used of it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_form::parse_form;
use kikitori_interview::{
    Failure, FieldOutcome, Interview, Limits, OutlineEntry, Pause, Used, UsedBounds,
};
use kikitori_llm::{BudgetExceeded, CapKind, Caps, ChatRequest, Money, Price};
use kikitori_scripted::calls;
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// A form of two fields with this budget, of which the first may be asked about twice more.
fn form(budget: Value) -> String {
    json!({"id": "f", "title": "F", "budget": budget, "fields": [
        {"id": "name", "label": "Name", "required": true, "followUps": 2},
        {"id": "notes", "label": "Notes", "required": true}]})
    .to_string()
}

/// Nothing that is said about the name is enough.
fn never_content(request: &ChatRequest) -> kikitori_llm::Completion {
    let said = said_last(request);
    if now(request)["asked"] != "name" || said.is_empty() {
        return respond(request);
    }
    let mut entry = heard("name", said.last().unwrap());
    entry["outcome"] = json!("not_enough");
    entry["missing"] = json!(["more"]);
    calls("ask", asking(request, vec![entry]))
}

fn started(form: &str, limits: Limits) -> Interview {
    let ports = ports(recorded(never_content).0, Rc::new(MemoryStore::new()));
    let form = parse_form(form).unwrap();
    block_on(Interview::start(form, page(), ports, limits)).unwrap()
}

fn priced() -> Limits {
    let price = Price {
        prompt: "1".parse().unwrap(),
        completion: "1".parse().unwrap(),
    };
    Limits {
        price: Some(price),
        ..Limits::default()
    }
}

fn bounds(interview: &Interview) -> UsedBounds {
    interview.orchestrator().used_bounds()
}

fn name(interview: &Interview) -> OutlineEntry {
    interview.orchestrator().outline().remove(0)
}

#[test]
fn what_is_used_of_each_bound_can_be_read() {
    let budget = json!({"followUps": 7, "calls": 50, "tokens": 900_000, "cost": 2.5});
    let mut interview = started(&form(budget), priced());
    say(&mut interview, &["Ada", "Ada, I said"]);
    let used = bounds(&interview);
    let limit = |limit| Some(limit);
    assert_eq!(
        used.follow_ups,
        Used {
            used: 2,
            limit: Some(7)
        }
    );
    assert_eq!(
        used.calls,
        Used {
            used: 3,
            limit: limit(50)
        }
    );
    assert_eq!(used.tokens.limit, limit(900_000));
    assert_eq!(
        used.tokens.used,
        used.prompt_tokens.used + used.completion_tokens.used
    );
    assert_eq!(used.prompt_tokens.limit, None);
    assert_eq!(used.cost.limit, Some(Money::from_millionths(2_500_000)));
    assert!(used.cost.used > Money::default() && used.cost.has_left());
    assert_eq!(
        name(&interview).follow_ups,
        Used {
            used: 2,
            limit: Some(2)
        }
    );
    // Without a budget there are the bounds of the page, and those of the code.
    let page = Limits {
        session_caps: Caps {
            calls: Some(40),
            ..Caps::default()
        },
        ..Limits::default()
    };
    let used = bounds(&started(&form(json!({})), page));
    assert_eq!(used.calls.limit, Some(40));
    assert_eq!(used.follow_ups.limit, Some(100));
    assert_eq!((used.tokens.limit, used.cost.limit), (None, None));
    // The narrower one counts.
    let used = bounds(&started(&form(json!({"calls": 30})), page));
    assert_eq!(used.calls.limit, Some(30));
    let used = bounds(&started(&form(json!({"calls": 60})), page));
    assert_eq!(used.calls.limit, Some(40));
}

#[test]
fn what_is_reached_is_told_by_its_type() {
    for (budget, what) in [
        (json!({"calls": 2}), CapKind::Calls),
        (json!({"tokens": 1_500}), CapKind::Tokens),
        (json!({"cost": 0.0015}), CapKind::Cost),
    ] {
        let mut interview = started(&form(budget.clone()), priced());
        let mut pause = block_on(interview.advance()).unwrap();
        while pause == Pause::Answer {
            block_on(interview.answer("Ada", page())).unwrap();
            pause = block_on(interview.advance()).unwrap();
        }
        let Pause::Failed(Failure::BudgetExceeded { reached, .. }) = pause else {
            panic!("{budget}: {pause:?}")
        };
        let BudgetExceeded::Reached { what: found, .. } = reached else {
            panic!("{budget}: {reached:?}")
        };
        assert_eq!(found, what, "{budget}");
    }
}

#[test]
fn follow_ups_end_a_field_and_then_all_of_them() {
    for (budget, answers, used) in [(json!({}), 3, 2), (json!({"followUps": 1}), 2, 1)] {
        let mut interview = started(&form(budget.clone()), Limits::default());
        for answer in 0..answers {
            assert_eq!(name(&interview).outcome, None, "{budget}: {answer}");
            say(&mut interview, &["Ada"]);
        }
        assert_eq!(
            name(&interview).outcome,
            Some(FieldOutcome::Unresolved),
            "{budget}"
        );
        assert_eq!(name(&interview).missing, ["more"]);
        assert_eq!(bounds(&interview).follow_ups.used, used, "{budget}");
    }
}

/// At the last try for the name they tell the notes, of which the first report asks for the wrong field.
#[test]
fn who_tells_something_else_at_the_last_try_is_asked_once_more_also_after_a_repair() {
    let calls_made = Cell::new(0);
    let model = recorded(move |request: &ChatRequest| {
        if said_last(request).last().is_none_or(|said| said != "Blue") {
            return never_content(request);
        }
        let mut ask = asking(request, vec![heard("notes", "Blue")]);
        calls_made.set(calls_made.get() + 1);
        if calls_made.get() == 1 {
            ask["asks"] = Value::Null;
        }
        calls("ask", ask)
    });
    let ports = ports(model.0, Rc::new(MemoryStore::new()));
    let form = parse_form(&form(json!({}))).unwrap();
    let mut interview = block_on(Interview::start(form, page(), ports, Limits::default())).unwrap();
    say(&mut interview, &["Ada", "Ada", "Blue"]);
    assert_eq!(value_of(&interview, "notes").as_deref(), Some("Blue"));
    assert_eq!(name(&interview).outcome, None);
    assert_eq!(told(&interview), "Please tell me: Name");
    say(&mut interview, &["Ada"]);
    assert_eq!(name(&interview).outcome, Some(FieldOutcome::Unresolved));
}

#[test]
fn a_budget_that_does_not_fit_is_refused_with_its_place() {
    for (budget, place) in [
        (json!({"cost": -1}), "budget.cost"),
        (json!({"cost": 0.1234567}), "budget.cost"),
        (json!({"cost": 10_000_000_000_u64}), "budget.cost"),
        (json!({"cost": "a lot"}), "budget.cost"),
        (json!({"calls": 0}), "budget.calls"),
        (json!({"followUps": -1}), "budget.followUps"),
    ] {
        let refused = parse_form(&form(budget.clone())).unwrap_err().to_string();
        assert!(refused.contains(place), "{budget}: {refused}");
    }
    for budget in [
        json!({"cost": 0}),
        json!({"cost": 0.5}),
        json!({"cost": "0.50"}),
    ] {
        parse_form(&form(budget)).unwrap();
    }
}

#[test]
fn who_asks_back_is_answered_beyond_the_follow_ups_of_a_field_but_not_for_ever() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true, "followUps": 1},
        {"id": "rest", "label": "Rest", "required": true}]}"#;
    let (model, _) = recorded(|request| {
        let mut ask = asking(request, Vec::new());
        ask["question"] = json!("They ask why.");
        ask["asks"] = json!("name");
        match said_last(request).is_empty() {
            true => respond(request),
            false => kikitori_scripted::calls("ask", ask),
        }
    });
    let mut interview = interview_of(form, model);
    let id = kikitori_interview::FieldId::new("name").unwrap();
    let mut asked = 0;
    while interview.orchestrator().state().outcome_of(&id).is_none() {
        asked += 1;
        assert!(asked <= 7, "nothing ends it");
        say(&mut interview, &["why do you ask?"]);
    }
    assert_eq!(asked, 7);
}
