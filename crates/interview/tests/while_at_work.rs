//! What the person does while an agent is at work: nothing they say is dropped, and a stop gives
//! it back.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::channel::oneshot;
use futures::executor::{LocalPool, block_on};
use futures::future::LocalBoxFuture;
use futures::task::LocalSpawnExt;
use kikitori_interview::{
    Command, DriveError, EngineError, Event, Events, FieldState, MainSessionState, Pause, Ports,
    SessionId, load_session,
};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
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
    fn at_the_greeting() -> Self {
        let (model, shown) = (Rc::new(Gated::default()), Rc::new(Shown::default()));
        let store = Rc::new(RecordingStore::new());
        let ports = Ports {
            events: shown.clone(),
            ..ports(model.clone(), store.clone())
        };
        let interview = start(ports);
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
        session.reply_until_paused();
        session
    }

    /// A session at its first question about a field.
    fn at_the_first_field() -> Self {
        let mut session = Self::at_the_greeting();
        for answer in ["English", "Japan"] {
            session.say(answer);
            session.reply_until_paused();
        }
        session
    }

    /// Lets calls have their replies up to one that offers `tool`.
    fn reply_until_offered(&mut self, tool: &str) {
        for _ in 0..50 {
            if self.offers(tool) {
                return;
            }
            self.reply();
        }
        panic!("{tool} is never offered")
    }

    /// Whether the call that is under way offers `tool`.
    fn offers(&self, tool: &str) -> bool {
        self.asked().contains(&format!("\"name\":\"{tool}\""))
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

    /// The request of the call that is under way, as text.
    fn asked(&self) -> String {
        let calls = self.model.calls.borrow();
        let open: Vec<_> = calls
            .iter()
            .filter(|(_, call)| !call.is_canceled())
            .collect();
        assert_eq!(open.len(), 1, "calls under way");
        serde_json::to_string(&open[0].0).unwrap()
    }

    /// Lets the call that is under way have its reply.
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

#[test]
fn an_answer_during_the_review_joins_it_and_the_review_is_made_anew() {
    let mut session = AtWork::at_the_first_field();
    session.say("Ada");
    assert!(session.asked().contains("<answer>Ada</answer>"));
    let before = session.state().spent.calls;
    session.say("Lovelace");
    assert!(said(&session.stored()).ends_with(&["Ada".to_owned(), "Lovelace".to_owned()]));
    let request = session.asked();
    assert!(request.contains("Ada</answer>") && request.contains("Lovelace</answer>"));
    assert_eq!(
        session.state().spent.calls,
        before + 1,
        "the first try counts"
    );
    assert_eq!(session.reply_until_paused(), Pause::Answer);
    let state = session.state();
    let values: Vec<_> = state.collected_fields.values().collect();
    assert_eq!(values, ["Ada; Lovelace"]);
}

#[test]
fn an_answer_while_the_next_question_is_written_is_about_that_field_and_heard() {
    let mut session = AtWork::at_the_first_field();
    session.say("Ada Lovelace");
    session.reply();
    assert!(!session.asked().contains("It is my back"));
    session.say("It is my back");
    let stored = session.stored();
    let last = stored.chat().last().unwrap();
    let field = last.field_id.as_ref().map(|field| field.as_str());
    assert_eq!(
        (last.text.as_str(), field),
        ("It is my back", Some("trouble"))
    );
    assert!(session.asked().contains("It is my back"));
    assert_eq!(session.reply_until_paused(), Pause::Answer);
    session.say("Since yesterday");
    assert_eq!(session.reply_until_paused(), Pause::Answer);
    let value = session
        .state()
        .collected_fields
        .into_values()
        .last()
        .unwrap();
    assert_eq!(value, "It is my back; Since yesterday");
}

#[test]
fn what_is_said_while_the_greeter_is_at_work_is_heard_by_it() {
    let mut session = AtWork::at_the_greeting();
    session.say("English");
    session.say("Japan");
    assert!(said(&session.stored()).ends_with(&["English".to_owned(), "Japan".to_owned()]));
    assert!(session.offers("set_country"));
    assert!(session.asked().contains("<respondent_message>Japan"));
    assert_eq!(session.reply_until_paused(), Pause::Answer);
    let settled = session.state().bootstrap;
    assert!(settled.language.is_some() && settled.country.is_some());
}

#[test]
fn what_is_said_while_the_architect_is_at_work_waits_for_the_interviewer() {
    let mut session = AtWork::at_the_greeting();
    session.say("English");
    session.reply_until_paused();
    session.say("Japan");
    session.reply_until_offered("create_plan");
    session.say("Ada Lovelace");
    assert!(
        session.offers("create_plan"),
        "the plan does not depend on it"
    );
    assert!(said(&session.stored()).ends_with(&["Ada Lovelace".to_owned()]));
    session.reply();
    assert!(!session.offers("create_plan"));
    assert!(session.asked().contains("<respondent_message>Ada Lovelace"));
    assert_eq!(session.reply_until_paused(), Pause::Answer);
    for state in [session.state(), session.stored()] {
        assert!(state.plan.is_some());
        assert!(said(&state).contains(&"Ada Lovelace".to_owned()));
    }
}

#[test]
fn a_stop_gives_the_answer_back_and_sending_again_replaces_the_turn() {
    for replies in [0, 1] {
        let mut session = AtWork::at_the_first_field();
        let before = session.state();
        session.say("Ada");
        for _ in 0..replies {
            session.reply();
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
        let values: Vec<_> = session.state().collected_fields.into_values().collect();
        assert_eq!(values, ["Ada Lovelace"]);
        assert!(!said(&session.state()).contains(&"Ada".to_owned()));
    }
}

#[test]
fn a_killed_tab_has_what_was_said_or_taken_back_until_then() {
    let mut session = AtWork::at_the_first_field();
    session.say("Ada");
    session.say("Lovelace");
    session.reply();
    session.say("It is my back");
    session.command(Command::Stop);
    session.say("Ada Lovelace");
    session.reply_until_paused();
    let id = session.state().session_id;
    for killed in session.store.after_each() {
        let mut driver = resume(&id, ports(scripted(), Rc::new(killed)));
        let outcome = block_on(async {
            for _ in 0..20 {
                match driver.advance().await.unwrap() {
                    Pause::Answer => driver
                        .answer("Japan, since yesterday", page())
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
    assert!(session.asked().contains("<answer>Ada</answer>"));
    let refused = EngineError::BlankAnswer.to_string();
    assert!(!refused.is_empty());
    assert_eq!(session.reply_until_paused(), Pause::Answer);
}
