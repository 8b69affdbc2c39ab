//! What can go wrong around an interview.

use std::time::Duration;

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Respondent, Site, Tongue, nothing_to_mend,
    nothing_to_mend_in_any_light,
};

const SAMPLE: &str = "bug-report";

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
    page.begin(SAMPLE).await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"storage-notice\"][data-kind=\"local-storage\"]')",
    )
    .await
    .unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(page.answers_given().await.unwrap(), 1);
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
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
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    for (status, word) in [(502, "again"), (401, "key"), (404, "model"), (429, "wait")] {
        site.endpoint_answers(status);
        if page.settled().await.unwrap() == "answer" {
            page.answer("The last line is lost").await.unwrap();
        } else {
            page.click("retry").await.unwrap();
        }
        page.comes_to("error").await.unwrap();
        page.wait_for(&format!("document.querySelector('[data-testid=\"error\"]').textContent.toLowerCase().includes('{word}')")).await.unwrap();
        assert_eq!(page.answers_given().await.unwrap(), 1, "the answer is kept");
    }
    page.picture("model-away").await.unwrap();
    // Also over a reload.
    let page = Page::reopen(&browser, &site.url()).await.unwrap();
    page.comes_to("error").await.unwrap();
    site.endpoint_answers(200);
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
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
async fn on_a_japanese_page_an_error_is_english_in_its_details_only() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let options = Options {
        languages: "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin("clinic-intake").await.unwrap(), "answer");
    site.endpoint_answers(502);
    page.answer("山田花子").await.unwrap();
    page.comes_to("error").await.unwrap();
    let seen = "document.querySelector('[data-testid=\"error\"]').innerText";
    let has_english = format!("/[a-z]{{2,}} [a-z]{{2,}}/i.test({seen})");
    assert_eq!(page.value(&has_english).await.unwrap(), false);
    page.press("[data-testid=\"error\"] summary").await.unwrap();
    page.wait_for(&has_english).await.unwrap();
    let language = "document.querySelector('.trouble-detail').lang";
    assert_eq!(page.value(language).await.unwrap(), "en");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_away_for_a_moment_is_asked_again_by_itself() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    site.endpoint_answers(503);
    page.answer("The last line is lost").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"thinking\"]').textContent.includes('Trying again in 2 s')").await.unwrap();
    page.picture("retrying").await.unwrap();
    site.endpoint_answers(200);
    page.comes_to("answer").await.unwrap();
    assert_eq!(page.answers_given().await.unwrap(), 1);
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
    nothing_to_mend_in_any_light(&browser, "a form that does not fit").await;
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
    let model = Model::SlowEndpoint(Duration::from_millis(150));
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.choose(SAMPLE).await.unwrap();
    site.has_open_requests(1).await;
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    // Not only the page has stopped listening: the endpoint is not writing any more.
    site.has_open_requests(0).await;
    site.answers_without_pauses();
    page.picture("stopped").await.unwrap();
    nothing_to_mend_in_any_light(&browser, "a stopped reply").await;
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_and_endless_answers_stay_text() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let form = r#"{"id":"f","title":"F","fields":[{"id":"a","label":"A","required":true},{"id":"b","label":"B","required":true},{"id":"c","label":"C","required":true},{"id":"d","label":"D","required":true}]}"#;
    page.load_form(&profile, form).await.unwrap();
    page.settled().await.unwrap();
    let long = "A long answer, pasted. ".repeat(100 * 1024 / 23);
    let answers = [
        "<script>window.hacked = true</script><img src=x onerror='window.hacked = true'>",
        long.trim(),
        "\u{202e}שלום\u{7}\u{1b}[31m",
    ];
    for answer in answers {
        page.settled().await.unwrap();
        page.answer(answer).await.unwrap();
        let shown = page.answers().await.unwrap();
        assert_eq!(shown.last().unwrap(), answer);
        assert_ne!(page.settled().await.unwrap(), "error");
        let read_out = page
            .value("document.querySelector('[role=\"status\"]').textContent.length")
            .await
            .unwrap();
        assert!(read_out.as_u64() < Some(1000), "{read_out} characters");
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
async fn a_page_that_breaks_says_what_is_true_of_its_store() {
    let refused = "IDBFactory.prototype.open = function () { throw new DOMException('refused by the test', 'SecurityError'); }; Storage.prototype.setItem = function () { throw new DOMException('refused by the test', 'SecurityError'); };";
    for (refused, sentence) in [("", "saved on this device"), (refused, "are lost")] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        // The composer is what breaks it.
        let breaking = "{ const create = Document.prototype.createElement; Document.prototype.createElement = function (name, ...more) { if (name === 'textarea') throw new Error('broken by the test'); return create.call(this, name, ...more); } }";
        let options = Options {
            before_page: Some(format!("{refused} {breaking}")),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.choose(SAMPLE).await.unwrap();
        page.wait_for("document.querySelector('main')?.dataset.screen === 'crashed'")
            .await
            .unwrap();
        let text = page.value("document.body.innerText").await.unwrap();
        assert!(text.as_str().unwrap().contains(sentence), "{text}");
        nothing_to_mend_in_any_light(&browser, "a page that broke").await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_development_log_is_shown_where_it_is_asked_for() {
    for (level, shown) in [(None, false), (Some("debug"), true), (Some("loud"), false)] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let choice = level.map(|level| format!("localStorage.setItem('kikitori/log', '{level}');"));
        let options = Options {
            before_page: Some(format!(
                "window.shown = []; console.debug = line => shown.push(line); {}",
                choice.unwrap_or_default()
            )),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.begin(SAMPLE).await.unwrap();
        let found = "window.shown.some(line => line.includes('tool call'))";
        assert_eq!(page.value(found).await.unwrap(), shown, "{level:?}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_is_stopped_is_waited_for_and_the_turn_goes_on() {
    let (mut site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    site.stop().await;
    page.answer("The last line is lost").await.unwrap();
    page.comes_to("error").await.unwrap();
    let told = page.text_of("error").await.unwrap();
    assert!(told.contains("could not be reached"), "{told}");
    assert!(told.contains("try again"), "{told}");
    assert!(told.contains("saved on this device"), "{told}");
    page.picture("proxy-stopped").await.unwrap();
    nothing_to_mend_in_any_light(&browser, "trouble").await;
    site.start_again().await;
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    assert_eq!(page.answers_given().await.unwrap(), 1, "the same turn");
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    // Chromium itself reports connections that are refused, and what loads parts of the program
    // one that did not come, ahead of its time or when it was needed.
    page.console_is_clean(&["Failed to load resource", "Failed to fetch"])
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_tab_does_not_write_to_the_same_interview() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    let address = browser.driver.current_url().await.unwrap();
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    let second = Page::open(&browser, address.as_str()).await.unwrap();
    second
        .wait_for("document.querySelector('[data-testid=\"locked\"]')")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "an interview of another tab").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_takes_long_says_so_once_and_what_can_be_done() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    assert_eq!(page.begin(SAMPLE).await.unwrap(), "answer");
    site.endpoint_pauses(Duration::from_secs(28));
    page.listen().await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    let slow = "document.querySelector('[data-testid=\"slow\"]')";
    assert_eq!(page.value(&format!("{slow} === null")).await.unwrap(), true);
    page.wait_within(Duration::from_secs(30), slow)
        .await
        .unwrap();
    let told = page.read_out().await.unwrap();
    let told = told.iter().filter(|it| it.contains("longer than usual"));
    assert_eq!(told.count(), 1);
    nothing_to_mend(&browser, "a reply that takes long").await;
    page.fits_its_width().await.unwrap();
    page.picture("slow-360").await.unwrap();
    page.press("[data-testid=\"stop\"]").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.wait_for(&format!("{slow} === null")).await.unwrap();
    site.answers_without_pauses();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_form_is_confirmed_although_no_model_hears_what_was_said_last() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin(SAMPLE).await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    Respondent::speaking(Tongue::English)
        .answer_all(&page)
        .await
        .unwrap();
    page.is_on("review").await.unwrap();
    site.endpoint_answers(500);
    page.answer("Thanks, that is all").await.unwrap();
    page.comes_to("error").await.unwrap();
    // Who tries in vain is offered the form here, too.
    page.click("retry").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"offer-form\"]')")
        .await
        .unwrap();
    nothing_to_mend_in_any_light(&browser, "the last page while no model answers").await;
    page.click("take-message-back").await.unwrap();
    page.wait_for(
        "document.querySelector('textarea[data-testid=\"composer\"]').value === 'Thanks, that is all'",
    )
    .await
    .unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"confirm\"]').getAttribute('aria-disabled') === 'false'",
    )
    .await
    .unwrap();
    // What stands in the box is asked about first.
    page.click("confirm").await.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    page.console_is_clean(&["Failed to load resource"])
        .await
        .unwrap();
    browser.close().await;
}
