//! Interviews left in the middle, and a finished one.

use std::path::Path;
use std::time::Duration;

use kikitori_e2e::{Browser, Model, Page, Respondent, Tongue};

use crate::Scene;

/// Counts an interview's batches. At the one numbered `window.dieAt` the browser is killed, before
/// anything in the page can know that the batch is complete.
const COUNTING: &str = "(() => {
    const put = IDBObjectStore.prototype.put;
    window.storedBatches = 0;
    window.dieAt = 0;
    IDBObjectStore.prototype.put = function (value, key) {
        if (key.startsWith('head/')) this.transaction.addEventListener('complete', () => {
            window.storedBatches += 1;
            if (window.storedBatches !== window.dieAt) return;
            const request = new XMLHttpRequest();
            request.open('GET', '/__test/kill', false);
            try { request.send(); } catch {}
            for (;;) {}
        });
        return put.call(this, value, key);
    };
})()";

/// A new interview of a sample form, and who answers it.
async fn begin<'a>(scene: &Scene, browser: &'a Browser, tongue: Tongue) -> (Page<'a>, Respondent) {
    let page = Page::open(browser, &scene.site.url()).await.unwrap();
    page.click_on("[data-testid=\"sample\"][data-form=\"job-application\"]")
        .await
        .unwrap();
    (page, Respondent::speaking(tongue))
}

pub async fn record(folder: &Path) {
    // The answer is stored, its review is not; then the review has been called for, too.
    for (batches, name) in [(1, "review_asked"), (2, "review_called")] {
        let scene = Scene::start(Model::Scripted).await;
        let browser = scene.browser(COUNTING).await;
        let (page, mut respondent) = begin(&scene, &browser, Tongue::English).await;
        respondent.answer(&page, 3).await.unwrap();
        page.settled().await.unwrap();
        page.value(&format!("window.dieAt = window.storedBatches + {batches}"))
            .await
            .unwrap();
        let killed = respondent.answer(&page, 1).await;
        let killed = killed.is_err() || page.settled().await.is_err();
        assert!(killed, "{name} was not reached");
        browser.kill();
        scene.write(folder, name).await;
    }

    let scene = Scene::start(Model::Scripted).await;
    let browser = scene.browser(COUNTING).await;
    let (page, mut respondent) = begin(&scene, &browser, Tongue::English).await;
    respondent.answer(&page, 3).await.unwrap();
    page.settled().await.unwrap();
    page.fill("About three years, and be").await.unwrap();
    // Longer than the pause before a draft is stored.
    tokio::time::sleep(Duration::from_millis(800)).await;
    browser.kill();
    scene.write(folder, "waiting_with_draft").await;

    for (name, confirms) in [("confirm", false), ("finished", true)] {
        let scene = Scene::start(Model::Scripted).await;
        let browser = scene.browser(COUNTING).await;
        let (page, mut respondent) = begin(&scene, &browser, Tongue::Japanese).await;
        respondent.answer_all(&page).await.unwrap();
        if confirms {
            page.click("confirm").await.unwrap();
            page.wait_for("document.querySelector('main').dataset.screen === 'done'")
                .await
                .unwrap();
        }
        browser.kill();
        scene.write(folder, name).await;
    }
}
