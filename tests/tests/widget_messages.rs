//! What is said to a page with an interview in it, and to the frame that one stands in: only the page
//! around and the form in its frame hear each other, whatever anybody else says, word for word even.

use std::path::Path;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, short_form,
};
use serde_json::{Value, json};

/// Somebody who speaks.
const HTML: &str = include_str!("../fixtures/messages/speaker.html");
const SCRIPT: &str = include_str!("../fixtures/messages/speaker.js");
/// Where they lie.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/messages");

const FRAME: &str = "order.shadowRoot.querySelector('iframe')";
/// Whether anything of what nobody should hear was heard.
const HEARD: &str =
    "JSON.stringify(told).includes('forged') || told.some(it => it.detail?.height === 12345)";

fn speaker() -> Router {
    let files = [
        ("/speaker.html", "text/html", HTML),
        ("/speaker.js", "text/javascript", SCRIPT),
    ];
    files
        .into_iter()
        .fold(Router::new(), |router, (path, kind, file)| {
            let answer = async move || ([(header::CONTENT_TYPE, kind)], file);
            router.route(path, get(answer))
        })
}

/// The page itself speaks to `window`, until all of it has come.
async fn page_speaks_to(browser: &Browser, window: &str) {
    let script = format!(
        "{SCRIPT}
         const target = {window};
         speakTo(target);
         const done = new Promise(done => addEventListener('message', ({{data}}) => data === 'spoken' && done()));
         postMessage('spoken', '*');
         await done;
         return 'spoken';"
    );
    assert_eq!(browser.awaited(&script).await, "spoken");
}

/// Somebody in a frame of this address speaks, until all of it has come.
async fn frame_speaks(browser: &Browser, frame: &str, address: &str) {
    let address = json!(address);
    let script = format!(
        "const done = new Promise(done => addEventListener('message', ({{data}}) => data === 'spoken' && done()));
         const frame = {frame};
         frame.src = {address};
         if (!frame.isConnected) document.body.append(frame);
         await done;
         return 'spoken';"
    );
    assert_eq!(browser.awaited(&script).await, "spoken");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_from_anybody_do_nothing() {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let body = "<kikitori-form id=\"order\" src=\"form.json\"></kikitori-form>";
    host.shows(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    let shown = "[told.filter(it => it.name !== 'height').length, JSON.stringify(order.getData()), order.shadowRoot.querySelector('.session').innerText]";
    let before = order.page.value(shown).await.unwrap();
    page_speaks_to(&browser, "window").await;
    assert_eq!(order.page.value(shown).await.unwrap(), before);
    order.answer("By post").await.unwrap();
    order.waits_for("confirm").await.unwrap();
    assert_eq!(order.page.value(HEARD).await.unwrap(), false);
    order.page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_a_frame_and_the_page_around_hear_nobody_of_another_window_or_origin() {
    let form = short_form(&json!({"type": "event"}));
    let host = HostPage::serving(&form, Some(Path::new(FOLDER))).await;
    let site = Site::embedded_beside(Model::Scripted, host.origin(), speaker()).await;
    host.shows_frame(
        &site,
        "<kikitori-frame id=\"order\" src=\"form.json\" lang=\"en\" prefill-name=\"Ada\" hidden-source=\"spring\"></kikitori-frame>",
    );
    host.may_frame_itself();
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for("told.findLast(it => it.name === 'question')?.detail.field === 'way'")
        .await
        .unwrap();
    let another = "document.createElement('iframe')";
    // To the page: from itself, and from a window of the form's origin that is not the form's.
    page_speaks_to(&browser, "window").await;
    let of_site = format!("{}speaker.html?to=page", site.url());
    frame_speaks(&browser, another, &of_site).await;
    // To the form: from a window of the page's origin that is not the page's.
    frame_speaks(&browser, another, "/speaker.html?to=frame").await;

    // What they say to each other is heard.
    let inner = WidgetElement::shown_in(&browser, "form");
    order.enter_frame().await.unwrap();
    inner.answer("By post").await.unwrap();
    inner.confirm().await.unwrap();
    order.leave_frame().await.unwrap();
    page.wait_for("told.some(it => it.name === 'ending')")
        .await
        .unwrap();
    assert_eq!(page.value(HEARD).await.unwrap(), false);
    let times = "['ready', 'started', 'submit', 'error'].map(name => told.filter(it => it.name === name).length)";
    assert_eq!(page.value(times).await.unwrap(), json!([1, 1, 1, 0]));
    let submit = "told.find(it => it.name === 'submit').detail";
    let submit: Value = page.value(submit).await.unwrap();
    assert_eq!(submit["data"], json!({"name": "Ada", "way": "post"}));
    assert_eq!(submit["hidden"], json!({"source": "spring"}));
    assert_eq!(
        page.value(&format!("{FRAME}.title")).await.unwrap(),
        "Short"
    );

    // To the page, from the form's window, in which somebody of another origin is by now.
    frame_speaks(&browser, FRAME, "/speaker.html?to=page").await;
    assert_eq!(page.value(HEARD).await.unwrap(), false);
    assert_eq!(page.value(times).await.unwrap(), json!([1, 1, 1, 0]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_a_frame_begins_only_for_the_origin_that_its_address_names() {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows_frame(&site, "");
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(host.origin()).await.unwrap();
    let page = Page::shown_in(&browser);
    for (origin, begins) in [(host.origin(), true), ("https://shop.example", false)] {
        let address = json!(format!("{}widget/frame.html?origin={origin}", site.url()));
        let there = format!(
            "const frame = document.createElement('iframe');
             frame.src = {address};
             const loaded = new Promise(done => frame.onload = done);
             document.body.replaceChildren(frame);
             await loaded;
             return 'loaded';"
        );
        assert_eq!(browser.awaited(&there).await, "loaded");
        let window = "document.querySelector('iframe').contentWindow";
        if begins {
            let form = json!(short_form(&json!({"type": "event"})));
            let begin = format!(
                "({window}.postMessage({{kikitori: 'begin', form: {form}, name: 'x'}}, '*'), 1)"
            );
            page.value(&begin).await.unwrap();
        } else {
            page_speaks_to(&browser, window).await;
        }
        let frame = "return document.querySelector('iframe');";
        let frame = browser.driver.execute(frame, vec![]).await.unwrap();
        frame.element().unwrap().enter_frame().await.unwrap();
        let begun = "document.querySelectorAll('kikitori-form').length";
        if begins {
            page.wait_for(&format!("{begun} === 1")).await.unwrap();
        } else {
            // As long as that would take, and longer.
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            assert_eq!(page.value(begun).await.unwrap(), 0);
        }
        browser.driver.enter_default_frame().await.unwrap();
    }
    browser.close().await;
}
