//! `<kikitori-frame>` while what it shows is on its way, and where that does not come.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, short_form,
};
use serde_json::json;

const IS_DEFINED: &str = "customElements.get('kikitori-frame')";
const ERRORS: &str = "told.filter(it => it.name === 'error').length";
const ASKS: &str = "told.findLast(it => it.name === 'question')?.detail.field";

async fn host_with(body: &str) -> (HostPage, Site, Browser, Profile) {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows_frame(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(host.origin()).await.unwrap();
    Page::shown_in(&browser).wait_for(IS_DEFINED).await.unwrap();
    (host, site, browser, profile)
}

/// Waits until it says that nothing came.
async fn says_so(order: &WidgetElement<'_>) {
    let says = order.within("[part=message][role=alert][lang=en]");
    order.page.wait_for(&says).await.unwrap();
    let text = format!("{says}.innerText");
    let said = order.page.value(&text).await.unwrap();
    assert!(
        said.as_str().unwrap().contains("could not be loaded"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_does_not_come_is_told_where_it_would_stand() {
    let body = "<kikitori-frame id=\"order\" src=\"nowhere.json\" lang=\"en\"></kikitori-frame>";
    let (_host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::shown_in(&browser, "order");
    let page = &order.page;
    says_so(&order).await;
    assert_eq!(page.value(ERRORS).await.unwrap(), 1);
    // Still not.
    let retry = order.within("[part=retry]");
    page.value(&format!("{retry}.click()")).await.unwrap();
    page.wait_for(&format!("{ERRORS} === 2 && {retry}"))
        .await
        .unwrap();
    page.value("order.setAttribute('src', 'form.json')")
        .await
        .unwrap();
    page.wait_for(&format!("{ASKS} === 'name'")).await.unwrap();
    let frames = "[order.shadowRoot.childElementCount, !!order.shadowRoot.querySelector('iframe')]";
    assert_eq!(page.value(frames).await.unwrap(), json!([1, true]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_does_not_come_is_told_and_tried_again() {
    let (_host, mut site, browser, _profile) = host_with("").await;
    let order = WidgetElement::shown_in(&browser, "order");
    let page = &order.page;
    site.stop().await;
    page.value("(() => { const frame = document.createElement('kikitori-frame'); frame.id = 'order'; frame.lang = 'en'; frame.setAttribute('src', 'form.json'); document.querySelector('main').append(frame); })()")
        .await
        .unwrap();
    says_so(&order).await;
    assert_eq!(page.value(ERRORS).await.unwrap(), 1);
    site.start_again().await;
    let retry = order.within("[part=retry]");
    page.value(&format!("{retry}.click()")).await.unwrap();
    page.wait_for(&format!("{ASKS} === 'name'")).await.unwrap();
    assert_eq!(page.value(ERRORS).await.unwrap(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_called_before_the_form_is_there_is_done_then() {
    let (_host, _site, browser, _profile) = host_with("").await;
    let page = Page::shown_in(&browser);
    // Before it stands in the page, and before its frame has come.
    page.value("(() => { const frame = document.createElement('kikitori-frame'); frame.id = 'order'; frame.setAttribute('src', 'form.json'); frame.setField('name', 'Ada Lovelace'); document.querySelector('main').append(frame); frame.setFields({way: 'van'}); frame.submit(); })()")
        .await
        .unwrap();
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    let data = "told.find(it => it.name === 'submit').detail.data";
    assert_eq!(
        page.value(data).await.unwrap(),
        json!({"name": "Ada Lovelace", "way": "van"})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_is_not_there_yet_is_begun_anew() {
    let body = "<kikitori-frame id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-frame>";
    let (_host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::shown_in(&browser, "order");
    let page = &order.page;
    page.wait_for(&format!("{ASKS} === 'name'")).await.unwrap();
    page.value("(order.setField('name', 'Ada Lovelace'), 1)")
        .await
        .unwrap();
    page.wait_for(&format!("{ASKS} === 'way'")).await.unwrap();
    page.value("(order.reload(), order.reset(), 1)")
        .await
        .unwrap();
    page.wait_for(&format!("{ASKS} === 'name'")).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_grows_and_shrinks_with_what_stands_in_it() {
    let body = "<kikitori-frame id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-frame>";
    let (_host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::shown_in(&browser, "order");
    let inner = WidgetElement::shown_in(&browser, "form");
    let page = &order.page;
    page.wait_for(&format!("{ASKS} === 'name'")).await.unwrap();
    order.enter_frame().await.unwrap();
    // As high as the form, without a scrollbar of the frame's own and without room below.
    let height = "document.getElementById('form').getBoundingClientRect().height";
    let fits = format!("innerHeight === Math.ceil({height})");
    let mut heights = Vec::new();
    let pressed = |id: &str| format!("({}.click(), 1)", inner.test_id(id));
    for step in ["", "open-form", "plain-back"] {
        if !step.is_empty() {
            page.value(&pressed(step)).await.unwrap();
        }
        let there = match step {
            "open-form" => inner.within("#field-name"),
            _ => inner.within(".session-main[data-state=answer][data-step] .turn.current"),
        };
        page.wait_for(&format!("{there} && {fits}")).await.unwrap();
        page.at_rest().await.unwrap();
        page.wait_for(&fits).await.unwrap();
        heights.push(page.value("innerHeight").await.unwrap());
    }
    order.leave_frame().await.unwrap();
    let [talk, form, again] = &heights[..] else {
        panic!("{heights:?}");
    };
    assert!(
        form.as_u64() > talk.as_u64() && again == talk,
        "{heights:?}"
    );
    browser.close().await;
}
