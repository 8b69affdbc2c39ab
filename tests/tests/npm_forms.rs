//! Forms of React, Vue and Angular themselves, with the widget from npm beside them: what the framework
//! holds, hears and sends, and what stays of an element that it draws no more.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use kikitori_e2e::{Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement};
use serde_json::{Map, Value, json};

use crate::npm::{VITE, project, run};
use crate::widget_form::reviewed;

fn words() -> Map<String, Value> {
    let words = json!({
        "name": "Ada Lovelace", "mail": "ada@example.org", "team": "Blue", "news": "yes",
        "size": "Large", "about": "Likes trees", "count": "3", "day": "2026-12-15",
    });
    words.as_object().unwrap().clone()
}

fn built(project: &Path) {
    let config = [VITE, "build", "--config", "forms.config.js"];
    // As while one works on it: only then does React try what it draws twice.
    run(
        "env",
        &[&["NODE_ENV=development", "node"], &config[..]].concat(),
        project,
    );
}

/// What the framework shows of its own state.
fn shown(output: &str) -> String {
    format!("JSON.parse(document.getElementById('{output}').textContent)")
}

async fn presses(page: &Page<'_>, selector: &str) {
    let pressed = format!("(document.querySelector('{selector}').click(), 1)");
    page.value(&pressed).await.unwrap();
}

/// Has the framework draw the elements, or draw them no more.
async fn toggle(page: &Page<'_>, is_there: bool) {
    presses(page, "#toggle").await;
    let talk = "!!document.getElementById('talk')";
    page.wait_for(&format!("{talk} === {is_there}"))
        .await
        .unwrap();
}

/// Talks a page's form through; gives all events that the page was told.
async fn talked_through(browser: &Browser, address: &str, count: &Value) -> Vec<Value> {
    browser.driver.goto(address).await.unwrap();
    let talk = WidgetElement::shown_in(browser, "talk");
    let page = &talk.page;
    page.wait_for("document.getElementById('toggle')")
        .await
        .unwrap();
    let listeners = page.value("pageListeners()").await.unwrap();
    toggle(page, true).await;
    talk.answer("Ada Lovelace").await.unwrap();
    let name = format!("{}.name === 'Ada Lovelace'", shown("held"));
    page.wait_for(&name).await.unwrap();
    // What the page's own rule does not take, it says itself, and the widget tells.
    talk.answer("ada@example.com").await.unwrap();
    let alert = "document.querySelector('[role=alert]')";
    page.wait_for(alert).await.unwrap();
    let refused = "told.findLast(it => it.name === 'filled' && it.detail.problems.length)?.detail.problems[0]";
    page.wait_for(refused).await.unwrap();
    let refused = page.value(refused).await.unwrap();
    let rule = json!("Only addresses of example.org.");
    assert_eq!(
        [&refused["field"], &refused["said"]],
        [&json!("mail"), &rule]
    );
    let asks_again = "told.findLast(it => it.name === 'question').detail.text.includes('Only addresses of example.org.')";
    page.wait_for(asks_again).await.unwrap();
    talk.answer("ada@example.org").await.unwrap();
    let mended = format!("!{alert} && {}.mail === 'ada@example.org'", shown("held"));
    page.wait_for(&mended).await.unwrap();
    // Drawn no more and drawn again, it is another element, which goes on.
    talk.waits_for("answer").await.unwrap();
    for _ in 0..3 {
        toggle(page, false).await;
        toggle(page, true).await;
        talk.waits_for("answer").await.unwrap();
        page.wait_for("talk.getData().mail === 'ada@example.org'")
            .await
            .unwrap();
    }
    talk.answer_all(&words()).await.unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(reviewed(page).await, json!({"problems": [], "left": []}));
    let holds = json!({
        "name": "Ada Lovelace", "mail": "ada@example.org", "team": "blue", "news": true,
        "size": "l", "about": "Likes trees", "count": count, "day": "2026-12-15",
    });
    assert_eq!(page.value(&shown("held")).await.unwrap(), holds);
    // The form is the framework's to send.
    assert_eq!(page.value(&shown("sent")).await.unwrap(), json!(null));
    presses(page, "#order button").await;
    let sent = shown("sent");
    page.wait_for(&sent).await.unwrap();
    assert_eq!(page.value(&sent).await.unwrap(), holds);
    has_a_form_of_its_own(browser).await;
    // Each answer was heard once, whichever element told it: the one that the page did not take, that it
    // was taken out, and the next one too.
    let heard = json!([
        "name", "mail", "mail", "mail", "team", "news", "size", "about", "count", "day", "tea"
    ]);
    assert_eq!(page.value(&shown("heard")).await.unwrap(), heard);
    if page
        .value("!!document.getElementById('listened')")
        .await
        .unwrap()
        == true
    {
        let listened = format!("[...{}, 'tea']", shown("listened"));
        assert_eq!(page.value(&listened).await.unwrap(), heard);
    }
    let told = page.value("told").await.unwrap();
    toggle(page, false).await;
    nothing_listens_beside(browser, page, &listeners).await;
    page.console_is_clean(&[]).await.unwrap();
    told.as_array().unwrap().clone()
}

/// A form that the framework gives the element, made anew whenever it draws, as after an answer.
async fn has_a_form_of_its_own(browser: &Browser) {
    let own = WidgetElement::shown_in(browser, "own");
    let page = &own.page;
    presses(page, "[data-kikitori-open=own]").await;
    own.answer("Green tea").await.unwrap();
    let drawn = format!("{}.at(-1) === 'tea'", shown("heard"));
    page.wait_for(&drawn).await.unwrap();
    own.waits_for("confirm").await.unwrap();
    let has = "[own.getData(), told.filter(it => it.id === 'own' && it.name === 'ready').length]";
    let expected = json!([{"tea": "Green tea"}, 1]);
    assert_eq!(page.value(has).await.unwrap(), expected);
    page.value("(own.close(), 1)").await.unwrap();
    page.wait_for("told.some(it => it.name === 'close')")
        .await
        .unwrap();
}

/// Nothing listens to the page as a whole but what did before.
async fn nothing_listens_beside(browser: &Browser, page: &Page<'_>, before: &Value) {
    // What an interview has under way when it is taken out ends within three minutes, which pass at once
    // here.
    let three_minutes = json!({"policy": "advance", "budget": 200_000});
    browser
        .tell("Emulation.setVirtualTimePolicy", three_minutes)
        .await;
    let mut now = Value::Null;
    for _ in 0..50 {
        now = page.value("pageListeners()").await.unwrap();
        if now == *before {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(now, *before);
}

/// What pages were told, one of each event, is what the types say.
fn is_typed(project: &Path, told: &[Value]) {
    let each: BTreeMap<_, _> = told
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it))
        .collect();
    let heard: Vec<&str> = each.keys().copied().collect();
    let all = [
        "answer", "close", "ending", "filled", "height", "question", "ready", "review", "started",
        "submit",
    ];
    assert_eq!(heard, all);
    let mut text = "import type { KikitoriEvents } from \"kikitori\";\n".to_owned();
    for (name, event) in each {
        text += &format!(
            "export const {name}: KikitoriEvents[\"{name}\"] = {};\n",
            event["detail"]
        );
    }
    let types = project.join("types");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::create_dir_all(&types).unwrap();
    let settings = "tsconfig.json";
    std::fs::copy(root.join("npm/types").join(settings), types.join(settings)).unwrap();
    std::fs::write(types.join("told.ts"), text).unwrap();
    run(
        "node",
        &["node_modules/typescript/bin/tsc", "--project", "types"],
        project,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_react_vue_and_angular_themselves_are_talked_through() {
    let project = project();
    built(&project);
    let host = HostPage::serving("{}", Some(&project.join("dist"))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&site, "");
    let mut told = Vec::new();
    // With what becomes of a number there.
    for (framework, count) in [
        ("react", json!("3")),
        ("vue", json!(3)),
        ("angular", json!(3)),
    ] {
        if framework == "angular" {
            // Without its command-line program it compiles its templates in the page.
            host.makes_scripts_of_text();
        }
        let endpoint = site.url();
        let address = format!(
            "{}/{framework}_form.html?endpoint={endpoint}",
            host.origin()
        );
        let profile = Profile::of_its_own();
        let browser = Browser::open(&profile, &Options::default()).await;
        told.extend(talked_through(&browser, &address, &count).await);
        browser.close().await;
    }
    assert_eq!(host.sent(), [""; 0]);
    is_typed(&project, &told);
}
