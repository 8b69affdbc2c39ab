//! What a page fetches before it is asked for, and as how many files.

use std::path::PathBuf;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};

const FETCHED: &str = "performance.getEntriesByType('resource').map(it => it.name.split('/').pop()).filter(it => it.endsWith('.wasm')).sort()";
const HAS_FAILED: &str = "document.documentElement.dataset.boot === 'failed'";
/// So that nothing is fetched but what is needed.
const SAVES_DATA: &str =
    "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});";

/// The files of programs that the page has fetched, of those whose names begin so.
async fn fetched(page: &Page<'_>, beginning: &str) -> Vec<String> {
    let files = page.value(FETCHED).await.unwrap();
    let mut files: Vec<String> = serde_json::from_value(files).unwrap();
    files.retain(|it| it.starts_with(beginning));
    files
}

/// A site whose main part is answered with an error: what is fetched, its program did not ask for.
async fn site_without_main_part() -> Site {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let mut builds = std::fs::read_dir(dist.join("app")).unwrap();
    let build = builds.next().unwrap().unwrap().file_name();
    let address = format!("/app/{}/kikitori_bg.wasm", build.to_string_lossy());
    let faulty = Router::new().route(&address, get(|| async { StatusCode::NOT_FOUND }));
    Site::serving(dist, Model::Scripted, faulty).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_part_that_an_address_needs_comes_beside_the_main_one() {
    let site = site_without_main_part().await;
    for (address, part) in [
        ("#/session/any", "split_interview"),
        ("desk/", "split_desk"),
        ("agent/", "split_agent"),
        ("tasks/#/session/any", "split_tasks"),
        ("builder/", "split_builder"),
    ] {
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        let url = format!("{}{address}", site.url());
        browser.driver.goto(&url).await.unwrap();
        let page = Page::shown_in(&browser);
        page.wait_for(&format!("{FETCHED}.includes('{part}.wasm')"))
            .await
            .unwrap();
        browser.close().await;
    }

    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for(HAS_FAILED).await.unwrap();
    let parts = format!("{FETCHED}.filter(it => it !== 'kikitori_bg.wasm').length");
    assert_eq!(page.value(&parts).await.unwrap(), 0, "home needs no part");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_waits_for_on_the_way_to_the_first_question_is_one_file_each() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let options = Options {
        before_page: Some(SAVES_DATA.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    assert_eq!(
        fetched(&page, "split_first").await,
        ["split_first.whole.wasm"]
    );
    assert_eq!(
        fetched(&page, "split_interview").await,
        ["split_interview.whole_after_first.wasm"]
    );

    // Where this device has sessions, they are shown, and what comes after them is one file again.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    assert_eq!(
        fetched(&page, "").await,
        ["kikitori_bg.wasm", "split_kept.whole.wasm"]
    );
    page.begin("bug-report").await.unwrap();
    assert_eq!(
        fetched(&page, "split_first").await,
        ["split_first.whole_after_kept.wasm"]
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
