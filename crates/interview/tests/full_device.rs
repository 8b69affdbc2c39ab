//! A session on a device without room for more is there to be read.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::mpsc::unbounded;
use futures::executor::block_on;
use kikitori_interview::{Command, Draft, DriveError, Interview, Limits, Pause, RunEnd, SessionId};
use kikitori_store::{Batch, Record, RecordingStore, Store, StoreError};
use support::*;

fn left(answers: &[&str]) -> (Rc<RecordingStore>, SessionId) {
    let store = Rc::new(RecordingStore::new());
    let mut interview = start(ports(scripted(), store.clone()));
    block_on(async {
        interview.advance().await.unwrap();
        for answer in answers {
            interview.answer(answer, page()).await.unwrap();
            interview.advance().await.unwrap();
        }
    });
    let id = interview.orchestrator().state().session_id.clone();
    (store, id)
}

/// What the session paused for, and how its run ended.
fn run(interview: Interview, commands: Vec<Command>) -> (Vec<Result<Pause, DriveError>>, RunEnd) {
    let (sender, receiver) = unbounded();
    for command in commands {
        sender.unbounded_send(command).unwrap();
    }
    drop(sender);
    let pauses = RefCell::new(Vec::new());
    let end = block_on(interview.run(receiver, |pause| pauses.borrow_mut().push(pause)));
    (pauses.into_inner(), end)
}

fn is_full<T>(outcome: &Result<T, DriveError>) -> bool {
    matches!(outcome, Err(DriveError::Store(StoreError::Full { .. })))
}

#[test]
fn a_session_on_a_full_device_is_read_and_goes_on_when_there_is_room() {
    let (store, id) = left(&["Ada Lovelace"]);
    let stored = block_on(store.list("")).unwrap();
    store.refuse(true);
    let opened = resume(&id, ports(scripted(), store.clone()));
    assert!(opened.read_only().is_some());
    assert_eq!(answers_given(&opened), 1);
    let draft = Draft {
        text: "Ada".to_owned(),
        typed_after: Some(1),
        ..Draft::default()
    };
    let kept = block_on(opened.drafts().save(&draft));
    assert!(matches!(kept, Err(StoreError::Full { .. })), "{kept:?}");
    let (pauses, end) = run(opened, vec![Command::Stop, Command::Retry]);
    assert!(
        matches!(&pauses[..], [pause] if is_full(pause)),
        "{pauses:?}"
    );
    assert_eq!(end, RunEnd::OpenAnew);
    assert_eq!(block_on(store.list("")).unwrap(), stored);

    store.refuse(false);
    let mut opened = resume(&id, ports(scripted(), store));
    assert_eq!(opened.read_only(), None);
    let submission = finish(&mut opened, &ANSWERS);
    assert_eq!(submission.fields.len(), 3);
}

#[test]
fn no_model_is_asked_for_what_could_not_be_kept() {
    let (store, id) = left(&[]);
    let mut interview = resume(&id, ports(scripted(), store.clone()));
    // A tab that was killed while the Interviewer was at work.
    block_on(interview.answer("Ada Lovelace", page())).unwrap();
    store.refuse(true);
    let never: Rc<dyn kikitori_llm::Model> = Rc::new(FnModel(|_: &_| panic!("a model was asked")));
    let opened = resume(&id, ports(never, store));
    let (pauses, end) = run(opened, Vec::new());
    assert!(
        matches!(&pauses[..], [pause] if is_full(pause)),
        "{pauses:?}"
    );
    assert_eq!(end, RunEnd::Left);
}

#[test]
fn a_finished_session_on_a_full_device_is_shown_as_finished() {
    let (store, id) = left(&[]);
    let mut interview = resume(&id, ports(scripted(), store.clone()));
    finish(&mut interview, &ANSWERS);
    store.refuse(true);
    let opened = resume(&id, ports(scripted(), store));
    let (pauses, _) = run(opened, Vec::new());
    assert_eq!(pauses.first(), Some(&Ok(Pause::Done)), "{pauses:?}");
}

#[test]
fn a_session_tells_how_much_of_it_is_lost() {
    let (store, id) = left(&ANSWERS[..3]);
    let prefix = format!("session/{id}/journal/main/update/");
    let updates = block_on(store.keys(&prefix)).unwrap();
    let opened = |store: &Rc<RecordingStore>| {
        let ports = ports(scripted(), store.clone());
        block_on(Interview::resume(&id, ports, Limits::default())).unwrap()
    };
    assert!(opened(&store).losses().is_none());
    let mut batch = Batch::new();
    batch.put(&updates[2], Record::damaged("?"));
    batch.delete(&updates[4]);
    batch.delete(&updates[5]);
    block_on(store.commit(batch)).unwrap();
    assert_eq!(opened(&store).losses().steps, 3);
}
