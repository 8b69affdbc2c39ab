//! A question of the help desk's under way, and one answered from own documents.

use std::path::Path;

use kikitori_e2e::{Model, Page};

use crate::Scene;

/// Never sends a request that holds the text of `window.heldBack`.
const HOLDING: &str = "(() => {
    const fetch = window.fetch;
    window.heldBack = 'Can I use it without a mouse?\\\\n</subtask>';
    window.fetch = async (request, options) => {
        const text = request instanceof Request ? await request.clone().text() : options?.body ?? '';
        return text.includes(window.heldBack) ? new Promise(() => {}) : fetch(request, options);
    };
})()";

const NOTES: &str = "# Coffee machine\n\n## Descaling\n\nDescale the machine every 200 cups.\n\n## Water\n\nFill the tank with soft water up to the mark.\n";
const HTML: &str = "<!doctype html><title>Kettle</title><h1>Kettle</h1><h2>手入れ</h2><p>水垢は月に一度取り除きます。</p>";

pub async fn record(folder: &Path) {
    let scene = Scene::start(Model::Endpoint).await;
    let browser = scene.browser(HOLDING).await;
    let desk = format!("{}desk/", scene.site.url());
    let page = Page::open(&browser, &desk).await.unwrap();
    page.ask("How do I download the result? Can I use it without a mouse?")
        .await
        .unwrap();
    page.wait_for(
        "document.querySelectorAll('[data-testid=\"branch\"][data-state=\"done\"]').length === 1",
    )
    .await
    .unwrap();
    browser.kill();
    scene.write(folder, "desk_under_way").await;

    // An endpoint that refuses a member leaves a profile; the settings stay too.
    let scene = Scene::start(Model::Refusing("response_format")).await;
    let browser = scene.browser("").await;
    let page = Page::open(&browser, &scene.site.url()).await.unwrap();
    page.open_settings("settings").await;
    for (setting, value) in [
        ("cap-calls", "400"),
        ("price-prompt", "0.40"),
        ("price-completion", "1.60"),
    ] {
        page.change(setting, value).await.unwrap();
    }
    page.close_settings().await;
    let desk = format!("{}desk/", scene.site.url());
    let page = Page::open(&browser, &desk).await.unwrap();
    for (name, text) in [("coffee.md", NOTES), ("kettle.html", HTML)] {
        page.choose_file("document-file", &scene.profile, name, text.as_bytes())
            .await
            .unwrap();
        page.wait_for(&format!("[...document.querySelectorAll('[data-testid=\"document\"]')].some(it => it.textContent.includes('{name}'))"))
            .await
            .unwrap();
    }
    page.ask("How often do I descale the machine?")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    // Not killed: localStorage is written to the disk at leisure.
    browser.close().await;
    scene.write(folder, "desk_own_documents").await;
}
