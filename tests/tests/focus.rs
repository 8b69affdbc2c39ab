//! Buttons go when they are pressed, and the focus is never lost with them.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_keeps_the_focus_from_the_first_choice_to_its_deletion() {
    let slow = Model::SlowEndpoint(Duration::from_millis(300));
    let (site, profile) = (Site::start(slow).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.press("[data-testid=\"sample\"][data-form=\"bug-report\"]")
        .await
        .unwrap();
    page.press("[data-testid=\"stop\"]").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    page.has_kept_focus("stopping").await.unwrap();
    site.answers_without_pauses();
    page.press("[data-testid=\"retry\"]").await.unwrap();
    page.has_kept_focus("continuing").await.unwrap();
    page.comes_to("answer").await.unwrap();
    // The answer is taken back with the reply to it.
    site.endpoint_pauses(Duration::from_millis(300));
    page.answer("The last line is lost").await.unwrap();
    page.press("[data-testid=\"stop\"]").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.has_kept_focus("taking an answer back").await.unwrap();
    assert_eq!(page.typed().await.unwrap(), "The last line is lost");
    site.answers_without_pauses();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();

    site.endpoint_answers(401);
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    page.comes_to("error").await.unwrap();
    page.press("[data-testid=\"settings\"]").await.unwrap();
    page.settings_are_open().await;
    page.press("dialog[open] [data-testid=\"close\"]")
        .await
        .unwrap();
    page.has_kept_focus("closing the settings").await.unwrap();
    let caller = "document.activeElement.dataset.testid";
    assert_eq!(page.value(caller).await.unwrap(), "settings");
    site.endpoint_answers(200);
    page.press("[data-testid=\"retry\"]").await.unwrap();
    page.has_kept_focus("trying again").await.unwrap();
    page.comes_to("answer").await.unwrap();

    let mut respondent = Respondent::speaking(Tongue::English);
    let offers =
        "document.querySelector('[data-field=\"severity\"][data-state=\"interviewing\"]') !== null";
    while page.value(offers).await.unwrap() == false {
        respondent.answer(&page, 1).await.unwrap();
        page.settled().await.unwrap();
    }
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    page.has_kept_focus("choosing an answer").await.unwrap();
    respondent.answer_all(&page).await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'review'")
        .await
        .unwrap();
    page.has_kept_focus("the last answer").await.unwrap();
    page.press("[data-testid=\"confirm\"]").await.unwrap();
    page.has_kept_focus("confirming").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.has_kept_focus("the end").await.unwrap();
    page.press("[data-testid=\"session-delete\"]")
        .await
        .unwrap();
    page.has_kept_focus("asking to delete").await.unwrap();
    page.press("[data-testid=\"session-delete-confirm\"] + button")
        .await
        .unwrap();
    page.has_kept_focus("keeping it").await.unwrap();
    page.press("[data-testid=\"session-delete\"]")
        .await
        .unwrap();
    page.press("[data-testid=\"session-delete-confirm\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"home\"]')")
        .await
        .unwrap();
    page.has_kept_focus("deleting").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_help_desk_keeps_the_focus_from_the_question_to_its_deletion() {
    let slow = Model::SlowEndpoint(Duration::from_millis(200));
    let (site, profile) = (Site::start(slow).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.press("[data-testid=\"example\"]").await.unwrap();
    page.comes_to("working").await.unwrap();
    page.has_kept_focus("asking an example").await.unwrap();
    page.press("[data-testid=\"stop\"]").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    page.has_kept_focus("stopping").await.unwrap();
    page.press("[data-testid=\"ask\"]").await.unwrap();
    page.comes_to("working").await.unwrap();
    page.has_kept_focus("asking").await.unwrap();
    page.press("[data-testid=\"stop\"]").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    site.answers_without_pauses();
    page.press("[data-testid=\"go-on\"]").await.unwrap();
    page.has_kept_focus("continuing").await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.has_kept_focus("the answer").await.unwrap();
    page.press("[data-testid=\"citation\"]").await.unwrap();
    page.press("dialog[open] [data-testid=\"close-source\"]")
        .await
        .unwrap();
    page.has_kept_focus("closing a source").await.unwrap();
    page.press("[data-testid=\"forget\"]").await.unwrap();
    page.has_kept_focus("asking to forget").await.unwrap();
    page.press("[data-testid=\"forget-confirm\"]")
        .await
        .unwrap();
    page.comes_to("idle").await.unwrap();
    page.has_kept_focus("forgetting").await.unwrap();
    page.choose_file("document-file", &profile, "own.md", b"# Own\n\nText.\n")
        .await
        .unwrap();
    page.press("[data-testid=\"remove-document\"]")
        .await
        .unwrap();
    page.has_kept_focus("asking to remove").await.unwrap();
    page.press("[data-testid=\"remove-document-confirm\"]")
        .await
        .unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"remove-document\"]')")
        .await
        .unwrap();
    page.has_kept_focus("removing a document").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_shown_at_what_called_them_and_give_the_focus_back() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.click("way-direct").await.unwrap();
    page.close_settings().await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("trouble").await.unwrap();
    page.press("[data-testid=\"trouble-settings\"]")
        .await
        .unwrap();
    page.settings_are_open().await;
    page.wait_for("document.activeElement.closest('#settings-connection')")
        .await
        .unwrap();
    page.press("dialog[open] [data-testid=\"close\"]")
        .await
        .unwrap();
    page.wait_for("document.activeElement.dataset.testid === 'trouble-settings'")
        .await
        .unwrap();
    // A key that is taken and forgotten leaves another control behind.
    page.open_settings("settings").await;
    page.change("address", "http://localhost:11434/v1")
        .await
        .unwrap();
    page.value("document.querySelector('#key').focus()")
        .await
        .unwrap();
    page.change("key", "a-secret").await.unwrap();
    page.has_kept_focus("giving a key").await.unwrap();
    page.press("[data-testid=\"forget-key\"]").await.unwrap();
    page.has_kept_focus("forgetting the key").await.unwrap();
    // What had the focus goes with the trouble while the settings are open.
    page.close_settings().await;
    page.has_kept_focus("closing the settings").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cap_leads_to_the_budget() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.change("cap-calls", "1").await.unwrap();
    page.close_settings().await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("trouble").await.unwrap();
    page.press("[data-testid=\"trouble-settings\"]")
        .await
        .unwrap();
    page.settings_are_open().await;
    let in_sight = "(() => { const box = document.querySelector('#cap-calls').getBoundingClientRect(); return box.top >= 0 && box.bottom <= window.innerHeight; })()";
    page.wait_for(in_sight).await.unwrap();
    page.wait_for("document.activeElement.id === 'cap-calls'")
        .await
        .unwrap();
    page.change("cap-calls", "").await.unwrap();
    page.close_settings().await;
    page.press("[data-testid=\"go-on\"]").await.unwrap();
    page.comes_to("answered").await.unwrap();
    browser.close().await;
}
