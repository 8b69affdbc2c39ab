//! What becomes of a finished form: it is sent to a server of another origin, with a key and a
//! receipt, or handed to the page around it.

use std::time::Duration;

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Receiver, Reply, Site, nothing_to_mend_in_any_light,
    short_form,
};
use serde_json::json;

/// A server that does not answer is given up on after a minute, which passes in a second here.
const FASTER: &str = "const set = window.setTimeout; window.setTimeout = (f, ms, ...rest) => set(f, ms === 60000 ? 1000 : ms, ...rest);";

async fn failed_with(page: &Page<'_>, words: &str) {
    let words = json!(words);
    page.wait_for(&format!("document.querySelector('[data-testid=\"delivery\"][data-state=\"failed\"]')?.textContent.includes({words})"))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_goes_to_another_origin_once_a_try_with_one_key_until_there_is_a_receipt() {
    let receiver = Receiver::start(&[
        Reply::WithoutCors,
        Reply::Status(409),
        Reply::Status(500),
        Reply::Never,
        Reply::Status(201),
    ])
    .await;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(FASTER.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let form = short_form(&json!({"type": "post", "url": receiver.url()}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.review_short_form().await.unwrap();
    assert_eq!(page.text_of("confirm").await.unwrap(), "Send the order");
    let means = page.text_of("send-means").await.unwrap();
    assert!(means.contains("are sent to 127.0.0.1"), "{means}");
    page.click("confirm").await.unwrap();
    let failures = [
        "could not be reached",
        "status 409",
        "status 500",
        "did not answer in time",
    ];
    for (tries, words) in failures.into_iter().enumerate() {
        failed_with(&page, words).await;
        nothing_to_mend_in_any_light(&browser, words).await;
        // It is tried again by the person and by nobody else.
        assert_eq!(receiver.arrived().len(), tries + 1, "{words}");
        // It may have arrived: only a server that said no has certainly not taken it.
        let ways_back = "document.querySelectorAll('[data-testid=\"reopen\"]').length";
        assert_eq!(page.value(ways_back).await.unwrap(), 0, "{words}");
        page.press("[data-testid=\"send-form\"]").await.unwrap();
    }
    let receipt =
        "document.querySelector('[data-testid=\"receipt-number\"]')?.textContent === 'R-5'";
    page.wait_for(receipt).await.unwrap();
    nothing_to_mend_in_any_light(&browser, "sent").await;
    page.picture("delivery-sent").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    let arrived = receiver.arrived();
    assert!(receiver.asked_before() > 0, "no other origin");
    for one in &arrived {
        assert_eq!(one.key, arrived[0].key);
        assert!(site.url().starts_with(&one.origin), "{}", one.origin);
        // What leaves is what can be kept.
        assert_eq!(one.body, submission);
    }
    assert!(arrived[0].key.starts_with('"'), "{}", arrived[0].key);
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.wait_for(receipt).await.unwrap();
    assert_eq!(receiver.arrived().len(), 5);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_refused_is_corrected_and_sent_under_another_key() {
    let receiver = Receiver::start(&[Reply::Status(422), Reply::Status(200)]).await;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "post", "url": receiver.url()}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.review_short_form().await.unwrap();
    page.click("confirm").await.unwrap();
    failed_with(&page, "status 422").await;
    page.picture("delivery-refused").await.unwrap();
    page.press("[data-testid=\"reopen\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.press("[data-change=\"name\"]").await.unwrap();
    page.put_into("#change-name", "Ada King").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer-value\"][data-field=\"name\"]').textContent === 'Ada King'")
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"receipt-number\"]')")
        .await
        .unwrap();
    let arrived = receiver.arrived();
    let names: Vec<_> = arrived
        .iter()
        .map(|it| &it.body["fields"][0]["value"])
        .collect();
    assert_eq!(names, ["Ada", "Ada King"]);
    assert_ne!(arrived[0].key, arrived[1].key);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_policy_forbids_the_address_says_so_and_hands_over_where_it_may() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "post", "url": "https://orders.example/new"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.review_short_form().await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"delivery\"][data-state=\"failed\"]')?.textContent.includes('connect-src')")
        .await
        .unwrap();
    // Who comes back is not told what nobody knows.
    browser.driver.refresh().await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"delivery\"][data-state=\"unknown\"]')?.textContent.includes('is not known here')")
        .await
        .unwrap();
    // The page around a form hears of it.
    let form = short_form(&json!({"type": "event"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.value(
        "window.addEventListener('kikitori:submit', event => { window.heard = event.detail; })",
    )
    .await
    .unwrap();
    page.review_short_form().await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("window.heard?.fields?.[1]?.value === 'post'")
        .await
        .unwrap();
    let told = "document.querySelector('[data-testid=\"handed-over\"] p')?.textContent";
    page.wait_for(&format!("{told}?.includes('were handed to')"))
        .await
        .unwrap();
    browser.driver.refresh().await.unwrap();
    page.wait_for(&format!("{told}?.includes('is not known here')"))
        .await
        .unwrap();
    page.press("[data-testid=\"hand-over\"]").await.unwrap();
    page.wait_for(&format!("{told}?.includes('were handed to')"))
        .await
        .unwrap();
    browser.close().await;
}

/// Waits until as many forms have arrived.
async fn arrive(receiver: &Receiver, count: usize) {
    for _ in 0..1000 {
        if receiver.arrived().len() == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{} of {count} have arrived", receiver.arrived().len());
}

async fn is_sending(page: &Page<'_>) {
    page.wait_for("document.querySelector('[data-testid=\"delivery\"][data-state=\"sending\"]')")
        .await
        .unwrap();
}

async fn has_receipt(page: &Page<'_>, number: &str) {
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"receipt-number\"]')?.textContent === '{number}'"
    ))
    .await
    .unwrap();
}

/// Waits until the receipt is kept beside the session.
async fn is_kept(page: &Page<'_>) {
    for _ in 0..1000 {
        let records = page.stored("session/").await.unwrap();
        let is_receipt = |(key, record): &(String, serde_json::Value)| {
            key.ends_with("/sending") && record["receipt"]["number"] == "R-1"
        };
        if records.iter().any(is_receipt) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no receipt is kept");
}

async fn goes_home(page: &Page<'_>) {
    page.click("home").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"home\"]')")
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_while_the_form_is_under_way_finds_its_receipt_and_it_is_sent_once() {
    for comes_back_before in [true, false] {
        let receiver = Receiver::start(&[Reply::Held, Reply::Status(500)]).await;
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let browser = Browser::open(&profile, &Options::default()).await;
        let form = short_form(&json!({"type": "post", "url": receiver.url()}));
        let page = Page::begin_with(&browser, &site, &profile, &form)
            .await
            .unwrap();
        page.review_short_form().await.unwrap();
        page.click("confirm").await.unwrap();
        is_sending(&page).await;
        arrive(&receiver, 1).await;
        goes_home(&page).await;
        if comes_back_before {
            page.click("session-open").await.unwrap();
            is_sending(&page).await;
            receiver.let_through();
        } else {
            receiver.let_through();
            is_kept(&page).await;
            // The page that sent it is gone by then.
            browser.driver.refresh().await.unwrap();
            page.click("session-open").await.unwrap();
        }
        has_receipt(&page, "R-1").await;
        let page = Page::reopen(&browser, &site.url()).await.unwrap();
        has_receipt(&page, "R-1").await;
        assert_eq!(receiver.arrived().len(), 1, "{comes_back_before}");
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_under_way_when_the_page_was_left_is_asked_for_again_with_its_key() {
    let receiver = Receiver::start(&[Reply::Never, Reply::Status(201)]).await;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "post", "url": receiver.url()}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.review_short_form().await.unwrap();
    page.click("confirm").await.unwrap();
    is_sending(&page).await;
    arrive(&receiver, 1).await;
    browser.driver.refresh().await.unwrap();
    has_receipt(&page, "R-2").await;
    let arrived = receiver.arrived();
    assert_eq!(arrived.len(), 2);
    assert_eq!(arrived[0], arrived[1], "the same form under the same key");
    // Who comes back later is shown it, and nothing is sent.
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    has_receipt(&page, "R-2").await;
    assert_eq!(receiver.arrived().len(), 2);
    browser.close().await;
}
