//! A session of which a part cannot be read: it opens, and the page says what is missing.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Respondent, Site, Tongue, nothing_to_mend_in_any_light,
};
use serde_json::json;

const NOTICE: &str = "document.querySelector('[data-testid=\"damage\"]')";

#[tokio::test(flavor = "multi_thread")]
async fn a_session_with_a_damaged_record_says_what_is_missing_and_goes_on() {
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
    let whole = format!("!{NOTICE}");
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.settled().await.unwrap();
    page.wait_for(&whole).await.unwrap();

    let page = Page::open(&browser, &site.url()).await.unwrap();
    let keys = page.stored_keys().await.unwrap();
    let mut updates = keys.iter().filter(|key| key.contains("/main/update/"));
    let damaged = json!("of another program");
    let update = updates.nth(1).unwrap();
    page.store_record(update, damaged.clone()).await.unwrap();
    for (language, missing, safe) in [
        ("en", "1 stored step", "Everything else is here and safe"),
        (
            "ja",
            "保存された手順 1 件",
            "ほかの内容はそのまま残っていて",
        ),
    ] {
        let page = Page::reopen(&browser, &site.url()).await.unwrap();
        page.settled().await.unwrap();
        page.wait_for(NOTICE).await.unwrap();
        if language == "ja" {
            page.click("language").await.unwrap();
        }
        for words in [missing, safe] {
            let said = format!("{NOTICE}.textContent.includes('{words}')");
            page.wait_for(&said).await.unwrap();
        }
        page.picture(&format!("damaged-{language}")).await.unwrap();
        let state = format!("a damaged session, {language}");
        nothing_to_mend_in_any_light(&browser, &state).await;
    }
    page.click("session-save").await.unwrap();
    let copy = page.saved_copy(&profile).await;
    assert!(copy.contains("of another program"), "{copy}");
    page.click("language").await.unwrap();
    let mut respondent = Respondent::speaking(Tongue::English);
    respondent.answer_all(&page).await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    let kept = page.stored_keys().await.unwrap();
    assert!(kept.contains(update), "what cannot be read is not removed");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
