//! Every session can be listed, exported, imported and deleted, whatever is wrong with others or
//! with it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::join;
use kikitori_fixtures::StoredPage;
use kikitori_journal::{
    Entry, ImportError, Journal, Progress, SessionHead, SessionKey, SessionStatus, Sessions,
    StreamPath, Writer,
};
use kikitori_ports::Ids;
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::*;

#[derive(Default)]
struct Counted(Cell<u32>);

impl Ids for Counted {
    fn new_id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("new-{}", self.0.get())
    }
}

fn head(id: &str, updated_at: u64) -> SessionHead {
    SessionHead {
        id: id.to_owned(),
        kind: "interview".to_owned(),
        title: format!("Session {id}"),
        language: None,
        progress: Progress { done: 1, of: 3 },
        status: SessionStatus::Open,
        created_at: 1,
        updated_at,
        last_update: Some(0),
    }
}

fn store_with_heads(heads: &[SessionHead]) -> Rc<MemoryStore> {
    let store = MemoryStore::new();
    let mut batch = Batch::new();
    for head in heads {
        head.put(&mut batch, &SessionKey::new(&head.id), 0).unwrap();
    }
    block_on(store.commit(batch)).unwrap();
    Rc::new(store)
}

fn list(store: &Rc<MemoryStore>) -> Vec<Entry> {
    block_on(Sessions::new(store.clone()).list()).unwrap()
}

fn export(store: &Rc<MemoryStore>, id: &str) -> String {
    let file = block_on(Sessions::new(store.clone()).export(&SessionKey::new(id)));
    file.unwrap().unwrap()
}

fn import(store: &Rc<MemoryStore>, file: &str) -> Result<SessionKey, ImportError> {
    block_on(Sessions::new(store.clone()).import(file, &Counted::default()))
}

#[test]
fn the_last_changed_session_stands_first() {
    let heads = [head("a", 5), head("b", 9), head("c", 7)];
    let store = store_with_heads(&heads);
    let expected = [&heads[1], &heads[2], &heads[0]];
    assert_eq!(
        list(&store),
        expected.map(|head| Entry::Session(head.clone()))
    );
}

#[test]
fn a_session_that_cannot_be_read_costs_no_other_and_can_be_exported_and_deleted() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    let damaged = [
        (
            "deep",
            Record {
                version: 3,
                body: deep,
            },
        ),
        (
            "cut",
            Record {
                version: 3,
                body: "{\"id\":".to_owned(),
            },
        ),
        ("alien", Record::damaged("PNG")),
        ("newer", Record::json(99, &json!({}))),
        ("shape", Record::json(3, &json!([1]))),
        ("ancient", Record::json(1, &json!({}))),
    ];
    let store = store_with_heads(&[head("whole", 1)]);
    for (id, record) in &damaged {
        put(&*store, &format!("head/{id}"), record.clone());
        put(
            &*store,
            &format!("session/{id}/journal/main/update/0000000001"),
            Record::damaged("?"),
        );
    }
    // Its head is gone, but for parts of it.
    put(
        &*store,
        "session/headless/journal/main/snapshot/0000000000",
        Record::json(1, &json!({})),
    );
    // Nothing but what was typed into a session that is gone.
    put(&*store, "session/gone/draft", Record::json(1, &json!("a")));
    let entries = list(&store);
    assert_eq!(entries[0], Entry::Session(head("whole", 1)));
    let mut unreadable: Vec<_> = entries[1..].iter().map(|entry| entry.session()).collect();
    unreadable.sort();
    let names = [
        "alien", "ancient", "cut", "deep", "headless", "newer", "shape",
    ];
    assert_eq!(unreadable, names.map(SessionKey::new));
    let newer = entries.iter().any(|entry| {
        matches!(entry, Entry::Unreadable { session, reason: StoreError::TooNew { .. } } if session.id() == "newer")
    });
    assert!(newer);

    let sessions = Sessions::new(store.clone());
    for (id, record) in &damaged {
        let file = export(&store, id);
        let other = Rc::new(MemoryStore::new());
        assert_eq!(import(&other, &file).unwrap(), SessionKey::new(*id));
        assert_eq!(
            block_on(other.get(&format!("head/{id}"))),
            Ok(Some(record.clone()))
        );
    }
    for session in unreadable {
        assert!(block_on(sessions.get(&session)).unwrap().is_some());
        block_on(sessions.delete(&session)).unwrap();
        assert_eq!(block_on(sessions.get(&session)), Ok(None));
        assert_eq!(block_on(sessions.export(&session)), Ok(None));
    }
    assert_eq!(list(&store), [Entry::Session(head("whole", 1))]);
}

#[test]
fn deleting_leaves_nothing_of_the_session_and_all_of_the_others() {
    let store = store_with_heads(&[head("a", 1), head("ab", 1), head("a/b", 1)]);
    for id in ["a", "ab", "a/b"] {
        let session = SessionKey::new(id);
        for name in ["draft", "journal/main/update/0000000001", "form"] {
            put(&*store, &session.record(name), Record::json(1, &json!(id)));
        }
    }
    let sessions = Sessions::new(store.clone());
    block_on(sessions.delete(&SessionKey::new("a"))).unwrap();
    let left = block_on(store.keys("")).unwrap();
    assert!(
        !left
            .iter()
            .any(|key| key.starts_with("session/a/") || key == "head/a"),
        "{left:?}"
    );
    assert_eq!(left.len(), 2 * 4, "{left:?}");
    block_on(sessions.delete(&SessionKey::new("never there"))).unwrap();
    assert_eq!(block_on(store.keys("")).unwrap(), left);
}

#[test]
fn a_tab_that_has_a_deleted_session_open_cannot_bring_it_back() {
    let store = store_with_heads(&[head("a", 1)]);
    let session = SessionKey::new("a");
    let writer = block_on(Writer::claim(store.clone(), &session, "tab")).unwrap();
    block_on(Sessions::new(store.clone()).delete(&session)).unwrap();
    let mut batch = Batch::new();
    head("a", 2).put(&mut batch, &session, 0).unwrap();
    assert_eq!(block_on(writer.commit(batch)), Err(StoreError::Deleted));
    assert_eq!(list(&store), []);
}

#[test]
fn what_older_pages_stored_is_listed_exported_and_deleted() {
    for scene in StoredPage::scenes().filter(|scene| !scene.starts_with("desk")) {
        let store = Rc::new(block_on(StoredPage::of(scene).in_memory()));
        let before = block_on(store.list("session/")).unwrap();
        let entries = list(&store);
        let [Entry::Session(head)] = &entries[..] else {
            panic!("{scene}: {entries:?}");
        };
        assert_eq!(head.kind, "interview");
        assert!(!head.title.is_empty() && head.progress.of == 7, "{head:?}");
        assert_eq!(
            head.status == SessionStatus::Done,
            scene == "finished",
            "{scene}"
        );
        assert!(head.updated_at >= head.created_at && head.created_at > 0);
        let other = Rc::new(MemoryStore::new());
        import(&other, &export(&store, &head.id)).unwrap();
        let mut imported = without_writer(&other, &SessionKey::new(&head.id));
        imported.retain(|(key, _)| key.starts_with("session/"));
        assert_eq!(imported, before, "{scene}");
        assert_eq!(list(&other), entries);
        block_on(Sessions::new(store.clone()).delete(&SessionKey::new(&head.id))).unwrap();
        assert_eq!(block_on(store.keys("session/")).unwrap(), [""; 0]);
        assert_eq!(list(&store), []);
    }
}

#[test]
fn a_taken_id_is_imported_under_a_new_one_and_the_list_shows_that() {
    let store = store_with_heads(&[head("a", 1)]);
    put(&*store, "session/a/draft", Record::json(1, &json!("text")));
    let file = export(&store, "a");
    put(&*store, "session/a/added", Record::json(1, &json!("since")));
    let session = import(&store, &file).unwrap();
    assert_eq!(session.id(), "new-1");
    assert_eq!(
        block_on(store.get("session/new-1/draft")),
        Ok(Some(Record::json(1, &json!("text"))))
    );
    let ids: Vec<_> = list(&store)
        .iter()
        .map(|entry| entry.session().id().to_owned())
        .collect();
    assert_eq!(ids, ["a", "new-1"]);
    // Where only its parts are left, it is taken as well.
    let store = Rc::new(MemoryStore::new());
    put(&*store, "session/a/draft", Record::json(1, &json!("kept")));
    assert_eq!(import(&store, &file).unwrap().id(), "new-1");
    assert_eq!(
        block_on(store.get("session/a/draft")),
        Ok(Some(Record::json(1, &json!("kept"))))
    );
}

#[test]
fn what_is_here_as_it_is_in_the_file_is_imported_once() {
    let store = store_with_heads(&[head("a", 1)]);
    put(&*store, "session/a/added", Record::json(1, &json!("text")));
    block_on(Writer::claim(store.clone(), &SessionKey::new("a"), "tab")).unwrap();
    let file = export(&store, "a");
    // What was typed here since and not sent makes no other session of it.
    put(&*store, "session/a/draft", Record::json(1, &json!("typed")));
    for _ in 0..2 {
        assert_eq!(import(&store, &file).unwrap().id(), "a");
        assert_eq!(list(&store).len(), 1);
    }
    let typed = block_on(store.get("session/a/draft"));
    assert_eq!(typed, Ok(Some(Record::json(1, &json!("typed")))));
}

#[test]
fn the_right_to_write_is_not_exported() {
    let store = store_with_heads(&[head("a", 1)]);
    block_on(Writer::claim(store.clone(), &SessionKey::new("a"), "tab")).unwrap();
    let other = Rc::new(MemoryStore::new());
    let file = export(&store, "a");
    assert!(!file.contains("epoch"), "{file}");
    import(&other, &file).unwrap();
    let epoch = |store: &Rc<MemoryStore>| block_on(store.get("session/a/epoch")).unwrap();
    assert_ne!(epoch(&other), epoch(&store));
}

#[test]
fn of_two_tabs_that_import_one_id_at_once_each_has_its_own_session() {
    let files = ["one", "other"].map(|text| {
        let store = store_with_heads(&[head("a", 1)]);
        put(
            &*store,
            &format!("session/a/{text}"),
            Record::json(1, &json!(text)),
        );
        export(&store, "a")
    });
    let store = Rc::new(Slow(MemoryStore::new()));
    let sessions = Sessions::new(store.clone());
    let [one, other] = &files;
    let ids = Counted::default();
    let (one, other) = block_on(join(
        sessions.import(one, &ids),
        sessions.import(other, &ids),
    ));
    let imported = [("one", one.unwrap()), ("other", other.unwrap())];
    assert_eq!(imported[0].1.id(), "a");
    for (text, session) in imported {
        let prefix = session.record("");
        let keys = block_on(store.keys(&prefix)).unwrap();
        assert_eq!(
            keys,
            ["epoch", text].map(|name| session.record(name)),
            "{text}"
        );
    }
}

/// Puts `value` at `pointer` in a good file.
fn changed(pointer: &str, value: Value) -> String {
    let mut file = json!({
        "kikitori": "session", "version": 1, "id": "a",
        "head": {"version": 3, "body": "{}"},
        "records": [{"name": "form", "version": 1, "body": "{}"}],
    });
    match file.pointer_mut(pointer) {
        Some(place) => *place = value,
        None => file[pointer.trim_start_matches('/')] = value,
    }
    file.to_string()
}

#[test]
fn what_is_no_exported_session_is_refused_and_nothing_stored() {
    let record = |name: &str| json!({"name": name, "version": 1, "body": ""});
    let named = |names: &[&str]| Value::Array(names.iter().map(|name| record(name)).collect());
    let too_large = json!("x".repeat(100_000));
    let many: Vec<_> = (0..100_001)
        .map(|number| record(&number.to_string()))
        .collect();
    let deep = "[".repeat(5_000);
    let cases = [
        String::new(),
        "[]".to_owned(),
        deep.clone(),
        format!("{{\"kikitori\":\"session\",\"version\":1,\"id\":\"a\",\"head\":{deep}"),
        "x".repeat(64 * 1024 * 1024 + 1),
        changed("/kikitori", json!("form")),
        changed("/version", json!(2)),
        changed("/version", json!(0)),
        changed("/version", json!("1")),
        changed("/extra", json!(1)),
        changed("/id", json!("")),
        changed("/id", json!("x".repeat(201))),
        changed("/head", json!({})),
        changed("/head/body", too_large.clone()),
        changed("/records", json!({})),
        changed("/records", Value::Array(many)),
        changed(
            "/records/0",
            json!({"name": "form", "version": 1, "body": {}}),
        ),
        changed("/records", named(&[""])),
        changed("/records", named(&["epoch"])),
        changed("/records", named(&["a\u{0}"])),
        changed("/records", named(&["a\u{ffff}"])),
        changed("/records", named(&["same", "same"])),
        changed("/records/0/name", too_large),
        changed("/records/0/version", json!(-1)),
    ];
    for file in cases {
        let store = Rc::new(MemoryStore::new());
        let shown: String = file.chars().take(120).collect();
        match import(&store, &file) {
            Err(ImportError::Store(error)) => panic!("{shown}: {error}"),
            Err(_) => assert_eq!(block_on(store.keys("")).unwrap(), [""; 0], "{shown}"),
            Ok(_) => panic!("{shown}"),
        }
    }
    for id in ["b", "a\nb"] {
        import(&Rc::new(MemoryStore::new()), &changed("/id", json!(id))).unwrap();
    }
    let newer = import(&Rc::new(MemoryStore::new()), &changed("/version", json!(7)));
    assert_eq!(newer, Err(ImportError::TooNew { found: 7, known: 1 }));
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z/:%0-9 ]{1,30}".prop_filter("epochs are not exported", |name| name != "epoch"),
        "\\PC{1,20}",
    ]
}

fn record() -> impl Strategy<Value = Record> {
    let body = prop_oneof![".*", "\\PC{0,200}", Just("[".repeat(3_000))];
    (any::<u32>(), body).prop_map(|(version, body)| Record { version, body })
}

/// All but the right to write, which is not exported.
fn without_writer(store: &Rc<MemoryStore>, session: &SessionKey) -> Vec<(String, Record)> {
    let mut records = block_on(store.list("")).unwrap();
    let epoch = session.record("epoch");
    records.retain(|(key, _)| *key != epoch && key != "database");
    records
}

proptest! {
    #[test]
    fn an_exported_session_is_imported_as_it_was(
        id in prop::collection::vec(any::<char>(), 1..40),
        stream in ".{0,20}",
        head in proptest::option::of(record()),
        records in prop::collection::btree_map(name(), record(), 0..20),
    ) {
        let store = Rc::new(MemoryStore::new());
        let id: String = id.into_iter().collect();
        let session = SessionKey::new(&id);
        let mut batch = Batch::new();
        let stream = StreamPath::main().child(&stream);
        Journal::begin(&mut batch, &session, &stream, &Notes::empty()).unwrap();
        for (name, record) in &records {
            batch.put(session.record(name), record.clone());
        }
        if let Some(head) = &head {
            batch.put(session.head(), head.clone());
        }
        block_on(store.commit(batch)).unwrap();
        let other = Rc::new(MemoryStore::new());
        let imported = import(&other, &export(&store, &id)).unwrap();
        prop_assert_eq!(&imported, &session);
        prop_assert_eq!(without_writer(&other, &session), without_writer(&store, &session));
        let listed = list(&other);
        prop_assert_eq!(listed.len(), 1);
        prop_assert_eq!(listed[0].session(), session);
    }

    #[test]
    fn no_file_makes_the_import_panic(
        base in prop::sample::select(vec!["/id", "/head", "/records", "/records/0/name", "/version"]),
        value in ".{0,40}",
        cut in any::<prop::sample::Index>(),
    ) {
        let file = changed(base, json!(value));
        let characters: Vec<_> = file.chars().collect();
        let cut: String = characters[..cut.index(characters.len())].iter().collect();
        for file in [file, cut, value] {
            let store = Rc::new(MemoryStore::new());
            let _ = import(&store, &file);
            let keys: BTreeMap<_, _> = block_on(store.list("")).unwrap().into_iter().collect();
            prop_assert!(keys.keys().all(|key| key == "database" || key.starts_with("head/") || key.starts_with("session/")));
        }
    }
}
