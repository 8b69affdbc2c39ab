//! E-mail addresses and addresses on the web, checked for their shape: whether somebody is there
//! only a message tells.

use super::Refusal;
use crate::plain::narrow;

/// An address with its domain in small letters: something, `@`, and a domain with a dot.
pub(super) fn email(said: &str) -> Result<String, Refusal> {
    let said = narrow(said);
    let address = match said.split_at_checked("mailto:".len()) {
        Some((scheme, address)) if scheme.eq_ignore_ascii_case("mailto:") => address,
        _ => &said,
    };
    let read = || {
        let (name, domain) = address.rsplit_once('@')?;
        let takes = |it: char| {
            it.is_ascii_alphanumeric()
                || "!#$%&'*+-/=?^_`{|}~.".contains(it)
                || !it.is_ascii() && !is_unseen(it)
        };
        let fits = (1..=64).contains(&name.len())
            && address.len() <= 254
            && name.chars().all(takes)
            && name.split('.').all(|part| !part.is_empty());
        let domain = domain_of(domain).filter(|_| fits)?;
        Some(format!("{name}@{domain}"))
    };
    read().ok_or(Refusal::NotAnEmail)
}

/// An address with its scheme, `https` where none was said, and its host in small letters. What
/// follows the host stays as it was said: another letter there is another address. Names and
/// passwords in it are refused: what stands before `@` looks like the host and is not.
pub(super) fn url(said: &str) -> Result<String, Refusal> {
    read_url(said.trim()).ok_or(Refusal::NotAUrl)
}

fn read_url(said: &str) -> Option<String> {
    // Letter by letter the same text.
    let narrowed = narrow(said);
    let is_scheme = |it: &(&str, &str)| it.0.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (scheme, rest) = match narrowed.split_once("://").filter(is_scheme) {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("https".to_owned(), narrowed.as_str()),
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    // All but the mark that it begins with, as it was said.
    let before = narrowed.chars().count() - path.chars().count();
    let rest_as_said = said.chars().skip(before + 1);
    let path: String = path.chars().take(1).chain(rest_as_said).collect();
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let port = match port {
        Some(port) => format!(":{}", port_of(port)?),
        None => String::new(),
    };
    let fits = matches!(scheme.as_str(), "http" | "https")
        && said.len() <= 2000
        && !path.chars().any(|it| is_unseen(it) && !joins_letters(it));
    let host = domain_of(host).filter(|_| fits)?;
    Some(format!("{scheme}://{host}{port}{path}"))
}

fn port_of(text: &str) -> Option<u16> {
    let fits = text.bytes().all(|it| it.is_ascii_digit());
    let port: u16 = fits.then(|| text.parse().ok())??;
    (port > 0).then_some(port)
}

/// Whether nobody sees the letter, or it changes how those around it are shown: it can make an
/// address look like another.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || letter.is_whitespace()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Persian and Indian words are written with these, and so are paths.
fn joins_letters(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

/// A domain in small letters: labels of letters, digits and hyphens, two at least, the last not of
/// digits alone. A full stop may be an East Asian one.
fn domain_of(said: &str) -> Option<String> {
    let domain = said.replace(['。', '｡'], ".").to_ascii_lowercase();
    let is_label = |label: &str| {
        let takes =
            |it: char| it.is_ascii_alphanumeric() || it == '-' || !it.is_ascii() && !is_unseen(it);
        (1..=63).contains(&label.len())
            && label.chars().all(takes)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = domain.rsplit('.').next().unwrap_or_default();
    let fits = domain.len() <= 253
        && domain.contains('.')
        && domain.split('.').all(is_label)
        && !last.bytes().all(|it| it.is_ascii_digit());
    fits.then_some(domain)
}
