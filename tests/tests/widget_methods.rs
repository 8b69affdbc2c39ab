//! What a site's page can have the element do, and when it does something by itself.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, setting, short_form,
};
use serde_json::json;

const INLINE: &str = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";
const IS_DEFINED: &str = "customElements.get('kikitori-form')";

async fn host_with(body: &str) -> (HostPage, Site, Browser, Profile) {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    (host, site, browser, profile)
}

/// How often the page was told of this.
fn times(name: &str) -> String {
    format!("told.filter(it => it.name === '{name}').length")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_hears_how_high_the_form_is_and_when_that_changes() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.waits_for("answer").await.unwrap();
    let height = "Math.ceil(order.getBoundingClientRect().height)";
    let told = "told.findLast(it => it.name === 'height')?.detail.height";
    page.wait_for(&format!("{told} === {height}"))
        .await
        .unwrap();
    page.value("order.style.setProperty('--kikitori-min-height', '900px')")
        .await
        .unwrap();
    page.wait_for(&format!("{told} >= 900 && {told} === {height}"))
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bubble_is_toggled_from_code() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\" mode=\"bubble\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for(IS_DEFINED).await.unwrap();
    let state = "[order.isOpen, order.hasAttribute('open'), order.shadowRoot.querySelector('.launcher').getAttribute('aria-expanded')]";
    let closed = json!([false, false, "false"]);
    assert_eq!(page.value(state).await.unwrap(), closed);
    page.value("order.toggle()").await.unwrap();
    assert_eq!(
        page.value(state).await.unwrap(),
        json!([true, true, "true"])
    );
    order.waits_for("answer").await.unwrap();
    assert_eq!(page.value(&times("close")).await.unwrap(), 0);
    page.value("order.toggle()").await.unwrap();
    assert_eq!(page.value(state).await.unwrap(), closed);
    assert_eq!(page.value(&times("close")).await.unwrap(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_sets_before_the_script_has_come_holds() {
    let host = HostPage::start("{}").await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let form = short_form(&json!({"type": "event"}));
    // A script of the page's that runs before modules do.
    host.shows_form(
        &site,
        &format!("<kikitori-form id=\"order\" src=\"nowhere.json\" lang=\"en\"></kikitori-form><script>Object.assign(order, {{form: {form}, mode: 'popup', open: true}});</script>"),
    );
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.asks_for("name").await.unwrap();
    let state = "[order.isOpen, order.mode, order.getAttribute('mode'), Object.keys(order)]";
    assert_eq!(
        page.value(state).await.unwrap(),
        json!([true, "popup", "popup", []])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_is_opened_by_a_button_of_the_pages_own_without_a_script() {
    let body = "<button data-kikitori-open=\"order\" id=\"opens\"><b>Order</b></button><kikitori-form id=\"order\" src=\"form.json\" mode=\"popup\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for(IS_DEFINED).await.unwrap();
    assert_eq!(page.value("order.isOpen").await.unwrap(), false);
    page.value("document.querySelector('#opens b').click()")
        .await
        .unwrap();
    order.waits_for("answer").await.unwrap();
    assert_eq!(page.value("order.isOpen").await.unwrap(), true);
    // Something is left to ask for.
    assert_eq!(page.value("order.submit()").await.unwrap(), false);
    page.value("order.close()").await.unwrap();
    page.value("order.remove()").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_a_framework_sets_again_as_it_is_begins_nothing_anew() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    let set = format!("order.form = {}", short_form(&json!({"type": "event"})));
    page.wait_for(IS_DEFINED).await.unwrap();
    page.value(&set).await.unwrap();
    order.waits_for("answer").await.unwrap();
    page.value("(() => { window.before = order.shadowRoot.querySelector('.session-main'); })()")
        .await
        .unwrap();
    page.value(&set).await.unwrap();
    let stays = "before.isConnected && before === order.shadowRoot.querySelector('.session-main')";
    assert_eq!(page.value(stays).await.unwrap(), true);
    // Another one is taken.
    page.value("(() => { order.form = {id: 'other', title: 'Other', fields: [{id: 'what', label: 'What', required: true}]}; })()")
        .await
        .unwrap();
    page.wait_for("!before.isConnected").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_of_an_element_that_stands_nowhere_is_done_once_it_stands_somewhere() {
    let (host, _site, browser, _profile) = host_with("").await;
    browser.driver.goto(host.origin()).await.unwrap();
    let late = WidgetElement::shown_in(&browser, "late");
    let page = &late.page;
    page.wait_for(IS_DEFINED).await.unwrap();
    let made = |id: &str, calls: &str| {
        format!(
            "(() => {{ const form = document.createElement('kikitori-form'); form.id = '{id}'; form.setAttribute('src', 'form.json'); form.mode = 'bubble'; {calls} document.querySelector('main').append(form); }})()"
        )
    };
    let calls = "form.reload(); form.setField('name', 'Ada Lovelace'); form.toggle();";
    page.value(&made("late", calls)).await.unwrap();
    late.asks_for("way").await.unwrap();
    assert_eq!(page.value("late.isOpen").await.unwrap(), true);
    page.value(&made("other", "form.open(); form.toggle();"))
        .await
        .unwrap();
    assert_eq!(page.value("other.isOpen").await.unwrap(), false);
    // The same of one that stood somewhere.
    page.value("(() => { window.removed = late; late.remove(); })()")
        .await
        .unwrap();
    page.wait_for("removed.shadowRoot.childElementCount === 0")
        .await
        .unwrap();
    page.value("(() => { removed.reload(); document.querySelector('main').append(removed); })()")
        .await
        .unwrap();
    late.waits_for("answer").await.unwrap();
    let has = "late.getData().name === 'Ada Lovelace'";
    page.wait_for(has).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_loaded_anew_from_code_goes_on_where_it_was() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    page.value(
        "(() => { window.before = order.shadowRoot.querySelector('.session'); order.reload(); })()",
    )
    .await
    .unwrap();
    page.wait_for(&format!("{} === 2", times("ready")))
        .await
        .unwrap();
    order.waits_for("answer").await.unwrap();
    let now = "[order.getData(), order.shadowRoot.querySelector('.session') === before]";
    assert_eq!(
        page.value(now).await.unwrap(),
        json!([{"name": "Ada Lovelace"}, false])
    );
    // It has begun before.
    assert_eq!(page.value(&times("started")).await.unwrap(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_code_puts_in_before_an_interview_is_gone_on_with_is_recorded_then() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    page.value("(order.reload(), order.setField('way', 'van'), 1)")
        .await
        .unwrap();
    order.waits_for("confirm").await.unwrap();
    assert_eq!(
        page.value("order.getData()").await.unwrap(),
        json!({"name": "Ada Lovelace", "way": "van"})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_is_loaded_anew_is_begun_anew_where_code_says_so_at_once() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    page.value("(order.reload(), order.reset(), 1)")
        .await
        .unwrap();
    order.asks_for("name").await.unwrap();
    assert_eq!(page.value("order.getData()").await.unwrap(), json!({}));
    // Once: what is said from then on stays.
    order.answer("Grace Hopper").await.unwrap();
    order.asks_for("way").await.unwrap();
    page.value("(order.reload(), 1)").await.unwrap();
    page.wait_for("order.getData().name === 'Grace Hopper'")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mended_form_is_taken_where_nothing_is_answered_or_when_it_is_begun_anew() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    let mended = |title: &str| {
        let form = short_form(&json!({"type": "event"}));
        let mut form: serde_json::Value = serde_json::from_str(&form).unwrap();
        form["title"] = title.into();
        format!("(order.form = {form}, 1)")
    };
    let is_shown = |title: &str| {
        let title = json!(title);
        format!("told.findLast(it => it.name === 'ready')?.detail.title === {title}")
    };
    order.waits_for("answer").await.unwrap();
    page.value(&mended("Second")).await.unwrap();
    page.wait_for(&is_shown("Second")).await.unwrap();
    order.asks_for("name").await.unwrap();
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    let ready = times("ready");
    let before = page.value(&ready).await.unwrap();
    page.value(&mended("Third")).await.unwrap();
    page.wait_for(&format!("{ready} > {before}")).await.unwrap();
    // Nothing of it is lost.
    order.waits_for("answer").await.unwrap();
    assert_eq!(page.value(&is_shown("Second")).await.unwrap(), true);
    let name = "order.getData().name";
    assert_eq!(page.value(name).await.unwrap(), "Ada Lovelace");
    page.value("(order.reset(), 1)").await.unwrap();
    page.wait_for(&is_shown("Third")).await.unwrap();
    order.asks_for("name").await.unwrap();
    // Of those that were left nothing stays behind.
    let kept = "Object.keys(localStorage).filter(it => /^kikitori-widget.(shown|unanswered)./.test(it)).length";
    assert_eq!(page.value(kept).await.unwrap(), 2);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_focus_is_taken_when_code_says_so() {
    let body = format!("{INLINE}<button id=\"after\">After</button>");
    let (host, _site, browser, _profile) = host_with(&body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.waits_for("answer").await.unwrap();
    let focused = "[document.activeElement.id, order.shadowRoot.activeElement?.id]";
    page.value("after.focus()").await.unwrap();
    assert_eq!(page.value(focused).await.unwrap(), json!(["after", null]));
    page.value("order.focus()").await.unwrap();
    page.wait_for("order.shadowRoot.activeElement?.id === 'composer'")
        .await
        .unwrap();
    assert_eq!(
        page.value(focused).await.unwrap(),
        json!(["order", "composer"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_code_puts_in_is_checked_field_by_field() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.waits_for("answer").await.unwrap();
    page.value("order.setFields({name: 'Ada Lovelace', way: 'by rocket', nothing: 'x'})")
        .await
        .unwrap();
    order.asks_for("way").await.unwrap();
    let data = "order.getData()";
    assert_eq!(
        page.value(data).await.unwrap(),
        json!({"name": "Ada Lovelace"})
    );
    page.value("order.setFields({name: 'Grace Hopper', way: 'van'})")
        .await
        .unwrap();
    order.waits_for("confirm").await.unwrap();
    assert_eq!(
        page.value(data).await.unwrap(),
        json!({"name": "Grace Hopper", "way": "van"})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listener_hears_every_time_or_once_until_it_is_taken_off() {
    let (host, _site, browser, _profile) = host_with(INLINE).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.waits_for("answer").await.unwrap();
    page.value("(() => { window.heard = []; window.always = (detail, event) => heard.push(['on', detail.value, event.type]); order.on('answer', always).on('answer', always).once('answer', ({value}) => heard.push(['once', value])); order.once('answer', always.bind(null)).off('answer', () => {}); })()")
        .await
        .unwrap();
    // Another listener, which is taken off before it has heard anything.
    page.value("(() => { const never = () => heard.push(['never']); order.once('answer', never).off('answer', never); })()")
        .await
        .unwrap();
    for name in ["Ada Lovelace", "Grace Hopper", "Edith Clarke"] {
        if name == "Edith Clarke" {
            page.value("(order.off('answer', always), 1)")
                .await
                .unwrap();
        }
        let name = json!(name);
        page.value(&format!("order.setField('name', {name})"))
            .await
            .unwrap();
        page.wait_for(&format!(
            "told.findLast(it => it.name === 'answer')?.detail.value === {name}"
        ))
        .await
        .unwrap();
    }
    assert_eq!(
        page.value("heard").await.unwrap(),
        json!([
            ["on", "Ada Lovelace", "kikitori-answer"],
            ["once", "Ada Lovelace"],
            ["on", "Ada Lovelace", "kikitori-answer"],
            ["on", "Grace Hopper", "kikitori-answer"],
        ])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_far_below_what_is_seen_loads_its_program_when_it_comes_near() {
    let body = format!("<pre>{}</pre>{INLINE}", "A line\n".repeat(400));
    let (host, _site, browser, _profile) = host_with(&body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for(&format!(
        "{IS_DEFINED} && document.readyState === 'complete'"
    ))
    .await
    .unwrap();
    // As long as it takes one that is seen to ask for its program, and longer.
    let loaded = "performance.getEntriesByType('resource').filter(it => /\\.wasm$|config\\.json$/.test(it.name)).length";
    let pause = std::time::Duration::from_millis(700);
    let come_to = |above: u32| {
        format!(
            "(scrollTo(0, order.getBoundingClientRect().top + scrollY - innerHeight - {above}), 1)"
        )
    };
    tokio::time::sleep(pause).await;
    assert_eq!(page.value(loaded).await.unwrap(), 0);
    page.value(&come_to(900)).await.unwrap();
    tokio::time::sleep(pause).await;
    assert_eq!(page.value(loaded).await.unwrap(), 0);
    // It is there before it is seen.
    page.value(&come_to(300)).await.unwrap();
    order.waits_for("answer").await.unwrap();
    let is_below = "order.getBoundingClientRect().top > innerHeight";
    assert_eq!(page.value(is_below).await.unwrap(), true);
    assert_ne!(page.value(loaded).await.unwrap(), 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_tries_again_once_the_site_is_back_has_the_form() {
    let body =
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" mode=\"popup\"></kikitori-form>";
    let (host, mut site, browser, _profile) = host_with(body).await;
    let page = Page::shown_in(&browser);
    let order = WidgetElement::open(&browser, &host, "order").await;
    page.wait_for(IS_DEFINED).await.unwrap();
    site.stop().await;
    page.value("order.open()").await.unwrap();
    let retry = order.within("[part=message] [part=retry]");
    page.wait_for(&retry).await.unwrap();
    let says = order.within("[part=message][role=alert][lang=en]");
    let said = page.value(&format!("{says}.innerText")).await.unwrap();
    assert!(
        said.as_str().unwrap().contains("could not be loaded"),
        "{said}"
    );
    assert_eq!(page.value(&times("error")).await.unwrap(), 1);
    // Still not.
    page.value(&format!("{retry}.click()")).await.unwrap();
    page.wait_for(&format!("{} === 2 && {retry}", times("error")))
        .await
        .unwrap();
    site.start_again().await;
    page.value(&format!("{retry}.click()")).await.unwrap();
    order.waits_for("answer").await.unwrap();
    assert_eq!(page.value("order.isOpen").await.unwrap(), true);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_the_elements_can_do_has_a_type() {
    let host = HostPage::start("{}").await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    for element in ["kikitori-form", "kikitori-frame"] {
        let types = if element == "kikitori-frame" {
            host.shows_frame(&site, "");
            "kikitori-frame.d.ts"
        } else {
            host.shows(&site, "");
            "kikitori.d.ts"
        };
        browser.driver.goto(host.origin()).await.unwrap();
        let page = Page::shown_in(&browser);
        page.wait_for(&format!("customElements.get('{element}')"))
            .await
            .unwrap();
        let does = format!(
            "(own => [own, Object.getPrototypeOf(own)].flatMap(Object.getOwnPropertyNames).filter(it => !/^constructor$|Callback$/.test(it)))(customElements.get('{element}').prototype)"
        );
        let does: Vec<String> = serde_json::from_value(page.value(&does).await.unwrap()).unwrap();
        assert!(does.iter().any(|it| it == "setFields"), "{does:?}");
        let path = std::path::Path::new(&setting("KIKITORI_DIST")).join("widget");
        let types = std::fs::read_to_string(path.join(types)).unwrap();
        assert!(types.contains(&format!("\"{element}\":")), "{types}");
        for name in does {
            let is_named = ["(", ":", "<"].map(|after| types.contains(&format!(" {name}{after}")));
            assert!(is_named.contains(&true), "{element}: {name}");
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_script_of_this_version_is_the_one_at_the_address_that_stays() {
    let (host, site, browser, _profile) = host_with(INLINE).await;
    browser.driver.goto(host.origin()).await.unwrap();
    let version = env!("CARGO_PKG_VERSION");
    for name in ["kikitori", "kikitori-frame"] {
        let files = json!([
            format!("{}widget/{name}.js", site.url()),
            format!("{}widget/{name}-{version}.js", site.url())
        ]);
        let script = "const [files, done] = arguments; Promise.all(files.map(async (it) => { const answer = await fetch(it); return [answer.status, await answer.text()]; })).then(done, (error) => done(`${error}`));";
        let found = browser
            .driver
            .execute_async(script, vec![files])
            .await
            .unwrap();
        let found = found.json();
        assert_eq!(found[0][0], 200, "{found}");
        assert_eq!(found[0], found[1]);
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_comes_late_is_begun_with_whatever_was_said_before() {
    let body = "<kikitori-form id=\"order\" lang=\"en\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for(IS_DEFINED).await.unwrap();
    // A framework that has none yet sets nothing, and nothing is said of a fault.
    page.value("(order.form = undefined, order.form = null, 1)")
        .await
        .unwrap();
    assert_eq!(page.value(&times("error")).await.unwrap(), 0);
    // One that does not come, and the right one after that.
    page.value("order.setAttribute('src', 'nowhere.json')")
        .await
        .unwrap();
    page.wait_for(&format!("{} === 1", times("error")))
        .await
        .unwrap();
    page.value("order.setAttribute('src', 'form.json')")
        .await
        .unwrap();
    order.answer("Ada Lovelace").await.unwrap();
    page.wait_for("order.getData().name === 'Ada Lovelace'")
        .await
        .unwrap();
    // What is taken away for a moment takes nothing away.
    page.value("(order.form = null, 1)").await.unwrap();
    assert_eq!(
        page.value("order.getData().name").await.unwrap(),
        "Ada Lovelace"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_overlay_opens_by_itself_when_it_is_said_to_and_not_while_it_is_hidden() {
    let body = "<div style=\"height: 5000px\">A long page</div>
        <kikitori-form id=\"later\" src=\"form.json\" mode=\"slider\" open-on=\"scroll 50\"></kikitori-form>
        <kikitori-form id=\"soon\" src=\"form.json\" mode=\"bubble\" open-on=\"time 1\"></kikitori-form>
        <kikitori-form id=\"gone\" src=\"form.json\" mode=\"bubble\" hidden></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    host.shows_styled();
    let later = WidgetElement::open(&browser, &host, "later").await;
    let page = &later.page;
    page.wait_for(IS_DEFINED).await.unwrap();
    assert_eq!(page.value("later.isOpen").await.unwrap(), false);
    page.wait_for("soon.isOpen").await.unwrap();
    // A panel in the corner takes no focus for that.
    assert_eq!(
        page.value("document.activeElement === document.body")
            .await
            .unwrap(),
        true
    );
    page.value("(soon.close(), scrollTo(0, 1000), 1)")
        .await
        .unwrap();
    page.wait_for("scrollY >= 1000").await.unwrap();
    assert_eq!(page.value("later.isOpen").await.unwrap(), false);
    page.value("(scrollTo(0, 4000), 1)").await.unwrap();
    page.wait_for("later.isOpen").await.unwrap();
    // What was closed stays so.
    page.value("(later.close(), scrollTo(0, 0), scrollTo(0, 4500), 1)")
        .await
        .unwrap();
    page.wait_for("scrollY > 2000").await.unwrap();
    assert_eq!(
        page.value("[later.isOpen, soon.isOpen]").await.unwrap(),
        json!([false, false])
    );
    let shown = "gone.shadowRoot.querySelector('.launcher').getClientRects().length";
    assert_eq!(page.value(shown).await.unwrap(), 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_device_of_many_each_visit_begins_anew() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" keep-session=\"off\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.answer("Ada Lovelace").await.unwrap();
    page.wait_for("order.getData().name === 'Ada Lovelace'")
        .await
        .unwrap();
    // What only moves in the page goes on.
    page.value("document.querySelector('main').prepend(order)")
        .await
        .unwrap();
    assert_eq!(
        page.value("order.getData().name").await.unwrap(),
        "Ada Lovelace"
    );
    browser.driver.refresh().await.unwrap();
    order.asks_for("name").await.unwrap();
    assert_eq!(
        page.value("'name' in order.getData()").await.unwrap(),
        false
    );
    browser.close().await;
}
