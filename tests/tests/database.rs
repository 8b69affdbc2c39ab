//! The database's module as visitors load it, in its worker: the statements that it is held to
//! natively, and what becomes of a worker that does not answer.

use std::time::Duration;

use kikitori_database::SqliteDatabase;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use kikitori_statements::{
    attacks, endless, ends_in_arithmetic, large, ordinary, questions, victim,
};
use kikitori_tools::database::{DatabaseError, DatabaseReply, MAX_ROWS};
use serde_json::{Value, json};

/// A minute and more: there are other tests beside this one.
const PATIENCE: Duration = Duration::from_secs(240);

/// What tells that nothing in the database has changed.
const SUM: &str = "SELECT (SELECT group_concat(quote(id) || quote(owner) || quote(balance) || quote(secret)) FROM accounts), (SELECT count(*) FROM log), (SELECT group_concat(name || coalesce(sql, '')) FROM sqlite_schema), (SELECT sum(quantity) FROM sales)";

struct Reply {
    statement: String,
    reply: DatabaseReply,
    milliseconds: u64,
}

/// Asks the module in a worker of its own, which has the database open that is attacked.
struct Module<'a> {
    page: Page<'a>,
}

impl<'a> Module<'a> {
    async fn open(browser: &'a Browser, site: &Site) -> Self {
        let page = Page::open(browser, &site.url()).await.unwrap();
        let script = format!(
            "(() => {{
                const worker = new Worker('/agent/database/worker.js', {{type: 'module'}});
                const ask = message => new Promise((resolve, reject) => {{
                    worker.onmessage = event => resolve(event.data);
                    worker.onerror = reject;
                    worker.postMessage(message);
                }});
                window.replies = [];
                window.askAll = async statements => {{
                    for (const statement of statements) {{
                        const begun = performance.now();
                        const reply = await ask(statement);
                        replies.push([reply, Math.round(performance.now() - begun)]);
                    }}
                }};
                ask({{names: ['a.sqlite'], contents: [Uint8Array.from({})]}}).then(it => window.opened = it);
            }})()",
            json!(victim())
        );
        page.value(&script).await.unwrap();
        page.wait_for("window.opened").await.unwrap();
        let opened = page.value("window.opened").await.unwrap();
        let opened = reply(opened.as_str().unwrap());
        assert!(matches!(opened, DatabaseReply::Opened(_)), "{opened:?}");
        Self { page }
    }

    async fn ask(&self, statements: Vec<String>) -> Vec<Reply> {
        let before = self.page.value("replies.length").await.unwrap();
        let before = before.as_u64().unwrap();
        let ask = format!("(() => {{ askAll({}); }})()", json!(statements));
        self.page.value(&ask).await.unwrap();
        let wanted = before + statements.len() as u64;
        let are_there = format!("replies.length === {wanted}");
        self.page.wait_within(PATIENCE, &are_there).await.unwrap();
        let told = self.page.value(&format!("replies.slice({before})")).await;
        let told: Vec<(String, u64)> = serde_json::from_value(told.unwrap()).unwrap();
        let told = told.into_iter().zip(statements);
        let replies = told.map(|((text, milliseconds), statement)| Reply {
            reply: reply(&text),
            statement,
            milliseconds,
        });
        replies.collect()
    }

    async fn one(&self, statement: &str) -> DatabaseReply {
        self.ask(vec![statement.to_owned()]).await.remove(0).reply
    }
}

fn reply(text: &str) -> DatabaseReply {
    serde_json::from_str(text).unwrap_or_else(|error| unreadable(text, &error))
}

fn unreadable(text: &str, error: &serde_json::Error) -> DatabaseReply {
    assert!(text.is_empty(), "{text}: {error}");
    DatabaseReply::Error(DatabaseError::Away {
        message: "the module broke".into(),
    })
}

fn is_broken(reply: &DatabaseReply) -> bool {
    matches!(reply, DatabaseReply::Error(DatabaseError::Away { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_attack_is_answered_and_none_changes_anything() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let module = Module::open(&browser, &site).await;
    let before = module.one(SUM).await;
    assert!(matches!(before, DatabaseReply::Result(_)), "{before:?}");
    let attacks: Vec<String> = attacks().into_iter().collect();
    assert!(attacks.len() >= 500, "only {}", attacks.len());
    for told in module.ask(attacks).await {
        let is_refused = matches!(told.reply, DatabaseReply::Error(_));
        assert!(
            is_refused && !is_broken(&told.reply),
            "{}: {:?}",
            told.statement,
            told.reply
        );
    }
    assert_eq!(module.one(SUM).await, before);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ordinary_questions_have_the_answers_that_they_have_natively() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let module = Module::open(&browser, &site).await;
    let native = SqliteDatabase::open(&victim(), || 0).unwrap();
    let ordinary: Vec<String> = ordinary().into_iter().collect();
    assert!(ordinary.len() >= 1_000, "only {}", ordinary.len());
    let mut same = 0;
    for told in module.ask(ordinary.clone()).await {
        match (told.reply, native.select(&told.statement)) {
            (DatabaseReply::Result(result), Ok(expected)) => {
                same += usize::from(result == expected);
                let shape = |it: &kikitori_tools::database::QueryResult| {
                    (it.columns.clone(), it.rows.len(), it.total)
                };
                assert_eq!(shape(&result), shape(&expected), "{}", told.statement);
            }
            (DatabaseReply::Error(error), _) if ends_in_arithmetic(&error.to_string()) => {}
            (reply, expected) => {
                let is_same = matches!((&reply, &expected), (DatabaseReply::Error(_), Err(_)));
                assert!(is_same, "{}: {reply:?}, {expected:?}", told.statement);
            }
        }
    }
    // Two releases of SQLite write some floats in other digits.
    assert!(
        same * 100 >= ordinary.len() * 95,
        "only {same} are the same"
    );
    for (sql, expected) in questions() {
        match module.one(sql).await {
            DatabaseReply::Result(result) => assert_eq!(json!(result.rows), expected, "{sql}"),
            other => assert_eq!(json!(other), expected, "{sql}"),
        }
    }
    let DatabaseReply::Result(cut) = module.one("SELECT * FROM sales").await else {
        return assert_eq!("a result", "none");
    };
    assert_eq!((cut.rows.len(), cut.total), (MAX_ROWS, Some(120)));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_end_or_is_too_large_is_stopped() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let module = Module::open(&browser, &site).await;
    for told in module.ask(endless()).await {
        let is_limit = matches!(
            told.reply,
            DatabaseReply::Error(DatabaseError::Limit { .. })
        );
        assert!(is_limit, "{}: {:?}", told.statement, told.reply);
        assert!(told.milliseconds < 10_000, "{}", told.statement);
    }
    let (mut refused, mut slowest) = (0, 0);
    for told in module.ask(large()).await {
        assert!(!is_broken(&told.reply), "{:.80}", told.statement);
        refused += usize::from(matches!(told.reply, DatabaseReply::Error(_)));
        slowest = slowest.max(told.milliseconds);
    }
    assert!(refused >= 30, "only {refused} were refused");
    assert!(slowest < 10_000, "the slowest took {slowest} ms");
    assert!(matches!(module.one(SUM).await, DatabaseReply::Result(_)));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_does_not_answer_is_ended_and_another_takes_its_place() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    // The first statement never reaches its worker.
    let deaf = "const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
            if (typeof message === 'string' && !window.isDeaf) {
                window.isDeaf = true;
                return;
            }
            post.call(this, message);
        };";
    let options = Options {
        before_page: Some(deaf.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('#tool-database')")
        .await
        .unwrap();
    page.click("tool-database").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"schema\"]')")
        .await
        .unwrap();
    page.ask("How many sales are there?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("it takes too long"), "{answer}");
    page.ask("How many sales are there?").await.unwrap();
    page.last_answer_says("120").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_the_database_is_loaded_before_it_is_switched_on() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.ask("What is 2+2?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let loaded = "performance.getEntriesByType('resource').filter(it => it.name.includes('/agent/database/')).length";
    assert_eq!(page.value(loaded).await.unwrap(), Value::from(0));
    page.click("tool-database").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"schema\"]')")
        .await
        .unwrap();
    browser.close().await;
}
