//! Nobody needs a model to finish: who has filled in everything gets on, whatever becomes of calls.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Command, Entry, FieldEntry, FieldId, Interview, Pause};
use kikitori_llm::{ChatRequest, LlmError};
use kikitori_ports::TransportError;
use serde_json::json;
use support::*;

fn enter(interview: &mut Interview, entries: Vec<(&str, Entry)>) {
    let entries = entries.into_iter().map(|(field, entry)| FieldEntry {
        field_id: FieldId::new(field).unwrap(),
        entry,
    });
    let entries = entries.collect();
    block_on(interview.take(Command::Enter { entries })).unwrap();
}

#[test]
fn who_has_filled_in_everything_gets_on_where_the_model_is_of_no_help() {
    let away = || {
        Err(LlmError::Transport(TransportError::Unreachable {
            detail: "test".into(),
        }))
    };
    let useless = || Ok(kikitori_scripted::says("<tool_call>ask</tool_call>"));
    let kinds: [&dyn Fn() -> Result<kikitori_llm::Completion, LlmError>; 2] = [&away, &useless];
    for reply in kinds {
        let reply = reply();
        let fails = Rc::new(Cell::new(false));
        let is_failing = fails.clone();
        let model = FnModel(move |request: &ChatRequest| match is_failing.get() {
            true => reply.clone(),
            false => Ok(respond(request)),
        });
        let mut interview = interview_of(FORM, Rc::new(model));
        say(&mut interview, &["Ada"]);
        let trouble = Entry::Value(json!("My back, since May"));
        enter(
            &mut interview,
            vec![("trouble", trouble), ("notes", Entry::Skip)],
        );
        assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
        fails.set(true);
        block_on(interview.answer("Sorry, it is Eve", page())).unwrap();
        let stood = block_on(interview.advance());
        assert!(!matches!(stood, Ok(Pause::Confirm)), "{stood:?}");
        // There is nothing left to put in.
        enter(&mut interview, Vec::new());
        assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
        block_on(interview.confirm("2026-11-20T18:30:00+09:00".to_owned())).unwrap();
    }
}
