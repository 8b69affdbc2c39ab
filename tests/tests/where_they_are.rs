//! Language, country and time zone in the middle of an interview: set by the control and in words, and
//! asked for by a form that needs the country.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Site, nothing_to_mend_in_any_light, short_form,
};
use serde_json::{Value, json};

/// Waits until the line below the title tells all of `parts`.
async fn is_told(page: &Page<'_>, parts: &[&str]) {
    let parts = json!(parts);
    page.wait_for(&format!(
        "{parts}.every(part => document.querySelector('[data-testid=\"place\"]')?.textContent.includes(part))"
    ))
    .await
    .unwrap();
}

/// Confirms the form, and reads where it says that they are.
async fn leaves(page: &Page<'_>, profile: &Profile) -> Value {
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(profile).await.unwrap();
    json!([file["language"], file["country"], file["timezone"]])
}

#[tokio::test(flavor = "multi_thread")]
async fn the_country_is_changed_by_the_control_and_in_words_and_the_question_stays() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    is_told(&page, &["English", "Japan"]).await;
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let question = page.last_question().await.unwrap();
    let calls = site.take_calls().len();
    page.press("[data-testid=\"place-change\"]").await.unwrap();
    page.put_into("#place-country", "DE").await.unwrap();
    page.wait_for("document.querySelector('#place-zone').value === 'Europe/Berlin'")
        .await
        .unwrap();
    page.press("[data-testid=\"place-save\"]").await.unwrap();
    is_told(&page, &["English", "Germany", "Central European"]).await;
    // Nobody is asked anything for it, and what was asked is asked still.
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.last_question().await.unwrap(), question);
    assert_eq!((calls, site.take_calls().len()), (2, 0));
    for (said, told) in [
        ("Sorry, I live in Iceland", ["Iceland", "English"]),
        (
            "My time zone is Atlantic/Reykjavik",
            ["Iceland", "Greenwich"],
        ),
    ] {
        page.answer(said).await.unwrap();
        is_told(&page, &told).await;
        assert_eq!(page.settled().await.unwrap(), "answer", "{said}");
        // Where it is seen, too, until something else is said.
        let moved = page.text_of("place-moved").await.unwrap();
        assert!(told.iter().all(|it| moved.contains(it)), "{moved}");
        page.wait_for("document.querySelector('[data-testid=\"outline\"] [data-field=\"way\"][data-state=\"interviewing\"]')")
            .await
            .unwrap();
    }
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    assert_eq!(
        leaves(&page, &profile).await,
        json!(["en", "IS", "Atlantic/Reykjavik"])
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_form_that_needs_the_country_asks_for_it_where_nothing_tells() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    // A zone of no country.
    let zone = json!({"timezoneId": "Etc/UTC"});
    browser.tell("Emulation.setTimezoneOverride", zone).await;
    let mut form: Value = serde_json::from_str(&short_form(&json!({"type": "download"}))).unwrap();
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    let question = page.last_question().await.unwrap();
    assert!(question.contains("full name"), "{question}");
    form["needs"] = json!(["country"]);
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    let question = page.last_question().await.unwrap();
    assert!(question.contains("Which country"), "{question}");
    // A country of one zone.
    page.answer("Iceland").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    is_told(&page, &["Iceland"]).await;
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    assert_eq!(
        leaves(&page, &profile).await,
        json!(["en", "IS", "Atlantic/Reykjavik"])
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_of_another_zone_is_changed_in_it_or_moved_by_a_box() {
    const FORM: &str = r#"{"id": "f", "title": "Visit", "fields": [
        {"id": "at", "label": "When do you arrive?", "required": true, "answer": {"type": "time"}},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    for size in [(360, 740), (1280, 800)] {
        let options = Options {
            size,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::begin_with(&browser, &site, &profile, FORM)
            .await
            .unwrap();
        // What is told in a zone that they chose stays in it.
        let settle = async |zone: &str| {
            page.press("[data-testid=\"place-change\"]").await.unwrap();
            page.put_into("#place-zone", zone).await.unwrap();
            page.press("[data-testid=\"place-save\"]").await.unwrap();
        };
        settle("America/Chicago").await;
        page.answer("21:30").await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
        settle("Asia/Tokyo").await;
        let value = "(document.querySelector('.accepted[data-field=\"at\"] [data-testid=\"accepted-value\"]')?.textContent ?? '')";
        let is = |time: &str, zone: &str| {
            format!(
                "{value}.includes({}) && {value}.includes({})",
                json!(time),
                json!(zone)
            )
        };
        page.wait_for(&is("21:30", "Central")).await.unwrap();
        for (time, moves, zone) in [("21:45", false, "Central"), ("22:00", true, "Japan")] {
            page.press(".accepted[data-field=\"at\"] [data-testid=\"change\"]")
                .await
                .unwrap();
            page.wait_for("document.querySelector('[data-testid=\"tell-here\"]')")
                .await
                .unwrap();
            page.put_into("#said-at", time).await.unwrap();
            if moves {
                page.click_on("[data-testid=\"tell-here\"]").await.unwrap();
                page.picture(&format!("zone-box-{}", size.0)).await.unwrap();
                page.fits_its_width().await.unwrap();
                nothing_to_mend_in_any_light(&browser, "a time of another zone").await;
            }
            page.press("[data-testid=\"change-save\"]").await.unwrap();
            page.wait_for(&is(time, zone)).await.unwrap();
        }
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn times_of_a_list_are_moved_line_by_line_or_all_at_once_by_a_box() {
    const FORM: &str = r#"{"id": "f", "title": "Trips", "fields": [
        {"id": "trips", "label": "Trips", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true},
            {"id": "at", "label": "At", "required": true, "answer": {"type": "time"}}]}},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    let settle = async |zone: &str| {
        page.press("[data-testid=\"place-change\"]").await.unwrap();
        page.put_into("#place-zone", zone).await.unwrap();
        page.press("[data-testid=\"place-save\"]").await.unwrap();
    };
    settle("America/Chicago").await;
    page.answer("What; At\nbus; 21:30\ncar; 22:00\nboat; 23:00")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    settle("Asia/Tokyo").await;
    let last_page = "document.querySelector('main').dataset.screen === 'review'";
    page.answer("Ada Lovelace").await.unwrap();
    page.wait_for(last_page).await.unwrap();
    let zone_of = |line: usize, zone: &str| {
        format!(
            "document.querySelector('tbody[data-line=\"{line}\"]')?.textContent.includes('{zone}')"
        )
    };
    for line in 1..=3 {
        page.wait_for(&zone_of(line, "Central")).await.unwrap();
    }
    let tell_here = "[data-testid=\"tell-here\"]";
    page.press("[data-line-change=\"change-2\"]").await.unwrap();
    page.click_on(tell_here).await.unwrap();
    page.picture("zone-box-line").await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend_in_any_light(&browser, "a line of another zone").await;
    page.press("[data-testid=\"line-save\"]").await.unwrap();
    page.wait_for(&zone_of(2, "Japan")).await.unwrap();
    page.wait_for(&zone_of(1, "Central")).await.unwrap();
    // What is read out is this change, and not the one before.
    let region = "document.querySelector('[role=\"status\"][aria-live=\"polite\"]').textContent";
    page.wait_for(&format!(
        "{region}.includes('car') && {region}.includes('Japan')"
    ))
    .await
    .unwrap();
    page.press("button[data-change=\"trips\"]").await.unwrap();
    page.click_on(tell_here).await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    // Where they are is said above, and not at each time.
    for line in 1..=3 {
        page.wait_for(&format!("!{}", zone_of(line, "Central")))
            .await
            .unwrap();
        page.wait_for(&format!("!{}", zone_of(line, "Japan")))
            .await
            .unwrap();
    }
    page.picture("zone-box-list").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
