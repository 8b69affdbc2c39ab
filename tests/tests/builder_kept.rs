//! The form of the form builder is kept, and where it is not that is said: with two tabs, without room,
//! and where another version has left one that cannot be read.

use kikitori_e2e::{Browser, FileHost, Options, Page, Profile, nothing_to_mend};
use serde_json::{Value, json};

use crate::builder::{REPORTED, change, file, opened, paste};

const RECORD: &str = "builder/form";
const TITLE: &str = "[id='builder-title-en']";
/// What fails in a page on a full device, while the test has it full.
const ROOM: &str = "(() => { const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...given) { if (sessionStorage.getItem('full')) throw new DOMException('no room, says the test', 'QuotaExceededError'); return put.apply(this, given); }; })()";
const REFUSED: &str = "IDBFactory.prototype.open = function () { throw new DOMException('refused by the test', 'SecurityError'); }; Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('refused by the test', 'SecurityError'); }});";

async fn rename(page: &Page<'_>, title: &str) {
    change(page, TITLE, title).await;
    let title = json!(title);
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"file\"]').textContent.includes({title})"
    ))
    .await
    .unwrap();
}

/// Waits until the form with this title is stored.
async fn is_kept(page: &Page<'_>, title: &str) {
    page.record_becomes(RECORD, |record| {
        let file = record["body"]["file"].as_str();
        file.is_some_and(|file| file.contains(title))
    })
    .await
    .unwrap();
}

async fn is_told(page: &Page<'_>, words: &str) {
    let words = json!(words);
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"not-kept\"]')?.textContent.includes({words})"
    ))
    .await
    .unwrap();
}

async fn is_told_no_more(page: &Page<'_>) {
    page.wait_for("!document.querySelector('[data-testid=\"not-kept\"]')")
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_another_tab_has_changed_is_not_written_over() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    rename(&page, "Of the first tab").await;
    is_kept(&page, "Of the first tab").await;
    let (first, second) = browser.second_tab().await;
    let page = opened(&browser, &host.url()).await;
    assert_eq!(file(&page).await["title"], "Of the first tab");
    rename(&page, "Of the second tab").await;
    is_kept(&page, "Of the second tab").await;
    browser.driver.switch_to_window(first).await.unwrap();
    let page = Page::shown_in(&browser);
    rename(&page, "Of the first tab, later").await;
    is_told(&page, "changed in another tab").await;
    nothing_to_mend(&browser, "builder, changed in another tab").await;
    is_kept(&page, "Of the second tab").await;
    // What the other tab has is shown, and what was here is one step back.
    page.click("take-other").await.unwrap();
    is_told_no_more(&page).await;
    page.wait_for(&format!(
        "document.querySelector(\"{TITLE}\").value === 'Of the second tab'"
    ))
    .await
    .unwrap();
    page.click("undo").await.unwrap();
    is_kept(&page, "Of the first tab, later").await;
    // The same the other way round, and the form of that tab goes on.
    browser.driver.switch_to_window(second).await.unwrap();
    let page = Page::shown_in(&browser);
    rename(&page, "Of the second tab, at last").await;
    is_told(&page, "changed in another tab").await;
    page.click("keep-this").await.unwrap();
    is_told_no_more(&page).await;
    is_kept(&page, "Of the second tab, at last").await;
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_form_that_cannot_be_read_stays_until_somebody_deletes_it() {
    const TOLD: &str = "document.querySelector('[data-testid=\"unreadable-form\"]')";
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    rename(&page, "Of this version").await;
    is_kept(&page, "Of this version").await;
    let later = json!({"version": 9, "body": json!({"file": "of a later version"}).to_string()});
    page.store_record(RECORD, later).await.unwrap();
    let page = opened(&browser, &host.url()).await;
    page.wait_for(TOLD).await.unwrap();
    nothing_to_mend(&browser, "builder, a form that cannot be read").await;
    // Who only looks changes nothing.
    let record = page.stored_record(RECORD).await.unwrap();
    assert_eq!(record["version"], 9);
    rename(&page, "Begun anew").await;
    is_kept(&page, "Begun anew").await;
    // It stands aside now, also after a reload, and can be had as a file.
    let page = opened(&browser, &host.url()).await;
    assert_eq!(file(&page).await["title"], "Begun anew");
    page.wait_for(TOLD).await.unwrap();
    page.press("[data-testid=\"unreadable-download\"]")
        .await
        .unwrap();
    let is_it = |name: &str| name == "kept-form-1.json";
    let saved = page.saved_file(&profile, is_it, |text| text.ends_with('}'));
    assert!(saved.await.contains("of a later version"));
    page.click("unreadable-delete").await.unwrap();
    page.click("unreadable-delete-confirm").await.unwrap();
    page.wait_for(&format!("!{TOLD}")).await.unwrap();
    let aside = page.stored("builder/aside/").await.unwrap();
    assert!(aside.is_empty(), "{aside:?}");
    is_kept(&page, "Begun anew").await;
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_stored_is_said_and_stored_when_there_is_room() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let options = Options {
        before_page: Some(ROOM.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = opened(&browser, &host.url()).await;
    rename(&page, "While there is room").await;
    is_kept(&page, "While there is room").await;
    page.value("sessionStorage.setItem('full', '1')")
        .await
        .unwrap();
    rename(&page, "Without room").await;
    is_told(&page, "download the form").await;
    is_told(&page, "no room left on this device").await;
    nothing_to_mend(&browser, "builder, without room").await;
    page.value("sessionStorage.removeItem('full')")
        .await
        .unwrap();
    page.click("keep-this").await.unwrap();
    is_told_no_more(&page).await;
    is_kept(&page, "Without room").await;
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_browser_keeps_nothing_that_is_said_before_there_is_a_form_to_lose() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let options = Options {
        before_page: Some(REFUSED.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = opened(&browser, &host.url()).await;
    page.wait_for(
        "document.querySelector('[data-testid=\"storage-notice\"][data-kind=\"memory\"]')",
    )
    .await
    .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_an_older_page_kept_is_taken_over_and_home_names_it() {
    const NAME: &str = "Form of the form builder";
    const ROWS: &str = "[...document.querySelectorAll('[data-testid=\"storage\"] tbody tr')].map(it => it.innerText.replace(/\\s+/g, ' '))";
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    let mut older: Value = file(&page).await;
    older["title"] = json!("Of an older page");
    let item = json!(older.to_string());
    page.value(&format!(
        "localStorage.setItem('kikitori/builder-form', {item})"
    ))
    .await
    .unwrap();
    let page = opened(&browser, &host.url()).await;
    assert_eq!(file(&page).await["title"], "Of an older page");
    is_kept(&page, "Of an older page").await;
    page.wait_for("localStorage.getItem('kikitori/builder-form') === null")
        .await
        .unwrap();

    let page = Page::open(&browser, &host.url()).await.unwrap();
    page.open_storage().await;
    let row = format!("{ROWS}.some(it => it.startsWith('{NAME} 1 '))");
    page.wait_for(&row).await.unwrap();
    page.click("erase").await.unwrap();
    let named =
        format!("document.querySelector('.erase-question')?.innerText.includes('{NAME}: 1')");
    page.wait_for(&named).await.unwrap();
    page.click("erase-confirm").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"home\"] [data-testid=\"erased\"]')")
        .await
        .unwrap();
    assert_eq!(browser.left().await, json!([[], [], []]));
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_replaced_by_what_was_pasted_is_brought_back_by_name() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    rename(&page, "An hour of work").await;
    let before = file(&page).await;
    paste(
        &page,
        r#"{"type": "object", "title": "Other", "properties": {"age": {"type": "integer"}}}"#,
    )
    .await;
    page.wait_for("document.querySelectorAll('.builder-field').length === 1")
        .await
        .unwrap();
    let button = page.text_of("bring-back").await.unwrap();
    assert!(button.contains("An hour of work"), "{button}");
    nothing_to_mend(&browser, "builder, the way back to a form").await;
    page.click("bring-back").await.unwrap();
    page.wait_for("document.querySelectorAll('.builder-field').length === 4")
        .await
        .unwrap();
    assert_eq!(file(&page).await, before);
    is_kept(&page, "An hour of work").await;
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}
