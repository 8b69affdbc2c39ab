//! Values as they are written in the language of the interview, whatever the page's is.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;

/// The fields that hold a price, a day and a yes, in a form of one language.
fn form(language: &str, unit: &str) -> String {
    json!({"id": "f", "title": "F", "language": language, "fields": [
        {"id": "price", "label": "P", "required": true, "answer": {"type": "number", "unit": unit}},
        {"id": "day", "label": "D", "required": true, "answer": {"type": "date"}},
        {"id": "sure", "label": "S", "required": true, "answer": {"type": "yesNo"}},
        {"id": "mark", "label": "M", "required": true, "answer": {"type": "rating", "max": 5}},
    ]})
    .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_amounts_days_and_yes_are_written_in_the_language_of_the_interview() {
    for (language, unit, price, in_file, day, yes) in [
        (
            "de",
            "EUR",
            "1.234,50 €",
            // What leaves keeps the form's own name for it.
            "1.234,50 EUR",
            "Sonntag, 13. Dezember 2026",
            "Ja",
        ),
        (
            "pt-BR",
            "R$",
            "R$ 1.234,50",
            "R$ 1.234,50",
            "domingo, 13 de dezembro de 2026",
            "Sim",
        ),
    ] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = Page::begin_with(&browser, &site, &profile, &form(language, unit))
            .await
            .unwrap();
        page.fill_in_by_hand().await.unwrap();
        page.put("price", "1234,5").await.unwrap();
        page.put("day", "2026-12-13").await.unwrap();
        page.pick("sure", 0).await.unwrap();
        page.pick("mark", 3).await.unwrap();
        page.press("[data-testid=\"plain-check\"]").await.unwrap();
        page.is_on("review").await.unwrap();
        let expected = [price, day, yes, "4/5"];
        // Between a number and its unit there is a space that does not break.
        let plain = |text: &str| text.replace('\u{a0}', " ");
        let shown = page.shown_answers().await.unwrap();
        let shown = ["price", "day", "sure", "mark"].map(|id| plain(shown[id].as_str().unwrap()));
        assert_eq!(shown, expected);
        page.click("confirm").await.unwrap();
        page.is_on("done").await.unwrap();
        let submission = page.download(&profile).await.unwrap();
        let fields = submission["fields"].as_array().unwrap();
        let texts = fields.iter().map(|it| plain(it["text"].as_str().unwrap()));
        assert_eq!(texts.collect::<Vec<_>>(), [in_file, day, yes, "4/5"]);
        assert_eq!(fields[0]["value"], 1234.5);
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_zone_of_a_value_is_called_as_in_the_language_of_the_interview() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "f", "title": "F", "language": "pl", "fields": [
        {"id": "at", "label": "Godzina", "required": true, "answer": {"type": "time"}},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.put("at", "14:30").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let called = |language: &str| {
        format!(
            "new Intl.DateTimeFormat('{language}', {{timeZone: 'Asia/Tokyo', timeZoneName: 'longGeneric'}}).formatToParts().find(it => it.type === 'timeZoneName').value"
        )
    };
    let [polish, english] = [
        page.value(&called("pl")).await.unwrap(),
        page.value(&called("en")).await.unwrap(),
    ];
    assert_ne!(polish, english);
    let shown = page.shown_answers().await.unwrap();
    assert_eq!(
        shown["at"],
        json!(format!("14:30 ({})", polish.as_str().unwrap()))
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_beside_a_question_are_in_the_language_of_the_interview() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "f", "title": "F", "language": "de", "fields": [
        {"id": "sure", "label": "Versichert?", "required": false, "answer": {"type": "yesNo"}},
        {"id": "mark", "label": "Note", "required": true, "answer": {"type": "rating", "max": 5}},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    let offered = "[...document.querySelectorAll('.choices button')].map(it => [it.textContent, it.closest('[lang]').lang])";
    // What nobody has translated is English, and marked as such where the page is not.
    assert_eq!(
        page.value(offered).await.unwrap(),
        json!([["Ja", "de"], ["Nein", "de"], ["Skip this question", "en"]])
    );
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    // A scale is one control.
    page.wait_for("document.querySelectorAll('.scale-point').length === 5")
        .await
        .unwrap();
    assert_eq!(page.value(offered).await.unwrap(), json!([]));
    nothing_to_mend(&browser, "buttons in another language").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_say_which_language_they_are_in_where_the_page_turns_to_another() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "f", "title": "A trip", "language": "en", "fields": [
        {"id": "place", "label": "Place", "required": true, "why": "We come by."},
        {"id": "items", "label": "Things", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true, "answer": {"type": "shortText"}},
        ]}},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.put("place", "Kyoto").await.unwrap();
    let told = "[...document.querySelectorAll('.plain-form [lang]')].map(it => `${it.lang} ${it.textContent}`)";
    assert_eq!(page.value(told).await.unwrap(), json!([]));
    page.click("language").await.unwrap();
    page.wait_for("document.documentElement.lang === 'ja'")
        .await
        .unwrap();
    let expected = json!(["en Place", "en We come by.", "en Things", "en What"]);
    page.wait_for(&format!(
        "JSON.stringify({told}) === {:?}",
        expected.to_string()
    ))
    .await
    .unwrap();
    nothing_to_mend(&browser, "a form in another language than the page").await;
    // What was typed is there still.
    let typed = "document.querySelector('#field-place').value";
    assert_eq!(page.value(typed).await.unwrap(), "Kyoto");
    browser.close().await;
}
