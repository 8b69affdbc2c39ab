//! Where model calls go, whether that works, and what is said when it does not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::net::TcpListener;
use std::time::Duration;

use kikitori_e2e::{
    Browser, FileHost, Manners, Model, Options, OwnEndpoint, Page, Profile, Respondent, Site,
    Tongue, setting,
};
use serde_json::{Value, json};
use thirtyfour::Key;

const SAMPLE: &str = "[data-testid=\"sample\"][data-form=\"bug-report\"]";
const SHEET: &str = "document.querySelector('dialog[open] [data-testid=\"settings-sheet\"]')";
/// Chromium itself reports what it does not let through, and errors of servers.
const REPORTED: [&str; 4] = [
    "Failed to load resource",
    "blocked by CORS policy",
    "Content Security Policy",
    "ERR_FAILED",
];

async fn open_settings(page: &Page<'_>) {
    page.click("settings").await.unwrap();
    page.wait_for(SHEET).await.unwrap();
}

/// Checks the connection with the settings open.
async fn check(page: &Page<'_>, outcome: &str) {
    page.click("check-connection").await.unwrap();
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"check\"]')?.dataset.state === '{outcome}'"
    ))
    .await
    .unwrap();
}

/// Talks to `address` directly from now on.
async fn go_direct(page: &Page<'_>, address: &str, model: &str) {
    page.click("way-direct").await.unwrap();
    page.change("address", address).await.unwrap();
    page.change("model", model).await.unwrap();
}

/// How the steps of the check stand.
async fn steps(page: &Page<'_>) -> Vec<String> {
    let states = "[...document.querySelectorAll('[data-testid=\"check-step\"]')].filter(it => !it.hidden).map(it => it.dataset.state)";
    serde_json::from_value(page.value(states).await.unwrap()).unwrap()
}

async fn rung(page: &Page<'_>) -> Value {
    let rung = "document.querySelector('[data-testid=\"check\"]').dataset.rung";
    page.value(rung).await.unwrap()
}

/// An endpoint that pages may talk to.
fn open_to_pages() -> Manners {
    Manners {
        cors: true,
        ..Manners::default()
    }
}

/// axe-core finds nothing on the page as it is.
async fn nothing_to_mend(browser: &Browser, what: &str) {
    Page::shown_in(browser).at_rest().await.unwrap();
    let axe = std::fs::read_to_string(setting("KIKITORI_AXE")).unwrap();
    browser.driver.execute(axe, vec![]).await.unwrap();
    let minute = Duration::from_secs(60);
    browser.driver.set_script_timeout(minute).await.unwrap();
    let script = "const done = arguments[0]; axe.run({resultTypes: ['violations']}).then(found => done(found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | '))));";
    let found = browser.driver.execute_async(script, vec![]).await.unwrap();
    let found = found.json();
    assert_eq!(
        found.as_array().map(Vec::len),
        Some(0),
        "{what}: {found:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_shows_what_the_model_can_do_and_the_device_remembers() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    check(&page, "passed").await;
    assert_eq!(steps(&page).await, ["passed"; 8]);
    assert_eq!(rung(&page).await, "strict_schema");
    // What is sent is short, and none of it is an answer.
    for seen in site.endpoint().seen() {
        assert!(seen.body.to_string().len() < 1000, "{}", seen.body);
    }
    let keys = page.stored_keys().await.unwrap();
    assert_eq!(keys.len(), 1, "{keys:?}");
    let key = &keys[0];
    assert!(key.starts_with("endpoint/server ") && key.ends_with(" kikitori-scripted"));
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    page.wait_for(
        "document.querySelector('[data-testid=\"check-summary\"]').textContent.includes('Checked')",
    )
    .await
    .unwrap();
    assert_eq!(steps(&page).await, ["passed"; 4]);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// What was learnt in an interview outlives the page, and is tried anew by the button alone.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_endpoint_refuses_is_learnt_once_and_kept() {
    let model = Model::Refusing("stream_options");
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let asked_for_usage = || {
        let seen = site.endpoint().seen();
        let usage = seen
            .iter()
            .filter(|it| !it.body["stream_options"].is_null());
        usage.count()
    };
    assert_eq!(asked_for_usage(), 1, "refused once");
    let keys = page.stored_keys().await.unwrap();
    let key = keys
        .iter()
        .find(|key| key.starts_with("endpoint/"))
        .unwrap();
    let record = page.stored_record(key).await.unwrap();
    assert_eq!(record["version"], 1);
    assert_eq!(record["body"]["profile"]["usage_in_streams"], false);
    assert_eq!(record["body"]["profile"]["json_schema"], true);
    // Another page, another day: it is known from the first call on.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-open").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("English").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(asked_for_usage(), 1, "not again");
    open_settings(&page).await;
    assert_eq!(
        steps(&page).await,
        ["without", "skipped", "skipped", "skipped"]
    );
    check(&page, "passed").await;
    assert_eq!(asked_for_usage(), 2, "the button tries it anew");
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_without_schemas_is_used_by_the_next_rung() {
    let model = Model::Refusing("response_format");
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    check(&page, "passed").await;
    assert_eq!(steps(&page).await.last().unwrap(), "without");
    assert_eq!(rung(&page).await, "forced_tool");
    page.picture("connection-without-schema").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_not_there_is_named_with_those_that_are() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let endpoint = OwnEndpoint::start(open_to_pages()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    go_direct(&page, &endpoint.url(), "kikitori").await;
    check(&page, "failed").await;
    assert_eq!(steps(&page).await[..3], ["passed", "passed", "failed"]);
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("no model called “kikitori”"), "{found}");
    page.picture("connection-no-such-model").await.unwrap();
    // One of those that it has is taken with a click, and tried at once.
    assert_eq!(
        page.text_of("model-name").await.unwrap(),
        "kikitori-scripted"
    );
    page.click("model-name").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"check\"]').dataset.state === 'passed'")
        .await
        .unwrap();
    let model = "document.querySelector('[data-testid=\"model\"]').value";
    assert_eq!(page.value(model).await.unwrap(), "kikitori-scripted");
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_lets_no_page_in_is_told_from_one_that_is_away() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let endpoint = OwnEndpoint::start(Manners::default()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    go_direct(&page, &endpoint.url(), "small").await;
    check(&page, "failed").await;
    let origin = site.url().trim_end_matches('/').to_owned();
    let found = page.text_of("finding").await.unwrap();
    assert!(
        found.contains("(CORS)") && found.contains(&origin),
        "{found}"
    );
    let commands =
        "[...document.querySelectorAll('[data-testid=\"command\"]')].map(it => it.textContent)";
    let commands = page.value(commands).await.unwrap();
    let expected = json!([
        format!("OLLAMA_ORIGINS={origin} ollama serve"),
        format!("llama-server --cors-origins {origin} --jinja -m model.gguf"),
        "lms server start --cors",
    ]);
    assert_eq!(commands, expected);
    page.picture("connection-cors").await.unwrap();
    // The same for nobody at all.
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = nobody.local_addr().unwrap().port();
    drop(nobody);
    page.change("address", &format!("localhost:{port}"))
        .await
        .unwrap();
    check(&page, "failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(
        found.contains(&format!("Nothing answers at localhost:{port}")),
        "{found}"
    );
    // And for what the page's own policy forbids.
    page.change("address", "http://192.168.77.1:11434")
        .await
        .unwrap();
    check(&page, "failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("Content-Security-Policy"), "{found}");
    page.console_is_clean(&[&REPORTED[..], &["ERR_CONNECTION_REFUSED"]].concat())
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_or_key_is_refused_where_it_is_typed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    page.click("way-direct").await.unwrap();
    for (text, said) in [
        ("ftp://models.example", "not an address"),
        (
            "https://me:secret@models.example/v1",
            "key has its own place",
        ),
    ] {
        page.change("address", text).await.unwrap();
        page.wait_for(&format!(
            "document.querySelector('#address-error').textContent.includes('{said}')"
        ))
        .await
        .unwrap();
        // What was typed stays, to be mended.
        let kept = page
            .value("document.querySelector('#address').value")
            .await
            .unwrap();
        assert_eq!(kept, text);
    }
    page.click("preset").await.unwrap();
    let address = page
        .value("document.querySelector('#address').value")
        .await
        .unwrap();
    assert_eq!(address, "http://localhost:11434/v1");
    assert_eq!(
        page.value("document.querySelector('#address-error').textContent")
            .await
            .unwrap(),
        ""
    );
    page.change("key", "two words").await.unwrap();
    page.wait_for("document.querySelector('#key-error').textContent.includes('not a key')")
        .await
        .unwrap();
    let stored = page
        .value("JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})")
        .await
        .unwrap();
    assert!(!stored.as_str().unwrap().contains("secret"), "{stored}");
    assert!(!stored.as_str().unwrap().contains("two words"), "{stored}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// Where a text lies in the browser's storages, and in the page itself.
async fn places_with(browser: &Browser, text: &str) -> Value {
    let script = "const [text, done] = arguments; const found = []; for (const [name, it] of Object.entries({localStorage, sessionStorage})) if (JSON.stringify({...it}).includes(text)) found.push(name); if (document.documentElement.outerHTML.includes(text) || [...document.querySelectorAll('input')].some(it => it.value.includes(text))) found.push('page'); if (document.cookie.includes(text)) found.push('cookies'); const open = indexedDB.open('kikitori'); open.onsuccess = () => { const all = open.result.transaction('records').objectStore('records').getAll(); all.onsuccess = () => { open.result.close(); if (JSON.stringify(all.result).includes(text)) found.push('indexedDB'); done(found); }; };";
    let found = browser
        .driver
        .execute_async(script, vec![json!(text)])
        .await
        .unwrap();
    found.json().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn from_a_host_for_files_an_interview_goes_straight_to_an_endpoint() {
    const KEY: &str = "sk-for-this-tab-alone";
    let (host, profile) = (FileHost::start().await, Profile::new());
    let endpoint = OwnEndpoint::start(Manners {
        key: Some(KEY),
        ..open_to_pages()
    })
    .await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &host.url()).await.unwrap();
    // It offers at once what it can do, and an interview that nobody could lead is not begun.
    page.wait_for("document.querySelector('[data-testid=\"choose-model\"]')")
        .await
        .unwrap();
    page.picture("direct-1-home").await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    page.wait_for(SHEET).await.unwrap();
    assert_eq!(
        page.value("document.querySelector('[data-testid=\"way-direct\"]').checked")
            .await
            .unwrap(),
        true
    );
    page.change("address", &endpoint.url()).await.unwrap();
    check(&page, "failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("wants a key"), "{found}");
    page.change("key", "sk-wrong").await.unwrap();
    check(&page, "failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("refused the key"), "{found}");
    page.picture("direct-2-wrong-key").await.unwrap();
    page.click("forget-key").await.unwrap();
    page.change("key", KEY).await.unwrap();
    page.change("model", "kikitori-scripted").await.unwrap();
    check(&page, "passed").await;
    page.picture("direct-3-passed").await.unwrap();
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
    let privacy = page.text_of("privacy").await.unwrap();
    let named = format!(
        "straight from this browser to 127.0.0.1:{} on this device, model kikitori-scripted",
        endpoint.port()
    );
    assert!(privacy.contains(&named), "{privacy}");
    page.picture("direct-4-home").await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("English").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    // The key is in this tab, and went nowhere but to the endpoint.
    assert_eq!(places_with(&browser, KEY).await, json!(["sessionStorage"]));
    let session = browser.driver.current_url().await.unwrap();
    let bearer = Some(format!("Bearer {KEY}"));
    let chats = endpoint
        .endpoint
        .seen()
        .into_iter()
        .filter(|it| it.body["tools"].is_array());
    assert!(chats.clone().count() > 2);
    assert!(chats.into_iter().all(|it| it.authorization == bearer));
    assert!(!host.asked().iter().any(|asked| asked.contains("sk-")));
    // A reload keeps it, another tab has never had it.
    let page = Page::open(&browser, session.as_str()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("Japan").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    browser.driver.goto("about:blank").await.unwrap();
    browser.driver.new_tab().await.unwrap();
    let windows = browser.driver.windows().await.unwrap();
    browser
        .driver
        .switch_to_window(windows[1].clone())
        .await
        .unwrap();
    let page = Page::open(&browser, session.as_str()).await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(places_with(&browser, KEY).await, json!([]));
    page.answer("The last line is lost").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"finding\"]')?.textContent.includes('wants a key')",
    )
    .await
    .unwrap();
    page.picture("direct-5-another-tab").await.unwrap();
    page.click("open-settings").await.unwrap();
    page.wait_for(SHEET).await.unwrap();
    page.change("key", KEY).await.unwrap();
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
    page.click("retry").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'answer'")
        .await
        .unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_help_desk_takes_the_same_way() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let endpoint = OwnEndpoint::start(open_to_pages()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let desk = format!("{}desk/", host.url());
    let page = Page::open(&browser, &desk).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"privacy\"]').textContent.includes('No model is connected')").await.unwrap();
    page.fill_in("question", "How do I download the result?")
        .await
        .unwrap();
    page.click("ask").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'trouble'")
        .await
        .unwrap();
    page.click("settings").await.unwrap();
    page.wait_for(SHEET).await.unwrap();
    go_direct(&page, &endpoint.url(), "kikitori-scripted").await;
    let page = Page::open(&browser, &desk).await.unwrap();
    let host = format!(
        "straight from this browser to 127.0.0.1:{}",
        endpoint.port()
    );
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"privacy\"]').textContent.includes('{host}')"
    ))
    .await
    .unwrap();
    page.picture("direct-desk").await.unwrap();
    page.fill_in("question", "How do I download the result?")
        .await
        .unwrap();
    page.click("ask").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'answered'")
        .await
        .unwrap();
    assert!(endpoint.endpoint.seen().len() > 2);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// Once in a session, when a call has failed for good, and not while it is made again.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_failure_is_looked_into_by_itself() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    site.endpoint_answers(503);
    page.answer("English").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"thinking\"]').textContent.includes('Trying again')",
    )
    .await
    .unwrap();
    assert_eq!(site.endpoint().lists(), 0, "not while it is made again");
    site.endpoint_answers(401);
    page.wait_for("document.querySelector('[data-testid=\"finding\"]')")
        .await
        .unwrap();
    let told = page.text_of("error").await.unwrap();
    assert!(told.contains("wants a key"), "{told}");
    assert!(told.contains("Open the settings"), "{told}");
    assert!(told.contains("saved on this device"), "{told}");
    page.picture("trouble-finding").await.unwrap();
    assert_eq!(site.endpoint().lists(), 1);
    let before = site.endpoint().seen().len();
    for _ in 0..2 {
        page.click("retry").await.unwrap();
        page.wait_for("document.querySelector('main').dataset.state === 'error'")
            .await
            .unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert_eq!(site.endpoint().lists(), 1, "once");
    assert_eq!(site.endpoint().seen().len(), before + 2, "and nothing else");
    site.endpoint_answers(200);
    page.click("retry").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'answer'")
        .await
        .unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// A page of the internet, as Chromium sees it: its address counts as public, and whether its
/// connection is safe is up to the test.
async fn from_the_internet(is_secure: bool, permission: Option<&str>, said: &str, name: &str) {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let endpoint = OwnEndpoint::start(open_to_pages()).await;
    let origin = format!("http://page.test:{}", host.port());
    let mut flags = vec![
        "--host-resolver-rules=MAP page.test 127.0.0.1".to_owned(),
        format!(
            "--ip-address-space-overrides=127.0.0.1:{}=public",
            host.port()
        ),
    ];
    if is_secure {
        flags.push(format!(
            "--unsafely-treat-insecure-origin-as-secure={origin}"
        ));
    }
    let options = Options {
        flags,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    if let Some(setting) = permission {
        for name in ["loopback-network", "local-network-access"] {
            let permission =
                json!({"permission": {"name": name}, "setting": setting, "origin": origin});
            browser.tell("Browser.setPermission", permission).await;
        }
    }
    let page = Page::open(&browser, &format!("{origin}/")).await.unwrap();
    open_settings(&page).await;
    go_direct(&page, &endpoint.url(), "kikitori-scripted").await;
    let outcome = if said.is_empty() { "passed" } else { "failed" };
    check(&page, outcome).await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains(said), "{name}: {found}");
    page.picture(&format!("local-network-{name}"))
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browsers_own_permission_is_explained() {
    from_the_internet(true, Some("granted"), "", "granted").await;
    from_the_internet(
        true,
        Some("denied"),
        "does not let this page talk",
        "denied",
    )
    .await;
    from_the_internet(false, None, "came without https", "insecure").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_for_everyone() {
    for (size, dark) in [
        ((1280, 900), false),
        ((1280, 900), true),
        ((360, 740), false),
        ((360, 740), true),
    ] {
        let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
        let refusing = OwnEndpoint::start(Manners::default()).await;
        let options = Options {
            size,
            dark,
            languages: if dark { "ja" } else { "en" },
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        let name = format!("{}-{}", size.0, if dark { "dark-ja" } else { "light" });
        open_settings(&page).await;
        page.wait_for(
            "document.querySelectorAll('[data-testid=\"check-step\"]:not([hidden])').length === 4",
        )
        .await
        .unwrap();
        nothing_to_mend(&browser, "settings").await;
        page.picture(&format!("settings-{name}-1-open"))
            .await
            .unwrap();
        check(&page, "passed").await;
        nothing_to_mend(&browser, "settings, checked").await;
        page.picture(&format!("settings-{name}-2-checked"))
            .await
            .unwrap();
        go_direct(&page, &refusing.url(), "small").await;
        nothing_to_mend(&browser, "settings, direct").await;
        page.picture(&format!("settings-{name}-3-direct"))
            .await
            .unwrap();
        check(&page, "failed").await;
        nothing_to_mend(&browser, "settings, failed").await;
        page.value("document.querySelector('[data-testid=\"check\"]').scrollIntoView()")
            .await
            .unwrap();
        page.picture(&format!("settings-{name}-4-failed"))
            .await
            .unwrap();
        page.fits_its_width().await.unwrap();
        let sheet = "(() => { const it = document.querySelector('dialog[open]'); return it.scrollWidth - it.clientWidth; })()";
        assert_eq!(page.value(sheet).await.unwrap(), 0, "{name}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_used_by_keyboard_alone() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let press = async |keys: String| {
        let chain = browser.driver.action_chain();
        chain.send_keys(keys).perform().await.unwrap();
    };
    let tab_to = async |selector: &str| {
        for _ in 0..40 {
            let there = format!("document.activeElement?.matches('{selector}') ?? false");
            if page.value(&there).await.unwrap() == true {
                return;
            }
            press(char::from(Key::Tab).to_string()).await;
        }
        assert!(
            selector.is_empty(),
            "{selector} cannot be reached with the Tab key"
        );
    };
    tab_to("[data-testid=\"settings\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    page.wait_for(SHEET).await.unwrap();
    tab_to("[data-testid=\"way-server\"]").await;
    // Arrows choose among radio buttons, and the focus stays with the choice.
    press(char::from(Key::Down).to_string()).await;
    page.wait_for("document.activeElement?.matches('[data-testid=\"way-direct\"]:checked')")
        .await
        .unwrap();
    press(char::from(Key::Up).to_string()).await;
    page.wait_for("document.activeElement?.matches('[data-testid=\"way-server\"]:checked')")
        .await
        .unwrap();
    tab_to("[data-testid=\"check-connection\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    page.wait_for("document.querySelector('[data-testid=\"check\"]').dataset.state === 'passed'")
        .await
        .unwrap();
    tab_to("[data-testid=\"patience-normal\"]").await;
    press(char::from(Key::Down).to_string()).await;
    page.wait_for("document.querySelector('[data-testid=\"patience-long\"]').checked")
        .await
        .unwrap();
    press(char::from(Key::Escape).to_string()).await;
    page.wait_for("!document.querySelector('dialog[open]') && document.activeElement?.dataset.testid === 'settings'").await.unwrap();
    // It is a choice of this device.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    open_settings(&page).await;
    assert_eq!(
        page.value("document.querySelector('[data-testid=\"patience-long\"]').checked")
            .await
            .unwrap(),
        true
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// The settings change what comes next, not what was said.
#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_on_by_another_way() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let endpoint = OwnEndpoint::start(open_to_pages()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let before = site.endpoint().seen().len();
    open_settings(&page).await;
    go_direct(&page, &endpoint.url(), "kikitori-scripted").await;
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
    for answer in ["English", "Japan"] {
        page.answer(answer).await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
    }
    Respondent::speaking(Tongue::English)
        .answer(&page, 1)
        .await
        .unwrap();
    assert_eq!(site.endpoint().seen().len(), before);
    assert!(endpoint.endpoint.seen().len() > 3);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
