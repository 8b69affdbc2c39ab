//! A page whose deployment is replaced while it is open.

use std::path::Path;

use axum::Router;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue, setting};

use crate::parts::{build, is_missing};

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_deployment_was_replaced_is_loaded_anew_and_loses_nothing() {
    let profile = Profile::new();
    let dist = profile.downloads().join("deployed");
    copy(Path::new(&setting("KIKITORI_DIST")), &dist);
    let site = Site::serving(dist.clone(), Model::Scripted, Router::new()).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on("[data-testid=\"sample\"][data-form=\"bug-report\"]")
        .await
        .unwrap();
    page.settled().await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    page.fill("I open").await.unwrap();
    replace_deployment(&dist);
    page.click("home").await.unwrap();
    page.click("desk").await.unwrap();
    is_missing(&page, "outdated").await;
    page.picture("part-outdated").await.unwrap();
    page.click("part-again").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
        .await
        .unwrap();
    // The interview goes on where it was, with what was typed.
    page.click("home").await.unwrap();
    page.click("session-open").await.unwrap();
    page.settled().await.unwrap();
    assert_eq!(page.typed().await.unwrap(), "I open");
    page.fill("").await.unwrap();
    page.answer("I open it and then save it, every time")
        .await
        .unwrap();
    page.settled().await.unwrap();
    let mut respondent = Respondent::speaking(Tongue::English);
    respondent.answer(&page, 1).await.unwrap();
    browser.close().await;
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Puts another build in the place of the one in `dist`, which it holds no file of.
fn replace_deployment(dist: &Path) {
    let old = build(dist);
    let name = old.file_name().unwrap().to_string_lossy().into_owned();
    let new = "build-0123456789abcdef";
    std::fs::rename(&old, old.with_file_name(new)).unwrap();
    for html in [
        "index.html",
        "desk/index.html",
        "agent/index.html",
        "tasks/index.html",
        "builder/index.html",
    ] {
        let path = dist.join(html);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace(&name, new)).unwrap();
        std::fs::remove_file(dist.join(format!("{html}.br"))).unwrap();
    }
}
