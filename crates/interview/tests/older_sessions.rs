//! Sessions that older pages stored go on, also with parts that cannot be read.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_fixtures::StoredPage;
use kikitori_interview::{DriveError, FieldState, Pause, SessionId, Submission};
use kikitori_store::{Batch, MemoryStore, Record, Store};
use support::*;

/// What a page left in a scene, and the id of its session.
fn left(scene: &str) -> (Rc<MemoryStore>, SessionId) {
    let store = Rc::new(MemoryStore::new());
    let mut batch = Batch::new();
    let mut id = None;
    for (key, record) in StoredPage::of(scene).records {
        if let Some(session) = key.strip_prefix("head/") {
            id = Some(SessionId(session.to_owned()));
        }
        let (version, body) = (record.version, record.body);
        batch.put(key, Record { version, body });
    }
    block_on(store.commit(batch)).unwrap();
    (store, id.unwrap())
}

fn keys(store: &MemoryStore, prefix: &str) -> Vec<String> {
    block_on(store.keys(prefix)).unwrap()
}

/// Answers what is open, and confirms.
fn finished(store: Rc<MemoryStore>, id: &SessionId) -> Submission {
    let mut interview = resume(id, ports(scripted(), store));
    block_on(async {
        loop {
            match interview.advance().await.unwrap() {
                Pause::Answer => interview
                    .answer("Another answer from Japan", page())
                    .await
                    .unwrap(),
                Pause::Confirm => interview.confirm("now".to_owned()).await.unwrap(),
                Pause::Done => return Submission::of(interview.orchestrator()).unwrap(),
                other => panic!("{other:?}"),
            }
        }
    })
}

#[test]
fn every_scene_goes_on_to_its_end_and_is_stored_in_the_new_layout() {
    for scene in [
        "review_asked",
        "review_called",
        "waiting_with_draft",
        "confirm",
        "finished",
    ] {
        let (store, id) = left(scene);
        let before = block_on(kikitori_interview::load_session(&*store, &id))
            .unwrap()
            .unwrap();
        let said: Vec<_> = before.chat().map(|message| message.text.clone()).collect();
        assert!(said.len() > 5, "{scene}: {said:?}");
        let prefix = format!("session/{id}/");
        let old = keys(&store, &prefix).len();
        let submission = finished(store.clone(), &id);
        assert_eq!(submission.fields.len(), 7, "{scene}");
        let after = block_on(kikitori_interview::load_session(&*store, &id))
            .unwrap()
            .unwrap();
        assert!(
            after.chat().map(|it| &it.text).take(said.len()).eq(&said),
            "{scene}"
        );
        assert!(
            after.run_steps.iter().all(|step| step.output.is_some()),
            "{scene}"
        );
        if scene == "finished" {
            // Nothing was written, so nothing was moved.
            assert_eq!(
                keys(&store, &prefix).len(),
                old + 1,
                "its records and the epoch"
            );
            continue;
        }
        let left: Vec<_> = keys(&store, &prefix)
            .into_iter()
            .filter(|key| !key.contains("/journal/"))
            .collect();
        let aside = ["epoch", "draft"].map(|name| format!("{prefix}{name}"));
        assert!(
            left.iter().all(|key| aside.contains(key)),
            "{scene}: {left:?}"
        );
    }
}

#[test]
fn a_part_that_cannot_be_read_costs_that_part() {
    let (store, id) = left("waiting_with_draft");
    let prefix = format!("session/{id}/");
    let parts = keys(&store, &prefix);
    assert!(parts.len() > 20, "{parts:?}");
    for key in parts.into_iter().chain([format!("head/{id}")]) {
        for damage in [Some("{\"deep\":"), None] {
            let (store, id) = left("waiting_with_draft");
            let mut batch = Batch::new();
            match damage {
                Some(body) => batch.put(
                    &key,
                    Record {
                        version: 1,
                        body: body.to_owned(),
                    },
                ),
                None => batch.delete(&key),
            }
            block_on(store.commit(batch)).unwrap();
            let opened = kikitori_interview::Interview::resume(
                &id,
                ports(scripted(), store.clone()),
                Default::default(),
            );
            let opened = block_on(opened);
            if key.ends_with("/form") {
                assert!(matches!(opened, Err(DriveError::Damaged(_))), "{key}");
                assert!(
                    !keys(&store, &prefix)
                        .iter()
                        .any(|key| key.contains("/journal/"))
                );
                continue;
            }
            let opened = opened.unwrap();
            let aside = key.ends_with("/draft");
            assert_eq!(
                opened.losses().is_none(),
                aside || damage.is_none(),
                "{key}"
            );
            let outline = opened.orchestrator().outline();
            let done = outline
                .iter()
                .filter(|it| it.state == FieldState::Done)
                .count();
            assert!(done + 1 >= 2, "{key}: {outline:?}");
            drop(opened);
            let submission = finished(store.clone(), &id);
            assert_eq!(submission.fields.len(), 7, "{key}");
            if damage.is_some() && !aside && !key.starts_with("head/") {
                let kept = block_on(store.get(&key)).unwrap();
                assert!(
                    kept.is_some(),
                    "what cannot be read is not thrown away: {key}"
                );
            }
        }
    }
}
