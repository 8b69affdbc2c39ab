//! Deleting everything: what is told to other tabs, what is left, and that nothing comes back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::future::{join, select};
use futures::pin_mut;
use gloo_timers::future::TimeoutFuture;
use idb::Factory;
use js_sys::Object;
use kikitori_browser::{
    EraseError, EraseNote, EraseOutcome, Eraser, SessionLock, erase_outcome, has_noted_sessions,
    note_preview, open_store, previews,
};
use kikitori_journal::{SessionKey, Writer};
use kikitori_store::{Store, StoreError};
use serde_json::json;
use support::{Replaced, local, put};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{BroadcastChannel, MessageEvent, Storage};

wasm_bindgen_test_configure!(run_in_browser);

const KEY: &str = "kikitori/endpoint-key";

fn of_tab() -> Storage {
    web_sys::window()
        .unwrap()
        .session_storage()
        .unwrap()
        .unwrap()
}

/// What is stored by this page's names.
fn items(storage: &Storage) -> Vec<String> {
    let names = Object::keys(storage)
        .into_iter()
        .filter_map(|it| it.as_string());
    names.filter(|it| it.starts_with("kikitori/")).collect()
}

/// What everybody is told on the channel.
struct Heard {
    channel: BroadcastChannel,
    told: Rc<RefCell<Vec<String>>>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

impl Heard {
    fn listening() -> Self {
        let channel = BroadcastChannel::new("kikitori/erase").unwrap();
        let told = Rc::<RefCell<Vec<String>>>::default();
        let hearing = Rc::clone(&told);
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let said = event.data().as_string().unwrap();
            hearing.borrow_mut().push(said);
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Self {
            channel,
            told,
            _listener: listener,
        }
    }

    async fn told(&self) -> Vec<String> {
        TimeoutFuture::new(50).await;
        self.told.take()
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

/// A store with a session, a setting, and a key in the tab.
async fn with_everything() -> (Rc<dyn Store>, Writer) {
    let store = open_store().await.store;
    let session = SessionKey::new("s");
    let writer = Writer::begin(store.clone(), &session, "one", put("head/s", json!(1)))
        .await
        .unwrap();
    local().set_item("kikitori/theme", "dark").unwrap();
    of_tab().set_item(KEY, "sk-test").unwrap();
    (store, writer)
}

#[wasm_bindgen_test]
fn a_note_for_the_next_document_is_read_once() {
    for note in [
        EraseNote::Erase,
        EraseNote::Wait,
        EraseNote::Erased,
        EraseNote::ErasedElsewhere,
    ] {
        note.leave();
        assert_eq!(EraseNote::take(), Some(note));
        assert_eq!(EraseNote::take(), None);
    }
    of_tab().set_item("kikitori/erase", "1").unwrap();
    assert_eq!(EraseNote::take(), None, "it is none of this version's");
    assert_eq!(items(&of_tab()), [""; 0]);
}

#[wasm_bindgen_test]
async fn others_are_told_to_leave_and_then_what_became_of_it() {
    let (_store, _writer) = with_everything().await;
    let heard = Heard::listening();
    let eraser = Eraser::new();
    let lock = SessionLock::try_acquire("kikitori/session/s").await;
    assert_eq!(eraser.erase().await, Err(EraseError::Busy));
    assert_eq!(heard.told().await, ["leave", "kept"]);
    assert!(has_noted_sessions());
    assert_eq!(items(&of_tab()), [KEY]);
    drop(lock);
    assert_eq!(eraser.erase().await, Ok(()));
    assert_eq!(heard.told().await, ["leave", "erased"]);
    assert_eq!(items(&of_tab()), [""; 0]);
    assert_eq!(items(&local()), [""; 0]);
}

/// Both are the only place of sessions for somebody.
#[wasm_bindgen_test]
async fn either_storage_is_deleted_whatever_becomes_of_the_other() {
    let refuse = "throw new DOMException('', 'InvalidStateError')";
    let says_nothing = "return new EventTarget()";
    for (database, expected) in [
        (refuse, EraseError::DatabaseLeft),
        (says_nothing, EraseError::DatabasePending),
    ] {
        let (_store, _writer) = with_everything().await;
        let heard = Heard::listening();
        let erased = {
            let _broken = Replaced::method("IDBFactory", "deleteDatabase", "", database);
            Eraser::new().erase().await
        };
        assert_eq!(erased, Err(expected));
        assert_eq!(heard.told().await, ["leave", "partly"]);
        assert_eq!(items(&of_tab()), [""; 0]);
        // The sessions that are left are known of.
        let is_left = expected == EraseError::DatabaseLeft;
        assert_eq!(has_noted_sessions(), is_left);
        assert_eq!(items(&local()).len(), usize::from(is_left));
        Eraser::new().erase().await.unwrap();
    }
    for (storage, database, expected) in [
        (refuse, "", EraseError::LocalStorageLeft),
        (refuse, refuse, EraseError::Refused),
    ] {
        let (_store, _writer) = with_everything().await;
        let erased = {
            let _kept = Replaced::method("Storage", "removeItem", "", storage);
            let _broken = Replaced::method("IDBFactory", "deleteDatabase", "", database);
            Eraser::new().erase().await
        };
        assert_eq!(erased, Err(expected));
        assert!(items(&local()).contains(&"kikitori/theme".to_owned()));
        Eraser::new().erase().await.unwrap();
        assert_eq!(items(&local()), [""; 0]);
    }
    let (_store, _writer) = with_everything().await;
    let window: JsValue = web_sys::window().unwrap().into();
    let erased = {
        let _none = Replaced::with(window, "indexedDB", &JsValue::UNDEFINED);
        Eraser::new().erase().await
    };
    assert_eq!(erased, Err(EraseError::DatabaseLeft));
    Eraser::new().erase().await.unwrap();
}

#[wasm_bindgen_test]
async fn a_tab_that_has_left_waits_and_keeps_its_own_until_something_is_deleted() {
    for (last, outcome, keys) in [
        ("kept", EraseOutcome::Kept, 1),
        ("partly", EraseOutcome::Partly, 0),
        ("erased", EraseOutcome::Erased, 0),
    ] {
        of_tab().set_item(KEY, "sk-test").unwrap();
        let eraser = Heard::listening();
        let waited = async {
            // Longer than it waits in silence.
            for _ in 0..15 {
                eraser.channel.post_message(&"erasing".into()).unwrap();
                TimeoutFuture::new(300).await;
            }
            assert_eq!(items(&of_tab()), [KEY]);
            eraser.channel.post_message(&last.into()).unwrap();
        };
        let (outcome_of_it, ()) = join(erase_outcome(), waited).await;
        assert_eq!(outcome_of_it, outcome);
        assert!(eraser.told().await.contains(&"waiting".to_owned()));
        assert_eq!(items(&of_tab()).len(), keys, "{last}");
    }
    of_tab().remove_item(KEY).unwrap();
}

/// The tab that deletes may be closed, or be gone before the other one has left.
#[wasm_bindgen_test]
async fn a_tab_that_is_told_nothing_looks_for_itself() {
    assert_eq!(erase_outcome().await, EraseOutcome::Erased);
    let (_store, _writer) = with_everything().await;
    assert_eq!(erase_outcome().await, EraseOutcome::Kept);
    assert_eq!(items(&of_tab()), [KEY]);
    let eraser = Eraser::new();
    eraser.erase().await.unwrap();
    // It still answers.
    let waiting = erase_outcome();
    pin_mut!(waiting);
    let soon = TimeoutFuture::new(1_000);
    let told = select(waiting, soon).await;
    assert!(matches!(
        told,
        futures::future::Either::Left((EraseOutcome::Erased, _))
    ));
}

/// A tab that could not be told notices at its next write.
#[wasm_bindgen_test]
async fn what_was_deleted_is_not_stored_anew_by_a_tab_that_still_has_it() {
    let window: JsValue = web_sys::window().unwrap().into();
    for is_refused in [false, true] {
        let _no_database =
            is_refused.then(|| Replaced::with(window.clone(), "indexedDB", &JsValue::UNDEFINED));
        let (store, writer) = with_everything().await;
        writer.commit(put("head/s", json!(2))).await.unwrap();
        Eraser::new().erase().await.unwrap();
        let refused = writer.commit(put("head/s", json!(3))).await;
        assert_eq!(refused, Err(StoreError::Deleted));
        // Nor once somebody has begun anew.
        let other = open_store().await.store;
        let session = SessionKey::new("other");
        Writer::begin(other.clone(), &session, "other", put("head/o", json!(1)))
            .await
            .unwrap();
        let refused = writer.commit(put("head/s", json!(3))).await;
        assert_eq!(refused, Err(StoreError::Deleted));
        assert_eq!(other.keys("head/").await.unwrap(), ["head/o"]);
        // What is begun in that tab is stored, and known of.
        let session = SessionKey::new("new");
        let begun = Writer::begin(store, &session, "one", put("head/n", json!(1))).await;
        begun
            .unwrap()
            .commit(put("head/n", json!(2)))
            .await
            .unwrap();
        Eraser::new().erase().await.unwrap();
    }
}

/// A browser that makes room for others removes the database and nothing else.
#[wasm_bindgen_test]
async fn what_the_browser_removed_can_be_stored_anew() {
    let (_store, writer) = with_everything().await;
    let deleted = Factory::new().unwrap().delete("kikitori").unwrap().await;
    deleted.unwrap();
    let refused = writer.commit(put("head/s", json!(2))).await;
    assert_eq!(refused, Err(StoreError::Vanished));
    writer.restore(put("head/s", json!(2))).await.unwrap();
    writer.commit(put("head/s", json!(3))).await.unwrap();
    Eraser::new().erase().await.unwrap();
}

#[wasm_bindgen_test]
async fn what_was_tried_on_this_page_goes_too_and_another_sites_widget_stays() {
    const WIDGET: &str = "kikitori-widget/shown/form";
    local().set_item(WIDGET, "s").unwrap();
    Eraser::new().erase().await.unwrap();
    assert_eq!(local().get_item(WIDGET).unwrap().as_deref(), Some("s"));
    assert!(previews().await.is_none(), "another site's are not counted");
    note_preview();
    let tried = previews().await.unwrap();
    assert_eq!(tried.notes, WIDGET.len() + 1);
    let sessions = tried.in_local_storage.unwrap().keys("").await.unwrap();
    assert_eq!(sessions, [""; 0]);
    Eraser::new().erase().await.unwrap();
    assert_eq!(local().get_item(WIDGET).unwrap(), None);
    assert_eq!(items(&local()), [""; 0]);
}
