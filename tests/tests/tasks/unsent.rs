//! What is changed and not sent yet is there after a reload.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};

use super::{ENGLISH, answer_of, opened};

#[tokio::test(flavor = "multi_thread")]
async fn tasks_that_are_left_out_stay_so_over_a_reload_until_another_plan_is_made() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.ask(ENGLISH.request).await.unwrap();
    page.comes_to("review").await.unwrap();
    let kept = "[...document.querySelectorAll('[data-testid=\"plan-task\"]')].filter(it => it.querySelector('input').checked).map(it => it.dataset.task).join(' ')";
    page.click_on("[data-task=\"missing\"] input")
        .await
        .unwrap();
    let without = format!("{kept} === 'main monday tuesday wednesday'");
    page.wait_for(&without).await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.wait_for(&without).await.unwrap();
    // The plan of another request begins whole.
    page.ask("I bought 6 eggs.").await.unwrap();
    let whole = "(it => it.length > 0 && it.every(input => input.checked))([...document.querySelectorAll('[data-testid=\"plan-task\"] input')])";
    let asked = "document.querySelector('[data-testid=\"asked\"]')?.textContent";
    let whole = format!("{asked} === 'I bought 6 eggs.' && {whole}");
    page.wait_for(&whole).await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.wait_for(&whole).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn values_that_are_edited_are_there_after_a_reload_unless_the_editor_was_closed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("I bought 6 eggs.").await.unwrap();
    let number = "document.querySelector('[data-testid=\"editor\"] input[inputmode=numeric]')";
    let open = "document.querySelector('[data-testid=\"edit\"]')?.checkVisibility() === false";
    let foretold = "document.querySelector('[data-testid=\"foretold-edited\"]')?.textContent === 'Eggs: 6 pieces → 16 pieces'";
    let edit_to_ten = async || {
        page.click("edit").await.unwrap();
        page.wait_for(number).await.unwrap();
        page.value(&format!("(() => {{ const it = {number}; it.value = '10'; it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"))
            .await
            .unwrap();
        page.wait_for(foretold).await.unwrap();
    };
    edit_to_ten().await;
    // Closed, nothing of it is to be done.
    page.click_on("[data-testid=\"edit-done\"] ~ button")
        .await
        .unwrap();
    browser.driver.refresh().await.unwrap();
    page.comes_to("confirm").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"edit\"]')")
        .await
        .unwrap();
    assert_eq!(
        page.value(&format!("{number} === null")).await.unwrap(),
        true
    );
    edit_to_ten().await;
    browser.driver.refresh().await.unwrap();
    page.wait_for(&format!("{open} && {number}.value === '10' && {foretold}"))
        .await
        .unwrap();
    page.click("edit-done").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = answer_of(&page).await;
    assert!(answer.contains("16 eggs"), "{answer}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// Whoever deletes a chain wants nothing of it kept.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_sent_of_a_chain_goes_when_it_is_deleted_from_home_or_in_another_tab() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let kept = "sessionStorage.getItem('kikitori/tasks-unsent')";
    let leave_out_one = async || {
        let page = opened(&browser, &site).await;
        page.ask(ENGLISH.request).await.unwrap();
        page.comes_to("review").await.unwrap();
        page.click_on("[data-task=\"missing\"] input")
            .await
            .unwrap();
        page.wait_for(&format!("{kept}?.includes('missing')"))
            .await
            .unwrap();
        page
    };
    let delete_at_home = async || {
        let home = Page::open(&browser, &site.url()).await.unwrap();
        home.lists(1).await;
        home.click("session-delete").await.unwrap();
        home.click("session-delete-confirm").await.unwrap();
        home.lists(0).await;
        home
    };
    leave_out_one().await;
    let home = delete_at_home().await;
    assert_eq!(home.value(&format!("{kept} === null")).await.unwrap(), true);

    let page = leave_out_one().await;
    browser.driver.new_tab().await.unwrap();
    browser.show_tab(1).await;
    delete_at_home().await;
    browser.show_tab(0).await;
    // The tab hears of it when it looks for the chain.
    browser.driver.refresh().await.unwrap();
    page.comes_to("idle").await.unwrap();
    page.wait_for(&format!("{kept} === null")).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
