//! Home: what there is to try, this device's sessions of every system, and what is stored.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;
use thirtyfour::Key;

const QUESTION: &str = "How do I download the result?";
const SESSIONS: &str = "[...document.querySelectorAll('[data-testid=\"session\"]')]";

/// Leaves an interview with one answer, and an answered question.
async fn use_both_systems(page: &Page<'_>) {
    page.begin("bug-report").await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    page.click("home").await.unwrap();
    page.click("desk").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
        .await
        .unwrap();
    page.ask(QUESTION).await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.click("home").await.unwrap();
    lists(page, 2).await;
}

async fn lists(page: &Page<'_>, sessions: usize) {
    page.wait_for(&format!("{SESSIONS}.length === {sessions}"))
        .await
        .unwrap();
}

/// Opens what is said of the storage.
async fn open_storage(page: &Page<'_>) {
    page.click_on("[data-testid=\"stored\"] summary")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"storage\"] table')")
        .await
        .unwrap();
}

/// What this origin and tab still hold: names of databases, keys of localStorage and of
/// sessionStorage.
const LEFT: &str = "const done = arguments[0]; indexedDB.databases().then(found => done([found.map(it => it.name), Object.keys(localStorage), Object.keys(sessionStorage)]));";

async fn left(browser: &Browser) -> serde_json::Value {
    let left = browser.driver.execute_async(LEFT, vec![]).await.unwrap();
    left.json().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_shown_the_systems_and_has_nothing_made() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let saving = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});";
    let options = Options {
        before_page: Some(saving.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let kinds =
        "[...document.querySelectorAll('[data-testid=\"system\"]')].map(it => it.dataset.kind)";
    assert_eq!(
        page.value(kinds).await.unwrap(),
        json!(["interview", "helpdesk", "agent"])
    );
    // Each has a picture that is there, in the colours of the page.
    page.wait_for(
        "[...document.querySelectorAll('.picture use')].every(it => it.getBBox().width > 200)",
    )
    .await
    .unwrap();
    // The site's own questions can be taken along.
    page.wait_for("document.querySelectorAll('[data-testid=\"desk-example\"]').length === 3")
        .await
        .unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let shown = "document.querySelector('.sessions, [data-testid=\"storage\"]')";
    assert_eq!(page.value(shown).await.unwrap(), json!(null));
    assert_eq!(left(&browser).await, json!([[], [], []]));
    // A saved copy could be opened, and what is stored be looked at.
    open_storage(&page).await;
    let size = "document.querySelector('[data-testid=\"storage-room\"]')?.textContent ?? ''";
    let said = page.value(size).await.unwrap();
    assert!(
        said.as_str().unwrap().contains("the browser counts"),
        "{said}"
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_of_every_system_come_first_and_are_opened_saved_deleted_and_taken_in() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    use_both_systems(&page).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    lists(&page, 2).await;
    let before = "document.querySelector('.sessions').compareDocumentPosition(document.querySelector('.systems')) === Node.DOCUMENT_POSITION_FOLLOWING";
    assert_eq!(page.value(before).await.unwrap(), true);
    // The last one first, each with what it is, how far it has come, and when.
    let kinds = page
        .value(&format!("{SESSIONS}.map(it => it.dataset.kind)"))
        .await;
    assert_eq!(kinds.unwrap(), json!(["helpdesk", "interview"]));
    let texts = page
        .value(&format!(
            "{SESSIONS}.map(it => it.querySelector('.session-text').innerText)"
        ))
        .await
        .unwrap();
    let texts: Vec<String> = serde_json::from_value(texts).unwrap();
    for (text, parts) in texts.iter().zip([
        [QUESTION, "Help desk", "Answered", "now"],
        ["Bug report", "Interview", "1 of 6 fields", "now"],
    ]) {
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    // By keyboard.
    page.value(&format!("{SESSIONS}[0].querySelector('a').focus()"))
        .await
        .unwrap();
    let enter = char::from(Key::Enter).to_string();
    let keys = browser.driver.action_chain().send_keys(enter);
    keys.perform().await.unwrap();
    page.comes_to("answered").await.unwrap();
    let box_text = "document.querySelector('#question').value";
    assert_eq!(page.value(box_text).await.unwrap(), QUESTION);

    page.click("home").await.unwrap();
    lists(&page, 2).await;
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-save\"]")
        .await
        .unwrap();
    let copy = page.saved_copy(&profile).await;
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-delete\"]")
        .await
        .unwrap();
    page.click("session-delete-confirm").await.unwrap();
    lists(&page, 1).await;
    page.wait_for("document.activeElement?.id === 'sessions-title'")
        .await
        .unwrap();
    // The help desk, which is still there, shows it no more.
    page.click("desk").await.unwrap();
    page.comes_to("idle").await.unwrap();
    assert_eq!(page.value(box_text).await.unwrap(), "");
    page.click("home").await.unwrap();

    lists(&page, 1).await;
    page.choose_file("session-file", &profile, "copy", copy.as_bytes())
        .await
        .unwrap();
    lists(&page, 2).await;
    page.wait_for("document.activeElement !== document.body")
        .await
        .unwrap();
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-open\"]")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value(box_text).await.unwrap(), QUESTION);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_example_of_the_help_desk_is_taken_along() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"desk-example\"]').length === 3")
        .await
        .unwrap();
    for example in [1, 2] {
        let link =
            format!("document.querySelectorAll('[data-testid=\"desk-example\"]')[{example}]");
        let text = page.value(&format!("{link}.textContent")).await.unwrap();
        page.value(&format!("{link}.click()")).await.unwrap();
        page.wait_for(&format!(
            "document.querySelector('#question')?.value === {text}"
        ))
        .await
        .unwrap();
        page.click("home").await.unwrap();
        page.wait_for(&link).await.unwrap();
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_not_the_last_one_is_opened_from_its_row() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    use_both_systems(&page).await;
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-save\"]")
        .await
        .unwrap();
    let copy = page.saved_copy(&profile).await;
    page.click("desk").await.unwrap();
    let newer = "Are there cookies?";
    page.ask(newer).await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.click("home").await.unwrap();
    lists(&page, 2).await;
    page.choose_file("session-file", &profile, "copy", copy.as_bytes())
        .await
        .unwrap();
    lists(&page, 3).await;
    let question = "document.querySelector('#question').value";
    // In the page that shows the newer one, and in one that is opened at its address.
    let older =
        format!("{SESSIONS}.find(it => it.textContent.includes('{QUESTION}')).querySelector('a')");
    let address = page.value(&format!("{older}.href")).await.unwrap();
    page.value(&format!("{older}.click()")).await.unwrap();
    page.wait_for(&format!("{question} === '{QUESTION}'"))
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    browser.driver.goto("about:blank").await.unwrap();
    let page = Page::open(&browser, address.as_str().unwrap())
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value(question).await.unwrap(), QUESTION);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_deleted_at_once_and_other_tabs_are_told() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    use_both_systems(&page).await;
    page.click("desk").await.unwrap();
    page.choose_file("document-file", &profile, "own.md", b"# Own\n\nText.\n")
        .await
        .unwrap();
    page.wait_for("document.querySelector('.documents').textContent.includes('own.md')")
        .await
        .unwrap();
    page.fill_in("question", "half a question").await.unwrap();
    page.click("home").await.unwrap();
    page.open_settings("settings").await;
    page.click("theme-dark").await.unwrap();
    page.close_settings().await;
    // A key, as the settings leave it.
    page.value("sessionStorage.setItem('kikitori/endpoint-key', 'sk-of-this-tab')")
        .await
        .unwrap();
    // What is not the page's stays.
    page.value("localStorage.setItem('of another page', '1')")
        .await
        .unwrap();
    // Another tab is in the middle of the interview.
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let other = Page::reopen_kind(&browser, &site.url(), "interview")
        .await
        .unwrap();
    other.settled().await.unwrap();
    other.fill("half an answer").await.unwrap();
    other
        .value("sessionStorage.setItem('kikitori/endpoint-key', 'sk-of-the-other')")
        .await
        .unwrap();

    browser.show_tab(0).await;
    open_storage(&page).await;
    let rows = "[...document.querySelectorAll('[data-testid=\"storage\"] tbody tr')].map(it => it.innerText.replace(/\\s+/g, ' '))";
    let rows: Vec<String> = serde_json::from_value(page.value(rows).await.unwrap()).unwrap();
    for (row, parts) in rows.iter().zip([
        ["Interview 1", "IndexedDB"],
        ["Help desk 1", "IndexedDB"],
        ["Agent 0", "IndexedDB"],
        ["Documents of the help desk", "IndexedDB"],
        ["What is known of models", "IndexedDB"],
        ["Settings and drafts", "localStorage"],
    ]) {
        assert!(parts.iter().all(|part| row.contains(part)), "{row}");
        assert!(row.ends_with("KB") || row.ends_with("bytes"), "{row}");
    }
    page.click("erase").await.unwrap();
    page.wait_for("document.activeElement?.dataset.testid === 'erase-keep'")
        .await
        .unwrap();
    let named = page
        .value("document.querySelector('.erase-question').innerText")
        .await
        .unwrap();
    for part in [
        "Interview: 1",
        "Help desk: 1",
        "Documents of the help desk",
        "Settings",
        "Keys",
    ] {
        assert!(named.as_str().unwrap().contains(part), "{named}");
    }
    page.click("erase-keep").await.unwrap();
    page.wait_for("document.activeElement?.dataset.testid === 'erase'")
        .await
        .unwrap();
    lists(&page, 2).await;
    page.click("erase").await.unwrap();
    page.click("erase-confirm").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"home\"] [data-testid=\"erased\"]')")
        .await
        .unwrap();
    assert_eq!(left(&browser).await, json!([[], ["of another page"], []]));
    assert_eq!(
        page.value("document.documentElement.dataset.theme")
            .await
            .unwrap(),
        "system"
    );
    assert_eq!(page.value("location.hash").await.unwrap(), "#/");
    page.picture("erased").await.unwrap();

    browser.show_tab(1).await;
    other.wait_for("document.querySelector('[data-testid=\"erased\"]')?.textContent.includes('in another tab')").await.unwrap();
    // Longer than the pause before a draft is stored.
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    assert_eq!(left(&browser).await, json!([[], ["of another page"], []]));
    // From here on all is as on the first day.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(
        page.value("document.querySelector('.sessions')")
            .await
            .unwrap(),
        json!(null)
    );
    assert_eq!(page.begin("bug-report").await.unwrap(), "answer");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_deleted_while_a_tab_that_was_not_told_is_at_work() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    // Tabs of before they could be told.
    let options = Options {
        before_page: Some(
            "if (location.protocol !== 'about:' && sessionStorage.getItem('deaf')) delete window.BroadcastChannel".to_owned(),
        ),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("sessionStorage.setItem('deaf', '1')")
        .await
        .unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let eraser = Page::open(&browser, &site.url()).await.unwrap();
    open_storage(&eraser).await;
    eraser.click("erase").await.unwrap();
    eraser.click("erase-confirm").await.unwrap();
    eraser.wait_for("document.querySelector('[data-testid=\"erase-failed\"]')?.textContent.includes('Nothing was deleted')").await.unwrap();
    eraser.picture("erase-busy").await.unwrap();
    nothing_to_mend(&browser, "not deleted").await;
    // The other tab is closed.
    browser.show_tab(0).await;
    browser.driver.goto("about:blank").await.unwrap();
    browser.show_tab(1).await;
    eraser.click("erase-again").await.unwrap();
    eraser
        .wait_for("document.querySelector('[data-testid=\"erased\"]')")
        .await
        .unwrap();
    assert_eq!(left(&browser).await[0], json!([]));
    eraser.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// Every state of home, at the widths of phones and of a desktop, in light and dark.
async fn looks_right(width: u32, language: &'static str, dark: bool) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 900),
        languages: language,
        dark,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let look = async |state: &str| {
        page.fits_its_width().await.unwrap();
        page.picture(&format!("home-{width}-{language}-{state}"))
            .await
            .unwrap();
        nothing_to_mend(&browser, &format!("home, {state}")).await;
    };
    look("1-new").await;
    page.value("scrollTo(0, 1e6)").await.unwrap();
    look("2-new-below").await;
    use_both_systems(&page).await;
    look("3-sessions").await;
    page.click("session-delete").await.unwrap();
    look("4-delete").await;
    open_storage(&page).await;
    page.value("scrollTo(0, 1e6)").await.unwrap();
    look("5-storage").await;
    page.click("erase").await.unwrap();
    page.value("scrollTo(0, 1e6)").await.unwrap();
    look("6-erase").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_fits_small_phones() {
    looks_right(360, "en", false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_fits_phones_in_japanese_in_the_dark() {
    looks_right(390, "ja", true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_fits_desktops() {
    looks_right(1280, "en", false).await;
    looks_right(1280, "ja", true).await;
}
