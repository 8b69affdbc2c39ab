//! The Content-Security-Policy: what a browser may do with the page.

use crate::ProxyError;
use axum::http::HeaderValue;
use reqwest::Url;

/// Where the page may send requests: to this proxy, and to a model on the visitor's own device.
/// A policy cannot write `[::1]`; `localhost` stands for it. The page's own head has the same
/// words.
const CONNECT: &str = "connect-src 'self' http://localhost:* http://127.0.0.1:*";

/// What the page may do: run its own scripts and its own WebAssembly, send requests where it is
/// said, and nothing else.
#[derive(Debug, Clone)]
pub struct Policy {
    connect: String,
    /// Whether it says the same as the page's own head.
    is_plain: bool,
}

impl Policy {
    /// The policy that also lets the page send requests to `origins`.
    pub fn new(origins: &[String]) -> Result<Self, ProxyError> {
        let mut connect = CONNECT.to_owned();
        for origin in origins {
            connect.push(' ');
            connect.push_str(&checked(origin)?);
        }
        Ok(Self {
            connect,
            is_plain: origins.is_empty(),
        })
    }

    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// All of it, with what only a header can say: which pages may frame this one, as `ancestors`
    /// names them.
    pub fn header(&self, ancestors: &str) -> Result<HeaderValue, ProxyError> {
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data:; font-src 'self'; {}; base-uri 'none'; form-action 'none'; \
             object-src 'none'; frame-ancestors {ancestors}",
            self.connect
        );
        HeaderValue::from_str(&policy).map_err(|_| bad(&self.connect, "it is not plain text"))
    }

    /// The page `html` with this policy in its head; `None` when its head has another one.
    pub fn in_page(&self, html: &str) -> Option<String> {
        let (before, after) = html.split_once(CONNECT)?;
        // A longer list is not the one that this proxy knows.
        after
            .starts_with([';', '"'])
            .then(|| format!("{before}{}{after}", self.connect))
    }
}

/// `origin` as a policy, and a browser, writes it.
pub fn checked(origin: &str) -> Result<String, ProxyError> {
    let Ok(url) = Url::parse(origin.trim()) else {
        return Err(bad(origin, "it is not a URL"));
    };
    let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let host = url.host_str().unwrap_or_default();
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad(origin, "it must begin with http:// or https://"));
    }
    if !is_bare || !url.username().is_empty() || url.password().is_some() {
        return Err(bad(origin, "it must hold scheme, host and port only"));
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if host.is_empty() || !host.bytes().all(is_plain) {
        let reason = "a policy names a host by letters, digits, dots and hyphens, without *, and \
                      has no way to write an IPv6 address";
        return Err(bad(origin, reason));
    }
    Ok(url.origin().ascii_serialization())
}

fn bad(origin: &str, reason: &'static str) -> ProxyError {
    ProxyError::BadOrigin {
        origin: origin.to_owned(),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::{CONNECT, Policy};

    #[test]
    fn origins_are_added_as_a_policy_writes_them() {
        let origins = ["https://models.example/", "http://192.168.1.7:11434"].map(str::to_owned);
        let policy = Policy::new(&origins).unwrap();
        let header = policy.header("'none'").unwrap();
        let expected =
            format!("{CONNECT} https://models.example http://192.168.1.7:11434; base-uri 'none'");
        assert!(header.to_str().unwrap().contains(&expected), "{header:?}");
        let page = format!("<meta content=\"{CONNECT}; base-uri 'none'\">");
        let page = policy.in_page(&page).unwrap();
        assert!(page.contains(&expected), "{page}");
        assert_eq!(
            policy.in_page("<meta content=\"connect-src 'self'\">"),
            None
        );
        assert_eq!(
            policy.in_page(&format!("{CONNECT} https://x.example;")),
            None
        );
    }

    #[test]
    fn what_would_say_more_than_an_origin_is_refused() {
        for origin in [
            "",
            "models.example",
            "*",
            "https://*",
            "https://*.example",
            "https://models.example/v1",
            "https://models.example?x",
            "https://me:key@models.example",
            "https://models.example; script-src *",
            "http://[::1]:11434",
            "file:///etc",
            "'unsafe-eval'",
        ] {
            assert!(Policy::new(&[origin.to_owned()]).is_err(), "{origin}");
        }
    }
}
