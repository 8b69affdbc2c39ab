//! MCP servers on the pages: one that nobody here wrote, listed by the page's server or at its own
//! address, as tools of the agent and as a service of task chains; and one that never answers.

mod key;

use std::sync::atomic::Ordering;

use axum::Json;
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use kikitori_e2e::{Browser, McpServer, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::{Value, json};

use crate::parts::{is_missing, site_with_faulty};

/// The states of the tools that were called for the last question.
const ACTIONS: &str = "[...[...document.querySelectorAll('[data-testid=\"exchange\"]')].at(-1).querySelectorAll('[data-testid=\"action\"]')].map(it => it.dataset.tool + ' ' + it.dataset.state)";

async fn site_with(server: &McpServer) -> Site {
    let listed = vec![("everything".to_owned(), server.url())];
    Site::with_mcp(Model::Scripted, listed).await
}

async fn opened<'a>(browser: &'a Browser, site: &Site, path: &str) -> Page<'a> {
    let page = Page::open(browser, &format!("{}{path}/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"mcp\"] > summary')")
        .await
        .unwrap();
    page
}

async fn open_panel(page: &Page<'_>) {
    page.press("[data-testid=\"mcp\"] > summary").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"mcp-address\"]')")
        .await
        .unwrap();
}

async fn server_is(page: &Page<'_>, name: &str, state: &str) {
    let server = format!("[data-testid=\"mcp-server\"][data-server=\"{name}\"]");
    page.wait_for(&format!(
        "document.querySelector('{server}')?.dataset.state === '{state}'"
    ))
    .await
    .unwrap();
}

/// Chooses the server that the page's server lists.
async fn choose(page: &Page<'_>) {
    open_panel(page).await;
    page.click_on("[data-testid=\"mcp-offer\"][data-server=\"everything\"]")
        .await
        .unwrap();
    server_is(page, "everything", "ready").await;
}

async fn add(page: &Page<'_>, address: &str) {
    let address = json!(address);
    page.value(&format!(
        "document.querySelector('[data-testid=\"mcp-address\"]').value = {address}"
    ))
    .await
    .unwrap();
    page.click("mcp-add").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_agent_uses_the_tools_of_a_listed_server_and_asks_before_it_changes_something() {
    let server = McpServer::start().await;
    let (site, profile) = (site_with(&server).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "agent").await;
    choose(&page).await;
    let said = async |tool: &str| {
        let text = format!(
            "document.querySelector('[data-testid=\"mcp-tool\"][data-tool=\"{tool}\"]').textContent"
        );
        page.value(&text).await.unwrap().to_string()
    };
    assert!(said("echo").await.contains("Only reads"));
    assert!(
        said("trigger-elicitation-request")
            .await
            .contains("you are asked first")
    );
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, MCP server").await;

    // One that only reads is used at once.
    page.ask("everything_echo {\"message\": \"聞き取り\"}")
        .await
        .unwrap();
    page.last_answer_says("Echo: 聞き取り").await.unwrap();
    assert_eq!(
        page.value(ACTIONS).await.unwrap(),
        json!(["everything_echo done"])
    );

    // A table in the answer is one, and its dates stay in one piece.
    let table = r#"everything_echo {"message": "these:\n\n| book | due |\n|---|---|\n| Kokoro | 2026-09-01 |"}"#;
    page.ask(table).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer-table\"]')")
        .await
        .unwrap();
    let cells = "[...document.querySelectorAll('[data-testid=\"answer-table\"] :is(th, td)')].map(it => it.textContent + ' ' + it.className)";
    assert_eq!(
        page.value(cells).await.unwrap(),
        json!(["book ", "due amount", "Kokoro ", "2026-09-01 amount"])
    );

    // Any other waits for the person: once it is not allowed, once it is.
    let changing = "everything_trigger-elicitation-request {}";
    for (button, state) in [("deny", "failed"), ("allow", "done")] {
        page.ask(changing).await.unwrap();
        page.wait_for("document.querySelector('[data-testid=\"consent\"]')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "agent, consent").await;
        page.click(button).await.unwrap();
        page.comes_to("answered").await.unwrap();
        let called = format!("everything_trigger-elicitation-request {state}");
        assert_eq!(page.value(ACTIONS).await.unwrap(), json!([called]));
    }

    // What is switched off is not used, and stays off.
    page.press("[data-testid=\"mcp-tool\"][data-tool=\"echo\"] input")
        .await
        .unwrap();
    page.has_kept_focus("switching a tool off").await.unwrap();
    page.ask("everything_echo {\"message\": \"again\"}")
        .await
        .unwrap();
    page.wait_for(
        "document.querySelectorAll('[data-testid=\"exchange\"][data-ended=\"true\"]').length === 5",
    )
    .await
    .unwrap();
    let actions = page.value(ACTIONS).await.unwrap();
    assert!(!actions.to_string().contains("echo"), "{actions}");
    let page = opened(&browser, &site, "agent").await;
    open_panel(&page).await;
    server_is(&page, "everything", "ready").await;
    let is_on =
        "document.querySelector('[data-testid=\"mcp-tool\"][data-tool=\"echo\"] input').checked";
    assert_eq!(page.value(is_on).await.unwrap(), json!(false));

    // Without the server it is not offered any more.
    page.click("mcp-remove").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"mcp-offer\"]')")
        .await
        .unwrap();
    page.has_kept_focus("removing a server").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_added_by_its_address_and_trouble_is_said_in_words() {
    let server = McpServer::start().await;
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 800),
        languages: "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = opened(&browser, &site, "agent").await;
    open_panel(&page).await;
    add(&page, "not an address").await;
    page.wait_for("document.querySelector('[data-testid=\"mcp-error\"]').textContent !== ''")
        .await
        .unwrap();
    // Nobody listens there.
    add(&page, "http://127.0.0.1:9/mcp").await;
    server_is(&page, "127-0-0-1-9", "unreachable").await;
    let told = page.text_of("mcp-trouble").await.unwrap();
    assert!(told.contains("接続できません"), "{told}");
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, MCP server away").await;
    page.click("mcp-again").await.unwrap();
    server_is(&page, "127-0-0-1-9", "unreachable").await;
    page.click("mcp-remove").await.unwrap();

    add(&page, &server.url()).await;
    page.wait_for(
        "document.querySelector('[data-testid=\"mcp-server\"]')?.dataset.state === 'ready'",
    )
    .await
    .unwrap();
    let name = "document.querySelector('[data-testid=\"mcp-server\"]').dataset.server";
    let name = page.value(name).await.unwrap();
    let name = name.as_str().unwrap();
    page.ask(&format!("{name}_get-sum {{\"a\": 2, \"b\": 40}}"))
        .await
        .unwrap();
    page.last_answer_says("42").await.unwrap();
    page.console_is_clean(&["127.0.0.1:9"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_another_tab_has_chosen_stays_chosen() {
    let server = McpServer::start().await;
    let (site, profile) = (site_with(&server).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "agent").await;
    choose(&page).await;
    // Another tab knows of that one, and has one of its own.
    let (first, _) = browser.second_tab().await;
    let page = opened(&browser, &site, "agent").await;
    open_panel(&page).await;
    server_is(&page, "everything", "ready").await;
    add(&page, &server.url()).await;
    let ready = "[...document.querySelectorAll('[data-testid=\"mcp-server\"]')].filter(it => it.dataset.state === 'ready').length === 2";
    page.wait_for(ready).await.unwrap();
    // What is switched in the first tab, which does not know of it, leaves it there.
    browser.driver.switch_to_window(first).await.unwrap();
    let page = Page::shown_in(&browser);
    page.value(
        "document.querySelector('[data-testid=\"mcp-server\"] input[type=\"checkbox\"]').click()",
    )
    .await
    .unwrap();
    // Until it is stored.
    let tool = "document.querySelector('[data-testid=\"mcp-tool\"]').dataset.tool";
    let tool = page.value(tool).await.unwrap();
    page.record_becomes("mcp/servers", |record| {
        let servers = record["body"]["servers"].as_array();
        let mut servers = servers.into_iter().flatten();
        let first = servers.find(|it| it["name"] == "everything");
        let on = first.and_then(|it| it["on"].as_array());
        on.is_some_and(|on| !on.contains(&tool))
    })
    .await
    .unwrap();
    let page = opened(&browser, &site, "agent").await;
    open_panel(&page).await;
    page.wait_for(ready).await.unwrap();
    let is_on =
        "document.querySelector('[data-testid=\"mcp-server\"] input[type=\"checkbox\"]').checked";
    assert_eq!(page.value(is_on).await.unwrap(), false);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_calls_a_server_and_asks_what_the_server_asks() {
    let server = McpServer::start().await;
    let (site, profile) = (site_with(&server).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "tasks").await;
    choose(&page).await;
    page.runs(
        "everything.echo {\"message\": \"hello\"} and everything.trigger-elicitation-request {}",
    )
    .await
    .unwrap();
    page.click("approve").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"confirmation\"][data-kind=\"choice\"]')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "tasks, what a server asks").await;
    // What has to be said in words is written.
    page.click("write-done").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"write\"] [role=alert]').textContent !== ''",
    )
    .await
    .unwrap();
    page.value("(() => { const field = [...document.querySelectorAll('[data-testid=\"write\"] .edit-field')].find(it => it.querySelector('label').textContent === 'String'); const it = field.querySelector('input'); it.value = 'Ada'; it.dispatchEvent(new Event('input', {bubbles: true})); })()").await.unwrap();
    page.click("write-done").await.unwrap();
    // It was allowed already, and is not asked about again.
    page.comes_to("answered").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer\"]')")
        .await
        .unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(
        answer.contains("Echo: hello") && answer.contains("Name: Ada"),
        "{answer}"
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_tells_how_far_its_server_has_come() {
    let server = McpServer::start().await;
    let (site, profile) = (site_with(&server).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "tasks").await;
    choose(&page).await;
    page.runs("everything.trigger-long-running-operation {\"duration\": 4, \"steps\": 4}")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"task\"] [data-testid=\"progress\"]')?.textContent.match(/^(25|50|75) %/)")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"progress\"]')")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// A server with one tool, which changes something and never answers.
async fn silent(Json(request): Json<Value>) -> Response {
    let result = match request["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": request["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "silent", "version": "1"},
        }),
        "tools/list" => json!({"tools": [{
            "name": "send",
            "description": "Sends a letter.",
            "inputSchema": {"type": "object", "properties": {}},
        }]}),
        "tools/call" => std::future::pending().await,
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
    Json(answer).into_response()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_goes_on_without_the_servers_that_were_chosen() {
    for (system, part, request, end) in [
        ("agent", "split_agent_mcp", "What is 3 + 4?", "answered"),
        (
            "tasks",
            "split_tasks_mcp",
            "Put 2 leeks on the shopping list.",
            "review",
        ),
    ] {
        let (site, status) = site_with_faulty(part).await;
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = opened(&browser, &site, system).await;
        open_panel(&page).await;
        // Whether it answers matters nothing: it is chosen.
        add(&page, &format!("{}nothing/mcp", site.url())).await;
        page.wait_for(
            "document.querySelector('[data-testid=\"mcp-server\"]:not([data-state=\"asked\"])')",
        )
        .await
        .unwrap();
        status.store(404, Ordering::SeqCst);
        page.ask(request).await.unwrap();
        is_missing(&page, "broken").await;
        page.comes_to("trouble").await.unwrap();
        nothing_to_mend(&browser, "what calls MCP servers is missing").await;
        status.store(200, Ordering::SeqCst);
        page.click("part-again").await.unwrap();
        page.comes_to(end).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_lost_by_a_kill_is_asked_about_and_not_done_again() {
    let dist = std::path::PathBuf::from(kikitori_e2e::setting("KIKITORI_DIST"));
    let silent_server = Router::new().route("/silent/mcp", post(silent));
    let site = Site::serving(dist, Model::Scripted, silent_server).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "tasks").await;
    open_panel(&page).await;
    add(&page, &format!("{}silent/mcp", site.url())).await;
    page.wait_for(
        "document.querySelector('[data-testid=\"mcp-server\"]')?.dataset.state === 'ready'",
    )
    .await
    .unwrap();
    let name = "document.querySelector('[data-testid=\"mcp-server\"]').dataset.server";
    let name = page.value(name).await.unwrap();
    page.ask(&format!("{}.send {{}}", name.as_str().unwrap()))
        .await
        .unwrap();
    page.comes_to("review").await.unwrap();
    page.click("run").await.unwrap();
    page.click("approve").await.unwrap();
    let state = "document.querySelector('[data-testid=\"task\"]')?.dataset.state";
    page.wait_for(&format!("{state} === 'running'"))
        .await
        .unwrap();
    browser.kill();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "tasks").await;
    page.wait_for(
        "document.querySelector('[data-testid=\"confirmation\"][data-kind=\"unknown\"]')",
    )
    .await
    .unwrap();
    nothing_to_mend(&browser, "tasks, outcome unknown").await;
    page.click("was-done").await.unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value(state).await.unwrap(), json!("done"));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
