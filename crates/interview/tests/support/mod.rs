//! What the interview's tests share: ports that run at once.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod clocks;
mod expressions;
mod player;
mod turns;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[allow(unused_imports, reason = "each test file uses some")]
pub use clocks::Clocks;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use kikitori_interview::{
    Event, Events, Interview, Limits, NoLocale, PageContext, Pause, Ports, SessionForm, SessionId,
    Submission, TimeZone, parse_form,
};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_ports::{Clock, Ids};
use kikitori_store::Store;
#[allow(unused_imports, reason = "each test file uses some")]
pub use player::{asking, form_told, heard, now, respond, said_last, scripted};
#[allow(unused_imports, reason = "each test file uses some")]
pub use turns::{Turn, turns};

pub const FORM: &str = r#"{
  "id": "visit", "title": "Visit", "submitLabel": "Send visit",
  "fields": [
    {"id": "name", "label": "Full name", "intent": "What to call you", "required": true},
    {"id": "trouble", "label": "Trouble", "intent": "What brings you here", "required": true, "facts": [
      {"key": "what", "fact": "what hurts", "doneCriteria": "names the trouble"},
      {"key": "since", "fact": "since when", "doneCriteria": "names a date or a span of time"}
    ]},
    {"id": "notes", "label": "Anything else", "required": false}
  ]
}"#;

pub fn form() -> SessionForm {
    parse_form(FORM).unwrap()
}

/// What the respondent says to the fields, in order; to one of them only after a follow-up.
pub const ANSWERS: [&str; 4] = ["Ada Lovelace", "My back hurts", "Since yesterday", "skip"];

pub struct Ticking(Cell<u64>);
impl Clock for Ticking {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

pub struct Counting(Cell<u64>);
impl Ids for Counting {
    fn new_id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("session-{}", self.0.get())
    }
}

#[derive(Default)]
pub struct Silent;
impl Events for Silent {
    fn event(&self, _: Event<'_>) {}
}

pub fn page() -> PageContext {
    PageContext {
        languages: vec!["en".into()],
        time_zone: TimeZone::new("Asia/Tokyo"),
        local_time: Some("2026-11-20T18:00:00+09:00".into()),
    }
}

/// No model of any test is sent a private answer.
pub fn ports(model: Rc<dyn Model>, store: Rc<dyn Store>) -> Ports {
    Ports {
        model: kikitori_scripted::watched(model),
        store,
        clock: Rc::new(Ticking(Cell::new(1_000))),
        ids: Rc::new(Counting(Cell::new(0))),
        locale: Rc::new(NoLocale),
        events: Rc::new(Silent),
        lines: Some(kikitori_interview::line_engine()),
    }
}

/// The answers that the respondent has given so far, read off the stored state.
pub fn answers_given(driver: &Interview) -> usize {
    let chat = driver.orchestrator().state().chat();
    chat.filter(|message| message.speaker == kikitori_interview::Speaker::Respondent)
        .count()
}

/// Goes on with the interview to its end, giving the answers that are still to be given.
pub fn finish(driver: &mut Interview, answers: &[&str]) -> Submission {
    block_on(async {
        loop {
            match driver.advance().await.unwrap() {
                Pause::Answer => {
                    let Some(answer) = answers.get(answers_given(driver)) else {
                        let chat = driver.orchestrator().state().chat();
                        panic!(
                            "more is asked: {:?}",
                            chat.map(|it| &it.text).collect::<Vec<_>>()
                        );
                    };
                    driver.answer(answer, page()).await.unwrap();
                }
                Pause::Confirm => {
                    driver
                        .confirm("2026-11-20T18:30:00+09:00".into())
                        .await
                        .unwrap();
                }
                Pause::Done => {
                    return Submission::of(driver.orchestrator()).unwrap();
                }
                other => panic!("{other:?}"),
            }
        }
    })
}

pub fn start(ports: Ports) -> Interview {
    block_on(Interview::start(form(), page(), ports, Limits::default())).unwrap()
}

pub fn resume(id: &SessionId, ports: Ports) -> Interview {
    block_on(Interview::resume(id, ports, Limits::default())).unwrap()
}

/// A model made of a function.
pub struct FnModel<F>(pub F);
impl<F: Fn(&ChatRequest) -> Result<Completion, LlmError>> Model for FnModel<F> {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(ready((self.0)(&request)))
    }
}

/// Gives these answers, and goes on to what comes then.
pub fn say(interview: &mut Interview, answers: &[&str]) -> Pause {
    block_on(async {
        for answer in answers {
            let pause = interview.advance().await.unwrap();
            assert!(matches!(pause, Pause::Answer | Pause::Confirm), "{pause:?}");
            interview.answer(answer, page()).await.unwrap();
        }
        interview.advance().await.unwrap()
    })
}

/// A model that replies by `reply`, and what it was sent.
pub fn recorded(
    reply: impl Fn(&ChatRequest) -> Completion + 'static,
) -> (Rc<dyn Model>, Rc<RefCell<Vec<ChatRequest>>>) {
    let sent = Rc::new(RefCell::new(Vec::new()));
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        Ok(reply(request))
    });
    (Rc::new(model), sent)
}

/// Whether one of the requests has these words.
pub fn holds(sent: &RefCell<Vec<ChatRequest>>, words: &str) -> bool {
    let sent = sent.borrow();
    let mut sent = sent.iter().map(|it| serde_json::to_string(it).unwrap());
    sent.any(|it| it.contains(words))
}

/// What of the last message stands in the box again.
pub fn given_back(interview: &Interview) -> Option<&str> {
    interview.orchestrator().state().given_back.as_deref()
}

/// An interview of a form by its text.
pub fn interview_of(form: &str, model: Rc<dyn Model>) -> Interview {
    let ports = ports(model, Rc::new(kikitori_store::MemoryStore::new()));
    let form = parse_form(form).unwrap();
    block_on(Interview::start(form, page(), ports, Limits::default())).unwrap()
}

/// The same where the page knows patterns.
pub fn interview_with_patterns(form: &str, model: Rc<dyn Model>) -> Interview {
    let ports = Ports {
        locale: Rc::new(expressions::Expressions),
        ..ports(model, Rc::new(kikitori_store::MemoryStore::new()))
    };
    let form = parse_form(form).unwrap();
    block_on(Interview::start(form, page(), ports, Limits::default())).unwrap()
}

/// The value of a field in its normal form.
pub fn value_of(interview: &Interview, field: &str) -> Option<String> {
    let outline = interview.orchestrator().outline();
    let entry = outline
        .into_iter()
        .find(|it| it.field_id.as_str() == field)?;
    Some(entry.collected?.value.to_string())
}

/// The last thing that the respondent was told.
pub fn told(interview: &Interview) -> String {
    let chat = interview.orchestrator().state().chat();
    chat.last().unwrap().text.clone()
}

/// A model whose calls are counted.
struct Counted(Rc<dyn Model>, Rc<Cell<usize>>);
impl Model for Counted {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.1.set(self.1.get() + 1);
        self.0.chat(request, on_delta)
    }
}

/// `model`, whose calls are counted in `calls`.
pub fn counting_calls(model: Rc<dyn Model>, calls: Rc<Cell<usize>>) -> Rc<dyn Model> {
    Rc::new(Counted(model, calls))
}
