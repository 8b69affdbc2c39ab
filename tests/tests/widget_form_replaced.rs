//! A form of the page whose page draws it anew, or takes it away, while an interview fills it in.

use kikitori_e2e::WidgetElement;
use serde_json::json;

use crate::widget_form::{ENTRIES, SIGNUP, host_with, reviewed};

/// The page puts another node in the form's place, as it was sent by its server.
const DRAWN_ANEW: &str = "(() => { window.before = signup; signup.outerHTML = signup.outerHTML; return signup !== before && signup.elements.name.value === ''; })()";

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_the_place_of_the_first_is_filled_in_and_sent() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    page.wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    talk.asks_for("email").await.unwrap();
    assert_eq!(page.value(DRAWN_ANEW).await.unwrap(), true);
    // By hand and by the interview, as before.
    talk.type_into("[name=email]", "ada@example.org\t")
        .await
        .unwrap();
    page.wait_for("talk.getData().email === 'ada@example.org'")
        .await
        .unwrap();
    // What was answered before is in this one, too.
    page.wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    talk.asks_for("way").await.unwrap();
    talk.answer("By van").await.unwrap();
    page.wait_for("signup.elements.way.value === 'van'")
        .await
        .unwrap();
    talk.confirm().await.unwrap();
    let review = reviewed(page).await;
    assert_eq!(review, json!({"problems": [], "left": ["Password"]}));
    page.wait_for("document.activeElement === signup.elements.secret")
        .await
        .unwrap();
    let left = "[before.elements.email.value, before.elements.way.value]";
    assert_eq!(page.value(left).await.unwrap(), json!(["", ""]));
    talk.press("s3cret\u{e007}").await.unwrap();
    page.wait_for("document.body.innerText === 'Thank you'")
        .await
        .unwrap();
    assert_eq!(
        host.sent(),
        ["token=t-123&name=Ada+Lovelace&email=ada%40example.org&way=van&secret=s3cret"]
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_outlives_its_form_and_fills_in_the_one_that_comes_back() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    page.wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    talk.asks_for("email").await.unwrap();
    page.value("(() => { window.markup = signup.outerHTML; signup.remove(); })()")
        .await
        .unwrap();
    talk.answer("ada@example.org").await.unwrap();
    talk.asks_for("way").await.unwrap();
    assert_eq!(
        page.value("talk.getData()").await.unwrap(),
        json!({"name": "Ada Lovelace", "email": "ada@example.org"})
    );
    page.value("talk.insertAdjacentHTML('afterend', markup)")
        .await
        .unwrap();
    talk.answer("By van").await.unwrap();
    talk.confirm().await.unwrap();
    let review = reviewed(page).await;
    assert_eq!(review, json!({"problems": [], "left": ["Password"]}));
    assert_eq!(
        page.value(ENTRIES).await.unwrap(),
        json!([
            ["name", "Ada Lovelace"],
            ["email", "ada@example.org"],
            ["way", "van"],
            ["secret", ""]
        ])
    );
    let errors = "told.filter(it => it.name === 'error')";
    assert_eq!(page.value(errors).await.unwrap(), json!([]));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_form_that_is_gone_when_they_confirm_nothing_is_said_to_be_in_it() {
    let body = r#"<kikitori-form id="talk" for="who" lang="en"></kikitori-form>
<form id="who"><p><label>Full name <input name="name" required></label></p></form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    talk.waits_for("confirm").await.unwrap();
    page.value("(who.remove(), 1)").await.unwrap();
    talk.confirm().await.unwrap();
    page.wait_for("told.some(it => it.name === 'error')")
        .await
        .unwrap();
    let note = talk.within("[part=\"review\"]");
    let said = page.value(&format!("{note}.innerText")).await.unwrap();
    let expected = "The form is not on this page any more. Your answers are kept here: load the page again to go on.";
    assert_eq!(said, expected);
    let reviews = "told.filter(it => it.name === 'review').length";
    assert_eq!(page.value(reviews).await.unwrap(), 0);
    let data = page.value("talk.getData()").await.unwrap();
    assert_eq!(data, json!({"name": "Ada Lovelace"}));
    browser.close().await;
}
