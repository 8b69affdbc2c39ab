//! What was said while no model answers is taken back, and nothing is kept from being confirmed by it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Command, Interview, Limits, Pause, parse_form};
use kikitori_llm::LlmError;
use kikitori_store::MemoryStore;
use support::*;

#[test]
fn on_the_last_page_a_message_that_no_model_hears_is_given_back_and_the_form_is_confirmed() {
    const FORM: &str =
        r#"{"id": "f", "title": "F", "fields": [{"id": "a", "label": "A", "required": true}]}"#;
    let is_away = Rc::new(Cell::new(false));
    let away = is_away.clone();
    let model = FnModel(
        move |request: &kikitori_llm::ChatRequest| match away.get() {
            true => Err(LlmError::Status {
                status: 500,
                message: String::new(),
                code: None,
                retry_after: None,
            }),
            false => Ok(respond(request)),
        },
    );
    let ports = ports(Rc::new(model), Rc::new(MemoryStore::new()));
    let form = parse_form(FORM).unwrap();
    let mut interview = block_on(Interview::start(form, page(), ports, Limits::default())).unwrap();
    block_on(interview.advance()).unwrap();
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Confirm);
    is_away.set(true);
    let thanks = Command::Answer {
        text: "Thanks, that is all".to_owned(),
        page: page(),
    };
    block_on(interview.take(thanks)).unwrap();
    let failed = block_on(interview.advance());
    assert!(!matches!(failed, Ok(Pause::Confirm)), "{failed:?}");
    block_on(interview.take(Command::Stop)).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    block_on(interview.confirm("now".to_owned())).unwrap();
    assert_eq!(value_of(&interview, "a").as_deref(), Some("Ada"));
}
