//! What a site's page keeps of itself with interviews in it: its memory, its messages, its storage,
//! its scrolling and its root.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, nothing_to_mend,
    nothing_to_mend_in_any_light, short_form,
};
use serde_json::json;

async fn host_with(body: &str) -> (HostPage, Site, Browser, Profile) {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    (host, site, browser, profile)
}

/// Puts an element in, in one mode after the other, waits until its interview is shown, and takes it out
/// again as it is, so many times.
fn mounts(times: u32) -> String {
    format!(
        "const modes = ['inline', 'popup', 'bubble', 'slider'];
         for (let n = 0; n < {times}; n++) {{
           const form = document.createElement('kikitori-form');
           form.id = 'again';
           // Some of them fill in a form of the page.
           n % 3 === 2 ? form.setAttribute('for', 'own') : form.setAttribute('src', 'form.json');
           form.mode = modes[n % modes.length];
           form.open = form.mode !== 'inline';
           const ready = new Promise(done => form.on('ready', done));
           document.querySelector('main').append(form);
           await ready;
           form.remove();
           await new Promise(done => setTimeout(done, 0));
           if (form.shadowRoot.childElementCount) throw new Error('something is left');
         }}
         return 'done';"
    )
}

/// Listeners and nodes that a fresh browser holds once so many interviews have come and gone, and nothing of
/// any of them is under way.
async fn held_after(times: u32) -> (u64, u64) {
    const AT_ONCE: u32 = 12;
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(
        &site,
        "<form id=\"own\"><label>Town <input name=\"town\" required></label></form>",
    );
    let profile = Profile::of_its_own();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(host.origin()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    browser.tell("Performance.enable", json!({})).await;
    for _ in 0..times / AT_ONCE {
        assert_eq!(browser.awaited(&mounts(AT_ONCE)).await, "done");
        page.value("(() => { told.length = 0; })()").await.unwrap();
    }
    // What one has under way when it is taken out ends within three minutes, which pass at once here.
    let three_minutes = json!({"policy": "advance", "budget": 200_000});
    browser
        .tell("Emulation.setVirtualTimePolicy", three_minutes)
        .await;
    // What can go has gone when nothing more does.
    let mut held = browser.held().await;
    let mut unchanged = 0;
    for _ in 0..200 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        let now = browser.held().await;
        unchanged = if now == held { unchanged + 1 } else { 0 };
        held = now;
        if unchanged == 15 {
            break;
        }
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
    held
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_interviews_that_come_and_go_leave_no_listeners_and_no_nodes() {
    // What is made once is there after the first ones.
    let (listeners, nodes) = held_after(12).await;
    let after = held_after(216).await;
    // One that is kept would be dozens of listeners and hundreds of nodes, and something of each of one mode
    // at least 51.
    assert!(
        after.0 <= listeners + 20 && after.1 <= nodes + 20,
        "{:?} and then {after:?}",
        (listeners, nodes)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_a_frame_is_as_high_as_it_is_and_tells_what_its_visitor_does() {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows_frame(
        &site,
        "<kikitori-frame id=\"order\" src=\"form.json\" lang=\"en\" prefill-name=\"Ada\" hidden-source=\"spring\"></kikitori-frame>",
    );
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for("told.findLast(it => it.name === 'question')?.detail.field === 'way'")
        .await
        .unwrap();
    let frame = "order.shadowRoot.querySelector('iframe')";
    let looks = format!(
        "[{frame}.title, {frame}.getAttribute('sandbox'), document.documentElement.getAttributeNames().join(), scrollY]"
    );
    let sandbox = "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals";
    assert_eq!(
        page.value(&looks).await.unwrap(),
        json!(["Short", sandbox, "lang", 0])
    );
    nothing_to_mend(&browser, "frame").await;
    page.picture("widget-frame").await.unwrap();
    // All of it can be seen without a scrollbar of the frame's own.
    let inner = WidgetElement::shown_in(&browser, "form");
    order.enter_frame().await.unwrap();
    let fits = "document.documentElement.scrollHeight <= innerHeight + 1";
    inner.page.wait_for(fits).await.unwrap();
    inner.answer("By post").await.unwrap();
    inner.confirm().await.unwrap();
    order.leave_frame().await.unwrap();
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    assert_eq!(
        page.value("[told.find(it => it.name === 'submit').detail.data, told.find(it => it.name === 'submit').detail.hidden]")
            .await
            .unwrap(),
        json!([{"name": "Ada", "way": "post"}, {"source": "spring"}])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_not_listed_may_not_frame_the_form() {
    let host = HostPage::start("{}").await;
    let site = Site::embedded_by(Model::Scripted, "https://shop.example").await;
    host.shows_frame(&site, "");
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(host.origin()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.value(&format!("(() => {{ const frame = document.createElement('iframe'); frame.src = '{}widget/frame.html?origin=' + encodeURIComponent(location.origin); document.body.append(frame); }})()", site.url()))
        .await
        .unwrap();
    for _ in 0..200 {
        let said = browser.console().await.unwrap();
        if said.iter().any(|it| it.text.contains("frame-ancestors")) {
            return browser.close().await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it was framed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slider_keeps_the_focus_and_leaves_the_pages_scrolling_and_root_alone() {
    let body = "<p><button id=\"begin\">Order</button></p><kikitori-form id=\"order\" src=\"form.json\" mode=\"slider\"></kikitori-form><pre id=\"long\"></pre>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    page.value("(() => { long.textContent = 'A line\\n'.repeat(200); scrollTo(0, 300); begin.addEventListener('click', () => order.open()); begin.focus({preventScroll: true}); begin.click(); })()")
        .await
        .unwrap();
    order.waits_for("answer").await.unwrap();
    page.wait_for("order.shadowRoot.activeElement?.id === 'composer'")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "slider").await;
    page.picture("widget-slider").await.unwrap();
    // It stands at the side, as high as the window.
    let place = page
        .value("(() => { const it = order.shadowRoot.querySelector('dialog').getBoundingClientRect(); return [Math.round(it.right), Math.round(it.height)]; })()")
        .await
        .unwrap();
    assert_eq!(
        place,
        page.value("[document.documentElement.clientWidth, innerHeight]")
            .await
            .unwrap()
    );
    for _ in 0..12 {
        order.press("\u{e004}").await.unwrap();
        let focused = page.value("document.activeElement.id").await.unwrap();
        assert!(focused == "order" || focused == "", "{focused}");
    }
    order.press("\u{e00c}").await.unwrap();
    page.wait_for("!order.isOpen && document.activeElement.id === 'begin'")
        .await
        .unwrap();
    assert_eq!(
        page.value("[scrollY, document.documentElement.getAttributeNames().join(), document.body.getAttributeNames().join(), document.documentElement.style.cssText, document.head.querySelectorAll('style, link').length]")
            .await
            .unwrap(),
        json!([300, "lang", "", "", 0])
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inline_form_does_not_scroll_the_page_from_its_first_question_to_its_end() {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let long = "<pre class=\"long\"></pre>";
    let body = format!(
        "{long}<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>{long}"
    );
    host.shows(&site, &body);
    let profile = Profile::new();
    // All of it has room, so that nothing has to be brought into sight.
    let options = Options {
        size: (1280, 1200),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.value("(() => { for (const it of document.querySelectorAll('.long')) it.textContent = 'A line\\n'.repeat(200); scrollTo(0, order.offsetTop - 100); const begin = scrollY; window.scrolled = []; addEventListener('scroll', () => scrollY === begin || scrolled.push(scrollY)); })()")
        .await
        .unwrap();
    let stays = "[Math.round(order.getBoundingClientRect().top), scrolled]";
    let stayed = json!([100, []]);
    order.asks_for("name").await.unwrap();
    assert_eq!(page.value(stays).await.unwrap(), stayed);
    page.value(&format!("({}.focus(), 1)", order.test_id("composer")))
        .await
        .unwrap();
    order.press("Ada Lovelace\u{e007}").await.unwrap();
    order.asks_for("way").await.unwrap();
    order.press("By post\u{e007}").await.unwrap();
    order.waits_for("confirm").await.unwrap();
    page.at_rest().await.unwrap();
    assert_eq!(page.value(stays).await.unwrap(), stayed);
    order.confirm().await.unwrap();
    order.waits_for("done").await.unwrap();
    page.at_rest().await.unwrap();
    assert_eq!(page.value(stays).await.unwrap(), stayed);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_interviews_and_the_page_itself_share_an_origin_without_meeting() {
    let profile = Profile::new();
    let site = Site::start(Model::Scripted).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    // Home, of the same origin, gets two elements about the same form.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.lists(1).await;
    let put_in = "(() => { window.told = []; for (const name of ['ready', 'error', 'question', 'answer']) addEventListener(`kikitori-${name}`, ({detail, target}) => told.push({name, detail, id: target.id})); const script = document.createElement('script'); script.type = 'module'; script.src = 'widget/kikitori.js'; document.body.append(script); for (const id of ['one', 'two']) { const form = document.createElement('kikitori-form'); form.id = id; form.setAttribute('src', 'forms/bug-report.json'); document.body.append(form); form.scrollIntoView(); } })()";
    page.value(put_in).await.unwrap();
    page.wait_for("told.filter(it => it.name === 'ready').length === 2")
        .await
        .unwrap();
    let one = WidgetElement::shown_in(&browser, "one");
    one.answer("Saving takes a minute").await.unwrap();
    page.wait_for("told.some(it => it.name === 'answer')")
        .await
        .unwrap();
    assert_eq!(
        page.value("told.filter(it => it.name === 'answer' && it.id !== 'one').concat(told.filter(it => it.name === 'error'))")
            .await
            .unwrap(),
        json!([])
    );
    let answered = page.value("one.getData()").await.unwrap();
    assert!(answered["summary"].is_string(), "{answered}");
    assert_eq!(page.value("two.getData()").await.unwrap(), json!({}));
    // The page lists its own alone, and deletes no other.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.lists(1).await;
    page.erase_everything().await;
    page.wait_for("document.querySelector('[data-testid=\"erased\"]')")
        .await
        .unwrap();
    let databases = "return (await indexedDB.databases()).map(it => it.name).sort();";
    let found = browser.awaited(databases).await;
    assert_eq!(found, json!(["kikitori-widget"]));
    // Theirs go on with what was answered.
    page.value(put_in).await.unwrap();
    page.wait_for("told.filter(it => it.name === 'ready').length === 2")
        .await
        .unwrap();
    page.wait_for("one.getData().summary").await.unwrap();
    let both = "[one.getData(), two.getData()]";
    assert_eq!(page.value(both).await.unwrap(), json!([answered, {}]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_sets_layer_and_theme_and_the_focus_is_taken_only_where_it_says_so() {
    for takes_focus in [false, true] {
        let autofocus = if takes_focus { "autofocus" } else { "" };
        let body = format!(
            "<kikitori-form id=\"order\" src=\"form.json\" theme=\"dark\" {autofocus}></kikitori-form><kikitori-form id=\"corner\" src=\"form.json\" mode=\"bubble\"></kikitori-form>"
        );
        let (host, _site, browser, _profile) = host_with(&body).await;
        let order = WidgetElement::open(&browser, &host, "order").await;
        let page = &order.page;
        order.waits_for("answer").await.unwrap();
        let focused = "document.activeElement.id === 'order'";
        if takes_focus {
            page.wait_for(focused).await.unwrap();
        } else {
            assert_eq!(page.value(focused).await.unwrap(), false);
        }
        let place = order.within("[data-theme]");
        let theme = format!("{place}.dataset.theme");
        assert_eq!(page.value(&theme).await.unwrap(), "dark");
        let layer = "getComputedStyle(corner.shadowRoot.querySelector('[part=launcher]')).zIndex";
        assert_eq!(page.value(layer).await.unwrap(), "2147483000");
        page.value("(corner.style.setProperty('--kikitori-z-index', '5'), 1)")
            .await
            .unwrap();
        assert_eq!(page.value(layer).await.unwrap(), "5");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_under_the_pointer_has_the_colour_that_the_site_has_set() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.waits_for("answer").await.unwrap();
    let set = |name: &str, value: &str| {
        format!("(order.style.setProperty('--kikitori-{name}', '{value}'), 1)")
    };
    let place = order.within(".place");
    let strong = format!("getComputedStyle({place}).getPropertyValue('--accent-strong').trim()");
    let own = page.value(&strong).await.unwrap();
    assert_ne!(own, "", "{own}");
    page.value(&set("accent", "#a03050")).await.unwrap();
    assert_eq!(page.value(&strong).await.unwrap(), "#a03050");
    page.value(&set("accent-strong", "#702038")).await.unwrap();
    assert_eq!(page.value(&strong).await.unwrap(), "#702038");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_form_reader_says_of_a_file_is_marked_as_english() {
    let host = HostPage::start(r#"{"id": "f", "title": "F", "fields": []}"#).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let body = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"ja\"></kikitori-form>";
    host.shows(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    let told = order.test_id("not-begun");
    page.wait_for(&told).await.unwrap();
    let said = format!(
        "[{told}.querySelector('p').closest('[lang]').lang, [...{told}.querySelectorAll('li')].map(it => [it.lang, it.textContent.includes('1 to 200 fields')])]"
    );
    assert_eq!(
        page.value(&said).await.unwrap(),
        json!(["ja", [["en", true]]])
    );
    // Who mends the file has it read anew, and goes on where they pressed.
    let again = format!("({told}.querySelector('button').click(), 1)");
    page.value(&again).await.unwrap();
    page.wait_for(&told).await.unwrap();
    host.has_form(
        r#"{"id": "f", "title": "F", "fields": [{"id": "a", "label": "A", "required": true}]}"#,
    );
    page.value(&again).await.unwrap();
    order.asks_for("a").await.unwrap();
    let focused = "order.shadowRoot.activeElement !== null";
    page.wait_for(focused).await.unwrap();
    browser.close().await;
}
