//! Passing requests through to an endpoint.

use crate::{Limits, ProxyError, Secret, answer, api_error::ApiError, guard, mask::Mask};
use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    response::Response,
    routing::{get, post},
};
use reqwest::{Client, RequestBuilder, Url, redirect};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// To reach the endpoint at all.
const CONNECT: Duration = Duration::from_secs(5);
/// Between two pieces of an answer, the first included. Longer than a patient page waits for a
/// whole answer: this one only keeps a dead connection from staying for ever.
const SILENCE: Duration = Duration::from_secs(11 * 60);

/// An OpenAI-compatible endpoint, ready to be asked.
#[derive(Clone)]
pub struct Endpoint {
    client: Client,
    completions: Url,
    models: Url,
    /// Name and port, for people: in messages and on the page.
    host: Arc<str>,
    authorization: Option<HeaderValue>,
    mask: Option<Mask>,
    body_time: Duration,
}

impl Endpoint {
    pub fn new(base_url: &str, key: Option<Secret>, limits: &Limits) -> Result<Self, ProxyError> {
        let base = base(base_url)?;
        Ok(Self {
            client: client(&base)?,
            completions: below(&base, "chat/completions")?,
            models: below(&base, "models")?,
            host: host(&base).into(),
            mask: key.as_ref().map(Secret::mask),
            authorization: key.map(|key| key.bearer()).transpose()?,
            body_time: limits.body_time,
        })
    }

    /// What the page tells the person about where their text goes.
    pub fn about(&self, model: Option<&str>) -> Value {
        json!({ "endpoint": &*self.host, "model": model, "scripted": false })
    }

    pub fn routes(self) -> Router {
        Router::new()
            .route("/v1/chat/completions", post(completions))
            .route("/v1/models", get(models))
            .with_state(self)
    }

    async fn ask(&self, request: RequestBuilder, from: &HeaderMap) -> Result<Response, ApiError> {
        let mut headers = HeaderMap::new();
        if let Some(value) = from.get(header::ACCEPT) {
            headers.insert(header::ACCEPT, value.clone());
        }
        if let Some(authorization) = &self.authorization {
            headers.insert(header::AUTHORIZATION, authorization.clone());
        }
        let answer = answer_to(request.headers(headers), &self.host).await?;
        let asked_for = from.get(header::ACCEPT);
        answer::safe(answer, asked_for, &self.host, self.mask.as_ref()).await
    }
}

/// The answer to a request, unless none comes or it sends the request elsewhere.
pub async fn answer_to(request: RequestBuilder, host: &str) -> Result<reqwest::Response, ApiError> {
    let answer = request.send().await.map_err(|error| {
        let slow = error.is_timeout() && !error.is_connect();
        tracing::warn!(host, slow, "the endpoint did not answer");
        if slow {
            ApiError::too_slow(host)
        } else {
            ApiError::unreachable(host)
        }
    })?;
    if answer.status().is_redirection() {
        tracing::warn!(host, "the endpoint redirects, which is not followed");
        return Err(ApiError::redirected(host));
    }
    Ok(answer)
}

async fn completions(
    State(endpoint): State<Endpoint>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, ApiError> {
    let body = guard::json_body(request, endpoint.body_time).await?;
    let request = endpoint
        .client
        .post(endpoint.completions.clone())
        .header(header::CONTENT_TYPE, answer::JSON)
        .body(body);
    endpoint.ask(request, &headers).await
}

async fn models(
    State(endpoint): State<Endpoint>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    endpoint
        .ask(endpoint.client.get(endpoint.models.clone()), &headers)
        .await
}

/// Name and port, for people.
pub fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// An address that may be asked.
pub fn base(text: &str) -> Result<Url, ProxyError> {
    // An address with a password in it is not repeated, not even to the one who typed it: errors
    // end in logs.
    let bad = |url: &str, reason| {
        Err(ProxyError::BadEndpoint {
            url: url.to_owned(),
            reason,
        })
    };
    let Ok(url) = Url::parse(text.trim()) else {
        return bad("", "it is not a URL");
    };
    if !url.username().is_empty() || url.password().is_some() {
        return bad(
            "",
            "it must not hold a user name or password; the key has its own place",
        );
    }
    if url.query().is_some() || url.fragment().is_some() {
        return bad("", "it must not hold a query (?) or a fragment (#)");
    }
    if !matches!(url.scheme(), "http" | "https") {
        // Without a scheme, a user name is taken for one.
        let shown = if text.contains('@') { "" } else { text };
        return bad(shown, "it must begin with http:// or https://");
    }
    Ok(url)
}

fn below(base: &Url, path: &str) -> Result<Url, ProxyError> {
    let mut url = base.clone();
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    Ok(url)
}

/// A client for `base`.
pub fn client(base: &Url) -> Result<Client, ProxyError> {
    // Another part of the program may have chosen a provider before: that one serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE)
        .tcp_nodelay(true);
    if base.scheme() == "http" {
        // Without TLS no root certificates are needed, and a machine without any can still talk
        // to a local model.
        builder = builder.tls_certs_only([]);
    }
    if base.host_str().is_some_and(is_loopback) {
        // What stays on this machine must not take the way through a company's proxy.
        builder = builder.no_proxy();
    }
    builder
        .build()
        .map_err(|error| ProxyError::Client(error.to_string()))
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || bare
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_gives_up_before_the_proxy_does() {
        let page = kikitori_llm::TimeLimits::PATIENT;
        assert!(SILENCE > page.total.max(page.first_byte).max(page.idle));
    }

    #[test]
    fn paths_are_appended_whatever_the_address_ends_in() {
        for text in ["http://localhost:11434/v1", "http://localhost:11434/v1/"] {
            let url = below(&base(text).unwrap(), "chat/completions").unwrap();
            assert_eq!(url.as_str(), "http://localhost:11434/v1/chat/completions");
        }
        let url = below(&base("https://example.org").unwrap(), "models").unwrap();
        assert_eq!(url.as_str(), "https://example.org/models");
    }

    #[test]
    fn an_address_that_cannot_be_used_is_refused_and_its_secrets_are_not_repeated() {
        for text in [
            "",
            "localhost:11434",
            "ftp://example.org/v1",
            "https://me:pass@example.org/v1",
            "https://example.org/v1?key=pass",
            "https://example.org/v1#pass",
            "ftp://example.org/v1?key=pass",
            "ftp://example.org/v1#pass",
            "me:pass@example.org/v1",
        ] {
            let error = base(text).unwrap_err().to_string();
            assert!(
                !error.contains("pass@") && !error.contains("=pass") && !error.contains("#pass"),
                "{error}"
            );
        }
    }
}
