//! The page for one form, which a link opens: its interview and nothing else.

use std::path::PathBuf;

use axum::{Router, http::StatusCode, routing::get};
use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Site, WidgetElement, nothing_to_mend_in_any_light,
    setting,
};
use serde_json::json;

const PHONE: (u32, u32) = (390, 780);
/// The box to write in is in sight, and the page itself does not scroll.
const FITS: &str = "(box => box.getBoundingClientRect().bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth)";

async fn opened(site: &Site, browser: &Browser, address: &str) {
    let address = format!("{}form/{address}", site.url());
    browser.driver.goto(address).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_the_interview_about_its_form_which_goes_on_when_it_is_opened_again() {
    let site = Site::start(Model::Scripted).await;
    for size in [PHONE, Options::default().size] {
        let profile = Profile::new();
        let options = Options {
            size,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        opened(&site, &browser, "?form=bug-report").await;
        let form = WidgetElement::shown_in(&browser, "form");
        form.waits_for("answer").await.unwrap();
        let page = &form.page;
        assert_eq!(page.value("document.title").await.unwrap(), "Bug report");
        nothing_to_mend_in_any_light(&browser, "the page for one form").await;
        page.picture(&format!("form-page-{}", size.0))
            .await
            .unwrap();
        let answer = "The list stays empty after I pick a second filter";
        form.answer(answer).await.unwrap();
        let said = form.within("[data-speaker=\"respondent\"]");
        page.wait_for(&format!("{said}?.textContent.includes({})", json!(answer)))
            .await
            .unwrap();
        form.waits_for("answer").await.unwrap();
        let fits = format!("{FITS}({})", form.test_id("composer"));
        assert_eq!(page.value(&fits).await.unwrap(), true, "{size:?}");
        page.console_is_clean(&[]).await.unwrap();

        opened(&site, &browser, "?form=bug-report").await;
        form.waits_for("answer").await.unwrap();
        page.wait_for(&format!("{said}?.textContent.includes({})", json!(answer)))
            .await
            .unwrap();
        // It is one of this device's.
        browser.driver.goto(site.url()).await.unwrap();
        page.wait_for("[...document.querySelectorAll('[data-testid=\"session\"]')].some(it => it.textContent.includes('Bug report'))")
            .await
            .unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_says_language_colours_and_what_is_known() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    opened(
        &site,
        &browser,
        "?form=order&lang=ja&theme=dark&prefill-customer=Ada",
    )
    .await;
    let form = WidgetElement::shown_in(&browser, "form");
    form.waits_for("answer").await.unwrap();
    let page = &form.page;
    assert_eq!(page.value("document.title").await.unwrap(), "ご注文");
    let data = format!("{}.getData()", form.element());
    page.wait_for(&format!("{data}.customer === 'Ada'"))
        .await
        .unwrap();
    let paper = form.within(".place");
    let dark = format!("getComputedStyle({paper}).colorScheme");
    assert_eq!(page.value(&dark).await.unwrap(), "dark");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_form_is_the_persons_own_as_no_page_around_takes_it() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let known = [
        "summary",
        "steps",
        "expected",
        "environment",
        "severity",
        "workaround",
    ]
    .map(|field| format!("&prefill-{field}=high"));
    opened(
        &site,
        &browser,
        &format!("?form=bug-report{}", known.concat()),
    )
    .await;
    let form = WidgetElement::shown_in(&browser, "form");
    form.waits_for("confirm").await.unwrap();
    let page = &form.page;
    let says = |words: &str| {
        format!(
            "{}.textContent.includes({})",
            form.within(".widget"),
            json!(words)
        )
    };
    page.wait_for(&says("Confirming sends nothing"))
        .await
        .unwrap();
    // What is for paper is not seen here, though this page has no sheet for it.
    let for_paper = format!(
        "(place => {{ const it = place.appendChild(Object.assign(document.createElement('span'), {{className: 'printed-only'}})); const shown = getComputedStyle(it).display; it.remove(); return shown; }})({})",
        form.within(".answers")
    );
    assert_eq!(page.value(&for_paper).await.unwrap(), "none");
    form.confirm().await.unwrap();
    page.wait_for(&form.test_id("download")).await.unwrap();
    assert_eq!(page.value(&says("handed")).await.unwrap(), false);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_without_a_form_says_so_and_asks_for_no_other_file() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::shown_in(&browser);
    for address in [
        "",
        "?form=",
        "?form=../config",
        "?form=%2F%2Fevil.example%2Fa",
    ] {
        opened(&site, &browser, address).await;
        page.wait_for("document.querySelector('main').textContent.includes('names no form')")
            .await
            .unwrap();
        let element = "document.querySelector('kikitori-form')";
        assert_eq!(page.value(element).await.unwrap(), json!(null), "{address}");
        nothing_to_mend_in_any_light(&browser, address).await;
    }
    opened(&site, &browser, "?form=nothing-there").await;
    let form = WidgetElement::shown_in(&browser, "form");
    page.wait_for(&format!(
        "{}?.textContent.includes('could not be loaded')",
        form.within("[role=alert]")
    ))
    .await
    .unwrap();
    nothing_to_mend_in_any_light(&browser, "a form that is not there").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_first_question_takes_is_asked_for_once_and_by_one_script() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let options = Options {
        before_page: Some(NOTING.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    opened(&site, &browser, "?form=bug-report").await;
    let form = WidgetElement::shown_in(&browser, "form");
    let page = &form.page;
    page.wait_for("window.atQuestion").await.unwrap();
    let loaded = page.value("window.atQuestion").await.unwrap();
    let loaded: Vec<&str> = loaded
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        // Nobody waits for this one: it is there for when the others do not come.
        .filter(|it| !it.ends_with("/late.js"))
        .collect();
    let names = [
        "config.json",
        "first.js",
        "first_bg.wasm",
        "bug-report.json",
        "form_page-",
    ];
    for name in names {
        let file = |it: &&&str| it.rsplit('/').next().is_some_and(|it| it.contains(name));
        let times = loaded.iter().filter(file).count();
        assert_eq!(times, 1, "{name} of {loaded:?}");
    }
    assert_eq!(loaded.len(), names.len(), "{loaded:?}");
    // The icon is drawn by the thread that draws the question.
    page.wait_for("document.querySelector('link[rel=icon]').href.endsWith('/form/favicon.svg')")
        .await
        .unwrap();
    browser.close().await;
}

/// Notes which files have been asked for when the first question is there.
const NOTING: &str = "const seen = (root) => {
    if (root.querySelector('[data-testid=\"message\"][data-speaker=\"assistant\"]')) {
        window.atQuestion ??= performance.getEntriesByType('resource').map((it) => it.name.split('?')[0]).filter((it) => !it.startsWith('data:') && !it.includes('/v1/'));
    }
};
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    new MutationObserver(() => seen(root)).observe(root, { childList: true, subtree: true });
    return root;
};";

#[tokio::test(flavor = "multi_thread")]
async fn language_and_look_that_were_chosen_at_home_hold_for_a_linked_form() {
    let site = Site::start(Model::Scripted).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("(localStorage.setItem('kikitori/language', 'ja'), localStorage.setItem('kikitori/theme', 'dark'), 1)")
        .await
        .unwrap();
    opened(&site, &browser, "?form=clinic-intake").await;
    let form = WidgetElement::shown_in(&browser, "form");
    form.waits_for("answer").await.unwrap();
    let page = &form.page;
    let shown = "[document.querySelector('kikitori-form').lang, document.documentElement.style.colorScheme]";
    assert_eq!(page.value(shown).await.unwrap(), json!(["ja", "dark"]));
    let asked = form.within("[data-speaker=\"assistant\"]");
    page.wait_for(&format!("/[\\u3040-\\u30ff]/.test({asked}.textContent)"))
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_linked_form_whose_script_is_gone_says_so() {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let files = std::fs::read_dir(dist.join("form")).unwrap();
    let mut names = files.map(|it| it.unwrap().file_name().into_string().unwrap());
    let script = names.find(|it| it.starts_with("form_page-") && it.ends_with(".js"));
    let gone = get(async || StatusCode::NOT_FOUND);
    let gone = Router::new().route(&format!("/form/{}", script.unwrap()), gone);
    let site = Site::serving(dist, Model::Scripted, gone).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    opened(&site, &browser, "?form=bug-report").await;
    page.wait_for("document.querySelector('main > [role=alert]')?.textContent.includes('could not be loaded')")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "a linked form whose script is gone").await;
    page.picture("form-page-gone").await.unwrap();
    browser.close().await;
}
