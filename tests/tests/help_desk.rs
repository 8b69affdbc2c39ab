//! The help desk from a question to its sources, in both languages.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use thirtyfour::By;

async fn from_question_to_source(language: &'static str, width: u32, question: &str, said: &str) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: language,
        dark: language == "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("desk").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
        .await
        .unwrap();
    page.picture(&format!("desk-{language}-{width}-1-open"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    page.ask(question).await.unwrap();
    page.comes_to("answered").await.unwrap();
    let branches = "document.querySelectorAll('[data-testid=\"branch\"][data-state=\"done\"]')";
    assert_eq!(page.value(&format!("{branches}.length")).await.unwrap(), 2);
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains(said), "{answer}");
    // Its card could hide what is wider than the page.
    let widest = "Math.max(...[...document.querySelectorAll('.desk-answer *')].map(it => it.getBoundingClientRect().right))";
    let fits = page.value(&format!("{widest} <= {width}")).await;
    assert_eq!(fits.unwrap(), true);
    page.picture(&format!("desk-{language}-{width}-2-answered"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    page.click("citation").await.unwrap();
    page.wait_for("document.querySelector('dialog[open] mark')?.textContent.length > 5")
        .await
        .unwrap();
    let marked = page
        .value("document.querySelector('dialog[open] mark').textContent")
        .await
        .unwrap();
    assert!(
        answer.contains(marked.as_str().unwrap()),
        "{marked} in {answer}"
    );
    page.picture(&format!("desk-{language}-{width}-3-source"))
        .await
        .unwrap();
    page.click("close-source").await.unwrap();
    // The answer is still there when the page comes back.
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.text_of("answer").await.unwrap(), answer);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_in_english_is_answered_with_its_sources() {
    from_question_to_source(
        "en",
        1280,
        "How do I download the result, and are there cookies?",
        "JSON file",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_in_japanese_is_answered_with_its_sources() {
    from_question_to_source(
        "ja",
        360,
        "結果をダウンロードするには？マウスなしで操作できますか？",
        "JSON ファイル",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitors_own_document_takes_the_place_of_the_sample() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let text = "# Coffee machine\n\n## Descaling\n\nDescale the machine every 200 cups.\n\n<img src=x onerror=alert(1)>\n";
    page.choose_file("document-file", &profile, "coffee.md", text.as_bytes())
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"document\"]')")
        .await
        .unwrap();
    page.ask("How often do I descale the machine?")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("every 200 cups"), "{answer}");
    page.choose_file("document-file", &profile, "picture.md", &[0xff, 0xd8, 0, 1])
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"document-error\"]').textContent.includes('picture.md')")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_typed_and_not_asked_is_there_after_a_reload() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let typed = "document.querySelector('[data-testid=\"question\"]')?.value";
    page.fill_in("question", "How do I").await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.wait_for(&format!("{typed} === 'How do I'"))
        .await
        .unwrap();
    // Another than the one that was answered last, too.
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.fill_in("question", "And then?").await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.wait_for("document.querySelector('main')?.dataset.state === 'answered'")
        .await
        .unwrap();
    assert_eq!(page.value(typed).await.unwrap(), "And then?");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_is_told_in_the_pages_language() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let full = "IDBObjectStore.prototype.put = () => { throw new DOMException('no room, says the test', 'QuotaExceededError'); }";
    let options = Options {
        languages: "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"example\"]')")
        .await
        .unwrap();
    page.value(&format!("({full}, true)")).await.unwrap();
    page.ask("マウスなしで操作できますか？").await.unwrap();
    page.comes_to("trouble").await.unwrap();
    let told = page.text_of("trouble").await.unwrap();
    assert!(told.contains("保存領域がいっぱいです"), "{told}");
    assert!(!told.contains("no room"), "{told}");
    browser.close().await;
}

/// Nobody loses their place in the drawing, and the box is free for what is asked next.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_leaves_its_box_and_nothing_moves_when_the_answer_comes() {
    let slow = Model::SlowEndpoint(Duration::from_millis(150));
    let (site, profile) = (Site::start(slow).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let question = "How do I download the result?";
    page.ask(question).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"branch\"]')")
        .await
        .unwrap();
    let shown = "[document.querySelector('.desk-answer > .asked').textContent, document.querySelector('#question').value]";
    let expected = serde_json::json!([question, ""]);
    assert_eq!(page.value(shown).await.unwrap(), expected);
    let state = page.value("document.querySelector('main').dataset.state");
    assert_eq!(state.await.unwrap(), "working");
    let places = "['.desk-answer', '.steps', '.branch'].map(it => Math.round(document.querySelector(it).getBoundingClientRect().top + scrollY))";
    let before = page.value(places).await.unwrap();
    site.answers_without_pauses();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value(places).await.unwrap(), before);
    assert_eq!(page.value(shown).await.unwrap(), expected);
    // What was stopped can be said in other words.
    site.endpoint_pauses(Duration::from_millis(300));
    let next = "Can I use it without a mouse?";
    page.ask(next).await.unwrap();
    page.wait_for("document.querySelector('#question').value === ''")
        .await
        .unwrap();
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    let expected = serde_json::json!([next, next]);
    assert_eq!(page.value(shown).await.unwrap(), expected);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_with_the_mouse_asks_nothing_again() {
    let slow = Model::SlowEndpoint(Duration::from_millis(300));
    let (site, profile) = (Site::start(slow).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.ask("How do I download the result?").await.unwrap();
    site.has_open_requests(1).await;
    // As a person does it: a click of a script would not go on to what the button becomes.
    let stop = By::Css("[data-testid=\"stop\"]");
    browser
        .driver
        .find(stop)
        .await
        .unwrap()
        .click()
        .await
        .unwrap();
    page.comes_to("stopped").await.unwrap();
    site.has_open_requests(0).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let state = page.value("document.querySelector('main').dataset.state");
    assert_eq!(state.await.unwrap(), "stopped");
    assert_eq!(site.take_calls().len(), 1);
    site.answers_without_pauses();
    // The question can be edited and asked again, and what is typed is there after a reload.
    page.fill_in("question", "Can I use it without a mouse?")
        .await
        .unwrap();
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let typed = "document.querySelector('[data-testid=\"question\"]').value";
    page.wait_for(&format!("{typed} === 'Can I use it without a mouse?'"))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"stop\"], [data-testid=\"forget\"]')")
        .await
        .unwrap();
    page.value("(document.querySelector('[data-testid=\"stop\"]')?.click(), true)")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"ask\"]')")
        .await
        .unwrap();
    page.click("ask").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let planned = "[...document.querySelectorAll('.branch-title')].map(it => it.textContent)";
    let planned = page.value(planned).await.unwrap();
    assert_eq!(
        planned,
        serde_json::json!(["Can I use it without a mouse?"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_goes_on_after_a_stop_a_reload_and_a_model_that_was_away() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    site.endpoint_answers(502);
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("trouble").await.unwrap();
    page.picture("desk-trouble").await.unwrap();
    let page = Page::open(&browser, &url).await.unwrap();
    page.comes_to("trouble").await.unwrap();
    site.endpoint_answers(200);
    page.click("go-on").await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.console_is_clean(&["Failed to load resource"])
        .await
        .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_appearance_is_chosen_here_too_and_holds_on_both_pages() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let theme = "document.documentElement.dataset.theme";
    let paper = "getComputedStyle(document.body).backgroundColor";
    let mut seen = Vec::new();
    for chosen in ["dark", "light", "system"] {
        page.open_settings("settings").await;
        page.click(&format!("theme-{chosen}")).await.unwrap();
        assert_eq!(page.value(theme).await.unwrap(), chosen);
        page.close_settings().await;
        seen.push(page.value(paper).await.unwrap());
        for other in [site.url(), url.clone()] {
            let page = Page::open(&browser, &other).await.unwrap();
            assert_eq!(page.value(theme).await.unwrap(), chosen, "{other}");
            page.open_settings("settings").await;
            let shown = "document.querySelector('[name=\"theme\"]:checked').dataset.testid";
            let shown = page.value(shown).await.unwrap();
            assert_eq!(shown, format!("theme-{chosen}"));
            page.close_settings().await;
        }
    }
    // The system's is light here.
    assert!(seen[0] != seen[1] && seen[1] == seen[2], "{seen:?}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_on_is_with_the_question_asked_last_by_one_tab_until_it_is_forgotten() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let state = async |name: &str| {
        let expression = format!("document.querySelector('main').dataset.state === '{name}'");
        page.wait_for(&expression).await.unwrap();
    };
    let runs = async || {
        let stored = page.stored("session/").await.unwrap().into_iter();
        let run = |(key, _): (String, _)| key.split('/').nth(1).unwrap().to_owned();
        stored.map(run).collect::<std::collections::BTreeSet<_>>()
    };
    page.ask("How do I download the result?").await.unwrap();
    state("answered").await;
    let first = runs().await;
    assert_eq!(first.len(), 1, "{first:?}");

    // The page's server is away before the run begins.
    page.value("(window.away = window.fetch, window.fetch = () => Promise.reject(new TypeError('away')), true)")
        .await
        .unwrap();
    let question = "Can I use it without a mouse?";
    page.ask(question).await.unwrap();
    state("trouble").await;
    page.fill_in("question", "Something else").await.unwrap();
    page.value("(window.fetch = window.away, true)")
        .await
        .unwrap();
    page.click("go-on").await.unwrap();
    state("answered").await;
    let shown = "[document.querySelector('.asked').textContent, document.querySelector('[data-testid=\"question\"]').value]";
    // It goes on with the question asked last, and what was typed meanwhile stays.
    let shown = page.value(shown).await.unwrap();
    assert_eq!(shown, serde_json::json!([question, "Something else"]));
    let second = runs().await;
    assert!(
        second.len() == 2 && second.is_superset(&first),
        "{second:?}"
    );

    // As another tab does while it is at work.
    page.value("(navigator.locks.request('kikitori/desk/current', () => new Promise(release => window.release = release)), true)")
        .await
        .unwrap();
    page.wait_for("window.release").await.unwrap();
    page.ask("How do I download the result?").await.unwrap();
    state("elsewhere").await;
    assert_eq!(runs().await, second);
    page.picture("desk-elsewhere").await.unwrap();
    page.value("(window.release(), true)").await.unwrap();
    page.click("go-on").await.unwrap();
    state("answered").await;
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("JSON file"), "{answer}");

    page.picture("desk-forget").await.unwrap();
    page.click("forget").await.unwrap();
    page.click("forget-confirm").await.unwrap();
    state("idle").await;
    // Those before it stay.
    assert_eq!(runs().await, second);
    assert_eq!(page.stored("head/").await.unwrap().len(), 2);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_for_the_next_question_stays_when_one_is_forgotten() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    page.ask("How do I download the result?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let next = "Can I use it without";
    page.fill_in("question", next).await.unwrap();
    page.click("forget").await.unwrap();
    page.click("forget-confirm").await.unwrap();
    page.comes_to("idle").await.unwrap();
    let typed = "document.querySelector('#question').value";
    assert_eq!(page.value(typed).await.unwrap(), next);
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for(&format!("{typed} === '{next}'"))
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// Does what the test wants in the moment in which a question that was asked before is read again.
const WHEN_IT_IS_READ: &str = "new MutationObserver((_, observer) => { const act = sessionStorage.getItem('test/act'); if (act && document.querySelector('main')?.dataset.state === 'working') { observer.disconnect(); const box = document.querySelector('#question'); const type = text => { box.value = text; box.dispatchEvent(new Event('input', {bubbles: true})); }; type(act.slice(4)); if (act.startsWith('ask:')) box.form.dispatchEvent(new Event('submit', {bubbles: true, cancelable: true})); } }).observe(document, {subtree: true, childList: true, attributes: true});";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_or_asked_while_the_last_question_is_read_again_is_not_lost() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(WHEN_IT_IS_READ.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let question = "How do I download the result?";
    page.ask(question).await.unwrap();
    page.comes_to("answered").await.unwrap();
    let shown =
        "[document.querySelector('.asked').textContent, document.querySelector('#question').value]";
    let act = async |act: String| {
        let act = serde_json::json!(act);
        page.value(&format!(
            "(sessionStorage.setItem('test/act', {act}), true)"
        ))
        .await
        .unwrap();
        browser.driver.refresh().await.unwrap();
    };
    // The same that was asked, too.
    act(format!("new:{question}")).await;
    page.wait_for("document.querySelector('main')?.dataset.state === 'answered'")
        .await
        .unwrap();
    let expected = serde_json::json!([question, question]);
    assert_eq!(page.value(shown).await.unwrap(), expected);
    let next = "Can I use it without a mouse?";
    act(format!("ask:{next}")).await;
    let expected = serde_json::json!([next, ""]);
    page.wait_for(&format!(
        "document.querySelector('main')?.dataset.state === 'answered' && JSON.stringify({shown}) === JSON.stringify({expected})"
    ))
    .await
    .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
