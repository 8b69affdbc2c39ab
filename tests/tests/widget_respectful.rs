//! What `respectful.rs` asks of the page, asked of the interview in another site's page.

use std::time::Duration;

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, short_form,
};
use serde_json::{Value, json};

/// Notes what is read out of the elements that come after it, each with whether the question was still
/// being written: text that comes into a region which was seen before.
const LISTENS: &str = "<script>
  window.readOut = [];
  const texts = new Map();
  const look = (root) => {
    const seen = (selector) => [...root.querySelectorAll(selector)].filter((it) => it.checkVisibility());
    const isDrafted = seen('[data-testid=draft]').length > 0;
    for (const it of seen('[role=status][aria-live=polite]')) {
      const text = it.textContent;
      if (text && texts.has(it) && texts.get(it) !== text) readOut.push([text, isDrafted]);
      texts.set(it, text);
    }
    window.drafted ||= isDrafted;
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (how) {
    const root = attach.call(this, how);
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(() => look(root)).observe(root, all);
    return root;
  };
</script>";

struct Shop {
    host: HostPage,
    site: Site,
    browser: Browser,
    _profile: Profile,
}

/// A shop with `body` in its page.
async fn shop(model: Model, body: &str) -> Shop {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(model, host.origin()).await;
    host.shows_form(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    Shop {
        host,
        site,
        browser,
        _profile: profile,
    }
}

/// The words of the last question, and what was read out since `readOut` was emptied.
async fn asked_and_told(page: &Page<'_>) -> (String, Vec<(String, bool)>) {
    let asked = "[...order.shadowRoot.querySelectorAll('[data-speaker=assistant] [data-testid=message-text]')].at(-1).textContent";
    let asked = page.value(asked).await.unwrap();
    let told = page.value("readOut.splice(0)").await.unwrap();
    (
        asked.as_str().unwrap().to_owned(),
        serde_json::from_value(told).unwrap(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn one_announcement_a_finished_turn_also_where_the_rest_takes_over_amid_the_first() {
    let body = format!(
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>{LISTENS}"
    );
    let shop = shop(Model::SlowEndpoint(Duration::from_millis(150)), &body).await;
    let held = format!("{}/?held", shop.host.origin());
    shop.browser.driver.goto(held).await.unwrap();
    let order = WidgetElement::shown_in(&shop.browser, "order");
    let page = &order.page;
    page.wait_for("window.drafted && typeof goOn === 'function'")
        .await
        .unwrap();
    page.value("(goOn(), 1)").await.unwrap();
    let taken_over = "order.shadowRoot.querySelectorAll('.place').length === 1";
    let drafted = order.within("[data-testid=draft] .turn-text");
    page.wait_for(&format!("{taken_over} && {drafted}"))
        .await
        .unwrap();
    shop.site.endpoint_pauses(Duration::from_millis(40));
    order.waits_for("answer").await.unwrap();
    page.wait_for("readOut.length").await.unwrap();
    let (asked, told) = asked_and_told(page).await;
    assert_eq!(told, [(asked, false)]);
    page.value("(window.drafted = false)").await.unwrap();
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    page.wait_for("window.drafted && readOut.length")
        .await
        .unwrap();
    let (asked, told) = asked_and_told(page).await;
    let [(said, false)] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(said.ends_with(&asked), "{said}");
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_was_read_out_in_the_first_view_is_not_read_out_again_by_the_rest() {
    let body = format!(
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>{LISTENS}"
    );
    let shop = shop(Model::Endpoint, &body).await;
    let held = format!("{}/?held", shop.host.origin());
    shop.browser.driver.goto(held).await.unwrap();
    let order = WidgetElement::shown_in(&shop.browser, "order");
    let page = &order.page;
    page.wait_for("readOut.length && typeof goOn === 'function'")
        .await
        .unwrap();
    page.value("(goOn(), 1)").await.unwrap();
    page.wait_for("order.shadowRoot.querySelectorAll('.place').length === 1")
        .await
        .unwrap();
    order.waits_for("answer").await.unwrap();
    // Longer than it takes until the rest says something.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let (asked, told) = asked_and_told(page).await;
    assert_eq!(told, [(asked, false)]);
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_stands_in_front_of_the_page_is_modal() {
    let body: String = ["inline", "bubble", "popup", "slider"]
        .iter()
        .map(|mode| {
            format!(
                "<kikitori-form id=\"{mode}\" src=\"form.json\" mode=\"{mode}\"></kikitori-form>"
            )
        })
        .collect();
    let shop = shop(Model::Scripted, &body).await;
    let page = WidgetElement::open(&shop.browser, &shop.host, "inline")
        .await
        .page;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    for (mode, role, modal) in [
        ("inline", Value::Null, false),
        ("bubble", json!("dialog"), false),
        ("popup", json!("dialog"), true),
        ("slider", json!("dialog"), true),
    ] {
        page.value(&format!("({mode}.open(), 1)")).await.unwrap();
        let is_whole = format!(
            "{mode}.shadowRoot.querySelector('.session-main[data-state=answer][data-step]')"
        );
        page.wait_for(&is_whole).await.unwrap();
        let says = format!(
            "(it => [it.localName === 'dialog' ? 'dialog' : it.getAttribute('role'), {mode}.shadowRoot.querySelectorAll('[aria-modal=true]').length, {mode}.shadowRoot.querySelectorAll(':modal').length])({mode}.shadowRoot.querySelector('[part=frame]'))"
        );
        let number = u8::from(modal);
        assert_eq!(
            page.value(&says).await.unwrap(),
            json!([role, number, number]),
            "{mode}"
        );
        page.value(&format!("({mode}.close(), 1)")).await.unwrap();
    }
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn language_and_direction_follow_who_changes_them_and_the_page_around_keeps_its_own() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";
    let shop = shop(Model::Scripted, body).await;
    let order = WidgetElement::open(&shop.browser, &shop.host, "order").await;
    let page = &order.page;
    order.waits_for("answer").await.unwrap();
    let within = [".widget", ".session-columns"].map(|it| order.within(it));
    let says = format!(
        "[{}.lang, getComputedStyle({}).direction]",
        within[0], within[1]
    );
    assert_eq!(page.value(&says).await.unwrap(), json!(["en", "ltr"]));
    for (chosen, own, direction) in [
        ("ja", "ja", "ltr"),
        ("he", "en", "rtl"),
        ("en", "en", "ltr"),
    ] {
        page.value(&format!("({}.click(), 1)", order.test_id("place-change")))
            .await
            .unwrap();
        let list = order.within("#place-language");
        page.wait_for(&list).await.unwrap();
        let choose = format!(
            "(() => {{ const it = {list}; it.value = '{chosen}'; it.dispatchEvent(new Event('change', {{bubbles: true}})); {}.click(); }})()",
            order.test_id("place-save")
        );
        page.value(&choose).await.unwrap();
        let follows =
            format!("JSON.stringify({says}) === JSON.stringify(['{own}', '{direction}'])");
        page.wait_for(&follows).await.unwrap();
        order.waits_for("answer").await.unwrap();
        page.picture(&format!("widget-spoken-{chosen}"))
            .await
            .unwrap();
    }
    let around = "[document.documentElement, document.body].map(it => it.getAttributeNames().map(name => `${name}=${it.getAttribute(name)}`).join())";
    assert_eq!(page.value(around).await.unwrap(), json!(["lang=en", ""]));
    shop.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_progress_bar_says_what_it_paints_in_another_sites_page() {
    let body = "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>";
    let shop = shop(Model::Scripted, body).await;
    let order = WidgetElement::open(&shop.browser, &shop.host, "order").await;
    let page = &order.page;
    let bar = order.within("[role=progressbar]");
    let painted = format!(
        "(bar => {{ const wide = it => it.getBoundingClientRect().width; const [now, all] = ['now', 'max'].map(it => Number(bar.getAttribute(`aria-value${{it}}`))); return [now, all, wide(bar) > 0 && Math.abs(wide(bar.firstElementChild) / wide(bar) - now / all) < 0.01]; }})({bar})"
    );
    order.waits_for("answer").await.unwrap();
    for (done, answer) in [(0, "Ada Lovelace"), (1, "By post"), (2, "")] {
        page.at_rest().await.unwrap();
        assert_eq!(page.value(&painted).await.unwrap(), json!([done, 2, true]));
        if answer.is_empty() {
            break;
        }
        order.answer(answer).await.unwrap();
        match done {
            0 => order.asks_for("way").await.unwrap(),
            _ => order.waits_for("confirm").await.unwrap(),
        }
    }
    shop.browser.close().await;
}
