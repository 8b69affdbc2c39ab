//! What may be private in a message about something else stays on the page until the person says what
//! it is.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend_in_any_light};
use serde_json::json;

fn form() -> String {
    json!({
        "id": "guests", "title": "Guests",
        "fields": [
            {"id": "comes", "label": "Do you come?", "required": true,
                "answer": {"type": "yesNo"}},
            {"id": "phone", "label": "Phone", "required": true, "private": true,
                "answer": {"type": "phone"}},
            {"id": "city", "label": "City", "required": true},
        ],
    })
    .to_string()
}

const TOLD: &str = "yes, you can reach me on 090-1234-5678";
const OFFERED: &str = "[...document.querySelectorAll('[data-testid=\"suggestion\"]')].find(it => it.textContent === 'That is my answer to “Phone”')";

const KEPT: &str = "document.querySelector('[data-testid=\"kept-private\"]')?.textContent ?? null";

async fn stands_in_the_box(page: &Page<'_>, text: &str) {
    let stands = format!(
        "document.querySelector('#composer').value === {}",
        json!(text)
    );
    page.wait_for(&stands).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_private_comes_back_and_is_recorded_by_a_click() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    let asked = site.endpoint().seen().len();
    let kept = page.value(KEPT).await.unwrap();
    assert_eq!(
        kept,
        "No AI reads these, so please wait until you are asked: Phone"
    );
    page.answer(TOLD).await.unwrap();
    page.wait_for(OFFERED).await.unwrap();
    stands_in_the_box(&page, TOLD).await;
    // A "yes" to that would be none to the question.
    let buttons = "document.querySelectorAll('[data-testid=\"suggestion\"]').length";
    assert_eq!(page.value(buttons).await.unwrap(), 1);
    nothing_to_mend_in_any_light(&browser, "what may be private").await;
    page.picture("private-held").await.unwrap();
    assert_eq!(site.endpoint().seen().len(), asked, "nobody is asked");
    page.value(&format!("{OFFERED}.click()")).await.unwrap();
    // What was held once is not there twice.
    stands_in_the_box(&page, "yes, you can reach me on").await;
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.value(buttons).await.unwrap(), 2);
    // It was told, so nothing more is to be kept back.
    assert_eq!(page.value(KEPT).await.unwrap(), json!(null));
    page.fill("yes").await.unwrap();
    page.click("send").await.unwrap();
    stands_in_the_box(&page, "").await;
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("Kyoto").await.unwrap();
    page.is_on("review").await.unwrap();
    // On the last page as well.
    page.fill("or on 090-1234-9999").await.unwrap();
    page.click("send").await.unwrap();
    page.wait_for(OFFERED).await.unwrap();
    page.picture("private-held-at-the-end").await.unwrap();
    page.value(&format!("{OFFERED}.click()")).await.unwrap();
    page.wait_for("[...document.querySelectorAll('[data-testid=\"answer-value\"]')].some(it => it.textContent.includes('9999'))")
        .await
        .unwrap();
    let seen = site.endpoint().seen();
    let is_told = |it: &kikitori_e2e::Seen| it.body.to_string().contains("090-1234");
    assert!(!seen.iter().any(is_told));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
