//! What a person has said is there afterwards, whatever tabs, browsers and impatience do to it.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};

const SAMPLE: &str = "bug-report";

/// What is typed and not sent, as it is stored.
async fn stored_draft(page: &Page<'_>) -> Option<String> {
    let stored = page.stored("session/").await.unwrap();
    let draft = stored.iter().find(|(key, _)| key.ends_with("/draft"))?;
    draft.1["text"].as_str().map(str::to_owned)
}

/// Types `text` and goes elsewhere for a moment, which is when a page stores what is typed.
async fn type_and_look_away(page: &Page<'_>, text: &str) {
    page.fill(text).await.unwrap();
    let look_away = "window.dispatchEvent(new Event('pagehide'))";
    page.value(look_away).await.unwrap();
}

/// Answers what is open, confirms, and reads the download.
async fn finish(page: &Page<'_>, profile: &Profile) -> serde_json::Value {
    let mut respondent = Respondent::speaking(Tongue::English);
    respondent.answer_all(page).await.unwrap();
    page.click("confirm").await.unwrap();
    page.download(profile).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_are_no_locks_a_second_tab_is_told_when_it_opens() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        flags: Site::local_network(),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.local_url()).await.unwrap();
    assert_eq!(page.value("'locks' in navigator").await.unwrap(), false);
    page.begin(SAMPLE).await.unwrap();
    let address = browser.driver.current_url().await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let second = Page::open(&browser, address.as_str()).await.unwrap();
    second
        .wait_for("document.querySelector('[data-testid=\"locked\"]')")
        .await
        .unwrap();
    browser.show_tab(0).await;
    let submission = finish(&page, &profile).await;
    assert_eq!(submission["country"], "JP");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_tabs_cannot_be_kept_apart_the_stale_one_is_told_and_overwrites_nothing() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        flags: Site::local_network(),
        // As a tab that the browser has frozen: it does not answer the others.
        before_page: Some("delete window.BroadcastChannel".to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.local_url()).await.unwrap();
    assert_eq!(page.value("'locks' in navigator").await.unwrap(), false);
    page.begin(SAMPLE).await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    let address = browser.driver.current_url().await.unwrap();

    // Whoever opened the interview last writes it, and has all that was accepted before.
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let page = Page::open(&browser, address.as_str()).await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(page.answers().await.unwrap(), ["The last line is lost"]);
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    page.settled().await.unwrap();
    type_and_look_away(&page, "A report").await;
    while stored_draft(&page).await.as_deref() != Some("A report") {}

    browser.show_tab(0).await;
    let before = page.stored("").await.unwrap();
    type_and_look_away(&page, "Germany").await;
    page.click("send").await.unwrap();
    page.wait_for("document.body.innerText.includes('Another tab has taken this over')")
        .await
        .unwrap();
    page.picture("superseded").await.unwrap();
    let typed = page.typed().await.unwrap();
    let shown = page.answers().await.unwrap();
    assert!(
        typed == "Germany" || shown.last().is_some_and(|last| last == "Germany"),
        "typed {typed:?}, shown {shown:?}"
    );
    assert_eq!(page.stored("").await.unwrap(), before);

    browser.show_tab(1).await;
    let submission = finish(&page, &profile).await;
    assert_eq!(submission["country"], "JP");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_in_a_deleted_interview_does_not_bring_it_back() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        flags: Site::local_network(),
        before_page: Some("delete window.BroadcastChannel".to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.local_url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let page = Page::open(&browser, &site.local_url()).await.unwrap();
    page.click("session-delete").await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();

    browser.show_tab(0).await;
    type_and_look_away(&page, "The last line is lost").await;
    page.click("send").await.unwrap();
    page.wait_for("document.body.innerText.includes('was deleted in another tab')")
        .await
        .unwrap();
    assert_eq!(page.typed().await.unwrap(), "The last line is lost");
    assert_eq!(page.stored("session/").await.unwrap(), []);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_removed_under_an_open_tab_loses_nothing() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    // The engine alone saves nothing once there was another tab.
    let options = Options {
        whole: true,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    for answer in [
        "The last line is lost",
        "I open it and then save it, every time",
    ] {
        page.answer(answer).await.unwrap();
        page.settled().await.unwrap();
    }
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let beside = format!("{}boot.js", site.url());
    browser.driver.goto(&beside).await.unwrap();
    page.value(
        "(indexedDB.deleteDatabase('kikitori').onsuccess = () => { window.isGone = true; }, true)",
    )
    .await
    .unwrap();
    page.wait_for("window.isGone").await.unwrap();
    browser.show_tab(0).await;
    let answer = "I expected all lines, but the last one was gone.";
    page.answer(answer).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");

    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time",
            answer
        ]
    );
    let submission = finish(&page, &profile).await;
    assert_eq!(submission["fields"][2]["value"], answer);
    page.console_is_clean(&["favicon.ico"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_sent_during_a_model_call_is_kept_and_the_agent_goes_on_with_both() {
    let model = Model::SlowEndpoint(Duration::from_millis(150));
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    page.answer("The last line is lost").await.unwrap();
    site.has_open_requests(1).await;
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time"
        ]
    );
    let thinks = "document.querySelector('main').dataset.state === 'thinking'";
    assert_eq!(page.value(thinks).await.unwrap(), true);

    // The page is gone before any agent has said something to it.
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-speaker=\"respondent\"]')")
        .await
        .unwrap();
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time"
        ]
    );
    assert_eq!(page.typed().await.unwrap(), "");
    site.answers_without_pauses();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let asked = "document.querySelector('[data-testid=\"outline\"] [data-state=\"interviewing\"]')";
    page.wait_for(asked).await.unwrap();
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time"
        ]
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_gives_the_text_back_and_sending_again_replaces_the_turn() {
    let model = Model::SlowEndpoint(Duration::from_millis(150));
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    page.answer("The last lime is lost").await.unwrap();
    site.has_open_requests(1).await;
    page.click("stop").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"composer\"]')?.value === 'The last lime is lost'",
    )
    .await
    .unwrap();
    site.has_open_requests(0).await;
    site.answers_without_pauses();
    assert_eq!(page.answers().await.unwrap(), [""; 0]);
    page.picture("stopped-answer").await.unwrap();

    // Also in a page that is opened again.
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"composer\"]')?.value === 'The last lime is lost'",
    )
    .await
    .unwrap();
    assert_eq!(page.answers().await.unwrap(), [""; 0]);
    page.answer("The last line is lost").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.answers().await.unwrap(), ["The last line is lost"]);
    assert_eq!(page.typed().await.unwrap(), "");
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time"
        ]
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
