//! What the element loads where its site holds its script to a sum: all of it is held to one then, and
//! nothing runs that has another byte.

use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::header;
use axum::routing::get;
use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, setting, short_form,
};
use serde_json::{Value, json};

const BODY: &str = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";
const WITH_FORM: &str = r#"<kikitori-form id="order" for="who" lang="en"></kikitori-form>
<form id="who" action="/sent" method="post"><p><label>Full name <input name="name" required></label></p><p><button>Send</button></p></form>"#;

/// Which of them, by their addresses.
type Meant<'a> = &'a dyn Fn(&str) -> bool;

/// All files of the widget that visitors load.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// Serves the files that `is_meant` with something at their end that changes nothing of what they do.
fn changed(is_meant: Meant<'_>) -> Router {
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let mut changed = Router::new();
    let mut count = 0;
    for path in files(&dist.join("widget")) {
        let address = format!("/{}", path.strip_prefix(&dist).unwrap().display());
        if !is_meant(&address) {
            continue;
        }
        count += 1;
        let (kind, more): (_, &[u8]) = match path.extension().and_then(|it| it.to_str()) {
            // A custom section, which nobody reads.
            Some("wasm") => ("application/wasm", &[0, 2, 1, b'x']),
            Some("css") => ("text/css", b"\n"),
            _ => ("text/javascript", b"\n"),
        };
        let answer = move || async move {
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
            ];
            let mut bytes = std::fs::read(&path).unwrap();
            bytes.extend_from_slice(more);
            (headers, bytes)
        };
        changed = changed.route(&address, get(answer));
    }
    assert!(count > 0, "no such file");
    changed
}

/// A page with `body`, which holds the element of a site where what `is_meant` is changed to its sum.
async fn held_page(body: &str, is_meant: Option<Meant<'_>>) -> Embedding {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let beside = is_meant.map_or_else(Router::new, changed);
    let site = Site::embedded_beside(Model::Scripted, host.origin(), beside).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    host.shows_form(&site, body);
    browser.driver.goto(host.origin()).await.unwrap();
    let sum = sum_of(&Page::shown_in(&browser), &site).await;
    Embedding {
        host,
        site,
        browser,
        sum,
        _profile: profile,
    }
}

struct Embedding {
    host: HostPage,
    site: Site,
    browser: Browser,
    sum: String,
    _profile: Profile,
}

/// The sum of the element's script, as `cargo xtask build` prints it.
async fn sum_of(page: &Page<'_>, site: &Site) -> String {
    let script = format!("{}widget/kikitori.js", site.url());
    page.value(&format!(
        "(fetch('{script}').then(it => it.arrayBuffer()).then(it => crypto.subtle.digest('SHA-384', it)).then(it => {{ window.sum = 'sha384-' + btoa(String.fromCharCode(...new Uint8Array(it))); }}), 1)"
    ))
    .await
    .unwrap();
    page.wait_for("window.sum").await.unwrap();
    let sum = page.value("window.sum").await.unwrap();
    sum.as_str().unwrap().to_owned()
}

const FAILED: &str =
    "This form could not be loaded. Check the connection and try again, or load this page again.";

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_is_held_to_its_sums_is_whole() {
    let it = held_page(BODY, None).await;
    it.host.shows_held(&it.site, BODY, &it.sum);
    let order = WidgetElement::open(&it.browser, &it.host, "order").await;
    order.answer("Ada Lovelace").await.unwrap();
    order.answer("By post").await.unwrap();
    order.confirm().await.unwrap();
    order
        .page
        .wait_for("told.some(it => it.name === 'ending')")
        .await
        .unwrap();
    let was_held =
        "performance.getEntriesByType('resource').some(it => /\\/widget\\/sums-/.test(it.name))";
    assert_eq!(order.page.value(was_held).await.unwrap(), true);
    let left = "document.querySelectorAll('link').length";
    assert_eq!(order.page.value(left).await.unwrap(), 0);
    order.page.console_is_clean(&[]).await.unwrap();
    it.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_another_byte_does_not_run_and_the_visitor_is_told() {
    let is_program = |it: &str| it.contains("/build-") && it.ends_with("/kikitori_bg.wasm");
    let is_script = |it: &str| it.contains("/build-") && it.ends_with("/kikitori.js");
    let is_loader = |it: &str| it.contains("/build-") && it.ends_with("/__wasm_split.js");
    let is_sheet = |it: &str| it.ends_with(".css") && it.contains("/kikitori-");
    let is_takeover = |it: &str| it.ends_with("/takeover_bg.wasm");
    let cases: [(&str, Meant<'_>); 5] = [
        (BODY, &is_program),
        (BODY, &is_script),
        (BODY, &is_loader),
        (BODY, &is_sheet),
        (WITH_FORM, &is_takeover),
    ];
    for (body, is_meant) in cases {
        let it = held_page(body, Some(is_meant)).await;
        // It does what it did, and no sum is asked for.
        let order = WidgetElement::shown_in(&it.browser, "order");
        order.waits_for("answer").await.unwrap();

        // Nothing is gone on with.
        order.page.value("(localStorage.clear(), 1)").await.unwrap();
        it.host.shows_held(&it.site, body, &it.sum);
        let order = WidgetElement::open(&it.browser, &it.host, "order").await;
        let message = order.within("[part=message]");
        order
            .page
            .wait_for(&format!("{message}?.innerText.includes('{FAILED}')"))
            .await
            .unwrap();
        let error = "told.filter(it => it.name === 'error').length";
        assert_eq!(order.page.value(error).await.unwrap(), 1);
        let yourself = format!("{message}.innerText.includes('yourself')");
        let is_told = order.page.value(&yourself).await.unwrap();
        assert_eq!(is_told, Value::from(body == WITH_FORM));
        it.browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_with_another_byte_does_not_run_either() {
    let is_engine = |it: &str| it.contains("split_engine") && it.ends_with(".wasm");
    let it = held_page(BODY, Some(&is_engine)).await;
    let order = WidgetElement::shown_in(&it.browser, "order");
    order.waits_for("answer").await.unwrap();
    order.page.value("(localStorage.clear(), 1)").await.unwrap();
    it.host.shows_held(&it.site, BODY, &it.sum);
    let order = WidgetElement::open(&it.browser, &it.host, "order").await;
    let missing = order.test_id("part-missing");
    order.page.wait_for(&missing).await.unwrap();
    it.browser.close().await;
}
