//! A form of the page where no interview helps with it: it is there as ever, holds what was answered, and
//! is the person's to fill in and to send.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Profile, Site, WidgetElement, nothing_to_mend_in_any_light,
};
use serde_json::{Value, json};

use crate::widget_form::{ENTRIES, SIGNUP, host_with};

/// What is typed into the inputs of [`SIGNUP`]; behind the last one is Enter, which sends it.
const TYPED: [(&str, &str); 4] = [
    ("name", "Ada"),
    ("email", "ada@example.org"),
    ("way", "By van"),
    ("secret", "s3cret\u{e007}"),
];
const SENT: &str = "token=t-123&name=Ada&email=ada%40example.org&way=van&secret=s3cret";

/// Fills in the form from its input `from` on by hand and sends it, as the page's own server sees.
async fn is_sent_by_hand(talk: &WidgetElement<'_>, host: &HostPage, from: &str) {
    for (name, text) in TYPED.iter().skip_while(|(name, _)| *name != from) {
        let input = format!("[name={name}]");
        talk.type_into(&input, text).await.unwrap();
    }
    talk.page
        .wait_for("document.body.innerText === 'Thank you'")
        .await
        .unwrap();
    assert_eq!(host.sent(), [SENT]);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_the_form_is_there_alone_and_is_sent() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let off = json!({"value": true});
    browser
        .tell("Emulation.setScriptExecutionDisabled", off)
        .await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    // Neither the page's own script has run nor the element's, which takes no room.
    let there = "[typeof told, talk.shadowRoot, talk.getBoundingClientRect().height]";
    assert_eq!(
        talk.page.value(there).await.unwrap(),
        json!(["undefined", null, 0])
    );
    is_sent_by_hand(&talk, &host, "name").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_anything_to_ask_for_or_a_network_the_form_is_simply_there() {
    let (host, mut site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.waits_for("answer").await.unwrap();
    // There is no such form, or nothing in it that can be asked for.
    page.value("(() => { signup.insertAdjacentHTML('beforebegin', '<form id=\"empty\"><input type=\"password\" aria-label=\"Code\"></form>'); talk.setAttribute('for', 'empty'); })()")
        .await
        .unwrap();
    page.wait_for("told.some(it => it.name === 'error')")
        .await
        .unwrap();
    let said = page
        .value("[told.find(it => it.name === 'error').detail.message, talk.shadowRoot.querySelector('[role=alert]').innerText]")
        .await
        .unwrap();
    assert!(said[0].as_str().unwrap().contains("ask"), "{said}");
    assert!(said[1].as_str().unwrap().contains("yourself"), "{said}");
    nothing_to_mend_in_any_light(&browser, "nothing to ask for").await;
    site.stop().await;
    // As the page comes when nothing of the other origin does.
    browser.driver.goto(host.origin()).await.unwrap();
    is_sent_by_hand(&talk, &host, "name").await;
    browser.close().await;
}

/// What is said in the element of a model that cannot be asked.
async fn trouble(talk: &WidgetElement<'_>) -> String {
    let error = talk.test_id("error");
    talk.page.wait_for(&error).await.unwrap();
    let said = format!("{error}.innerText");
    let said: Value = talk.page.value(&said).await.unwrap();
    said.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_model_fails_the_form_holds_what_was_answered_and_is_sent_by_hand() {
    let host = HostPage::start("{}").await;
    let site = Site::embedded_by(Model::Endpoint, host.origin()).await;
    host.shows_form(&site, SIGNUP);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    site.endpoint_answers(502);
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    let said = trouble(&talk).await;
    assert!(said.contains("Try again"), "{said}");
    // What they put in meanwhile counts, and the model is asked again.
    talk.type_into("[name=name]", "Ada\t").await.unwrap();
    page.wait_for("talk.getData().name === 'Ada'")
        .await
        .unwrap();
    site.endpoint_answers(200);
    let asks = "told.findLast(it => it.name === 'question')?.detail.field === 'email'";
    page.wait_for(&format!("({}?.click(), {asks})", talk.test_id("retry")))
        .await
        .unwrap();
    // It fails again when an answer is given.
    talk.answer("ada@example.org").await.unwrap();
    page.wait_for("signup.elements.email.value === 'ada@example.org'")
        .await
        .unwrap();
    talk.asks_for("way").await.unwrap();
    site.endpoint_answers(502);
    talk.answer("By van").await.unwrap();
    let said = trouble(&talk).await;
    assert!(said.contains("Try again"), "{said}");
    let held = json!([
        ["name", "Ada"],
        ["email", "ada@example.org"],
        ["way", ""],
        ["secret", ""]
    ]);
    assert_eq!(page.value(ENTRIES).await.unwrap(), held);
    nothing_to_mend_in_any_light(&browser, "trouble beside the form").await;
    is_sent_by_hand(&talk, &host, "way").await;
    browser.close().await;
}
