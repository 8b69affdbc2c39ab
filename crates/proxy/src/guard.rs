//! Who may ask for what: this server's own page, the sites that may embed it, and programs on this
//! machine.

use crate::{api_error::ApiError, embed::Embedders, host::Hosts, is_model, server::LocalAddress};
use axum::{
    body::Bytes,
    extract::{FromRequest, Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use reqwest::Url;
use std::time::Duration;

/// Who asked a page for what: `same-origin`, `same-site`, `cross-site` or `none`, which is the
/// person themselves. Pages cannot leave it out, but browsers send it only over HTTPS and to this
/// machine: over plain HTTP a network's address gets none.
const FETCH_SITE: &str = "sec-fetch-site";

/// Lets through what calls this server by a name of its own; and to the model, only what comes
/// from its own page, from a site that may embed it, or from no page at all.
pub async fn check(
    State((hosts, embedders)): State<(Hosts, Embedders)>,
    request: Request,
    next: Next,
) -> Response {
    let local = request.extensions().get::<LocalAddress>().copied();
    let (headers, uri) = (request.headers(), request.uri());
    let for_model = is_model(uri.path());
    let Some(host) = hosts.of(headers, uri, local) else {
        let error = ApiError::unknown_host();
        return match for_model {
            true => error.into_response(),
            false => error.in_words(),
        };
    };
    if for_model && !comes_from(headers, host) && !is_embedded(headers, &embedders) {
        return ApiError::foreign_origin().into_response();
    }
    // The body of a POST is looked at where it is read.
    if for_model && request.method().is_safe() && !says_from_where(headers) && !is_json(headers) {
        return ApiError::unknown_origin().into_response();
    }
    next.run(request).await
}

/// Whether a request comes from a page of `host`, or from no page.
fn comes_from(headers: &HeaderMap, host: &str) -> bool {
    // Every one must be our own; a second header is no way around the first.
    let all = |name: &str, test: &dyn Fn(&str) -> bool| {
        let mut values = headers.get_all(name).iter();
        values.all(|value| value.to_str().is_ok_and(test))
    };
    all(header::ORIGIN.as_str(), &|origin| is_own(origin, host))
        // An image or a link of another site has no `Origin`, and would spend the key as well.
        && all(FETCH_SITE, &|site| matches!(site, "same-origin" | "none"))
        && all(header::REFERER.as_str(), &|page| {
            Url::parse(page).is_ok_and(|page| is_own(&page.origin().ascii_serialization(), host))
        })
}

/// Whether a request comes from a page of a site that may embed the interview: only what a script
/// sends says so, and only once.
fn is_embedded(headers: &HeaderMap, embedders: &Embedders) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = origins.next().and_then(|origin| origin.to_str().ok());
    origins.next().is_none() && origin.is_some_and(|origin| embedders.has(origin))
}

/// Whether anything in a request says where it comes from. An image of another site can be made
/// to say nothing, and so can a program that is no browser.
fn says_from_where(headers: &HeaderMap) -> bool {
    let names = [
        header::ORIGIN.as_str(),
        header::REFERER.as_str(),
        FETCH_SITE,
    ];
    names.into_iter().any(|name| headers.contains_key(name))
}

/// Whether a request says that it is JSON. A page of another site can send forms and plain text
/// without asking the browser's permission, but not this.
fn is_json(headers: &HeaderMap) -> bool {
    let essence = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next());
    essence.is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json"))
}

fn is_own(origin: &str, host: &str) -> bool {
    // Either scheme: a TLS terminator in front of this proxy is still the same site.
    origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))
        .is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

/// The body of a JSON request, or why there is none.
pub async fn json_body(request: Request, time: Duration) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::not_json());
    }
    let body = tokio::time::timeout(time, Bytes::from_request(request, &())).await;
    let body = body.map_err(|_| ApiError::slow_body())?;
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(),
        _ => ApiError::broken_body(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_same_origin_is_our_own() {
        let host = "localhost:8787";
        for own in [
            "http://localhost:8787",
            "https://localhost:8787",
            "http://LOCALHOST:8787",
        ] {
            assert!(is_own(own, host), "{own}");
        }
        for foreign in [
            "null",
            "",
            "http://localhost",
            "http://localhost:87",
            "http://localhost:8787.example.org",
            "http://evil-localhost:8787",
            "http://localhost:8787/",
            "ftp://localhost:8787",
            "http://xn--lcalhost-54a:8787",
        ] {
            assert!(!is_own(foreign, host), "{foreign}");
        }
    }
}
