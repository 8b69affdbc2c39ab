//! The browser's processes are killed after every stored step of a help-desk run; each time the run
//! goes on, ends as an unbroken one does, and asks the model nothing for what was finished.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;

const SUBTASKS: [&str; 2] = [
    "How do I download the result?",
    "Can I use it without a mouse?",
];

/// Counts the run's own batches that are complete. At the one numbered `fatal` the page has the
/// browser killed, before anything in it can know that the batch is complete.
fn counting_batches(fatal: usize) -> String {
    format!(
        "(() => {{
            const put = IDBObjectStore.prototype.put;
            const seen = new WeakSet();
            window.storedBatches = 0;
            IDBObjectStore.prototype.put = function (value, key) {{
                const isOfRun = /^(head|session)\\//.test(key);
                if (isOfRun && !seen.has(this.transaction)) {{
                    seen.add(this.transaction);
                    this.transaction.addEventListener('complete', () => {{
                        window.storedBatches += 1;
                        if (window.storedBatches !== {fatal}) return;
                        const request = new XMLHttpRequest();
                        request.open('GET', '/__test/kill', false);
                        try {{ request.send(); }} catch {{}}
                        for (;;) {{}}
                    }});
                }}
                return put.call(this, value, key);
            }};
        }})()"
    )
}

/// What the page shows at the end of a run.
#[derive(Debug, PartialEq)]
struct End {
    answer: Value,
    picture: Value,
}

/// From wherever the page is to the answer, and the batches stored on the way.
async fn finish(page: &Page<'_>) -> WebDriverResult<(End, usize)> {
    // By then it is known whether there was a question.
    page.wait_for("document.querySelector('[data-testid=\"searched\"]')?.textContent")
        .await?;
    let question = page
        .value("document.querySelector('[data-testid=\"question\"]').value")
        .await?;
    if question == "" {
        page.fill_in("question", &SUBTASKS.join(" ")).await?;
        page.click("ask").await?;
    }
    page.wait_for("['answered', 'trouble'].includes(document.querySelector('main').dataset.state)")
        .await?;
    let end = End {
        answer: page
            .value("document.querySelector('[data-testid=\"answer\"]')?.innerHTML")
            .await?,
        picture: page
            .value("[...document.querySelectorAll('.graph [data-state]')].map(it => [it.dataset.state, it.dataset.node ?? it.querySelector('.branch-title').textContent])")
            .await?,
    };
    let batches = page.value("window.storedBatches ?? 0").await?;
    Ok((end, usize::try_from(batches.as_u64().unwrap()).unwrap()))
}

/// The model calls of tasks that are finished, as the database of the killed page has them.
async fn finished(page: &Page<'_>) -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    for (key, changes) in page.stored("session/").await.unwrap() {
        let Some((_, place)) = key.split_once("/journal/main:graph") else {
            continue;
        };
        let Some((stream, number)) = place.split_once("/update/") else {
            continue;
        };
        // In a subtask's subgraph `:1.<subtask>:<try>`.
        let subtask = stream.strip_prefix(":1.").map(|task| {
            let (index, attempt) = task.split_once(':').unwrap();
            assert_eq!(attempt, "1", "{key}");
            SUBTASKS[index.parse::<usize>().unwrap()]
        });
        let changes = changes.as_array().unwrap();
        let finished = changes.iter().filter_map(|it| it["finished"].as_array());
        for update in finished.flatten().map(|task| &task[1]) {
            let said = |part: &str| update[part].as_array().is_some_and(|it| !it.is_empty());
            let call = match (subtask, number.parse().unwrap()) {
                (None, _) if said("plan") => "planner".to_owned(),
                (None, _) if update["last_answer"].is_object() => "writer".to_owned(),
                (Some(subtask), 1) => format!("searcher: {subtask}"),
                (Some(subtask), 3) => format!("answerer: {subtask}"),
                (Some(subtask), 4) => format!("reflector: {subtask}"),
                // The subtasks as a whole, and the searches themselves.
                (None, _) if said("subtask_results") => continue,
                (Some(_), 2) => continue,
                other => panic!("an update of {other:?} at {key}"),
            };
            calls.insert(call);
        }
    }
    calls
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_ends_alike_and_repeats_nothing_whenever_the_browser_is_killed() {
    let site = Site::start(Model::Endpoint).await;
    let url = format!("{}desk/", site.url());
    let options = |fatal| Options {
        before_page: Some(counting_batches(fatal)),
        ..Options::default()
    };
    let profile = Profile::new();
    let browser = Browser::open(&profile, &options(0)).await;
    let page = Page::open(&browser, &url).await.unwrap();
    let (unbroken, batches) = finish(&page).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
    assert!(
        unbroken.answer.as_str().unwrap().contains("JSON file"),
        "{unbroken:?}"
    );
    let all: BTreeSet<String> = site.take_calls().into_iter().collect();
    assert_eq!(all.len(), 1 + 3 * SUBTASKS.len() + 1, "{all:?}");
    assert!(batches > 8, "only {batches} batches");
    let mut repeated = 0;
    for fatal in 1..=batches {
        let profile = Profile::new();
        site.will_kill(profile.path());
        let browser = Browser::open(&profile, &options(fatal)).await;
        let outcome = match Page::open(&browser, &url).await {
            Ok(page) => finish(&page).await,
            Err(error) => Err(error),
        };
        assert!(outcome.is_err(), "batch {fatal} was not reached");
        browser.kill();
        let before = site.take_calls();
        let browser = Browser::open(&profile, &Options::default()).await;
        // Not the page yet, which would go on at once.
        browser
            .driver
            .goto(&format!("{}boot.js", site.url()))
            .await
            .unwrap();
        let finished = finished(&Page::shown_in(&browser)).await;
        let page = Page::open(&browser, &url).await.unwrap();
        let (resumed, _) = finish(&page).await.unwrap();
        assert_eq!(resumed, unbroken, "killed after batch {fatal}");
        // The place that was looked at before has no icon.
        page.console_is_clean(&["favicon.ico"]).await.unwrap();
        browser.close().await;
        let after = site.take_calls();
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for call in before.iter().chain(&after) {
            *times.entry(call).or_default() += 1;
        }
        let asked: BTreeSet<String> = times.keys().map(|call| (*call).to_owned()).collect();
        assert_eq!(asked, all, "killed after batch {fatal}");
        for (call, times) in times {
            // What was under way when the browser was killed is asked once more.
            let most = if finished.contains(call) { 1 } else { 2 };
            assert!(
                times <= most,
                "{call}: {times} times, killed after batch {fatal}"
            );
            repeated += times - 1;
        }
        let again: Vec<_> = after
            .iter()
            .filter(|call| finished.contains(*call))
            .collect();
        assert_eq!(json!(again), json!([]), "killed after batch {fatal}");
    }
    println!(
        "killed after each of {batches} stored batches and resumed each time; {repeated} calls that were under way were made again"
    );
}
