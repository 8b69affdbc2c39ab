//! The first view of an interview in another site's page: it is there, and asks, before the module
//! with the whole interview is, which takes over what stands there.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, nothing_to_mend, short_form,
};
use serde_json::{Value, json};

const FORM: &str = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";

/// What stands in the widget, by a selector.
fn within(selector: &str) -> String {
    let selector = json!(selector);
    format!("order.shadowRoot?.querySelector({selector})")
}

const ANSWERABLE: &str = ".session-main[data-state=\"answer\"][data-step]";
/// The module with the whole interview waits until [`GO_ON`].
const HELD: &str = "/?held";
const GO_ON: &str = "goOn()";
const WAITS: &str = "typeof goOn === 'function'";
const QUESTION: &str = "[data-testid=\"draft\"]:not([hidden]) .turn-text";
const ASKED: &str = "[data-testid=\"message-text\"]";

struct Shop {
    host: HostPage,
    site: Site,
    browser: Browser,
    _profile: Profile,
}

impl Shop {
    async fn open(model: Model) -> Self {
        Self::with(model, &short_form(&json!({"type": "event"}))).await
    }

    /// The same with another form.
    async fn with(model: Model, form: &str) -> Self {
        let host = HostPage::start(form).await;
        let site = Site::embedded_by(model, host.origin()).await;
        let profile = Profile::new();
        host.shows(&site, FORM);
        let browser = Browser::open(&profile, &Options::default()).await;
        Self {
            host,
            site,
            browser,
            _profile: profile,
        }
    }

    async fn goes_to(&self, path: &str) -> Page<'_> {
        let address = format!("{}{path}", self.host.origin());
        self.browser.driver.goto(address).await.unwrap();
        Page::shown_in(&self.browser)
    }

    async fn types(&self, text: &str) {
        let keys = self.browser.driver.action_chain().send_keys(text);
        keys.perform().await.unwrap();
    }
}

async fn text(page: &Page<'_>, selector: &str) -> Value {
    let element = within(selector);
    page.value(&format!("{element}?.textContent"))
        .await
        .unwrap()
}

/// Waits for the first question in the first view, and answers it.
async fn question(page: &Page<'_>) -> Value {
    page.wait_for(WAITS).await.unwrap();
    page.wait_for(&within(ASKED)).await.unwrap();
    text(page, ASKED).await
}

async fn is_taken_over(page: &Page<'_>) {
    page.value(GO_ON).await.unwrap();
    page.wait_for(&format!(
        "order.shadowRoot.querySelectorAll('.place').length === 1 && {}",
        within(ANSWERABLE)
    ))
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_question_is_there_before_the_rest_and_is_asked_for_once() {
    let shop = Shop::open(Model::Endpoint).await;
    let page = shop.goes_to(HELD).await;
    let asked = question(&page).await;
    assert!(asked.as_str().is_some_and(|it| !it.is_empty()), "{asked}");
    nothing_to_mend(&shop.browser, "first view").await;
    page.picture("widget-first").await.unwrap();
    let composer = within("textarea");
    page.value(&format!("{composer}.focus()")).await.unwrap();
    shop.types("Ada Lovelce").await;
    page.value(&format!("{composer}.setSelectionRange(9, 9)"))
        .await
        .unwrap();
    is_taken_over(&page).await;
    // Nothing that was there is gone, and nobody was asked twice.
    assert_eq!(text(&page, ASKED).await, asked);
    let told = page.value("told.filter(it => it.name !== 'height').map(it => it.name)");
    assert_eq!(told.await.unwrap(), json!(["ready", "question"]));
    assert_eq!(shop.site.take_calls().len(), 1);
    page.picture("widget-first-taken-over").await.unwrap();
    // Who types goes on where they were.
    shop.types("a").await;
    let now = format!("[{composer}.value, order.shadowRoot.activeElement.id]");
    assert_eq!(
        page.value(&now).await.unwrap(),
        json!(["Ada Lovelace", "composer"])
    );
    shop.types("\u{e007}").await;
    page.wait_for("order.getData().name === 'Ada Lovelace'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    shop.browser.close().await;
}

/// A page whose browser does not have the answer to what ends so while `isAway`, and waits `minute`
/// milliseconds for what takes a minute.
async fn without(file: &str, minute: u32) -> Shop {
    let shop = Shop::open(Model::Endpoint).await;
    let never = format!(
        "<script>
           const get = window.fetch;
           window.isAway = true;
           window.fetch = (what, options) => isAway && `${{what.url ?? what}}`.endsWith('/{file}') ? new Promise(() => {{}}) : get(what, options);
           const after = AbortSignal.timeout.bind(AbortSignal);
           AbortSignal.timeout = (ms) => after(ms === 60_000 ? {minute} : ms);
         </script>"
    );
    shop.host.shows_form(&shop.site, &format!("{FORM}{never}"));
    shop
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_begins_without_its_first_view_where_that_never_comes() {
    let shop = without("first_bg.wasm", 60_000).await;
    let page = shop.goes_to("/").await;
    page.wait_for(&within(ANSWERABLE)).await.unwrap();
    let told = "told.filter(it => it.name !== 'height').map(it => it.name)";
    assert_eq!(
        page.value(told).await.unwrap(),
        json!(["ready", "question"])
    );
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_does_not_come_leaves_the_first_question_there_and_is_tried_again() {
    let shop = without("kikitori_bg.wasm", 3_000).await;
    let page = shop.goes_to("/").await;
    page.wait_for(&within(ASKED)).await.unwrap();
    let asked = text(&page, ASKED).await;
    page.value(&format!("{}.focus()", within("textarea")))
        .await
        .unwrap();
    shop.types("Ada").await;
    let says = within("[part=message][role=alert]");
    page.wait_for(&says).await.unwrap();
    let said = page.value(&format!("{says}.innerText")).await.unwrap();
    assert!(
        said.as_str().unwrap().contains("or load this page again"),
        "{said}"
    );
    let errors = "told.filter(it => it.name === 'error').length";
    assert_eq!(page.value(errors).await.unwrap(), 1);
    let typed = format!("{}.value", within("textarea"));
    assert_eq!(text(&page, ASKED).await, asked);
    assert_eq!(page.value(&typed).await.unwrap(), "Ada");
    page.picture("widget-rest-away").await.unwrap();
    page.value(&format!(
        "(isAway = false, {}.click())",
        within("[part=retry]")
    ))
    .await
    .unwrap();
    page.wait_for(&within(ANSWERABLE)).await.unwrap();
    assert_eq!(page.value(&says).await.unwrap(), Value::Null);
    assert_eq!(page.value(&typed).await.unwrap(), "Ada");
    let focused = "order.shadowRoot.activeElement?.tagName";
    assert_eq!(page.value(focused).await.unwrap(), "TEXTAREA");
    assert_eq!(shop.site.take_calls().len(), 1);
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_before_the_rest_is_there_is_sent_then() {
    let shop = Shop::open(Model::Endpoint).await;
    let page = shop.goes_to(HELD).await;
    question(&page).await;
    page.value(&format!("{}.focus()", within("textarea")))
        .await
        .unwrap();
    shop.types("Ada Lovelace\u{e007}").await;
    page.value(GO_ON).await.unwrap();
    page.wait_for("order.getData().name === 'Ada Lovelace'")
        .await
        .unwrap();
    assert_eq!(
        page.value(&format!("{}.value", within("textarea")))
            .await
            .unwrap(),
        ""
    );
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_option_that_is_picked_before_the_rest_is_there_is_recorded_then() {
    let form = json!({
        "id": "way", "title": "Way", "submit": {"type": "event"},
        "fields": [
            {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": [
                {"value": "van", "label": "By van"}, {"value": "post", "label": "By post"}]}},
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
        ],
    });
    let shop = Shop::with(Model::Endpoint, &form.to_string()).await;
    let page = shop.goes_to(HELD).await;
    question(&page).await;
    let offered = "[...order.shadowRoot.querySelectorAll('[data-testid=suggestion]')]";
    let says = format!("{offered}.map(it => it.textContent)");
    assert_eq!(
        page.value(&says).await.unwrap(),
        json!(["By van", "By post"])
    );
    nothing_to_mend(&shop.browser, "first view with options").await;
    page.value(&format!("{offered}[1].click()")).await.unwrap();
    page.value(GO_ON).await.unwrap();
    page.wait_for("order.getData().way === 'post'")
        .await
        .unwrap();
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_is_still_arriving_is_shown_on_in_the_rest() {
    let pause = std::time::Duration::from_millis(150);
    let shop = Shop::open(Model::SlowEndpoint(pause)).await;
    let page = shop.goes_to(HELD).await;
    page.wait_for(WAITS).await.unwrap();
    page.wait_for(&format!("{}?.textContent", within(QUESTION)))
        .await
        .unwrap();
    page.value(GO_ON).await.unwrap();
    page.wait_for(&format!(
        "order.shadowRoot.querySelectorAll('.place').length === 1 && {}",
        within(".session-main[data-state=\"thinking\"]")
    ))
    .await
    .unwrap();
    page.wait_for(&within(ANSWERABLE)).await.unwrap();
    assert_eq!(shop.site.take_calls().len(), 1);
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_typed_before_the_rest_is_there_stands_there_after_a_reload() {
    let shop = Shop::open(Model::Endpoint).await;
    let page = shop.goes_to(HELD).await;
    question(&page).await;
    page.value(&format!("{}.focus()", within("textarea")))
        .await
        .unwrap();
    shop.types("Ada").await;
    let page = shop.goes_to(HELD).await;
    question(&page).await;
    let value = format!("{}.value", within("textarea"));
    assert_eq!(page.value(&value).await.unwrap(), "Ada");
    is_taken_over(&page).await;
    assert_eq!(page.value(&value).await.unwrap(), "Ada");
    assert_eq!(page.value("sessionStorage.length").await.unwrap(), 0);
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_fails_in_the_first_view_is_made_by_the_rest() {
    let shop = Shop::open(Model::Endpoint).await;
    shop.site.endpoint_answers(500);
    let page = shop.goes_to(HELD).await;
    page.wait_for(WAITS).await.unwrap();
    shop.site.has_been_asked(1).await;
    shop.site.endpoint_answers(200);
    page.value(GO_ON).await.unwrap();
    page.wait_for(&within(ANSWERABLE)).await.unwrap();
    assert!(
        !text(&page, ASKED)
            .await
            .as_str()
            .unwrap_or_default()
            .is_empty()
    );
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_element_that_is_removed_in_its_first_view_listens_no_more() {
    let shop = Shop::open(Model::Endpoint).await;
    let page = shop.goes_to(HELD).await;
    question(&page).await;
    shop.browser.tell("Performance.enable", json!({})).await;
    let (listeners, _) = shop.browser.held().await;
    let another = "(() => {
        const form = document.createElement('kikitori-form');
        form.id = 'another';
        form.setAttribute('src', 'form.json');
        form.setAttribute('lang', 'en');
        document.querySelector('main').prepend(form);
    })()";
    page.value(another).await.unwrap();
    let asked = json!(ASKED);
    page.wait_for(&format!("another.shadowRoot?.querySelector({asked})"))
        .await
        .unwrap();
    assert!(shop.browser.held().await.0 > listeners);
    page.value("another.remove()").await.unwrap();
    assert_eq!(shop.browser.held().await.0, listeners);
    shop.browser.close().await;
}
