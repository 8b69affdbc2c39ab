//! The ports of programs that run outside of a browser: requests with reqwest, waits with tokio.

use std::time::Duration;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{self, StreamExt};
use kikitori_ports::{HttpRequest, HttpResponse, Method, Timer, Transport, TransportError};
use reqwest::{Client, ClientBuilder, redirect};

/// What talks to servers on this machine: without TLS, and past every proxy. It follows no
/// redirect.
pub fn loopback() -> ClientBuilder {
    // A machine may have no root certificates, and here none are needed.
    builder().tls_certs_only([]).no_proxy()
}

fn builder() -> ClientBuilder {
    // reqwest asks for a provider even where nothing is encrypted. It fails only where one was
    // chosen before.
    let _named_before = rustls::crypto::ring::default_provider().install_default();
    // A key that goes with a request reaches nobody but whom it was sent to.
    Client::builder().redirect(redirect::Policy::none())
}

/// Sends requests with reqwest.
#[derive(Debug, Clone)]
pub struct Http(Client);

impl Http {
    /// What sends with `client`.
    pub fn new(client: Client) -> Self {
        Self(client)
    }

    /// What talks to this address, by the proxy that the environment names. It follows no redirect.
    ///
    /// # Errors
    /// When the machine has no root certificates, for example.
    pub fn to(url: &str) -> reqwest::Result<Self> {
        let mut builder = builder();
        if url.starts_with("http://") {
            // Without TLS no root certificates are needed, and a machine may have none.
            builder = builder.tls_certs_only([]);
        }
        builder.build().map(Self)
    }
}

impl Transport for Http {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let mut builder = match request.method {
            Method::Get => self.0.get(&request.url),
            Method::Post => self.0.post(&request.url),
            Method::Delete => self.0.delete(&request.url),
        };
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = request.body {
            builder = builder.body(body);
        }
        async move {
            let unreachable = |error: reqwest::Error| TransportError::Unreachable {
                detail: error.to_string(),
            };
            let response = builder.send().await.map_err(unreachable)?;
            let headers = response.headers().iter().filter_map(|(name, value)| {
                Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
            });
            Ok(HttpResponse {
                status: response.status().as_u16(),
                headers: headers.collect(),
                body: stream::unfold(Some(response), piece).boxed_local(),
            })
        }
        .boxed_local()
    }
}

/// The next piece of a body, and what there is to read on from; nothing after an error.
async fn piece(
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
#[derive(Debug, Clone, Copy, Default)]
pub struct TokioTimer;

impl Timer for TokioTimer {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed_local()
    }
}
