//! What was asked of the help desk, the agent or the task chains and came to nothing is not lost:
//! it is said why, and it is asked again by a button, also after a reload.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};

/// A system that is asked something in a box.
struct System {
    path: &'static str,
    first: &'static str,
    /// How it says that it is done with that.
    done: &'static str,
    second: &'static str,
}

const SYSTEMS: [System; 3] = [
    System {
        path: "desk/",
        first: "How do I download the result?",
        done: "answered",
        second: "Can I use it without a mouse?",
    },
    System {
        path: "agent/",
        first: "What is 18600 / 5?",
        done: "answered",
        second: "What is 3 + 4?",
    },
    System {
        path: "tasks/",
        first: "I bought 6 eggs.",
        done: "review",
        second: "I bought 2 eggs.",
    },
];

const TYPED: &str = "document.querySelector('[data-testid=\"question\"]').value";

async fn opened<'a>(browser: &'a Browser, site: &Site, system: &System) -> Page<'a> {
    let url = format!("{}{}", site.url(), system.path);
    let page = Page::open(browser, &url).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"ask\"]')")
        .await
        .unwrap();
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_first_call_says_what_the_server_said_and_is_made_again_also_after_a_reload() {
    for system in &SYSTEMS {
        let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = opened(&browser, &site, system).await;
        site.endpoint_answers(403);
        page.ask(system.first).await.unwrap();
        page.comes_to("trouble").await.unwrap();
        let detail = "document.querySelector('.trouble .trouble-detail')";
        let is_seen = format!("{detail}?.checkVisibility() === true");
        assert_eq!(page.value(&is_seen).await.unwrap(), false);
        page.press("[data-testid=\"trouble-details\"]")
            .await
            .unwrap();
        page.wait_for(&is_seen).await.unwrap();
        let said = page.value(&format!("{detail}.textContent")).await.unwrap();
        let said = said.as_str().unwrap();
        assert!(said.contains("403: The test says no."), "{said}");
        nothing_to_mend(&browser, system.path).await;
        page.fits_its_width().await.unwrap();
        let page = opened(&browser, &site, system).await;
        page.comes_to("trouble").await.unwrap();
        site.endpoint_answers(200);
        page.click("go-on").await.unwrap();
        page.comes_to(system.done).await.unwrap();
        page.console_is_clean(&["Failed to load resource"])
            .await
            .unwrap();
        browser.close().await;
    }
}

/// What is at hand is finished by then: to go on with that would be nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_stored_is_asked_by_trying_again() {
    for system in &SYSTEMS {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = opened(&browser, &site, system).await;
        page.ask(system.first).await.unwrap();
        page.comes_to(system.done).await.unwrap();
        let put = "IDBObjectStore.prototype.put";
        page.value(&format!("(window.put = {put}, {put} = () => {{ throw new DOMException('no room, says the test', 'QuotaExceededError'); }}, true)"))
            .await
            .unwrap();
        page.ask(system.second).await.unwrap();
        page.comes_to("trouble").await.unwrap();
        assert_eq!(page.value(TYPED).await.unwrap(), system.second);
        page.value(&format!("({put} = window.put, true)"))
            .await
            .unwrap();
        page.click("go-on").await.unwrap();
        page.comes_to(system.done).await.unwrap();
        page.wait_for(&format!("{TYPED} !== {:?}", system.second))
            .await
            .unwrap();
        let asked = format!(
            "document.querySelector('main').textContent.includes({:?})",
            system.second
        );
        page.wait_for(&asked).await.unwrap();
        browser.close().await;
    }
}
