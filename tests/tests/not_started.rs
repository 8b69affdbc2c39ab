//! A page that cannot start says so in the language of whoever opened it.

use std::path::PathBuf;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend, setting};
use serde_json::json;

use crate::parts::build;

const HAS_FAILED: &str = "document.documentElement.dataset.boot === 'failed'";
const SAID: &str = "[document.documentElement.lang, document.querySelector('#boot').lang, document.querySelector('#boot').innerText]";
const NO_WEB_ASSEMBLY: &str =
    "Object.defineProperty(window, 'WebAssembly', {value: undefined, configurable: true});";
/// Japanese was chosen on this device.
const CHOSEN: &str =
    "if (location.protocol !== 'about:') localStorage.setItem('kikitori/language', 'ja');";

/// A language, and words that are said in it.
type Said = (&'static str, &'static [&'static str]);

/// Opens what cannot start, and holds it to the language and the words that it is to say.
async fn says(
    site: &Site,
    path: &str,
    (languages, before): (&'static str, &str),
    (language, words): Said,
) {
    let profile = Profile::new();
    let options = Options {
        languages,
        before_page: Some(before.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let url = format!("{}{path}", site.url());
    browser.driver.goto(&url).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for(HAS_FAILED).await.unwrap();
    let said = page.value(SAID).await.unwrap();
    assert_eq!([&said[0], &said[1]], [language, language], "{path}");
    let text = said[2].as_str().unwrap();
    assert!(words.iter().all(|it| text.contains(it)), "{path}: {text}");
    page.picture(&format!("not-started-{language}"))
        .await
        .unwrap();
    nothing_to_mend(&browser, "a page that cannot start").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_main_program_that_does_not_come_is_said_in_the_persons_language() {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let program = build(&dist).join("kikitori_bg.wasm");
    let address = format!("/{}", program.strip_prefix(&dist).unwrap().display());
    let faulty = Router::new().route(&address, get(|| async { StatusCode::NOT_FOUND }));
    let site = Site::serving(dist, Model::Scripted, faulty).await;
    let english: Said = ("en", &["Check the connection", "Load the page again"]);
    let japanese: Said = ("ja", &["接続を確認して", "再読み込みする"]);
    says(&site, "", ("en", ""), english).await;
    says(&site, "", ("ja", ""), japanese).await;
    says(&site, "desk/", ("ja", ""), japanese).await;
    // What was chosen counts for more than what the browser asks for.
    says(&site, "desk/", ("en", CHOSEN), japanese).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_without_web_assembly_is_told_so_in_the_persons_language() {
    let site = Site::start(Model::Scripted).await;
    let english: Said = ("en", &["has WebAssembly switched off"]);
    let japanese: Said = ("ja", &["WebAssembly が無効", "再読み込みする"]);
    says(&site, "", ("en", NO_WEB_ASSEMBLY), english).await;
    says(&site, "tasks/", ("ja", NO_WEB_ASSEMBLY), japanese).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chosen_colours_hold_before_the_program_is_there() {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let program = build(&dist).join("kikitori_bg.wasm");
    let address = format!("/{}", program.strip_prefix(&dist).unwrap().display());
    let faulty = Router::new().route(&address, get(|| async { StatusCode::NOT_FOUND }));
    let site = Site::serving(dist, Model::Scripted, faulty).await;
    for (chosen, is_dark_system, background) in [
        ("dark", false, "rgb(21, 24, 27)"),
        ("light", true, "rgb(251, 251, 249)"),
    ] {
        let profile = Profile::new();
        let options = Options {
            dark: is_dark_system,
            before_page: Some(format!(
                "if (location.protocol !== 'about:') localStorage.setItem('kikitori/theme', '{chosen}');"
            )),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        for path in ["", "desk/", "#/session/none"] {
            let url = format!("{}{path}", site.url());
            browser.driver.goto("about:blank").await.unwrap();
            browser.driver.goto(&url).await.unwrap();
            let page = Page::shown_in(&browser);
            page.wait_for(HAS_FAILED).await.unwrap();
            let shown = "[document.documentElement.dataset.theme, getComputedStyle(document.querySelector('#boot')).backgroundColor]";
            assert_eq!(
                page.value(shown).await.unwrap(),
                json!([chosen, background]),
                "{path}"
            );
        }
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_every_page_says_what_it_needs_in_both_languages() {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    for folder in ["", "desk", "agent", "tasks", "builder", "form"] {
        let html = std::fs::read_to_string(dist.join(folder).join("index.html")).unwrap();
        let html = json!(html);
        // Read as a browser does that runs no scripts.
        let languages = format!(
            "[...new DOMParser().parseFromString({html}, 'text/html').querySelectorAll('noscript p')].map(it => it.lang)"
        );
        let languages = page.value(&languages).await.unwrap();
        assert_eq!(languages, json!(["en", "ja"]), "{folder}");
    }
    browser.close().await;
}
