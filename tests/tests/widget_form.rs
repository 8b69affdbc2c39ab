//! `<kikitori-form for="…">`: an interview fills in a form of the page around, of another origin and
//! under a strict policy, and leaves it to the person to look it over and to send it.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, nothing_to_mend,
    nothing_to_mend_in_any_light,
};
use kikitori_fixtures::HostForm;
use serde_json::{Map, Value, json};

pub(crate) const SIGNUP: &str = r#"<kikitori-form id="talk" for="signup" lang="en"></kikitori-form>
<form id="signup" action="/sent" method="post">
  <input type="hidden" name="token" value="t-123">
  <p><label>Full name <input name="name" required></label></p>
  <p><label>Email <input name="email" type="email" required></label></p>
  <p><label>Shipping <select name="way" required><option value="">Choose…</option><option value="post">By post</option><option value="van">By van</option></select></label></p>
  <p><label>Password <input name="secret" type="password" required></label></p>
  <p><button>Sign up</button></p>
</form>"#;

fn words(pairs: Value) -> Map<String, Value> {
    pairs.as_object().unwrap().clone()
}

pub(crate) fn signup_words() -> Map<String, Value> {
    words(json!({"name": "Ada Lovelace", "email": "ada@example.org", "way": "By post"}))
}

/// What the page's form would send, with the token and without.
pub(crate) const ENTRIES: &str =
    "[...new FormData(document.forms[0])].filter(([name]) => name !== 'token')";

pub(crate) async fn host_with(body: &str) -> (HostPage, Site, Browser, Profile) {
    let host = HostPage::start("{}").await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows_form(&site, body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    (host, site, browser, profile)
}

/// What the site is told once the form is shown for review.
pub(crate) async fn reviewed(page: &Page<'_>) -> Value {
    page.wait_for("told.some(it => it.name === 'review')")
        .await
        .unwrap();
    let review = "told.find(it => it.name === 'review').detail";
    page.value(review).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_filled_in_answer_by_answer_and_sent_by_the_person_alone() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    // Each answer is in the form as soon as it is recorded.
    page.wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    page.wait_for("told.some(it => it.name === 'filled')")
        .await
        .unwrap();
    let filled = "told.find(it => it.name === 'filled').detail";
    assert_eq!(
        page.value(filled).await.unwrap(),
        json!({"fields": ["name"], "problems": []})
    );
    nothing_to_mend(&browser, "interview beside its form").await;
    talk.answer_all(&signup_words()).await.unwrap();
    // And so is what is corrected.
    page.value("talk.setField('name', 'Ada King')")
        .await
        .unwrap();
    page.wait_for("signup.elements.name.value === 'Ada King'")
        .await
        .unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(
        reviewed(page).await,
        json!({"problems": [], "left": ["Password"]})
    );
    // What is the person's to fill in has the focus, and says that it is theirs.
    page.wait_for("document.activeElement.name === 'secret'")
        .await
        .unwrap();
    let note = talk.within("[part=\"review\"]");
    let note = page.value(&format!("{note}.innerText")).await.unwrap();
    assert!(note.as_str().unwrap().contains("Password"), "{note}");
    let speaks = talk.within("[part=\"review\"][lang=\"en\"][dir=\"ltr\"]");
    page.wait_for(&speaks).await.unwrap();
    nothing_to_mend_in_any_light(&browser, "form to look over").await;
    page.picture("widget-form-review").await.unwrap();
    assert_eq!(host.sent(), [""; 0]);
    talk.press("s3cret").await.unwrap();
    talk.press("\u{e007}").await.unwrap();
    page.wait_for("document.body.innerText === 'Thank you'")
        .await
        .unwrap();
    assert_eq!(
        host.sent(),
        ["token=t-123&name=Ada+King&email=ada%40example.org&way=post&secret=s3cret"]
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_hands_over_itself_sends_nothing_either() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.waits_for("answer").await.unwrap();
    // Something is still to be asked for.
    assert_eq!(page.value("talk.submit()").await.unwrap(), false);
    talk.answer_all(&signup_words()).await.unwrap();
    page.wait_for("talk.submit()").await.unwrap();
    let all = json!({"problems": [], "left": ["Password"]});
    assert_eq!(reviewed(page).await, all);
    assert_eq!(host.sent(), [""; 0]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_input_does_not_take_is_told_to_the_page() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    // As a site's script does it that has a mind of its own.
    page.value("(signup.elements.name.addEventListener('input', ({target}) => { target.value = 'Nobody'; }), 1)")
        .await
        .unwrap();
    talk.answer("Ada Lovelace").await.unwrap();
    let refused = "told.find(it => it.name === 'filled' && it.detail.problems.length)?.detail";
    page.wait_for(refused).await.unwrap();
    let told = page.value(refused).await.unwrap();
    assert_eq!(told["fields"], json!(["name"]), "{told}");
    let problem = &told["problems"][0];
    assert_eq!(
        [&problem["field"], &problem["label"]],
        ["name", "Full name"],
        "{told}"
    );
    let message = problem["message"].as_str();
    assert!(message.is_some_and(|it| !it.is_empty()), "{told}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_taken_back_leaves_what_stood_in_the_form_before() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    let back = format!("({}.click(), 1)", talk.test_id("go-back"));
    talk.answer("Ada Lovelace").await.unwrap();
    talk.answer("ada@example.org").await.unwrap();
    talk.waits_for("answer").await.unwrap();
    page.wait_for("signup.elements.email.value === 'ada@example.org'")
        .await
        .unwrap();
    page.value(&back).await.unwrap();
    page.wait_for("signup.elements.email.value === ''")
        .await
        .unwrap();
    let told = "told.findLast(it => it.name === 'answer').detail";
    assert_eq!(
        page.value(told).await.unwrap(),
        json!({"field": "email", "label": "Email", "value": null})
    );
    let name = "signup.elements.name.value";
    assert_eq!(page.value(name).await.unwrap(), "Ada Lovelace");
    // The same put there by hand counts, as it did before.
    talk.type_into("[name=email]", "ada@example.org\t")
        .await
        .unwrap();
    page.wait_for("talk.getData().email === 'ada@example.org'")
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_put_in_by_hand_is_not_asked_for_before_the_interview_or_in_it() {
    // It begins when it is opened: until then the form is filled in by hand.
    let body = SIGNUP.replace("<kikitori-form", "<kikitori-form mode=\"popup\"");
    let (host, _site, browser, _profile) = host_with(&body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.type_into("[name=name]", "Ada Lovelace").await.unwrap();
    page.value("talk.open()").await.unwrap();
    page.wait_for("told.findLast(it => it.name === 'question')?.detail.field === 'email'")
        .await
        .unwrap();
    talk.waits_for("answer").await.unwrap();
    page.value("talk.close()").await.unwrap();
    // Half of an address is none: it counts when they go on.
    talk.type_into("[name=email]", "ada@example").await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    assert_eq!(
        page.value("talk.getData()").await.unwrap(),
        json!({"name": "Ada Lovelace"})
    );
    talk.type_into("[name=email]", ".org\t").await.unwrap();
    page.wait_for("talk.getData().email === 'ada@example.org'")
        .await
        .unwrap();
    page.wait_for("told.findLast(it => it.name === 'question').detail.field === 'way'")
        .await
        .unwrap();
    // What was recorded is corrected by hand as well.
    talk.type_into("[name=name]", " King\t").await.unwrap();
    page.wait_for("talk.getData().name === 'Ada Lovelace King'")
        .await
        .unwrap();
    page.value("talk.open()").await.unwrap();
    talk.answer("By van").await.unwrap();
    talk.confirm().await.unwrap();
    // The dialog has gone out of the form's way.
    page.wait_for("!talk.isOpen && document.activeElement.name === 'secret'")
        .await
        .unwrap();
    assert_eq!(
        page.value(ENTRIES).await.unwrap(),
        json!([
            ["name", "Ada Lovelace King"],
            ["email", "ada@example.org"],
            ["way", "van"],
            ["secret", ""]
        ])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_out_by_hand_is_taken_back_and_stays_out() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada").await.unwrap();
    page.wait_for("signup.elements.name.value === 'Ada'")
        .await
        .unwrap();
    talk.asks_for("email").await.unwrap();
    talk.type_into("[name=name]", "\u{e003}\u{e003}\u{e003}\t")
        .await
        .unwrap();
    page.wait_for("!('name' in talk.getData())").await.unwrap();
    let told = "told.findLast(it => it.name === 'answer').detail";
    assert_eq!(
        page.value(told).await.unwrap(),
        json!({"field": "name", "label": "Full name", "value": null})
    );
    talk.answer("ada@example.org").await.unwrap();
    page.wait_for("signup.elements.email.value === 'ada@example.org'")
        .await
        .unwrap();
    let name = "signup.elements.name.value";
    assert_eq!(page.value(name).await.unwrap(), "");
    // It is required.
    talk.asks_for("name").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_an_interview_that_is_begun_anew_no_answer_stays_in_the_form() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    talk.answer("Ada Lovelace").await.unwrap();
    page.wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    talk.asks_for("email").await.unwrap();
    talk.type_into("[name=email]", "ada@example.org\t")
        .await
        .unwrap();
    page.wait_for("talk.getData().email === 'ada@example.org'")
        .await
        .unwrap();
    page.value("(talk.reset(), 1)").await.unwrap();
    page.wait_for("signup.elements.name.value === ''")
        .await
        .unwrap();
    // What they have put in themselves counts in the next one too.
    page.wait_for("talk.getData().email === 'ada@example.org'")
        .await
        .unwrap();
    assert_eq!(
        page.value("[signup.elements.email.value, 'name' in talk.getData()]")
            .await
            .unwrap(),
        json!(["ada@example.org", false])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_one_that_was_put_in_before_the_element_was_loaded_anew() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    let name = "signup.elements.name.value";
    let ready = "told.filter(it => it.name === 'ready').length";
    // As the site has it for the visitor that it knows: that is no answer of the interview's.
    page.value("(signup.elements.email.value = 'ada@example.org', talk.reload(), 1)")
        .await
        .unwrap();
    // Both are told to begin anew, the second before it is there.
    for (at, calls) in ["talk.reload()", "talk.reload(), talk.reset()"]
        .into_iter()
        .enumerate()
    {
        talk.asks_for("name").await.unwrap();
        talk.answer("Ada Lovelace").await.unwrap();
        talk.asks_for("way").await.unwrap();
        page.wait_for(&format!("{name} === 'Ada Lovelace'"))
            .await
            .unwrap();
        let before = page.value(ready).await.unwrap();
        page.value(&format!("({calls}, 1)")).await.unwrap();
        if at == 0 {
            page.wait_for(&format!("{ready} > {before}")).await.unwrap();
            talk.waits_for("answer").await.unwrap();
            page.value("(talk.reset(), 1)").await.unwrap();
        }
        page.wait_for(&format!("{name} === ''")).await.unwrap();
        talk.asks_for("name").await.unwrap();
        page.wait_for("talk.getData().email === 'ada@example.org'")
            .await
            .unwrap();
        let has_name = "'name' in talk.getData()";
        assert_eq!(page.value(has_name).await.unwrap(), false, "{calls}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_reload_the_answers_are_in_the_form_again_and_the_interview_goes_on() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    talk.answer("Ada Lovelace").await.unwrap();
    talk.page
        .wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    talk.waits_for("answer").await.unwrap();
    browser.driver.goto(host.origin()).await.unwrap();
    let page = &talk.page;
    page.wait_for("signup.elements.name.value === 'Ada Lovelace'")
        .await
        .unwrap();
    talk.answer_all(&signup_words()).await.unwrap();
    assert_eq!(
        page.value(ENTRIES).await.unwrap(),
        json!([
            ["name", "Ada Lovelace"],
            ["email", "ada@example.org"],
            ["way", "post"],
            ["secret", ""]
        ])
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_differ_in_their_query_alone_have_an_interview_each() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    let name = "signup.elements.name.value";
    let of = |query: &str| format!("{}/?{query}", host.origin());
    browser.driver.goto(of("id=1")).await.unwrap();
    talk.answer("Ada Lovelace").await.unwrap();
    page.wait_for(&format!("{name} === 'Ada Lovelace'"))
        .await
        .unwrap();
    talk.waits_for("answer").await.unwrap();
    // The same form about somebody else.
    browser.driver.goto(of("id=2")).await.unwrap();
    talk.asks_for("name").await.unwrap();
    assert_eq!(page.value("talk.getData()").await.unwrap(), json!({}));
    assert_eq!(page.value(name).await.unwrap(), "");
    // Each goes on where it was.
    browser.driver.goto(of("id=1")).await.unwrap();
    page.wait_for(&format!("{name} === 'Ada Lovelace'"))
        .await
        .unwrap();
    browser.close().await;
}

/// An interview about a fixture's form, answered in words; then the form holds what it should. The
/// page may show one field more because of an answer, which is asked for too: `shown_later`, its name
/// and the answer.
async fn is_talked_through(name: &str, shown_later: Option<(&str, &str)>) {
    let fixture = HostForm::of(name);
    let expected = fixture.expected();
    let (mut said, mut holds) = (
        words(expected["answers"].clone()),
        expected["filled"].clone(),
    );
    let body = format!(
        "<kikitori-form id=\"talk\" for=\"host\" lang=\"en\"></kikitori-form>{}",
        fixture.html
    );
    let (host, _site, browser, _profile) = host_with(&body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    if let Some((field, text)) = shown_later {
        said.insert(field.to_owned(), json!(text));
        for entry in holds.as_array_mut().unwrap() {
            if entry[0] == field {
                entry[1] = json!(text);
            }
        }
        talk.answer_all(&said).await.unwrap();
        // The page is read anew once it is quiet, which may be after the last answer.
        let is_asked = talk.within(".session-main[data-state=\"answer\"][data-step]");
        let is_filled = format!("host.elements[{}]?.value === {}", json!(field), json!(text));
        let either = format!("{is_filled} || {is_asked}");
        talk.page.wait_for(&either).await.unwrap();
    }
    talk.answer_all(&said).await.unwrap();
    talk.confirm().await.unwrap();
    let problems = reviewed(&talk.page).await["problems"].clone();
    let filled = talk.page.value("[...new FormData(host)]").await.unwrap();
    assert_eq!((filled, problems), (holds, json!([])), "{name}");
    talk.page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_bootstrap_is_talked_through() {
    is_talked_through("bootstrap5", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_govuk_is_talked_through() {
    is_talked_through("govuk", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_whose_inputs_react_controls_is_talked_through() {
    is_talked_through("react_controlled", Some(("often", "Every week"))).await;
}
