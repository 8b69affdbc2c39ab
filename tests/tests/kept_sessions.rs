//! A session can be saved as a file, opened from it in another browser, and got rid of, readable or
//! not.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_on_in_another_browser_from_its_saved_copy() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    for answer in [
        "The last line is lost",
        "I open it and then save it, every time",
    ] {
        page.answer(answer).await.unwrap();
        page.settled().await.unwrap();
    }
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-save").await.unwrap();
    let copy = page.saved_copy(&profile).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;

    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose_file(
        "session-file",
        &profile,
        "form.txt",
        b"{\"id\": \"a form\"}",
    )
    .await
    .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session-error\"]').textContent.includes('is no saved copy')")
        .await
        .unwrap();
    // Twice: the second is another session.
    for sessions in 1..=2 {
        page.choose_file("session-file", &profile, "copy", copy.as_bytes())
            .await
            .unwrap();
        let listed =
            format!("document.querySelectorAll('[data-testid=\"session\"]').length === {sessions}");
        page.wait_for(&listed).await.unwrap();
    }
    page.picture("saved-copies").await.unwrap();
    page.click_on("[data-testid=\"session-open\"]:not([href$=\"none\"])")
        .await
        .unwrap();
    page.settled().await.unwrap();
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time"
        ]
    );
    let mut respondent = Respondent::speaking(Tongue::English);
    respondent.answer_all(&page).await.unwrap();
    page.click("confirm").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(submission["country"], "JP");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_cannot_be_read_is_listed_and_can_be_saved_and_deleted() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
    let records = [
        ("head/damaged", json!({"version": 3, "body": deep})),
        (
            "session/damaged/journal/main/snapshot/0000000000",
            json!("of another program"),
        ),
    ];
    for (key, record) in records {
        page.store_record(key, record).await.unwrap();
    }
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session-unreadable\"]')")
        .await
        .unwrap();
    page.picture("unreadable-session").await.unwrap();
    page.click("session-save").await.unwrap();
    let copy = page.saved_copy(&profile).await;
    assert!(
        copy.contains(&deep) && copy.contains("of another program"),
        "{copy}"
    );
    page.click("session-delete").await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"session-unreadable\"]')")
        .await
        .unwrap();
    let left = page.stored_keys().await.unwrap();
    assert!(!left.iter().any(|key| key.contains("damaged")), "{left:?}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_of_sessions_and_names_of_documents_say_that_they_are_in_another_language() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let says = async |selector: &str, languages: serde_json::Value| {
        page.wait_for(&format!(
            "JSON.stringify([...document.querySelectorAll('{selector}')].map(it => it.getAttribute('lang'))) === '{languages}'"
        ))
        .await
        .unwrap();
    };
    page.use_both_systems().await;
    says(".session-title", json!([null, null])).await;
    page.click("language").await.unwrap();
    says(".session-title", json!(["en", "en"])).await;
    page.click("desk").await.unwrap();
    page.choose_file("document-file", &profile, "own.md", b"# Own\n\nText.\n")
        .await
        .unwrap();
    let name = "[data-testid=\"document\"] .document-name";
    says(name, json!(["en"])).await;
    page.click("language").await.unwrap();
    says(name, json!([null])).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
