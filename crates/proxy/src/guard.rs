//! Who may use the model: this proxy's own page, and programs on this machine.

use crate::api_error::ApiError;
use axum::{
    body::Bytes,
    extract::{Request, State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::sync::Arc;

/// Names that always mean this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The host names by which browsers may reach the model.
#[derive(Clone)]
pub struct Guard {
    hosts: Arc<[String]>,
}

impl Guard {
    pub fn new(hosts: Vec<String>) -> Self {
        Self {
            hosts: hosts.into(),
        }
    }

    /// A site that points its own name at this machine would have its own name in both `Host` and
    /// `Origin`: so the name itself must be known.
    fn knows(&self, host: &str) -> bool {
        let name = without_port(host);
        LOOPBACK
            .into_iter()
            .chain(self.hosts.iter().map(String::as_str))
            .any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Lets through what comes from the proxy's own page, or from no page at all.
pub async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    match admit(&guard, request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn admit(guard: &Guard, headers: &HeaderMap, uri: &Uri) -> Result<(), ApiError> {
    let host = match headers.get(header::HOST) {
        Some(value) => value.to_str().ok(),
        None => uri.authority().map(|authority| authority.as_str()),
    };
    let Some(host) = host.filter(|host| guard.knows(host)) else {
        return Err(ApiError::unknown_host());
    };
    // Every origin must be our own; a second header is no way around the first.
    for origin in headers.get_all(header::ORIGIN) {
        if !origin.to_str().is_ok_and(|origin| is_own(origin, host)) {
            return Err(ApiError::foreign_origin());
        }
    }
    Ok(())
}

fn is_own(origin: &str, host: &str) -> bool {
    // Either scheme: a TLS terminator in front of this proxy is still the same site.
    origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))
        .is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// The body of a JSON request, or why there is none. A page of another site can send forms and
/// plain text without asking the browser's permission, but not JSON.
pub fn json_body(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Bytes, ApiError> {
    let essence = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(str::trim);
    if !essence.is_some_and(|it| it.eq_ignore_ascii_case("application/json")) {
        return Err(ApiError::not_json());
    }
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

    #[test]
    fn names_are_known_with_and_without_port() {
        let guard = Guard::new(vec!["demo.example".to_owned()]);
        for known in [
            "localhost",
            "localhost:8787",
            "127.0.0.1:1",
            "[::1]:8787",
            "[::1]",
            "Demo.Example:443",
        ] {
            assert!(guard.knows(known), "{known}");
        }
        for unknown in [
            "",
            "evil.example",
            "localhost.evil.example:8787",
            "a.demo.example",
            "::1",
        ] {
            assert!(!guard.knows(unknown), "{unknown}");
        }
    }
}
