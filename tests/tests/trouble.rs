//! What can go wrong around an interview.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};

const SAMPLE: &str = "[data-testid=\"sample\"][data-form=\"bug-report\"]";

#[tokio::test(flavor = "multi_thread")]
async fn without_indexeddb_the_interview_is_kept_in_local_storage() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let refused = "IDBFactory.prototype.open = function () { throw new DOMException('refused by the test', 'SecurityError'); }";
    let options = Options {
        before_page: Some(refused.into()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"storage-notice\"][data-kind=\"local-storage\"]')",
    )
    .await
    .unwrap();
    page.click_on(SAMPLE).await.unwrap();
    page.settled().await.unwrap();
    page.answer("English").await.unwrap();
    page.settled().await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-open").await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(page.answers_given().await.unwrap(), 1);
    page.answer("Japan").await.unwrap();
    Respondent::speaking(Tongue::English)
        .answer_all(&page)
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(submission["formId"], "bug-report");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_away_is_waited_for_and_nothing_is_lost() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    for (status, word) in [(502, "again"), (401, "key"), (404, "model"), (429, "wait")] {
        site.endpoint_answers(status);
        if page.settled().await.unwrap() == "answer" {
            page.answer("English").await.unwrap();
        } else {
            page.click("retry").await.unwrap();
        }
        page.wait_for("document.querySelector('main').dataset.state === 'error'")
            .await
            .unwrap();
        page.wait_for(&format!("document.querySelector('[data-testid=\"error\"]').textContent.toLowerCase().includes('{word}')")).await.unwrap();
        assert_eq!(page.answers_given().await.unwrap(), 1, "the answer is kept");
    }
    page.picture("model-away").await.unwrap();
    // Also over a reload.
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-open").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'error'")
        .await
        .unwrap();
    site.endpoint_answers(200);
    page.click("retry").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'answer'")
        .await
        .unwrap();
    page.answer("Japan").await.unwrap();
    Respondent::speaking(Tongue::English)
        .answer_all(&page)
        .await
        .unwrap();
    // Chromium itself reports responses with an error status.
    page.console_is_clean(&["Failed to load resource"])
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_file_that_does_not_fit_is_explained_and_the_page_goes_on() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let cases = [
        ("{", "not valid JSON"),
        (
            r#"{"id":"f","title":"F","fields":[{"id":"a","label":"<img src=x onerror=alert(1)>","required":"yes"}]}"#,
            "fields[0].required",
        ),
        (r#"{"id":"f","title":"F","fields":[]}"#, "1 to 200 fields"),
    ];
    for (text, expected) in cases {
        page.load_form(&profile, text).await.unwrap();
        page.wait_for(&format!("document.querySelector('[data-testid=\"form-error\"]')?.textContent.includes('{expected}')")).await.unwrap();
    }
    page.picture("form-error").await.unwrap();
    let good = r#"{"id":"f","title":"A form of my own","fields":[{"id":"a","label":"<img src=x onerror=alert(1)>","required":true}]}"#;
    page.load_form(&profile, good).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(
        page.value("document.querySelectorAll('img').length")
            .await
            .unwrap(),
        0
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_can_be_stopped_and_taken_up_again() {
    let model = Model::Slow(Duration::from_millis(150));
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    page.click("stop").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'stopped'")
        .await
        .unwrap();
    page.picture("stopped").await.unwrap();
    page.click("retry").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.state === 'answer'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_and_endless_answers_stay_text() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let form = r#"{"id":"f","title":"F","fields":[{"id":"a","label":"A","required":true},{"id":"b","label":"B","required":true},{"id":"c","label":"C","required":true}]}"#;
    page.load_form(&profile, form).await.unwrap();
    page.settled().await.unwrap();
    page.answer("English").await.unwrap();
    page.settled().await.unwrap();
    page.answer("Japan").await.unwrap();
    let long = "A long answer, pasted. ".repeat(100 * 1024 / 23);
    let answers = [
        "<script>window.hacked = true</script><img src=x onerror='window.hacked = true'>",
        "\u{202e}שלום\u{7}\u{1b}[31m",
        long.trim(),
    ];
    for answer in answers {
        page.settled().await.unwrap();
        page.answer(answer).await.unwrap();
        let shown = page.value("[...document.querySelectorAll('[data-speaker=\"respondent\"] [data-testid=\"message-text\"]')].at(-1)?.textContent ?? ''").await.unwrap();
        assert_eq!(shown, answer);
        assert_ne!(page.settled().await.unwrap(), "error");
    }
    assert_eq!(
        page.value("window.hacked === undefined && document.images.length === 0")
            .await
            .unwrap(),
        true
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_session_leaves_nothing_on_the_device() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    page.settled().await.unwrap();
    page.answer("English").await.unwrap();
    page.settled().await.unwrap();
    page.fill("half an answer that was never sent")
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    // What was typed and not sent is still there.
    page.click("session-open").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"composer\"]')?.value === 'half an answer that was never sent'").await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-delete").await.unwrap();
    page.click("session-delete-confirm").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"session\"]')")
        .await
        .unwrap();
    browser
        .driver
        .set_script_timeout(Duration::from_secs(10))
        .await
        .unwrap();
    let script = "const done = arguments[0]; const open = indexedDB.open('kikitori'); open.onsuccess = () => { const all = open.result.transaction('records').objectStore('records').getAllKeys(); all.onsuccess = () => done(all.result); };";
    let left = browser.driver.execute_async(script, vec![]).await.unwrap();
    assert_eq!(
        left.json().as_array().unwrap().len(),
        0,
        "{:?}",
        left.json()
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_tab_does_not_write_to_the_same_interview() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on(SAMPLE).await.unwrap();
    page.settled().await.unwrap();
    let address = browser.driver.current_url().await.unwrap();
    browser.driver.new_tab().await.unwrap();
    let windows = browser.driver.windows().await.unwrap();
    browser
        .driver
        .switch_to_window(windows[1].clone())
        .await
        .unwrap();
    let second = Page::open(&browser, address.as_str()).await.unwrap();
    second
        .wait_for("document.querySelector('[data-testid=\"locked\"]')")
        .await
        .unwrap();
    browser.close().await;
}
