//! What is on the device after an interview was left or deleted.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use serde_json::json;

const SAMPLE: &str = "bug-report";

/// The keys of all records but of what endpoints were found to support, which nobody typed, and of
/// the database's own name, by which an open tab tells a deletion from an eviction.
async fn left_of_sessions(page: &Page<'_>) -> Vec<String> {
    let mut keys = page.stored_keys().await.unwrap();
    keys.retain(|key| !key.starts_with("endpoint/") && key != "database");
    keys
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_session_leaves_nothing_on_the_device() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 800),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    let typed = "half an answer that was never sent";
    page.fill(typed).await.unwrap();
    page.has_stored(typed).await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    // What was typed and not sent is still there.
    page.click("session-open").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"composer\"]')?.value === 'half an answer that was never sent'").await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-delete").await.unwrap();
    page.wait_for("document.activeElement?.dataset.testid === 'session-delete-keep'")
        .await
        .unwrap();
    page.picture("delete-question").await.unwrap();
    page.fits_its_width().await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    assert_eq!(left_of_sessions(&page).await, [""; 0]);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

const ONE_QUESTION: &str =
    r#"{"id":"f","title":"F","fields":[{"id":"a","label":"Name","required":true}]}"#;

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_finished_session_leaves_nothing_of_what_was_typed_last() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.load_form(&profile, ONE_QUESTION).await.unwrap();
    page.settled().await.unwrap();
    page.answer_and_type_on("Ada Lovelace", " and a thought that was not sent")
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"composer-error\"]').textContent.includes('not sent yet')")
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.click("session-delete").await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'home'")
        .await
        .unwrap();
    // Longer than the pause before a draft is stored.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(left_of_sessions(&page).await, [""; 0]);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_that_a_killed_tab_left_holds_only_what_was_not_sent() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    let session = browser.driver.current_url().await.unwrap();
    let id = session.fragment().unwrap().rsplit('/').next().unwrap();
    let key = format!("session/{id}/draft");
    let cases = [
        (1, json!("of the first version"), "of the first version"),
        (1, json!("The last line is lost"), ""),
        (2, json!({"text": "The last", "typedAfter": 0}), ""),
        (
            2,
            json!({"text": "The last line is lost, always", "typedAfter": 0}),
            ", always",
        ),
        (2, json!({"text": "The last", "typedAfter": 1}), "The last"),
        (3, json!({"of": "a version to come"}), ""),
    ];
    for (version, body, composer) in cases {
        // Away from the session, which stores its own draft when it is left.
        let page = Page::open(&browser, &site.url()).await.unwrap();
        let record = json!({"version": version, "body": body.to_string()});
        page.store_record(&key, record).await.unwrap();
        page.click("session-open").await.unwrap();
        page.settled().await.unwrap();
        let shown = "document.querySelector('[data-testid=\"composer\"]').value";
        assert_eq!(page.value(shown).await.unwrap(), composer, "{body}");
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
