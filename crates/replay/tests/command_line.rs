//! The program as a continuous integration runs it: a form, recordings, and how it ends.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::Cell;
use std::fs;
use std::process::{Command, Output};
use std::rc::Rc;

use kikitori_demo_model::model;
use kikitori_interview::{
    Event, Events, Interview, Limits, NoLocale, PageContext, Pause, Ports, parse_form,
};
use kikitori_journal::{SessionKey, Sessions};
use kikitori_ports::{Clock, Ids};
use kikitori_proxy::{ProxyConfig, Upstream, app, serve};
use kikitori_store::MemoryStore;
use tempfile::TempDir;
use tokio::net::TcpListener;

struct At(Cell<u64>);

impl Clock for At {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

impl Ids for At {
    fn new_id(&self) -> String {
        "recorded".to_owned()
    }
}

struct Unheard;

impl Events for Unheard {
    fn event(&self, _: Event<'_>) {}
}

fn form(options: &str) -> String {
    format!(
        r#"{{"id": "claim", "title": "Claim", "language": "en", "fields": [
            {{"id": "name", "label": "Name", "required": true, "answer": {{"type": "shortText"}}}},
            {{"id": "colour", "label": "Colour", "required": true,
              "answer": {{"type": "choice", "options": [{options}]}}}},
            {{"id": "day", "label": "Day", "required": true, "answer": {{"type": "date"}}}}]}}"#
    )
}

const OWN: &str = r#""red", "green""#;

/// The file of an interview, as the page saves it.
async fn recorded() -> String {
    let store = Rc::new(MemoryStore::new());
    let at = Rc::new(At(Cell::new(1_795_000_000_000)));
    let ports = Ports {
        model: Rc::new(model()),
        store: store.clone(),
        clock: at.clone(),
        ids: at,
        locale: Rc::new(NoLocale),
        events: Rc::new(Unheard),
        lines: None,
    };
    let page = PageContext {
        languages: vec!["en".to_owned()],
        time_zone: None,
        local_time: Some("2026-11-20T18:00:00+09:00".to_owned()),
    };
    let form = parse_form(&form(OWN)).unwrap();
    let started = Interview::start(form, page.clone(), ports, Limits::default()).await;
    let mut interview = started.unwrap();
    for answer in ["Ada Lovelace", "green", "tomorrow"] {
        assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
        interview.answer(answer, page.clone()).await.unwrap();
    }
    assert_eq!(interview.advance().await.unwrap(), Pause::Confirm);
    let id = interview.orchestrator().state().session_id.0.clone();
    let sessions = Sessions::new(store);
    sessions
        .export(&SessionKey::new(id))
        .await
        .unwrap()
        .unwrap()
}

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_kikitori-replay"))
        .args(arguments)
        .env_remove("KIKITORI_API_KEY")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[tokio::test]
async fn it_says_what_a_changed_form_makes_of_a_recording_and_ends_so() {
    let folder = tempfile::tempdir().unwrap();
    let recording = write(&folder, "recorded.json", &recorded().await);
    let same = write(&folder, "same.json", &form(OWN));
    let (code, out, _) = run(&[&same, &recording, "--all"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("recorded.json: 3 same\n"), "{out}");
    assert!(out.contains("Saturday, 21 November 2026"), "{out}");
    assert!(out.ends_with("1 of 1 as recorded\n"), "{out}");

    let changed = write(&folder, "changed.json", &form(r#""red", "blue""#));
    let (code, out, _) = run(&[&changed, &recording, &recording]);
    assert_eq!(code, Some(1), "{out}");
    let row = "  ✗ colour  refused  green → –. Choose one of: red, blue. They said “green”.\n";
    assert_eq!(out.matches(row).count(), 2, "{out}");
    assert!(out.ends_with("0 of 2 as recorded\n"), "{out}");
}

#[tokio::test]
async fn what_cannot_be_read_is_named_and_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let recording = write(&folder, "recorded.json", &recorded().await);
    let own = write(&folder, "form.json", &form(OWN));
    for (arguments, told) in [
        (
            vec![own.as_str(), own.as_str()],
            "form.json: this file is no exported session",
        ),
        (
            vec![recording.as_str(), recording.as_str()],
            "recorded.json is no form",
        ),
        (
            vec!["/nowhere/form.json", recording.as_str()],
            "/nowhere/form.json: ",
        ),
        (vec![own.as_str()], "name a recording"),
    ] {
        let (code, out, error) = run(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {out}");
        assert!(error.contains(told), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_leads_the_interview_again() {
    let folder = tempfile::tempdir().unwrap();
    let recording = write(&folder, "recorded.json", &recorded().await);
    let own = write(&folder, "form.json", &form(OWN));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let router = app(ProxyConfig::new(Upstream::Scripted)).unwrap();
    let serving = tokio::spawn(serve(listener, router, std::future::pending()));
    let arguments = [
        own,
        recording,
        "--endpoint".to_owned(),
        url,
        "--model".to_owned(),
        "kikitori-scripted".to_owned(),
    ];
    let asked = tokio::task::spawn_blocking(move || run(&arguments.each_ref().map(String::as_str)));
    let (code, out, error) = asked.await.unwrap();
    assert_eq!(code, Some(0), "{out}{error}");
    assert!(out.contains("recorded.json: 3 same\n"), "{out}");
    serving.abort();
}
