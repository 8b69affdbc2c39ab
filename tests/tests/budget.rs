//! Limits on what an interview may use, set by the person who runs it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use serde_json::json;

const SAMPLE: &str = "[data-testid=\"sample\"][data-form=\"bug-report\"]";

/// Sets a box of the settings and leaves it.
async fn set(page: &Page<'_>, test_id: &str, text: &str) {
    let script = format!(
        "(() => {{ const box = document.querySelector('[data-testid=\"{test_id}\"]'); \
         box.value = {}; box.dispatchEvent(new Event('change', {{bubbles: true}})); }})()",
        json!(text)
    );
    page.value(&script).await.unwrap();
}

async fn open_settings(page: &Page<'_>, by: &str) {
    page.click(by).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"cap-calls\"]')")
        .await
        .unwrap();
}

async fn close_settings(page: &Page<'_>) {
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
}

/// Answers until the interview stands still at a limit.
async fn answer_to_the_limit(page: &Page<'_>) {
    for answer in ["English", "Japan", "It crashes", "It crashes at night"] {
        if page.settled().await.unwrap() != "answer" {
            return;
        }
        page.answer(answer).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_stops_at_a_limit_even_after_a_reload_and_goes_on_once_it_is_raised() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page, "settings").await;
    set(&page, "cap-calls", "a few").await;
    page.wait_for(
        "document.querySelector('#cap-calls-error').textContent.includes('whole number')",
    )
    .await
    .unwrap();
    set(&page, "cap-calls", "4").await;
    set(&page, "price-prompt", "0.40").await;
    set(&page, "price-completion", "1.60").await;
    close_settings(&page).await;

    page.click_on(SAMPLE).await.unwrap();
    answer_to_the_limit(&page).await;
    assert_eq!(page.settled().await.unwrap(), "failed");
    let said = page.text_of("error").await.unwrap();
    assert!(said.contains("4 model calls"), "{said}");
    assert_eq!(site.take_calls().len(), 4);
    page.picture("capped").await.unwrap();
    // To try again helps nobody.
    page.click("retry").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "failed");

    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-open").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "failed");
    assert_eq!(site.take_calls().len(), 0);

    open_settings(&page, "open-settings").await;
    page.picture("budget").await.unwrap();
    set(&page, "cap-calls", "").await;
    close_settings(&page).await;
    page.wait_for("document.querySelector('main').dataset.state === 'answer'")
        .await
        .unwrap();
    page.click("inspector-toggle").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"cost\"]')?.textContent.startsWith('0.')")
        .await
        .unwrap();
    let calls = page.text_of("calls").await.unwrap();
    assert_eq!(calls, (4 + site.take_calls().len()).to_string());
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
