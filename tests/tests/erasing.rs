//! Deleting everything: what goes, what other tabs show meanwhile, and that nothing comes back.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, WidgetElement, nothing_to_mend};
use serde_json::json;

/// Tabs that were marked so cannot be told anything.
const DEAF: &str = "if (location.protocol !== 'about:' && sessionStorage.getItem('deaf')) delete window.BroadcastChannel;";

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_deleted_at_once_and_other_tabs_are_told() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.use_both_systems().await;
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
    page.open_storage().await;
    let rows = "[...document.querySelectorAll('[data-testid=\"storage\"] tbody tr')].map(it => it.innerText.replace(/\\s+/g, ' '))";
    let rows: Vec<String> = serde_json::from_value(page.value(rows).await.unwrap()).unwrap();
    let expected = [
        "Interview 1",
        "Help desk 1",
        "Documents of the help desk",
        "Settings and drafts",
    ];
    assert_eq!(rows.len(), expected.len(), "{rows:?}");
    for (row, part) in rows.iter().zip(expected) {
        assert!(row.starts_with(part), "{row}");
        assert!(row.ends_with("KB") || row.ends_with("bytes"), "{row}");
    }
    // Where it lies is for who wants to know.
    let seen = "document.querySelector('[data-testid=\"storage\"]').innerText";
    let plain = page.value(seen).await.unwrap();
    page.press(".storage-details summary").await.unwrap();
    let named = page.value(seen).await.unwrap();
    for part in ["IndexedDB", "localStorage"] {
        assert!(!plain.as_str().unwrap().contains(part), "{plain}");
        assert!(named.as_str().unwrap().contains(part), "{named}");
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
    page.lists(2).await;
    page.click("erase").await.unwrap();
    page.click("erase-confirm").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"home\"] [data-testid=\"erased\"]')")
        .await
        .unwrap();
    assert_eq!(browser.left().await, json!([[], ["of another page"], []]));
    assert_eq!(
        page.value("document.documentElement.dataset.theme")
            .await
            .unwrap(),
        "system"
    );
    assert_eq!(page.value("location.hash").await.unwrap(), "#/");
    page.wait_for("document.activeElement?.dataset.testid === 'erased'")
        .await
        .unwrap();
    page.picture("erased").await.unwrap();

    browser.show_tab(1).await;
    other.wait_for("document.querySelector('[data-testid=\"erased\"]')?.textContent.includes('in another tab')").await.unwrap();
    // Longer than the pause before a draft is stored.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(browser.left().await, json!([[], ["of another page"], []]));
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
async fn the_page_for_one_form_leaves_for_home_too() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let address = format!("{}form/?form=order", site.url());
    browser.driver.goto(address).await.unwrap();
    let form = WidgetElement::shown_in(&browser, "form");
    form.waits_for("answer").await.unwrap();
    form.answer("Bistro Verde").await.unwrap();
    let said = form.within("[data-speaker=\"respondent\"]");
    form.page.wait_for(&said).await.unwrap();
    form.waits_for("answer").await.unwrap();

    browser.show_tab(0).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.erase_everything().await;
    page.wait_for("document.querySelector('[data-testid=\"erased\"]')")
        .await
        .unwrap();
    browser.show_tab(1).await;
    form.page
        .wait_for("document.querySelector('[data-testid=\"erased\"]')?.textContent.includes('in another tab')")
        .await
        .unwrap();
    // Longer than the pause before a draft is stored.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(browser.left().await, json!([[], [], []]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_deleted_while_a_tab_that_was_not_told_is_at_work() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(DEAF.to_owned()),
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
    eraser.open_storage().await;
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
    assert_eq!(browser.left().await[0], json!([]));
    eraser.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// A third tab is deaf, so that nothing can be deleted.
#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_has_left_comes_home_with_its_list_and_its_key_if_nothing_was_deleted() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(DEAF.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.use_both_systems().await;
    page.value("sessionStorage.setItem('deaf', '1')")
        .await
        .unwrap();
    let deaf = Page::reopen_kind(&browser, &site.url(), "interview")
        .await
        .unwrap();
    deaf.settled().await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let told = Page::reopen_kind(&browser, &site.url(), "helpdesk")
        .await
        .unwrap();
    told.comes_to("answered").await.unwrap();
    told.fill_in("question", "half a question").await.unwrap();
    told.value("sessionStorage.setItem('kikitori/endpoint-key', 'sk-of-this-tab')")
        .await
        .unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(2).await;
    let eraser = Page::open(&browser, &site.url()).await.unwrap();
    eraser.erase_everything().await;
    eraser
        .wait_for("document.querySelector('main[data-screen=\"erase\"]')")
        .await
        .unwrap();
    browser.show_tab(1).await;
    told.wait_for("document.querySelector('[data-testid=\"erase-wait\"]')")
        .await
        .unwrap();
    told.picture("erase-wait").await.unwrap();
    told.wait_for("document.querySelector('main[data-screen=\"home\"]')")
        .await
        .unwrap();
    told.lists(2).await;
    let said = "document.querySelector('[data-testid=\"erased\"]')";
    assert_eq!(told.value(said).await.unwrap(), json!(null));
    let key = "sessionStorage.getItem('kikitori/endpoint-key')";
    assert_eq!(told.value(key).await.unwrap(), "sk-of-this-tab");
    told.click("desk").await.unwrap();
    told.wait_for("document.querySelector('#question')?.value === 'half a question'")
        .await
        .unwrap();
    told.click("home").await.unwrap();

    // Once the deaf tab is closed, this one is told again.
    browser.show_tab(0).await;
    browser.driver.goto("about:blank").await.unwrap();
    browser.show_tab(2).await;
    eraser
        .wait_for("document.querySelector('[data-testid=\"erase-failed\"]')")
        .await
        .unwrap();
    eraser.click("erase-again").await.unwrap();
    eraser
        .wait_for("document.querySelector('[data-testid=\"erased\"]')")
        .await
        .unwrap();
    browser.show_tab(1).await;
    told.wait_for("document.querySelector('[data-testid=\"erased\"]')?.textContent.includes('in another tab')")
        .await
        .unwrap();
    browser.keeps_nothing().await;
    eraser.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_deleted_is_not_deleted_later_without_being_asked() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(DEAF.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("sessionStorage.setItem('deaf', '1')")
        .await
        .unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let eraser = Page::open(&browser, &site.url()).await.unwrap();
    eraser.erase_everything().await;
    eraser
        .wait_for("document.querySelector('[data-testid=\"erase-failed\"]')")
        .await
        .unwrap();
    browser.show_tab(0).await;
    browser.driver.goto("about:blank").await.unwrap();
    browser.show_tab(1).await;
    // The tab is restored, or goes elsewhere and comes back.
    browser.driver.refresh().await.unwrap();
    eraser
        .wait_for("document.querySelector('main[data-screen=\"home\"]')")
        .await
        .unwrap();
    eraser.lists(1).await;
    eraser.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_address_says_that_everything_was_deleted() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    for hash in ["#/deleted", "#/deleted-elsewhere"] {
        browser.driver.goto("about:blank").await.unwrap();
        let page = Page::open(&browser, &format!("{}{hash}", site.url()))
            .await
            .unwrap();
        page.lists(1).await;
        let said = "document.querySelector('[data-testid=\"erased\"]')";
        assert_eq!(page.value(said).await.unwrap(), json!(null), "{hash}");
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// As in a local network: such tabs are neither told nor waited for.
#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_can_be_neither_told_nor_seen_stores_nothing_anew() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let no_locks = "if (location.protocol !== 'about:') Object.defineProperty(navigator, 'locks', {value: undefined});";
    let options = Options {
        before_page: Some(format!("{DEAF} {no_locks}")),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("sessionStorage.setItem('deaf', '1')")
        .await
        .unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let eraser = Page::open(&browser, &site.url()).await.unwrap();
    eraser.erase_everything().await;
    eraser
        .wait_for("document.querySelector('[data-testid=\"erased\"]')")
        .await
        .unwrap();
    browser.show_tab(0).await;
    page.fill("The last line is lost").await.unwrap();
    page.click("send").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"error\"]')")
        .await
        .unwrap();
    browser.show_tab(1).await;
    let eraser = Page::open(&browser, &site.url()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(
        eraser
            .value("document.querySelector('.sessions')")
            .await
            .unwrap(),
        json!(null)
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_browser_refuses_to_delete_is_told_and_all_else_is_gone() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let refusing = "if (location.protocol !== 'about:') IDBFactory.prototype.deleteDatabase = () => { throw new DOMException('', 'InvalidStateError'); };";
    let options = Options {
        before_page: Some(refusing.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.use_both_systems().await;
    page.open_settings("settings").await;
    page.click("theme-dark").await.unwrap();
    page.close_settings().await;
    page.erase_everything().await;
    page.wait_for("document.querySelector('[data-testid=\"erase-failed\"]')?.textContent.includes('database with sessions')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "database not deleted").await;
    let left = browser.left().await;
    assert_eq!(left[1], json!(["kikitori/sessions-in-indexed-db"]));
    assert_eq!(left[2], json!([]));
    page.click("erase-leave").await.unwrap();
    page.lists(2).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
