//! Home: what there is to try, this device's sessions of every system, and what is stored.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, QUESTION, Site, nothing_to_mend};
use serde_json::json;
use thirtyfour::Key;

const SESSIONS: &str = "[...document.querySelectorAll('[data-testid=\"session\"]')]";

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
        json!(["interview", "helpdesk", "agent", "tasks"])
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
    assert_eq!(browser.left().await, json!([[], [], []]));
    // A saved copy could be opened, and what is stored be looked at.
    page.open_storage().await;
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
    page.use_both_systems().await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.lists(2).await;
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
    let asked = "document.querySelector('.asked').textContent";
    assert_eq!(page.value(asked).await.unwrap(), QUESTION);

    page.click("home").await.unwrap();
    page.lists(2).await;
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-save\"]")
        .await
        .unwrap();
    let copy = page.saved_copy(&profile).await;
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-delete\"]")
        .await
        .unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.lists(1).await;
    page.wait_for("document.activeElement?.id === 'sessions-title'")
        .await
        .unwrap();
    // The help desk, which is still there, shows it no more.
    page.click("desk").await.unwrap();
    page.comes_to("idle").await.unwrap();
    assert_eq!(page.value(asked).await.unwrap(), "");
    page.click("home").await.unwrap();

    page.lists(1).await;
    page.choose_file("session-file", &profile, "copy", copy.as_bytes())
        .await
        .unwrap();
    page.lists(2).await;
    page.wait_for("document.activeElement !== document.body")
        .await
        .unwrap();
    page.click_on("[data-kind=\"helpdesk\"] [data-testid=\"session-open\"]")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value(asked).await.unwrap(), QUESTION);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_example_is_taken_along_to_its_system_and_to_no_other() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    for (system, example, box_of) in [
        ("desk", 1, "question"),
        ("agent", 0, "agent-question"),
        ("tasks", 2, "tasks-request"),
        ("desk", 2, "question"),
    ] {
        let examples = format!("document.querySelectorAll('[data-testid=\"{system}-example\"]')");
        page.wait_for(&format!("{examples}.length === 3"))
            .await
            .unwrap();
        let link = format!("{examples}[{example}]");
        let text = page.value(&format!("{link}.textContent")).await.unwrap();
        page.value(&format!("{link}.click()")).await.unwrap();
        page.wait_for(&format!(
            "document.querySelector('#{box_of}')?.value === {text}"
        ))
        .await
        .unwrap();
        page.click("home").await.unwrap();
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_not_the_last_one_is_opened_from_its_row() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.use_both_systems().await;
    page.click("desk").await.unwrap();
    let newer = "Are there cookies?";
    page.ask(newer).await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.click("home").await.unwrap();
    // The first one stays.
    page.lists(3).await;
    let question = "document.querySelector('.asked')?.textContent";
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
    // What is asked there is what a reload shows.
    let newest = "Can I use it without a mouse?";
    page.ask(newest).await.unwrap();
    page.wait_for(&format!("{question} === '{newest}'"))
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    let address = page.value("location.href").await.unwrap();
    let page = Page::open(&browser, address.as_str().unwrap())
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value(question).await.unwrap(), newest);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// What is typed and not asked outlives a look at the examples.
#[tokio::test(flavor = "multi_thread")]
async fn an_example_takes_nothing_away_that_was_typed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("desk").await.unwrap();
    page.fill_in("question", "half a question").await.unwrap();
    page.click("home").await.unwrap();
    let link = "document.querySelector('[data-testid=\"desk-example\"]')";
    page.wait_for(link).await.unwrap();
    let text = page.value(&format!("{link}.textContent")).await.unwrap();
    page.value(&format!("{link}.click()")).await.unwrap();
    let stands = async |text: &str| {
        let text = json!(text);
        let shown = format!("document.querySelector('#question')?.value === {text}");
        page.wait_for(&shown).await.unwrap();
    };
    stands(text.as_str().unwrap()).await;
    page.click("put-back").await.unwrap();
    stands("half a question").await;
    page.wait_for("document.activeElement?.id === 'question'")
        .await
        .unwrap();
    // Nor does asking one.
    page.click("example").await.unwrap();
    page.comes_to("answered").await.unwrap();
    stands("half a question").await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    let typed = page.value("document.querySelector('#question').value");
    assert_eq!(typed.await.unwrap(), "half a question");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_tab_types_does_not_appear_in_another() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let desk = format!("{}desk/", site.url());
    let page = Page::open(&browser, &desk).await.unwrap();
    page.fill_in("question", QUESTION).await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let other = Page::open(&browser, &desk).await.unwrap();
    other.fill_in("question", "of the other tab").await.unwrap();
    browser.show_tab(0).await;
    page.click("ask").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let shown =
        "[document.querySelector('.asked').textContent, document.querySelector('#question').value]";
    assert_eq!(page.value(shown).await.unwrap(), json!([QUESTION, ""]));
    // Nor does it go with what the first one has asked.
    browser.show_tab(1).await;
    browser.driver.refresh().await.unwrap();
    other
        .wait_for("document.querySelector('#question')?.value === 'of the other tab'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_left_home_is_not_taken_into_the_interview_that_was_begun() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let slow = "const fetched = window.fetch; window.fetch = async (...given) => { if (String(given[0]).includes('forms/')) await new Promise((done) => setTimeout(done, 1500)); return fetched(...given); };";
    let options = Options {
        before_page: Some(slow.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose("bug-report").await.unwrap();
    page.click("desk").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
        .await
        .unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(2_500)).await;
    let screen = page.value("document.querySelector('main').dataset.screen");
    assert_eq!(screen.await.unwrap(), "desk");
    page.click("home").await.unwrap();
    page.lists(1).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_sessions_cannot_be_listed_a_copy_can_be_opened_in_one_place() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    let refusing = "if (location.protocol !== 'about:') IDBObjectStore.prototype.getAll = () => { throw new DOMException('', 'UnknownError'); };";
    browser
        .tell(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": refusing}),
        )
        .await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('.sessions .notice')")
        .await
        .unwrap();
    let places = page.value("document.querySelectorAll('#session-file').length");
    assert_eq!(places.await.unwrap(), 1);
    nothing_to_mend(&browser, "home, not listed").await;
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
    page.use_both_systems().await;
    look("3-sessions").await;
    page.click("session-delete").await.unwrap();
    look("4-delete").await;
    page.open_storage().await;
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
