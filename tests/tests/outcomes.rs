//! What becomes of an answer that is never enough, and of questions that hang on another answer.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Script, Site, nothing_to_mend};
use serde_json::json;

/// A model whose Reviewer is never content.
fn never_content() -> Script {
    let verdict = |said: &str| {
        json!({"passed": false, "quote": said, "extracted_facts": [said], "missing_facts": ["since when"],
            "feedback": "Ask for it.", "refused": null, "field_value": "A lorry hit my mirror",
            "follow_up": {"message": "Since when?", "suggestions": null}})
    };
    let ask = |asks: Option<&str>, message: &str| {
        json!({"heard": [], "question": null, "language": null, "country": null, "time_zone": null,
            "asks": asks, "message": message, "suggestions": null})
    };
    let [first, second] = ["A lorry hit my mirror", "It was a big one"];
    Script::new()
        .then("ask", "", ask(Some("story"), "Hello. What happened?"))
        .then("review", first, verdict(first))
        .then("ask", first, ask(None, "Thank you."))
        .then("review", second, verdict(second))
        .then("ask", second, ask(None, "Thank you. That was all."))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_never_enough_is_left_open_and_what_is_missing_is_said_and_leaves() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let script = never_content();
    site.endpoint().follows(&script);
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "claim", "title": "Claim", "fields": [
        {"id": "story", "label": "What happened", "required": true, "followUps": 1, "ifDeclined": "leaveOpen", "facts": [
            {"key": "what", "fact": "what happened", "doneCriteria": "names what happened"},
            {"key": "since", "fact": "since when", "doneCriteria": "names a date or a span of time"}]},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.answer("A lorry hit my mirror").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let asked = page.last_question().await.unwrap();
    assert!(asked.ends_with("Since when?"), "{asked}");
    // It may be asked for once.
    page.answer("It was a big one").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.wait_for(
        "document.querySelector('.answer-missing')?.textContent === 'Missing: since when'",
    )
    .await
    .unwrap();
    let shown = page.shown_answers().await.unwrap();
    let shown = shown["story"].as_str().unwrap();
    assert!(shown.contains("A lorry hit my mirror"), "{shown}");
    nothing_to_mend(&browser, "an answer with something missing").await;
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    let story = &file["fields"][0];
    assert_eq!(
        (&story["outcome"], &story["missing"], &story["text"]),
        (&json!("unresolved"), &json!(["since when"]), &json!(shown))
    );
    let csv = page.download_csv(&profile).await.unwrap();
    assert!(csv.contains(",unresolved,"), "{csv}");
    assert!(csv.contains(",since when,"), "{csv}");
    script.is_followed();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_on_the_review_page_has_only_what_hangs_on_it_asked_again() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "hall", "title": "Hall", "fields": [
        {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
        {"id": "food", "label": "Will there be food?", "required": true, "answer": {"type": "yesNo"}},
        {"id": "guests", "label": "Guests", "required": true, "answer": {"type": "integer"},
            "when": {"equals": {"field": "food", "value": true}}},
        {"id": "end", "label": "End", "required": true, "answer": {"type": "time"}},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.press("li:nth-child(2) > [data-testid=\"suggestion\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"picker\"]')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("22:30").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    let asked = site.take_calls().len();
    let before =
        json!({"name": "Ada Lovelace", "food": "No", "end": "22:30 (Japan Standard Time)"});
    assert_eq!(page.shown_answers().await.unwrap(), before);
    page.press("[data-change=\"food\"]").await.unwrap();
    page.click_on("#change-food-0").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    // Only what hangs on it, with one call, and then straight back.
    page.is_on("interview").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.wait_for("document.querySelector('[data-testid=\"outline\"] [data-field=\"guests\"][data-state=\"interviewing\"]')")
        .await
        .unwrap();
    page.answer("30").await.unwrap();
    page.is_on("review").await.unwrap();
    let after = json!({"name": "Ada Lovelace", "food": "Yes", "guests": "30", "end": "22:30 (Japan Standard Time)"});
    assert_eq!(page.shown_answers().await.unwrap(), after);
    assert_eq!((asked, site.take_calls().len()), (3, 2));
    // Once it does not hold any more, it leaves with no form, and nothing is asked.
    page.press("[data-change=\"food\"]").await.unwrap();
    page.click_on("#change-food-1").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for(
        "!document.querySelector('[data-testid=\"answer-value\"][data-field=\"guests\"]')",
    )
    .await
    .unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    assert_eq!(file["fields"].as_array().unwrap().len(), 3, "{file}");
    assert_eq!(site.take_calls().len(), 0);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
