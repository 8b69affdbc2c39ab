//! A session that another module has begun, and whose first question was asked for there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_engine::caller::CallEvent;
use kikitori_interview::{
    Beginning, CallMadeElsewhere, Interview, Limits, MadeReply, NotHandedOver, Opening,
    first_question_shown,
};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model, UsageTotals};
use kikitori_ports::TransportError;
use kikitori_store::{MemoryStore, Store};
use support::{ANSWERS, FORM, counting_calls, finish, page, ports, resume, scripted};

const AT: u64 = 1_764_000_000_000;

fn beginning() -> Beginning {
    let locale = ports(scripted(), Rc::new(MemoryStore::new())).locale;
    Beginning::new(FORM, page(), AT, &*locale).unwrap()
}

/// As it comes out of one module and into another.
fn handed_over() -> Beginning {
    let locale = ports(scripted(), Rc::new(MemoryStore::new())).locale;
    Beginning::from_json(&beginning().to_json().unwrap(), &*locale).unwrap()
}

/// What the model replies to the first request.
fn reply() -> MadeReply {
    let locale = ports(scripted(), Rc::new(MemoryStore::new())).locale;
    let request = beginning().request(Limits::default().context_tokens, &*locale);
    let completion = block_on(scripted().chat(request, &mut |_| {})).unwrap();
    MadeReply {
        message: completion.message,
        usage: UsageTotals {
            calls: 1,
            prompt_tokens: 700,
            completion_tokens: 30,
            ..UsageTotals::default()
        },
    }
}

/// A call that shows these pieces and then brings this.
struct Made(Vec<&'static str>, Option<MadeReply>);
impl CallMadeElsewhere for Made {
    fn reply<'a>(
        &'a self,
        on_shown: &'a mut dyn FnMut(String),
    ) -> LocalBoxFuture<'a, Option<MadeReply>> {
        for piece in &self.0 {
            on_shown((*piece).to_owned());
        }
        let reply = self.1.clone();
        Box::pin(async { reply })
    }
}

struct Taken {
    store: Rc<dyn Store>,
    requests: Rc<Cell<usize>>,
    opening: Opening,
}

fn take_up(made: Made) -> Taken {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let requests = Rc::<Cell<usize>>::default();
    let model = counting_calls(scripted(), requests.clone());
    let ports = ports(model, store.clone());
    let taken = Opening::take_up(handed_over(), Rc::new(made), ports, Limits::default());
    let opening = block_on(taken).unwrap();
    Taken {
        store,
        requests,
        opening,
    }
}

#[test]
fn what_is_handed_over_asks_for_the_same() {
    let locale = ports(scripted(), Rc::new(MemoryStore::new())).locale;
    let request = |it: &Beginning| it.request(Limits::default().context_tokens, &*locale);
    assert_eq!(request(&handed_over()), request(&beginning()));
    assert_eq!(first_question_shown().tool, "ask");
    for (json, is_form) in [
        ("", false),
        ("{}", false),
        ("{\"form\":\"[]\",\"page\":{},\"createdAt\":1}", true),
    ] {
        let error = Beginning::from_json(json, &*locale).unwrap_err();
        assert_eq!(
            matches!(error, NotHandedOver::Form(_)),
            is_form,
            "{json} {error}"
        );
    }
}

#[test]
fn a_question_that_was_asked_for_elsewhere_is_not_asked_for_again() {
    let made = Made(vec!["What ", "is it?"], Some(reply()));
    let Taken {
        store,
        requests,
        mut opening,
    } = take_up(made);
    let mut events = Vec::new();
    let outcome = block_on(opening.call(&mut |event| events.push(event)));
    assert_eq!(
        events,
        [
            CallEvent::Shown("What ".to_owned()),
            CallEvent::Shown("is it?".to_owned()),
            CallEvent::Used(reply().usage)
        ]
    );
    let question = block_on(opening.take(outcome))
        .unwrap()
        .expect("a question");
    let asked = beginning().question_in(&reply().message, question.at);
    assert_eq!(Some(question), asked);
    assert_eq!(requests.get(), 0);
    // It is on record, with what it used, for a page that is loaded anew as well.
    let id = opening.session_id().clone();
    let mut interview = resume(&id, ports(scripted(), store));
    assert_eq!(interview.orchestrator().state().spent, reply().usage);
    finish(&mut interview, &ANSWERS);
}

#[test]
fn a_call_that_failed_elsewhere_is_made_here_and_both_are_counted() {
    let Taken {
        store,
        requests,
        mut opening,
    } = take_up(Made(vec!["What "], None));
    let mut again = 0;
    let outcome =
        block_on(opening.call(&mut |event| again += usize::from(event == CallEvent::Again)));
    assert_eq!((again, requests.get()), (1, 1));
    assert!(block_on(opening.take(outcome)).unwrap().is_some());
    let ports = ports(scripted(), store);
    let mut interview = Interview::take_over(opening, ports, Limits::default()).unwrap();
    assert_eq!(interview.orchestrator().state().spent.calls, 2);
    finish(&mut interview, &ANSWERS);
}

#[test]
fn what_is_left_while_it_is_under_way_is_counted_by_estimate() {
    struct Pending;
    impl CallMadeElsewhere for Pending {
        fn reply<'a>(
            &'a self,
            _: &'a mut dyn FnMut(String),
        ) -> LocalBoxFuture<'a, Option<MadeReply>> {
            Box::pin(futures::future::pending())
        }
    }
    let ports = ports(scripted(), Rc::new(MemoryStore::new()));
    let made = Rc::new(Pending);
    let limits = Limits::default();
    let mut opening =
        block_on(Opening::take_up(handed_over(), made, ports.clone(), limits)).unwrap();
    {
        let mut on_event = |_| {};
        let mut call = Box::pin(opening.call(&mut on_event));
        assert!(futures::FutureExt::now_or_never(&mut call).is_none());
    }
    block_on(opening.abandon()).unwrap();
    let interview = Interview::take_over(opening, ports, limits).unwrap();
    let usage = interview.orchestrator().state().spent;
    assert!(
        usage.estimated && usage.calls == 1 && usage.prompt_tokens > 100,
        "{usage:?}"
    );
}

#[test]
fn a_failure_of_the_second_call_is_told_as_any() {
    struct Away;
    impl Model for Away {
        fn chat<'a>(
            &'a self,
            _: ChatRequest,
            _: &'a mut dyn FnMut(Delta),
        ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
            let detail = "away".to_owned();
            Box::pin(async { Err(LlmError::Transport(TransportError::Unreachable { detail })) })
        }
    }
    let ports = ports(Rc::new(Away), Rc::new(MemoryStore::new()));
    let made = Rc::new(Made(Vec::new(), None));
    let taken = Opening::take_up(handed_over(), made, ports, Limits::default());
    let opening = block_on(taken).unwrap();
    assert!(block_on(opening.call(&mut |_| {})).is_err());
}
