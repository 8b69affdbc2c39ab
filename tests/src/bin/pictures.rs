//! Takes the pictures in `docs`. `cargo xtask pictures` runs it and says where the page is.
#![allow(
    clippy::unwrap_used,
    reason = "there is nobody to tell but who runs it"
)]

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};

/// As wide as the text of a README, twice over.
const SIZE: (u32, u32) = (1280, 800);

#[tokio::main]
async fn main() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: SIZE,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    interview(&browser, &site).await;
    help_desk(&browser, &site).await;
    browser.close().await;
}

async fn interview(browser: &Browser, site: &Site) {
    let page = Page::open(browser, &site.url()).await.unwrap();
    page.begin("job-application").await.unwrap();
    let mut respondent = Respondent::speaking(Tongue::English);
    let asked = "document.querySelector('[data-testid=\"outline\"] [data-field=\"salary\"][data-state=\"interviewing\"]') !== null";
    while page.value(asked).await.unwrap() == false {
        respondent.answer(&page, 1).await.unwrap();
        page.settled().await.unwrap();
    }
    page.picture("interview").await.unwrap();
}

async fn help_desk(browser: &Browser, site: &Site) {
    let page = Page::open(browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"site-document\"]')?.textContent.includes('passages')")
        .await
        .unwrap();
    page.ask("How do I download the result, and are there cookies?")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    page.picture("help-desk").await.unwrap();
}
