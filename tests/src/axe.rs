//! What axe-core says of a page.

use std::time::Duration;

use serde_json::json;

use crate::{Browser, Page, setting};

/// The same in light and in dark: what is shown stays, and only its colours change.
pub async fn nothing_to_mend_in_any_light(browser: &Browser, what: &str) {
    if !browser.takes_commands() {
        // In the light that it is in.
        return nothing_to_mend(browser, what).await;
    }
    for scheme in ["dark", "light"] {
        let asked = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        browser.tell("Emulation.setEmulatedMedia", asked).await;
        nothing_to_mend(browser, &format!("{what}, {scheme}")).await;
    }
}

/// Fails unless axe-core finds nothing on the page as it is; `what` names the page's state.
pub async fn nothing_to_mend(browser: &Browser, what: &str) {
    let driver = &browser.driver;
    // What is still fading in has less contrast than it will have.
    Page::shown_in(browser).at_rest().await.unwrap();
    let is_there = driver.execute("return 'axe' in window", vec![]).await;
    if is_there.unwrap().json() != true {
        let axe = std::fs::read_to_string(setting("KIKITORI_AXE")).unwrap();
        driver.execute(axe, vec![]).await.unwrap();
    }
    let minute = Duration::from_secs(60);
    driver.set_script_timeout(minute).await.unwrap();
    let script = "const done = arguments[0]; axe.run({resultTypes: ['violations']}).then(found => done(found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | '))));";
    let found = driver.execute_async(script, vec![]).await;
    let found = found.unwrap();
    let found = found.json();
    assert_eq!(
        found.as_array().map(Vec::len),
        Some(0),
        "{what}: {found:#?}"
    );
}
