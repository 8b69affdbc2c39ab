//! The browser's processes are killed after every stored step of a help-desk run; each time the run
//! goes on, ends as an unbroken one does, and asks the model nothing for what was finished.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use kikitori_e2e::{KillingGround, Model, Page, killed_after_each};
use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;

const SUBTASKS: [&str; 2] = [
    "How do I download the result?",
    "Can I use it without a mouse?",
];

/// The run's own records.
const COUNTED: &str = "/^(head|session)\\//";

/// What the page shows at the end of a run.
#[derive(Debug, PartialEq)]
struct End {
    answer: Value,
    picture: Value,
}

/// The place beside the application has none.
const NO_ICON: [&str; 1] = ["favicon.ico"];

/// From wherever the page is to the answer.
async fn finish(ground: &KillingGround) -> WebDriverResult<End> {
    // What works on questions comes after the page is shown, so the database tells whether there is one.
    ground.step_aside().await?;
    let has_question = !ground.page().stored("session/").await?.is_empty();
    let url = format!("{}desk/", ground.site.url());
    let page = Page::open(ground.browser(), &url).await?;
    page.wait_for("document.querySelector('[data-testid=\"searched\"]')?.textContent")
        .await?;
    if !has_question {
        page.ask(&SUBTASKS.join(" ")).await?;
    }
    page.wait_for("['answered', 'trouble'].includes(document.querySelector('main').dataset.state)")
        .await?;
    Ok(End {
        answer: page
            .value("document.querySelector('[data-testid=\"answer\"]')?.innerHTML")
            .await?,
        picture: page
            .value("[...document.querySelectorAll('.graph [data-state]')].map(it => [it.dataset.state, it.dataset.node ?? it.querySelector('.branch-title').textContent])")
            .await?,
    })
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
    let open = async || KillingGround::open(Model::Endpoint, COUNTED).await;
    let ground = open().await;
    let unbroken = finish(&ground).await.unwrap();
    let batches = ground.stored_batches().await.unwrap();
    ground.page().console_is_clean(&NO_ICON).await.unwrap();
    let all: BTreeSet<String> = ground.site.take_calls().into_iter().collect();
    ground.close().await;
    assert!(
        unbroken.answer.as_str().unwrap().contains("JSON file"),
        "{unbroken:?}"
    );
    assert_eq!(all.len(), 1 + 3 * SUBTASKS.len() + 1, "{all:?}");
    assert!(batches > 8, "only {batches} batches");
    let repeated = Cell::new(0);
    let journey = async |ground: &KillingGround| finish(ground).await.map(drop);
    let resume = async |ground: &KillingGround, fatal: usize| {
        let before = ground.site.take_calls();
        // Not the page yet, which would go on at once.
        ground.step_aside().await.unwrap();
        let finished = finished(&ground.page()).await;
        let resumed = finish(ground).await.unwrap();
        assert_eq!(resumed, unbroken, "killed after batch {fatal}");
        ground.page().console_is_clean(&NO_ICON).await.unwrap();
        let after = ground.site.take_calls();
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
            repeated.set(repeated.get() + times - 1);
        }
        let again: Vec<_> = after
            .iter()
            .filter(|call| finished.contains(*call))
            .collect();
        assert_eq!(json!(again), json!([]), "killed after batch {fatal}");
    };
    killed_after_each(batches, open, journey, resume).await;
    println!(
        "killed after each of {batches} stored batches and resumed each time; {} calls that were under way were made again",
        repeated.get()
    );
}
