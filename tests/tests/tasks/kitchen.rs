//! The sample kitchen, edited in place.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Profile, Site};
use serde_json::json;

use super::{looks_well, opened};

#[tokio::test(flavor = "multi_thread")]
async fn the_kitchen_is_edited_by_keyboard_refuses_what_is_wrong_and_is_reset() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    for part in ["inventory", "recipes", "shopping", "allowed"] {
        page.click_on(&format!("details[data-testid=\"{part}\"] > summary"))
            .await
            .unwrap();
    }
    page.click_on("[data-testid=\"recipe\"] > summary")
        .await
        .unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"inventory-row\"]').length === 13")
        .await
        .unwrap();
    looks_well(&browser, &page, "kitchen").await;
    let items = async || {
        let pantry = page.stored_record("kitchen/pantry").await.unwrap();
        pantry["body"]["items"].as_array().unwrap().clone()
    };
    let press = async |selector: &str, keys: String| {
        page.value(&format!(
            "(() => {{ const it = document.querySelector({}); it.focus(); it.select?.(); }})()",
            json!(selector)
        ))
        .await
        .unwrap();
        browser
            .driver
            .action_chain()
            .send_keys(keys)
            .perform()
            .await
            .unwrap();
    };
    // A cell is taken on Enter and when it is left.
    press("#inventory-3-amount", "24\u{e007}".to_owned()).await;
    page.wait_for("document.querySelector('#inventory-3-amount').value === '24'")
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(items().await[3]["amount"], 24);
    press(
        "#inventory-new-name",
        "Leeks\u{e004}3\u{e004}p\u{e004}\u{e007}".to_owned(),
    )
    .await;
    page.wait_for("document.querySelectorAll('[data-testid=\"inventory-row\"]').length === 14")
        .await
        .unwrap();
    let added = items().await[13].clone();
    assert_eq!(
        (
            added["name"].as_str(),
            added["amount"].as_u64(),
            added["unit"].as_str()
        ),
        (Some("Leeks"), Some(3), Some("piece"))
    );
    // What is wrong is said, and changes nothing.
    press("#inventory-3-name", "rice\u{e004}".to_owned()).await;
    page.wait_for("document.querySelector('#inventory-3-unit')")
        .await
        .unwrap();
    press("#inventory-3-amount", "0\u{e007}".to_owned()).await;
    page.wait_for("document.querySelector('[data-testid=\"inventory-error\"]').textContent !== ''")
        .await
        .unwrap();
    assert_eq!(items().await[3]["amount"], 24);
    page.click_on("[data-testid=\"inventory-row\"]:nth-child(1) [data-testid=\"remove-row\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"inventory-row\"]').length === 13")
        .await
        .unwrap();
    page.click("reset").await.unwrap();
    page.click("reset-confirm").await.unwrap();
    page.wait_for("document.querySelector('#inventory-0-name').value === 'Chicken thighs'")
        .await
        .unwrap();
    assert_eq!(items().await.len(), 13);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
