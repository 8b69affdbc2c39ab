//! Parts of the page that do not come, or are of another version: it is said, tried again, and
//! nothing is lost.

use std::future::pending;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, WidgetElement, setting};

use crate::builder::{PREVIEW, opened};

/// The parts never come.
const NEVER: u16 = 0;

/// Nothing is fetched ahead then.
const SAVES_DATA: &str =
    "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});";

/// The folder of the built program, below that of the page.
pub(crate) fn build(dist: &Path) -> PathBuf {
    let app = std::fs::read_dir(dist.join("app")).unwrap();
    app.map(|entry| entry.unwrap().path()).next().unwrap()
}

/// A site whose parts with `name` in their file names, or whose sheet of that name, are answered with a
/// status of the test's.
pub(crate) async fn site_with_faulty(name: &str) -> (Site, Arc<AtomicU16>) {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let status = Arc::new(AtomicU16::new(200));
    let mut faulty = Router::new();
    for file in std::fs::read_dir(build(&dist)).unwrap() {
        let path = file.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_part = file.contains(name) && file.ends_with(".wasm");
        if !is_part && file != name {
            continue;
        }
        let address = format!("/{}", path.strip_prefix(&dist).unwrap().display());
        let status = status.clone();
        let answer = move || answer(path.clone(), status.load(Ordering::SeqCst));
        faulty = faulty.route(&address, get(answer));
    }
    let site = Site::serving(dist, Model::Scripted, faulty).await;
    (site, status)
}

async fn answer(file: PathBuf, status: u16) -> Response {
    match status {
        NEVER => pending().await,
        200 => {
            let kind = match file.extension().and_then(|it| it.to_str()) {
                Some("css") => "text/css",
                Some("js") => "text/javascript",
                _ => "application/wasm",
            };
            let kind = [(header::CONTENT_TYPE, kind)];
            (kind, std::fs::read(file).unwrap()).into_response()
        }
        status => StatusCode::from_u16(status).unwrap().into_response(),
    }
}

const MISSING: &str = "document.querySelector('[data-testid=\"part-missing\"]')";

/// Waits until the page says why a part is missing.
pub(crate) async fn is_missing(page: &Page<'_>, why: &str) {
    page.wait_for(&format!("{MISSING}?.dataset.why === '{why}'"))
        .await
        .unwrap();
    // It is brought into sight, wherever it stands.
    page.wait_for(&format!(
        "(it => it.bottom > 0 && it.bottom <= innerHeight + 1)({MISSING}.getBoundingClientRect())"
    ))
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_system_that_does_not_come_is_said_and_fetched_again() {
    let (site, status) = site_with_faulty("split_desk").await;
    for (fault, language) in [(404, "en"), (500, "ja"), (NEVER, "en")] {
        let profile = Profile::new();
        let options = Options {
            languages: language,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        status.store(fault, Ordering::SeqCst);
        page.click("desk").await.unwrap();
        if fault == NEVER {
            page.wait_for("document.querySelector('[data-testid=\"part-wait\"]')")
                .await
                .unwrap();
            page.picture("part-wait").await.unwrap();
        }
        is_missing(&page, "broken").await;
        let said = page.text_of("part-missing").await.unwrap();
        let expected = if language == "ja" {
            "もう一度試し"
        } else {
            "Try again"
        };
        assert!(said.contains(expected), "{said}");
        page.picture(&format!("part-missing-{fault}"))
            .await
            .unwrap();
        page.fits_its_width().await.unwrap();
        kikitori_e2e::nothing_to_mend(&browser, "a part is missing").await;
        // It is fetched again, and not only once.
        page.click("part-again").await.unwrap();
        if fault != NEVER {
            is_missing(&page, "broken").await;
        }
        status.store(200, Ordering::SeqCst);
        if fault == NEVER {
            is_missing(&page, "broken").await;
        }
        page.click("part-again").await.unwrap();
        page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
            .await
            .unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_is_shown_once_what_it_wears_is_there_too() {
    let (site, status) = site_with_faulty("rest.css").await;
    let profile = Profile::new();
    let options = Options {
        before_page: Some(SAVES_DATA.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let worn = "[...document.querySelectorAll('head > link[rel=stylesheet]')].map(it => it.href.split('/').pop().split(/[-?]/)[0]).join()";
    assert_eq!(page.value(worn).await.unwrap(), "kikitori");
    for fault in [404, 500, NEVER] {
        status.store(fault, Ordering::SeqCst);
        page.click("desk").await.unwrap();
        is_missing(&page, "broken").await;
        assert_eq!(page.value(worn).await.unwrap(), "kikitori,first.css");
        page.click("home").await.unwrap();
    }
    status.store(200, Ordering::SeqCst);
    page.click("desk").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
        .await
        .unwrap();
    assert_eq!(
        page.value(worn).await.unwrap(),
        "kikitori,first.css,rest.css"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_could_not_be_begun_is_begun_with_the_form_that_was_chosen() {
    let (site, status) = site_with_faulty("split_interview").await;
    status.store(500, Ordering::SeqCst);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let form = r#"{"id": "own", "title": "A form of my own", "fields": [{"id": "one", "label": "One", "required": true, "facts": []}]}"#;
    page.load_form(&profile, form).await.unwrap();
    is_missing(&page, "broken").await;
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let title = page.value("document.querySelector('h1').textContent").await;
    assert_eq!(title.unwrap(), "A form of my own");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_question_is_asked_before_what_hears_the_answer_is_there() {
    let (site, status) = site_with_faulty("split_engine").await;
    for fault in [500, 404] {
        status.store(fault, Ordering::SeqCst);
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.choose("bug-report").await.unwrap();
        page.wait_for("document.querySelector('[data-testid=\"message\"][data-speaker=\"assistant\"]') && document.querySelector('main').dataset.state === 'answer'")
            .await
            .unwrap();
        is_missing(&page, "broken").await;
        page.picture(&format!("engine-missing-{fault}"))
            .await
            .unwrap();
        kikitori_e2e::nothing_to_mend(&browser, "what hears the answer is missing").await;
        // What is sent meanwhile is taken as soon as it is there, and what is typed after it stays.
        page.fill("The last line is lost").await.unwrap();
        page.click("send").await.unwrap();
        status.store(200, Ordering::SeqCst);
        page.click("part-again").await.unwrap();
        page.wait_for(
            "document.querySelector('[data-testid=\"message\"][data-speaker=\"respondent\"]')",
        )
        .await
        .unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
        assert_eq!(page.answers_given().await.unwrap(), 1);
        assert_eq!(page.typed().await.unwrap(), "");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_is_left_before_its_engine_is_there_goes_on_with_its_question() {
    let (site, status) = site_with_faulty("split_engine").await;
    status.store(500, Ordering::SeqCst);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose("bug-report").await.unwrap();
    is_missing(&page, "broken").await;
    let question = "document.querySelector('[data-testid=\"message-text\"]')?.textContent";
    page.wait_for(question).await.unwrap();
    let asked = page.value(question).await.unwrap();
    page.fill("The last").await.unwrap();
    page.click("home").await.unwrap();
    page.click("session-open").await.unwrap();
    is_missing(&page, "broken").await;
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.value(question).await.unwrap(), asked);
    assert_eq!(page.typed().await.unwrap(), "The last");
    browser.close().await;
}

/// The file that nothing but reading lists needs, as the script says that loads the parts: what it is called
/// hangs on what it shares with others.
fn file_of_lines() -> String {
    let script = build(&PathBuf::from(setting("KIKITORI_DIST"))).join("__wasm_split.js");
    let script = std::fs::read_to_string(script).unwrap();
    let is_of = |line: &str, part: &str| line.contains(&format!("_load_{part} ="));
    let reads_lines = |line: &&str| is_of(line, "lines") || is_of(line, "led_again");
    let others: Vec<&str> = script.lines().filter(|it| !reads_lines(it)).collect();
    let own = script.lines().find(|it| is_of(it, "lines")).unwrap();
    let mut files = own.split('"').filter(|it| it.ends_with(".wasm"));
    let is_own = |file: &&str| {
        !others
            .iter()
            .any(|line| line.contains(&format!("\"{file}\"")))
    };
    files.find(is_own).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_read_once_what_reads_it_has_come() {
    const LIST: &str =
        "Item #\tQty\tUOM\n10234\t2\tCS\n10250\t1\tCS\n10311\t12\tEa\n10312\t6\tEa\n";
    let (site, status) = site_with_faulty(&file_of_lines()).await;
    for (fault, is_left) in [(500, false), (404, true)] {
        status.store(fault, Ordering::SeqCst);
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.choose("order").await.unwrap();
        is_missing(&page, "broken").await;
        if is_left {
            // One that is gone on with waits for it too.
            page.click("home").await.unwrap();
            page.click("session-open").await.unwrap();
            is_missing(&page, "broken").await;
        }
        status.store(200, Ordering::SeqCst);
        page.click("part-again").await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
        for said in ["Bistro Verde", LIST] {
            page.answer(said).await.unwrap();
            assert_eq!(page.settled().await.unwrap(), "answer");
        }
        let items = ".accepted[data-field=\"items\"]:not([hidden]) [data-testid=\"change\"]";
        page.click_on(items).await.unwrap();
        page.wait_for("document.querySelector('#said-items-0-quantity')")
            .await
            .unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_cannot_be_shown_yet_are_said_and_shown_later() {
    let (site, status) = site_with_faulty("split_kept").await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    status.store(404, Ordering::SeqCst);
    let page = Page::open(&browser, &site.url()).await.unwrap();
    is_missing(&page, "broken").await;
    page.picture("sessions-missing").await.unwrap();
    kikitori_e2e::nothing_to_mend(&browser, "sessions are missing").await;
    // The rest of home is there.
    page.wait_for("document.querySelectorAll('[data-testid=\"sample\"]').length === 4")
        .await
        .unwrap();
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sample_form_that_does_not_come_is_said_and_fetched_again() {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let status = Arc::new(AtomicU16::new(404));
    let (form, now) = (dist.join("forms/bug-report.json"), status.clone());
    let send = move || answer(form.clone(), now.load(Ordering::SeqCst));
    let faulty = Router::new().route("/forms/bug-report.json", get(send));
    let site = Site::serving(dist, Model::Scripted, faulty).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose("bug-report").await.unwrap();
    is_missing(&page, "broken").await;
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_whose_element_does_not_come_is_said_and_fetched_again() {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let status = Arc::new(AtomicU16::new(200));
    let (script, now) = (dist.join("widget/kikitori.js"), status.clone());
    let send = move || answer(script.clone(), now.load(Ordering::SeqCst));
    let faulty = Router::new().route("/widget/kikitori.js", get(send));
    let site = Site::serving(dist, Model::Scripted, faulty).await;
    for fault in [404, NEVER] {
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = opened(&browser, &site.url()).await;
        status.store(fault, Ordering::SeqCst);
        page.click("restart").await.unwrap();
        is_missing(&page, "broken").await;
        let said = page.text_of("preview-state").await.unwrap();
        assert!(!said.contains("This is the element"), "{said}");
        kikitori_e2e::nothing_to_mend(&browser, "the preview is missing").await;
        status.store(200, Ordering::SeqCst);
        page.click("part-again").await.unwrap();
        let preview = WidgetElement::shown_in(&browser, PREVIEW);
        preview.waits_for("answer").await.unwrap();
        let said = page.text_of("preview-state").await.unwrap();
        assert!(said.contains("This is the element"), "{said}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_stays_when_a_part_does_not_come() {
    let (site, status) = site_with_faulty("split_inspector").await;
    status.store(404, Ordering::SeqCst);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on("[data-testid=\"sample\"][data-form=\"bug-report\"]")
        .await
        .unwrap();
    page.settled().await.unwrap();
    page.fill("Engl").await.unwrap();
    page.click("inspector-toggle").await.unwrap();
    is_missing(&page, "broken").await;
    assert_eq!(page.typed().await.unwrap(), "Engl");
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"inspector\"]')")
        .await
        .unwrap();
    assert_eq!(page.typed().await.unwrap(), "Engl");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_asked_once_what_answers_it_comes() {
    let (site, status) = site_with_faulty("split_answers").await;
    status.store(500, Ordering::SeqCst);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    is_missing(&page, "broken").await;
    page.picture("part-missing-answers").await.unwrap();
    kikitori_e2e::nothing_to_mend(&browser, "what answers is missing").await;
    let question = "How do I download the result?";
    page.ask(question).await.unwrap();
    is_missing(&page, "broken").await;
    page.comes_to("idle").await.unwrap();
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let asked = "document.querySelector('.asked').textContent";
    assert_eq!(page.value(asked).await.unwrap(), question);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_offline_says_so_and_goes_on_once_it_is_online() {
    let (mut site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    site.stop().await;
    page.click("desk").await.unwrap();
    is_missing(&page, "unreachable").await;
    page.picture("part-unreachable").await.unwrap();
    site.start_again().await;
    page.click("part-again").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
        .await
        .unwrap();
    browser.close().await;
}

const FETCHED: &str = "performance.getEntriesByType('resource').map(it => it.name.split('/').pop()).filter(it => it.endsWith('.wasm')).sort()";

/// The parts that the page has fetched.
async fn fetched(page: &Page<'_>) -> Vec<String> {
    serde_json::from_value(page.value(FETCHED).await.unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_saves_data_loads_a_part_when_it_is_needed_and_others_before() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(SAVES_DATA.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert_eq!(fetched(&page).await, ["kikitori_bg.wasm"]);
    page.click_on("[data-testid=\"sample\"][data-form=\"bug-report\"]")
        .await
        .unwrap();
    page.settled().await.unwrap();
    let files = fetched(&page).await;
    let has = |files: &[String], name: &str| files.iter().any(|it| it.starts_with(name));
    assert!(has(&files, "split_interview"), "{files:?}");
    for other in ["split_desk", "split_settings", "split_inspector"] {
        assert!(!has(&files, other), "{files:?}");
    }
    browser.close().await;

    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for(&format!(
        "{FETCHED}.some(it => it.startsWith('split_interview'))"
    ))
    .await
    .unwrap();
    assert!(!has(&fetched(&page).await, "split_desk"));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
