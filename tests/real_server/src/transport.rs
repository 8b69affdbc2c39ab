//! The client's requests, with a key.

use futures::future::LocalBoxFuture;
use kikitori_native::Http;
use kikitori_ports::{HttpRequest, HttpResponse, Transport, TransportError};

/// What talks to a server on this machine.
///
/// # Errors
/// When it cannot be made.
pub fn http() -> reqwest::Result<reqwest::Client> {
    kikitori_native::loopback()
        // A connection each: one that the server has just closed would fail the next request.
        .pool_max_idle_per_host(0)
        .build()
}

/// Sends requests with a key.
#[derive(Clone)]
pub struct Native {
    http: Http,
    key: String,
}

impl Native {
    /// One that shows `key` to the server.
    pub fn new(client: reqwest::Client, key: &str) -> Self {
        let (http, key) = (Http::new(client), key.to_owned());
        Self { http, key }
    }

    /// The same with another key.
    pub fn with_key(&self, key: &str) -> Self {
        let (http, key) = (self.http.clone(), key.to_owned());
        Self { http, key }
    }
}

impl Transport for Native {
    fn send(
        &self,
        mut request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let shown = ("authorization".to_owned(), format!("Bearer {}", self.key));
        request.headers.push(shown);
        self.http.send(request)
    }
}
