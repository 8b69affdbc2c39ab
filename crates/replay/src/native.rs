//! The ports of this machine.

use std::time::Duration;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{self, StreamExt};
use kikitori_interview::{CountryCode, LanguageTag, Locale, NoLocale, TimeZone};
use kikitori_ports::{HttpRequest, HttpResponse, Jitter, Method, Timer, Transport, TransportError};
use reqwest::redirect;
use unicode_normalization::UnicodeNormalization;

/// Sends requests with reqwest. A key that goes with one follows no redirect.
pub struct Http(reqwest::Client);

impl Http {
    /// What talks to this address.
    ///
    /// # Errors
    /// When the machine has no root certificates, for example.
    pub fn to(url: &str) -> reqwest::Result<Self> {
        // It fails only where one was chosen before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder().redirect(redirect::Policy::none());
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
pub struct TokioTimer;

impl Timer for TokioTimer {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed_local()
    }
}

/// Waits half the time: there is one client here, which nobody has to be kept apart from.
pub struct Half;

impl Jitter for Half {
    fn up_to(&self, longest: Duration) -> Duration {
        longest / 2
    }
}

/// Unicode's tables, and no places: the recording says which day it was for the respondent.
pub struct Unicode;

impl Locale for Unicode {
    fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
        NoLocale.canonical_language(tag)
    }

    fn is_country(&self, code: &CountryCode) -> bool {
        NoLocale.is_country(code)
    }

    fn is_time_zone(&self, zone: &TimeZone) -> bool {
        NoLocale.is_time_zone(zone)
    }

    fn time_zones(&self, country: &CountryCode) -> Vec<TimeZone> {
        NoLocale.time_zones(country)
    }

    fn fold(&self, text: &str) -> String {
        text.trim().nfkc().collect::<String>().to_lowercase()
    }

    fn local_time(&self, zone: &TimeZone, at_ms: u64) -> Option<String> {
        NoLocale.local_time(zone, at_ms)
    }
}
