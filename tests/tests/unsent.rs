//! What was typed or ticked and not sent is not lost when something else is: when the form is confirmed,
//! or words are sent. What one step back takes back is named.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Script, Site, nothing_to_mend};
use serde_json::{Value, json};

/// Its last question is private.
fn form() -> String {
    json!({
        "id": "plot", "title": "Plot",
        "fields": [
            {"id": "size", "label": "Size", "required": true, "answer": {"type": "shortText"}},
            {"id": "phone", "label": "Phone", "required": true, "private": true,
                "answer": {"type": "phone"}},
        ],
    })
    .to_string()
}

const ERROR: &str = "document.querySelector('[data-testid=\"composer-error\"]').textContent";
const NOT_SENT_YET: &str = "document.querySelector('[data-testid=\"not-sent-yet\"]')";
const MAY_CONFIRM: &str =
    "document.querySelector('[data-testid=\"confirm\"]').getAttribute('aria-disabled') === 'false'";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_of_a_private_message_is_asked_for_before_the_form_is_confirmed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form())
        .await
        .unwrap();
    page.answer("half").await.unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"message\"][data-speaker=\"assistant\"]').length > 1")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("call my sister Rosa, canary +44 7700 900123, and I would prefer the full one")
        .await
        .unwrap();
    page.is_on("review").await.unwrap();
    let left = page.typed().await.unwrap();
    assert!(left.contains("prefer the full one"), "{left}");
    page.wait_for(NOT_SENT_YET).await.unwrap();
    page.wait_for(MAY_CONFIRM).await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for(&format!(
        "{ERROR}.includes('not sent yet') && document.activeElement.id === 'composer'"
    ))
    .await
    .unwrap();
    nothing_to_mend(&browser, "what was not sent").await;
    page.picture("review-not-sent").await.unwrap();
    // An empty box that is sent says so, and takes nothing away.
    page.fill("").await.unwrap();
    page.click("send").await.unwrap();
    page.wait_for(&format!(
        "{ERROR} === 'Type an answer first.' && {MAY_CONFIRM}"
    ))
    .await
    .unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    // What the file holds of what no model was shown is named.
    assert_eq!(
        page.text_of("has-private").await.unwrap(),
        "The file holds your private answers too: Phone"
    );
    nothing_to_mend(&browser, "the files of a finished form").await;
    page.picture("done-files").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_in_the_box_when_the_last_question_is_skipped_is_said_to_be_unsent() {
    let form = json!({
        "id": "two", "title": "Two",
        "fields": [
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
            {"id": "notes", "label": "Notes", "required": false},
        ],
    });
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"skip\"]')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.fill("Ring twice").await.unwrap();
    page.press("[data-testid=\"skip\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.wait_for(NOT_SENT_YET).await.unwrap();
    assert_eq!(page.typed().await.unwrap(), "Ring twice");
    // Above the box, as its own hint is hidden by what stands in it.
    let is_above = format!(
        "{NOT_SENT_YET}.compareDocumentPosition(document.querySelector('#composer')) === Node.DOCUMENT_POSITION_FOLLOWING"
    );
    assert_eq!(page.value(&is_above).await.unwrap(), true);
    nothing_to_mend(&browser, "something unsent on the last page").await;
    page.fits_its_width().await.unwrap();
    page.picture("review-came-along-360").await.unwrap();
    // What is typed there afresh is nobody's news.
    page.fill("").await.unwrap();
    page.wait_for(&format!("{NOT_SENT_YET} === null"))
        .await
        .unwrap();
    page.fill("Ring once").await.unwrap();
    assert_eq!(
        page.value(&format!("{NOT_SENT_YET} === null"))
            .await
            .unwrap(),
        true
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_of_a_private_message_is_read_where_it_is_no_answer_to_the_next_private_question()
 {
    let form = json!({
        "id": "loan", "title": "Loan",
        "fields": [
            {"id": "size", "label": "Size", "required": true, "answer": {"type": "shortText"}},
            {"id": "identity", "label": "Identity number", "required": true, "private": true,
                "answer": {"type": "shortText", "minLength": 9, "maxLength": 9}},
            {"id": "phone", "label": "Phone", "required": true, "private": true,
                "answer": {"type": "phone"}},
        ],
    });
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    let asks =
        "document.querySelectorAll('[data-testid=\"message\"][data-speaker=\"assistant\"]').length";
    page.answer("half").await.unwrap();
    page.wait_for(&format!("{asks} > 1")).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("it is 123456782, and we come with the big van")
        .await
        .unwrap();
    page.wait_for(&format!("{asks} > 2")).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let left = page.typed().await.unwrap();
    assert!(left.contains("big van"), "{left}");
    // It is sent as it stands there, and is no phone number.
    page.click("send").await.unwrap();
    page.wait_for(&format!("{asks} > 3")).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.wait_for("document.querySelector('#composer').value === ''")
        .await
        .unwrap();
    page.fill("+44 7700 900123").await.unwrap();
    page.click("send").await.unwrap();
    page.is_on("review").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// Days to tick, and a name that is told beside them.
fn days() -> String {
    let days = ["Monday", "Tuesday", "Wednesday"];
    json!({
        "id": "visit", "title": "Visit",
        "fields": [
            {"id": "days", "label": "Days", "required": true, "answer": {"type": "choices", "options": days}},
            {"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText"}},
            {"id": "town", "label": "Town", "required": true, "answer": {"type": "shortText"}},
        ],
    })
    .to_string()
}

const TICKED_AND_TYPED: &str = "Monday, Wednesday\nrather early, and I am Ada";

fn ask(heard: &[Value], asks: &str, message: &str) -> Value {
    json!({"heard": heard, "question": null, "language": null, "country": null, "time_zone": null,
        "asks": asks, "message": message, "suggestions": null})
}

fn answered(field: &str, quote: &str, value: Value) -> Value {
    json!({"field_id": field, "quote": quote, "value": value, "facts": null, "missing": null,
        "outcome": "answered"})
}

async fn tick(page: &Page<'_>, days: &[usize]) {
    page.wait_for("document.querySelector('main').dataset.state === 'answer' && document.querySelector('#picked-days-0')")
        .await
        .unwrap();
    for day in days {
        page.press(&format!("#picked-days-{day}")).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_ticked_is_sent_with_the_words_beside_it_and_all_of_it_is_taken_back() {
    let both = json!(["Monday", "Wednesday"]).to_string();
    let heard = [
        answered("days", "Monday, Wednesday", json!(both)),
        answered("name", "I am Ada", json!("Ada")),
    ];
    let script = Script::new()
        .then("ask", "", ask(&[], "days", "Which days suit you?"))
        .then(
            "ask",
            TICKED_AND_TYPED,
            ask(&heard, "town", "And which town?"),
        )
        .then("ask", "", ask(&[], "name", "What is your name?"));
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    site.endpoint().follows(&script);
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, &days())
        .await
        .unwrap();
    tick(&page, &[0, 2]).await;
    page.answer("rather early, and I am Ada").await.unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"accepted-value\"]').length === 2")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.answers().await.unwrap(), [TICKED_AND_TYPED]);
    assert_eq!(page.typed().await.unwrap(), "");
    page.click("go-back").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"gone\"]')")
        .await
        .unwrap();
    let told = page.text_of("gone").await.unwrap();
    assert!(told.contains("Days: Monday, Wednesday"), "{told}");
    assert!(told.contains("Name: Ada"), "{told}");
    page.wait_for(
        "document.querySelector('[aria-live=\"polite\"]').textContent.includes('Name: Ada')",
    )
    .await
    .unwrap();
    assert_eq!(page.typed().await.unwrap(), TICKED_AND_TYPED);
    nothing_to_mend(&browser, "a step that was taken back").await;
    page.fits_its_width().await.unwrap();
    page.picture("taken-back-360").await.unwrap();
    // Ticks without words are sent by the box's own button, too.
    page.fill("").await.unwrap();
    tick(&page, &[1]).await;
    page.click("send").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"accepted-value\"]')?.textContent === 'Tuesday'",
    )
    .await
    .unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"gone\"]')")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_ticks_than_are_taken_are_said_with_the_words_that_are_sent() {
    let said = "Monday, Tuesday, Wednesday\ntwo of these, whichever is quieter";
    let mut form: Value = serde_json::from_str(&days()).unwrap();
    form["fields"][0]["answer"]["max"] = json!(2);
    let script = Script::new()
        .then("ask", "", ask(&[], "days", "Which days suit you?"))
        .then(
            "ask",
            said,
            json!({"heard": [], "question": "which are quieter", "language": null, "country": null,
                "time_zone": null, "asks": "days", "suggestions": null,
                "message": "I do not know that. Which two?"}),
        );
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    site.endpoint().follows(&script);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    tick(&page, &[0, 1, 2]).await;
    page.answer("two of these, whichever is quieter")
        .await
        .unwrap();
    page.wait_for("document.body.textContent.includes('Which two?')")
        .await
        .unwrap();
    assert_eq!(page.answers().await.unwrap(), [said]);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_ticked_and_not_sent_is_there_after_a_reload_and_in_the_form() {
    let script = Script::new().then("ask", "", ask(&[], "days", "Which days suit you?"));
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    site.endpoint().follows(&script);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &days())
        .await
        .unwrap();
    tick(&page, &[0, 2]).await;
    page.has_stored(r#"["Monday","Wednesday"]"#).await.unwrap();
    browser.driver.refresh().await.unwrap();
    let ticked = |place: &str| {
        format!(
            "[0, 1, 2].map(at => document.querySelector(`#{place}-days-${{at}}`)?.checked).join() === 'true,false,true'"
        )
    };
    page.wait_for(&ticked("picked")).await.unwrap();
    page.click("open-form").await.unwrap();
    page.wait_for(&ticked("field")).await.unwrap();
    page.click("plain-back").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_keys_before_a_reload_are_not_lost() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    // In one go: the store has no time for it.
    page.value(
        "(box => { box.value = 'Ada Love'; box.dispatchEvent(new InputEvent('input', {bubbles: true})); location.reload(); return 1; })(document.querySelector('textarea[data-testid=\"composer\"]'))",
    )
    .await
    .unwrap();
    page.wait_for(
        "document.querySelector('textarea[data-testid=\"composer\"]')?.value === 'Ada Love'",
    )
    .await
    .unwrap();
    page.settled().await.unwrap();
    // What is deleted then comes back no more.
    page.fill("").await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(
        page.value("document.querySelector('textarea[data-testid=\"composer\"]').value")
            .await
            .unwrap(),
        ""
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
