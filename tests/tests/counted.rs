//! What home says of the storage has a name for everything, and so has the question before all of it is
//! deleted.

use std::time::Duration;

use kikitori_e2e::{Browser, FileHost, Options, Page, Profile, WidgetElement};
use serde_json::json;

use crate::builder::{PREVIEW, REPORTED, opened};
use crate::builder_choices::stored;

const ROWS: &str = "[...document.querySelectorAll('[data-testid=\"storage\"] tbody tr')].map(it => it.innerText.replace(/\\s+/g, ' '))";

/// What home counts, when it is opened anew.
async fn rows(browser: &Browser, host: &FileHost) -> Vec<String> {
    let page = Page::open(browser, &host.url()).await.unwrap();
    page.open_storage().await;
    serde_json::from_value(page.value(ROWS).await.unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_tried_in_the_builder_and_the_kitchen_are_counted_named_and_deleted() {
    const TRIED: &str = "Interviews tried in the form builder";
    const KITCHEN: &str = "Kitchen tables of the tasks";
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    let preview = WidgetElement::shown_in(&browser, PREVIEW);
    page.click("restart").await.unwrap();
    preview.waits_for("answer").await.unwrap();
    preview.answer("Ada Lovelace").await.unwrap();
    page.wait_for(&format!(
        "Object.values({}.getData()).includes('Ada Lovelace')",
        preview.element()
    ))
    .await
    .unwrap();
    assert_eq!(stored(&browser).await, json!(1));
    let page = Page::open(&browser, &format!("{}tasks/", host.url()))
        .await
        .unwrap();
    for _ in 0..100 {
        let keys = page.stored_keys().await.unwrap();
        if keys.iter().any(|it| it == "kitchen/pantry") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    let named = rows(&browser, &host).await;
    let of = |name: &str| named.iter().find(|it| it.starts_with(name));
    assert!(of(KITCHEN).is_some(), "{named:?}");
    let tried = of(TRIED).unwrap();
    assert!(tried.starts_with(&format!("{TRIED} 1 ")), "{tried}");
    assert!(
        tried.ends_with("KB"),
        "an interview takes more room: {tried}"
    );
    page.click("erase").await.unwrap();
    let question = "document.querySelector('.erase-question').innerText";
    page.wait_for(&format!("{question}.length > 0"))
        .await
        .unwrap();
    let question = page.value(question).await.unwrap();
    for part in [format!("{TRIED}: 1"), format!("{KITCHEN}: ")] {
        assert!(question.as_str().unwrap().contains(&part), "{question}");
    }
    page.click("erase-keep").await.unwrap();
    page.click("language").await.unwrap();
    let japanese = ["フォーム作成で試したインタビュー", "タスクの台所の表"];
    for name in japanese {
        page.wait_for(&format!("{ROWS}.some(it => it.startsWith('{name}'))"))
            .await
            .unwrap();
    }
    page.click("language").await.unwrap();

    // A widget of another page on this origin has sessions that are not this page's to delete.
    let note = "kikitori/previewed";
    page.value(&format!("localStorage.removeItem('{note}')"))
        .await
        .unwrap();
    let others = rows(&browser, &host).await;
    assert!(!others.iter().any(|it| it.starts_with(TRIED)), "{others:?}");
    page.value(&format!("localStorage.setItem('{note}', 'yes')"))
        .await
        .unwrap();
    page.click("erase").await.unwrap();
    page.click("erase-confirm").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"home\"] [data-testid=\"erased\"]')")
        .await
        .unwrap();
    assert_eq!(browser.left().await, json!([[], [], []]));
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}
