//! The built page, as files.

use crate::{ProxyError, policy::Policy};
use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use std::{fs, path::PathBuf};
use tower_http::services::ServeDir;

/// For files whose name changes with their content.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For all others: kept, but asked about each time.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// The documents in a built page: where they are served, and their folder in `dist`.
const DOCUMENTS: [(&str, &str); 6] = [
    ("/", ""),
    ("/desk/", "desk"),
    ("/agent/", "agent"),
    ("/tasks/", "tasks"),
    ("/builder/", "builder"),
    ("/form/", "form"),
];

/// Serves the files in `dist`, the brotli neighbour of each where the browser takes it, and its
/// documents under `policy`: a browser obeys the one in a document's head, too.
pub fn routes(dist: PathBuf, policy: &Policy) -> Result<Router, ProxyError> {
    if !dist.join("index.html").is_file() {
        return Err(ProxyError::NoPage(dist));
    }
    let mut router = Router::new();
    for (path, folder) in DOCUMENTS {
        let file = dist.join(folder).join("index.html");
        if policy.is_plain() || !file.is_file() {
            continue;
        }
        let html = fs::read_to_string(&file).ok();
        let Some(html) = html.and_then(|html| policy.in_page(&html)) else {
            return Err(ProxyError::UnknownPolicy(dist));
        };
        for path in [path.to_owned(), format!("{path}index.html")] {
            let html = html.clone();
            router = router.route(&path, get(async move || Html(html)));
        }
    }
    Ok(router
        .fallback_service(ServeDir::new(dist).precompressed_br())
        .layer(middleware::from_fn(form_ahead))
        .layer(middleware::from_fn(cache))
        .layer(middleware::from_fn(plain_path)))
}

/// Turns away what a browser could take for another host: the redirect from a folder to the page
/// in it repeats the path, and `//name/` leads to another site.
async fn plain_path(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.contains("//") || path.contains('\\') {
        return StatusCode::NOT_FOUND.into_response();
    }
    next.run(request).await
}

async fn cache(request: Request, next: Next) -> Response {
    let forever = is_hashed(request.uri().path());
    let mut response = next.run(request).await;
    let found = matches!(
        response.status(),
        StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED
    );
    let value = if forever && found { FOREVER } else { ASK };
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    // The same address has two bodies, plain and compressed.
    response
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// Has the form come with the page for it, whose script would ask for it once it is there.
async fn form_ahead(request: Request, next: Next) -> Response {
    let link = form_of(request.uri());
    let mut response = next.run(request).await;
    let found = matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    if let Some(link) = link.filter(|_| found) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// The link to the form that an address of the page for one form names.
fn form_of(address: &Uri) -> Option<HeaderValue> {
    if !matches!(address.path(), "/form/" | "/form/index.html") {
        return None;
    }
    let mut said = address.query()?.split('&');
    let name = said.find_map(|it| it.strip_prefix("form="))?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-%".contains(&byte);
    let is_name = !name.is_empty() && name.bytes().all(is_part);
    let link = format!("</forms/{name}.json>; rel=preload; as=fetch; crossorigin");
    is_name.then(|| HeaderValue::from_str(&link).ok()).flatten()
}

/// Whether a hash of the content is in the name or in that of the folder: `kikitori-93f2…1c.css`,
/// `build-93f2…1c/split_desk.wasm`.
fn is_hashed(path: &str) -> bool {
    const HASH: usize = 12;
    let is_hash = |part: &str| {
        part.bytes()
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
            .count()
            >= HASH
    };
    path.split('/')
        .any(|name| name.split('-').skip(1).any(is_hash))
}

#[cfg(test)]
mod tests {
    use super::{form_of, is_hashed};

    #[test]
    fn the_page_for_a_form_brings_the_form_that_its_address_names() {
        let link = |address: &str| {
            let told = form_of(&address.parse().unwrap());
            told.map(|it| it.to_str().unwrap().to_owned())
        };
        for (address, name) in [
            ("/form/?form=order", "order"),
            (
                "/form/index.html?lang=ja&form=job-application",
                "job-application",
            ),
            ("/form/?form=%E6%B3%A8%E6%96%87", "%E6%B3%A8%E6%96%87"),
        ] {
            let wanted = format!("</forms/{name}.json>; rel=preload; as=fetch; crossorigin");
            assert_eq!(link(address), Some(wanted), "{address}");
        }
        for other in [
            "/form/",
            "/form/?form=",
            "/form/?form=../config",
            "/form/?form=a;b",
            "/?form=order",
            "/desk/?form=order",
        ] {
            assert_eq!(link(other), None, "{other}");
        }
    }

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        for name in [
            "/kikitori-app-93f2a3b4c5d6e7f8.js",
            "/app-93f2a3b4c5d6e7f8_bg.wasm",
            "/app/build-93f2a3b4c5d6e7f8/__wasm_split.js",
        ] {
            assert!(is_hashed(name), "{name}");
        }
        for name in [
            "/",
            "/index.html",
            "/boot.js",
            "/snippets/app-cafe/inline0.js",
            "/93f2a3b4c5d6e7f8.js",
        ] {
            assert!(!is_hashed(name), "{name}");
        }
    }
}
