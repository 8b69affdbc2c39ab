//! Straight from the browser to an endpoint.

use kikitori_e2e::{
    Browser, FileHost, Manners, Model, Options, OwnEndpoint, Page, Profile, Respondent, Site,
    Tongue,
};
use serde_json::{Value, json};

const SAMPLE: &str = "bug-report";
/// Chromium itself reports what it does not let through, and errors of servers.
const REPORTED: [&str; 4] = [
    "Failed to load resource",
    "blocked by CORS policy",
    "Content Security Policy",
    "ERR_FAILED",
];

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
        ..Manners::open_to_pages()
    })
    .await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &host.url()).await.unwrap();
    // It offers at once what it can do, and an interview that nobody could lead is not begun.
    page.wait_for("document.querySelector('[data-testid=\"choose-model\"]')")
        .await
        .unwrap();
    page.picture("direct-1-home").await.unwrap();
    page.choose(SAMPLE).await.unwrap();
    page.settings_are_open().await;
    assert_eq!(
        page.value("document.querySelector('[data-testid=\"way-direct\"]').checked")
            .await
            .unwrap(),
        true
    );
    page.change("address", &endpoint.url()).await.unwrap();
    page.check_connection("failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("wants a key"), "{found}");
    page.change("key", "sk-wrong").await.unwrap();
    page.check_connection("failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("refused the key"), "{found}");
    page.picture("direct-2-wrong-key").await.unwrap();
    page.click("forget-key").await.unwrap();
    page.change("key", KEY).await.unwrap();
    page.change("model", "kikitori-scripted").await.unwrap();
    page.check_connection("passed").await;
    page.picture("direct-3-passed").await.unwrap();
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
    let privacy = page.text_of("privacy").await.unwrap();
    for said in [
        "The model runs on this device",
        &format!("127.0.0.1:{}", endpoint.port()),
        "kikitori-scripted",
    ] {
        assert!(privacy.contains(said), "{privacy}");
    }
    page.picture("direct-4-home").await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    page.answer("The last line is lost").await.unwrap();
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
    assert!(chats.clone().count() > 1);
    assert!(chats.into_iter().all(|it| it.authorization == bearer));
    assert!(!host.asked().iter().any(|asked| asked.contains("sk-")));
    // A reload keeps it, another tab has never had it.
    let page = Page::open(&browser, session.as_str()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
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
    page.answer("I expected all lines, but one was gone")
        .await
        .unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"finding\"]')?.textContent.includes('wants a key')",
    )
    .await
    .unwrap();
    page.picture("direct-5-another-tab").await.unwrap();
    page.click("open-settings").await.unwrap();
    page.settings_are_open().await;
    page.change("key", KEY).await.unwrap();
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_help_desk_takes_the_same_way() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let endpoint = OwnEndpoint::start(Manners::open_to_pages()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", host.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"privacy\"]').textContent.includes('No model is connected')").await.unwrap();
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("trouble").await.unwrap();
    page.open_settings("choose-model").await;
    page.go_direct(&endpoint.url(), "kikitori-scripted").await;
    page.close_settings().await;
    let host = format!("127.0.0.1:{}", endpoint.port());
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"privacy\"]').textContent.includes('{host}')"
    ))
    .await
    .unwrap();
    page.picture("direct-desk").await.unwrap();
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    assert!(endpoint.endpoint.seen().len() > 2);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// The settings change what comes next, not what was said.
#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_on_by_another_way() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let endpoint = OwnEndpoint::start(Manners::open_to_pages()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    let before = site.endpoint().seen().len();
    page.open_settings("settings").await;
    page.go_direct(&endpoint.url(), "kikitori-scripted").await;
    page.value("document.querySelector('dialog[open]').close()")
        .await
        .unwrap();
    for answer in [
        "The last line is lost",
        "I open it and then save it, every time",
    ] {
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
