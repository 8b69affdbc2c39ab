//! The interview in another site's page by keyboard alone.

use kikitori_e2e::{Browser, HostPage, Model, Options, Profile, Site, WidgetElement, short_form};
use serde_json::json;
use thirtyfour::Key;

const BODY: &str = "<p><button id=\"begin\" data-kikitori-open=\"order\">Order</button></p><kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" mode=\"popup\"></kikitori-form><p><a href=\"#end\">The end</a></p>";
/// What has the focus, in the element too.
const FOCUSED: &str = "(order.shadowRoot?.activeElement ?? document.activeElement)";

/// A person without a pointer.
struct Hands<'a> {
    browser: &'a Browser,
    order: WidgetElement<'a>,
}

impl Hands<'_> {
    async fn press(&self, key: Key) {
        self.order
            .press(&char::from(key).to_string())
            .await
            .unwrap();
    }

    /// One step on with Tab, or back with Shift and Tab.
    async fn step(&self, back: bool) {
        if !back {
            return self.press(Key::Tab).await;
        }
        let keys = self.browser.driver.action_chain();
        let keys = keys.key_down(Key::Shift).send_keys(char::from(Key::Tab));
        keys.key_up(Key::Shift).perform().await.unwrap();
    }

    /// Goes on, or back, until what `selector` finds has the focus.
    async fn reaches(&self, back: bool, selector: &str) {
        let there = format!("{FOCUSED}.matches({})", json!(selector));
        for _ in 0..30 {
            if self.order.page.value(&there).await.unwrap() == true {
                return;
            }
            self.step(back).await;
        }
        panic!("{selector} is not reached with Tab, back: {back}");
    }

    /// Waits until what `selector` finds has the focus by itself.
    async fn has_focus(&self, selector: &str) {
        let there = format!("{FOCUSED}.matches({})", json!(selector));
        self.order.page.wait_for(&there).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_in_a_dialog_is_done_by_keyboard_alone() {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&site, BODY);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let hands = Hands {
        browser: &browser,
        order: WidgetElement::open(&browser, &host, "order").await,
    };
    let (order, page) = (&hands.order, &hands.order.page);
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    hands.reaches(false, "#begin").await;
    hands.press(Key::Enter).await;
    order.waits_for("answer").await.unwrap();
    hands.has_focus("#composer").await;
    order.press("Ada Lovelace\u{e007}").await.unwrap();
    order.asks_for("way").await.unwrap();
    // What is offered stands before the box to write in.
    hands.has_focus("#composer").await;
    hands.reaches(true, "[data-testid=suggestion]").await;
    hands.press(Key::Enter).await;
    order.waits_for("confirm").await.unwrap();
    assert_eq!(
        page.value("order.getData()").await.unwrap(),
        json!({"name": "Ada Lovelace", "way": "post"})
    );
    // All around the dialog, both ways, and out of it at no place.
    for back in [false, true] {
        for _ in 0..25 {
            hands.step(back).await;
            let focused = page.value("document.activeElement.id").await.unwrap();
            assert!(focused == "order" || focused == "", "{focused}, {back}");
        }
    }
    hands.reaches(true, "[part=close]").await;
    hands.reaches(false, "[data-testid=confirm]").await;
    hands.press(Key::Enter).await;
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    order.waits_for("done").await.unwrap();
    hands.press(Key::Escape).await;
    page.wait_for("!order.isOpen && document.activeElement.id === 'begin'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
