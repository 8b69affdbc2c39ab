//! A server that wants a key.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::Value;

use super::{add, open_panel, opened, silent};

/// The same behind a key, and one beside it that wants none and notes whoever sends it one.
fn servers_with_and_without_a_key(sent_to_open: Arc<AtomicBool>) -> Router {
    let locked = async |headers: HeaderMap, request: Json<Value>| match headers.get("authorization")
    {
        Some(key) if key == "Bearer test-key" => silent(request).await,
        _ => StatusCode::UNAUTHORIZED.into_response(),
    };
    let open = async move |headers: HeaderMap, request: Json<Value>| {
        if headers.contains_key("authorization") {
            sent_to_open.store(true, Ordering::Relaxed);
        }
        silent(request).await
    };
    Router::new()
        .route("/locked/mcp", post(locked))
        .route("/open/mcp", post(open))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_typed_for_a_server_stays_in_the_tab_and_goes_to_no_other() {
    let dist = std::path::PathBuf::from(kikitori_e2e::setting("KIKITORI_DIST"));
    let sent_to_open = Arc::new(AtomicBool::new(false));
    let servers = servers_with_and_without_a_key(sent_to_open.clone());
    let site = Site::serving(dist, Model::Scripted, servers).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site, "agent").await;
    open_panel(&page).await;
    add(&page, &format!("{}locked/mcp", site.url())).await;
    let states = "[...document.querySelectorAll('[data-testid=\"mcp-server\"]')].map(it => it.dataset.state).join(' ')";
    let are = async |page: &Page<'_>, expected: &str| {
        page.wait_for(&format!("{states} === '{expected}'"))
            .await
            .unwrap();
    };
    are(&page, "locked").await;
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, MCP server with a key").await;
    let use_key = async |key: &str| {
        page.value(&format!(
            "document.querySelector('[data-testid=\"mcp-key\"]').value = '{key}'"
        ))
        .await
        .unwrap();
        page.click("mcp-use-key").await.unwrap();
    };
    use_key("no key").await;
    page.wait_for("document.querySelector('[data-testid=\"mcp-error\"]').textContent !== ''")
        .await
        .unwrap();
    use_key("test-key").await;
    are(&page, "ready").await;
    add(&page, &format!("{}open/mcp", site.url())).await;
    are(&page, "ready ready").await;
    assert!(!sent_to_open.load(Ordering::Relaxed));
    // It is this tab's: nothing that stays on the device has it.
    let kept = "Object.values({...localStorage}).join(' ')";
    let kept = page.value(kept).await.unwrap().to_string();
    assert!(!kept.contains("test-key"), "{kept}");
    let record = page.stored_record("mcp/servers").await.unwrap().to_string();
    assert!(!record.contains("test-key"), "{record}");
    // A reload has it still, until it is forgotten.
    let page = opened(&browser, &site, "agent").await;
    open_panel(&page).await;
    are(&page, "ready ready").await;
    page.click("mcp-forget-key").await.unwrap();
    are(&page, "locked ready").await;
    page.console_is_clean(&["401"]).await.unwrap();
    browser.close().await;
}
