//! Limits on what an interview may use, set by the person who runs it.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend, short_form};
use serde_json::{Value, json};

const SAMPLE: &str = "bug-report";

/// Answers until the interview stands still at a limit.
async fn answer_to_the_limit(page: &Page<'_>) {
    for answer in [
        "The last line is lost",
        "I open it and then save it, every time",
        "I expected all lines, but the last one was gone",
        "2.4 on Debian 12",
    ] {
        if page.settled().await.unwrap() != "answer" {
            return;
        }
        page.answer(answer).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_stops_at_a_limit_even_after_a_reload_and_goes_on_once_it_is_raised() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.change("cap-calls", "a few").await.unwrap();
    page.wait_for(
        "document.querySelector('#cap-calls-error').textContent.includes('whole number')",
    )
    .await
    .unwrap();
    page.change("cap-calls", "4").await.unwrap();
    page.change("price-prompt", "0.40").await.unwrap();
    page.change("price-completion", "1.60").await.unwrap();
    page.close_settings().await;

    page.choose(SAMPLE).await.unwrap();
    answer_to_the_limit(&page).await;
    assert_eq!(page.settled().await.unwrap(), "failed");
    // Amounts are for who asks for them.
    let seen = "document.querySelector('[data-testid=\"error\"]').innerText";
    let said = page.value(seen).await.unwrap().to_string();
    assert!(said.contains("has used all that it may"), "{said}");
    assert!(!said.contains("model calls"), "{said}");
    page.click("trouble-details").await.unwrap();
    page.wait_for(&format!("{seen}.includes('4 model calls')"))
        .await
        .unwrap();
    assert_eq!(site.take_calls().len(), 4);
    page.picture("capped").await.unwrap();
    // To try again helps nobody.
    page.click("retry").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "failed");

    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "failed");
    assert_eq!(site.take_calls().len(), 0);

    page.open_settings("open-settings").await;
    page.picture("budget").await.unwrap();
    page.change("cap-calls", "").await.unwrap();
    page.close_settings().await;
    page.comes_to("answer").await.unwrap();
    page.click("inspector-toggle").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"cost\"]')?.textContent.startsWith('0.')")
        .await
        .unwrap();
    let used = page.text_of("used-of-bounds").await.unwrap();
    assert!(
        used.contains("follow-up questions") && used.contains("\u{a0}/\u{a0}"),
        "{used}"
    );
    let calls = page.text_of("calls").await.unwrap();
    assert_eq!(calls, (4 + site.take_calls().len()).to_string());
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forms_own_limit_ends_in_the_plain_form_which_knows_what_was_said() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let mut form: Value = serde_json::from_str(&short_form(&json!({"type": "download"}))).unwrap();
    form["budget"] = json!({"calls": 2});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("With the post, please").await.unwrap();
    page.comes_to("failed").await.unwrap();
    // It is offered at once, without alarm: nothing broke.
    let said = page.text_of("error").await.unwrap();
    for part in [
        "has used all that it may",
        "you can fill in what is still open yourself",
    ] {
        assert!(said.contains(part), "{said}");
    }
    nothing_to_mend(&browser, "a limit").await;
    page.press("[data-testid=\"offer-form\"]").await.unwrap();
    page.wait_for("document.querySelector('#field-name')?.value === 'Ada Lovelace'")
        .await
        .unwrap();
    // What is saved there stands in the conversation.
    page.save_name_by_hand("Ada King").await.unwrap();
    page.comes_to("failed").await.unwrap();
    page.press("[data-testid=\"offer-form\"]").await.unwrap();
    page.pick("way", 1).await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    let values = [&file["fields"][0]["value"], &file["fields"][1]["value"]];
    assert_eq!(values, ["Ada King", "post"]);
    assert_eq!(site.take_calls().len(), 2);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_often_may_be_asked_again_is_read_where_the_calls_are() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "visit", "title": "Visit", "budget": {"followUps": 7}, "fields": [
        {"id": "people", "label": "People", "required": true, "followUps": 2, "answer": {"type": "integer"}},
        {"id": "notes", "label": "Notes", "required": true, "answer": {"type": "shortText"}},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.click("inspector-toggle").await.unwrap();
    for (answer, told) in [
        (
            "a few of us",
            [
                "follow-up questions 1\u{a0}/\u{a0}7",
                "on this question 1\u{a0}/\u{a0}2",
            ],
        ),
        (
            "4",
            [
                "follow-up questions 1\u{a0}/\u{a0}7",
                "on this question 0\u{a0}/\u{a0}5",
            ],
        ),
    ] {
        page.answer(answer).await.unwrap();
        page.wait_for(&format!(
            "{}.every(it => document.querySelector('[data-testid=\"used-of-bounds\"]')?.textContent.includes(it))",
            json!(told)
        ))
        .await
        .unwrap();
    }
    nothing_to_mend(&browser, "how often is asked").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// Nobody knows what they forbid.
#[tokio::test(flavor = "multi_thread")]
async fn under_limits_that_cannot_be_read_no_model_is_asked() {
    let profile = Profile::new();
    let site = Site::start(Model::Endpoint).await;
    let unreadable = "const fetched = window.fetch; window.fetch = async (...given) => { if (!String(given[0]).endsWith('config.json')) return fetched(...given); const settings = await (await fetched(...given)).json(); return new Response(JSON.stringify({...settings, budget: {caps: {calls: 'a few'}}})); };";
    let options = Options {
        before_page: Some(unreadable.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose(SAMPLE).await.unwrap();
    answer_to_the_limit(&page).await;
    page.wait_for(
        "document.querySelector('[data-testid=\"error\"]')?.textContent.includes('limits')",
    )
    .await
    .unwrap();
    page.open_settings("open-settings").await;
    page.wait_for("document.querySelector('[data-testid=\"limits-unreadable\"]')")
        .await
        .unwrap();
    page.close_settings().await;
    page.click("home").await.unwrap();
    page.click("desk").await.unwrap();
    page.ask("How do I download the result?").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"trouble\"]')?.textContent.includes('limits')",
    )
    .await
    .unwrap();
    assert_eq!(site.take_calls(), [""; 0]);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_limits_that_cannot_be_read_are_asked_for_anew() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("localStorage.setItem('kikitori/budget', '{\"caps\": {\"calls\": \"x\"}}')")
        .await
        .unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose(SAMPLE).await.unwrap();
    answer_to_the_limit(&page).await;
    page.wait_for(
        "document.querySelector('[data-testid=\"error\"]')?.textContent.includes('limits')",
    )
    .await
    .unwrap();
    assert_eq!(site.take_calls(), [""; 0]);
    page.open_settings("open-settings").await;
    page.change("cap-calls", "40").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"limits-unreadable\"]')")
        .await
        .unwrap();
    page.close_settings().await;
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
