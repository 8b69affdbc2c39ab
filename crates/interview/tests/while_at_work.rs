//! What the person does while an agent is at work: nothing they say is dropped, and a stop gives
//! it back.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::channel::oneshot;
use futures::executor::{LocalPool, block_on};
use futures::future::LocalBoxFuture;
use futures::task::LocalSpawnExt;
use kikitori_interview::{
    Command, DriveError, EngineError, Event, Events, FieldState, Interview, Limits,
    MainSessionState, PageContext, Pause, Ports, SessionId, load_session,
};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_scripted::offers;
use kikitori_store::RecordingStore;
use support::*;

/// A model whose replies come when the test says so.
#[derive(Default)]
struct Gated {
    calls: RefCell<VecDeque<(ChatRequest, oneshot::Sender<()>)>>,
}

impl Model for Gated {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        let (release, released) = oneshot::channel();
        self.calls
            .borrow_mut()
            .push_back((request.clone(), release));
        Box::pin(async move {
            released.await.unwrap();
            Ok(respond(&request))
        })
    }
}

/// Keeps the last state that was shown.
#[derive(Default)]
struct Shown(RefCell<Option<MainSessionState>>);

impl Events for Shown {
    fn event(&self, event: Event<'_>) {
        if let Event::Stored { orchestrator } = event {
            *self.0.borrow_mut() = Some(orchestrator.state().clone());
        }
    }
}

struct AtWork {
    pool: LocalPool,
    commands: UnboundedSender<Command>,
    pauses: Rc<RefCell<Vec<Result<Pause, DriveError>>>>,
    model: Rc<Gated>,
    shown: Rc<Shown>,
    store: Rc<RecordingStore>,
}

impl AtWork {
    /// A session at its first question.
    fn at_the_first_field() -> Self {
        Self::of(page())
    }

    /// A session in another language than its form's, of which the translations are under way.
    fn in_french() -> Self {
        Self::of(PageContext {
            languages: vec!["fr".to_owned()],
            ..page()
        })
    }

    fn of(page: PageContext) -> Self {
        let is_english = page.languages == ["en"];
        let (model, shown) = (Rc::new(Gated::default()), Rc::new(Shown::default()));
        let store = Rc::new(RecordingStore::new());
        let ports = Ports {
            events: shown.clone(),
            ..ports(model.clone(), store.clone())
        };
        let interview = Interview::start(form(), page, ports, Limits::default());
        let interview = block_on(interview).unwrap();
        let (commands, receiver) = unbounded();
        let pauses = Rc::new(RefCell::new(Vec::new()));
        let heard = pauses.clone();
        let pool = LocalPool::new();
        let work = async move {
            let on_pause = |pause| heard.borrow_mut().push(pause);
            interview.run(receiver, on_pause).await;
        };
        pool.spawner().spawn_local(work).unwrap();
        let mut session = Self {
            pool,
            commands,
            pauses,
            model,
            shown,
            store,
        };
        match is_english {
            true => drop(session.reply_until_paused()),
            false => session.pool.run_until_stalled(),
        }
        session
    }

    /// The place of the open call that offers `tool`.
    fn call_of(&self, tool: &str) -> usize {
        let calls = self.model.calls.borrow();
        let place = calls
            .iter()
            .position(|(request, call)| !call.is_canceled() && offers(request, tool));
        place.unwrap()
    }

    /// Whether a call is under way that offers `tool`.
    fn offers(&self, tool: &str) -> bool {
        let calls = self.model.calls.borrow();
        let mut open = calls.iter().filter(|(_, call)| !call.is_canceled());
        open.any(|(request, _)| offers(request, tool))
    }

    /// Lets the call that offers `tool` have its reply.
    fn reply_to(&mut self, tool: &str) {
        let place = self.call_of(tool);
        let call = self.model.calls.borrow_mut().remove(place);
        call.unwrap().1.send(()).unwrap();
        self.pool.run_until_stalled();
    }

    fn command(&mut self, command: Command) {
        self.commands.unbounded_send(command).unwrap();
        self.pool.run_until_stalled();
    }

    fn say(&mut self, text: &str) {
        self.command(Command::Answer {
            text: text.to_owned(),
            page: page(),
        });
    }

    /// The requests of the calls that are under way, as text.
    fn asked(&self) -> String {
        let calls = self.model.calls.borrow();
        let open = calls.iter().filter(|(_, call)| !call.is_canceled());
        let open: Vec<_> = open.map(|(request, _)| request).collect();
        serde_json::to_string(&open).unwrap()
    }

    /// Lets the first call that is under way have its reply.
    fn reply(&mut self) {
        let open = |calls: &mut VecDeque<(ChatRequest, oneshot::Sender<()>)>| {
            calls.retain(|(_, call)| !call.is_canceled());
            calls.pop_front()
        };
        let call = open(&mut self.model.calls.borrow_mut());
        call.unwrap().1.send(()).unwrap();
        self.pool.run_until_stalled();
    }

    fn reply_until_paused(&mut self) -> Pause {
        let before = self.pauses.borrow().len();
        for _ in 0..50 {
            self.pool.run_until_stalled();
            if self.pauses.borrow().len() > before {
                return self.pauses.borrow().last().cloned().unwrap().unwrap();
            }
            self.reply();
        }
        panic!("no pause")
    }

    fn state(&self) -> MainSessionState {
        self.shown.0.borrow().clone().unwrap()
    }

    fn stored(&self) -> MainSessionState {
        let id: SessionId = self.state().session_id;
        block_on(load_session(&*self.store, &id)).unwrap().unwrap()
    }
}

fn said(state: &MainSessionState) -> Vec<String> {
    state.chat().map(|message| message.text.clone()).collect()
}

fn values(state: &MainSessionState) -> Vec<String> {
    let values = state.collected_fields.values();
    values.map(|it| it.value.to_string()).collect()
}

#[test]
fn an_answer_while_another_is_heard_joins_it_and_both_are_heard_anew() {
    let mut session = AtWork::at_the_first_field();
    session.say("Ada");
    assert!(session.asked().contains("<respondent_message>Ada<"));
    let before = session.state().spent.calls;
    session.say("Lovelace");
    assert!(said(&session.stored()).ends_with(&["Ada".to_owned(), "Lovelace".to_owned()]));
    let request = session.asked();
    assert!(request.contains(">Ada<") && request.contains(">Lovelace<"));
    assert_eq!(
        session.state().spent.calls,
        before + 1,
        "the first try counts"
    );
    assert_eq!(session.reply_until_paused(), Pause::Answer);
    assert_eq!(values(&session.state()), ["Ada; Lovelace"]);
}

#[test]
fn an_answer_during_a_review_is_judged_with_it() {
    for finished in [None, Some("ask"), Some("review")] {
        let mut session = AtWork::at_the_first_field();
        session.say("Ada Lovelace");
        session.reply_until_paused();
        session.say("It is my back");
        if let Some(tool) = finished {
            session.reply_to(tool);
        }
        session.say("Since yesterday");
        let asked = session.asked();
        assert!(asked.contains("<answer>It is my back</answer>"), "{asked}");
        assert!(
            asked.contains("<answer>Since yesterday</answer>"),
            "{asked}"
        );
        assert_eq!(session.reply_until_paused(), Pause::Answer);
        let state = session.state();
        assert_eq!(values(&state)[1], "It is my back; Since yesterday");
        assert_eq!(
            state.chat().last().unwrap().text,
            "Please tell me: Anything else"
        );
    }
}

#[test]
fn nobody_waits_for_translations() {
    let mut session = AtWork::in_french();
    session.reply_to("ask");
    assert!(session.offers("create_plan"), "it is still under way");
    let state = session.state();
    assert_eq!(
        state.chat().last().unwrap().text,
        "Please tell me: Full name"
    );
    session.say("Ada Lovelace");
    assert!(session.offers("create_plan") && session.offers("ask"));
    session.reply_to("ask");
    assert_eq!(values(&session.state()), ["Ada Lovelace"]);
    session.reply_to("create_plan");
    assert_eq!(values(&session.state()), ["Ada Lovelace"]);
    let last = session.pauses.borrow().last().cloned().unwrap();
    assert_eq!(last, Ok(Pause::Answer));
}

#[test]
fn a_stop_leaves_the_translations_at_work() {
    let mut session = AtWork::in_french();
    session.reply_to("ask");
    session.say("Ada");
    session.command(Command::Stop);
    assert!(session.offers("create_plan") && !session.offers("ask"));
    assert_eq!(session.state().withdrawn.as_deref(), Some("Ada"));
    session.command(Command::Stop);
    assert!(session.offers("create_plan"), "there is nothing to stop");
}

#[test]
fn a_stop_gives_the_answer_back_and_sending_again_replaces_the_turn() {
    for answers in [&[][..], &["Ada Lovelace"]] {
        let mut session = AtWork::at_the_first_field();
        for answer in answers {
            session.say(answer);
            session.reply_until_paused();
        }
        let before = session.state();
        session.say("Ada");
        if !answers.is_empty() {
            session.reply_to("review");
        }
        let calls = session.state().spent.calls;
        session.command(Command::Stop);
        let last = session.pauses.borrow().last().cloned().unwrap();
        assert_eq!(last, Ok(Pause::Answer));
        for state in [session.state(), session.stored()] {
            assert_eq!(state.withdrawn.as_deref(), Some("Ada"));
            assert_eq!(said(&state), said(&before));
            assert_eq!(state.field_progress, before.field_progress);
            assert_eq!(state.collected_fields, before.collected_fields);
            assert_eq!(state.spent.calls, calls + 1, "the stopped call is counted");
        }
        session.say("Ada Lovelace");
        assert_eq!(session.state().withdrawn, None);
        assert_eq!(session.reply_until_paused(), Pause::Answer);
        assert_eq!(values(&session.state())[0], "Ada Lovelace");
        assert!(!said(&session.state()).contains(&"Ada".to_owned()));
    }
}

#[test]
fn a_killed_tab_has_what_was_said_or_taken_back_until_then() {
    let mut session = AtWork::at_the_first_field();
    session.say("Ada");
    session.say("Lovelace");
    session.reply_until_paused();
    session.say("It is my back");
    session.reply();
    session.command(Command::Stop);
    session.say("It is my head");
    session.reply_until_paused();
    let id = session.state().session_id;
    for killed in session.store.after_each() {
        let mut driver = resume(&id, ports(scripted(), Rc::new(killed)));
        let outcome = block_on(async {
            for _ in 0..20 {
                match driver.advance().await.unwrap() {
                    Pause::Answer => driver
                        .answer("My head, since yesterday", page())
                        .await
                        .unwrap(),
                    Pause::Confirm => return true,
                    other => panic!("{other:?}"),
                }
            }
            false
        });
        let done = driver.orchestrator().outline();
        assert!(outcome && done.iter().all(|it| it.state == FieldState::Done));
    }
}

#[test]
fn a_blank_answer_during_a_call_is_refused_and_the_call_goes_on() {
    let mut session = AtWork::at_the_first_field();
    session.say("Ada");
    let before = session.state();
    session.say(" \n");
    assert_eq!(session.state(), before);
    assert!(session.asked().contains("<respondent_message>Ada<"));
    let refused = EngineError::BlankAnswer.to_string();
    assert!(!refused.is_empty());
    assert_eq!(session.reply_until_paused(), Pause::Answer);
}
