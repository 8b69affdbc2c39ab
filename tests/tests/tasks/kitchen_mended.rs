//! What is typed wrong into the kitchen's tables is said where it stands, and what is removed comes back.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::{Value, json};

use super::opened;

const ERROR: &str = "[data-testid=\"inventory-error\"]";

async fn type_into(browser: &Browser, page: &Page<'_>, selector: &str, keys: &str) {
    page.value(&format!(
        "(it => {{ it.focus(); it.select?.(); }})(document.querySelector({}))",
        json!(selector)
    ))
    .await
    .unwrap();
    let keyboard = browser.driver.action_chain();
    keyboard.send_keys(keys.to_owned()).perform().await.unwrap();
}

async fn stored(page: &Page<'_>, list: &str) -> Vec<Value> {
    let pantry = page.stored_record("kitchen/pantry").await.unwrap();
    pantry["body"][list].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_that_is_none_is_said_beside_its_row_and_another_one_is_never_stored() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.click_on("details[data-testid=\"inventory\"] > summary")
        .await
        .unwrap();
    page.wait_for("document.querySelector('#inventory-4-amount')")
        .await
        .unwrap();
    for typed in ["1250,5", "0", "-5", "many"] {
        type_into(
            &browser,
            &page,
            "#inventory-4-amount",
            &format!("{typed}\u{e004}"),
        )
        .await;
        let beside = format!(
            "(it => it.closest('tr').nextElementSibling?.querySelector('{ERROR}') && it.getAttribute('aria-invalid') === 'true' && it.value === {})(document.querySelector('#inventory-4-amount'))",
            json!(typed)
        );
        page.wait_for(&beside).await.unwrap();
        assert_eq!(stored(&page, "items").await[4]["amount"], 2000, "{typed}");
    }
    nothing_to_mend(&browser, "a wrong amount").await;
    page.picture("tasks-kitchen-wrong").await.unwrap();
    // Digits of a Japanese keyboard are digits.
    type_into(&browser, &page, "#inventory-4-amount", "１５００\u{e007}").await;
    page.wait_for(&format!(
        "document.querySelector('#inventory-4-amount').value === '1500' && !document.querySelector('tr {ERROR}')"
    ))
    .await
    .unwrap();
    assert_eq!(stored(&page, "items").await[4]["amount"], 1500);
    // What cannot be added stays where it was typed.
    type_into(&browser, &page, "#inventory-new-name", "Leeks\u{e007}").await;
    page.wait_for(&format!(
        "document.querySelector('#inventory-new-name').value === 'Leeks' && [...document.querySelectorAll('{ERROR}')].some(it => it.textContent !== '')"
    ))
    .await
    .unwrap();
    assert_eq!(stored(&page, "items").await.len(), 13);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_removed_by_hand_comes_back() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    for part in ["inventory", "recipes"] {
        page.click_on(&format!("details[data-testid=\"{part}\"] > summary"))
            .await
            .unwrap();
    }
    let rows = |count: usize| {
        format!("document.querySelectorAll('[data-testid=\"inventory-row\"]').length === {count}")
    };
    page.wait_for(&rows(13)).await.unwrap();
    let gone = stored(&page, "items").await[0].clone();
    page.click_on("[data-testid=\"inventory-row\"] [data-testid=\"remove-row\"]")
        .await
        .unwrap();
    page.wait_for(&rows(12)).await.unwrap();
    page.click_on("[data-testid=\"inventory-new-name-undo\"]")
        .await
        .unwrap();
    page.wait_for(&rows(13)).await.unwrap();
    assert!(stored(&page, "items").await.contains(&gone));
    // A recipe with all that is in it.
    let recipes = async || {
        let book = page.stored_record("kitchen/recipes").await.unwrap();
        book["body"]["recipes"].as_array().unwrap().clone()
    };
    let before = recipes().await;
    page.click_on("[data-testid=\"recipe\"] > summary")
        .await
        .unwrap();
    page.click_on("[data-testid=\"recipe\"] [data-testid=\"recipe-remove\"]")
        .await
        .unwrap();
    let shown = |count: usize| {
        format!("document.querySelectorAll('[data-testid=\"recipe\"]').length === {count}")
    };
    page.wait_for(&shown(before.len() - 1)).await.unwrap();
    page.click_on("[data-testid=\"new-recipe-undo\"]")
        .await
        .unwrap();
    page.wait_for(&shown(before.len())).await.unwrap();
    assert!(recipes().await.contains(&before[0]));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
