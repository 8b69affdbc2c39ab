//! Home as it is shown before its program is there, which takes its place.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;

/// The program is not compiled until the test says so.
const HELD: &str = "
  const goesOn = new Promise(go => { window.goOn = go; });
  const plain = WebAssembly.compileStreaming;
  WebAssembly.compileStreaming = async (...given) => { await goesOn; return plain(...given); };
";
/// Where each of the elements that are seen stands, in order.
const PLACES: &str = "JSON.stringify([...document.querySelectorAll('header *, main *')].filter(it => it.checkVisibility()).map(it => [it.localName, it.className.baseVal ?? it.className, ...Object.values(it.getBoundingClientRect().toJSON()).map(Math.round)]))";
const SHOWN: &str = "document.querySelector('#ahead main.home')";
const IS_THERE: &str = "document.documentElement.dataset.boot === 'done' && document.querySelector('main[data-screen]')";

/// A browser whose programs are held back, and a script that runs before.
async fn held(profile: &Profile, before: &str, languages: &'static str) -> Browser {
    let options = Options {
        before_page: Some(format!("{before}{HELD}")),
        languages,
        ..Options::default()
    };
    Browser::open(profile, &options).await
}

async fn goes_on(page: &Page<'_>) {
    page.value("goOn()").await.unwrap();
    page.wait_for(IS_THERE).await.unwrap();
    let left = "document.querySelector('#ahead, #boot, [data-ahead]')";
    assert_eq!(page.value(left).await.unwrap(), json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn home_stands_there_before_its_program_which_moves_nothing() {
    // What comes from the server comes later, and moves what is below it.
    let nobody_answers = "
      const plainFetch = window.fetch;
      window.fetch = (wanted, ...rest) => /\\.json$/.test(wanted.url ?? wanted) ? new Promise(() => {}) : plainFetch(wanted, ...rest);
    ";
    let site = Site::start(Model::Scripted).await;
    for languages in ["en", "ja"] {
        let profile = Profile::new();
        let browser = held(&profile, nobody_answers, languages).await;
        browser.driver.goto(site.url()).await.unwrap();
        let page = Page::shown_in(&browser);
        page.wait_for(SHOWN).await.unwrap();
        let lang = page.value("document.documentElement.lang").await.unwrap();
        assert_eq!(lang, json!(languages));
        nothing_to_mend(&browser, "home before its program").await;
        page.picture(&format!("home-ahead-{languages}"))
            .await
            .unwrap();
        page.value("scrollTo(0, 100)").await.unwrap();
        let before = page.value(PLACES).await.unwrap();
        goes_on(&page).await;
        let places = page.value(PLACES).await.unwrap();
        assert_eq!(places, before, "{languages}");
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_pressed_before_the_program_is_there_is_pressed_then() {
    let site = Site::start(Model::Scripted).await;
    for (pressed, comes) in [
        (
            "[data-form=order]",
            "document.querySelector('.first-stage, main[data-step]')",
        ),
        (
            ".bar .icon-button",
            "document.querySelector('dialog[open]')",
        ),
        (".language-switch", "document.documentElement.lang === 'ja'"),
        (
            ".stored summary",
            "document.querySelector('[data-testid=stored]').open",
        ),
    ] {
        let profile = Profile::new();
        let browser = held(&profile, "", "en").await;
        browser.driver.goto(site.url()).await.unwrap();
        let page = Page::shown_in(&browser);
        page.click_on(&format!("#ahead {pressed}")).await.unwrap();
        page.wait_for(
            "document.querySelector('.boot').checkVisibility({visibilityProperty: true})",
        )
        .await
        .unwrap();
        goes_on(&page).await;
        page.wait_for(comes).await.unwrap();
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_work_and_the_focus_stays_where_it_was() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let browser = held(&profile, "", "en").await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for(SHOWN).await.unwrap();
    page.value("document.querySelector('#ahead [data-form=bug-report]').focus()")
        .await
        .unwrap();
    goes_on(&page).await;
    let focused = "document.activeElement.dataset.form";
    assert_eq!(page.value(focused).await.unwrap(), json!("bug-report"));

    browser.driver.goto("about:blank").await.unwrap();
    browser.driver.goto(site.url()).await.unwrap();
    page.click_on("#ahead main a[href='./desk/']")
        .await
        .unwrap();
    page.wait_for("location.pathname.endsWith('/desk/')")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn home_speaks_and_looks_as_was_chosen() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let chosen = "if (location.protocol === 'http:') { localStorage.setItem('kikitori/language', 'ja'); localStorage.setItem('kikitori/theme', 'dark'); }";
    let browser = held(&profile, chosen, "en").await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for(SHOWN).await.unwrap();
    let root = "[document.documentElement.lang, document.documentElement.dataset.theme]";
    assert_eq!(page.value(root).await.unwrap(), json!(["ja", "dark"]));
    goes_on(&page).await;
    assert_eq!(page.value(root).await.unwrap(), json!(["ja", "dark"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_shown_something_else_first_sees_no_home_before() {
    let site = Site::start(Model::Scripted).await;
    let noted = "if (location.protocol === 'http:') localStorage.setItem('kikitori/sessions-in-indexed-db', 'any');";
    let refused = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } });";
    for (before, address) in [
        (noted, "#/"),
        (refused, "#/"),
        ("", "#/session/any"),
        ("", "desk/"),
    ] {
        let profile = Profile::new();
        let browser = held(&profile, before, "en").await;
        let url = format!("{}{address}", site.url());
        browser.driver.goto(&url).await.unwrap();
        let page = Page::shown_in(&browser);
        let ready = "document.querySelector('.boot').checkVisibility() && document.readyState === 'complete'";
        page.wait_for(ready).await.unwrap();
        assert_eq!(page.value(SHOWN).await.unwrap(), json!(null), "{before}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_does_not_come_is_told_in_homes_place() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let broken = "WebAssembly.compileStreaming = () => Promise.reject(new TypeError('broken')); WebAssembly.instantiateStreaming = WebAssembly.instantiate = WebAssembly.compileStreaming;";
    let options = Options {
        before_page: Some(broken.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for("document.querySelector('.boot[role=alert] button')?.checkVisibility()")
        .await
        .unwrap();
    assert_eq!(page.value(SHOWN).await.unwrap(), json!(null));
    browser.close().await;
}
