//! A form of the page that changes under way: what it shows, its next step, and its options are followed.

use kikitori_e2e::WidgetElement;
use serde_json::json;

use crate::widget_form::{ENTRIES, host_with, reviewed};

#[tokio::test(flavor = "multi_thread")]
async fn what_the_page_shows_because_of_an_answer_is_asked_for_as_long_as_it_is_shown() {
    let body = r#"<kikitori-form id="talk" for="who" lang="en"></kikitori-form>
<form id="who" action="/sent" method="post">
  <p><label>Full name <input name="name" required></label></p>
  <p id="more" hidden><label>Company name <input name="firm"></label></p>
  <p><label>You are <select name="kind" required><option value="">Choose…</option><option value="me">A person</option><option value="firm">A company</option></select></label></p>
  <p><button>Send</button></p>
</form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    // As a site's script does it.
    page.value("(who.elements.kind.addEventListener('change', () => { const isFirm = who.elements.kind.value === 'firm'; document.getElementById('more').hidden = !isFirm; who.elements.firm.required = isFirm; }), 1)")
        .await
        .unwrap();
    talk.answer("Ada Lovelace").await.unwrap();
    page.wait_for("told.findLast(it => it.name === 'question')?.detail.field === 'kind'")
        .await
        .unwrap();
    talk.answer("A company").await.unwrap();
    let asks_for_firm = "told.findLast(it => it.name === 'question').detail.field === 'firm'";
    page.wait_for(asks_for_firm).await.unwrap();
    talk.waits_for("answer").await.unwrap();
    let show = |is_shown: bool| format!("(more.hidden = {}, 1)", !is_shown);
    page.value(&show(false)).await.unwrap();
    talk.waits_for("confirm").await.unwrap();
    let questions = "told.filter(it => it.name === 'question').length";
    let before = page.value(questions).await.unwrap();
    page.value(&show(true)).await.unwrap();
    page.wait_for(&format!("{questions} > {before} && {asks_for_firm}"))
        .await
        .unwrap();
    talk.waits_for("answer").await.unwrap();
    talk.answer("Analytical Engines Ltd").await.unwrap();
    page.wait_for("who.elements.firm.value === 'Analytical Engines Ltd'")
        .await
        .unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(reviewed(page).await, json!({"problems": [], "left": []}));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_step_of_a_page_in_steps_is_asked_for_after_the_first_was_confirmed() {
    let body = r#"<kikitori-form id="talk" for="steps" lang="en"></kikitori-form>
<form id="steps" action="/sent" method="post">
  <div id="one"><p><label>Full name <input name="name" required></label></p></div>
  <div id="two" hidden><p><label>Company name <input name="firm" required></label></p></div>
  <p><button>Send</button></p>
</form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(reviewed(page).await, json!({"problems": [], "left": []}));
    page.value("(one.hidden = true, two.hidden = false, 1)")
        .await
        .unwrap();
    talk.asks_for("firm").await.unwrap();
    let note = talk.within("[part=\"review\"]");
    page.wait_for(&format!("!{note}")).await.unwrap();
    talk.answer("Analytical Engines Ltd").await.unwrap();
    talk.confirm().await.unwrap();
    page.wait_for("told.filter(it => it.name === 'review').length === 2")
        .await
        .unwrap();
    assert_eq!(
        page.value(ENTRIES).await.unwrap(),
        json!([["name", "Ada Lovelace"], ["firm", "Analytical Engines Ltd"]])
    );
    // What was answered before and is shown again opens nothing.
    page.value("(one.hidden = false, 1)").await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    talk.waits_for("done").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_the_page_puts_there_because_of_an_answer_are_those_that_are_asked_for() {
    let body = r#"<kikitori-form id="talk" for="where" lang="en"></kikitori-form>
<form id="where" action="/sent" method="post">
  <p><label>Country <select name="country" required><option value="">Choose…</option><option value="ch">Switzerland</option><option value="us">United States</option></select></label></p>
  <p><label>Region <select name="region" required><option value="">Choose…</option><option value="be">Bern</option><option value="ju">Jura</option></select></label></p>
  <p><button>Send</button></p>
</form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    page.value("(where.elements.country.addEventListener('change', () => { where.elements.region.innerHTML = '<option value=\"\">Choose…</option><option value=\"oh\">Ohio</option><option value=\"ia\">Iowa</option>'; }), 1)")
        .await
        .unwrap();
    talk.answer("United States").await.unwrap();
    page.wait_for("where.elements.country.value === 'us'")
        .await
        .unwrap();
    let offers = |state: &str| {
        let main = talk.within("[data-state=\"answer\"]");
        format!("{main}?.innerText.includes('{state}')")
    };
    page.wait_for(&offers("Iowa")).await.unwrap();
    talk.asks_for("region").await.unwrap();
    talk.answer("Iowa").await.unwrap();
    page.wait_for("where.elements.region.value === 'ia'")
        .await
        .unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(reviewed(page).await, json!({"problems": [], "left": []}));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn radio_buttons_that_the_page_changes_are_those_that_are_asked_for() {
    let body = r#"<kikitori-form id="talk" for="visit" lang="en"></kikitori-form>
<form id="visit" action="/sent" method="post">
  <p><label>Full name <input name="name" required></label></p>
  <fieldset id="times"><legend>Time</legend><label><input type="radio" name="time" value="am" required> Morning</label><label><input type="radio" name="time" value="pm"> Afternoon</label></fieldset>
  <p><label>Company name <input name="firm" required></label></p>
  <p><button>Send</button></p>
</form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    talk.asks_for("time").await.unwrap();
    talk.answer("Morning").await.unwrap();
    page.wait_for("visit.elements.time.value === 'am'")
        .await
        .unwrap();
    talk.asks_for("firm").await.unwrap();
    // As a site's script does it when an hour is taken meanwhile.
    page.value("(document.querySelector('#times label').outerHTML = '<label><input type=\"radio\" name=\"time\" value=\"eve\" required> Evening</label>', 1)")
        .await
        .unwrap();
    page.wait_for("!('time' in talk.getData())").await.unwrap();
    talk.answer("Analytical Engines Ltd").await.unwrap();
    talk.asks_for("time").await.unwrap();
    talk.answer("Evening").await.unwrap();
    page.wait_for("visit.elements.time.value === 'eve'")
        .await
        .unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(reviewed(page).await, json!({"problems": [], "left": []}));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_gets_its_fields_a_moment_later_is_waited_for() {
    let body = r#"<kikitori-form id="talk" for="late" lang="en"></kikitori-form>
<form id="late" action="/sent" method="post"></form>
<script>setTimeout(() => { document.getElementById("late").innerHTML = '<p><label>Full name <input name="name" required></label></p><p><button>Send</button></p>'; }, 1500);</script>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    talk.waits_for("answer").await.unwrap();
    talk.answer("Ada Lovelace").await.unwrap();
    let page = &talk.page;
    page.wait_for("late.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    assert_eq!(
        page.value("told.filter(it => it.name === 'error')")
            .await
            .unwrap(),
        json!([])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_policy_that_trusts_no_text_it_is_said_that_the_interview_does_not_come() {
    let body = r#"<kikitori-form id="talk" for="who" lang="en"></kikitori-form>
<form id="who" action="/sent" method="post"><p><label>Full name <input name="name"></label></p></form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    host.trusts_no_text();
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    page.wait_for("told.some(it => it.name === 'error')")
        .await
        .unwrap();
    let said = page
        .value("talk.shadowRoot.querySelector('[role=alert]').innerText")
        .await
        .unwrap();
    assert!(said.as_str().unwrap().contains("yourself"), "{said}");
    browser.close().await;
}
