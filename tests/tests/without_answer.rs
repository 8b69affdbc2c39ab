//! The ordinary form for who has no answer to a field that needs one.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend_in_any_light};
use serde_json::json;

const FORM: &str = r#"{"id": "stay", "title": "Stay", "fields": [
    {"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText"}},
    {"id": "plate", "label": "Which number plate?", "required": true, "answer": {"type": "shortText"}},
    {"id": "kin", "label": "Whom to call", "required": true, "ifDeclined": "leaveOpen", "answer": {"type": "shortText"}},
    {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": ["By car", "By train"]}}
]}"#;

async fn is_left_open(width: u32) {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let options = Options {
        size: (width, 844),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    let ways = "document.querySelectorAll('.ways-out').length";
    assert_eq!(page.value(ways).await.unwrap(), 0);
    page.put("name", "Ada").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.wait_for(&format!("{ways} === 3")).await.unwrap();
    nothing_to_mend_in_any_light(&browser, "ways out of missing answers").await;
    page.fits_its_width().await.unwrap();
    page.picture(&format!("without-answer-{width}"))
        .await
        .unwrap();
    page.press("[data-testid=\"ways-plate\"] button:first-child")
        .await
        .unwrap();
    page.press("[data-testid=\"ways-kin\"] button:last-child")
        .await
        .unwrap();
    // The focus stays there, and one of them is answered after all.
    page.wait_for("document.activeElement.closest('[data-testid=\"ways-kin\"]')")
        .await
        .unwrap();
    page.press("[data-testid=\"ways-way\"] button:first-child")
        .await
        .unwrap();
    page.picture(&format!("without-answer-left-{width}"))
        .await
        .unwrap();
    page.press("[data-testid=\"ways-way\"] button")
        .await
        .unwrap();
    page.wait_for("document.activeElement.closest('#field-way-field')")
        .await
        .unwrap();
    page.press("#field-way-field label:has(input)")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "answers that are left open").await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.click("confirm").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    let fields = file["fields"].as_array().unwrap().iter();
    let left: Vec<_> = fields
        .map(|field| json!([field["outcome"], field["value"]]))
        .collect();
    let expected = json!([
        ["answered", "Ada"],
        ["does_not_know", null],
        ["declined", null],
        ["answered", "By car"],
    ]);
    assert_eq!(json!(left), expected);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_answer_to_a_required_field_says_so_in_the_form_on_a_phone() {
    is_left_open(360).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_answer_to_a_required_field_says_so_in_the_form_on_a_desk() {
    is_left_open(1280).await;
}
