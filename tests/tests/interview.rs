//! An interview that people finish: no question before the form's first, nothing asked twice,
//! corrections in words, and the language of the person.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::{Value, json};

const CLAIM: &str = r#"{"id": "claim", "title": "Claim", "fields": [
    {"id": "name", "label": "Full name", "required": true},
    {"id": "policy", "label": "Policy number", "required": true, "answer": {"type": "shortText"}},
    {"id": "date", "label": "Day of the accident", "required": true, "answer": {"type": "date", "latest": "today"}},
    {"id": "hurt", "label": "Was anyone hurt?", "required": true, "answer": {"type": "yesNo"}},
    {"id": "email", "label": "Email", "required": true, "answer": {"type": "email"}},
    {"id": "story", "label": "What happened", "required": true, "facts": [
        {"key": "what", "fact": "what happened", "doneCriteria": "names what happened"},
        {"key": "since", "fact": "since when", "doneCriteria": "names a date or a span of time"}
    ]}
]}"#;
const SHORT_CLAIM: &str = r#"{"id": "claim", "title": "Claim", "fields": [
    {"id": "name", "label": "Full name", "required": true},
    {"id": "date", "label": "Day of the accident", "required": true, "answer": {"type": "date", "latest": "today"}}
]}"#;
const MOVE: &str = r#"{"id": "move", "title": "引っ越しの見積もり", "language": "ja", "fields": [
    {"id": "name", "label": "お名前", "required": true},
    {"id": "day", "label": "引っ越しの希望日", "required": true, "answer": {"type": "date", "earliest": "today"}},
    {"id": "boxes", "label": "段ボールの数", "required": true, "answer": {"type": "integer", "unit": "箱"}}
]}"#;

/// Begins an interview about `form` in a browser of this language.
async fn begin<'a>(browser: &'a Browser, site: &Site, profile: &Profile, form: &str) -> Page<'a> {
    let page = Page::open(browser, &site.url()).await.unwrap();
    page.load_form(profile, form).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page
}

async fn open(profile: &Profile, languages: &'static str) -> Browser {
    let options = Options {
        languages,
        ..Options::default()
    };
    Browser::open(profile, &options).await
}

/// Says `text`, and waits until the field `next` is asked for.
async fn says(page: &Page<'_>, text: &str, next: &str) {
    page.answer(text).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer", "{text}");
    asks(page, next).await;
}

async fn asks(page: &Page<'_>, field: &str) {
    let asked = format!(
        "document.querySelector('[data-testid=\"outline\"] [data-field=\"{field}\"][data-state=\"interviewing\"]')"
    );
    page.wait_for(&asked).await.unwrap();
}

/// The values of the downloaded form, by field.
async fn sent(page: &Page<'_>, profile: &Profile) -> Value {
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("confirm").await.unwrap();
    let submission = page.download(profile).await.unwrap();
    let fields = submission["fields"].as_array().unwrap().iter();
    let id = |field: &Value| field["fieldId"].as_str().unwrap().to_owned();
    fields
        .map(|field| (id(field), field["value"].clone()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_message_asks_the_forms_first_question_in_the_browsers_language() {
    for (languages, form, said) in [
        ("en", CLAIM, ["Hello", "Japan", "What is your full name?"]),
        (
            "ja",
            MOVE,
            ["こんにちは", "日本として", "お名前を教えていただけますか。"],
        ),
    ] {
        let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
        let browser = open(&profile, languages).await;
        let page = begin(&browser, &site, &profile, form).await;
        let question = page.last_question().await.unwrap();
        for part in said {
            assert!(question.contains(part), "{question}");
        }
        asks(&page, "name").await;
        assert_eq!(site.take_calls(), ["interviewer"]);
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_takes_what_is_volunteered_and_corrections_in_words() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = open(&profile, "en").await;
    let page = begin(&browser, &site, &profile, CLAIM).await;
    // Told before anybody asked, and not asked again.
    let first =
        "I'm Ada Lovelace, my policy number is KV-4411-09, and you can write to ada@example.org";
    says(&page, first, "date").await;
    says(&page, "2026-01-17", "hurt").await;
    says(&page, "Sorry, it was the 14th, not the 17th", "hurt").await;
    let question = page.last_question().await.unwrap();
    assert!(question.contains("is now"), "{question}");
    says(&page, "No, nobody", "story").await;
    says(&page, "A lorry hit my mirror", "story").await;
    page.answer("That was on the 14th of January")
        .await
        .unwrap();
    let values = sent(&page, &profile).await;
    let expected =
        json!({"name": "Ada Lovelace", "policy": "KV-4411-09", "email": "ada@example.org"});
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(values[field], *value, "{field}");
    }
    assert!(
        values["date"].to_string().contains("2026-01-14"),
        "{values}"
    );
    assert!(
        values["story"]
            .as_str()
            .unwrap()
            .contains("A lorry hit my mirror"),
        "{values}"
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// The recorded day of the accident, on the review page.
async fn is_the(page: &Page<'_>, day: &str) {
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"answer-value\"][data-field=\"date\"]')?.textContent.includes('{day}')"
    ))
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_on_the_review_page_too_and_taken_back_there() {
    let site = Site::start(Model::Scripted).await;
    for size in [(1280, 800), (360, 740)] {
        let profile = Profile::new();
        let options = Options {
            size,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = begin(&browser, &site, &profile, SHORT_CLAIM).await;
        page.answer("Ada Lovelace").await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
        page.answer("2026-01-17").await.unwrap();
        page.is_on("review").await.unwrap();
        is_the(&page, "17").await;
        page.listen().await.unwrap();
        page.answer("Sorry, it was the 14th, not the 17th")
            .await
            .unwrap();
        is_the(&page, "14").await;
        assert_eq!(page.settled().await.unwrap(), "confirm");
        page.is_on("review").await.unwrap();
        assert_eq!(page.typed().await.unwrap(), "");
        // Words, old and new stand together, and are read out.
        let said = page.text_of("said-here").await.unwrap();
        for part in ["not the 17th", "2026"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(!page.read_out().await.unwrap().is_empty());
        page.fits_its_width().await.unwrap();
        nothing_to_mend(&browser, "a correction on the review page").await;
        page.picture(&format!("review-corrected-{}", size.0))
            .await
            .unwrap();
        // The words come back with the step.
        page.click("go-back").await.unwrap();
        is_the(&page, "17").await;
        assert_eq!(
            page.typed().await.unwrap(),
            "Sorry, it was the 14th, not the 17th"
        );
        page.click("send").await.unwrap();
        is_the(&page, "14").await;
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_in_japanese_fills_several_fields_and_a_number_is_corrected() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = open(&profile, "ja").await;
    let page = begin(&browser, &site, &profile, MOVE).await;
    says(&page, "佐藤花子です。段ボールは20箱です。", "day").await;
    says(&page, "すみません、20箱ではなく30箱です", "day").await;
    page.answer("今度の金曜にお願いします").await.unwrap();
    let values = sent(&page, &profile).await;
    assert_eq!(values["name"], "佐藤花子");
    assert!(values["boxes"].to_string().contains("30"), "{values}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_follows_the_person() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = open(&profile, "en").await;
    let page = begin(&browser, &site, &profile, CLAIM).await;
    says(&page, "日本語でお願いします", "name").await;
    let question = page.last_question().await.unwrap();
    assert!(question.contains("日本語で続けます"), "{question}");
    // What the model cannot speak it says so, and goes on with the same question.
    says(&page, "En français, s'il vous plaît", "name").await;
    says(&page, "In English please", "name").await;
    let question = page.last_question().await.unwrap();
    assert!(question.contains("in English from here on"), "{question}");
    says(&page, "Ada Lovelace", "policy").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_can_be_taken_back_one_after_the_other_after_a_reload_too() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = open(&profile, "en").await;
    let page = begin(&browser, &site, &profile, CLAIM).await;
    says(&page, "Ada Lovelace", "policy").await;
    says(&page, "KV-4411-09", "date").await;
    page.value("location.reload()").await.unwrap();
    asks(&page, "date").await;
    page.click("go-back").await.unwrap();
    asks(&page, "policy").await;
    assert_eq!(page.typed().await.unwrap(), "KV-4411-09");
    page.click("go-back").await.unwrap();
    asks(&page, "name").await;
    // What answered the later question gives way.
    assert_eq!(page.typed().await.unwrap(), "Ada Lovelace");
    page.wait_for("document.querySelector('[data-testid=\"go-back\"]').hidden")
        .await
        .unwrap();
    says(&page, "Ada Byron", "policy").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
