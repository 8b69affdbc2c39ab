//! The port through which bytes leave and arrive.

use futures::future::LocalBoxFuture;
use futures::stream::LocalBoxStream;
use thiserror::Error;

/// The HTTP methods that the protocols use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Read.
    Get,
    /// Send a body.
    Post,
    /// Remove.
    Delete,
}

/// A request to be sent as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
    /// An absolute URL, or one relative to the page.
    pub url: String,
    /// Header names and values.
    pub headers: Vec<(String, String)>,
    /// The body, UTF-8 JSON in this protocol.
    pub body: Option<String>,
}

/// The body of a response, piece by piece as the network hands it over.
pub type ByteStream = LocalBoxStream<'static, Result<Vec<u8>, TransportError>>;

/// A response whose head has arrived and whose body may still be on its way.
pub struct HttpResponse {
    /// HTTP status code.
    pub status: u16,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body. Dropping it ends the exchange.
    pub body: ByteStream,
}

impl HttpResponse {
    /// The value of the header `name` (lower case), if it was sent.
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(key, _)| key == name)?;
        Some(value)
    }
}

/// Why bytes did not make it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TransportError {
    /// No response: no network, a refused connection, or a cross-origin rule. Browsers do not
    /// tell these apart.
    #[error("the endpoint could not be reached ({detail})")]
    Unreachable {
        /// What the platform said.
        detail: String,
    },
    /// The program that answers in an endpoint's place, within the page, did not come or did not
    /// start.
    #[error("the program that answers within the page could not be loaded ({detail})")]
    NotLoaded {
        /// What the platform said.
        detail: String,
    },
    /// The endpoint sends requests to another address. That is not followed: a conversation goes
    /// nowhere but where it was meant to go.
    #[error("the endpoint sends requests to another address, which is not followed")]
    Redirected,
    /// The connection broke while the body was being read.
    #[error("the connection broke during the reply ({detail})")]
    Broken {
        /// What the platform said.
        detail: String,
    },
}

/// Sends requests. Dropping the returned future, or the body of its response, aborts the
/// request on the network. Redirects are not followed.
pub trait Transport {
    /// Sends `request` and resolves when the response's head is there.
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>>;
}
