//! A form of the page once it holds all answers: it is the person's to look over, to mend and to send.

use std::time::Duration;

use kikitori_e2e::{WidgetElement, nothing_to_mend};
use serde_json::{Value, json};

use crate::widget_form::{SIGNUP, host_with, reviewed, signup_words};

/// What stands in the form, read as no script reads it that sends it.
const ENTRIES: &str = "[...signup.elements].filter(it => it.name && it.name !== 'token').map(it => [it.name, it.value])";

/// Longer than it takes until what is put in by hand is told.
const QUIET: Duration = Duration::from_millis(600);

/// Answers all of it and hands the answers over.
async fn hand_over(talk: &WidgetElement<'_>) {
    talk.answer_all(&signup_words()).await.unwrap();
    talk.confirm().await.unwrap();
    reviewed(&talk.page).await;
}

/// Hands the answers over again.
async fn hand_over_again(talk: &WidgetElement<'_>) {
    let again = talk.test_id("hand-over");
    talk.page.wait_for(&again).await.unwrap();
    talk.page
        .value(&format!("({again}.click(), 1)"))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_mended_by_hand_after_handing_over_counts_and_is_not_written_over() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    hand_over(&talk).await;
    talk.type_into("[name=name]", " King\t").await.unwrap();
    page.wait_for("talk.getData().name === 'Ada Lovelace King'")
        .await
        .unwrap();
    let no_email = "\u{e003}".repeat("ada@example.org".len());
    talk.type_into("[name=email]", &format!("{no_email}\t"))
        .await
        .unwrap();
    tokio::time::sleep(QUIET).await;
    hand_over_again(&talk).await;
    page.wait_for("told.filter(it => it.name === 'review').length >= 2")
        .await
        .unwrap();
    assert_eq!(
        page.value(ENTRIES).await.unwrap(),
        json!([
            ["name", "Ada Lovelace King"],
            ["email", ""],
            ["way", "post"],
            ["secret", ""]
        ])
    );
    let errors = "told.filter(it => it.name === 'error')";
    assert_eq!(page.value(errors).await.unwrap(), json!([]));
    // It was not sent: it is there again after a reload, as it was mended.
    browser.driver.goto(host.origin()).await.unwrap();
    page.wait_for("signup.elements.name.value === 'Ada Lovelace King'")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_theirs_to_do_is_seen_beside_the_form_in_each_mode() {
    let tall = format!("{SIGNUP}<div style=\"height: 2000px\"></div>");
    for mode in ["inline", "popup", "slider", "bubble"] {
        let body = tall.replace(
            "<kikitori-form",
            &format!("<kikitori-form mode=\"{mode}\" open"),
        );
        let (host, _site, browser, _profile) = host_with(&body).await;
        let talk = WidgetElement::open(&browser, &host, "talk").await;
        let page = &talk.page;
        talk.answer_all(&signup_words()).await.unwrap();
        talk.confirm().await.unwrap();
        reviewed(page).await;
        page.wait_for("document.activeElement.name === 'secret'")
            .await
            .unwrap();
        let note = talk.within("[part=\"review\"]");
        let is_seen = format!(
            "(() => {{ const note = {note}; const box = note.getBoundingClientRect(); return note.checkVisibility() && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && note.innerText.includes('Password'); }})()"
        );
        page.wait_for(&is_seen).await.unwrap();
        // Nor does it stand in front of what they do next.
        page.wait_for("(() => { const box = document.activeElement.getBoundingClientRect(); return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === document.activeElement; })()")
            .await
            .unwrap();
        nothing_to_mend(&browser, "note beside the form").await;
        let close = talk.within("[part=\"review\"] [part=\"close\"]");
        page.value(&format!("({close}.click(), 1)")).await.unwrap();
        page.wait_for(&format!("!{note}")).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_sent_is_empty_on_the_next_visit_until_they_hand_over_again() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    hand_over(&talk).await;
    talk.type_into("[name=secret]", "s3cret\u{e007}")
        .await
        .unwrap();
    page.wait_for("document.body.innerText === 'Thank you'")
        .await
        .unwrap();
    browser.driver.goto(host.origin()).await.unwrap();
    talk.waits_for("done").await.unwrap();
    // Who types into it now may be somebody else.
    talk.type_into("[name=name]", "Bob\t").await.unwrap();
    tokio::time::sleep(QUIET).await;
    let entries = |name: &str, email: &str, way: &str| -> Value {
        json!([
            ["name", name],
            ["email", email],
            ["way", way],
            ["secret", ""]
        ])
    };
    assert_eq!(page.value(ENTRIES).await.unwrap(), entries("Bob", "", ""));
    let name = "talk.getData().name";
    assert_eq!(page.value(name).await.unwrap(), "Ada Lovelace");
    let reviews = "told.filter(it => it.name === 'review')";
    assert_eq!(page.value(reviews).await.unwrap(), json!([]));
    hand_over_again(&talk).await;
    page.wait_for("signup.elements.way.value === 'post'")
        .await
        .unwrap();
    page.wait_for(&format!("{name} === 'Bob'")).await.unwrap();
    assert_eq!(
        page.value(ENTRIES).await.unwrap(),
        entries("Bob", "ada@example.org", "post")
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_whose_form_was_sent_before_its_end_fills_it_again_when_it_is_gone_on_with() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    talk.asks_for("email").await.unwrap();
    // As a script of the site does it, past its button.
    page.value("(signup.submit(), 1)").await.unwrap();
    page.wait_for("document.body.innerText === 'Thank you'")
        .await
        .unwrap();
    browser.driver.goto(host.origin()).await.unwrap();
    talk.waits_for("answer").await.unwrap();
    tokio::time::sleep(QUIET).await;
    let name = "signup.elements.name.value";
    assert_eq!(page.value(name).await.unwrap(), "");
    talk.answer("ada@example.org").await.unwrap();
    page.wait_for(&format!("{name} === 'Ada Lovelace'"))
        .await
        .unwrap();
    page.wait_for("signup.elements.email.value === 'ada@example.org'")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_step_that_is_done_only_what_was_corrected_since_is_told_and_written_when_it_is_shown()
{
    let body = r#"<kikitori-form id="talk" for="steps" lang="en"></kikitori-form>
<form id="steps" action="/sent" method="post">
  <div id="one"><p><label>Full name <input name="name" required></label></p>
  <p><label>Town <input name="town" required></label></p></div>
  <p><label>Company name <input name="firm" required></label></p>
  <p><button>Send</button></p>
</form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    let words = json!({"name": "Ada", "town": "Bern", "firm": "Engines Ltd"});
    talk.answer_all(words.as_object().unwrap()).await.unwrap();
    talk.waits_for("confirm").await.unwrap();
    page.wait_for("steps.elements.firm.value === 'Engines Ltd'")
        .await
        .unwrap();
    page.value("(one.hidden = true, talk.setField('name', 'Ada King'), 1)")
        .await
        .unwrap();
    page.wait_for("talk.getData().name === 'Ada King'")
        .await
        .unwrap();
    talk.confirm().await.unwrap();
    let problems = reviewed(page).await["problems"].clone();
    let fields = problems.as_array().unwrap().iter().map(|it| &it["field"]);
    let fields: Vec<&Value> = fields.collect();
    assert_eq!(fields, ["name"], "{problems}");
    page.value("(one.hidden = false, 1)").await.unwrap();
    page.wait_for("steps.elements.name.value === 'Ada King'")
        .await
        .unwrap();
    browser.close().await;
}
