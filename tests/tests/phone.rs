//! An interview at 390 pixels: whatever was opened, the answers to pick from are in sight, and no word
//! is broken.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use thirtyfour::Key;

const FORM: &str = r#"{"id": "repair", "title": {"en": "Repair of a washing machine", "ja": "洗濯機の修理のお申し込み"}, "fields": [
    {"id": "fault", "label": {"en": "Which of these describes the fault best?", "ja": "どのような不具合ですか"}, "required": false,
        "why": {"en": "So that the technician brings the right parts.", "ja": "必要な部品を持って伺うためです。"},
        "answer": {"type": "choice", "options": [
        {"value": "spin", "label": {"en": "It does not spin", "ja": "脱水しない"}},
        {"value": "drain", "label": {"en": "The water does not drain", "ja": "水が抜けない"}},
        {"value": "leak", "label": {"en": "Water leaks out", "ja": "水漏れする"}},
        {"value": "noise", "label": {"en": "It is much too loud", "ja": "音がとても大きい"}},
        {"value": "power", "label": {"en": "It does not switch on", "ja": "電源が入らない"}}]}},
    {"id": "appointment", "label": {"en": "Appointment", "ja": "訪問の希望日時"}, "required": true, "answer": {"type": "dateTime", "earliest": "today"}}
]}"#;

/// Every answer to pick from is seen, and nothing lies over it.
const IN_SIGHT: &str = "(() => { const picks = [...document.querySelectorAll('.choices button')]; return picks.length === 6 && picks.every(it => { const box = it.getBoundingClientRect(); const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); return box.height > 0 && it.contains(top); }); })()";

async fn looks_well(page: &Page<'_>, name: &str) {
    page.picture(&format!("phone-{name}")).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.breaks_lines_well().await.unwrap();
}

async fn whatever_is_open(languages: &'static str, dark: bool) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (390, 844),
        languages,
        dark,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    let name = |what: &str| format!("{languages}-{what}");
    page.wait_for(IN_SIGHT).await.unwrap();
    looks_well(&page, &name("choices")).await;
    for (panel, opens, is_open) in [
        (
            "fields",
            "[data-testid=\"outline-toggle\"]",
            "dialog[open] .outline",
        ),
        (
            "activity",
            "[data-testid=\"inspector-toggle\"]",
            "dialog[open] [data-testid=\"run-step\"]",
        ),
        ("settings", "[data-testid=\"settings\"]", "dialog[open] h2"),
    ] {
        page.press(opens).await.unwrap();
        page.wait_for(&format!("document.querySelector('{is_open}')"))
            .await
            .unwrap();
        looks_well(&page, &name(panel)).await;
        nothing_to_mend(&browser, panel).await;
        let escape = char::from(Key::Escape).to_string();
        let chain = browser.driver.action_chain().send_keys(escape);
        chain.perform().await.unwrap();
        page.wait_for("!document.querySelector('dialog[open]')")
            .await
            .unwrap();
        page.wait_for(IN_SIGHT).await.unwrap();
    }
    // What opens in the conversation leaves them where they are.
    page.press("[data-testid=\"why\"] summary").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"why\"][open]')")
        .await
        .unwrap();
    looks_well(&page, &name("why")).await;
    page.wait_for(IN_SIGHT).await.unwrap();
    page.press("[data-testid=\"place-change\"]").await.unwrap();
    page.wait_for("document.querySelectorAll('.change option').length > 300")
        .await
        .unwrap();
    looks_well(&page, &name("place")).await;
    nothing_to_mend(&browser, "the place on a phone").await;
    page.press("[data-testid=\"place-cancel\"]").await.unwrap();
    page.wait_for(IN_SIGHT).await.unwrap();
    page.press(".suggestions [data-testid=\"skip\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"picker\"]')")
        .await
        .unwrap();
    looks_well(&page, &name("picker")).await;
    nothing_to_mend(&browser, "a picker on a phone").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_stay_in_sight_and_no_word_breaks_on_a_phone_in_english() {
    whatever_is_open("en", true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_stay_in_sight_and_no_word_breaks_on_a_phone_in_japanese() {
    whatever_is_open("ja", false).await;
}
