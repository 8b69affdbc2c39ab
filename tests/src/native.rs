//! Ports of a client that runs in the test itself.

use std::time::Duration;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{self, StreamExt};
use kikitori_ports::{HttpRequest, HttpResponse, Method, Timer, Transport, TransportError};

/// Sends requests with reqwest, to this machine only.
#[derive(Clone)]
pub struct Native(reqwest::Client);

impl Native {
    /// One that has no connection yet.
    pub fn new() -> Self {
        // Nothing here is encrypted; reqwest asks for a provider all the same.
        let _named_before = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().tls_certs_only([]).no_proxy();
        Self(client.build().unwrap())
    }
}

impl Default for Native {
    fn default() -> Self {
        Self::new()
    }
}

impl Transport for Native {
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
