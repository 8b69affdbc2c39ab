//! The form by hand: every kind of input, and the plain form beside the conversation.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend, short_form};
use serde_json::json;

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

async fn every_kind(languages: &'static str, width: u32, dark: bool) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages,
        dark,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, EVERY_KIND)
        .await
        .unwrap();
    let name = |what: &str| format!("by-hand-{languages}-{width}-{what}");
    page.fill_in_by_hand().await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"plain-form\"] #field-name')")
        .await
        .unwrap();
    page.picture(&name("form")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "plain form").await;
    // What cannot be read is said on top and beside the input, and keeps what was typed.
    page.put("people", "many").await.unwrap();
    page.put_cell(1, "item", "A-1").await.unwrap();
    page.put_cell(1, "count", "none").await.unwrap();
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
    page.pick("pets", 0).await.unwrap();
    page.put("which", "A cat").await.unwrap();
    page.pick("pets", 1).await.unwrap();
    page.wait_for("!document.querySelector('#field-which')")
        .await
        .unwrap();
    for (field, text) in [
        ("name", "Ada Lovelace"),
        ("weight", "12.5"),
        ("people", "3"),
        ("day", "2016-10-14"),
        ("at", "14:30"),
        ("moment", "2016-10-14T09:05"),
        ("email", "ada@example.org"),
        ("phone", "+81 3 1234 5678"),
        ("site", "example.org"),
        ("address", "1 Main St\nTown"),
    ] {
        page.put(field, text).await.unwrap();
    }
    // A day is told in words too, whatever way the browser writes it.
    let in_words = match languages {
        "ja" => "2016年10月14日",
        _ => "14 October 2016",
    };
    page.wait_for(&format!(
        "document.querySelector('#field-day-words').textContent === '{in_words}'"
    ))
    .await
    .unwrap();
    // Short options stand beside each other.
    let in_a_row = "['way', 'days'].every(field => [0, 1].map(at => document.querySelector(`#field-${field}-${at}`).getBoundingClientRect().top).every((top, _, all) => top === all[0]))";
    assert_eq!(page.value(in_a_row).await.unwrap(), true);
    page.pick("way", 0).await.unwrap();
    page.pick("days", 0).await.unwrap();
    page.pick("days", 2).await.unwrap();
    page.pick("liked", 3).await.unwrap();
    page.put_cell(1, "count", "2").await.unwrap();
    page.press("[data-testid=\"add-line\"]").await.unwrap();
    page.put_cell(2, "item", "B-2").await.unwrap();
    page.put_cell(2, "count", "1").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let read = page.shown_answers().await.unwrap();
    page.picture(&name("review")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "review").await;
    let (day, way) = match languages {
        "ja" => ("2016年10月14日", "トラック"),
        _ => ("14 October 2016", "By van"),
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
    page.is_on("done").await.unwrap();
    let at_the_end = page.shown_answers().await.unwrap();
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
        ("weight", json!(12.5)),
        ("people", json!(3)),
        ("pets", json!(false)),
        ("way", json!("van")),
        ("days", json!(["mon", "wed"])),
        ("day", json!("2016-10-14")),
        ("at", json!("14:30")),
        ("moment", json!("2016-10-14T09:05")),
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
async fn several_things_that_are_no_options_outlive_a_click_on_one() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({
        "id": "meal", "title": "Meal",
        "fields": [{"id": "without", "label": "Allergies", "required": true,
            "answer": {"type": "choices", "options": ["Fish", "Nuts"], "other": true}}],
    });
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.pick("without", 0).await.unwrap();
    page.pick("without", 2).await.unwrap();
    page.put("without-other", "lupin; kiwi").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.wait_for("document.querySelector('#field-without-other')?.value === 'lupin; kiwi'")
        .await
        .unwrap();
    page.pick("without", 1).await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(
        submission["fields"][0]["value"],
        json!(["Fish", "Nuts", {"other": "lupin"}, {"other": "kiwi"}])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_half_filled_in_is_told_and_takes_nothing_out() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({
        "id": "meal", "title": "Meal",
        "fields": [
            {"id": "day", "label": "Day", "required": false, "answer": {"type": "date"}},
            {"id": "way", "label": "Way", "required": false,
                "answer": {"type": "choice", "options": ["Van", "Truck"], "other": true}},
        ],
    });
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.put("day", "2016-10-14").await.unwrap();
    page.pick("way", 0).await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.wait_for("document.querySelector('#field-day')?.value === '2016-10-14'")
        .await
        .unwrap();
    // Its first part is taken out by a key.
    page.value("document.querySelector('#field-day').focus()")
        .await
        .unwrap();
    let delete = browser.driver.action_chain().send_keys("\u{e017}");
    delete.perform().await.unwrap();
    page.wait_for("document.querySelector('#field-day').validity.badInput")
        .await
        .unwrap();
    page.pick("way", 2).await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.wait_for("document.querySelectorAll('.field.wrong').length === 2")
        .await
        .unwrap();
    let told = page
        .value("document.querySelector('#field-way-problem').textContent")
        .await
        .unwrap();
    assert_eq!(told, "What else?");
    page.put("day", "2016-10-15").await.unwrap();
    page.put("way-other", "A tram").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(
        page.shown_answers().await.unwrap(),
        json!({"day": "15 October 2016", "way": "A tram"})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plain_form_and_the_conversation_know_of_each_other() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.press("[data-testid=\"open-form\"]").await.unwrap();
    page.wait_for("document.querySelector('#field-name')?.value === 'Ada Lovelace'")
        .await
        .unwrap();
    page.save_name_by_hand("Ada King").await.unwrap();
    // An option is a button, and choosing it ends the interview without a word typed.
    page.wait_for("document.querySelectorAll('[data-testid=\"suggestion\"]').length === 2")
        .await
        .unwrap();
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(
        page.shown_answers().await.unwrap(),
        json!({"name": "Ada King", "way": "By van"})
    );
    let means = page.text_of("send-means").await.unwrap();
    assert!(means.starts_with("Confirming sends nothing"), "{means}");
    assert_eq!(page.text_of("confirm").await.unwrap(), "Confirm the form");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_need_not_wait_for_the_model_is_told_so_after_the_second_failure() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
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
    page.put("name", "Ada").await.unwrap();
    page.pick("way", 1).await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn language_country_and_time_zone_are_told_and_can_be_set() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    let line = page.text_of("place").await.unwrap();
    assert!(line.contains("English"), "{line}");
    page.press("[data-testid=\"place-change\"]").await.unwrap();
    page.wait_for("document.querySelector('#place-country')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "the place").await;
    page.picture("by-hand-place").await.unwrap();
    // Each language by its own name, those first that are likely.
    let named = "['de', 'ja', 'ar'].map(tag => { const it = document.querySelector(`#place-language option[value=\"${tag}\"]`); return [it.textContent, it.lang, it.parentElement.label]; })";
    assert_eq!(
        page.value(named).await.unwrap(),
        json!([
            ["Deutsch", "de", "All languages"],
            ["日本語", "ja", "Likely"],
            ["العربية", "ar", "All languages"]
        ])
    );
    // A zone is found by city, country or name.
    for (searched, zone) in [
        ("new york", "America/New_York"),
        ("iceland", "Atlantic/Reykjavik"),
        ("india standard", "Asia/Calcutta"),
    ] {
        page.put_into("#place-zone-search", searched).await.unwrap();
        page.wait_for(&format!(
            "document.querySelector('#place-zone option[value=\"{zone}\"]') && document.querySelectorAll('#place-zone option').length < 20"
        ))
        .await
        .unwrap();
    }
    page.put_into("#place-zone-search", "nowhere at all")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"no-zone\"]').textContent")
        .await
        .unwrap();
    page.put_into("#place-zone-search", "").await.unwrap();
    // A country brings its zone along.
    page.put_into("#place-country", "DE").await.unwrap();
    page.wait_for("document.querySelector('#place-zone').value === 'Europe/Berlin'")
        .await
        .unwrap();
    page.picture("by-hand-place-germany").await.unwrap();
    page.press("[data-testid=\"place-save\"]").await.unwrap();
    page.wait_for(
        "['Germany', 'Central European'].every(it => document.querySelector('[data-testid=\"place\"]').textContent.includes(it))",
    )
    .await
    .unwrap();
    page.has_kept_focus("setting the country").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_taken_as_its_pattern_takes_it_and_otherwise_told_what_it_looks_like() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "permit", "title": "Permit", "fields": [
        {"id": "number", "label": "Number", "required": true,
         "answer": {"type": "shortText", "pattern": "[A-Z]{2}[0-9]{7}", "patternHint": "two letters and seven digits"}},
        {"id": "more", "label": "More", "required": false, "answer": {"type": "shortText"}}]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.put("number", "YZ 481516").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.wait_for("document.activeElement?.dataset.testid === 'error-summary'")
        .await
        .unwrap();
    let told = "document.querySelector('#field-number').getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join('|')";
    let told = page.value(told).await.unwrap();
    let told = told.as_str().unwrap();
    assert!(
        told.contains("wanted here: two letters and seven digits."),
        "{told}"
    );
    nothing_to_mend(&browser, "plain form, a pattern").await;
    page.put("number", "yz 481-51 62").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.wait_for("document.querySelector('main').textContent.includes('YZ4815162')")
        .await
        .unwrap();
    browser.close().await;
}
