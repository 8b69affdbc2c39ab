//! Someone who would rather not answer what has to be answered.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Full name", "required": true},
    {"id": "email", "label": "Email", "required": true, "answer": {"type": "email"}, "why": "We send the decision there."}
]}"#;
const NO: &str = "I'd rather not say";

#[tokio::test(flavor = "multi_thread")]
async fn a_required_field_that_is_refused_twice_is_left_open_and_the_form_says_so() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.load_form(&profile, FORM).await.unwrap();
    page.settled().await.unwrap();
    let is_asked = |field: &str| {
        format!("document.querySelector('[data-field=\"{field}\"][data-state=\"interviewing\"]')")
    };
    page.answer("Ada Lovelace").await.unwrap();
    page.settled().await.unwrap();
    page.wait_for(&is_asked("email")).await.unwrap();
    // Why it is asked is said before it is asked once more, and never a third time.
    page.answer(NO).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let said = page.last_question().await.unwrap();
    assert!(said.contains("We send the decision there."), "{said}");
    page.wait_for(&is_asked("email")).await.unwrap();
    page.answer(NO).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    // It is said plainly that nothing can be sent, and how it can be given after all.
    let blocking = page.text_of("blocking").await.unwrap();
    assert!(blocking.contains("Email"), "{blocking}");
    page.wait_for("document.querySelector('[data-testid=\"confirm\"]').getAttribute('aria-disabled') === 'true'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
