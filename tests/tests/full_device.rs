//! A device without room for more: what is stored can be read, saved and deleted.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend_in_any_light};

/// What fails in a page on a full device, while the test has it full.
const ROOM: &str = "(() => { const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...given) { if (sessionStorage.getItem('full')) throw new DOMException('no room, says the test', 'QuotaExceededError'); return put.apply(this, given); }; })()";
const NOTICE: &str = "document.querySelector('[data-testid=\"storage-full\"]')";
const FULL: &str = "sessionStorage.setItem('full', '1')";
const NOT_FULL: &str = "sessionStorage.removeItem('full')";

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_device_an_interview_is_opened_to_be_read_and_goes_on_when_there_is_room() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let options = Options {
        before_page: Some(ROOM.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::shown_in(&browser);
    for _ in 0..2 {
        Page::open(&browser, &site.url()).await.unwrap();
        page.begin("bug-report").await.unwrap();
        page.answer("The last line is lost").await.unwrap();
        page.settled().await.unwrap();
    }
    let asked = site.take_calls();
    page.value(FULL).await.unwrap();

    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for(NOTICE).await.unwrap();
    page.picture("full-home").await.unwrap();
    nothing_to_mend_in_any_light(&browser, "home on a full device").await;
    let before = page.stored("").await.unwrap();
    page.click("session-open").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "error");
    assert_eq!(page.answers_given().await.unwrap(), 1);
    let told = page.text_of("error").await.unwrap();
    assert!(told.contains("no room left on this device"), "{told}");
    page.wait_for(NOTICE).await.unwrap();
    page.picture("full-session").await.unwrap();
    nothing_to_mend_in_any_light(&browser, "an interview on a full device").await;
    let sends = "document.querySelector('[data-testid=\"send\"]').disabled";
    assert_eq!(page.value(sends).await.unwrap(), true);
    page.click("session-save").await.unwrap();
    let saved = page.saved_copy(&profile).await;
    assert!(saved.contains("The last line is lost"), "{saved}");
    // Still no room.
    page.click("retry").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "error");
    assert_eq!(page.stored("").await.unwrap(), before);
    assert_eq!(site.take_calls(), [""; 0], "after {asked:?}");

    // Deleting needs no room.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let rows = "document.querySelectorAll('[data-testid=\"session\"]').length";
    page.wait_for(&format!("{rows} === 2")).await.unwrap();
    page.click("session-delete").await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for(&format!("{rows} === 1")).await.unwrap();

    page.click("session-open").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "error");
    page.value(NOT_FULL).await.unwrap();
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(page.answers_given().await.unwrap(), 2);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
