//! What leaves an interview in another site's page, and when.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, short_form,
};
use serde_json::json;

const SUBMITTED: &str = "told.filter(it => it.name === 'submit').map(it => it.detail)";

async fn host_with(body: &str) -> (HostPage, Site, Browser, Profile) {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Endpoint, host.origin()).await;
    host.shows(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    (host, site, browser, profile)
}

/// Fails if what the page has `hidden` is to be read in the element, or in what fills an input there.
async fn shows_nothing_hidden(page: &Page<'_>) {
    let inside = "order.shadowRoot.innerHTML + [...order.shadowRoot.querySelectorAll('input, textarea')].map(it => it.value)";
    let inside = page.value(inside).await.unwrap();
    let inside = inside.as_str().unwrap();
    assert!(inside.contains("session-main"), "{inside}");
    assert!(!inside.contains("tulip"), "{inside}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_is_in_what_is_sent_and_neither_visitor_nor_model_sees_it() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" hidden-tulip=\"t1\" hidden-source=\"tulip-2\"></kikitori-form>";
    let (host, site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    for (field, answer) in [("name", "Ada Lovelace"), ("way", "By post")] {
        order.asks_for(field).await.unwrap();
        shows_nothing_hidden(page).await;
        order.answer(answer).await.unwrap();
    }
    order.waits_for("confirm").await.unwrap();
    shows_nothing_hidden(page).await;
    order.confirm().await.unwrap();
    order.waits_for("done").await.unwrap();
    shows_nothing_hidden(page).await;
    let hidden = format!("{SUBMITTED}.map(it => it.hidden)");
    assert_eq!(
        page.value(&hidden).await.unwrap(),
        json!([{"tulip": "t1", "source": "tulip-2"}])
    );
    let asked = site.endpoint().seen();
    let asked: Vec<String> = asked.iter().map(|it| it.body.to_string()).collect();
    assert!(asked.iter().any(|it| it.contains("Ada Lovelace")));
    let told: Vec<&String> = asked.iter().filter(|it| it.contains("tulip")).collect();
    assert_eq!(told, [""; 0]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn code_sends_nothing_while_something_is_open() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    let sends = "order.submit()";
    // Not before there is anything to send either.
    assert_eq!(page.value(sends).await.unwrap(), false);
    for (field, answer) in [("name", "Ada Lovelace"), ("way", "By post")] {
        order.asks_for(field).await.unwrap();
        assert_eq!(page.value(sends).await.unwrap(), false, "{field}");
        order.waits_for("answer").await.unwrap();
        assert_eq!(page.value(SUBMITTED).await.unwrap(), json!([]), "{field}");
        order.answer(answer).await.unwrap();
    }
    order.waits_for("confirm").await.unwrap();
    assert_eq!(page.value(SUBMITTED).await.unwrap(), json!([]));
    assert_eq!(page.value(sends).await.unwrap(), true);
    page.wait_for(&format!("{SUBMITTED}.length")).await.unwrap();
    assert_eq!(
        page.value(&format!("{SUBMITTED}.map(it => it.data)"))
            .await
            .unwrap(),
        json!([{"name": "Ada Lovelace", "way": "post"}])
    );
    browser.close().await;
}
