//! E-mail addresses and addresses on the web, checked for their shape: whether somebody is there
//! only a message tells.

use super::Refusal;
use crate::plain::narrow;

/// An address with its domain in small letters: something, `@`, and a domain with a dot.
pub(super) fn email(said: &str) -> Result<String, Refusal> {
    let said = narrow(said);
    let address = said.strip_prefix("mailto:").unwrap_or(&said);
    let parts = address.rsplit_once('@').filter(|(name, domain)| {
        let takes = |it: char| {
            !it.is_ascii() || it.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(it)
        };
        (1..=64).contains(&name.len())
            && address.len() <= 254
            && name.chars().all(takes)
            && name.split('.').all(|part| !part.is_empty())
            && is_domain(domain)
    });
    let (name, domain) = parts.ok_or(Refusal::NotAnEmail)?;
    Ok(format!("{name}@{}", domain.to_ascii_lowercase()))
}

/// An address with its scheme, `https` where none was said, and its host in small letters. Names
/// and passwords in it are refused: what stands before `@` looks like the host and is not.
pub(super) fn url(said: &str) -> Result<String, Refusal> {
    read_url(&narrow(said)).ok_or(Refusal::NotAUrl)
}

fn read_url(said: &str) -> Option<String> {
    let (scheme, rest) = match said.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("https".to_owned(), said),
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    let fits = matches!(scheme.as_str(), "http" | "https")
        && is_domain(host)
        && port_fits
        && said.len() <= 2000
        && !path.contains(|it: char| it.is_whitespace() || it.is_control());
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    fits.then(|| format!("{scheme}://{}{port}{path}", host.to_ascii_lowercase()))
}

/// Labels of letters, digits and hyphens, two at least, the last not of digits alone.
fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        let takes = |it: char| {
            !it.is_ascii() && !it.is_control() || it.is_ascii_alphanumeric() || it == '-'
        };
        (1..=63).contains(&label.len())
            && label.chars().all(takes)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = domain.rsplit('.').next().unwrap_or_default();
    domain.len() <= 253
        && domain.contains('.')
        && domain.split('.').all(is_label)
        && !last.bytes().all(|it| it.is_ascii_digit())
}
