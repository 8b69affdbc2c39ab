//! The form by hand: every kind of input, the plain form, changes, and what becomes of the answers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend, setting};
use serde_json::{Value, json};

/// A field of each kind.
const EVERY_KIND: &str = r#"{"id": "kinds", "title": {"en": "All kinds", "ja": "すべての種類"}, "fields": [
    {"id": "name", "label": {"en": "Full name", "ja": "お名前"}, "required": true, "answer": {"type": "shortText", "maxLength": 40}, "why": {"en": "So that we know what to call you.", "ja": "お呼びするために伺います。"}},
    {"id": "story", "label": {"en": "Story", "ja": "経緯"}, "required": false},
    {"id": "weight", "label": {"en": "Weight", "ja": "重さ"}, "required": true, "answer": {"type": "number", "unit": {"en": "kg", "ja": "キロ"}, "min": 0.5, "max": 90}},
    {"id": "people", "label": {"en": "People", "ja": "人数"}, "required": true, "answer": {"type": "integer", "min": 1}},
    {"id": "pets", "label": {"en": "Any pets?", "ja": "ペットはいますか"}, "required": true, "answer": {"type": "yesNo"}},
    {"id": "which", "label": {"en": "Which pets", "ja": "どんなペット"}, "required": true, "when": {"equals": {"field": "pets", "value": true}}, "answer": {"type": "shortText"}},
    {"id": "way", "label": {"en": "Way", "ja": "方法"}, "required": true, "answer": {"type": "choice", "other": true, "options": [{"value": "van", "label": {"en": "By van", "ja": "トラック"}}, {"value": "post", "label": {"en": "By post", "ja": "郵便"}}]}},
    {"id": "days", "label": {"en": "Days", "ja": "曜日"}, "required": false, "answer": {"type": "choices", "max": 2, "options": [{"value": "mon", "label": {"en": "Monday", "ja": "月曜"}}, {"value": "tue", "label": {"en": "Tuesday", "ja": "火曜"}}, {"value": "wed", "label": {"en": "Wednesday", "ja": "水曜"}}]}},
    {"id": "day", "label": {"en": "Day", "ja": "日付"}, "required": true, "answer": {"type": "date"}},
    {"id": "at", "label": {"en": "Time", "ja": "時刻"}, "required": true, "answer": {"type": "time"}},
    {"id": "moment", "label": {"en": "Day and time", "ja": "日時"}, "required": true, "answer": {"type": "dateTime"}},
    {"id": "email", "label": {"en": "E-mail", "ja": "メール"}, "required": true, "answer": {"type": "email"}},
    {"id": "phone", "label": {"en": "Phone", "ja": "電話"}, "required": true, "answer": {"type": "phone"}},
    {"id": "site", "label": {"en": "Website", "ja": "サイト"}, "required": true, "answer": {"type": "url"}},
    {"id": "address", "label": {"en": "Address", "ja": "住所"}, "required": true, "answer": {"type": "address"}},
    {"id": "liked", "label": {"en": "How was it?", "ja": "いかがでしたか"}, "required": true, "answer": {"type": "rating", "max": 5, "lowLabel": {"en": "bad", "ja": "悪い"}, "highLabel": {"en": "good", "ja": "良い"}}},
    {"id": "items", "label": {"en": "Items", "ja": "品目"}, "required": true, "answer": {"type": "group", "fields": [
        {"id": "item", "label": {"en": "Item", "ja": "品番"}, "required": true, "answer": {"type": "shortText"}},
        {"id": "count", "label": {"en": "Count", "ja": "数"}, "required": true, "answer": {"type": "integer", "min": 1}}]}}
]}"#;

const SHORT: &str = r#""fields": [
    {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
    {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": [
        {"value": "van", "label": "By van"}, {"value": "post", "label": "By post"}]}}
]}"#;

fn short(submit: &Value) -> String {
    format!(
        r#"{{"id": "short", "title": "Short", "submitLabel": "Send the order", "submit": {submit}, {SHORT}"#
    )
}

async fn begin<'a>(browser: &'a Browser, site: &Site, profile: &Profile, form: &str) -> Page<'a> {
    let page = Page::open(browser, &site.url()).await.unwrap();
    page.load_form(profile, form).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page
}

/// Puts `text` into the box of a field on the plain form.
async fn put(page: &Page<'_>, field: &str, text: &str) {
    let (id, text) = (json!(format!("#field-{field}")), json!(text));
    page.wait_for(&format!("document.querySelector({id})"))
        .await
        .unwrap();
    page.value(&format!("(() => {{ const box = document.querySelector({id}); box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")).await.unwrap();
}

/// Puts `text` into a cell of the group on the plain form.
async fn put_cell(page: &Page<'_>, line: usize, cell: &str, text: &str) {
    let text = json!(text);
    let selector = json!(format!(
        ".line:nth-of-type({line}) [data-input=\"{cell}\"] input"
    ));
    page.wait_for(&format!("document.querySelector({selector})"))
        .await
        .unwrap();
    page.value(&format!("(() => {{ const box = document.querySelector({selector}); box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")).await.unwrap();
}

/// Chooses what stands at this place of a field on the plain form.
async fn choose(page: &Page<'_>, field: &str, at: usize) {
    page.click_on(&format!("#field-{field}-{at}"))
        .await
        .unwrap();
}

async fn screen(page: &Page<'_>, name: &str) {
    page.wait_for(&format!(
        "document.querySelector('main').dataset.screen === '{name}' && document.querySelector('main h1')"
    ))
    .await
    .unwrap();
}

/// What stands on the page for each answer.
async fn shown(page: &Page<'_>) -> Value {
    page.wait_for("document.querySelector('[data-testid=\"answers\"]')")
        .await
        .unwrap();
    page.value("Object.fromEntries([...document.querySelectorAll('[data-testid=\"answer-value\"]')].map(it => [it.dataset.field, it.textContent]))").await.unwrap()
}

async fn every_kind(languages: &'static str, width: u32, dark: bool) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages,
        dark,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = begin(&browser, &site, &profile, EVERY_KIND).await;
    let name = |what: &str| format!("by-hand-{languages}-{width}-{what}");
    page.press("[data-testid=\"open-form\"]").await.unwrap();
    screen(&page, "form").await;
    page.wait_for("document.querySelector('[data-testid=\"plain-form\"] #field-name')")
        .await
        .unwrap();
    page.picture(&name("form")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "plain form").await;
    // What cannot be read is said on top and beside the input, and keeps what was typed.
    put(&page, "people", "many").await;
    put_cell(&page, 1, "item", "A-1").await;
    put_cell(&page, 1, "count", "none").await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.wait_for("document.activeElement?.dataset.testid === 'error-summary'")
        .await
        .unwrap();
    nothing_to_mend(&browser, "plain form with problems").await;
    page.picture(&name("problems")).await.unwrap();
    page.fits_its_width().await.unwrap();
    let told = "(() => { const box = document.querySelector('#field-people'); return [box.value, box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id)?.textContent).join('|').length > 10]; })()";
    assert_eq!(
        page.value(told).await.unwrap(),
        json!(["many", "true", true])
    );
    page.press("[data-testid=\"error-summary\"] li:last-child button")
        .await
        .unwrap();
    page.wait_for("document.activeElement?.closest('[data-input=\"count\"]')")
        .await
        .unwrap();
    // A condition shows and hides a field at once.
    assert_eq!(
        page.value("document.querySelectorAll('#field-which').length")
            .await
            .unwrap(),
        0
    );
    choose(&page, "pets", 0).await;
    put(&page, "which", "A cat").await;
    choose(&page, "pets", 1).await;
    page.wait_for("!document.querySelector('#field-which')")
        .await
        .unwrap();
    for (field, text) in [
        ("name", "Ada Lovelace"),
        ("weight", "12.5"),
        ("people", "3"),
        ("day", "2026-10-14"),
        ("at", "14:30"),
        ("moment", "2026-10-14T09:05"),
        ("email", "ada@example.org"),
        ("phone", "+81 3 1234 5678"),
        ("site", "example.org"),
        ("address", "1 Main St\nTown"),
    ] {
        put(&page, field, text).await;
    }
    choose(&page, "way", 0).await;
    choose(&page, "days", 0).await;
    choose(&page, "days", 2).await;
    choose(&page, "liked", 3).await;
    put_cell(&page, 1, "count", "2").await;
    page.press("[data-testid=\"add-line\"]").await.unwrap();
    put_cell(&page, 2, "item", "B-2").await;
    put_cell(&page, 2, "count", "1").await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    screen(&page, "review").await;
    let read = shown(&page).await;
    page.picture(&name("review")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "review").await;
    let (day, way) = match languages {
        "ja" => ("2026年10月14日（水）", "トラック"),
        _ => ("Wednesday, 14 October 2026", "By van"),
    };
    assert_eq!((&read["day"], &read["way"]), (&json!(day), &json!(way)));
    assert_eq!(read.as_object().unwrap().len(), 16, "{read}");
    // One is changed where it stands.
    page.press("[data-change=\"name\"]").await.unwrap();
    page.wait_for("document.activeElement?.id === 'change-name'")
        .await
        .unwrap();
    nothing_to_mend(&browser, "a change").await;
    page.value("(() => { const box = document.querySelector('#change-name'); box.value = 'Ada King'; box.dispatchEvent(new Event('input', {bubbles: true})); })()").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-field=\"name\"][data-testid=\"answer-value\"]').textContent === 'Ada King'")
        .await
        .unwrap();
    assert_eq!(page.text_of("old-value").await.unwrap(), "Ada Lovelace");
    page.wait_for("document.activeElement?.dataset.change === 'name'")
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    screen(&page, "done").await;
    let at_the_end = shown(&page).await;
    page.picture(&name("done")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "done").await;
    let submission = page.download(&profile).await.unwrap();
    let fields = submission["fields"].as_array().unwrap();
    for field in fields {
        let id = field["fieldId"].as_str().unwrap();
        if let Some(text) = field["text"].as_str() {
            assert_eq!(at_the_end[id], text, "{id}");
        }
        assert!(field.get("facts").is_none(), "{field}");
    }
    let value = |id: &str| {
        let field = fields.iter().find(|field| field["fieldId"] == id);
        field.unwrap()["value"].clone()
    };
    for (id, expected) in [
        ("name", json!("Ada King")),
        ("weight", json!("12.5")),
        ("people", json!(3)),
        ("pets", json!(false)),
        ("way", json!("van")),
        ("days", json!(["mon", "wed"])),
        ("day", json!("2026-10-14")),
        ("at", json!("14:30")),
        ("moment", json!("2026-10-14T09:05")),
        ("phone", json!("+81312345678")),
        ("site", json!("https://example.org")),
        ("address", json!(["1 Main St", "Town"])),
        ("liked", json!(4)),
        (
            "items",
            json!([{"item": "A-1", "count": 2}, {"item": "B-2", "count": 1}]),
        ),
    ] {
        assert_eq!(value(id), expected, "{id}");
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_answer_is_put_in_by_hand_in_english_on_a_desk() {
    every_kind("en", 1280, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_answer_is_put_in_by_hand_in_japanese_on_a_phone() {
    every_kind("ja", 360, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plain_form_and_the_conversation_know_of_each_other() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short(&json!({"type": "download"}));
    let page = begin(&browser, &site, &profile, &form).await;
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.press("[data-testid=\"open-form\"]").await.unwrap();
    page.wait_for("document.querySelector('#field-name')?.value === 'Ada Lovelace'")
        .await
        .unwrap();
    put(&page, "name", "Ada King").await;
    page.press("[data-testid=\"plain-save\"]").await.unwrap();
    screen(&page, "interview").await;
    page.wait_for("document.querySelector('[data-testid=\"outline\"] [data-field=\"name\"] .outline-value').textContent === 'Ada King'")
        .await
        .unwrap();
    // An option is a button, and choosing it ends the interview without a word typed.
    page.wait_for("document.querySelectorAll('[data-testid=\"suggestion\"]').length === 2")
        .await
        .unwrap();
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    screen(&page, "review").await;
    assert_eq!(
        shown(&page).await,
        json!({"name": "Ada King", "way": "By van"})
    );
    let means = page.text_of("send-means").await.unwrap();
    assert!(means.starts_with("Nothing is sent anywhere"), "{means}");
    assert_eq!(page.text_of("confirm").await.unwrap(), "Confirm the form");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// What a server has received: the key and the body of each request.
type Received = Arc<Mutex<Vec<(String, Value)>>>;

/// Takes orders, from the second request on.
fn orders(received: &Received) -> Router {
    let received = received.clone();
    let take = move |headers: HeaderMap, body: String| async move {
        let key = headers["idempotency-key"].to_str().unwrap().to_owned();
        let mut received = received.lock().unwrap();
        received.push((key, serde_json::from_str(&body).unwrap()));
        match received.len() {
            1 => (StatusCode::SERVICE_UNAVAILABLE, String::new()),
            _ => (StatusCode::CREATED, r#"{"receipt": "R-42"}"#.to_owned()),
        }
    };
    Router::new().route("/orders", post(take))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_sent_to_its_address_with_one_key_and_a_receipt_that_stays() {
    let received = Received::default();
    let dist = setting("KIKITORI_DIST").into();
    let (site, profile) = (
        Site::serving(dist, Model::Scripted, orders(&received)).await,
        Profile::new(),
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}orders", site.url());
    let form = short(&json!({"type": "post", "url": url}));
    let page = begin(&browser, &site, &profile, &form).await;
    page.press("[data-testid=\"open-form\"]").await.unwrap();
    put(&page, "name", "Ada").await;
    choose(&page, "way", 1).await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    screen(&page, "review").await;
    assert_eq!(page.text_of("confirm").await.unwrap(), "Send the order");
    let means = page.text_of("send-means").await.unwrap();
    assert!(means.contains("are sent to 127.0.0.1"), "{means}");
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"delivery\"][data-state=\"failed\"]')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "not sent").await;
    page.picture("by-hand-not-sent").await.unwrap();
    page.press("[data-testid=\"send-form\"]").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"receipt-number\"]')?.textContent === 'R-42'",
    )
    .await
    .unwrap();
    nothing_to_mend(&browser, "sent").await;
    page.picture("by-hand-sent").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    {
        let received = received.lock().unwrap();
        let [(first, _), (second, body)] = received.as_slice() else {
            panic!("{received:?}");
        };
        assert_eq!(first, second);
        assert!(first.starts_with('"') && first.len() > 10, "{first}");
        // What leaves is what can be kept.
        assert_eq!(*body, submission);
    }
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"receipt-number\"]')?.textContent === 'R-42'",
    )
    .await
    .unwrap();
    assert_eq!(received.lock().unwrap().len(), 2);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_policy_forbids_the_address_says_so_and_hands_over_where_it_may() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short(&json!({"type": "post", "url": "https://orders.example/new"}));
    let page = begin(&browser, &site, &profile, &form).await;
    page.press("[data-testid=\"open-form\"]").await.unwrap();
    put(&page, "name", "Ada").await;
    choose(&page, "way", 1).await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    screen(&page, "review").await;
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"delivery\"][data-state=\"failed\"]')?.textContent.includes('connect-src')")
        .await
        .unwrap();
    // The page around a form hears of it.
    let form = short(&json!({"type": "event"}));
    let page = begin(&browser, &site, &profile, &form).await;
    page.value(
        "window.addEventListener('kikitori:submit', event => { window.heard = event.detail; })",
    )
    .await
    .unwrap();
    page.press("[data-testid=\"open-form\"]").await.unwrap();
    put(&page, "name", "Ada").await;
    choose(&page, "way", 0).await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    screen(&page, "review").await;
    page.click("confirm").await.unwrap();
    page.wait_for("window.heard?.fields?.[1]?.value === 'van'")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_need_not_wait_for_the_model_is_told_so_after_the_second_failure() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short(&json!({"type": "download"}));
    let page = begin(&browser, &site, &profile, &form).await;
    site.endpoint_answers(401);
    page.answer("Ada").await.unwrap();
    page.comes_to("error").await.unwrap();
    let offer = "document.querySelectorAll('[data-testid=\"offer-form\"]').length";
    assert_eq!(page.value(offer).await.unwrap(), 0);
    page.press("[data-testid=\"retry\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"offer-form\"]')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "the form is offered").await;
    page.press("[data-testid=\"offer-form\"]").await.unwrap();
    put(&page, "name", "Ada").await;
    choose(&page, "way", 1).await;
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    screen(&page, "review").await;
    assert_eq!(page.settled().await.unwrap(), "confirm");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn language_country_and_time_zone_are_told_and_can_be_set() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short(&json!({"type": "download"}));
    let page = begin(&browser, &site, &profile, &form).await;
    let line = page.text_of("place").await.unwrap();
    assert!(line.contains("English"), "{line}");
    page.press("[data-testid=\"place-change\"]").await.unwrap();
    page.wait_for("document.querySelector('#place-country')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "the place").await;
    page.picture("by-hand-place").await.unwrap();
    page.value("(() => { const box = document.querySelector('#place-country'); box.value = 'DE'; box.dispatchEvent(new Event('change', {bubbles: true})); })()").await.unwrap();
    page.press("[data-testid=\"place-save\"]").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"place\"]').textContent.includes('Germany')",
    )
    .await
    .unwrap();
    page.has_kept_focus("setting the country").await.unwrap();
    browser.close().await;
}
