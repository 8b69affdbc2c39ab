//! The element's files from a host of files that is neither the page's nor that of the model.

use std::net::Ipv4Addr;
use std::path::PathBuf;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use kikitori_e2e::{
    Browser, HostPage, Model, Options, Profile, Site, WidgetElement, setting, short_form,
};
use serde_json::json;
use tokio::net::TcpListener;

/// Gives the built widget's files to pages of every origin, as those hosts do.
async fn file(address: Uri) -> Response {
    let path = address.path().trim_start_matches('/');
    assert!(path.starts_with("widget/") && !path.contains(".."));
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    match std::fs::read(PathBuf::from(setting("KIKITORI_DIST")).join(path)) {
        Ok(content) => (headers, content).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_script_may_lie_on_a_host_of_files_where_the_element_says_which_server_it_asks() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let files = format!("http://{}/widget/", listener.local_addr().unwrap());
    let router = Router::new().fallback(file);
    tokio::spawn(kikitori_proxy::serve(
        listener,
        router,
        std::future::pending(),
    ));
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Endpoint, host.origin()).await;
    let body = format!(
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\" endpoint=\"{}\"></kikitori-form>",
        site.url()
    );
    host.shows_from(&files, &site, &body);
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.answer("Ada Lovelace").await.unwrap();
    page.wait_for("order.getData().name === 'Ada Lovelace'")
        .await
        .unwrap();
    let asked = site.take_calls();
    assert!(!asked.is_empty(), "the model was not asked");
    // What is there for a model is asked of the server, and nothing else.
    let of_server = format!(
        "[...new Set(performance.getEntriesByType('resource').map(it => it.name).filter(it => it.startsWith('{url}')).map(it => it.slice({length})))].sort()",
        url = site.url(),
        length = site.url().len()
    );
    assert_eq!(
        page.value(&of_server).await.unwrap(),
        json!(["config.json", "v1/chat/completions"])
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}
