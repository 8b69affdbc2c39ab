//! What most visitors do, in whichever browser the tests drive: `cargo xtask test --browser firefox`
//! and `--browser webkit` run these, and nothing else here.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};

const GIVEN: &str = "[...document.querySelectorAll('[data-speaker=\"respondent\"] [data-testid=\"message-text\"]')].map(it => it.textContent).join('|')";

/// As people have their browser.
fn whole() -> Options {
    Options {
        whole: true,
        ..Options::default()
    }
}

/// Starts the sample interview from the page's home.
async fn start_interview<'a>(browser: &'a Browser, site: &Site) -> Page<'a> {
    let page = Page::open(browser, &site.url()).await.unwrap();
    page.click_on("[data-testid=\"sample\"][data-form=\"bug-report\"]")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page
}

async fn an_interview(tongue: Tongue, width: u32, name: &str) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: match tongue {
            Tongue::English => "en",
            Tongue::Japanese => "ja",
        },
        dark: tongue == Tongue::Japanese,
        ..whole()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = start_interview(&browser, &site).await;
    let mut respondent = Respondent::speaking(tongue);
    respondent.answer(&page, 2).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let given = page.value(GIVEN).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.picture(&format!("{name}-1-midway")).await.unwrap();

    browser.driver.refresh().await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.value(GIVEN).await.unwrap(), given);

    respondent.answer_all(&page).await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'review'")
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    page.picture(&format!("{name}-2-review")).await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    page.picture(&format!("{name}-3-done")).await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(submission["formId"], "bug-report");
    assert_eq!(submission["timezone"], "Asia/Tokyo");
    assert!(
        submission["submittedAt"]
            .as_str()
            .unwrap()
            .ends_with("+09:00"),
        "{submission}"
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_from_its_first_question_to_download_over_a_reload() {
    an_interview(Tongue::English, 1280, "journey-interview-en").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_in_japanese_fits_a_narrow_window() {
    an_interview(Tongue::Japanese, 360, "journey-interview-ja").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_to_the_help_desk_is_answered_over_a_reload() {
    let slow = Model::SlowEndpoint(Duration::from_millis(30));
    let (site, profile) = (Site::start(slow).await, Profile::new());
    let options = Options {
        size: (360, 800),
        ..whole()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let question = "How do I download the result, and are there cookies?";
    page.fill_in("question", question).await.unwrap();
    page.click("ask").await.unwrap();
    // The plan is made, and the subtasks are under way.
    page.wait_for("document.querySelector('[data-testid=\"branch\"]')")
        .await
        .unwrap();

    browser.driver.refresh().await.unwrap();
    let answered = "document.querySelector('main')?.dataset.state === 'answered'";
    page.wait_within(Duration::from_secs(120), answered)
        .await
        .unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("JSON file"), "{answer}");
    page.fits_its_width().await.unwrap();
    page.picture("journey-desk-1-answered").await.unwrap();
    page.click("citation").await.unwrap();
    page.wait_for("document.querySelector('dialog[open] mark')?.textContent.length > 5")
        .await
        .unwrap();
    page.picture("journey-desk-2-source").await.unwrap();
    page.click("close-source").await.unwrap();

    browser.driver.refresh().await.unwrap();
    page.wait_for(answered).await.unwrap();
    assert_eq!(page.text_of("answer").await.unwrap(), answer);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_before_is_found_again_at_home() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &whole()).await;
    let page = start_interview(&browser, &site).await;
    let mut respondent = Respondent::speaking(Tongue::English);
    respondent.answer(&page, 1).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let given = page.value(GIVEN).await.unwrap();

    // Away from the site, and back.
    browser.driver.goto("about:blank").await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.picture("journey-home").await.unwrap();
    page.click("session-open").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.value(GIVEN).await.unwrap(), given);
    respondent.answer(&page, 1).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_on_the_pages_console_is_heard() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &whole()).await;
    if !browser.tells_console() {
        return;
    }
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.value("console.error('heard')").await.unwrap();
    for _ in 0..100 {
        let lines = browser.console().await.unwrap();
        if lines
            .iter()
            .any(|line| line.is_error && line.text.contains("heard"))
        {
            return browser.close().await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not heard");
}
