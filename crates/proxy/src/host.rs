//! The names by which this server may be called.

use crate::{ProxyError, server::LocalAddress};
use axum::http::{HeaderMap, Uri, header, uri::Authority};
use reqwest::Url;
use std::{
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

/// Names that always mean this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// An exact list of names. Any site can point a name of its own at this machine, and its pages
/// would then have that name in both `Host` and `Origin`: so the name itself must be known. The
/// address by which a connection came is known too, since nobody can point an address elsewhere.
#[derive(Debug, Clone)]
pub struct Hosts(Arc<[String]>);

impl Hosts {
    /// The loopback names and `further` ones.
    pub fn new(further: &[String]) -> Result<Self, ProxyError> {
        let further = further.iter().map(|name| checked(name));
        let loopback = LOOPBACK.iter().map(|name| Ok((*name).to_owned()));
        let names: Result<Vec<String>, ProxyError> = loopback.chain(further).collect();
        Ok(Self(names?.into()))
    }

    /// The host that a request names, if it names one and it is known.
    pub fn of<'a>(
        &self,
        headers: &'a HeaderMap,
        uri: &'a Uri,
        local: Option<LocalAddress>,
    ) -> Option<&'a str> {
        let mut named = headers.get_all(header::HOST).iter();
        let host = match (named.next(), uri.authority()) {
            (Some(value), _) => value.to_str().ok()?,
            (None, authority) => authority?.as_str(),
        };
        // What is asked for in the first line, as proxies are asked, counts as much.
        let in_line = uri.authority().map_or(host, Authority::as_str);
        let is_one = named.next().is_none() && in_line == host;
        (is_one && self.knows(host, local)).then_some(host)
    }

    fn knows(&self, host: &str, local: Option<LocalAddress>) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let is_listed = self.0.iter().any(|known| known.eq_ignore_ascii_case(name));
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        is_listed
            || local.is_some_and(|LocalAddress(local)| {
                let address = bare.parse::<IpAddr>();
                address.is_ok_and(|it| it.to_canonical() == local.ip().to_canonical())
            })
    }
}

/// The name in a `Host` header; none when it holds anything but a name and a port.
fn without_port(host: &str) -> Option<&str> {
    let authority: Authority = host.parse().ok()?;
    let name = authority.host();
    let end = host.strip_prefix(name)?;
    match end.strip_prefix(':') {
        None if end.is_empty() => Some(name.len()),
        Some(port) if !port.is_empty() && port.bytes().all(|it| it.is_ascii_digit()) => {
            Some(name.len())
        }
        _ => None,
    }
    .and_then(|length| host.get(..length))
}

/// `name` as browsers send it.
fn checked(name: &str) -> Result<String, ProxyError> {
    let bad = |reason: &str| ProxyError::BadHost {
        name: name.to_owned(),
        reason: reason.to_owned(),
    };
    let text = name.trim();
    if text.is_empty() {
        return Err(bad("it is empty"));
    }
    if let Some((_, rest)) = text.split_once("://") {
        let rest = rest.split(['/', ':']).next().unwrap_or_default();
        return Err(bad(&format!(
            "it is an address; the name in it is {rest:?}"
        )));
    }
    if text.contains('*') {
        return Err(bad("each name has to be given, one --host for each"));
    }
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    if let Ok(address) = bare.unwrap_or(text).parse::<Ipv6Addr>() {
        return known_address(IpAddr::V6(address), &bad);
    }
    if let Some((host, _)) = text.rsplit_once(':') {
        return Err(bad(&format!(
            "the name alone is needed, {host:?}, and means every port"
        )));
    }
    if text.ends_with('.') {
        return Err(bad("the dot at its end has to go"));
    }
    let url = Url::parse(&format!("http://{text}/")).ok();
    // Names in other scripts become what browsers send instead: xn--….
    let host = url.as_ref().filter(|url| {
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && {
            url.username().is_empty() && url.password().is_none()
        }
    });
    let host = host.and_then(Url::host_str).unwrap_or_default();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if host.is_empty() || !host.bytes().all(is_plain) {
        return Err(bad("it is no name of a host"));
    }
    match host.parse() {
        Ok(address) => known_address(address, &bad),
        Err(_) => Ok(host.to_owned()),
    }
}

fn known_address(address: IpAddr, bad: &impl Fn(&str) -> ProxyError) -> Result<String, ProxyError> {
    if address.is_unspecified() {
        return Err(bad(
            "nobody calls a server by it; to be reached on every address of this machine, use \
             --listen 0.0.0.0:8787",
        ));
    }
    Ok(match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_with_and_without_port() {
        let hosts = Hosts::new(&["demo.example".to_owned(), "fe80::1".to_owned()]).unwrap();
        for known in [
            "localhost",
            "localhost:8787",
            "127.0.0.1:1",
            "[::1]:8787",
            "[::1]",
            "Demo.Example:443",
            "[fe80::1]:8787",
        ] {
            assert!(hosts.knows(known, None), "{known}");
        }
        for unknown in [
            "",
            ":8787",
            "evil.example",
            "localhost.evil.example:8787",
            "a.demo.example",
            "demo.example.",
            "demo.example:",
            "demo.example:80:80",
            "demo.example:80@evil.example",
            "evil.example@demo.example",
            "demo.example/x",
            "demo.example evil.example",
            "::1",
            "10.0.0.7",
        ] {
            assert!(!hosts.knows(unknown, None), "{unknown}");
        }
    }

    #[test]
    fn the_address_by_which_a_connection_came_is_known() {
        let hosts = Hosts::new(&[]).unwrap();
        let local = |text: &str| Some(LocalAddress(text.parse().unwrap()));
        assert!(hosts.knows("10.0.0.7:8787", local("10.0.0.7:8787")));
        assert!(hosts.knows("10.0.0.7", local("[::ffff:10.0.0.7]:8787")));
        assert!(hosts.knows("[fe80::1]:8787", local("[fe80::1]:8787")));
        assert!(!hosts.knows("10.0.0.8:8787", local("10.0.0.7:8787")));
        assert!(!hosts.knows("name:8787", local("10.0.0.7:8787")));
    }

    #[test]
    fn a_name_that_browsers_could_not_send_is_refused_with_what_to_write() {
        for (name, words) in [
            ("", "empty"),
            ("https://demo.example/", "\"demo.example\""),
            ("demo.example:8787", "\"demo.example\""),
            ("*.example", "each name"),
            ("demo.example.", "dot"),
            ("demo.example/x", "no name"),
            ("me@demo.example", "no name"),
            ("two names", "no name"),
            ("0.0.0.0", "--listen 0.0.0.0:8787"),
            ("::", "--listen"),
            ("[::1", "\"[:\""),
        ] {
            let error = Hosts::new(&[name.to_owned()]).unwrap_err().to_string();
            assert!(error.contains(words), "{name}: {error}");
            assert!(error.contains(&format!("--host {name:?}")), "{error}");
        }
        for (name, sent) in [
            (" Demo.Example ", "demo.example"),
            ("聞き取り.example", "xn--w8jug679h2h1b.example"),
            ("::1", "[::1]"),
            ("[fe80::1]", "[fe80::1]"),
            ("my_box", "my_box"),
        ] {
            assert_eq!(checked(name).unwrap(), sent);
        }
    }
}
