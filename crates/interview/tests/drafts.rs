//! What was typed and not sent: kept by whoever writes the session, and by nobody else.
#![allow(clippy::unwrap_used)]

use crate::support;

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Draft, DraftKeeper, FieldId, Interview, SessionId};
use kikitori_journal::{SessionKey, Sessions};
use kikitori_store::{Batch, RecordingStore, Store, StoreError};
use serde_json::json;
use support::*;

/// A session at its first question.
fn at_the_first_question(store: &Rc<RecordingStore>) -> Interview {
    let mut interview = start(ports(scripted(), store.clone()));
    block_on(interview.advance()).unwrap();
    interview
}

fn id_of(interview: &Interview) -> SessionId {
    interview.orchestrator().state().session_id.clone()
}

fn resumed(interview: &Interview, store: &Rc<RecordingStore>) -> Interview {
    resume(&id_of(interview), ports(scripted(), store.clone()))
}

fn save(drafts: &DraftKeeper, text: &str, typed_after: usize) -> Result<(), StoreError> {
    block_on(drafts.save(&Draft {
        text: text.to_owned(),
        typed_after: Some(typed_after),
        ..Draft::default()
    }))
}

fn unsent(interview: &Interview) -> Option<String> {
    block_on(interview.unsent()).text
}

#[test]
fn a_draft_is_there_when_the_session_is_opened_again_until_it_is_sent_or_emptied() {
    let store = Rc::new(RecordingStore::new());
    let mut interview = at_the_first_question(&store);
    save(&interview.drafts(), "Engl", 0).unwrap();
    assert_eq!(unsent(&interview).as_deref(), Some("Engl"));
    interview = resumed(&interview, &store);
    assert_eq!(unsent(&interview).as_deref(), Some("Engl"));
    block_on(interview.answer("English", page())).unwrap();
    assert_eq!(unsent(&interview), None, "it was the answer's beginning");
    save(&interview.drafts(), "Jap", 1).unwrap();
    assert_eq!(unsent(&interview).as_deref(), Some("Jap"));
    save(&interview.drafts(), "", 1).unwrap();
    assert_eq!(unsent(&interview), None);
}

#[test]
fn a_finished_session_has_no_draft() {
    let store = Rc::new(RecordingStore::new());
    let mut interview = at_the_first_question(&store);
    finish(&mut interview, &ANSWERS);
    save(&interview.drafts(), "Too late", ANSWERS.len()).unwrap();
    assert_eq!(unsent(&interview), None);
}

#[test]
fn a_tab_that_was_superseded_keeps_no_draft_over_the_other_ones() {
    let store = Rc::new(RecordingStore::new());
    let stale = at_the_first_question(&store);
    let other = resumed(&stale, &store);
    save(&other.drafts(), "Japanese", 0).unwrap();
    for text in ["English", ""] {
        let refused = save(&stale.drafts(), text, 0);
        assert_eq!(refused, Err(StoreError::Superseded));
    }
    assert_eq!(unsent(&other).as_deref(), Some("Japanese"));
}

#[test]
fn nothing_of_a_deleted_session_comes_back_with_a_draft() {
    let store = Rc::new(RecordingStore::new());
    let interview = at_the_first_question(&store);
    let session = SessionKey::new(id_of(&interview).0);
    block_on(Sessions::new(store.clone()).delete(&session)).unwrap();
    let refused = save(&interview.drafts(), "English", 0);
    assert_eq!(refused, Err(StoreError::Deleted));
    assert_eq!(block_on(store.keys(&session.record(""))), Ok(vec![]));
}

#[test]
fn a_draft_is_kept_in_a_session_that_was_stored_anew() {
    let store = Rc::new(RecordingStore::new());
    let mut interview = at_the_first_question(&store);
    let drafts = interview.drafts();
    store.evict();
    assert_eq!(save(&drafts, "Jap", 0), Err(StoreError::Vanished));
    block_on(interview.answer("English", page())).unwrap();
    save(&drafts, "Jap", 1).unwrap();
    assert_eq!(unsent(&interview).as_deref(), Some("Jap"));
}

#[test]
fn a_draft_that_cannot_be_read_counts_as_none() {
    let store = Rc::new(RecordingStore::new());
    let interview = at_the_first_question(&store);
    let key = SessionKey::new(id_of(&interview).0).record("draft");
    let mut batch = Batch::new();
    batch.put(key, kikitori_store::Record::damaged("?"));
    block_on(store.commit(batch)).unwrap();
    assert_eq!(unsent(&interview), None);
}

#[test]
fn what_stands_in_the_inputs_of_the_form_is_kept_with_what_is_typed_until_it_is_confirmed() {
    let store = Rc::new(RecordingStore::new());
    let mut interview = at_the_first_question(&store);
    let field = |id: &str| FieldId::new(id).unwrap();
    let entries = BTreeMap::from([
        (field("name"), json!("Ada")),
        (field("no-such-field"), json!("lost with its form")),
    ]);
    let drafts = interview.drafts();
    block_on(drafts.save(&Draft {
        text: String::new(),
        typed_after: Some(0),
        entries,
    }))
    .unwrap();
    interview = resumed(&interview, &store);
    let left = block_on(interview.unsent());
    assert_eq!(left.text, None);
    assert_eq!(
        left.entries,
        BTreeMap::from([(field("name"), json!("Ada"))])
    );
    finish(&mut interview, &ANSWERS);
    assert_eq!(block_on(interview.unsent()).entries, BTreeMap::new());
}
