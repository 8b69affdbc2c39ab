//! An answer that another one makes needless is said to be gone; questions that one opens are said to be more.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_no_longer_asked_for_is_named_and_does_not_leave() {
    let form = json!({
        "id": "loan", "title": "Loan",
        "fields": [
            {"id": "bring", "label": "Shall we bring it", "required": true, "answer": {"type": "yesNo"}},
            {"id": "where", "label": "Where to", "required": true, "answer": {"type": "address"},
                "when": {"equals": {"field": "bring", "value": true}}},
        ],
    });
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 740),
        dark: true,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.pick("bring", 0).await.unwrap();
    page.put("where", "12 Mill Lane, Leeds").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let gone = "document.querySelector('[data-testid=\"gone\"]')";
    assert_eq!(page.value(&format!("{gone} === null")).await.unwrap(), true);
    page.press("[data-change=\"bring\"]").await.unwrap();
    page.press("#change-bring-1").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for(gone).await.unwrap();
    let told = page.text_of("gone").await.unwrap();
    assert!(told.starts_with("No longer asked for"), "{told}");
    assert!(told.contains("Where to: 12 Mill Lane, Leeds"), "{told}");
    page.wait_for(
        "document.querySelector('[aria-live=\"polite\"]').textContent.includes('Where to')",
    )
    .await
    .unwrap();
    nothing_to_mend(&browser, "an answer that is no longer asked for").await;
    // Put back to what it was, that is read out, and it is changed once more.
    for (at, now) in [(0, "Yes"), (1, "No")] {
        page.press("[data-change=\"bring\"]").await.unwrap();
        page.press(&format!("#change-bring-{at}")).await.unwrap();
        page.press("[data-testid=\"change-save\"]").await.unwrap();
        page.wait_for(&format!(
            "document.querySelector('[aria-live=\"polite\"]').textContent.startsWith('Changed, Shall we bring it: {now}.')"
        ))
        .await
        .unwrap();
    }
    page.wait_for(gone).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.picture("gone-360").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("confirm").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    assert_eq!(file["fields"].as_array().unwrap().len(), 1, "{file}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_that_an_answer_opens_are_counted_where_one_sees_how_far_it_is() {
    let form = json!({
        "id": "loan", "title": "Loan",
        "fields": [
            {"id": "bring", "label": "Shall we bring it", "required": true, "answer": {"type": "yesNo"}},
            {"id": "where", "label": "Where to", "required": true, "answer": {"type": "shortText"},
                "when": {"equals": {"field": "bring", "value": true}}},
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
        ],
    });
    for (width, told) in [(360, ", 1 more"), (1280, "1 more question.")] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            size: (width, 740),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
            .await
            .unwrap();
        let shown = match width {
            360 => "document.querySelector('[data-testid=\"outline-toggle\"]').textContent",
            _ => "document.querySelector('#outline-title').textContent",
        };
        page.wait_for("document.querySelector('[data-testid=\"suggestion\"]')")
            .await
            .unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
        let is_told = format!("{shown}.endsWith('{told}')");
        assert_eq!(page.value(&is_told).await.unwrap(), false);
        page.press("[data-testid=\"suggestion\"]").await.unwrap();
        page.wait_for(&is_told).await.unwrap();
        nothing_to_mend(&browser, "a question more").await;
        page.fits_its_width().await.unwrap();
        page.picture(&format!("more-{width}")).await.unwrap();
        // Until they go on.
        assert_eq!(page.settled().await.unwrap(), "answer");
        page.answer("Leeds").await.unwrap();
        page.wait_for(&format!("!{is_told}")).await.unwrap();
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}
