//! The documents that the help desk answers from: files of many kinds, and a set that the site
//! ships.

mod kinds;
mod shipped;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use serde_json::json;
use thirtyfour::error::WebDriverResult;

const ANSWERED: &str = "document.querySelector('main').dataset.state === 'answered'";

/// Adds a file and waits until it is listed.
async fn add(
    page: &Page<'_>,
    profile: &Profile,
    name: &str,
    content: &[u8],
) -> WebDriverResult<()> {
    page.choose_file("document-file", profile, name, content)
        .await?;
    let quoted = json!(name);
    page.wait_for(&format!("[...document.querySelectorAll('[data-testid=\"document\"]')].some(it => it.textContent.includes({quoted}))")).await
}

/// Asks, and returns the answer, the heading and the passage that its first source opens, and the
/// sentence that is marked there.
async fn answer_and_source(page: &Page<'_>, question: &str) -> WebDriverResult<[String; 4]> {
    page.ask(question).await?;
    page.wait_for(ANSWERED).await?;
    let answer = page.text_of("answer").await?;
    page.click("citation").await?;
    page.wait_for("document.querySelector('dialog[open] mark')?.textContent")
        .await?;
    let text = async |selector: &str| {
        // A passage under no heading has none.
        let script = format!("document.querySelector('dialog[open] {selector}')?.textContent");
        let text = page.value(&script).await?;
        WebDriverResult::Ok(text.as_str().unwrap_or_default().to_owned())
    };
    let found = [
        answer,
        text("h2").await?,
        text(".passage").await?,
        text("mark").await?,
    ];
    page.click("close-source").await?;
    Ok(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_of_one_name_are_kept_side_by_side_and_an_unreadable_one_is_named() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let coffee = "# Coffee machine\n\nDescale the machine every 200 cups.\n";
    let listed = "[...document.querySelectorAll('[data-testid=\"document\"] .document-name')].map(it => it.textContent).join()";
    add(&page, &profile, "README.md", coffee.as_bytes())
        .await
        .unwrap();
    let kettle = "# Kettle\n\nIt holds two litres.\n";
    page.choose_file("document-file", &profile, "README.md", kettle.as_bytes())
        .await
        .unwrap();
    let both = format!("{listed} === 'README (2).md,README.md'");
    page.wait_for(&both).await.unwrap();
    // The same once more.
    page.choose_file("document-file", &profile, "README.md", kettle.as_bytes())
        .await
        .unwrap();
    add(&page, &profile, "other.md", b"Other words.")
        .await
        .unwrap();
    assert_eq!(
        page.value(listed).await.unwrap(),
        "README (2).md,README.md,other.md"
    );
    let broken = json!({"version": 2, "body": "\"not a document\""});
    page.store_record("desk/document/other.md", broken)
        .await
        .unwrap();
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for("[...document.querySelectorAll('[data-testid=\"document\"]')].some(it => it.textContent.includes('cannot be read'))")
        .await
        .unwrap();
    page.picture("documents-unreadable").await.unwrap();
    page.ask("How often do I descale the machine?")
        .await
        .unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("every 200 cups"), "{answer}");
    browser.close().await;
}
