//! A session that an older version of the page has stored is finished with the page of today.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};
use kikitori_fixtures::StoredPage;
use serde_json::Value;

/// Puts what the older page left in `scene` into `browser`, before the page is opened.
async fn restore(browser: &Browser, site: &Site, scene: &str) {
    // Of the same origin, but not the page.
    let beside = format!("{}boot.js", site.url());
    browser.driver.goto(&beside).await.unwrap();
    let older = Page::shown_in(browser);
    older.restore(&StoredPage::of(scene)).await.unwrap();
}

/// The place beside the page that is looked at first has no icon.
const NO_ICON: [&str; 1] = ["favicon.ico"];

/// Opens the one session of `scene`, answers what is open, confirms, and reads the download.
async fn finished(scene: &str, respondent: Option<Respondent>, composer: &str) -> Value {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    restore(&browser, &site, scene).await;
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.settled().await.unwrap();
    if let Some(mut respondent) = respondent {
        let typed = "document.querySelector('[data-testid=\"composer\"]').value";
        assert_eq!(page.value(typed).await.unwrap(), composer, "{scene}");
        respondent.answer_all(&page).await.unwrap();
    }
    if page.settled().await.unwrap() == "confirm" {
        page.click("confirm").await.unwrap();
    }
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    let submission = page.download(&profile).await.unwrap();
    page.console_is_clean(&NO_ICON).await.unwrap();
    // Once more: what was stored on top of the older records is read as well.
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.console_is_clean(&NO_ICON).await.unwrap();
    browser.close().await;
    submission
}

/// What stands in each field of the form, in its order.
fn values(submission: &Value) -> Vec<&str> {
    let fields = submission["fields"].as_array().unwrap().iter();
    fields
        .map(|field| field["value"].as_str().unwrap_or_default())
        .collect()
}

const ENGLISH: [&str; 7] = [
    "Ada Lovelace",
    "ada@example.org",
    "I worked on a help desk for a small software house. About three years, from 2019 to 2022. We brought the time to a first answer down from a day to two hours.",
    "I like it when a puzzle ends and somebody can go on with their day.",
    "From 1 March, 30 hours a week.",
    "",
    "",
];

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_whose_review_was_cut_off_is_reviewed_and_the_form_finished() {
    for scene in ["review_asked", "review_called"] {
        let respondent = Respondent::speaking(Tongue::English).having_answered("experience", 2);
        let submission = finished(scene, Some(respondent), "").await;
        assert_eq!(values(&submission), ENGLISH, "{scene}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_waits_and_what_was_typed_for_it_are_there() {
    let respondent = Respondent::speaking(Tongue::English).having_answered("experience", 1);
    let typed = "About three years, and be";
    let submission = finished("waiting_with_draft", Some(respondent), typed).await;
    assert_eq!(values(&submission), ENGLISH);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_to_confirm_and_a_confirmed_one_are_downloaded_as_they_were() {
    for scene in ["confirm", "finished"] {
        let submission = finished(scene, None, "").await;
        let values = values(&submission);
        assert_eq!(values[0], "佐藤花子", "{scene}");
        assert!(values[2].contains("1日から2時間"), "{scene}: {values:?}");
        assert_eq!(submission["timezone"], "Asia/Tokyo", "{scene}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_to_the_help_desk_goes_on_without_asking_again_for_what_was_finished() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    restore(&browser, &site, "desk_under_way").await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("JSON file"), "{answer}");
    let calls = site.take_calls();
    let again = calls.iter().filter(|call| {
        let subtask = call.ends_with(": How do I download the result?");
        *call == "planner" || (subtask && !call.starts_with("writer"))
    });
    assert_eq!(again.count(), 0, "{calls:?}");
    let unfinished = "answerer: Can I use it without a mouse?";
    assert!(calls.iter().any(|call| call == unfinished), "{calls:?}");
    page.console_is_clean(&NO_ICON).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_own_documents_and_settings_are_there() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    restore(&browser, &site, "desk_own_documents").await;
    let desk = format!("{}desk/", site.url());
    let page = Page::open(&browser, &desk).await.unwrap();
    let answered = "document.querySelector('main').dataset.state === 'answered'";
    page.wait_for(answered).await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("every 200 cups"), "{answer}");
    let documents = "document.querySelectorAll('[data-testid=\"document\"]').length === 2";
    page.wait_for(documents).await.unwrap();
    page.ask("水垢はいつ取り除きますか？").await.unwrap();
    let said =
        "document.querySelector('[data-testid=\"answer\"]')?.textContent.includes('月に一度')";
    page.wait_for(&format!("{answered} && {said}"))
        .await
        .unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    let caps = "[...document.querySelectorAll('#cap-calls, #price-prompt, #price-completion')].map(it => it.value)";
    let found = page.value(caps).await.unwrap();
    assert_eq!(found, serde_json::json!(["400", "0.40", "1.60"]));
    page.console_is_clean(&NO_ICON).await.unwrap();
    browser.close().await;
}
