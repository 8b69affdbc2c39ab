//! A session can be saved as a file, opened from it in another browser, and got rid of, readable or
//! not.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Respondent, Site, Tongue, nothing_to_mend_in_any_light,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_on_in_another_browser_from_its_saved_copy() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    for answer in [
        "The last line is lost",
        "I open it and then save it, every time",
    ] {
        page.answer(answer).await.unwrap();
        page.settled().await.unwrap();
    }
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-save").await.unwrap();
    let copy = page.saved_copy(&profile).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;

    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose_file(
        "session-file",
        &profile,
        "form.txt",
        b"{\"id\": \"a form\"}",
    )
    .await
    .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session-error\"]').textContent.includes('is no saved copy')")
        .await
        .unwrap();
    // The second time it is there already.
    for _ in 0..2 {
        page.choose_file("session-file", &profile, "copy", copy.as_bytes())
            .await
            .unwrap();
        page.wait_for("document.querySelectorAll('[data-testid=\"session\"]').length === 1")
            .await
            .unwrap();
    }
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    page.lists(1).await;
    page.picture("saved-copies").await.unwrap();
    page.click_on("[data-testid=\"session-open\"]:not([href$=\"none\"])")
        .await
        .unwrap();
    page.settled().await.unwrap();
    assert_eq!(
        page.answers().await.unwrap(),
        [
            "The last line is lost",
            "I open it and then save it, every time"
        ]
    );
    let mut respondent = Respondent::speaking(Tongue::English);
    respondent.answer_all(&page).await.unwrap();
    page.click("confirm").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(submission["country"], "JP");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_cannot_be_read_is_listed_and_can_be_saved_and_deleted() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
    let records = [
        ("head/damaged", json!({"version": 3, "body": deep})),
        (
            "session/damaged/journal/main/snapshot/0000000000",
            json!("of another program"),
        ),
    ];
    for (key, record) in records {
        page.store_record(key, record).await.unwrap();
    }
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session-unreadable\"]')")
        .await
        .unwrap();
    page.picture("unreadable-session").await.unwrap();
    nothing_to_mend_in_any_light(&browser, "a session that cannot be read").await;
    page.click("session-save").await.unwrap();
    let copy = page.saved_copy(&profile).await;
    assert!(
        copy.contains(&deep) && copy.contains("of another program"),
        "{copy}"
    );
    page.click("session-delete").await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"session-unreadable\"]')")
        .await
        .unwrap();
    let left = page.stored_keys().await.unwrap();
    assert!(!left.iter().any(|key| key.contains("damaged")), "{left:?}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// A saved copy of the session that a question to the system has begun, in this state.
async fn copy_of(site: &Site, system: &str, question: &str, state: &str) -> String {
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}{system}/", site.url()))
        .await
        .unwrap();
    page.ask(question).await.unwrap();
    page.comes_to(state).await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.lists(1).await;
    let save = format!("[data-kind=\"{system}\"] [data-testid=\"session-save\"]");
    page.click_on(&save).await.unwrap();
    let copy = page.saved_copy(&profile).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
    copy
}

/// Takes the copy in at home of a browser that has nothing yet, and opens it from its row.
async fn taken_in<'a>(
    browser: &'a Browser,
    profile: &Profile,
    site: &Site,
    copy: &str,
    system: &str,
) -> Page<'a> {
    let page = Page::open(browser, &site.url()).await.unwrap();
    page.choose_file("session-file", profile, "copy", copy.as_bytes())
        .await
        .unwrap();
    page.lists(1).await;
    let open = format!("[data-kind=\"{system}\"] [data-testid=\"session-open\"]");
    page.click_on(&open).await.unwrap();
    page.wait_for(&format!(
        "document.querySelector('main[data-screen=\"{system}\"]')"
    ))
    .await
    .unwrap();
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_with_the_agent_goes_on_in_another_browser_from_its_saved_copy() {
    let site = Site::start(Model::Scripted).await;
    let question = "What is (1200 + 350) * 12, and how do I download the result?";
    let copy = copy_of(&site, "agent", question, "answered").await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = taken_in(&browser, &profile, &site, &copy, "agent").await;
    page.comes_to("answered").await.unwrap();
    page.last_answer_says("(1200 + 350) * 12 = 18600")
        .await
        .unwrap();
    page.ask("And what is 18600 / 5?").await.unwrap();
    page.last_answer_says("18600 / 5 = 3720").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_chain_goes_on_in_another_browser_from_its_saved_copy() {
    let site = Site::start(Model::Scripted).await;
    let copy = copy_of(&site, "tasks", "I bought 6 eggs.", "review").await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = taken_in(&browser, &profile, &site, &copy, "tasks").await;
    // The plan is there; what it changes is the kitchen of this browser.
    page.comes_to("review").await.unwrap();
    page.click("run").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"approve\"]')")
        .await
        .unwrap();
    page.click("approve").await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.last_answer_says("12 eggs").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_of_sessions_and_names_of_documents_say_that_they_are_in_another_language() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let says = async |selector: &str, languages: serde_json::Value| {
        page.wait_for(&format!(
            "JSON.stringify([...document.querySelectorAll('{selector}')].map(it => it.getAttribute('lang'))) === '{languages}'"
        ))
        .await
        .unwrap();
    };
    page.use_both_systems().await;
    says(".session-title", json!([null, null])).await;
    page.click("language").await.unwrap();
    says(".session-title", json!(["en", "en"])).await;
    page.click("desk").await.unwrap();
    page.choose_file("document-file", &profile, "own.md", b"# Own\n\nText.\n")
        .await
        .unwrap();
    let name = "[data-testid=\"document\"] .document-name";
    says(name, json!(["en"])).await;
    page.click("language").await.unwrap();
    says(name, json!([null])).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
