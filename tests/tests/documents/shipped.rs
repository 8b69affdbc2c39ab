//! A set of documents that the site ships.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};
use serde_json::json;

use super::{ANSWERED, add, answer_and_source};

type Files = Arc<Mutex<BTreeMap<String, String>>>;

/// In the place of the list: the server fails.
const DOWN: &str = "(down)";

/// A site whose owner ships these files in the help desk's folder, and may change them.
async fn site_with(files: &Files) -> Site {
    let one = async |State(files): State<Files>, Path(name): Path<String>| {
        let content = files.lock().unwrap().get(&name).cloned();
        content.ok_or(StatusCode::NOT_FOUND)
    };
    let list = async |State(files): State<Files>| {
        let content = files.lock().unwrap().get("documents.json").cloned();
        match content {
            Some(content) if content == DOWN => Err(StatusCode::INTERNAL_SERVER_ERROR),
            content => content.ok_or(StatusCode::NOT_FOUND),
        }
    };
    let beside = Router::new()
        .route("/desk/documents.json", get(list))
        .route("/desk/texts/{name}", get(one))
        .with_state(files.clone());
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    Site::serving(dist, Model::Scripted, beside).await
}

fn put(files: &Files, name: &str, content: &str) {
    files
        .lock()
        .unwrap()
        .insert(name.to_owned(), content.to_owned());
}

const LIST: &str = r#"{"documents": [
  {"name": "toaster", "title": "Toaster manual", "language": "en", "file": "texts/toaster.html"},
  {"name": "tosuta", "title": "トースターの説明書", "language": "ja", "file": "texts/tosuta.md"},
  {"name": "warranty", "title": "Warranty", "file": "texts/warranty.txt"}
], "questions": [{"text": "How long do I toast?", "language": "en"}]}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_set_that_the_site_ships_is_searched_by_language_and_follows_its_files() {
    let files = Files::default();
    put(&files, "documents.json", LIST);
    put(
        &files,
        "toaster.html",
        "<h1>Toaster</h1><p>Toast for two minutes.</p>",
    );
    put(&files, "tosuta.md", "# トースター\n\n二分間焼きます。\n");
    put(&files, "warranty.txt", "The warranty lasts three years.\n");
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let listed = "[...document.querySelectorAll('[data-testid=\"site-document\"]')].map(it => it.innerText.replaceAll('\\n', ' '))";
    let lists = async |page: &Page<'_>, expected: &[&str]| {
        let expected = json!(expected);
        page.wait_for(&format!(
            "JSON.stringify({listed}) === JSON.stringify({expected})"
        ))
        .await
        .unwrap();
    };
    lists(&page, &["Toaster manual 1 passage", "Warranty 1 passage"]).await;
    assert_eq!(
        page.text_of("searched").await.unwrap(),
        "Answers come from this site's 2 documents."
    );
    assert_eq!(
        page.text_of("example").await.unwrap(),
        "How long do I toast?"
    );
    page.click("example").await.unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    assert!(
        page.text_of("answer")
            .await
            .unwrap()
            .contains("Toast for two minutes.")
    );

    // The file has changed, and another is gone for now: it is searched as it was.
    put(
        &files,
        "toaster.html",
        "<h1>Toaster</h1><p>Toast for four minutes.</p>",
    );
    files.lock().unwrap().remove("warranty.txt");
    let page = Page::open(&browser, &url).await.unwrap();
    // The stored answer is shown first.
    page.wait_for(ANSWERED).await.unwrap();
    lists(&page, &["Toaster manual 1 passage", "Warranty 1 passage"]).await;
    let [answer, ..] = answer_and_source(&page, "How long do I toast?")
        .await
        .unwrap();
    assert!(answer.contains("four minutes"), "{answer}");
    let [answer, ..] = answer_and_source(&page, "How long does the warranty last?")
        .await
        .unwrap();
    assert!(answer.contains("three years"), "{answer}");

    // The other language has its own documents, also after a reload.
    page.click("language").await.unwrap();
    lists(&page, &["トースターの説明書 1 箇所", "Warranty 1 箇所"]).await;
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    let [_, _, passage, _] = answer_and_source(&page, "何分間焼きますか？")
        .await
        .unwrap();
    assert_eq!(passage, "二分間焼きます。");
    page.click("language").await.unwrap();

    // What is shipped no longer is forgotten.
    put(
        &files,
        "documents.json",
        r#"{"documents": [{"name": "toaster", "title": "Toaster manual", "file": "texts/toaster.html"}]}"#,
    );
    let page = Page::open(&browser, &url).await.unwrap();
    lists(&page, &["Toaster manual 1 passage"]).await;
    let keys = page.stored_keys().await.unwrap();
    let kept: Vec<_> = keys
        .iter()
        .filter(|key| key.starts_with("desk/shipped/"))
        .collect();
    assert_eq!(kept, ["desk/shipped/toaster"]);
    page.console_is_clean(&["404"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_documents_stand_in_for_the_sites_or_are_searched_besides_them() {
    let files = Files::default();
    put(&files, "documents.json", LIST);
    put(
        &files,
        "toaster.html",
        "<h1>Toaster</h1><p>Toast for two minutes.</p>",
    );
    put(&files, "warranty.txt", "The warranty lasts three years.\n");
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    add(
        &page,
        &profile,
        "receipt.md",
        b"# Receipt\n\nThe toaster was bought in March.\n",
    )
    .await
    .unwrap();
    let searched = async |expected: &str| {
        let expected = json!(expected);
        page.wait_for(&format!(
            "document.querySelector('[data-testid=\"searched\"]').textContent === {expected}"
        ))
        .await
        .unwrap();
    };
    searched("Answers come from your document.").await;
    let titles = async || {
        page.value("[...document.querySelectorAll('[data-testid=\"statement\"]')].map(it => it.textContent).join()").await.unwrap().as_str().unwrap().to_owned()
    };
    page.ask("How long does the warranty last, and when was the toaster bought?")
        .await
        .unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    assert!(titles().await.contains("March") && !titles().await.contains("three years"));
    page.picture("documents-own").await.unwrap();
    // The choice is there after a reload as well.
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"search-both\"]')")
        .await
        .unwrap();
    page.click("search-both").await.unwrap();
    searched("Answers come from your document and this site's 2 documents.").await;
    page.picture("documents-both").await.unwrap();
    page.click("ask").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"answer\"]')?.textContent.includes('three years')",
    )
    .await
    .unwrap();
    assert!(titles().await.contains("March"));
    page.click("remove-document").await.unwrap();
    page.click("remove-document-confirm").await.unwrap();
    searched("Answers come from this site's 2 documents.").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_the_set_is_said() {
    let files = Files::default();
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"searched\"]').textContent === 'There is nothing to answer from yet.'").await.unwrap();
    page.ask("How long do I toast?").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"trouble\"]').textContent.includes('Add a document below')").await.unwrap();
    page.picture("documents-none").await.unwrap();
    let cases = [
        (
            r#"{"documents": 1}"#,
            "site-error",
            "expected an object with a list",
        ),
        (
            r#"{"documents": [{"name": "a", "title": "A", "file": "../a.md"}]}"#,
            "site-error",
            "document 1: expected a file in the list's folder",
        ),
        (
            r#"{"documents": [{"name": "a", "title": "Gone", "file": "texts/gone.md"}]}"#,
            "site-document",
            "could not be loaded (the server answers 404)",
        ),
    ];
    for (list, place, expected) in cases {
        put(&files, "documents.json", list);
        let page = Page::open(&browser, &url).await.unwrap();
        let expected = json!(expected);
        page.wait_for(&format!(
            "document.querySelector('[data-testid=\"{place}\"]')?.textContent.includes({expected})"
        ))
        .await
        .unwrap();
        // The reason is in English, whatever the page speaks.
        let english = "document.querySelector('[data-testid=\"site-error\"] [lang=en]')";
        let is_said = page.value(&format!("{english} !== null")).await.unwrap();
        assert_eq!(is_said, place == "site-error", "{place}");
    }
    let searched = page.text_of("searched").await.unwrap();
    assert_eq!(searched, "There is nothing to answer from yet.");
    page.picture("documents-missing").await.unwrap();
    page.console_is_clean(&["404"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_does_not_come_is_asked_for_again() {
    let files = Files::default();
    put(&files, "documents.json", DOWN);
    put(&files, "toaster.html", "<p>Toast for two minutes.</p>");
    put(&files, "warranty.txt", "The warranty lasts three years.\n");
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let says = async |place: &str, text: &str| {
        let text = json!(text);
        let shown = format!("document.querySelector('[data-testid=\"{place}\"]')");
        page.wait_for(&format!("{shown}.textContent.includes({text})"))
            .await
            .unwrap();
    };
    says("site-error", "could not be loaded").await;
    says("searched", "There is nothing to answer from yet.").await;
    page.picture("documents-away").await.unwrap();
    put(&files, "documents.json", LIST);
    page.click("site-again").await.unwrap();
    says("searched", "Answers come from this site's 2 documents.").await;
    page.wait_for("!document.querySelector('[data-testid=\"site-again\"]') && document.activeElement?.tagName === 'H2'")
        .await
        .unwrap();
    assert_eq!(page.text_of("site-error").await.unwrap(), "");
    page.console_is_clean(&["500"]).await.unwrap();
    browser.close().await;
}
