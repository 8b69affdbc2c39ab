//! The browser's processes are killed after every stored step of an interview; each time the
//! interview is resumed and ends as an unbroken one does.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use serde_json::Value;
use thirtyfour::error::WebDriverResult;

const FORM: &str = r#"{
  "id": "visit", "title": "Visit",
  "fields": [
    {"id": "name", "label": "Full name", "intent": "What to call you", "required": true},
    {"id": "trouble", "label": "Trouble", "intent": "What brings you here", "required": true, "facts": [
      {"key": "what", "fact": "what hurts", "doneCriteria": "names the trouble"},
      {"key": "since", "fact": "since when", "doneCriteria": "names a date or a span of time"}
    ]}
  ]
}"#;
const ANSWERS: [&str; 5] = [
    "English",
    "Japan",
    "Ada Lovelace",
    "My back hurts",
    "Since yesterday",
];

/// Counts the interview's own batches that are complete: all of them write the session's head,
/// and drafts, which are written in their own time, do not. At the one numbered `fatal` the page
/// has the browser killed, before anything in it can know that the batch is complete.
fn counting_batches(fatal: usize) -> String {
    format!(
        "(() => {{
            const put = IDBObjectStore.prototype.put;
            window.storedBatches = 0;
            IDBObjectStore.prototype.put = function (value, key) {{
                if (key.startsWith('head/')) this.transaction.addEventListener('complete', () => {{
                    window.storedBatches += 1;
                    if (window.storedBatches !== {fatal}) return;
                    const request = new XMLHttpRequest();
                    request.open('GET', '/__test/kill', false);
                    try {{ request.send(); }} catch {{}}
                    for (;;) {{}}
                }});
                return put.call(this, value, key);
            }};
        }})()"
    )
}

/// From wherever the page is to the downloaded form, and the batches stored on the way.
async fn finish(page: &Page<'_>, profile: &Profile) -> WebDriverResult<(Value, usize)> {
    page.wait_for("document.querySelector('[data-testid=\"sample\"]')")
        .await?;
    // The list of sessions is read after the samples are shown.
    page.wait_for("document.querySelector('.session-rows')")
        .await?;
    let has_session = page
        .value("!!document.querySelector('[data-testid=\"session-open\"]')")
        .await?;
    if has_session == Value::Bool(true) {
        page.click("session-open").await?;
    } else {
        page.load_form(profile, FORM).await?;
    }
    loop {
        match page.settled().await?.as_str() {
            "answer" => {
                let given = page.answers_given().await?;
                page.answer(ANSWERS[given]).await?;
            }
            "confirm" => page.click("confirm").await?,
            "done" => break,
            other => panic!("the page is {other}"),
        }
        // A confirmation takes a moment to be stored.
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let batches = page.value("window.storedBatches ?? 0").await?;
    let mut submission = page.download(profile).await?;
    submission["submittedAt"] = Value::Null;
    let batches = usize::try_from(batches.as_u64().unwrap_or_default()).unwrap();
    Ok((submission, batches))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_whenever_the_browser_is_killed() {
    let site = Site::start(Model::Scripted).await;
    let options = |fatal| Options {
        before_page: Some(counting_batches(fatal)),
        ..Options::default()
    };
    let profile = Profile::new();
    let browser = Browser::open(&profile, &options(0)).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let (unbroken, batches) = finish(&page, &profile).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
    assert_eq!(unbroken["fields"][0]["value"], "Ada Lovelace");
    assert!(batches > 12, "only {batches} batches");
    for fatal in 1..=batches {
        let profile = Profile::new();
        site.will_kill(profile.path());
        let browser = Browser::open(&profile, &options(fatal)).await;
        let outcome = match Page::open(&browser, &site.url()).await {
            Ok(page) => finish(&page, &profile).await,
            Err(error) => Err(error),
        };
        assert!(outcome.is_err(), "batch {fatal} was not reached");
        browser.kill();
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        let (resumed, _) = finish(&page, &profile).await.unwrap();
        assert_eq!(resumed, unbroken, "killed after batch {fatal}");
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
    println!("killed after each of {batches} stored batches, and resumed each time");
}
