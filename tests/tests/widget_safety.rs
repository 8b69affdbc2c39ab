//! What an interview keeps its hands off in the page around it, whatever that has in it, and what it does
//! within its own bounds instead.

use kikitori_e2e::{Browser, HostPage, Model, Options, Profile, Site, WidgetElement, short_form};
use serde_json::{Value, json};

const INLINE: &str = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";
const BUBBLE: &str =
    "<kikitori-form id=\"corner\" src=\"form.json\" mode=\"bubble\"></kikitori-form>";

struct Around {
    host: HostPage,
    site: Site,
    browser: Browser,
    _profile: Profile,
}

/// A page with `body` about `form`.
async fn around(form: &str, body: &str, options: &Options) -> Around {
    let host = HostPage::start(form).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, options).await;
    Around {
        host,
        site,
        browser,
        _profile: profile,
    }
}

fn short() -> String {
    short_form(&json!({"type": "event"}))
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_is_stored_the_root_bears_no_mark_and_what_is_lost_is_said() {
    let refused = "IDBFactory.prototype.open = function () { throw new DOMException('refused by the test', 'SecurityError'); }; Storage.prototype.setItem = function () { throw new DOMException('refused by the test', 'SecurityError'); };";
    // The composer is what breaks the module, once that is wanted.
    let breaking = "{ const create = Document.prototype.createElement; Document.prototype.createElement = function (name, ...more) { if (window.breaks && name === 'textarea') throw new Error('broken by the test'); return create.call(this, name, ...more); } }";
    let kept = ("saved on this device", "are lost");
    for (refused, (said, not_said)) in [("", kept), (refused, (kept.1, kept.0))] {
        let options = Options {
            before_page: Some(format!("{refused} {breaking}")),
            ..Options::default()
        };
        let it = around(&short(), &format!("{INLINE}{BUBBLE}"), &options).await;
        let order = WidgetElement::open(&it.browser, &it.host, "order").await;
        let page = &order.page;
        order.answer("Ada Lovelace").await.unwrap();
        order.asks_for("way").await.unwrap();
        let root = "document.documentElement.getAttributeNames()";
        assert_eq!(page.value(root).await.unwrap(), json!(["lang"]));
        page.value("(() => { window.breaks = true; order.reload(); })()")
            .await
            .unwrap();
        let message = order.within("[part=message][role=alert]");
        page.wait_for(&format!("{message}?.innerText.includes('{said}')"))
            .await
            .unwrap();
        let other = format!("{message}.innerText.includes('{not_said}')");
        assert_eq!(page.value(&other).await.unwrap(), false);
        assert_eq!(page.value(root).await.unwrap(), json!(["lang"]));
        // One that nobody has opened has nothing to say.
        let unopened = "corner.shadowRoot.querySelector('.place').childElementCount";
        assert_eq!(page.value(unopened).await.unwrap(), 0);
        it.browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_a_correction_scrolls_the_review_and_not_the_page_around() {
    const CLAIM: &str = r#"{"id": "claim", "title": "Claim", "submit": {"type": "event"}, "fields": [
        {"id": "name", "label": "Full name", "required": true},
        {"id": "date", "label": "Day of the accident", "required": true, "answer": {"type": "date", "latest": "today"}}
    ]}"#;
    let options = Options {
        size: (1000, 420),
        ..Options::default()
    };
    // The page has something that is called as a part of the review is.
    let body = format!(
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" mode=\"popup\"></kikitori-form><pre>{}</pre><p class=\"correct\">Correct!</p>",
        "A line\n".repeat(200)
    );
    let it = around(CLAIM, &body, &options).await;
    let order = WidgetElement::open(&it.browser, &it.host, "order").await;
    let page = &order.page;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    page.value("(() => { scrollTo(0, 100); order.open(); })()")
        .await
        .unwrap();
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("date").await.unwrap();
    order.answer("2026-01-17").await.unwrap();
    order.waits_for("confirm").await.unwrap();
    let (main, correct) = (order.within(".session-main"), order.within(".correct"));
    page.wait_for(&correct).await.unwrap();
    page.value(&format!("({main}.scrollTo(0, 0), 1)"))
        .await
        .unwrap();
    let is_below =
        format!("{correct}.getBoundingClientRect().bottom > {main}.getBoundingClientRect().bottom");
    assert_eq!(page.value(&is_below).await.unwrap(), true);
    order
        .say("Sorry, it was the 14th, not the 17th")
        .await
        .unwrap();
    page.wait_for("JSON.stringify(told.findLast(it => it.name === 'answer').detail.value).includes('2026-01-14')")
        .await
        .unwrap();
    page.wait_for(&format!("{main}.scrollTop > 0"))
        .await
        .unwrap();
    order.waits_for("confirm").await.unwrap();
    page.at_rest().await.unwrap();
    assert_eq!(page.value("scrollY").await.unwrap(), 100);
    drop(it.site);
    it.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_focus_comes_to_a_line_that_is_changed_and_to_what_is_wrong_in_it() {
    const FORM: &str = include_str!("../../web/forms/order.json");
    const LIST: &str =
        "Item #\tQty\tUOM\n10234\t2\tCS\n10250\t1\tCS\n10311\t12\tEa\n10312\t6\tEa\n";
    let it = around(FORM, INLINE, &Options::default()).await;
    let order = WidgetElement::open(&it.browser, &it.host, "order").await;
    let page = &order.page;
    for (said, next) in [("Bistro Verde", "items"), (LIST, "delivery")] {
        order.answer(said).await.unwrap();
        order.asks_for(next).await.unwrap();
    }
    order.answer("tomorrow").await.unwrap();
    order.waits_for("confirm").await.unwrap();
    let change = order.within("[data-line-change^=\"change-\"]:not([data-line-change$=\"-new\"])");
    page.wait_for(&change).await.unwrap();
    page.value(&format!("{change}.click()")).await.unwrap();
    let focused = |id: &str| format!("order.shadowRoot.activeElement?.id.endsWith('{id}')");
    page.wait_for(&focused("-item_number")).await.unwrap();
    let quantity = order.within("[data-testid=\"line-form\"] input[id$=\"-quantity\"]");
    page.value(&format!("(() => {{ const it = {quantity}; it.value = 'some'; it.dispatchEvent(new Event('input', {{bubbles: true, composed: true}})); it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"))
        .await
        .unwrap();
    page.value(&format!("{}.click()", order.test_id("line-save")))
        .await
        .unwrap();
    let wrong = order.within("[data-testid=\"line-form\"] .field.wrong");
    page.wait_for(&wrong).await.unwrap();
    page.wait_for(&focused("-quantity")).await.unwrap();
    it.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_page_from_right_to_left_an_english_interview_runs_from_left_to_right() {
    let it = around(&short(), &format!("{INLINE}{BUBBLE}"), &Options::default()).await;
    let order = WidgetElement::open(&it.browser, &it.host, "order").await;
    let page = &order.page;
    page.value("(document.documentElement.dir = 'rtl', 1)")
        .await
        .unwrap();
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    page.value("corner.open()").await.unwrap();
    let corner = WidgetElement::shown_in(&it.browser, "corner");
    corner.waits_for("answer").await.unwrap();
    assert_eq!(
        page.value("getComputedStyle(order).direction")
            .await
            .unwrap(),
        "rtl"
    );
    for root in ["order", "corner"] {
        let others = format!(
            "[...{root}.shadowRoot.querySelectorAll('*')].filter(it => getComputedStyle(it).direction !== 'ltr').map(it => it.outerHTML.slice(0, 80))"
        );
        assert_eq!(page.value(&others).await.unwrap(), json!([]), "{root}");
        let says =
            format!("(it => [it.lang, it.dir])({root}.shadowRoot.querySelector('[part=frame]'))");
        assert_eq!(page.value(&says).await.unwrap(), json!(["en", "ltr"]));
    }
    it.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_elements_own_texts_say_which_language_they_are_in() {
    // The page is in English, and its visitor reads Japanese.
    let options = Options {
        languages: "ja",
        ..Options::default()
    };
    let it = around(&short(), BUBBLE, &options).await;
    let corner = WidgetElement::open(&it.browser, &it.host, "corner").await;
    let page = &corner.page;
    let (launcher, close) = (
        corner.within(".launcher"),
        corner.within(".frame-bar button"),
    );
    page.wait_for(&launcher).await.unwrap();
    let own = format!("[{launcher}, {close}].map(it => [it.textContent, it.lang])");
    let in_english = json!([["Fill in the form", "en"], ["Close", "en"]]);
    assert_eq!(
        page.value(&own).await.unwrap(),
        json!([["フォームに記入する", "ja"], ["閉じる", "ja"]])
    );
    page.value("(corner.lang = 'en', 1)").await.unwrap();
    assert_eq!(page.value(&own).await.unwrap(), in_english);
    // What the page calls it is in the page's own language.
    page.value("corner.setAttribute('label', 'Order here')")
        .await
        .unwrap();
    let called = format!("[{launcher}.textContent, {launcher}.hasAttribute('lang')]");
    assert_eq!(
        page.value(&called).await.unwrap(),
        json!(["Order here", false])
    );
    page.value("(() => { corner.removeAttribute('lang'); corner.setAttribute('src', 'nothing.json'); corner.open(); })()")
        .await
        .unwrap();
    let message = corner.within("[part=message][role=alert]");
    page.wait_for(&format!("{message}?.lang === 'ja'"))
        .await
        .unwrap();
    let said = page.value(&format!("{message}.innerText")).await.unwrap();
    assert!(said.as_str().unwrap().contains("もう一度試す"), "{said}");
    it.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_page_says_of_all_its_elements_does_not_reach_in() {
    const HOSTILE: &str = "<style>* { color: red !important; font: italic 40px/4 serif !important; letter-spacing: 9px !important; word-spacing: 20px !important; text-transform: uppercase !important; text-align: right !important; text-indent: 50px !important; text-shadow: 2px 2px red !important; white-space: pre !important; cursor: crosshair !important; direction: rtl !important; -webkit-text-fill-color: red !important } button, textarea, form, section, dialog { display: none !important }</style>";
    // Everything that is inherited, and whether it is there at all.
    let looks = |root: &str, selectors: &[&str]| {
        let selectors = json!(selectors);
        format!(
            "{selectors}.map(selector => {{ const it = {root}.shadowRoot.querySelector(selector); const style = getComputedStyle(it); return [selector, ...['display', 'color', 'fontSize', 'fontFamily', 'fontStyle', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textTransform', 'textAlign', 'textIndent', 'textShadow', 'whiteSpace', 'cursor', 'direction', 'webkitTextFillColor', 'visibility'].map(name => style[name])]; }})"
        )
    };
    let mut found: Vec<Value> = Vec::new();
    for style in ["", HOSTILE] {
        let it = around(&short(), "", &Options::default()).await;
        let body = format!(
            "{style}{INLINE}{BUBBLE}<kikitori-form id=\"front\" src=\"form.json\" mode=\"popup\"></kikitori-form>"
        );
        it.host.shows_form(&it.site, &body);
        let order = WidgetElement::open(&it.browser, &it.host, "order").await;
        let page = &order.page;
        order.waits_for("answer").await.unwrap();
        page.wait_for("order.shadowRoot.querySelectorAll('.place').length === 1")
            .await
            .unwrap();
        let is_red = "getComputedStyle(document.querySelector('h1')).color === 'rgb(255, 0, 0)'";
        assert_eq!(page.value(is_red).await.unwrap(), !style.is_empty());
        page.value("front.open()").await.unwrap();
        let front = WidgetElement::shown_in(&it.browser, "front");
        front.waits_for("answer").await.unwrap();
        page.at_rest().await.unwrap();
        let inside = [
            "[part=frame]",
            "[part=form]",
            ".widget",
            ".turn-text",
            "[data-testid=composer]",
            "[data-testid=send]",
        ];
        let mut all = Vec::new();
        for looks in [
            looks("order", &inside),
            looks("front", &inside),
            looks("front", &["[part=bar]", "[part=close]"]),
            looks("corner", &["[part=launcher]", "[part=frame]"]),
        ] {
            all.push(page.value(&looks).await.unwrap());
        }
        let place = "(it => [it.width, it.height].map(Math.round))(front.shadowRoot.querySelector('dialog').getBoundingClientRect())";
        all.push(page.value(place).await.unwrap());
        page.picture(if style.is_empty() {
            "widget-in-a-plain-page"
        } else {
            "widget-in-a-hostile-page"
        })
        .await
        .unwrap();
        found.push(json!(all));
        it.browser.close().await;
    }
    assert_eq!(found[0], found[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_an_overlay_that_is_closed_nothing_is_seen_and_none_is_printed() {
    for mode in ["popup", "slider", "bubble"] {
        let body = format!(
            "<kikitori-form id=\"order\" src=\"form.json\" mode=\"{mode}\"></kikitori-form>"
        );
        let it = around(&short(), &body, &Options::default()).await;
        let order = WidgetElement::open(&it.browser, &it.host, "order").await;
        let page = &order.page;
        let frame = order.within("[part=frame]");
        page.wait_for(&frame).await.unwrap();
        let is_seen = format!("{frame}.checkVisibility()");
        assert_eq!(page.value(&is_seen).await.unwrap(), false, "{mode}");
        page.value("order.open()").await.unwrap();
        assert_eq!(page.value(&is_seen).await.unwrap(), true, "{mode}");
        order.waits_for("answer").await.unwrap();
        for (medium, is_there) in [("print", false), ("", true)] {
            let asked = json!({"media": medium});
            it.browser.tell("Emulation.setEmulatedMedia", asked).await;
            assert_eq!(page.value(&is_seen).await.unwrap(), is_there, "{mode}");
        }
        page.value("order.close()").await.unwrap();
        assert_eq!(page.value(&is_seen).await.unwrap(), false, "{mode}");
        it.browser.close().await;
    }
}
