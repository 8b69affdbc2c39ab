//! Changing answers by hand: what is shown and said at once, and ways back.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Site, nothing_to_mend, nothing_to_mend_in_any_light,
    short_form,
};
use serde_json::json;

const LINE: &str = "[data-testid=\"message\"] [data-field=\"name\"].accepted";

/// A form whose second field is required and may be left open, or is needed to send.
fn asks_for_income(if_declined: &str) -> String {
    json!({
        "id": "rent", "title": "Rent",
        "fields": [
            {"id": "income", "label": "Monthly income", "required": true, "ifDeclined": if_declined,
                "answer": {"type": "integer", "min": 0}},
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
        ],
    })
    .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_changed_by_hand_shows_old_and_new_at_once_and_is_read_out() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.wait_for(&format!("document.querySelector('{LINE}')"))
        .await
        .unwrap();
    page.listen().await.unwrap();
    let before = page
        .value("document.querySelectorAll('[data-testid=\"message\"]').length")
        .await
        .unwrap();
    page.press(&format!("{LINE} [data-testid=\"change\"]"))
        .await
        .unwrap();
    page.put_into("#said-name", "Ada King").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for(&format!("document.querySelector('{LINE}[data-testid=\"corrected\"]')?.innerText.replace(/\\s+/g, ' ').includes('Ada Lovelace')"))
        .await
        .unwrap();
    let told = page.value(&format!("(() => {{ const line = document.querySelector('{LINE}'); return [line.querySelector('del').textContent, line.querySelector('[data-testid=\"accepted-value\"]').textContent]; }})()")).await.unwrap();
    assert_eq!(told, json!(["Ada Lovelace", "Ada King"]));
    assert_eq!(
        page.read_out().await.unwrap(),
        ["Changed, Full name: Ada King."]
    );
    // Nobody was asked anything for it.
    let after = page
        .value("document.querySelectorAll('[data-testid=\"message\"]').length")
        .await
        .unwrap();
    assert_eq!(before, after);
    page.has_kept_focus("changing an answer").await.unwrap();
    nothing_to_mend_in_any_light(&browser, "a changed answer").await;
    page.picture("corrections-old-and-new").await.unwrap();
    // The plain form shows its changes likewise.
    page.fill_in_by_hand().await.unwrap();
    page.put("name", "Ada Byron").await.unwrap();
    page.press("[data-testid=\"plain-save\"]").await.unwrap();
    page.is_on("interview").await.unwrap();
    page.wait_for(&format!(
        "document.querySelector('{LINE} [data-testid=\"accepted-value\"]')?.textContent === 'Ada Byron'"
    ))
    .await
    .unwrap();
    // When a message tells it, the line that does not hold any more says so, without a mark.
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let old = "document.querySelector('[data-testid=\"answer-value\"][data-field=\"name\"]').closest('dd').querySelector('del')?.textContent";
    assert_eq!(page.value(old).await.unwrap(), "Ada King");
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.is_on("review").await.unwrap();
    page.wait_for(&format!("{old} === 'Ada King'"))
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_by_hand_stands_before_what_is_said_next_and_not_as_if_it_came_of_it() {
    let form = json!({
        "id": "visit", "title": "Visit",
        "fields": [
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
            {"id": "town", "label": "Town", "required": true, "answer": {"type": "shortText"}},
            {"id": "street", "label": "Street", "required": true, "answer": {"type": "shortText"}},
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
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.press(&format!("{LINE} [data-testid=\"change\"]"))
        .await
        .unwrap();
    page.put_into("#said-name", "Ada King").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for(&format!(
        "document.querySelector('{LINE}[data-testid=\"corrected\"]')"
    ))
    .await
    .unwrap();
    page.answer("Kyoto").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let told = "[...document.querySelectorAll('[data-testid=\"message\"]')].map(it => it.dataset.speaker[0] + ':' + [...it.querySelectorAll('.accepted[data-field]:not([data-testid=\"replaced\"])')].map(it => it.dataset.field).join()).join(' ')";
    let expected = "a: r: a: r:name a:town";
    assert_eq!(page.value(told).await.unwrap(), expected);
    nothing_to_mend_in_any_light(&browser, "a change by hand before an answer").await;
    page.fits_its_width().await.unwrap();
    page.picture("changed-by-hand-before-360").await.unwrap();
    page.value("location.reload()").await.unwrap();
    page.wait_for(&format!("{told} === '{expected}'"))
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_was_corrected_in_words_loses_its_mark_and_its_change() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({
        "id": "three", "title": "Three",
        "fields": [
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
            {"id": "people", "label": "People", "required": true, "answer": {"type": "integer", "min": 1}},
            {"id": "notes", "label": "Notes", "required": true},
        ],
    });
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    for answer in ["Ada Lovelace", "3", "Sorry, it was 4, not 3"] {
        page.answer(answer).await.unwrap();
        page.settled().await.unwrap();
    }
    let lines = "[...document.querySelectorAll('.accepted[data-field=\"people\"]')].map(it => [it.dataset.testid, !!it.querySelector('.state-mark'), !!it.querySelector('[data-testid=\"change\"]')])";
    page.wait_for("document.querySelectorAll('.accepted[data-field=\"people\"]').length === 2")
        .await
        .unwrap();
    assert_eq!(
        page.value(lines).await.unwrap(),
        json!([["replaced", false, false], ["corrected", true, true]])
    );
    nothing_to_mend_in_any_light(&browser, "a line that was replaced").await;
    page.picture("corrections-replaced").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_once_can_leave_it_open_with_a_button_and_is_told_what_that_leads_to() {
    for (if_declined, is_needed, way_out) in [
        ("leaveOpen", false, "Leave it open"),
        // What keeps the form from being sent can only wait.
        ("cannotSend", true, "Leave it for now"),
    ] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let browser = Browser::open(&profile, &Options::default()).await;
        let form = asks_for_income(if_declined);
        let page = Page::begin_with(&browser, &site, &profile, &form)
            .await
            .unwrap();
        let buttons = "document.querySelectorAll('[data-testid=\"leave-open\"]').length";
        assert_eq!(page.value(buttons).await.unwrap(), 0);
        page.answer("I'd rather not say").await.unwrap();
        page.settled().await.unwrap();
        page.wait_for(buttons).await.unwrap();
        assert_eq!(page.text_of("leave-open").await.unwrap(), way_out);
        let told = "document.querySelectorAll('[data-testid=\"needed-to-send\"]').length === 1";
        assert_eq!(page.value(told).await.unwrap(), is_needed);
        nothing_to_mend_in_any_light(&browser, "a way out").await;
        page.picture(&format!("corrections-way-out-{if_declined}"))
            .await
            .unwrap();
        page.press("[data-testid=\"leave-open\"]").await.unwrap();
        page.wait_for("document.querySelector('[data-testid=\"outline\"] [data-field=\"income\"] .outline-value')?.textContent === 'Declined, left open'")
            .await
            .unwrap();
        // Nothing says that it is done.
        let field = "document.querySelector('[data-testid=\"outline\"] [data-field=\"income\"]')";
        let state = page
            .value(&format!(
                "[{field}.innerText.includes('Done'), {field}.querySelector('.state-mark').dataset.mark]"
            ))
            .await
            .unwrap();
        assert_eq!(state, json!([false, "without"]));
        assert_eq!(page.settled().await.unwrap(), "answer");
        page.answer("Ada Lovelace").await.unwrap();
        page.settled().await.unwrap();
        // What is needed to send is asked for once more at the end.
        if page
            .value("document.querySelector('main').dataset.screen")
            .await
            .unwrap()
            != "review"
        {
            page.wait_for(buttons).await.unwrap();
            page.press("[data-testid=\"leave-open\"]").await.unwrap();
        }
        page.is_on("review").await.unwrap();
        let shown = page.shown_answers().await.unwrap();
        assert_eq!(shown["income"], "Declined, left open");
        assert_eq!(
            page.value("document.querySelectorAll('[data-testid=\"blocking\"]').length === 1")
                .await
                .unwrap(),
            is_needed
        );
        page.picture(&format!("corrections-declined-{if_declined}"))
            .await
            .unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmed_form_that_nobody_has_is_corrected_and_confirmed_again() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.review_short_form().await.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    page.press("[data-testid=\"reopen\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.has_kept_focus("going back to the answers")
        .await
        .unwrap();
    page.press("[data-change=\"name\"]").await.unwrap();
    page.put_into("#change-name", "Ada King").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer-value\"][data-field=\"name\"]').textContent === 'Ada King'")
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(submission["fields"][0]["value"], "Ada King");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_half_typed_into_the_plain_form_outlives_leaving_it_and_a_reload() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.put("name", "Ada Lo").await.unwrap();
    page.pick("way", 1).await.unwrap();
    page.press("[data-testid=\"plain-back\"]").await.unwrap();
    page.is_on("interview").await.unwrap();
    page.has_stored("Ada Lo").await.unwrap();
    // Nothing was recorded.
    let recorded = "document.querySelectorAll('.outline-value').length";
    assert_eq!(page.value(recorded).await.unwrap(), 0);
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.settled().await.unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.wait_for("document.querySelector('#field-name')?.value === 'Ada Lo' && document.querySelector('#field-way-1').checked")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"unsaved\"]')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "what is not saved").await;
    page.picture("corrections-unsaved").await.unwrap();
    page.press("[data-testid=\"discard\"]").await.unwrap();
    page.wait_for("document.querySelector('#field-name')?.value === '' && !document.querySelector('#field-way-1').checked")
        .await
        .unwrap();
    page.has_kept_focus("discarding").await.unwrap();
    page.put("name", "Ada King").await.unwrap();
    page.pick("way", 0).await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    // What was saved is no draft any more.
    page.wait_for(
        "document.querySelector('[data-testid=\"answer-value\"]').textContent === 'Ada King'",
    )
    .await
    .unwrap();
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.is_on("review").await.unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.wait_for("document.querySelector('#field-name')?.value === 'Ada King'")
        .await
        .unwrap();
    let notices = "document.querySelectorAll('[data-testid=\"unsaved\"]').length";
    assert_eq!(page.value(notices).await.unwrap(), 0);
    browser.close().await;
}
