//! Home and every system are one application at addresses of their own.

use std::time::Duration;

use kikitori_e2e::{Browser, FileHost, Model, Options, Page, Profile, Site, WidgetElement};
use serde_json::json;

/// Where the page lies in a folder of a host for files.
const ROOT: &str = "/people/us/";

/// The host has the same page at its root as well, where nobody may look.
fn all_is_asked_in_the_folder(host: &FileHost) {
    let mut elsewhere = host.asked();
    elsewhere.retain(|it| !it.starts_with(ROOT) && !it.starts_with("/favicon.ico"));
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

/// Waits for the screen of this name in the same page: the mark that was made is still there.
async fn shows(page: &Page<'_>, screen: &str, path: &str) {
    page.wait_for(&format!(
        "window.mark === 1 && document.querySelector('main[data-screen=\"{screen}\"]')"
    ))
    .await
    .unwrap();
    let shown = page.value("location.pathname + location.hash").await;
    assert_eq!(shown.unwrap(), path);
}

async fn from_home_to_the_help_desk_and_back(browser: &Browser, url: &str, root: &str) {
    let page = Page::open(browser, url).await.unwrap();
    page.value("(window.mark = 1)").await.unwrap();
    page.click("desk").await.unwrap();
    let (home, desk) = (root.to_owned(), format!("{root}desk/"));
    shows(&page, "desk", &desk).await;
    assert_eq!(
        page.value("document.title").await.unwrap(),
        "Help desk · Kikitori"
    );
    // What it ships is found from here as well.
    page.wait_for("document.querySelector('[data-testid=\"site-document\"]')?.textContent.includes('passages')")
        .await
        .unwrap();
    page.value("history.back()").await.unwrap();
    shows(&page, "home", &home).await;
    page.value("history.forward()").await.unwrap();
    shows(&page, "desk", &desk).await;
    page.click("home").await.unwrap();
    shows(&page, "home", &format!("{root}#/")).await;
    assert_eq!(page.value("document.title").await.unwrap(), "Kikitori");
    page.value("history.back()").await.unwrap();
    shows(&page, "desk", &desk).await;
    // Opened directly it is there too.
    let page = Page::open(browser, &format!("{url}desk/")).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"site-document\"]')?.textContent.includes('passages')")
        .await
        .unwrap();
    page.value("(window.mark = 1)").await.unwrap();
    page.click("home").await.unwrap();
    shows(&page, "home", &format!("{root}#/")).await;
    assert_eq!(
        page.value("document.querySelectorAll('[data-testid=\"sample\"]').length")
            .await
            .unwrap(),
        4
    );
    page.console_is_clean(&["config.json"]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn systems_are_left_and_come_back_to_without_loading_the_page_anew() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    from_home_to_the_help_desk_and_back(&browser, &site.url(), "/").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_works_in_a_folder_of_a_host_for_files() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    from_home_to_the_help_desk_and_back(&browser, &host.url_in_folder(), ROOT).await;
    all_is_asked_in_the_folder(&host);
    browser.close().await;
}

/// Screens that home leads to, each with what is there when it can be used.
const OTHERS: [(&str, &str); 3] = [
    ("agent", "[data-testid=\"question\"]"),
    ("tasks", "[data-testid=\"question\"]"),
    ("builder", "[data-testid=\"open-field\"]"),
];

#[tokio::test(flavor = "multi_thread")]
async fn agent_tasks_and_builder_work_in_a_folder_of_a_host_for_files() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = host.url_in_folder();
    // Nobody is asked but the demonstration, which lies in the folder too.
    let page = Page::open(&browser, &url).await.unwrap();
    page.click("choose-demonstration").await.unwrap();
    for (system, used) in OTHERS {
        let there = format!("document.querySelector('{used}')");
        let path = format!("{ROOT}{system}/");
        let page = Page::open(&browser, &url).await.unwrap();
        page.value("(window.mark = 1)").await.unwrap();
        page.click(system).await.unwrap();
        shows(&page, system, &path).await;
        page.wait_for(&there).await.unwrap();
        page.value("history.back()").await.unwrap();
        shows(&page, "home", ROOT).await;
        // Opened directly it is there too, and leads home.
        let page = Page::open(&browser, &format!("{url}{system}/"))
            .await
            .unwrap();
        page.wait_for(&there).await.unwrap();
        page.value("(window.mark = 1)").await.unwrap();
        page.click("home").await.unwrap();
        shows(&page, "home", &format!("{ROOT}#/")).await;
    }
    // What they work with is found from there: the model, its tools, the site's documents.
    let page = Page::open(&browser, &format!("{url}agent/")).await.unwrap();
    page.ask("What is (1200 + 350) * 12, and how do I download the result?")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    page.last_answer_says("= 18600").await.unwrap();
    page.last_answer_says("JSON file").await.unwrap();
    let page = Page::open(&browser, &format!("{url}tasks/")).await.unwrap();
    page.ask("I bought 6 eggs.").await.unwrap();
    page.comes_to("review").await.unwrap();
    all_is_asked_in_the_folder(&host);
    page.console_is_clean(&["config.json"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_for_one_form_works_in_a_folder_of_a_host_for_files() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = host.url_in_folder();
    let link = format!("{url}form/?form=bug-report&demo");
    browser.driver.goto(link).await.unwrap();
    let form = WidgetElement::shown_in(&browser, "form");
    let answer = "The list stays empty after I pick a second filter";
    form.answer(answer).await.unwrap();
    let said = form.within("[data-speaker=\"respondent\"]");
    let page = &form.page;
    page.wait_for(&format!("{said}?.textContent.includes({})", json!(answer)))
        .await
        .unwrap();
    form.waits_for("answer").await.unwrap();
    page.console_is_clean(&["config.json"]).await.unwrap();
    // Home in the same folder lists it.
    let page = Page::open(&browser, &url).await.unwrap();
    page.lists(1).await;
    let session = page.text_of("session").await.unwrap();
    assert!(session.contains("Bug report"), "{session}");
    all_is_asked_in_the_folder(&host);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_help_desk_goes_on_working_while_another_screen_is_shown() {
    let slow = Model::SlowEndpoint(Duration::from_millis(30));
    let (site, profile) = (Site::start(slow).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.value("(window.mark = 1)").await.unwrap();
    page.fill_in("question", "How do I download the result?")
        .await
        .unwrap();
    page.click("ask").await.unwrap();
    site.has_open_requests(1).await;
    page.click("home").await.unwrap();
    shows(&page, "home", "/#/").await;
    page.click_on("[data-testid=\"sample\"][data-form=\"bug-report\"]")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.value("history.go(-2)").await.unwrap();
    shows(&page, "desk", "/desk/").await;
    page.wait_for("document.querySelector('main').dataset.state === 'answered'")
        .await
        .unwrap();
    let planner = site.take_calls().into_iter().filter(|it| it == "planner");
    assert_eq!(planner.count(), 1);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn language_and_settings_are_the_same_on_every_screen() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let language = "document.documentElement.lang";
    page.click("language").await.unwrap();
    page.wait_for(&format!("{language} === 'ja'"))
        .await
        .unwrap();
    page.open_settings("open-settings").await;
    page.change("cap-calls", "300").await.unwrap();
    page.close_settings().await;
    for url in [site.url(), format!("{}desk/", site.url())] {
        let page = Page::open(&browser, &url).await.unwrap();
        assert_eq!(page.value(language).await.unwrap(), "ja", "{url}");
        page.open_settings("settings").await;
        let calls = page.value("document.querySelector('#cap-calls').value");
        assert_eq!(calls.await.unwrap(), json!("300"), "{url}");
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
