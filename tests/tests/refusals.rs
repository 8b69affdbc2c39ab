//! Someone who would rather not answer what has to be answered.
#![allow(clippy::unwrap_used)]

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Full name", "required": true},
    {"id": "email", "label": "Email", "required": true}
]}"#;
const NO: &str = "I'd rather not say";

#[tokio::test(flavor = "multi_thread")]
async fn a_required_field_that_is_refused_twice_is_left_open_and_asked_for_at_the_end() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.load_form(&profile, FORM).await.unwrap();
    for answer in ["English", "Japan", NO, NO] {
        assert_eq!(page.settled().await.unwrap(), "answer");
        page.answer(answer).await.unwrap();
    }
    assert_eq!(page.settled().await.unwrap(), "answer");
    let said = page.text_of("left-open").await.unwrap();
    assert!(said.contains("cannot be sent without it"), "{said}");
    let is_asked = |field: &str| {
        format!("document.querySelector('[data-field=\"{field}\"][data-state=\"interviewing\"]')")
    };
    page.wait_for(&is_asked("email")).await.unwrap();
    // The other field goes on, and the first comes back: nothing is sent without it.
    page.answer("ada@example.org").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.wait_for(&is_asked("name")).await.unwrap();
    page.answer(NO).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
