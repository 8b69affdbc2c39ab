//! What is written comes back, at every moment, and costs what has changed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_journal::{
    Journal, JournalError, Journaled, SessionKey, StreamPath, put_forget, state_at,
};
use kikitori_store::{Batch, MemoryStore, Record, RecordingStore, Store};
use proptest::prelude::*;
use serde_json::json;
use support::*;

#[test]
fn nothing_stored_is_no_journal() {
    assert!(load(&MemoryStore::new()).unwrap().is_none());
}

#[test]
fn after_every_batch_the_state_of_that_moment_is_there() {
    let store = RecordingStore::new();
    let mut kept = Kept::begin(&store, &StreamPath::main());
    let mut states = vec![kept.notes.clone()];
    // Large enough for some snapshots.
    for step in 0..40 {
        let text = format!("{step} ").repeat(3_000);
        kept.note(&[line(step.to_string()), extra(text)]);
        states.push(kept.notes.clone());
    }
    assert!(snapshots(&store).len() == 2, "{:?}", snapshots(&store));
    let moments: Vec<_> = store.after_each().collect();
    assert_eq!(moments.len(), states.len());
    for (number, (killed, state)) in moments.iter().zip(&states).enumerate() {
        let read = loaded(killed);
        assert_eq!((&read.state, read.damage), (state, vec![]), "{number}");
        assert_eq!(read.journal.last(), number as u64);
    }
    for (number, state) in states.iter().enumerate() {
        let number = number as u64;
        let read = block_on(state_at::<Notes>(
            &store,
            &session(),
            &StreamPath::main(),
            number,
        ));
        assert_eq!(read.as_ref(), Ok(state), "state {number}");
    }
    let later = block_on(state_at::<Notes>(
        &store,
        &session(),
        &StreamPath::main(),
        41,
    ));
    let expected = JournalError::NoSuchState {
        asked: 41,
        last: Some(40),
    };
    assert_eq!(later, Err(expected));
}

#[test]
fn a_session_that_was_loaded_goes_on_where_it_was() {
    let store = RecordingStore::new();
    with_lines(&store, 3);
    let read = loaded(&store);
    let mut kept = Kept {
        store: &store,
        notes: read.state,
        journal: read.journal,
    };
    kept.note(&[line("more")]);
    assert_eq!(loaded(&store).state.lines, ["0", "1", "2", "more"]);
    assert_eq!(kept.journal.last(), 4);
}

#[test]
fn a_state_that_only_grows_costs_each_step_what_it_changed_and_no_more() {
    let store = RecordingStore::new();
    let mut kept = Kept::begin(&store, &StreamPath::main());
    for step in 0..2_000 {
        let text = "x".repeat(500 + step % 100);
        kept.note(&[line(text.clone())]);
        let written = *store.bytes().last().unwrap();
        assert!(written < text.len() + 100, "{written} in step {step}");
    }
    assert_eq!(snapshots(&store), [snapshot_key(0)]);
    assert_eq!(loaded(&store).state, kept.notes);
}

#[test]
fn a_state_that_is_written_over_costs_a_quarter_more_and_bounds_what_is_read() {
    let store = RecordingStore::new();
    let mut kept = Kept::begin(&store, &StreamPath::main());
    let (mut written, mut updates, mut since) = (0, 0, 0);
    for step in 0..300 {
        // The state is as large as twelve updates, so it is written every forty-eight.
        let lines = kept.notes.lines.len();
        let text = "x".repeat(5_000);
        let update = if lines < 12 { line(text) } else { extra(text) };
        let batch = kept.note(&[update]);
        updates += 5_000;
        written += store.bytes().last().unwrap();
        since = if batch.writes().len() > 1 {
            0
        } else {
            since + 5_000
        };
        assert!(
            since <= 4 * 13 * 5_100,
            "{since} to be read after step {step}"
        );
        assert!(snapshots(&store).len() <= 2, "the first and the newest");
    }
    assert!(written < updates * 13 / 10, "{written} for {updates}");
    assert_eq!(snapshots(&store).len(), 2);
}

#[test]
fn a_step_without_updates_writes_nothing() {
    let store = MemoryStore::new();
    let mut kept = with_lines(&store, 1);
    assert!(kept.note(&[]).is_empty());
    assert_eq!(kept.journal.last(), 1);
}

#[test]
fn what_could_not_be_read_back_is_refused_and_costs_no_number() {
    let store = MemoryStore::new();
    let mut kept = with_lines(&store, 1);
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let mut batch = Batch::new();
    let refused = kept
        .journal
        .append(&mut batch, &kept.notes, &[Note::Extra(deep)]);
    assert!(refused.is_err() && batch.is_empty());
    kept.note(&[line("next")]);
    let read = loaded(&store);
    assert_eq!(read.state.lines, ["0", "next"]);
    assert_eq!(read.damage, []);
}

#[test]
fn what_an_older_version_wrote_is_migrated() {
    let store = MemoryStore::new();
    put(&store, &snapshot_key(0), Record::json(1, &json!(["a"])));
    put(&store, &update_key(1), Record::json(1, &json!(["b", "c"])));
    put(
        &store,
        &update_key(2),
        Record::json(2, &json!([{"Line": "d"}])),
    );
    let read = loaded(&store);
    assert_eq!(read.state.lines, ["a", "b", "c", "d"]);
    assert_eq!(read.damage, []);
}

#[test]
fn going_on_from_an_earlier_state_keeps_both_histories() {
    let store = MemoryStore::new();
    with_lines(&store, 5);
    let main = StreamPath::main();
    let back = block_on(Journal::<Notes>::load(&store, &session(), &main, Some(2)));
    let back = back.unwrap().unwrap();
    assert_eq!(back.state.lines, ["0", "1"]);
    let mut kept = Kept {
        store: &store,
        notes: back.state,
        journal: back.journal,
    };
    kept.note(&[line("other")]);
    kept.note(&[line("end")]);
    let read = loaded(&store);
    assert_eq!(read.state.lines, ["0", "1", "other", "end"]);
    assert_eq!(read.damage, []);
    // The turning point stays when more snapshots come.
    for _ in 0..40 {
        kept.note(&[extra("x".repeat(10_000))]);
    }
    assert_eq!(snapshots(&store).len(), 3);
    let at = |number| block_on(state_at::<Notes>(&store, &session(), &main, number)).unwrap();
    assert_eq!(at(5).lines, ["0", "1", "2", "3", "4"]);
    assert_eq!(at(6).lines, ["0", "1", "other"]);
    assert_eq!(at(7).lines, ["0", "1", "other", "end"]);
    assert_eq!(loaded(&store).state, kept.notes);
}

#[test]
fn streams_and_sessions_do_not_reach_into_each_other() {
    let store = MemoryStore::new();
    let names = ["a", "a/b", "a:b", "a%2Fb", ""];
    let mut places = vec![(session(), StreamPath::main())];
    for name in names {
        places.push((SessionKey::new(name), StreamPath::main()));
        places.push((session(), StreamPath::main().child(name)));
        places.push((session(), StreamPath::main().child(name).child("a")));
    }
    for (number, (session, stream)) in places.iter().enumerate() {
        let mut notes = Notes::empty();
        notes.lines.push(number.to_string());
        let mut batch = Batch::new();
        Journal::begin(&mut batch, session, stream, &notes).unwrap();
        block_on(store.commit(batch)).unwrap();
    }
    let read = |(session, stream): &(SessionKey, StreamPath)| {
        let loaded = block_on(Journal::<Notes>::load(&store, session, stream, None)).unwrap();
        loaded.map(|loaded| (loaded.state.lines, loaded.damage))
    };
    for (number, place) in places.iter().enumerate() {
        assert_eq!(read(place), Some((vec![number.to_string()], vec![])));
    }
    let mut batch = Batch::new();
    let forgotten = StreamPath::main().child("a");
    block_on(put_forget(&mut batch, &store, &session(), &forgotten)).unwrap();
    block_on(store.commit(batch)).unwrap();
    let left = places.iter().filter(|place| read(place).is_some()).count();
    assert_eq!(left, places.len() - 2, "a and a:a");
}

#[test]
fn loading_reads_what_was_written_since_the_newest_snapshot() {
    let store = Watched::default();
    let mut kept = Kept::begin(&store, &StreamPath::main());
    for step in 0..1_437 {
        kept.note(&[extra(format!("{step} ").repeat(100))]);
    }
    let newest = snapshots(&store).pop().unwrap();
    let number: u64 = newest.rsplit('/').next().unwrap().parse().unwrap();
    assert!((100..1_400).contains(&number), "{newest}");
    store.read.borrow_mut().clear();
    let read = loaded(&store);
    assert_eq!((&read.state, read.damage), (&kept.notes, vec![]));
    // The head has the number of the last one.
    let head = session().head();
    let mut expected = vec![head.clone(), newest];
    expected.extend((number + 1..=1_437).map(update_key));
    let mut keys = store.read.borrow().clone();
    keys.sort();
    assert_eq!(keys, expected);
    // An earlier state does not read what came after it.
    store.read.borrow_mut().clear();
    let main = StreamPath::main();
    block_on(state_at::<Notes>(&store, &session(), &main, 57)).unwrap();
    let mut expected = vec![head, snapshot_key(0)];
    expected.extend((1..=57).map(update_key));
    let mut keys = store.read.borrow().clone();
    keys.sort();
    assert_eq!(keys, expected);
}

proptest! {
    #[test]
    fn any_steps_come_back_as_they_were(
        steps in prop::collection::vec((prop::collection::vec("\\PC{0,40}", 1..4), 0_usize..30_000), 0..30),
    ) {
        let store = MemoryStore::new();
        let mut kept = Kept::begin(&store, &StreamPath::main());
        for (lines, filling) in steps {
            let mut updates: Vec<_> = lines.into_iter().map(line).collect();
            updates.push(Note::Extra(json!("y".repeat(filling))));
            kept.note(&updates);
            // Each time by a new reader, which goes on with it.
            let read = loaded(&store);
            prop_assert_eq!(&read.state, &kept.notes);
            prop_assert_eq!(read.damage, vec![]);
            prop_assert_eq!(read.journal.last(), kept.journal.last());
            kept.journal = read.journal;
        }
    }

    #[test]
    fn applying_is_all_that_loading_does(lines in prop::collection::vec("[a-z]{0,9}", 0..20)) {
        let store = MemoryStore::new();
        let mut kept = Kept::begin(&store, &StreamPath::main());
        let mut plain = Notes::empty();
        for text in lines {
            plain.apply(line(text.clone()));
            kept.note(&[line(text)]);
        }
        prop_assert_eq!(loaded(&store).state, plain);
    }
}
