//! What a chain asks before it changes something: it is edited, allowed for the next time, and filled
//! in where nobody has said how much.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};

use serde_json::json;

use super::{answer_of, looks_well, opened};

/// What would come of it is shown so.
async fn foretells(page: &Page<'_>, test_id: &str, text: &str) {
    let text = json!(text);
    page.wait_for(&format!(
        "document.querySelector('[data-testid=\"{test_id}\"]')?.textContent === {text}"
    ))
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_can_be_edited_and_allowed_for_the_next_time() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("I bought 6 eggs.").await.unwrap();
    page.click("edit").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"editor\"] input[inputmode=numeric]')")
        .await
        .unwrap();
    looks_well(&browser, &page, "editor").await;
    page.value("(() => { const it = document.querySelector('[data-testid=\"editor\"] input[inputmode=numeric]'); it.value = '10'; it.dispatchEvent(new Event('change', {bubbles: true})); })()").await.unwrap();
    page.value("document.querySelector('[data-testid=\"always\"]').click()")
        .await
        .unwrap();
    // Who sees what comes of it is not asked a second time, and what was ticked counts.
    foretells(&page, "foretold-edited", "Eggs: 6 pieces → 16 pieces").await;
    page.click("edit-done").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = answer_of(&page).await;
    assert!(answer.contains("16 eggs"), "{answer}");
    // The next one does not ask.
    page.runs("I bought 2 eggs.").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"answer\"]')?.textContent.includes('18 eggs')",
    )
    .await
    .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_that_nobody_said_is_filled_in_before_anything_is_allowed() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("inventory.add {\"name\": \"Leeks\", \"amount\": null, \"unit\": null}")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"editor\"] input[inputmode=numeric]')")
        .await
        .unwrap();
    let asked = page.text_of("confirmation").await.unwrap();
    assert!(asked.contains("How much of “Leeks”?"), "{asked}");
    looks_well(&browser, &page, "amount").await;
    // Without a number it is not taken.
    page.click("edit-done").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"editor\"] [role=alert]').textContent !== ''",
    )
    .await
    .unwrap();
    page.value("(() => { const it = document.querySelector('[data-testid=\"editor\"] input[inputmode=numeric]'); it.value = '3'; it.dispatchEvent(new Event('change', {bubbles: true})); })()").await.unwrap();
    // Nor without a unit, which nobody has said either.
    page.click("edit-done").await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let open = "!!document.querySelector('[data-testid=\"editor\"]')";
    assert_eq!(page.value(open).await.unwrap(), true);
    page.value("(() => { const it = document.querySelector('[data-testid=\"editor\"] select'); it.value = 'piece'; it.dispatchEvent(new Event('change', {bubbles: true})); })()").await.unwrap();
    // With both it is seen what comes of them, which is the permission.
    foretells(&page, "foretold-edited", "Leeks: none → 3 pieces").await;
    assert_eq!(
        page.value("document.querySelector('[data-testid=\"editor\"] [role=alert]').textContent")
            .await
            .unwrap(),
        "",
        "what was wrong is mended"
    );
    looks_well(&browser, &page, "amount-foretold").await;
    page.click("edit-done").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = answer_of(&page).await;
    assert!(answer.contains("3 leeks"), "{answer}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_is_in_no_words_of_the_persons_is_marked_in_the_plan() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    let marked = "[...document.querySelectorAll('[data-testid=\"plan-task\"] [data-testid=\"unsaid\"]')].map(it => it.textContent)";
    for (request, expected) in [
        (
            "Plan dinners from Monday to Tuesday.",
            vec!["Not in your words: People 2"; 2],
        ),
        (
            "Plan dinners from Monday to Tuesday for two people.",
            vec![],
        ),
    ] {
        page.ask(request).await.unwrap();
        page.wait_for(&format!("document.querySelector('main').dataset.state === 'review' && document.querySelector('[data-testid=\"asked\"]').textContent === {}", json!(request)))
            .await
            .unwrap();
        assert_eq!(
            page.value(marked).await.unwrap(),
            json!(expected),
            "{request}"
        );
        looks_well(&browser, &page, &format!("unsaid-{}", expected.len())).await;
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_done_without_asking_and_changes_nothing_is_no_change() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("Put 2 leeks on the shopping list.")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"always\"]')")
        .await
        .unwrap();
    page.value("document.querySelector('[data-testid=\"always\"]').click()")
        .await
        .unwrap();
    page.click("approve").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let changes = "document.querySelectorAll('[data-testid=\"change\"]').length";
    assert_eq!(page.value(changes).await.unwrap(), 1);
    page.runs("shopping.save {\"items\": []}").await.unwrap();
    page.wait_for(
        "document.querySelector('main').dataset.state === 'answered' && document.querySelector('[data-testid=\"asked\"]').textContent.startsWith('shopping')",
    )
    .await
    .unwrap();
    assert_eq!(page.value(changes).await.unwrap(), 0);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_typed_counts_and_the_focus_is_on_no_button_that_changes_something() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    let focused = async || {
        let focused = "document.activeElement.textContent";
        let text = page.value(focused).await.unwrap();
        text.as_str().unwrap_or_default().to_owned()
    };
    page.ask("Put 2 leeks on the shopping list.").await.unwrap();
    page.comes_to("review").await.unwrap();
    page.wait_for("document.activeElement.id === 'plan-title'")
        .await
        .unwrap();
    page.click("run").await.unwrap();
    page.wait_for("document.activeElement.closest('[data-testid=\"confirmation\"]')")
        .await
        .unwrap();
    assert_eq!(focused().await, "May this be done?");
    page.click("edit").await.unwrap();
    page.wait_for("document.querySelector('#edit-0-items-new-name')")
        .await
        .unwrap();
    for (id, text) in [("name", "Lemons"), ("amount", "3")] {
        page.value(&format!("(() => {{ const it = document.querySelector('#edit-0-items-new-{id}'); it.value = '{text}'; it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()")).await.unwrap();
    }
    page.wait_for("document.querySelector('[data-testid=\"editor\"][data-foretold]')")
        .await
        .unwrap();
    page.click("edit-done").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let pantry = page.stored_record("kitchen/pantry").await.unwrap();
    let list = pantry["body"]["shopping"].as_array().unwrap().clone();
    let names: Vec<_> = list.iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["leeks", "Lemons"]);
    // The answer is in sight.
    page.wait_for("document.querySelector('[data-testid=\"answer\"]')?.getBoundingClientRect().top >= 0 && document.querySelector('[data-testid=\"answer\"]').getBoundingClientRect().top < innerHeight").await.unwrap();
    assert!(!focused().await.contains("Stop"));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_failed_is_changed_tried_again_and_answered_anew() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    // There are six, and nobody weighs them.
    page.runs("inventory.use {\"name\": \"Eggs\", \"amount\": 20, \"unit\": \"g\"}")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"failed-tasks\"]')")
        .await
        .unwrap();
    looks_well(&browser, &page, "failed").await;
    page.click("retry").await.unwrap();
    page.wait_for(
        "document.querySelector('dialog[open] [data-testid=\"retry-form\"] input[inputmode=numeric]')",
    )
    .await
    .unwrap();
    looks_well(&browser, &page, "retry").await;
    page.value("(it => { it.value = 'piece'; it.dispatchEvent(new Event('change', {bubbles: true})); })(document.querySelector('[data-testid=\"retry-form\"] select'))").await.unwrap();
    page.value("(() => { const it = document.querySelector('[data-testid=\"retry-form\"] input[inputmode=numeric]'); it.focus(); it.select(); })()").await.unwrap();
    // What comes of it is seen while it is typed.
    for (keys, told, text) in [
        (
            "30",
            "foretold-edited-not",
            "As things are now this cannot be done: ",
        ),
        (
            "\u{e003}\u{e003}2",
            "foretold-edited",
            "Eggs: 6 pieces → 4 pieces",
        ),
    ] {
        let keys = browser.driver.action_chain().send_keys(keys);
        keys.perform().await.unwrap();
        let text = json!(text);
        page.wait_for(&format!("document.querySelector('[data-testid=\"retry-form\"] [data-testid=\"{told}\"]')?.textContent.startsWith({text})"))
            .await
            .unwrap();
    }
    let enter = browser.driver.action_chain().send_keys("\u{e007}");
    enter.perform().await.unwrap();
    // It was answered before: what failed goes when it is tried again.
    page.wait_for("!document.querySelector('[data-testid=\"failed-tasks\"]')")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = answer_of(&page).await;
    assert!(answer.contains("4 eggs is left"), "{answer}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_question_is_worked_out_anew_when_the_kitchen_changes_beneath_it() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("I used 200 g of rice.").await.unwrap();
    foretells(&page, "foretold", "Rice: 2000 g → 1800 g").await;
    let stock = |amount: u32| {
        format!(
            "(() => {{ const row = [...document.querySelectorAll('[data-testid=\"inventory-row\"]')].find(it => it.querySelector('input').value === 'Rice'); const it = row.querySelector('input[inputmode=numeric]'); it.value = '{amount}'; it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        )
    };
    page.value(&stock(1500)).await.unwrap();
    foretells(&page, "foretold", "Rice: 1500 g → 1300 g").await;
    // Another tab counts as well.
    let (first, _) = browser.second_tab().await;
    let other = opened(&browser, &site).await;
    foretells(&other, "foretold", "Rice: 1500 g → 1300 g").await;
    other.value(&stock(100)).await.unwrap();
    browser.driver.switch_to_window(first).await.unwrap();
    let not = "document.querySelector('[data-testid=\"foretold-not\"]')?.textContent.startsWith('As things are now this cannot be done: ')";
    page.wait_for(not).await.unwrap();
    looks_well(&browser, &page, "stale").await;
    page.value(&stock(900)).await.unwrap();
    foretells(&page, "foretold", "Rice: 900 g → 700 g").await;
    page.click("approve").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = answer_of(&page).await;
    assert!(answer.contains("700 g"), "{answer}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dinner_says_what_is_past_its_day_by_then_and_has_to_be_bought() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.runs("menu.plan_day {\"day\": \"2100-01-01\", \"people\": 2, \"recipe\": \"Omelette\"}")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    let card = page.text_of("why").await.unwrap();
    let past = "Past its date by then, to be bought: Eggs (20";
    assert!(
        card.starts_with(past) && card.contains(", Milk (20"),
        "{card}"
    );
    looks_well(&browser, &page, "past").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
