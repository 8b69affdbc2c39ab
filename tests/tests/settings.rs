//! The settings as people use them: what they type, by keyboard, in every width and theme.

use kikitori_e2e::{
    Browser, Manners, Model, Options, OwnEndpoint, Page, Profile, Site, nothing_to_mend,
};
use serde_json::json;
use thirtyfour::Key;

const SAMPLE: &str = "bug-report";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_or_key_is_refused_where_it_is_typed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    page.click("way-direct").await.unwrap();
    for (text, said) in [
        ("ftp://models.example", "not an address"),
        (
            "https://me:secret@models.example/v1",
            "key has its own place",
        ),
    ] {
        page.change("address", text).await.unwrap();
        page.wait_for(&format!(
            "document.querySelector('#address-error').textContent.includes('{said}')"
        ))
        .await
        .unwrap();
        // What was typed stays, to be mended.
        let kept = page
            .value("document.querySelector('#address').value")
            .await
            .unwrap();
        assert_eq!(kept, text);
    }
    page.click("preset").await.unwrap();
    let address = page
        .value("document.querySelector('#address').value")
        .await
        .unwrap();
    assert_eq!(address, "http://localhost:11434/v1");
    assert_eq!(
        page.value("document.querySelector('#address-error').textContent")
            .await
            .unwrap(),
        ""
    );
    page.change("key", "two words").await.unwrap();
    page.wait_for("document.querySelector('#key-error').textContent.includes('not a key')")
        .await
        .unwrap();
    let stored = page
        .value("JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})")
        .await
        .unwrap();
    assert!(!stored.as_str().unwrap().contains("secret"), "{stored}");
    assert!(!stored.as_str().unwrap().contains("two words"), "{stored}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_are_opened_again_at_once_stay_open() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    // The browser tells that a dialog was closed after whoever opens it anew in the same frame.
    page.value("(() => { const dialog = document.querySelector('dialog[open]'); dialog.addEventListener('close', () => { window.told = true; }); dialog.close(); document.querySelector('[data-testid=\"settings\"]').click(); })()")
        .await
        .unwrap();
    page.wait_for("window.told").await.unwrap();
    page.has_kept_focus("opening them again").await.unwrap();
    let is_open = "document.querySelector('dialog').open";
    assert_eq!(page.value(is_open).await.unwrap(), true);
    // Closed for good, they open again later as well.
    page.close_settings().await;
    page.open_settings("settings").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_for_everyone() {
    for (size, dark) in [
        ((1280, 900), false),
        ((1280, 900), true),
        ((360, 740), false),
        ((360, 740), true),
    ] {
        let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
        let refusing = OwnEndpoint::start(Manners::default()).await;
        let options = Options {
            size,
            dark,
            languages: if dark { "ja" } else { "en" },
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        let name = format!("{}-{}", size.0, if dark { "dark-ja" } else { "light" });
        page.open_settings("settings").await;
        page.click("settings-more").await.unwrap();
        page.wait_for(
            "document.querySelectorAll('[data-testid=\"check-step\"]:not([hidden])').length === 4",
        )
        .await
        .unwrap();
        nothing_to_mend(&browser, "settings").await;
        page.picture(&format!("settings-{name}-1-open"))
            .await
            .unwrap();
        page.check_connection("passed").await;
        nothing_to_mend(&browser, "settings, checked").await;
        page.picture(&format!("settings-{name}-2-checked"))
            .await
            .unwrap();
        page.value("document.querySelector('[data-testid=\"budget\"]').scrollIntoView()")
            .await
            .unwrap();
        page.change("cap-cost", "a lot").await.unwrap();
        nothing_to_mend(&browser, "settings, limits").await;
        page.picture(&format!("settings-{name}-5-limits"))
            .await
            .unwrap();
        page.go_direct(&refusing.url(), "small").await;
        nothing_to_mend(&browser, "settings, direct").await;
        page.picture(&format!("settings-{name}-3-direct"))
            .await
            .unwrap();
        page.check_connection("failed").await;
        nothing_to_mend(&browser, "settings, failed").await;
        page.value("document.querySelector('[data-testid=\"check\"]').scrollIntoView()")
            .await
            .unwrap();
        page.picture(&format!("settings-{name}-4-failed"))
            .await
            .unwrap();
        page.fits_its_width().await.unwrap();
        let sheet = "(() => { const it = document.querySelector('dialog[open]'); return it.scrollWidth - it.clientWidth; })()";
        assert_eq!(page.value(sheet).await.unwrap(), 0, "{name}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_used_by_keyboard_alone() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    let press = async |keys: String| {
        let chain = browser.driver.action_chain();
        chain.send_keys(keys).perform().await.unwrap();
    };
    let tab_to = async |selector: &str| {
        for _ in 0..40 {
            let there = format!("document.activeElement?.matches('{selector}') ?? false");
            if page.value(&there).await.unwrap() == true {
                return;
            }
            press(char::from(Key::Tab).to_string()).await;
        }
        assert!(
            selector.is_empty(),
            "{selector} cannot be reached with the Tab key"
        );
    };
    tab_to("[data-testid=\"settings\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    page.settings_are_open().await;
    tab_to("[data-testid=\"way-server\"]").await;
    // Arrows choose among radio buttons, and the focus stays with the choice.
    press(char::from(Key::Down).to_string()).await;
    page.wait_for("document.activeElement?.matches('[data-testid=\"way-direct\"]:checked')")
        .await
        .unwrap();
    press(char::from(Key::Up).to_string()).await;
    page.wait_for("document.activeElement?.matches('[data-testid=\"way-server\"]:checked')")
        .await
        .unwrap();
    // What is for those who run a model is folded.
    tab_to("[data-testid=\"settings-more\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    tab_to("[data-testid=\"check-connection\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    page.wait_for("document.querySelector('[data-testid=\"check\"]').dataset.state === 'passed'")
        .await
        .unwrap();
    tab_to("[data-testid=\"patience-normal\"]").await;
    press(char::from(Key::Down).to_string()).await;
    page.wait_for("document.querySelector('[data-testid=\"patience-long\"]').checked")
        .await
        .unwrap();
    press(char::from(Key::Escape).to_string()).await;
    page.wait_for("!document.querySelector('dialog[open]') && document.activeElement?.dataset.testid === 'settings'").await.unwrap();
    // It is a choice of this device.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.open_settings("settings").await;
    assert_eq!(
        page.value("document.querySelector('[data-testid=\"patience-long\"]').checked")
            .await
            .unwrap(),
        true
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_and_done_is_seen_in_the_persons_own_colours() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let forced = json!({"features": [{"name": "forced-colors", "value": "active"}]});
    browser.tell("Emulation.setEmulatedMedia", forced).await;
    let stands_out = async |page: &Page<'_>, selector: &str, part: &str| {
        let is_seen = format!(
            "(it => it && getComputedStyle(it, '{part}').backgroundColor !== getComputedStyle(document.body).backgroundColor && getComputedStyle(it, '{part}').backgroundColor !== 'rgba(0, 0, 0, 0)')(document.querySelector('{selector}'))"
        );
        page.wait_for(&is_seen).await.unwrap();
    };
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    stands_out(&page, ".bar-link[aria-current=page]", "::after").await;
    page.open_settings("settings").await;
    let radio = "getComputedStyle(document.querySelector('[name=\"theme\"]:checked')).opacity";
    page.wait_for(&format!("{radio} === '1'")).await.unwrap();
    page.picture("settings-forced-colours").await.unwrap();
    page.fits_its_width().await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    stands_out(&page, ".progress-done", "").await;
    browser.close().await;
}
