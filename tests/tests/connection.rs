//! Whether the connection works, and what is said when it does not.

use std::net::TcpListener;
use std::time::Duration;

use kikitori_e2e::{Browser, FileHost, Manners, Model, Options, OwnEndpoint, Page, Profile, Site};
use serde_json::json;

const SAMPLE: &str = "bug-report";
/// Chromium itself reports what it does not let through, and errors of servers.
const REPORTED: [&str; 4] = [
    "Failed to load resource",
    "blocked by CORS policy",
    "Content Security Policy",
    "ERR_FAILED",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_button_shows_what_the_model_can_do_and_the_device_remembers() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.check_connection("passed").await;
    assert_eq!(page.check_steps().await, ["passed"; 8]);
    assert_eq!(page.mode().await, "strict_schema");
    // What is sent is short, and none of it is an answer.
    for seen in site.endpoint().seen() {
        assert!(seen.body.to_string().len() < 1000, "{}", seen.body);
    }
    let keys = page.stored_keys().await.unwrap();
    assert_eq!(keys.len(), 1, "{keys:?}");
    let key = &keys[0];
    assert!(key.starts_with("endpoint/server ") && key.ends_with(" kikitori-scripted"));
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.wait_for(
        "document.querySelector('[data-testid=\"check-summary\"]').textContent.includes('Checked')",
    )
    .await
    .unwrap();
    assert_eq!(page.check_steps().await, ["passed"; 4]);
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
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    let asked_for_usage = || {
        let seen = site.endpoint().seen();
        let usage = seen
            .iter()
            .filter(|it| !it.body["stream_options"].is_null());
        usage.count()
    };
    // The first view asks as any endpoint is asked, before the store is open; what it is refused the
    // session learns.
    assert_eq!(asked_for_usage(), 2, "refused, and learnt");
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
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("The last line is lost").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(asked_for_usage(), 2, "not again");
    page.open_settings("settings").await;
    assert_eq!(
        page.check_steps().await,
        ["without", "skipped", "skipped", "skipped"]
    );
    page.check_connection("passed").await;
    assert_eq!(asked_for_usage(), 3, "the button tries it anew");
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// Its first view asks as any endpoint is asked, which can be in vain once.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_interview_begins_as_the_endpoint_was_found_to_take_it() {
    let model = Model::Refusing("stream_options");
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let requests = || {
        let seen = site.endpoint().seen();
        let asked = seen.iter().filter(|it| it.path == "/v1/chat/completions");
        asked.count()
    };
    let mut made = Vec::new();
    for _ in 0..3 {
        let before = requests();
        let page = Page::open(&browser, &site.url()).await.unwrap();
        assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
        made.push(requests() - before);
    }
    // In the first: the first view's, the session's as it would ask, and as it is taken.
    assert_eq!(made, [3, 1, 1]);
    // Another day the first view asks again: the endpoint may have been mended.
    let before = requests();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("(Date.now = (now => () => now() + 86400000)(Date.now), true)")
        .await
        .unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    assert_eq!(requests() - before, 2);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_without_schemas_is_used_by_the_next_rung() {
    let model = Model::Refusing("response_format");
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.check_connection("passed").await;
    assert_eq!(page.check_steps().await.last().unwrap(), "without");
    assert_eq!(page.mode().await, "forced_tool");
    page.picture("connection-without-schema").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_not_there_is_named_with_those_that_are() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let endpoint = OwnEndpoint::start(Manners::open_to_pages()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.go_direct(&endpoint.url(), "kikitori").await;
    page.check_connection("failed").await;
    assert_eq!(
        page.check_steps().await[..3],
        ["passed", "passed", "failed"]
    );
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
    page.open_settings("settings").await;
    page.go_direct(&endpoint.url(), "small").await;
    page.check_connection("failed").await;
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
    page.check_connection("failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(
        found.contains(&format!("Nothing answers at localhost:{port}")),
        "{found}"
    );
    // And for what the page's own policy forbids.
    page.change("address", "http://192.168.77.1:11434")
        .await
        .unwrap();
    page.check_connection("failed").await;
    let found = page.text_of("finding").await.unwrap();
    assert!(found.contains("Content-Security-Policy"), "{found}");
    page.console_is_clean(&[&REPORTED[..], &["ERR_CONNECTION_REFUSED"]].concat())
        .await
        .unwrap();
    browser.close().await;
}

/// Once in a session, when a call has failed for good, and not while it is made again.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_failure_is_looked_into_by_itself() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    site.endpoint_answers(503);
    page.answer("The last line is lost").await.unwrap();
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
    for calls in 1..=2 {
        page.click("retry").await.unwrap();
        // Before that the page still shows the error that is tried again.
        site.has_been_asked(before + calls).await;
        page.comes_to("error").await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(site.endpoint().lists(), 1, "once");
    assert_eq!(site.endpoint().seen().len(), before + 2, "and nothing else");
    site.endpoint_answers(200);
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// A page of the internet, as Chromium sees it: its address counts as public, and whether its
/// connection is safe is up to the test.
async fn from_the_internet(is_secure: bool, permission: Option<&str>, said: &str, name: &str) {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let endpoint = OwnEndpoint::start(Manners::open_to_pages()).await;
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
    page.open_settings("settings").await;
    page.go_direct(&endpoint.url(), "kikitori-scripted").await;
    let outcome = if said.is_empty() { "passed" } else { "failed" };
    page.check_connection(outcome).await;
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
