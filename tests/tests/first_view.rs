//! The first view of an interview on the page: it is there, and asks, before the session's own screen
//! is, which takes over what stands there.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend, setting};
use serde_json::json;

/// The session's screen waits until another status is set.
const HELD: u16 = 0;
const SAMPLE: &str = "bug-report";
const FIRST: &str = "document.querySelector('.first-stage')";
const COMPOSER: &str = "document.querySelector('#composer')";
const ASKED: &str = "document.querySelector('[data-testid=\"message-text\"]')";
const HOME: &str = "document.querySelector('main').dataset.screen === 'home'";

/// A site whose session's screen is answered with a status of the test's, and held at first.
struct Held {
    site: Site,
    status: Arc<AtomicU16>,
    browser: Browser,
    _profile: Profile,
}

impl Held {
    async fn open(model: Model) -> Self {
        let dist = PathBuf::from(setting("KIKITORI_DIST"));
        let status = Arc::new(AtomicU16::new(HELD));
        let builds = std::fs::read_dir(dist.join("app")).unwrap();
        let build = builds.map(|entry| entry.unwrap().path()).next().unwrap();
        let mut router = Router::new();
        for file in std::fs::read_dir(build).unwrap() {
            let file = file.unwrap().path();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            // Alone, or in one file with what comes with it.
            if name.starts_with("split_interview") && name.ends_with(".wasm") {
                let address = format!("/{}", file.strip_prefix(&dist).unwrap().display());
                let held = status.clone();
                router = router.route(&address, get(move || answer(file.clone(), held.clone())));
            }
        }
        let site = Site::serving(dist, model, router).await;
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        Self {
            site,
            status,
            browser,
            _profile: profile,
        }
    }

    /// Goes home and chooses the sample.
    async fn chooses(&self) -> Page<'_> {
        let page = Page::open(&self.browser, &self.site.url()).await.unwrap();
        page.choose(SAMPLE).await.unwrap();
        page.wait_for(FIRST).await.unwrap();
        page
    }

    fn goes_on(&self) {
        self.status.store(200, Ordering::SeqCst);
    }

    async fn types(&self, text: &str) {
        let keys = self.browser.driver.action_chain().send_keys(text);
        keys.perform().await.unwrap();
    }
}

async fn answer(file: PathBuf, status: Arc<AtomicU16>) -> Response {
    while status.load(Ordering::SeqCst) == HELD {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    match status.load(Ordering::SeqCst) {
        200 => {
            let kind = [(header::CONTENT_TYPE, "application/wasm")];
            (kind, std::fs::read(file).unwrap()).into_response()
        }
        status => StatusCode::from_u16(status).unwrap().into_response(),
    }
}

/// Waits until the session's own screen stands there.
async fn is_taken_over(page: &Page<'_>) {
    page.wait_for(&format!("!{FIRST}")).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_question_is_there_before_the_sessions_screen_and_is_asked_for_once() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    let asked = page.last_question().await.unwrap();
    assert!(!asked.is_empty());
    nothing_to_mend(&held.browser, "first view").await;
    page.fits_its_width().await.unwrap();
    page.picture("first-view").await.unwrap();
    // Who came here to answer can type at once.
    held.types("The last lne").await;
    page.value(&format!("{COMPOSER}.setSelectionRange(10, 10)"))
        .await
        .unwrap();
    held.goes_on();
    is_taken_over(&page).await;
    page.picture("first-view-taken-over").await.unwrap();
    assert_eq!(page.last_question().await.unwrap(), asked);
    assert_eq!(held.site.take_calls().len(), 1);
    held.types("i").await;
    let now = format!("[{COMPOSER}.value, document.activeElement.id]");
    let expected = json!(["The last line", "composer"]);
    assert_eq!(page.value(&now).await.unwrap(), expected);
    held.types("\u{e007}").await;
    page.wait_for("document.querySelectorAll('[data-speaker=\"respondent\"]').length === 1")
        .await
        .unwrap();
    // One step back is where it was chosen.
    let is_session = page.value("location.hash.startsWith('#/session/')").await;
    assert_eq!(is_session.unwrap(), true);
    page.value("history.back()").await.unwrap();
    page.wait_for(HOME).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_before_the_sessions_screen_is_there_is_sent_then() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    held.types("The last line is lost\u{e007}").await;
    held.goes_on();
    page.wait_for("document.querySelectorAll('[data-speaker=\"respondent\"]').length === 1")
        .await
        .unwrap();
    let answers = page.answers().await.unwrap();
    assert_eq!(answers, ["The last line is lost"]);
    assert_eq!(page.value(&format!("{COMPOSER}.value")).await.unwrap(), "");
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_is_still_arriving_is_shown_on() {
    let held = Held::open(Model::SlowEndpoint(Duration::from_millis(150))).await;
    let page = held.chooses().await;
    page.wait_for(&format!(
        "{FIRST}.querySelector('[data-testid=\"draft\"]:not([hidden])')"
    ))
    .await
    .unwrap();
    held.goes_on();
    is_taken_over(&page).await;
    assert_eq!(held.site.take_calls().len(), 1);
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_step_back_leads_home_and_what_was_typed_stays_in_the_tab() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    held.types("The last line").await;
    page.value("history.back()").await.unwrap();
    page.wait_for(&format!("!{FIRST} && {HOME}")).await.unwrap();
    page.wait_for("document.activeElement.tagName === 'H1'")
        .await
        .unwrap();
    // A reload too.
    let page = held.chooses().await;
    page.wait_for(&format!("{COMPOSER}.value === 'The last line'"))
        .await
        .unwrap();
    let page = held.chooses().await;
    held.goes_on();
    is_taken_over(&page).await;
    let value = page.value(&format!("{COMPOSER}.value")).await;
    assert_eq!(value.unwrap(), "The last line");
    let left = "Object.keys(sessionStorage).filter(it => it.includes('typed/'))";
    assert_eq!(page.value(left).await.unwrap(), json!([]));
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_was_left_before_its_screen_was_there_is_listed_at_home() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    page.value("history.back()").await.unwrap();
    page.wait_for(&format!("!{FIRST} && {HOME}")).await.unwrap();
    held.goes_on();
    page.wait_for("document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slash_leads_to_the_box_and_escape_stops_wherever_the_focus_is() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    let press = |key: &str| {
        format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}}))"
        )
    };
    page.value("document.activeElement.blur()").await.unwrap();
    assert_eq!(page.value(&press("/")).await.unwrap(), false);
    let focused = "document.activeElement.dataset.testid";
    assert_eq!(page.value(focused).await.unwrap(), "composer");
    assert_eq!(page.value(&press("x")).await.unwrap(), true);
    assert_eq!(page.value(&press("Escape")).await.unwrap(), false);
    held.goes_on();
    is_taken_over(&page).await;
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sessions_screen_that_does_not_come_is_said_at_home_and_nothing_is_lost() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    held.types("The last line").await;
    held.status.store(500, Ordering::SeqCst);
    page.wait_for("document.querySelector('[data-testid=\"part-missing\"]')")
        .await
        .unwrap();
    assert_eq!(page.value(HOME).await.unwrap(), true);
    held.goes_on();
    page.click("part-again").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let value = page.value(&format!("{COMPOSER}.value")).await;
    assert_eq!(value.unwrap(), "The last line");
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_fails_in_the_first_view_is_made_by_the_session() {
    let held = Held::open(Model::Endpoint).await;
    held.site.endpoint_answers(500);
    let page = held.chooses().await;
    held.site.has_been_asked(1).await;
    held.site.endpoint_answers(200);
    held.goes_on();
    is_taken_over(&page).await;
    assert!(!page.last_question().await.unwrap().is_empty());
    held.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_is_chosen_is_spoken_in_the_first_view_too() {
    let held = Held::open(Model::Endpoint).await;
    let page = held.chooses().await;
    page.wait_for(ASKED).await.unwrap();
    // Each with its language, as it is inherited.
    let said = "[['#composer', 'placeholder'], ['label[for=composer]'], ['#composer-hint'], ['[data-testid=open-form]'], ['[data-testid=place-change]', 'aria-label'], ['.conversation', 'aria-label'], ['#outline-title'], ['.suggestions', 'aria-label']].map(([selector, name]) => { const it = document.querySelector(`.first-stage ${selector}`); return [it.closest('[lang]').lang, name ? it.getAttribute(name) : it.textContent]; })";
    let english = page.value(said).await.unwrap();
    // The names of language and place come a moment later.
    page.wait_for("document.querySelector('.first-stage [data-testid=\"place\"]').textContent.includes('English')")
        .await
        .unwrap();
    page.click("language").await.unwrap();
    let japanese = [
        "あなたの回答",
        "あなたの回答",
        "Enter で送信、Shift+Enter で改行",
        "フォームに直接記入する",
        "言語・国・タイムゾーンを変更",
        "対話",
        "項目",
        "回答の候補",
    ];
    let expected = json!(japanese.map(|text| ["ja", text]));
    let is_spoken = format!("JSON.stringify({said}) === JSON.stringify({expected})");
    page.wait_for(&is_spoken).await.unwrap();
    let place = page.text_of("place").await.unwrap();
    assert!(place.contains("英語"), "{place}");
    // What is said stays as it is, and so does what the form says of itself.
    let others = format!(
        "[{ASKED}, document.querySelector('.first-stage h1')].map(it => it.closest('[lang]').lang)"
    );
    assert_eq!(page.value(&others).await.unwrap(), json!(["en", "en"]));
    nothing_to_mend(&held.browser, "first view in another language").await;
    page.click("language").await.unwrap();
    page.wait_for(&format!(
        "JSON.stringify({said}) === JSON.stringify({english})"
    ))
    .await
    .unwrap();
    page.click("language").await.unwrap();
    held.goes_on();
    is_taken_over(&page).await;
    let placeholder = page.value(&format!("{COMPOSER}.placeholder")).await;
    assert_eq!(placeholder.unwrap(), "あなたの回答");
    held.browser.close().await;
}
