//! The form builder makes a form of a page by its address, where page and policy let it, and says the
//! way out where they do not.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use kikitori_e2e::{Browser, FileHost, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;
use tokio::net::TcpListener;

use crate::builder::{REPORTED, file, opened, paste};

const SHOP: &str = "shop.test";
const CONTACT: &str = r#"<!doctype html><html lang="en"><h1>Write to the shop</h1>
    <form><label>Your name <input name="who" required></label>
    <label>Plan <select name="plan"><option>Small<option>Large</select></label></form>"#;

/// A form with a trap, a question for some, and what is the page's own.
const WITH_HIDDEN: &str = r#"<!doctype html><html lang="en"><h1>Sign up</h1><form>
    <input type="hidden" name="csrf_token" value="t"><label>Name <input name="name"></label>
    <p STYLE="display: none"><label>Leave this blank <input name="url" tabindex="-1" autocomplete="off"></label></p>
    <p hidden><label>Which allergy? <input name="allergy"></label></p>
    <p>Size</p><input type="radio" id="s" name="size" value="s" style="display:none"><label for="s">Small</label>
    <input type="radio" id="l" name="size" value="l" style="display:none"><label for="l">Large</label>
    <label>Password <input type="password" name="pw"></label><input type="submit" name="op" value="Go"></form></html>"#;

/// Somebody's site, with a form at `/contact`.
struct Shop {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Shop {
    /// Starts one that lets other sites read its pages, or none.
    async fn start(lets_others_read: bool) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let notes = asked.clone();
        let routes = Router::new().fallback(async move |address: Uri| -> Response {
            notes.lock().unwrap().push(address.path().to_owned());
            let mut response = match address.path() {
                "/contact" => ([(header::CONTENT_TYPE, "text/html")], CONTACT).into_response(),
                _ => StatusCode::NOT_FOUND.into_response(),
            };
            if lets_others_read {
                let any = header::HeaderValue::from_static("*");
                let headers = response.headers_mut();
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
            }
            response
        });
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { port, asked }
    }

    /// Its page as the page's own policy lets everybody ask for it: on this device.
    fn here(&self) -> String {
        format!("http://127.0.0.1:{}/contact", self.port)
    }

    /// Its origin by a name that the policy does not have.
    fn origin(&self) -> String {
        format!("http://{SHOP}:{}", self.port)
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

fn options() -> Options {
    Options {
        flags: vec![format!("--host-resolver-rules=MAP {SHOP} 127.0.0.1")],
        ..Options::default()
    }
}

async fn refused(page: &Page<'_>, parts: &[&str]) {
    for part in parts {
        let part = json!(part);
        page.wait_for(&format!("document.querySelector('[data-testid=\"import-refused\"]')?.textContent.includes({part})"))
            .await
            .unwrap();
    }
}

async fn has_the_form(page: &Page<'_>) {
    page.wait_for("document.querySelector('[data-testid=\"imported\"]') && document.querySelectorAll('.builder-field').length === 2")
        .await
        .unwrap();
    let form = file(page).await;
    assert_eq!(form["title"], "Write to the shop");
    assert_eq!(form["fields"][0]["label"], "Your name");
    // It can stay where it is, too: its page has given it no id.
    let lines = "document.querySelector('[data-testid=\"in-place\"]').textContent";
    let lines = page.value(lines).await.unwrap();
    let lines = lines.as_str().unwrap();
    for part in [
        "widget/kikitori.js\"></script>",
        "<kikitori-form for=\"my-form\"></kikitori-form>",
        "<form id=\"my-form\" …>",
    ] {
        assert!(lines.contains(part), "{lines}");
    }
    page.fits_its_width().await.unwrap();
    page.picture("builder-in-place").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_read_by_its_address_where_its_server_lets_others_read_it() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let (open, closed) = (Shop::start(true).await, Shop::start(false).await);
    let options = Options {
        size: (360, 780),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = opened(&browser, &host.url()).await;
    paste(&page, &closed.here()).await;
    refused(&page, &["most servers do not let", "paste it here"]).await;
    paste(&page, &open.here().replace("contact", "nothing")).await;
    refused(&page, &["status 404", "paste it here"]).await;
    assert_eq!(file(&page).await["fields"].as_array().unwrap().len(), 4);
    paste(&page, &open.here()).await;
    has_the_form(&page).await;
    page.console_is_clean(&[REPORTED[0], "blocked by CORS policy"])
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_the_policy_forbids_is_said_with_both_ways_out_and_both_lead_on() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let shop = Shop::start(true).await;
    let (origin, address) = (shop.origin(), format!("{}/contact", shop.origin()));
    let browser = Browser::open(&profile, &options()).await;
    let page = opened(&browser, &host.url()).await;
    let hint = page.value("document.querySelector('#builder-source-hint').textContent");
    let hint = hint.await.unwrap();
    assert!(
        hint.as_str().unwrap().contains("let that server in"),
        "{hint}"
    );
    paste(&page, &address).await;
    let command = format!("kikitori-proxy --connect {origin} …");
    let way_out = [
        "Content-Security-Policy",
        &origin,
        "paste it here",
        &command,
    ];
    refused(&page, &way_out).await;
    assert_eq!(shop.asked(), 0, "nothing was asked there");
    nothing_to_mend(&browser, "builder, an address that is not let in").await;
    page.click("language").await.unwrap();
    refused(&page, &["規則", &origin, "貼り付けて", &command]).await;
    page.click("language").await.unwrap();
    // What it says to do: the page itself is pasted.
    paste(&page, CONTACT).await;
    has_the_form(&page).await;
    page.console_is_clean(&[REPORTED[0], "Content Security Policy"])
        .await
        .unwrap();
    browser.close().await;

    // Or the address is let in.
    let profile = Profile::new();
    let site = Site::connected_to(Model::Scripted, &origin).await;
    let browser = Browser::open(&profile, &options()).await;
    let page = opened(&browser, &site.url()).await;
    paste(&page, &address).await;
    has_the_form(&page).await;
    assert_eq!(shop.asked(), 1);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_pasted_page_hides_is_no_question_and_what_is_the_pages_own_is_not_told() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    paste(&page, WITH_HIDDEN).await;
    page.wait_for("document.querySelector('[data-testid=\"imported\"]')")
        .await
        .unwrap();
    let fields = file(&page).await["fields"].clone();
    let labels = fields.as_array().unwrap().iter();
    let labels: Vec<&str> = labels.map(|it| it["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["Name", "Size"]);
    let left = "[...document.querySelectorAll('.builder-lines li')].map(it => it.textContent)";
    let left = page.value(left).await.unwrap();
    assert_eq!(left, json!(["Which allergy?", "Password"]));
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_form_is_said_in_japanese_on_a_japanese_page() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let options = Options {
        languages: "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = opened(&browser, &host.url()).await;
    paste(&page, r#"{"id": "visit","#).await;
    page.wait_for("document.querySelector('[data-testid=\"import-refused\"]')")
        .await
        .unwrap();
    let said = page.text_of("import-refused").await.unwrap();
    assert!(said.contains("正しい JSON ではありません"), "{said}");
    // Only what the parser says of the place is in English.
    let english = "[...document.querySelectorAll('[data-testid=\"import-refused\"] [lang=en]')].map(it => it.textContent)";
    let english = page.value(english).await.unwrap().to_string();
    assert!(english.contains("line 1"), "{english}");
    assert!(!english.contains("JSON ではありません"), "{english}");
    nothing_to_mend(&browser, "no form, in Japanese").await;
    browser.close().await;
}
