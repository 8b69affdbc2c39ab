//! The client's ports on a native machine.

use std::time::Duration;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{self, StreamExt};
use kikitori_ports::{HttpRequest, HttpResponse, Method, Timer, Transport, TransportError};
use reqwest::Client;

/// What talks to a server on this machine.
///
/// # Errors
/// When it cannot be made.
pub fn http() -> reqwest::Result<Client> {
    // Nothing here is encrypted; reqwest asks for a provider all the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .tls_certs_only([])
        .no_proxy()
        // A connection each: one that the server has just closed would fail the next request.
        .pool_max_idle_per_host(0)
        .build()
}

/// Sends requests with reqwest, with a key.
#[derive(Clone)]
pub struct Native {
    client: Client,
    key: String,
}

impl Native {
    /// One that shows `key` to the server.
    pub fn new(client: Client, key: &str) -> Self {
        let key = key.to_owned();
        Self { client, key }
    }

    /// The same with another key.
    pub fn with_key(&self, key: &str) -> Self {
        Self {
            client: self.client.clone(),
            key: key.to_owned(),
        }
    }
}

impl Transport for Native {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let mut builder = match request.method {
            Method::Get => self.client.get(&request.url),
            Method::Post => self.client.post(&request.url),
            Method::Delete => self.client.delete(&request.url),
        }
        .bearer_auth(&self.key);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        builder = match request.body {
            Some(body) => builder.body(body),
            None => builder,
        };
        async move {
            let response = builder
                .send()
                .await
                .map_err(|error| TransportError::Unreachable {
                    detail: error.to_string(),
                })?;
            let headers = response.headers().iter().filter_map(|(name, value)| {
                Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
            });
            Ok(HttpResponse {
                status: response.status().as_u16(),
                headers: headers.collect(),
                body: stream::unfold(Some(response), pieces).boxed_local(),
            })
        }
        .boxed_local()
    }
}

/// The next piece of a body, and what there is to read on from; nothing after an error.
async fn pieces(
    response: Option<reqwest::Response>,
) -> Option<(Result<Vec<u8>, TransportError>, Option<reqwest::Response>)> {
    let mut response = response?;
    match response.chunk().await {
        Ok(Some(piece)) => Some((Ok(piece.to_vec()), Some(response))),
        Ok(None) => None,
        Err(error) => {
            let detail = error.to_string();
            Some((Err(TransportError::Broken { detail }), None))
        }
    }
}

/// Waits on tokio's clock.
pub struct Clock;

impl Timer for Clock {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed_local()
    }
}
