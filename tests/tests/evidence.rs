//! The words that an answer rests on, for who wants to see them before the form leaves.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;
use thirtyfour::Key;

const FORM: &str = r#"{"id": "visit", "title": "Visit", "fields": [
    {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
    {"id": "day", "label": "Day of the visit", "required": true, "answer": {"type": "date"}},
    {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": [
        {"value": "van", "label": "By van"}, {"value": "post", "label": "By post"}]}}
]}"#;

/// What is told of where an answer is from, if anything: whether it is seen, and the words.
fn from(field: &str) -> String {
    format!(
        "(() => {{ const row = document.querySelector('[data-testid=\"answers\"] [data-change=\"{field}\"]').closest('.answer'); const told = row.querySelector('[data-testid=\"evidence\"]'); return told && [told.querySelector('blockquote').checkVisibility(), told.querySelector('blockquote').textContent]; }})()"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn where_an_answer_is_from_is_shown_to_who_asks_and_only_of_what_was_said() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    for said in ["I am Ada Lovelace", "on the last day of February 2024"] {
        page.answer(said).await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
    }
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let shown = page.shown_answers().await.unwrap();
    assert_eq!(shown["day"], "29 February 2024");
    let of_day = page.value(&from("day")).await.unwrap();
    assert_eq!(of_day[0], false, "it is shown on demand: {of_day}");
    // Who clicked has said nothing.
    assert_eq!(page.value(&from("way")).await.unwrap(), json!(null));
    // By keyboard: it is the next stop after what changes the answer.
    page.value("document.querySelector('[data-change=\"day\"]').focus()")
        .await
        .unwrap();
    let keys = format!("{}{}", char::from(Key::Tab), char::from(Key::Enter));
    let chain = browser.driver.action_chain().send_keys(keys);
    chain.perform().await.unwrap();
    page.wait_for(&format!("{}[0]", from("day"))).await.unwrap();
    let of_day = page.value(&from("day")).await.unwrap();
    let words = of_day[1].as_str().unwrap();
    assert!(words.contains("last day of February 2024"), "{words}");
    nothing_to_mend(&browser, "where an answer is from").await;
    page.fits_its_width().await.unwrap();
    page.picture("evidence").await.unwrap();
    // What is changed by hand rests on nothing that was said.
    page.press("[data-change=\"day\"]").await.unwrap();
    page.put_into("#change-day", "2024-03-01").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer-value\"][data-field=\"day\"]')?.textContent === '1 March 2024'")
        .await
        .unwrap();
    page.wait_for(&format!("{} === null", from("day")))
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
