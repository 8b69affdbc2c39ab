//! What holds with any model at all, and whatever the respondent says and does.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod always;
mod by_hand;
mod form;
mod hostile;
mod random;
use crate::support;

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::task::Poll;

use by_hand::Deed;
use form::{FORM, SECRET};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_interview::{Interview, Limits, Pause, Submission, parse_form};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_scripted::offers;
use kikitori_store::MemoryStore;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use random::Turn;
use serde_json::{Value, json};
use support::*;

/// So often a person says something before they fill in the rest by hand.
const ROUNDS: usize = 40;
/// Model calls between two turns of the person. Interviewer, Reviewer and LineReaders have ten turns
/// each, and begin anew after a review at most once.
const CALLS_A_TURN: u32 = 90;
/// Model calls of a whole interview, retries and plain form included.
const CALLS_IN_ALL: u32 = 3_000;

/// How an interview ended. There is no third way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// In the conversation.
    Talk,
    /// What was left was filled in by hand.
    ByHand,
}

/// Somebody who answers, says and does this in each round.
struct Person<'a> {
    says: &'a dyn Fn(usize) -> String,
    does: &'a dyn Fn(usize) -> Option<Deed>,
}

/// Counts the calls of a model, and looks for what it may not be told.
struct Counted {
    since_the_person: Rc<Cell<u32>>,
    in_all: Rc<Cell<u32>>,
}

impl Counted {
    fn new() -> Self {
        Self {
            since_the_person: Rc::default(),
            in_all: Rc::default(),
        }
    }

    fn model(&self, reply: Reply) -> Rc<dyn kikitori_llm::Model> {
        let (since, all) = (self.since_the_person.clone(), self.in_all.clone());
        let model = FnModel(move |request: &ChatRequest| {
            since.set(since.get() + 1);
            all.set(all.get() + 1);
            // It is held to its bound once the turn is over, unless that never comes.
            let is_endless = since.get() > 10 * CALLS_A_TURN;
            assert!(
                !is_endless,
                "a turn does not end: {:#?}",
                request.messages.last()
            );
            Ok(reply(request))
        });
        Rc::new(InAnyOrder {
            model,
            calls: Cell::new(0),
        })
    }

    fn check(&self) {
        let (since, all) = (self.since_the_person.get(), self.in_all.get());
        assert!(since <= CALLS_A_TURN, "{since} calls in one turn");
        assert!(all <= CALLS_IN_ALL, "{all} calls");
    }
}

/// A model that takes its time: of calls that run side by side now the one is answered first, now the other.
struct InAnyOrder<M> {
    model: M,
    calls: Cell<u32>,
}

impl<M: Model> Model for InAnyOrder<M> {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        let call = self.calls.get().wrapping_add(1);
        self.calls.set(call);
        // Knuth's multiplier: consecutive calls wait for as long as if chance had it.
        let mut waits = call.wrapping_mul(2_654_435_761) >> 30;
        Box::pin(async move {
            poll_fn(|context| {
                context.waker().wake_by_ref();
                let is_over = waits == 0;
                waits = waits.saturating_sub(1);
                if is_over {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
            self.model.chat(request, on_delta).await
        })
    }
}

type Reply = Box<dyn Fn(&ChatRequest) -> Completion>;

/// An interview to its end.
async fn interviewed(reply: Reply, person: Person<'_>) -> End {
    let counted = Counted::new();
    let store = Rc::new(MemoryStore::new());
    let ports = ports(counted.model(reply), store.clone());
    let started = Interview::start(parse_form(FORM).unwrap(), page(), ports, Limits::default());
    let mut interview = started.await.unwrap();
    let mut before = None;
    for round in 0..ROUNDS {
        counted.since_the_person.set(0);
        let pause = interview.advance().await.unwrap();
        counted.check();
        always::check(&interview);
        if let Some(before) = before.take() {
            always::check_not_undone(&before, &interview);
        }
        if !matches!(pause, Pause::Confirm | Pause::Done) {
            assert!(interview.confirm("now".into()).await.is_err());
            assert_eq!(Submission::of(interview.orchestrator()), None);
        }
        if round % 8 == 0 {
            always::check_stored(&interview, &*store).await;
        }
        if let Some(deed) = (person.does)(round) {
            by_hand::perform(&mut interview, deed).await;
            always::check(&interview);
            continue;
        }
        match pause {
            Pause::Answer => {
                let state = interview.orchestrator().state();
                let is_secret = state.current_field().is_some_and(|(_, it)| it.private);
                let text = match is_secret {
                    true => SECRET.to_owned(),
                    false => (person.says)(round),
                };
                before = Some(interview.orchestrator().state().clone());
                interview.answer(&text, page()).await.unwrap();
            }
            Pause::Failed(_) | Pause::Stopped => interview.retry().await.unwrap(),
            Pause::Confirm => {
                let is_blocked = !interview.orchestrator().blocking().is_empty();
                let confirmed = interview.confirm("now".into()).await;
                assert_eq!(confirmed.is_err(), is_blocked);
                if !is_blocked {
                    always::check_submitted(&interview);
                    return End::Talk;
                }
                interview
                    .answer(&(person.says)(round), page())
                    .await
                    .unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
    by_hand::finish(&mut interview, &counted).await;
    always::check_submitted(&interview);
    End::ByHand
}

/// How many interviews each test holds; `KIKITORI_INTERVIEWS` asks for more.
fn interviews() -> u32 {
    let wanted = std::env::var("KIKITORI_INTERVIEWS").ok();
    wanted.and_then(|it| it.parse().ok()).unwrap_or(25)
}

/// Which of them this program holds, of how many that run side by side: `KIKITORI_PART=2/3` is every third
/// one from the second. All of them where nothing is said.
fn part() -> (u32, u32) {
    let said = std::env::var("KIKITORI_PART").ok();
    let part = said.as_deref().and_then(|it| it.split_once('/'));
    let part = part.and_then(|(at, of)| Some((at.parse().ok()?, of.parse().ok()?)));
    let (at, of): (u32, u32) = part.unwrap_or((1, 1));
    assert!(at >= 1 && at <= of, "KIKITORI_PART is no part: {said:?}");
    (at - 1, of)
}

/// Holds so many interviews, each with the model that `model` makes of what chance gives, and a
/// person who says and does things at random; how many ended in the conversation, of how many.
fn held<T: std::fmt::Debug>(
    gives: impl Strategy<Value = T>,
    deeds: impl Strategy<Value = Option<Deed>>,
    model: impl Fn(T) -> Reply,
) -> (u32, u32) {
    let mut runner = TestRunner::deterministic();
    let said = proptest::collection::vec(proptest::sample::select(&form::SAID[..]), 1..12);
    let deeds = proptest::collection::vec(deeds, ROUNDS);
    let (at, parts) = part();
    let (mut in_talk, mut of) = (0, 0);
    for number in 0..interviews() {
        let given = gives.new_tree(&mut runner).unwrap().current();
        let said = said.new_tree(&mut runner).unwrap().current();
        let deeds = deeds.new_tree(&mut runner).unwrap().current();
        if number % parts != at {
            continue;
        }
        of += 1;
        let person = Person {
            says: &|round| said[round % said.len()].to_owned(),
            does: &|round| deeds.get(round).cloned().flatten(),
        };
        // Each comes to its end, or this panics.
        let interview = || block_on(interviewed(model(given), person));
        let end = catch_unwind(AssertUnwindSafe(interview)).unwrap_or_else(|cause| {
            eprintln!("this was interview {number}, from 0");
            resume_unwind(cause)
        });
        in_talk += u32::from(end == End::Talk);
    }
    (in_talk, of)
}

/// A model that does these in turn, and every so often as one that is right. `judged_early` counts
/// what was told before it was asked for and then judged.
fn in_turn(turns: Vec<Turn>, honest_every: usize, judged_early: &Rc<Cell<u32>>) -> Reply {
    let position = RefCell::new(0usize);
    let (judged_early, is_told) = (judged_early.clone(), Cell::new(false));
    Box::new(move |request| {
        let mut position = position.borrow_mut();
        *position += 1;
        if is_told.take() && offers(request, "review") {
            judged_early.set(judged_early.get() + 1);
        }
        let is_honest = honest_every > 0 && position.is_multiple_of(honest_every);
        match &turns[*position % turns.len()] {
            _ if is_honest => honest(request),
            Turn::Replies(reply) => (**reply).clone(),
            Turn::TellsEarly => {
                let told = random::told_early(request);
                is_told.set(told.is_some());
                told.unwrap_or_else(|| honest(request))
            }
        }
    })
}

/// The player, which does not keep to what kinds of answers there are.
fn honest(request: &ChatRequest) -> Completion {
    let mut reply = respond(request);
    if offers(request, "review")
        && let Some(call) = reply.message.tool_calls.first_mut()
    {
        let mut review: Value = serde_json::from_str(&call.function.arguments).unwrap();
        if review["quote"].as_str().is_some_and(str::is_empty) {
            review["quote"] = json!("Ada");
        }
        call.function.arguments = review.to_string();
    }
    reply
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    proptest::collection::vec(random::turn(), 1..40)
}

#[test]
fn every_interview_with_a_model_that_replies_at_random_comes_to_its_end() {
    let early = Rc::default();
    let deeds = by_hand::now_and_then();
    let (in_talk, of) = held(turns(), deeds, |it| in_turn(it, 0, &early));
    println!("a random model: {in_talk} of {of} ended in the conversation, the others by hand");
    assert!(in_talk * 10 >= of, "{in_talk} of {of}");
    assert!(early.get() > 0, "nothing was judged that was told early");
}

#[test]
fn with_a_model_that_is_right_every_other_time_most_end_in_the_conversation() {
    let early = Rc::default();
    let (in_talk, of) = held(turns(), Just(None), |it| in_turn(it, 2, &early));
    println!("right half the time: {in_talk} of {of} ended in the conversation");
    assert!(in_talk * 10 >= of * 8, "{in_talk} of {of}");
    assert!(early.get() > 0, "nothing was judged that was told early");
}

#[test]
fn every_interview_of_a_hostile_model_with_a_hostile_person_comes_to_its_end() {
    let moves = proptest::collection::vec(hostile::moves(), 1..40);
    let (in_talk, of) = held(moves, by_hand::all_the_time(), hostile::model);
    println!("a hostile model and person: {in_talk} of {of} ended in the conversation");
    assert!(in_talk * 20 >= of, "{in_talk} of {of}");
}
