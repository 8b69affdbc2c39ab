//! The engine by itself, which names all calls that can be made side by side: so how many a person
//! waits for one after the other can be counted.

#![allow(dead_code, reason = "each example uses some of it")]
use std::rc::Rc;

use kikitori_engine::caller::ModelOutcome;
use kikitori_engine::{Action, Engine, Outcome};
use kikitori_interview::{
    Command, InterviewTools, Limits, NoLocale, Orchestrator, SessionId, line_engine, parse_form,
};
use kikitori_llm::{ChatRequest, Completion};

use crate::support::page;

/// An interview whose calls are counted.
pub struct Counted<R> {
    pub engine: Orchestrator,
    reply: R,
    at: u64,
    /// Calls since its beginning.
    pub calls: usize,
    /// Of these, calls that had to wait for others, over all answers: two side by side are one.
    pub rounds: usize,
    /// Answers that were given.
    pub answers: usize,
}

impl<R: FnMut(&ChatRequest) -> Completion> Counted<R> {
    /// An interview of a form at its first question.
    pub fn start(form: &str, reply: R) -> Self {
        let tools = Rc::new(
            InterviewTools::new()
                .unwrap()
                .with_lines(Some(line_engine()))
                .unwrap(),
        );
        let (id, form) = (SessionId("s".to_owned()), parse_form(form).unwrap());
        let locale = Rc::new(NoLocale);
        let engine = Orchestrator::start(id, form, page(), tools, locale, Limits::default(), 1);
        let mut counted = Self {
            engine,
            reply,
            at: 1,
            calls: 0,
            rounds: 0,
            answers: 0,
        };
        counted.run();
        // The first question answers nothing.
        counted.rounds = 0;
        counted
    }

    /// Answers, and has everything replied to that is asked for, until the person is waited for.
    pub fn answer(&mut self, text: &str) {
        self.at += 1;
        let command = Command::Answer {
            text: text.to_owned(),
            page: page(),
        };
        self.engine.input(command, self.at).unwrap();
        self.answers += 1;
        self.run();
    }

    fn run(&mut self) {
        loop {
            let steps = self.engine.steps();
            if steps.is_empty() {
                return;
            }
            // What goes on beside a question that stands there nobody waits for.
            self.rounds += usize::from(self.engine.pause().is_none());
            for step in steps {
                let Action::CallModel(call) = &step.action else {
                    panic!("the engine runs its tools itself")
                };
                self.calls += 1;
                self.at += 1;
                let outcome = ModelOutcome {
                    result: Ok((self.reply)(&call.request)),
                    usage: Default::default(),
                };
                // What another reply has made needless is not waited for any more.
                let _ = self.engine.told(step.id, Outcome::Model(outcome), self.at);
            }
        }
    }

    /// Rounds an answer, in hundredths.
    pub fn rounds_an_answer(&self) -> usize {
        self.rounds * 100 / self.answers.max(1)
    }
}
