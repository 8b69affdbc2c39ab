//! A chain that is stopped, paused or killed, in the middle and while its plan is made.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Profile, Site};
use serde_json::json;

use super::{ENGLISH, answer_of, choose, looks_well, opened};

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_says_what_was_done_and_what_was_not() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("I bought 6 eggs and 1000 ml of milk, and used 200 g of rice.")
        .await
        .unwrap();
    // Several are asked at once, and each goes on by itself.
    page.wait_for("document.querySelectorAll('[data-testid=\"confirmation\"]').length === 3")
        .await
        .unwrap();
    looks_well(&browser, &page, "several").await;
    let foretold = "[...document.querySelectorAll('[data-testid=\"foretold\"]')].map(it => it.textContent).sort()";
    assert_eq!(
        page.value(foretold).await.unwrap(),
        json!([
            "Eggs: 6 pieces → 12 pieces",
            "Milk: 700 ml → 1700 ml",
            "Rice: 2000 g → 1800 g"
        ])
    );
    page.click_on(
        "[data-testid=\"confirmation\"][data-task=\"bought_1\"] [data-testid=\"approve\"]",
    )
    .await
    .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"task\"][data-task=\"bought_1\"]').dataset.state === 'done'").await.unwrap();
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    let (done, not_done) = (
        page.text_of("was-done-list").await.unwrap(),
        page.text_of("not-done-list").await.unwrap(),
    );
    assert!(done.contains("eggs") && !done.contains("milk"), "{done}");
    assert!(
        not_done.contains("milk") && not_done.contains("rice"),
        "{not_done}"
    );
    looks_well(&browser, &page, "stopped").await;
    let pantry = page.stored_record("kitchen/pantry").await.unwrap();
    let items = pantry["body"]["items"].as_array().unwrap().clone();
    let amount = |name: &str| items.iter().find(|it| it["name"] == name).unwrap()["amount"].clone();
    assert_eq!(
        (amount("Eggs"), amount("Milk"), amount("Rice")),
        (json!(12), json!(700), json!(2000))
    );
    page.click("undo").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"undone\"]')")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_is_paused_seen_in_another_tab_and_goes_on_after_a_kill() {
    let pause = Duration::from_millis(300);
    let (site, profile) = (
        Site::start(Model::SlowEndpoint(pause)).await,
        Profile::new(),
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.ask(ENGLISH.request).await.unwrap();
    // Killed while the plan is made, it is made by the next one.
    page.wait_for("document.querySelector('[data-testid=\"asked\"]')")
        .await
        .unwrap();
    browser.kill();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.comes_to("review").await.unwrap();
    page.click("run").await.unwrap();
    page.comes_to("confirm").await.unwrap();
    page.click("pause").await.unwrap();
    page.comes_to("paused").await.unwrap();
    choose(&page, "Chicken thighs").await;
    page.wait_for("!document.querySelector('[data-testid=\"confirmation\"]')")
        .await
        .unwrap();
    // It waits for the person, also in another tab.
    let (first, second) = browser.second_tab().await;
    let other = opened(&browser, &site).await;
    other.comes_to("paused").await.unwrap();
    browser.driver.switch_to_window(first).await.unwrap();
    page.click("resume").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"approve\"]')")
        .await
        .unwrap();
    // What happens in the one is seen in the other.
    browser.driver.switch_to_window(second).await.unwrap();
    other
        .wait_for("document.querySelector('[data-testid=\"approve\"]')")
        .await
        .unwrap();
    other.click("approve").await.unwrap();
    other.comes_to("answering").await.unwrap();
    // Killed while the answer is written, it is written by the next one, and nothing is done twice.
    browser.kill();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.comes_to("answered").await.unwrap();
    let list = page.stored_record("kitchen/pantry").await.unwrap();
    let changes = list["body"]["changes"].as_array().unwrap().len();
    assert_eq!(changes, 1);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_was_stopped_in_the_middle_is_gone_on_with_or_answered() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    let how_far = "document.querySelector('[data-testid=\"how-far\"]').textContent";
    let states =
        "[...document.querySelectorAll('[data-testid=\"task\"]')].map(it => it.dataset.state)";
    let is_asked = "document.querySelectorAll('[data-testid=\"approve\"]').length === 3";
    page.ask("I bought 6 eggs and 1000 ml of milk, and used 200 g of rice.")
        .await
        .unwrap();
    page.comes_to("review").await.unwrap();
    page.click("run").await.unwrap();
    page.wait_for(is_asked).await.unwrap();
    page.click_on(
        "[data-testid=\"confirmation\"][data-task=\"bought_1\"] [data-testid=\"approve\"]",
    )
    .await
    .unwrap();
    page.wait_for(&format!("{states}.includes('done')"))
        .await
        .unwrap();
    page.click_on("[data-testid=\"confirmation\"] [data-testid=\"leave-out\"]")
        .await
        .unwrap();
    page.wait_for(&format!("{states}.includes('left-out')"))
        .await
        .unwrap();
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    assert_eq!(
        page.value(how_far).await.unwrap(),
        "1 of 3 tasks done, 1 left out, 1 not done"
    );
    looks_well(&browser, &page, "ways-on").await;
    // What was cut off is asked about again, and nothing is done twice.
    page.click("reopen").await.unwrap();
    page.comes_to("confirm").await.unwrap();
    page.has_kept_focus("going on").await.unwrap();
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    page.click("write-answer").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = answer_of(&page).await;
    assert!(
        answer.contains("12 eggs") && answer.contains("not done"),
        "{answer}"
    );
    let pantry = page.stored_record("kitchen/pantry").await.unwrap();
    let changes = pantry["body"]["changes"].as_array().unwrap().len();
    assert_eq!(changes, 1);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_is_being_made_can_be_stopped() {
    let pause = std::time::Duration::from_secs(3);
    let (site, profile) = (
        Site::start(Model::SlowEndpoint(pause)).await,
        Profile::new(),
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.ask("I bought 6 eggs.").await.unwrap();
    page.comes_to("planning").await.unwrap();
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    // The request is there to be said otherwise.
    page.wait_for(
        "document.querySelector('[data-testid=\"question\"]').value === 'I bought 6 eggs.'",
    )
    .await
    .unwrap();
    looks_well(&browser, &page, "stopped-planning").await;
    // Also after a reload, until another chain takes its place.
    let page = opened(&browser, &site).await;
    page.comes_to("stopped").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"question\"]').value === 'I bought 6 eggs.'",
    )
    .await
    .unwrap();
    // Another request can be made at once.
    site.answers_without_pauses();
    page.ask("I bought 2 eggs.").await.unwrap();
    page.comes_to("review").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"question\"]').value === ''")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
