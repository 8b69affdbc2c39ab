//! What stands in the box on the last page and was not sent is not lost when the form is confirmed.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;

/// Its last question is private.
fn form() -> String {
    json!({
        "id": "plot", "title": "Plot",
        "fields": [
            {"id": "size", "label": "Size", "required": true, "answer": {"type": "shortText"}},
            {"id": "phone", "label": "Phone", "required": true, "private": true,
                "answer": {"type": "phone"}},
        ],
    })
    .to_string()
}

const ERROR: &str = "document.querySelector('[data-testid=\"composer-error\"]').textContent";
const MAY_CONFIRM: &str =
    "document.querySelector('[data-testid=\"confirm\"]').getAttribute('aria-disabled') === 'false'";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_of_a_private_message_is_asked_for_before_the_form_is_confirmed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    page.answer("half").await.unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"message\"][data-speaker=\"assistant\"]').length > 1")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("call my sister Rosa, canary +44 7700 900123, and I would prefer the full one")
        .await
        .unwrap();
    page.is_on("review").await.unwrap();
    let left = page.typed().await.unwrap();
    assert!(left.contains("prefer the full one"), "{left}");
    page.wait_for(MAY_CONFIRM).await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for(&format!(
        "{ERROR}.includes('not sent yet') && document.activeElement.id === 'composer'"
    ))
    .await
    .unwrap();
    nothing_to_mend(&browser, "what was not sent").await;
    page.picture("review-not-sent").await.unwrap();
    // An empty box that is sent says so, and takes nothing away.
    page.fill("").await.unwrap();
    page.click("send").await.unwrap();
    page.wait_for(&format!(
        "{ERROR} === 'Type an answer first.' && {MAY_CONFIRM}"
    ))
    .await
    .unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
