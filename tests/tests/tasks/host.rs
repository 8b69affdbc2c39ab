//! What the page around hears of a chain: a script of the same document, and the page of another
//! origin that frames it.

use kikitori_e2e::{Browser, HostPage, Model, Options, Page, Profile, Site};
use serde_json::{Value, json};

use super::opened;

const REQUEST: &str = "Put 2 leeks on the shopping list.";
/// Words of the request, and what becomes of them, which nobody around is told.
const PRIVATE: [&str; 2] = ["leek", "Leek"];

/// What was heard by now of each state, the last of it.
async fn heard(page: &Page<'_>) -> Vec<Value> {
    let heard = page.value("window.heard").await.unwrap();
    heard.as_array().cloned().unwrap_or_default()
}

/// Asks, lets the plan run and allows what it asks for.
async fn carry_out(page: &Page<'_>) {
    page.runs(REQUEST).await.unwrap();
    page.click("approve").await.unwrap();
    page.comes_to("answered").await.unwrap();
}

/// Each turn is told, and at the end everything is done; in no words of the person's or a model's.
fn is_whole(heard: &[Value]) {
    for state in ["planning", "review", "confirm", "answered"] {
        let told = heard.iter().any(|it| it["state"] == state);
        assert!(told, "{state} in {heard:?}");
    }
    let last = heard.last().unwrap();
    assert!(last["chain"].as_str().is_some_and(|it| !it.is_empty()));
    assert_eq!(
        (&last["state"], &last["tasks"]),
        (
            &json!("answered"),
            &json!([{"number": 1, "service": "shopping", "method": "save", "state": "done"}])
        )
    );
    let counts = ["done", "failed", "leftOut", "notDone", "total"].map(|it| last[it].as_u64());
    assert_eq!(counts, [Some(1), Some(0), Some(0), Some(0), Some(1)]);
    let text = serde_json::to_string(heard).unwrap();
    for word in PRIVATE {
        assert!(!text.contains(word), "{word} in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_of_the_same_page_follows_a_chain_and_hears_no_word_of_it() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    let listen = "(() => { window.heard = []; addEventListener('kikitori-chain', ({detail}) => heard.push(detail)); })()";
    page.value(listen).await.unwrap();
    carry_out(&page).await;
    page.wait_for("heard.at(-1)?.state === 'answered'")
        .await
        .unwrap();
    is_whole(&heard(&page).await);
    page.click("begin-anew").await.unwrap();
    page.wait_for("heard.at(-1).chain === null && heard.at(-1).state === 'idle'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// A frame with the task chains that are told of the page around at `origin`.
fn frame(site: &Site, origin: &str) -> String {
    let source = json!(format!("{}tasks/?origin={origin}", site.url()));
    format!(
        "(() => {{ const frame = document.createElement('iframe'); frame.title = 'Chain'; frame.width = 900; frame.height = 700; frame.src = {source}; document.body.append(frame); }})()"
    )
}

/// What the page around does with messages: it keeps those of its frame's origin.
fn listening(site: &Site) -> String {
    let origin = json!(site.url().trim_end_matches('/'));
    format!(
        "(() => {{ window.heard = []; addEventListener('message', ({{origin, data}}) => {{ if (origin === {origin} && data.kikitori === 'event' && data.name === 'chain') heard.push(data.detail); }}); }})()"
    )
}

async fn enter_frame(browser: &Browser) {
    let script = "return document.querySelector('iframe');";
    let found = browser.driver.execute(script, vec![]).await.unwrap();
    found.element().unwrap().enter_frame().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_that_frames_a_chain_follows_it_and_a_page_of_another_origin_does_not() {
    let host = HostPage::start("{}").await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows_frame(&site, "");
    for (origin, is_told) in [(host.origin(), true), ("https://shop.example", false)] {
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        browser.driver.goto(host.origin()).await.unwrap();
        let page = Page::shown_in(&browser);
        page.value(&listening(&site)).await.unwrap();
        page.value(&frame(&site, origin)).await.unwrap();
        enter_frame(&browser).await;
        page.wait_for("document.querySelector('[data-testid=\"ask\"]')")
            .await
            .unwrap();
        carry_out(&page).await;
        browser.driver.enter_default_frame().await.unwrap();
        if is_told {
            page.wait_for("heard.at(-1)?.state === 'answered'")
                .await
                .unwrap();
            is_whole(&heard(&page).await);
        } else {
            assert_eq!(heard(&page).await, Vec::<Value>::new());
        }
        browser.close().await;
    }
}
