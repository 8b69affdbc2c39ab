//! The agent's tools as the visitor sets them: one that is off is named as such, and a file that is
//! removed is asked about first.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};

async fn opened<'a>(browser: &'a Browser, site: &Site) -> Page<'a> {
    let page = Page::open(browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('#agent-file')")
        .await
        .unwrap();
    page
}

/// What a screen reader was told last.
async fn announced(page: &Page<'_>, text: &str) {
    let text = serde_json::json!(text);
    page.wait_for(&format!("[...document.querySelectorAll('.visually-hidden[role=\"status\"]')].some(it => it.textContent.includes({text}))"))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_is_off_is_named_and_is_switched_on_to_ask_again() {
    for (language, told, none) in [
        (
            "en",
            "Database is switched off: switch it on and ask again.",
            "No tool that was called gave a result",
        ),
        (
            "ja",
            "データベースはオフになっています。",
            "道具から結果は得られませんでした",
        ),
    ] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            size: (360, 800),
            languages: language,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = opened(&browser, &site).await;
        page.ask(r#"database {"sql": "SELECT count(*) FROM products"}"#)
            .await
            .unwrap();
        page.comes_to("answered").await.unwrap();
        let observed = page.text_of("observation").await.unwrap();
        assert!(observed.contains(told), "{observed}");
        let grounds = page.text_of("grounds").await.unwrap();
        assert!(
            grounds.contains(told) && grounds.contains(none),
            "{grounds}"
        );
        page.picture(&format!("agent-{language}-switched-off"))
            .await
            .unwrap();
        page.fits_its_width().await.unwrap();
        nothing_to_mend(&browser, "agent, switched off").await;
        page.click("ask-again").await.unwrap();
        page.wait_for(
            "document.querySelectorAll('[data-testid=\"exchange\"][data-ended=true]').length === 2",
        )
        .await
        .unwrap();
        let states = "[...document.querySelectorAll('[data-testid=\"action\"]')].map(it => it.dataset.tool + ' ' + it.dataset.state)";
        assert_eq!(
            page.value(states).await.unwrap(),
            serde_json::json!(["database failed", "database done"])
        );
        let is_on = "document.querySelector('#tool-database').checked";
        assert_eq!(page.value(is_on).await.unwrap(), true);
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_removed_after_a_question_and_the_tool_is_as_it_was_set() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 800),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = opened(&browser, &site).await;
    page.click("tool-search").await.unwrap();
    let lamps = [
        (
            "lamps.md",
            "# Lamps\n\nTurn the ring.\n",
            "search",
            "remove-document",
            "document",
        ),
        (
            "lamps.csv",
            "name,price\nround,7\n",
            "database",
            "remove-database",
            "database-file",
        ),
    ];
    for (name, content, tool, button, row) in lamps {
        let is_there = format!(
            "[...document.querySelectorAll('[data-testid=\"{row}\"]')].some(it => it.textContent.includes('{name}'))"
        );
        let is_on = format!("document.querySelector('#tool-{tool}').checked");
        assert_eq!(page.value(&is_on).await.unwrap(), false, "{tool}");
        page.choose_file("agent-file", &profile, name, content.as_bytes())
            .await
            .unwrap();
        page.wait_for(&format!("({is_there}) && {is_on}"))
            .await
            .unwrap();
        announced(&page, &format!("Added: {name}.")).await;
        // One Enter removes nothing, and what is asked can be refused.
        page.press(&format!("[data-testid=\"{button}\"]"))
            .await
            .unwrap();
        page.wait_for(&format!(
            "document.activeElement.dataset.testid === '{button}-keep'"
        ))
        .await
        .unwrap();
        page.picture(&format!("agent-{button}")).await.unwrap();
        page.fits_its_width().await.unwrap();
        nothing_to_mend(&browser, button).await;
        page.press(&format!("[data-testid=\"{button}-keep\"]"))
            .await
            .unwrap();
        page.wait_for(&format!(
            "document.activeElement.dataset.testid === '{button}'"
        ))
        .await
        .unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.value(&is_there).await.unwrap(), true, "{name}");
        page.press(&format!("[data-testid=\"{button}\"]"))
            .await
            .unwrap();
        page.press(&format!("[data-testid=\"{button}-confirm\"]"))
            .await
            .unwrap();
        page.wait_for(&format!("!({is_there}) && !{is_on}"))
            .await
            .unwrap();
        announced(&page, &format!("Removed: {name}.")).await;
        page.has_kept_focus(button).await.unwrap();
    }
    // What the visitor switches on stays on.
    page.choose_file("agent-file", &profile, "own.md", b"# Own\n\nText.\n")
        .await
        .unwrap();
    page.wait_for("document.querySelector('#tool-search').checked")
        .await
        .unwrap();
    page.click("tool-search").await.unwrap();
    page.click("tool-search").await.unwrap();
    page.click("remove-document").await.unwrap();
    page.click("remove-document-confirm").await.unwrap();
    announced(&page, "Removed: own.md.").await;
    let is_on = "document.querySelector('#tool-search').checked";
    assert_eq!(page.value(is_on).await.unwrap(), true);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
