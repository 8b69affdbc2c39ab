//! Sites whose pages may embed the interview: they may ask this proxy as its own page does.

use crate::{ProxyError, policy::checked};
use axum::http::{HeaderValue, Method, header};
use std::{sync::Arc, time::Duration};
use tower_http::cors::CorsLayer;

/// How long a browser need not ask again whether it may ask.
const REMEMBERED: Duration = Duration::from_secs(600);

/// The origins of those sites.
#[derive(Debug, Clone, Default)]
pub struct Embedders(Arc<[HeaderValue]>);

impl Embedders {
    /// These, each a scheme, a host and a port.
    pub fn new(origins: &[String]) -> Result<Self, ProxyError> {
        let value = |origin: &String| {
            let origin = checked(origin)?;
            // It is plain text by then.
            HeaderValue::from_str(&origin).map_err(|_| ProxyError::BadOrigin {
                origin,
                reason: "it is not plain text",
            })
        };
        origins
            .iter()
            .map(value)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether `origin` is one of them, by every letter.
    pub fn has(&self, origin: &str) -> bool {
        self.0.iter().any(|it| it.as_bytes() == origin.as_bytes())
    }

    /// Who may frame the page that is there to be framed, as a policy names them.
    pub fn ancestors(&self) -> String {
        let origins: Vec<&str> = self.0.iter().filter_map(|it| it.to_str().ok()).collect();
        match origins.is_empty() {
            true => "'none'".to_owned(),
            false => origins.join(" "),
        }
    }

    /// What tells browsers so; none where there are no such sites.
    pub fn layer(&self) -> Option<CorsLayer> {
        let layer = || {
            CorsLayer::new()
                .allow_origin(self.0.to_vec())
                .allow_methods([Method::GET, Method::POST])
                .allow_headers([header::CONTENT_TYPE])
                .expose_headers([header::RETRY_AFTER])
                .max_age(REMEMBERED)
        };
        (!self.0.is_empty()).then(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_same_origin_may_embed() {
        let embedders = Embedders::new(&["https://shop.example".to_owned()]).unwrap();
        assert!(embedders.has("https://shop.example"));
        for other in [
            "http://shop.example",
            "https://shop.example:8443",
            "https://shop.example.evil.example",
            "https://evilshop.example",
            "https://xn--shp-1na.example",
            "https://SHOP.example",
            "null",
            "",
        ] {
            assert!(!embedders.has(other), "{other}");
        }
        for origin in [
            "*",
            "null",
            "https://*.example",
            "https://shop.example/form",
        ] {
            assert!(Embedders::new(&[origin.to_owned()]).is_err(), "{origin}");
        }
        assert!(Embedders::default().layer().is_none());
        assert_eq!(embedders.ancestors(), "https://shop.example");
        assert_eq!(Embedders::default().ancestors(), "'none'");
    }
}
