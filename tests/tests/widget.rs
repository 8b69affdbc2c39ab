//! The interview in a page of another origin, under a strict policy: what it shows there, what the
//! site's page hears, and what it leaves alone.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, nothing_to_mend,
    nothing_to_mend_in_any_light, short_form,
};
use serde_json::{Value, json};

const INLINE: &str = "<p>Before.</p><kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" hidden-source=\"spring\"></kikitori-form><p><button id=\"after\">After</button></p>";

/// What stands in the widget of this id, by a selector.
fn within(id: &str, selector: &str) -> String {
    let selector = json!(selector);
    format!("document.getElementById('{id}')?.shadowRoot?.querySelector({selector})")
}

fn test_id(id: &str, test_id: &str) -> String {
    within(id, &format!("[data-testid=\"{test_id}\"]"))
}

fn state(id: &str, state: &str) -> String {
    within(
        id,
        &format!(".session-main[data-state=\"{state}\"][data-step]"),
    )
}

async fn names(page: &Page<'_>) -> Vec<String> {
    let names = "told.filter(it => it.name !== 'height').map(it => it.name)";
    serde_json::from_value(page.value(names).await.unwrap()).unwrap()
}

async fn answer(page: &Page<'_>, id: &str, text: &str) {
    page.wait_for(&state(id, "answer")).await.unwrap();
    let composer = test_id(id, "composer");
    let text = json!(text);
    page.value(&format!("(() => {{ const box = {composer}; box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true, composed: true}})); }})()"))
        .await
        .unwrap();
    let send = test_id(id, "send");
    page.wait_for(&format!("{send} && !{send}.disabled"))
        .await
        .unwrap();
    page.value(&format!("{send}.click()")).await.unwrap();
}

async fn opened<'a>(browser: &'a Browser, host: &HostPage) -> Page<'a> {
    browser.driver.goto(host.origin()).await.unwrap();
    Page::shown_in(browser)
}

fn form() -> String {
    short_form(&json!({"type": "event"}))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_filled_in_on_a_page_of_another_origin_which_hears_of_it() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    host.shows(&site, INLINE);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    page.wait_for(&state("order", "answer")).await.unwrap();
    assert_eq!(names(&page).await, ["ready", "question"]);
    let question = page
        .value("told.find(it => it.name === 'question').detail")
        .await
        .unwrap();
    assert_eq!(question["field"], "name", "{question}");
    assert_eq!(question["total"], 2, "{question}");
    // Nothing of the site's page has changed: neither its focus, nor its root, nor its globals, but for
    // what the driver of the browser puts there.
    assert_eq!(
        page.value("[document.activeElement === document.body, document.documentElement.getAttributeNames().join(), document.title, scrollY, location.hash, Object.keys(window).filter(it => !globals.includes(it) && it !== 'globals' && !/^(cdc_|ret_nodes$)/.test(it)).join()]")
            .await
            .unwrap(),
        json!([true, "lang", "A shop", 0, "", ""])
    );
    nothing_to_mend_in_any_light(&browser, "inline").await;
    page.picture("widget-inline").await.unwrap();
    answer(&page, "order", "Ada Lovelace").await;
    page.wait_for("told.filter(it => it.name === 'question').length === 2")
        .await
        .unwrap();
    assert_eq!(
        names(&page).await,
        ["ready", "question", "started", "answer", "question"]
    );
    assert_eq!(
        page.value("told.find(it => it.name === 'answer').detail")
            .await
            .unwrap(),
        json!({"field": "name", "label": "Full name", "value": "Ada Lovelace"})
    );
    assert_eq!(
        page.value("document.getElementById('order').getData()")
            .await
            .unwrap(),
        json!({"name": "Ada Lovelace"})
    );
    answer(&page, "order", "By post").await;
    page.wait_for(&state("order", "confirm")).await.unwrap();
    nothing_to_mend_in_any_light(&browser, "review").await;
    page.wait_for(&test_id("order", "confirm")).await.unwrap();
    page.value(&format!("{}.click()", test_id("order", "confirm")))
        .await
        .unwrap();
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    let submitted = page
        .value("told.find(it => it.name === 'submit').detail")
        .await
        .unwrap();
    assert_eq!(
        submitted["data"],
        json!({"name": "Ada Lovelace", "way": "post"}),
        "{submitted}"
    );
    assert_eq!(submitted["hidden"], json!({"source": "spring"}));
    page.wait_for("told.some(it => it.name === 'ending')")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "done").await;
    // What would print the site's page is a page of its own here.
    let print = format!("!{}", test_id("order", "print"));
    assert_eq!(page.value(&print).await.unwrap(), true);
    page.value(&format!("{}.click()", test_id("order", "download-sheet")))
        .await
        .unwrap();
    let is_sheet = |name: &str| name.ends_with(".html");
    let sheet = page.saved_file(&profile, is_sheet, |text| text.ends_with("</html>\n"));
    let sheet = sheet.await;
    for part in [
        "<title>Short</title>",
        "<h1 dir=\"auto\" lang=\"en\">Short</h1>",
        "<dt dir=\"auto\" lang=\"en\">Full name</dt>",
        "Ada Lovelace",
        "By post",
        "Japan",
    ] {
        assert!(sheet.contains(part), "{part} is not in {sheet}");
    }
    page.picture("widget-done").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_on_after_a_reload_and_two_of_them_and_the_page_do_not_meet() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    host.shows(
        &site,
        "<kikitori-form id=\"one\" src=\"form.json\"></kikitori-form><kikitori-form id=\"two\" src=\"form.json\"></kikitori-form>",
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    answer(&page, "one", "Ada Lovelace").await;
    answer(&page, "two", "Grace Hopper").await;
    let given = json!([{"name": "Ada Lovelace"}, {"name": "Grace Hopper"}]);
    let both = "['one', 'two'].map(id => document.getElementById(id).getData())";
    let has = format!("JSON.stringify({both}) === JSON.stringify({given})");
    page.wait_for(&has).await.unwrap();
    nothing_to_mend(&browser, "two of them").await;
    browser.driver.refresh().await.unwrap();
    page.wait_for(&has).await.unwrap();
    let databases = "(await indexedDB.databases()).map(it => it.name)";
    let found = browser
        .driver
        .execute_async(
            format!("const done = arguments[0]; (async () => done({databases}))()"),
            vec![],
        )
        .await
        .unwrap();
    assert_eq!(found.json(), &json!(["kikitori-widget"]));
    let beginnings = "[...new Set(Object.keys(localStorage).map(it => it.split('/')[0]))]";
    assert_eq!(
        page.value(beginnings).await.unwrap(),
        json!(["kikitori-widget"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_elements_that_nothing_tells_apart_each_go_on_with_their_own_after_a_reload() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    // The page's ids are told to it later, so that its elements have none when they begin.
    const ALIKE: &str = "<div id=\"a\"><kikitori-form src=\"form.json\"></kikitori-form></div><div id=\"b\"><kikitori-form src=\"form.json\"></kikitori-form></div>";
    host.shows(&site, ALIKE);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    let named = "['a', 'b'].forEach(id => { const it = document.querySelector(`#${id} kikitori-form`); it.parentElement.removeAttribute('id'); it.id = `${id}-named`; })";
    let begun = "[...document.querySelectorAll('kikitori-form')].every(it => it.shadowRoot?.querySelector('.session-main[data-state=\"answer\"][data-step]'))";
    page.wait_for(begun).await.unwrap();
    page.value(named).await.unwrap();
    answer(&page, "a-named", "Ada Lovelace").await;
    answer(&page, "b-named", "Grace Hopper").await;
    let both = "[...document.querySelectorAll('kikitori-form')].map(it => it.getData?.())";
    let given = json!([{"name": "Ada Lovelace"}, {"name": "Grace Hopper"}]);
    let has = format!("JSON.stringify({both}) === JSON.stringify({given})");
    page.wait_for(&has).await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.wait_for(&has).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_popup_keeps_the_focus_closes_on_escape_and_gives_the_focus_back() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    host.shows(
        &site,
        "<button id=\"begin\">Order</button><kikitori-form id=\"order\" src=\"form.json\" mode=\"popup\" label=\"Order form\"></kikitori-form>",
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    // Nothing is loaded before it is opened.
    let loaded =
        "performance.getEntriesByType('resource').filter(it => it.name.endsWith('.wasm')).length";
    assert_eq!(page.value(loaded).await.unwrap(), 0);
    page.value("(() => { begin.addEventListener('click', () => order.open()); begin.focus(); begin.click(); })()")
        .await
        .unwrap();
    page.wait_for(&state("order", "answer")).await.unwrap();
    // Who has opened it can type at once.
    page.wait_for("document.getElementById('order').shadowRoot.activeElement?.id === 'composer'")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "popup").await;
    page.picture("widget-popup").await.unwrap();
    for _ in 0..12 {
        press(&browser, "\u{e004}").await;
        let focused = page.value("document.activeElement.id").await.unwrap();
        assert!(focused == "order" || focused == "", "{focused}");
    }
    press(&browser, "\u{e00c}").await;
    page.wait_for("told.some(it => it.name === 'close') && document.activeElement.id === 'begin'")
        .await
        .unwrap();
    assert_eq!(page.value("order.isOpen").await.unwrap(), false);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bubble_takes_no_focus_by_itself_and_its_launcher_gets_it_back() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    host.shows(
        &site,
        "<input id=\"search\" aria-label=\"Search\"><kikitori-form id=\"order\" src=\"form.json\" mode=\"bubble\" open></kikitori-form>",
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    page.value("search.focus()").await.unwrap();
    page.wait_for(&state("order", "answer")).await.unwrap();
    assert_eq!(
        page.value("document.activeElement.id").await.unwrap(),
        "search"
    );
    nothing_to_mend_in_any_light(&browser, "bubble").await;
    page.picture("widget-bubble").await.unwrap();
    page.value("order.close()").await.unwrap();
    assert_eq!(
        page.value("document.activeElement.id").await.unwrap(),
        "search"
    );
    page.value("order.shadowRoot.querySelector('.launcher').click()")
        .await
        .unwrap();
    page.wait_for("order.shadowRoot.activeElement?.id === 'composer'")
        .await
        .unwrap();
    press(&browser, "\u{e00c}").await;
    page.wait_for("order.shadowRoot.activeElement?.className === 'launcher' && !order.isOpen")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_low_window_a_bubble_shows_the_question_and_the_box_to_answer_in() {
    let host = HostPage::start(&form()).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(
        &site,
        "<kikitori-form id=\"order\" src=\"form.json\" mode=\"bubble\" open></kikitori-form>",
    );
    // A phone that lies on its side, and a window at 200 %.
    for size in [(740, 360), (640, 350)] {
        let profile = Profile::new();
        let options = Options {
            size,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = opened(&browser, &host).await;
        page.wait_for(&state("order", "answer")).await.unwrap();
        page.wait_for("(() => { const root = order.shadowRoot; const asked = [...root.querySelectorAll('[data-speaker=\"assistant\"]')].pop(); const box = asked.getBoundingClientRect(); const seen = root.elementFromPoint(box.x + box.width / 2, box.bottom - 4); const typed = root.querySelector('#composer').getBoundingClientRect(); return asked.contains(seen) && typed.top >= 0 && typed.bottom <= innerHeight; })()")
            .await
            .unwrap();
        // The button below it is back when it is closed, and has the focus.
        page.value("(order.shadowRoot.querySelector('[part=\"close\"]').focus(), 1)")
            .await
            .unwrap();
        page.value("(order.close(), 1)").await.unwrap();
        page.wait_for("order.shadowRoot.activeElement?.className === 'launcher'")
            .await
            .unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn values_that_the_site_knows_are_not_asked_for() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    host.shows(
        &site,
        "<kikitori-form id=\"order\" src=\"form.json\" prefill-name=\"Ada Lovelace\" prefill-nothing=\"x\"></kikitori-form>",
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    page.wait_for(&state("order", "answer")).await.unwrap();
    page.wait_for("told.findLast(it => it.name === 'question')?.detail.field === 'way'")
        .await
        .unwrap();
    page.value("order.setField('way', 'van')").await.unwrap();
    page.wait_for(&state("order", "confirm")).await.unwrap();
    assert_eq!(
        page.value("order.getData()").await.unwrap(),
        json!({"name": "Ada Lovelace", "way": "van"})
    );
    page.wait_for("order.submit()").await.unwrap();
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    page.value("order.reset()").await.unwrap();
    page.wait_for("told.filter(it => it.name === 'ready').length === 2")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_removed_leaves_nothing_behind_and_what_is_moved_goes_on() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    host.shows(
        &site,
        "<div id=\"there\"></div><kikitori-form id=\"order\" src=\"form.json\"></kikitori-form>",
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    answer(&page, "order", "Ada Lovelace").await;
    let has = "order.getData().name === 'Ada Lovelace'";
    page.wait_for(has).await.unwrap();
    page.value("(() => { window.kept = order.shadowRoot.querySelector('.session'); there.append(order); })()")
        .await
        .unwrap();
    page.wait_for("order.shadowRoot.querySelector('.session') === kept")
        .await
        .unwrap();
    page.wait_for(has).await.unwrap();
    page.value("(() => { window.removed = order; order.remove(); })()")
        .await
        .unwrap();
    page.wait_for("removed.shadowRoot.childElementCount === 0")
        .await
        .unwrap();
    page.value("there.append(removed)").await.unwrap();
    page.wait_for(has).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_is_not_listed_gets_neither_widget_nor_model() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    host.shows(&site, INLINE);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host).await;
    let asked: Value = {
        let script = format!(
            "const done = arguments[0]; fetch('{}v1/chat/completions', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: '{{}}'}}).then(it => done(it.status), error => done(error.name));",
            site.url()
        );
        let found = browser.driver.execute_async(script, vec![]).await.unwrap();
        found.json().clone()
    };
    assert_eq!(asked, "TypeError");
    assert_eq!(
        page.value("customElements.get('kikitori-form') === undefined")
            .await
            .unwrap(),
        true
    );
    browser.close().await;
}

async fn press(browser: &Browser, key: &str) {
    let keys = browser.driver.action_chain().send_keys(key);
    keys.perform().await.unwrap();
}
