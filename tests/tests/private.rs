//! A private field on the page: asked, corrected, kept and taken away, and no request to a model
//! holds the answer. Every site that the tests start looks for it (`src/site.rs`).

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend_in_any_light};
use serde_json::{Value, json};
use thirtyfour::Key;

fn form() -> String {
    json!({
        "id": "trip", "title": "Trip",
        "fields": [
            {"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText"}},
            {"id": "passport", "label": "Passport number", "required": true, "private": true,
                "answer": {"type": "shortText", "minLength": 12}},
            {"id": "health", "label": "Illnesses", "required": false, "private": true},
            {"id": "notes", "label": "Notes", "required": false},
        ],
    })
    .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_private_reaches_the_file_and_no_model() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let asked = site.endpoint().seen().len();
    // They are told before they write it.
    let told = page.text_of("no-reader").await.unwrap();
    assert!(told.starts_with("No AI reads"), "{told}");
    // Too short, and then enough: code says so, and nobody is asked.
    for said in ["canary-1", "canary-K1234567"] {
        page.answer(said).await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
    }
    assert_eq!(site.endpoint().seen().len(), asked);
    nothing_to_mend_in_any_light(&browser, "a private answer").await;
    // Corrected in the conversation, and by a reload in the middle.
    page.press(".accepted[data-field=\"passport\"] [data-testid=\"change\"]")
        .await
        .unwrap();
    page.put_into("#said-passport", "canary-K7654321")
        .await
        .unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    let shown = "[...document.querySelectorAll('[data-testid=\"accepted-value\"]')].some(it => it.textContent === 'canary-K7654321')";
    page.wait_for(shown).await.unwrap();
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.wait_for(shown).await.unwrap();
    // The other one on the plain form.
    page.fill_in_by_hand().await.unwrap();
    page.put("health", "canary-asthma").await.unwrap();
    page.press("[data-testid=\"plain-save\"]").await.unwrap();
    page.is_on("interview").await.unwrap();
    // Until then it is the next answer that would be taken for it.
    page.wait_for(&shown.replace("canary-K7654321", "canary-asthma"))
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("Nothing else, thank you").await.unwrap();
    page.is_on("review").await.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    let values: Vec<&Value> = (1..3).map(|at| &file["fields"][at]["text"]).collect();
    assert_eq!(values, ["canary-K7654321", "canary-asthma"]);
    assert!(site.endpoint().seen().len() > asked, "models were asked");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_in_words_is_understood_and_one_button_stands_for_it() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let offered = "[...document.querySelectorAll('.choices button')].map(it => it.textContent)";
    for (said, told, ways) in [
        (
            "it is with the embassy",
            "Is that your answer, word for word?",
            json!([
                "That is my answer",
                "I would rather not say",
                "I don’t know"
            ]),
        ),
        (
            "je ne veux pas le donner",
            "Without this the form cannot be finished.",
            json!(["Leave it for now"]),
        ),
    ] {
        page.answer(said).await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
        let asked = page.last_question().await.unwrap();
        assert!(asked.starts_with(told), "{asked}");
        assert!(asked.contains("Please fill in: Passport number"), "{asked}");
        assert_eq!(page.value(offered).await.unwrap(), ways);
    }
    nothing_to_mend_in_any_light(&browser, "a private question that was refused").await;
    page.answer("I don't know").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.wait_for("document.querySelector('[data-testid=\"outline\"] [data-field=\"passport\"] .outline-value')?.textContent === 'Not known'")
        .await
        .unwrap();
    browser.close().await;
}

const REST_BACK: &str = "The rest of your message was not read yet, and no AI was sent it.";
const TOLD: &str = "my passport number is canary-K1234567, my sister Marta lives in Kyoto";
const REST: &str = "my sister Marta lives in Kyoto";

#[tokio::test(flavor = "multi_thread")]
async fn what_a_private_message_says_besides_is_in_the_box_again_and_outlives_a_reload() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let asked = site.endpoint().seen().len();
    // By keyboard alone.
    page.value("document.querySelector('#composer').focus()")
        .await
        .unwrap();
    let keys = format!("{TOLD}{}", char::from(Key::Enter));
    let actions = browser.driver.action_chain();
    actions.send_keys(keys).perform().await.unwrap();
    let is_taken = "[...document.querySelectorAll('[data-testid=\"accepted-value\"], .accepted[data-field=\"passport\"] .accepted-value')].some(it => it.textContent === 'canary-K1234567')";
    page.wait_for(is_taken).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.typed().await.unwrap(), REST);
    let told = page.last_question().await.unwrap();
    assert!(
        told.starts_with(REST_BACK) && told.contains("Please fill in: Illnesses"),
        "{told}"
    );
    let read_out =
        "[...document.querySelectorAll('[role=\"status\"]')].map(it => it.textContent).join(' ')";
    let read_out = page.value(read_out).await.unwrap();
    assert!(read_out.as_str().unwrap().contains(REST_BACK), "{read_out}");
    let focus = page.value("document.activeElement.id").await.unwrap();
    assert_eq!(focus, "composer");
    nothing_to_mend_in_any_light(&browser, "the rest of a private message").await;
    assert_eq!(site.endpoint().seen().len(), asked, "nobody is asked");
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.typed().await.unwrap(), REST);
    // A step back gives all of it back, once.
    page.click("go-back").await.unwrap();
    let is_back = format!(
        "document.querySelector('#composer').value === {}",
        json!(TOLD)
    );
    page.wait_for(&is_back).await.unwrap();
    page.click("send").await.unwrap();
    let is_rest = format!(
        "document.querySelector('#composer').value === {}",
        json!(REST)
    );
    page.wait_for(&is_rest).await.unwrap();
    // Who does not want to send it is rid of it by one button, which is there for that alone.
    let can_be_emptied = "!document.querySelector('[data-testid=\"empty-the-box\"]').hidden";
    page.wait_for(can_be_emptied).await.unwrap();
    page.click("empty-the-box").await.unwrap();
    page.wait_for("document.querySelector('#composer').value === ''")
        .await
        .unwrap();
    let focus = page.value("document.activeElement.id").await.unwrap();
    assert_eq!(focus, "composer");
    let is_there = page.value(can_be_emptied).await.unwrap();
    assert_eq!(is_there, false);
    // They send it with what comes next, by their own will.
    page.answer("skip").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer(REST).await.unwrap();
    page.is_on("review").await.unwrap();
    let seen = site.endpoint().seen();
    assert!(seen.iter().any(|it| it.body.to_string().contains("Marta")));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_at_a_private_field_is_answered_by_what_the_form_says() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("¿para qué lo necesitan?").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let told = page.last_question().await.unwrap();
    assert!(
        told.starts_with("No AI reads what you write here, and the form itself says no more")
            && told.contains("Please fill in: Passport number"),
        "{told}"
    );
    nothing_to_mend_in_any_light(&browser, "a question at a private field").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "a private answer was sent to a model")]
async fn a_test_in_which_a_model_is_sent_a_private_answer_fails() {
    let site = Site::start(Model::Scripted).await;
    let client = kikitori_native::loopback().build().unwrap();
    let body = json!({"messages": [{"role": "user", "content": "canary-4711"}]}).to_string();
    let request = client.post(format!("{}v1/chat/completions", site.url()));
    let sent = request
        .header("content-type", "application/json")
        .body(body);
    sent.send().await.unwrap();
}
